//! Games: choices, refusals, hints and outlooks.

use crate::pinned::{each, pinned};
use quandary_level::Limits;
use quandary_level::hint::{HintLevel, hint};
use quandary_level::play::{Game, saved, step};
use std::fmt::Write as _;
use testing::dice::Random;

/// The moves of a game.
const MOVES: usize = 14;

#[test]
fn games_at_random() {
    pinned(
        "played",
        each(|case, text| {
            let Ok(mut game) = Game::of(&case.level, &case.rules) else { return };
            let mut dice = Random(case.seed);
            let limits = Limits { states: Some(2_000), ..Limits::default() };
            for turn in 0..MOVES {
                let choices = game.choices();
                let _ = writeln!(text, "{choices:?} {:?} {:?}", game.holdings(), game.cost());
                if turn % 5 == 0 {
                    for level in HintLevel::ALL {
                        let hint = hint(&game, level, &limits);
                        let _ =
                            writeln!(text, "{}{}", hint.words(&case.level), hint.json(&case.level));
                    }
                    let _ = writeln!(
                        text,
                        "{:?} {:?}",
                        game.outlook(&limits),
                        game.last_winnable(&limits)
                    );
                }
                if choices.is_empty() || game.is_won() {
                    break;
                }
                let choice = &choices[dice.below(choices.len() as u32) as usize];
                let told = match game.step(choice.step) {
                    Ok(record) => format!("{} {record:?}", choice.step.words(&case.level)),
                    Err(refused) => refused.words(&case.level),
                };
                let _ = writeln!(text, "{told}");
            }
            let steps = game.steps();
            let _ = writeln!(text, "{}", step::write(&case.level, steps));
            let kept = saved::print_under(&case.level, &case.rules, steps, 3);
            let _ =
                writeln!(text, "{kept}{:?}", saved::read_under(&case.level, &case.rules, &kept));
            let _ = writeln!(
                text,
                "{:?} {:?}",
                game.tiles().map(|tiles| tiles.floors.clone()),
                game.marks().count()
            );
        }),
    );
}
