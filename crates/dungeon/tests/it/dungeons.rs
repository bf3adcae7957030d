//! Whole dungeons from outside: made for many seeds in every category, and judged by the level they become.

use level::Limits;
use level::check::change::Change;
use level::check::{Safety, check};
use level::plan::Move;
use level::rules::Rules;
use level::solve::Verdict;
use level::{Level, Tile};
use quandary_dungeon::generate::{Request, Version, generate};
use quandary_dungeon::layout::categories;
use quandary_dungeon::mission::KeyStyle;
use quandary_dungeon::puzzle::Wanted;
use quandary_dungeon::tiles;
use quandary_dungeon::{Attempts, DungeonReport, Made, Options, RequestError, Scratch};
use search::{Budget, Goal, Seed};

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
                let report = search(&request, n, &mut scratch);
                let report = report.unwrap_or_else(|error| panic!("{said}: {error}"));
                let Some(found) = report.found.first() else {
                    panic!("{said}: {:?}", report.tally)
                };
                let (made, proof) = (&found.draft, &found.proof);
                assert_eq!(made.dungeon.area.layout.rooms.len(), 16, "{said}");
                assert_eq!(
                    made.dungeon.area.puzzles.len() as u32,
                    made.dungeon.placement.asked,
                    "{said}"
                );
                let Some(level) = &made.level else { panic!("no tiles: {said}") };
                let level =
                    level.clone().checked().unwrap_or_else(|error| panic!("{said}: {error}"));
                let text = level::formats::text::print(&level);
                let found = check(&level, &Rules::default(), &Limits::default());
                let found = found.unwrap_or_else(|error| panic!("{said}: {error}"));
                assert!(matches!(found.verdict, Verdict::Solvable { .. }), "{said}\n{text}");
                assert_eq!(found.safety, Safety::SoftlockFree, "{said}\n{text}");
                assert!(found.states <= 1_000_000, "{said}: {} states", found.states);
                // The claims of the proof are those of the whole check, which asks each of a changed level.
                let Some(tiles) = &proof.tiles else { panic!("{said}") };
                let things = found.needed.into_iter();
                let things = things.filter(|need| matches!(need.without, Change::Remove(..)));
                assert_eq!(tiles.things, things.collect::<Vec<_>>(), "{said}\n{text}");
                assert!(tiles.together.is_some(), "{said}");
                assert!(
                    found.levels.is_some_and(|levels| levels.agree == Some(true)),
                    "{said}\n{text}"
                );
            }
        }
    }
}

/// The first dungeon of a seed.
fn search(request: &Request, n: u64, scratch: &mut Scratch) -> Result<DungeonReport, RequestError> {
    let attempts = Attempts::Within(BUDGET);
    generate(request, seed(n), Options { attempts, ..Options::reusing(scratch) })
}

fn made(request: &Request, n: u64, scratch: &mut Scratch) -> Made {
    let report = search(request, n, scratch);
    let report = report.unwrap_or_else(|error| panic!("{error}"));
    let found = report.found.into_iter().next();
    found.map_or_else(|| panic!("nothing for {n}: {:?}", report.tally), |found| found.draft)
}

/// The number of marks that lie where a block stands, or where one can be pushed to.
fn under_blocks(level: &Level) -> usize {
    let Some(tiles) = &level.tiles else { panic!("no tiles") };
    let block = |mark: &level::Mark, cols: i32| {
        let cell = mark.cell.offset(0, cols);
        cell.and_then(|cell| tiles.tile(cell)) == Some(Tile::Block)
    };
    let hidden = |mark: &&level::Mark| (-1..=1).any(|cols| block(mark, cols));
    tiles.marks.iter().filter(hidden).count()
}

#[test]
fn no_key_and_no_switch_lies_under_a_block_or_where_one_can_come_to_be() {
    let mut scratch = Scratch::default();
    let of = |category: &str, blocks: u32| {
        let mut request = Request::of(category).unwrap_or_else(|error| panic!("{error}"));
        request.tiles = Some(tiles::Request { blocks, ..tiles::Request::default() });
        request
    };
    // A find in a dungeon of the first version, which keeps it.
    let town = of("town", 4);
    for (version, hidden) in [(Version::V1, 1), (Version::V3, 0)] {
        let Some(level) = made(&town.clone().in_version(version), 64, &mut scratch).level else {
            panic!("no tiles")
        };
        assert_eq!(under_blocks(&level), hidden, "{version:?}");
        let found = check(&level, &Rules::default(), &Limits::default());
        let found = found.unwrap_or_else(|error| panic!("{error}")).lint;
        let lint = found.iter().filter(|finding| finding.code == "under_block").count();
        assert_eq!(lint, hidden, "{found:?}");
    }
    for category in ["dungeon", "town", "cave", "shop"] {
        for n in 0..12 {
            let mut request = of(category, 16);
            (request.rooms, request.mission.switches, request.mission.keys) = (24, 1, 3);
            request.puzzles = Wanted::PerRoom;
            let Some(level) = made(&request, n, &mut scratch).level else { panic!("no tiles") };
            assert_eq!(under_blocks(&level), 0, "{category} {n}");
        }
    }
}

#[test]
fn blocks_that_are_missing_have_a_reason() {
    let mut scratch = Scratch::default();
    let mut lacks = std::collections::BTreeSet::new();
    for (n, size) in (0..20).flat_map(|n| [(n, (16, 11)), (n, (11, 7))]) {
        let mut request = Request::of("dungeon").unwrap_or_else(|error| panic!("{error}"));
        request.tiles = Some(tiles::Request { width: size.0, height: size.1, blocks: 16 });
        let Made { level: Some(level), blocks: Some(blocks), .. } = made(&request, n, &mut scratch)
        else {
            panic!("no tiles")
        };
        let tiles = level.tiles.iter().flat_map(level::Tiles::cells);
        let there = tiles.filter(|(_, tile)| *tile == Tile::Block).count() as u32;
        assert_eq!((blocks.most, blocks.placed), (16, there), "{blocks:?}");
        assert!(blocks.drawn <= 16 && blocks.placed <= blocks.drawn, "{blocks:?}");
        assert_eq!(blocks.lack.is_some(), blocks.placed < blocks.drawn, "{blocks:?}");
        lacks.extend(blocks.lack.map(tiles::Lack::name));
    }
    assert_eq!(lacks.into_iter().collect::<Vec<_>>(), ["place", "states"]);
}

#[test]
fn a_seed_asks_for_other_puzzles_in_other_categories() {
    let mut scratch = Scratch::default();
    let mut asked = |category: &str| -> Vec<Option<u32>> {
        let request = Request::of(category).unwrap_or_else(|error| panic!("{error}"));
        let request = Request { tiles: None, ..request };
        // If another attempt was needed, the number is another anyhow.
        (0..40)
            .map(|n| {
                let report = search(&request, n, &mut scratch);
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
            let report = search(&request, n, &mut scratch);
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
