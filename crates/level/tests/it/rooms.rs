//! Rooms in a row: every search option finds a plan within its promised factor of the least cost, found by an unguided
//! search.

use quandary_level::formats::text;
use quandary_level::limits::Limits;
use quandary_level::plan::Walk;
use quandary_level::rules::{BlockReset, Bombs, Collect, Fact, Locks, Push, PushOnto, Rules};
use quandary_level::solve::{Heuristic, Options, Verdict, solve};
use testing::dice::Random;
use testing::{rooms, times};

/// Limit on states of a compared level.
const STATES: u64 = 60_000;

fn rules(dice: &mut Random) -> Rules {
    Rules {
        push: dice.pick(&[Push::Free, Push::Free, Push::Once]),
        blocks: BlockReset::Reset,
        bombs: dice.pick(&[Bombs::Unlimited, Bombs::Consumed]),
        locks: dice.pick(&[Locks::Doorway, Locks::Doorway, Locks::Doorway, Locks::Tile]),
        push_onto: dice.pick(&[PushOnto::Floor, PushOnto::Walkable]),
        ..Rules::default()
    }
}

/// True if a plate gives a symbol during the walk.
fn presses(walk: &Walk) -> bool {
    let mut records = walk.records.iter().filter(|record| record.pushed.is_some());
    records.any(|record| record.changed.iter().any(|fact| matches!(fact, Fact::Symbol(_))))
}

#[test]
fn every_way_to_search_keeps_what_it_promises() {
    let levels = 700 * times();
    let (mut compared, mut won, mut pressed) = (0, 0, 0);
    for seed in 0..levels {
        let dice = &mut Random(seed);
        let drawing = rooms::drawing(dice);
        let rules = rules(dice);
        let Ok(level) = text::read(&drawing) else { continue };
        let collect = dice.pick(&[Collect::Nothing, Collect::Nothing, Collect::Everything]);
        let solved = |options: &Options, limits: &Limits| {
            solve(&level, &rules, options, limits).expect(&drawing).verdict
        };
        let usual = Options { collect, ..Options::default() };
        let unguided = Options { heuristic: Heuristic::None, ..usual.clone() };
        let least = match solved(&unguided, &Limits { states: Some(STATES), ..Limits::default() }) {
            Verdict::Solvable { walk, .. } => Some(walk),
            Verdict::Unsolvable => None,
            Verdict::Unknown(_) => continue,
        };
        let others = [
            Options { anytime: true, heuristic: Heuristic::Balanced, ..usual.clone() },
            Options { weight: 1.5, ..usual.clone() },
            Options { heuristic: Heuristic::Completionist, ..usual.clone() },
            usual,
        ];
        for options in others {
            let words = || format!("seed {seed}, {options:?}\n{rules:?}\n{drawing}");
            match (solved(&options, &Limits::default()), &least) {
                (Verdict::Unsolvable, None) => {}
                (Verdict::Solvable { walk, optimal, .. }, Some(least)) => {
                    let least = least.cost;
                    let exact = optimal
                        || options.anytime
                        || options.heuristic == Heuristic::Optimal && options.weight == 1.0;
                    let holds = if exact { walk.cost == least } else { walk.cost >= least };
                    assert!(holds, "{} and not {least}: {}", walk.cost, words());
                    let most = options.weight * least.value() + 1e-6;
                    assert!(options.weight == 1.0 || walk.cost.value() <= most, "{}", words());
                }
                (verdict, least) => unreachable!("{verdict:?} and not {least:?}: {}", words()),
            }
        }
        compared += 1;
        won += u64::from(least.is_some());
        pressed += u64::from(least.as_ref().is_some_and(presses));
    }
    assert!(
        compared * 2 > levels && won * 4 > compared && pressed * 40 > compared,
        "{compared} {won} {pressed}"
    );
}
