//! The verifier compared with the twin over levels for the designers' rules, each rule alone and all together:
//! everything that is compared for older rules, every move of every plan with the plates that are down after it, and in
//! some levels every search option, including the collection of all things.
//!
//! `QUANDARY_TIMES=40` gives 200,000 levels; use a release build.
//!
//! Invariant: the test fails if a rule decides nothing in most levels generated for it, or if nearly all or nearly no
//! levels of a theme are winnable, or if none has a softlock.

use crate::tile_twin::compare::{
    Disagreements, MOST_STATES, judged, limits_change_no_verdict, searches_say_what_is_so,
};
use crate::tile_twin::levels::Case;
use crate::tile_twin::searches;
use crate::tile_twin::twin::{Cost, Game, Outcome, explore, explore_from};
use crate::tile_twin::walks;
use crate::tile_twin::workshop::{Size, THEMES, Theme, designed};
use quandary_level::limits::Limits;
use quandary_level::rules::{BlockReset, Collect, Push, Rules};
use quandary_level::solve::{Options, Verdict, solve};
use quandary_level::{Cell, Graph, Grid, Level, Plate, Requirement, Tile, TileLock, Tiles};
use std::collections::BTreeMap;
use testing::times;

/// Levels of each theme, times `QUANDARY_TIMES`.
const LEVELS: u64 = 1_000;
/// One in so many levels is searched with every option.
const SEARCHED: u64 = 40;

/// A rule that can be removed from a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    Reset,
    Plates,
    Lacks,
    Win,
}

const RULES: [Rule; 4] = [Rule::Reset, Rule::Plates, Rule::Lacks, Rule::Win];

impl Rule {
    /// True if a level has the rule.
    fn is_in(self, case: &Case) -> bool {
        let Case { level, rules, .. } = case;
        match self {
            Self::Reset => rules.blocks == BlockReset::Reset,
            Self::Plates => !level.graph.plates.is_empty(),
            Self::Lacks => asked(level).any(|one| matches!(one, Requirement::Lacks(_))),
            Self::Win => !level.win.is_empty(),
        }
    }

    /// The outcome of a level without the rule.
    fn taken_from(self, case: &Case) -> Option<Outcome> {
        let (mut level, mut rules) = (case.level.clone(), case.rules.clone());
        match self {
            Self::Reset => rules.blocks = BlockReset::Keep,
            Self::Plates => {
                forget(&mut level, |one| matches!(one, Requirement::Plate(_)));
                level.graph.plates.clear();
                level.tiles.as_mut().expect("tiles").plates.clear();
            }
            Self::Lacks => forget(&mut level, |one| matches!(one, Requirement::Lacks(_))),
            Self::Win => level.win.clear(),
        }
        explore(&level, &rules, 2 * MOST_STATES)
    }
}

/// All requirements in a level.
fn asked(level: &Level) -> impl Iterator<Item = &Requirement> {
    let edges = level.graph.edges.iter().flat_map(|edge| &edge.requires);
    let locks = level.tiles.iter().flat_map(|tiles| &tiles.locks).flat_map(|lock| &lock.needs);
    edges.chain(locks).chain(&level.win)
}

/// Removes some requirements.
fn forget(level: &mut Level, gone: fn(&Requirement) -> bool) {
    level.graph.edges.iter_mut().for_each(|edge| edge.requires.retain(|one| !gone(one)));
    let tiles = level.tiles.as_mut().expect("tiles");
    tiles.locks.iter_mut().for_each(|lock| lock.needs.retain(|one| !gone(one)));
    level.win.retain(|one| !gone(one));
}

/// Numbers of levels by kind.
#[derive(Debug, Default)]
struct Seen {
    compared: u64,
    won: u64,
    unsolvable: u64,
    losable: u64,
    unlosable: u64,
    /// By rule: levels with it, levels with another outcome without it, and levels with another winnability without it.
    rules: [[u64; 3]; 4],
}

impl Seen {
    fn count(&mut self, case: &Case, outcome: &Outcome) {
        self.compared += 1;
        self.won += u64::from(outcome.cost.is_some_and(|cost| cost.straight + cost.diagonal > 0));
        self.unsolvable += u64::from(outcome.cost.is_none());
        self.losable += u64::from(outcome.witness.is_some());
        self.unlosable += u64::from(outcome.dead_states == 0);
        for (rule, seen) in RULES.iter().zip(&mut self.rules) {
            if !rule.is_in(case) {
                continue;
            }
            let without = rule.taken_from(case);
            let other = without.as_ref() != Some(outcome);
            let won =
                without.is_some_and(|without| without.cost.is_some() != outcome.cost.is_some());
            seen.iter_mut().zip([true, other, won]).for_each(|(seen, is)| *seen += u64::from(is));
        }
    }

