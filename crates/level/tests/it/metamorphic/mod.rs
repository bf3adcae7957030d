//! Metamorphic tests of the verifier: changes of levels with a known effect on the verdict.
//!
//! Mirrored, rotated, renumbered, or with an additional unreachable room, a level keeps its verdict, least cost, states
//! and dead states. With an additional key or a lock removed, a winnable level stays winnable at no higher cost. Where
//! directions or doors change, stairs and doors do not warp: a warp lands on the first stair, open door or cell in
//! reading order, which may differ afterwards. `QUANDARY_TIMES=200` gives at least 100,000 decided levels of each kind;
//! use a release build.

mod changed;

use crate::naive_twin::{self, levels::Kind};
use crate::tile_twin::levels::{Case, FAMILIES, random};
use crate::tile_twin::workshop::{Size, THEMES, designed};
use changed::{Turn, renumbered, turned, with_a_far_room, with_a_key};
use quandary_level::check::safety;
use quandary_level::check::what_if::{Freeable, WhatIf};
use quandary_level::limits::Limits;
use quandary_level::plan::Cost;
use quandary_level::rules::{Rules, Warps};
use quandary_level::solve::Verdict;
use quandary_level::{Level, formats};
use testing::dice::Random;
use testing::times;

/// Levels of each family, theme and of graphs, times `QUANDARY_TIMES`.
const LEVELS: u64 = 85;
/// Levels with more states are skipped.
const MOST_STATES: u64 = 20_000;

/// The compared results: least cost, states and dead states.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Counts {
    cost: Option<Cost>,
    states: u64,
    dead: u64,
}

/// The results of a check; `None` if the level is too large.
fn counts(level: &Level, rules: &Rules) -> Option<Counts> {
    let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
    let check = safety(level, rules, &limits).expect("few things");
    let cost = match &check.verdict {
        Verdict::Solvable { walk, optimal: true, .. } => Some(walk.cost),
        Verdict::Unsolvable => None,
        _ => return None,
    };
    Some(Counts { cost, states: check.states, dead: check.dead_states? })
}

/// Levels of every family in turn.
fn cases() -> impl Iterator<Item = Case> {
    let levels = LEVELS * times();
    let of_tiles = FAMILIES
        .into_iter()
        .flat_map(move |family| (0..levels).map(move |seed| random(family, seed)));
    let of_themes = THEMES
        .into_iter()
        .flat_map(move |theme| (0..levels).map(move |seed| designed(theme, Size::Small, seed)));
    let of_graphs = (0..levels).map(|seed| {
        let naive_twin::levels::Case { graph, rules, .. } =
            naive_twin::levels::small(seed, Kind::Any);
        Case { family: "Graph".to_owned(), seed, level: Level::of_graph(graph), rules }
    });
    of_tiles.chain(of_themes).chain(of_graphs)
}

/// Compares every level with its change. Of a hundred levels, the given numbers must be decided both times and be
/// winnable.
fn each(
    cases: impl Iterator<Item = Case>,
    least: [u64; 2],
    change: impl Fn(&Case, &mut Random) -> Option<Level>,
    holds: impl Fn(Counts, Counts) -> bool,
) {
    let [mut all, mut decided, mut won] = [0; 3];
    for case in cases {
        all += 1;
        let mut random = Random(case.seed ^ 0x5EED);
        let Some(changed) = change(&case, &mut random) else { continue };
        let changed = changed.checked().expect("a sound level");
        let said = [&case.level, &changed].map(|level| counts(level, &case.rules));
        let [Some(before), Some(after)] = said else { continue };
        let words = || formats::text::print(&changed);
        assert!(holds(before, after), "{case}\n{before:?} became {after:?}:\n{}", words());
        decided += 1;
        won += u64::from(before.cost.is_some());
    }
    let enough = 100 * decided >= least[0] * all && 100 * won >= least[1] * decided;
    let words = format!("{all} levels, {decided} decided, {won} won");
    assert!(enough, "{words}");
    println!("{words}");
}

/// A case under rules without warps.
fn on_foot(case: Case) -> Case {
    let rules = Rules { warps: Warps { stairs: false, doors: false }, ..case.rules };
    Case { rules, ..case }
}

/// True if winning is no harder.
fn is_no_harder(before: Counts, after: Counts) -> bool {
    match (before.cost, after.cost) {
        (Some(before), Some(after)) => after <= before,
        (Some(_), None) => false,
        (None, _) => true,
    }
}

#[test]
fn a_mirrored_level_is_as_it_was() {
    each(
        cases().map(on_foot),
        [90, 20],
        |case, _| Some(turned(&case.level, Turn::Mirror)),
        |a, b| a == b,
    );
}

#[test]
fn a_turned_level_is_as_it_was() {
    each(
        cases().map(on_foot),
        [90, 20],
        |case, _| Some(turned(&case.level, Turn::Quarter)),
        |a, b| a == b,
    );
}

#[test]
fn other_numbers_change_nothing() {
    each(cases(), [90, 30], |case, random| Some(renumbered(&case.level, random)), |a, b| a == b);
}

#[test]
fn a_room_that_nothing_leads_to_changes_nothing() {
    each(cases(), [90, 30], |case, _| Some(with_a_far_room(&case.level)), |a, b| a == b);
}

#[test]
fn with_a_key_more_nothing_is_harder() {
    each(cases(), [30, 30], |case, random| with_a_key(&case.level, random), is_no_harder);
}

#[test]
fn with_a_lock_that_is_free_nothing_is_harder() {
    let freed = |case: &Case, random: &mut Random| {
        let locks = Freeable::all(&case.level, &case.rules);
        let lock = locks.get(random.below(locks.len().max(1) as u32) as usize)?;
        let asked = WhatIf { free: vec![lock.name.clone()], ..WhatIf::default() };
        asked.of(&case.level, &case.rules).ok()
    };
    each(cases().map(on_foot), [30, 20], freed, is_no_harder);
}
