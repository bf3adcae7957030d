//! Whole dungeons from outside: made for many seeds in every category, and judged by the level they become.

#![expect(clippy::panic, reason = "a test says what is wrong by panicking")]

use dungeon::layout::categories;
use dungeon::mission::KeyStyle;
use dungeon::whole::{Request, Scratch, make_with};
use level::check::{Safety, check};
use level::plan::Move;
use level::rules::Rules;
use level::solve::Verdict;
use level::solve::space::Limits;
use search::{Budget, Control, Goal, Seed};

fn seed(n: u64) -> Seed {
    Seed::new(n).unwrap_or_else(|error| panic!("{error}"))
}

const BUDGET: Budget = Budget { goal: Goal::First, attempts: Some(100), time: None };

#[test]
fn every_dungeon_is_won_and_never_lost() {
    let mut scratch = Scratch::default();
    for category in categories() {
        for (style, floors) in [(KeyStyle::Named, 1), (KeyStyle::Small, 2)] {
            let request = Request::of(&category.name).and_then(|request| request.on_floors(floors));
            let mut request = request.unwrap_or_else(|error| panic!("{error}"));
            request.mission.key_style = style;
            for n in 0..4 {
                let said = format!("{} {style:?} {floors} floors, seed {n}", category.name);
                let report =
                    make_with(&request, seed(n), &BUDGET, &Control::default(), &mut scratch);
                let report = report.unwrap_or_else(|error| panic!("{said}: {error}"));
                let Some(found) = report.found.first() else {
                    panic!("{said}: {:?}", report.tally)
                };
                let made = &found.draft;
                assert_eq!(made.dungeon.area.layout.rooms.len(), 16, "{said}");
                assert_eq!(
                    made.dungeon.area.puzzles.len() as u32,
                    made.dungeon.placement.asked,
                    "{said}"
                );
                let Some(level) = &made.level else { panic!("no tiles: {said}") };
                let level =
                    level.clone().checked().unwrap_or_else(|error| panic!("{said}: {error}"));
                let text = level::text::print(&level);
                let found = check(&level, &Rules::default(), &Limits::default());
                let found = found.unwrap_or_else(|error| panic!("{said}: {error}"));
                assert!(matches!(found.verdict, Verdict::Solvable { .. }), "{said}\n{text}");
                assert_eq!(found.safety, Safety::Unlosable, "{said}\n{text}");
                assert!(found.states <= 1_000_000, "{said}: {} states", found.states);
                assert!(
                    found.levels.is_some_and(|levels| levels.agree == Some(true)),
                    "{said}\n{text}"
                );
            }
        }
    }
}

#[test]
fn a_seed_asks_for_other_puzzles_in_other_categories() {
    let mut scratch = Scratch::default();
    let mut asked = |category: &str| -> Vec<Option<u32>> {
        let request = Request::of(category).unwrap_or_else(|error| panic!("{error}"));
        let request = Request { tiles: None, ..request };
        // Where another attempt was needed, the number is another anyhow.
        (0..40)
            .map(|n| {
                let report =
                    make_with(&request, seed(n), &BUDGET, &Control::default(), &mut scratch);
                let report = report.unwrap_or_else(|error| panic!("{error}"));
                let found = report.found.first().filter(|found| found.attempt == 0);
                found.map(|found| found.draft.dungeon.placement.asked)
            })
            .collect()
    };
    let (temple, ruins) = (asked("temple"), asked("ruins"));
    let both = temple.iter().zip(&ruins).filter_map(|(a, b)| a.zip(*b));
    let (same, other): (Vec<_>, Vec<_>) = both.partition(|(a, b)| a == b);
    assert!(same.len() > 3 && other.len() > 3, "{temple:?} {ruins:?}");
}

#[test]
fn switches_are_flipped_there_and_back() {
    let mut scratch = Scratch::default();
    for (name, rooms, switches) in
        [("dungeon", 16, 1), ("cave", 24, 2), ("temple", 24, 1), ("inn", 12, 1)]
    {
        let mut request = Request::of(name).unwrap_or_else(|error| panic!("{error}"));
        (request.rooms, request.mission.switches, request.tiles) = (rooms, switches, None);
        let mut twice = 0;
        for n in 0..40 {
            let report = make_with(&request, seed(n), &BUDGET, &Control::default(), &mut scratch);
            let report = report.unwrap_or_else(|error| panic!("{error}"));
            let Some(found) = report.found.first() else {
                panic!("{name} {n}: {:?}", report.tally)
            };
            let flip = |action: &&Move| matches!(action, Move::Flip { .. });
            twice += usize::from(found.proof.plan.moves.iter().filter(flip).count() >= 2);
        }
        assert!(twice >= 36, "{name}: {twice} of 40");
    }
}