    /// Compares with the minimum percentages.
    fn holds(&self, theme: Theme, least: &Shares) {
        let levels = LEVELS * times();
        let enough = |what: &str, seen: u64, of: u64, least: u64| {
            assert!(seen * 100 >= of * least, "{theme:?}, {what}: {seen} of {of}\n{self:?}");
        };
        enough("compared", self.compared, levels, 84);
        enough("won", self.won, self.compared, least.won);
        enough("unsolvable", self.unsolvable, self.compared, least.unsolvable);
        enough("losable", self.losable, self.compared, least.losable);
        enough("unlosable", self.unlosable, self.compared, least.unlosable);
        for ((rule, seen), least) in RULES.iter().zip(self.rules).zip(least.rules) {
            enough(&format!("with {rule:?}"), seen[0], self.compared, least[0]);
            enough(&format!("other without {rule:?}"), seen[1], seen[0], least[1]);
            enough(&format!("won otherwise without {rule:?}"), seen[2], seen[0], least[2]);
        }
    }
}

/// Minimum percentages of levels, and by rule of levels with it.
struct Shares {
    won: u64,
    unsolvable: u64,
    losable: u64,
    unlosable: u64,
    rules: [[u64; 3]; 4],
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

fn compare(theme: Theme, least: &Shares) {
    let (mut seen, mut disagreements) = (Seen::default(), Disagreements::default());
    for seed in 0..LEVELS * times() {
        let case = designed(theme, Size::Small, seed);
        let Some(expected) = explore(&case.level, &case.rules, MOST_STATES) else { continue };
        seen.count(&case, &expected);
        let errors = errors(&case, &expected, seed);
        if let Some(first) = errors.first() {
            disagreements.add(&format!("{} errors, first:\n{first}\n{case}", errors.len()));
        }
    }
    disagreements.are_none(seen.compared);
    seen.holds(theme, least);
}

#[test]
fn blocks_that_go_home() {
    let rules = [[100, 40, 1], [0; 3], [0; 3], [0; 3]];
    compare(Theme::Reset, &Shares { won: 40, unsolvable: 30, losable: 3, unlosable: 35, rules });
}

#[test]
fn plates() {
    let rules = [[0; 3], [80, 38, 7], [0; 3], [0; 3]];
    compare(Theme::Plates, &Shares { won: 38, unsolvable: 30, losable: 6, unlosable: 30, rules });
}

#[test]
fn what_must_be_lacked() {
    let rules = [[0; 3], [0; 3], [65, 40, 4], [0; 3]];
    compare(Theme::Lacks, &Shares { won: 45, unsolvable: 30, losable: 10, unlosable: 30, rules });
}

#[test]
fn conditions_that_win() {
    let rules = [[0; 3], [0; 3], [0; 3], [100, 26, 18]];
    compare(Theme::Win, &Shares { won: 38, unsolvable: 40, losable: 4, unlosable: 35, rules });
}

#[test]
fn all_that_designers_use() {
    let rules = [[60, 28, 1], [58, 42, 16], [48, 19, 4], [54, 27, 19]];
    compare(Theme::All, &Shares { won: 30, unsolvable: 45, losable: 6, unlosable: 32, rules });
}

/// Compares levels of a size, of which one in eight has hundreds of states. They are not searched with every option,
/// which would be slow.
fn compare_size(size: Size, themes: &[Theme], seeds: u64) {
    let (mut disagreements, mut compared, mut many) = (Disagreements::default(), 0, 0);
    for seed in 0..seeds * times() {
        for &theme in themes {
            let case = designed(theme, size, seed);
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
    assert!(many * 8 > compared, "{many} of {compared} have many states");
}

#[test]
fn rooms_with_space() {
    compare_size(Size::Large, &THEMES, 80);
}

#[test]
fn rooms_in_a_row() {
    compare_size(Size::Row, &[Theme::Reset, Theme::All], 400);
}

#[test]
fn no_search_and_no_limit_says_what_is_not_so() {
    for (seed, theme) in (5_000..5_060).flat_map(|seed| THEMES.map(|theme| (seed, theme))) {
        let case = designed(theme, Size::Small, seed);
        let Some(expected) = explore(&case.level, &case.rules, MOST_STATES) else { continue };
        searches_say_what_is_so(&case, &expected);
        limits_change_no_verdict(&case, &expected);
    }
}

/// Every value of every rule occurs in a good part of the levels with returning blocks.
#[test]
fn every_rule_comes_up() {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut levels = 0;
    for seed in 0..1_000 {
        let Case { rules, .. } = designed(Theme::All, Size::Small, seed);
        if rules.blocks == BlockReset::Keep {
            continue;
        }
        levels += 1;
        let Rules { locks, push, push_onto, bombs, one_way, warps, .. } = &rules;
        let Rules { stair_edges, diagonals, switches, .. } = &rules;
        let drawn = [
            format!("{locks:?}"),
            format!("{push:?}"),
            format!("onto {push_onto:?}"),
            format!("{bombs:?}"),
            format!("{one_way:?}"),
            format!("stairs {}", warps.stairs),
            format!("doors {}", warps.doors),
            format!("along {stair_edges:?}"),
            format!("diagonals {diagonals}"),
            format!("switches {switches:?}"),
        ];
        drawn.into_iter().for_each(|value| *seen.entry(value).or_default() += 1);
    }
    assert_eq!(seen.len(), 9 * 2 + 3, "{seen:?}");
    assert!(seen.values().all(|many| many * 30 > levels), "{seen:?} of {levels}");
}

/// Plates in a row, each held down by a block from the start and each giving a symbol of its own: more bits than a
/// word, and a lock at the end that requires all.
#[test]
fn many_plates() {
    for plates in [2_u64, 40, 63, 64, 65, 130, 257] {
        let number = |i: u64| i as u32;
        let cells = (0..plates).map(|i| Cell::new(0, 1, number(i)));
        let tiles = Tiles {
            plates: cells
                .zip(0..)
                .map(|(cell, id)| Plate { cells: vec![cell], gives: Some(id) })
                .collect(),
            locks: vec![TileLock {
                cells: vec![Cell::new(0, 0, number(plates) - 1)],
                needs: (0..number(plates))
                    .flat_map(|id| [Requirement::Plate(id), Requirement::Symbol(id)])
                    .collect(),
            }],
            floors: vec![Grid::of_rows(&row(plates)).expect("two rows")],
            ..Tiles::default()
        };
        let name = |letter: char| (0..plates).map(move |i| format!("{letter}{i}")).collect();
        let graph = Graph { symbols: name('s'), plates: name('p'), ..Graph::default() };
        let level = Level { tiles: Some(tiles), ..Level::of_graph(graph) };
        let level = level.checked().expect("a sound level");
        let rules = Rules { push: Push::Off, ..Rules::default() };
        let expected = Outcome {
            cost: Some(Cost { straight: plates - 1, diagonal: 0 }),
            states: plates,
            dead_states: 0,
            witness: None,
        };
        assert_eq!(explore(&level, &rules, MOST_STATES).as_ref(), Some(&expected), "{plates}");
        assert_eq!(judged(&level, &rules), Ok(expected), "{plates}");
    }
}

/// A corridor from the start to the goal, with blocks below it.
fn row(length: u64) -> Vec<Vec<Tile>> {
    let mut corridor = vec![Tile::Floor; length as usize];
    corridor[0] = Tile::Start;
    corridor[length as usize - 1] = Tile::Goal;
    vec![corridor, vec![Tile::Block; length as usize]]
}

#[test]
fn who_collects_everything_wins_no_sooner() {
    // The key lies to the left, the plate to the right: 3 with the key, 1 without.
    let level = quandary_level::formats::text::read(
        "quandary/level/1\nplates: [{\"name\":\"p\",\"cells\":[[0,0,3]]}]\nwin: [\"plate:p\"]\n\nk@o.\n",
    );
    let (level, rules) = (level.expect("a level"), Rules::default());
    for (collect, game, cost) in [
        (Collect::Nothing, Game::new(&level, &rules), 1),
        (Collect::Everything, Game::gathering(&level, &rules), 3),
    ] {
        let least = explore_from(&game, game.first(), MOST_STATES).and_then(|found| found.cost);
        assert_eq!(least, Some(Cost { straight: cost, diagonal: 0 }), "the twin, {collect:?}");
        let options = Options { collect, ..Options::default() };
        let solution = solve(&level, &rules, &options, &Limits::default()).expect("few things");
        let Verdict::Solvable { walk, .. } = &solution.verdict else {
            unreachable!("{collect:?}: {solution:?}")
        };
        assert_eq!(walks::wins(&game, walk), Ok(()), "{collect:?}");
        assert_eq!(walk.cost.straight, cost, "{collect:?}");
    }
}
