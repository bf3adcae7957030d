//! The verifier compared with the twin over levels with pits: alone and with returning blocks, plates, keys, required
//! absences and winning conditions, under all rules of pushing.
//!
//! `QUANDARY_TIMES=25` gives 50,000 levels of the size that is compared most; use a release build.
//!
//! Invariant: the test fails if pits decide nothing in most levels, or if no pit is filled on the way to a goal.

use crate::tile_twin::cases::{DrawnCase, case};
use crate::tile_twin::compare::{
    Disagreements, MOST_STATES, judged, limits_change_no_verdict, searches_say_what_is_so,
};
use crate::tile_twin::levels::Case;
use crate::tile_twin::searches;
use crate::tile_twin::twin::{Game, Outcome, explore, explore_from};
use crate::tile_twin::workshop::{Size, THEMES, pitted};
use quandary_level::{Level, Tile};
use testing::times;

/// Levels of each theme, times `QUANDARY_TIMES`.
const LEVELS: u64 = 400;
/// One in so many levels is searched with every option.
const SEARCHED: u64 = 40;

/// Levels with results counted by hand.
pub(crate) const PITS: &[DrawnCase] = &[
    // At rest 1 cell; with the pit filled 3 cells and the goal.
    case("a block fills a pit", "", "@ox*", "3 5 0 -"),
    case("under every rule of pushing", "push=free push_onto=walkable", "@ox*", "3 5 0 -"),
    case("but not if nothing is pushed", "push=off", "@ox*", "- 1 1 -"),
    case("nobody enters a pit", "", "@x*", "- 1 1 -"),
    case("nor jumps over it", "diagonals=true", "@x.\n#x*", "- 1 1 -"),
    case("a step past pits is free", "diagonals=true", "@x\nx*", "0+1 2 0 -"),
    // At rest 1 cell, with the first pit filled 3.
    case("a block fills one pit", "push=free", "@oxx*", "- 4 4 -"),
    case("a goal on a pit", "", "goal 0 0 2\n@ox.", "2 4 0 -"),
    // At rest 1 cell; with the pit filled the cell of the block, and the start.
    case("a lock on a pit is asked once it is floor", "", "lock 0 0 2 symbol:a\n@ox*", "- 3 3 -"),
    case(
        "and keeps blocks off under push_onto=walkable",
        "push_onto=walkable",
        "lock 0 0 2 symbol:a\n@ox*",
        "- 1 1 -",
    ),
    // The block at rest: the start and the goal. The pit filled: 4 cells. The pit is open again for whoever leaves.
    case(
        "a pit opens again when its room is left",
        "blocks=reset",
        "room a 0 0 0 1 4\nroom b 0 0 4 1 1\n*@ox.",
        "1 7 1 3",
    ),
    case("and stays filled otherwise", "", "room a 0 0 0 1 4\nroom b 0 0 4 1 1\n*@ox.", "1 7 0 -"),
];

/// A level with another tile instead of its pits.
fn without_pits(level: &Level, tile: Tile) -> Level {
    let mut level = level.clone();
    let tiles = level.tiles.as_mut().expect("tiles");
    let pits: Vec<_> = tiles.holding(Tile::Pit).collect();
    pits.iter().for_each(|pit| tiles.floors[pit.floor as usize].set(pit.row, pit.col, tile));
    level
}

/// Numbers of levels by kind.
#[derive(Debug, Default)]
struct Seen {
    compared: u64,
    won: u64,
    losable: u64,
    /// Levels with pits, with another outcome if they were floor, and won only because a pit can be filled.
    pits: [u64; 3],
}

impl Seen {
    fn count(&mut self, case: &Case, outcome: &Outcome) {
        self.compared += 1;
        self.won += u64::from(outcome.cost.is_some());
        self.losable += u64::from(outcome.witness.is_some());
        let as_tile =
            |tile| explore(&without_pits(&case.level, tile), &case.rules, 2 * MOST_STATES);
        let tiles = case.level.tiles.as_ref().expect("tiles");
        let has_pits = tiles.holding(Tile::Pit).next().is_some();
        let decides = has_pits && as_tile(Tile::Floor).as_ref() != Some(outcome);
        let fills = decides && outcome.cost.is_some() && {
            as_tile(Tile::Wall).is_some_and(|walled| walled.cost.is_none())
        };
        for (seen, is) in self.pits.iter_mut().zip([has_pits, decides, fills]) {
            *seen += u64::from(is);
        }
    }
}

/// The errors in the verifier's results for a level.
fn errors(case: &Case, expected: &Outcome, seed: u64) -> Vec<String> {
    if seed.is_multiple_of(SEARCHED) {
        let (game, gathering) =
            (Game::new(&case.level, &case.rules), Game::gathering(&case.level, &case.rules));
        if let Some(all) = explore_from(&gathering, gathering.first(), MOST_STATES) {
            return searches::errors(case, &game, &gathering, [expected, &all]);
        }
    }
    let found = judged(&case.level, &case.rules);
    if found.as_ref() == Ok(expected) {
        return Vec::new();
    }
    vec![format!("the twin: {expected:?}\nthe judge: {found:?}")]
}

#[test]
fn pits() {
    let (mut seen, mut disagreements) = (Seen::default(), Disagreements::default());
    let all = LEVELS * THEMES.len() as u64 * times();
    for (seed, theme) in (0..LEVELS * times()).flat_map(|seed| THEMES.map(|theme| (seed, theme))) {
        let case = pitted(theme, Size::Small, seed);
        let Some(expected) = explore(&case.level, &case.rules, MOST_STATES) else { continue };
        seen.count(&case, &expected);
        if let Some(first) = errors(&case, &expected, seed).first() {
            disagreements.add(&format!("{first}\n{case}"));
        }
    }
    disagreements.are_none(seen.compared);
    println!("{all} levels: {seen:?}");
    let Seen { compared, won, losable, pits: [has, decides, fills] } = seen;
    assert!(compared * 100 > all * 85 && won * 4 > compared && losable * 20 > compared, "{seen:?}");
    assert!(has * 4 > compared * 3 && decides * 2 > has && fills * 20 > has, "{seen:?}");
}

#[test]
fn pits_with_space_and_in_rows_of_rooms() {
    let (mut disagreements, mut compared, mut many) = (Disagreements::default(), 0, 0);
    for (seed, theme) in (0..25 * times()).flat_map(|seed| THEMES.map(|theme| (seed, theme))) {
        for size in [Size::Large, Size::Row] {
            let case = pitted(theme, size, seed);
            let Some(expected) = explore(&case.level, &case.rules, 5 * MOST_STATES) else {
                continue;
            };
            compared += 1;
            many += u64::from(expected.states > 300);
            if let Some(error) = errors(&case, &expected, 1).first() {
                disagreements.add(&format!("{error}\n{case}"));
            }
        }
    }
    disagreements.are_none(compared);
    assert!(many * 10 > compared, "{many} of {compared} have many states");
}

#[test]
fn no_search_and_no_limit_says_what_is_not_so_of_pits() {
    for (seed, theme) in (7_000..7_040).flat_map(|seed| THEMES.map(|theme| (seed, theme))) {
        let case = pitted(theme, Size::Small, seed);
        let Some(expected) = explore(&case.level, &case.rules, MOST_STATES) else { continue };
        searches_say_what_is_so(&case, &expected);
        limits_change_no_verdict(&case, &expected);
    }
}
