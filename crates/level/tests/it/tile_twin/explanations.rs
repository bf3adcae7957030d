//! Reasons why a tile level cannot be won, checked by the twin: every named change helps, no other change helps alone,
//! and no set of the others where that is said.

use crate::tile_twin::compare::MOST_STATES;
use crate::tile_twin::levels::{Case, FAMILIES, Family, random};
use crate::tile_twin::twin::explore;
use crate::tile_twin::workshop::{Size, Theme, pitted};
use quandary_level::check::change::Change;
use quandary_level::check::check;
use quandary_level::check::locks::{Lock, locks};
use quandary_level::check::why_not::{Tried, WhyNot};
use quandary_level::limits::Limits;
use quandary_level::rules::{Assignment, Bombs, Rules, Switches};
use quandary_level::{Cell, Content, Edge, Level, Mark, Requirement, Tile};
use std::collections::{BTreeMap, BTreeSet};
use testing::dice::Random;
use testing::times;

/// Levels of a family.
const LEVELS: u64 = 50;

#[test]
fn what_is_named_helps_and_what_is_not_named_does_not() {
    let [mut compared, mut repaired, mut helped, mut together] = [0; 4];
    for (family, seed) in
        FAMILIES.into_iter().flat_map(|f| (0..LEVELS * times()).map(move |n| (f, n)))
    {
        let case = random(family, seed);
        if !case.level.has_goal() || wins(&case.level, &case.rules) != Some(false) {
            continue;
        }
        let found = check(&case.level, &case.rules, &Limits::default()).expect("few things");
        let why_not = found.why_not.unwrap_or_else(|| panic!("{case}"));
        let Some(also) = compare(&case, &why_not) else { continue };
        sets_do_not_help(&case, &why_not);
        compared += 1;
        repaired += u64::from(why_not.repair.is_some());
        helped += u64::from(also > 0);
        together += u64::from(why_not.tried == Tried::Together);
    }
    let told = [compared, repaired, helped, together];
    assert!(told.iter().all(|&many| many > 5), "compared, repaired, helped, together: {told:?}");
}

#[test]
fn conditions_of_win_are_named() {
    let [mut compared, mut waived, mut given] = [0; 3];
    for (family, seed) in
        FAMILIES.into_iter().flat_map(|f| (0..LEVELS * times()).map(move |n| (f, n)))
    {
        let mut case = random(family, 90_000 + seed);
        aim(&mut case);
        if wins(&case.level, &case.rules) != Some(false) {
            continue;
        }
        let found = check(&case.level, &case.rules, &Limits::default()).expect("few things");
        let why_not = found.why_not.unwrap_or_else(|| panic!("{case}"));
        if compare(&case, &why_not).is_none() {
            continue;
        }
        sets_do_not_help(&case, &why_not);
        compared += 1;
        waived += u64::from(why_not.also.iter().any(|one| matches!(one, Change::Waive(_))));
        let is_given = |one: &Change| matches!(one, Change::Grant(Content::Symbol(_)));
        given += u64::from(why_not.repair.iter().flatten().any(is_given));
    }
    let told = [compared, waived, given];
    assert!(told.iter().all(|&many| many > 5), "compared, waived, given: {told:?}");
}

/// Gives a level conditions of `win`, mostly in place of its goals.
fn aim(case: &mut Case) {
    let mut random = Random(case.seed ^ 0x5EED);
    let level = &mut case.level;
    if level.graph.symbols.is_empty() {
        level.graph.symbols.push("new".to_owned());
    }
    let (symbols, plates) = (level.graph.symbols.len() as u32, level.graph.plates.len() as u32);
    for _ in 0..1 + random.below(3) {
        level.win.push(match random.below(4) {
            0 => Requirement::Symbol(random.below(symbols)),
            1 => Requirement::Lacks(random.below(symbols)),
            2 if plates > 0 => Requirement::Plate(random.below(plates)),
            _ => Requirement::Toggle(random.below(2), random.chance(60)),
        });
    }
    if random.chance(70) {
        level.tiles.as_mut().expect("tiles").goals = Some(Vec::new());
    }
}

#[test]
fn a_pit_that_bars_the_way_is_named() {
    let [mut compared, mut fills, mut named] = [0; 3];
    // Of the other themes more is to be granted than is changed here.
    let themes = [Theme::Reset, Theme::Plates].into_iter();
    for (theme, seed) in themes.flat_map(|t| (0..3 * LEVELS * times()).map(move |n| (t, n))) {
        let case = pitted(theme, Size::Small, seed);
        if !case.level.has_goal() || wins(&case.level, &case.rules) != Some(false) {
            continue;
        }
        let found = check(&case.level, &case.rules, &Limits::default()).expect("few things");
        let why_not = found.why_not.unwrap_or_else(|| panic!("{case}"));
        if compare(&case, &why_not).is_none() {
            continue;
        }
        let is_fill = |change: &&Change| matches!(change, Change::Fill(_));
        compared += 1;
        fills += u64::from(why_not.repair.iter().flatten().any(|change| is_fill(&change)));
        named += u64::from(why_not.also.iter().any(|change| is_fill(&change)));
    }
    let told = [compared, fills, named];
    assert!(told.iter().all(|&many| many > 5), "compared, repaired, helped: {told:?}");
}

/// Two stair edges between two rooms, one of them a one-way lock. Opening it both ways helps, and so does a way back
/// along the other alone.
#[test]
fn a_stair_that_is_opened_leads_both_ways() {
    let case = random(Family::Doors, 60);
    let found = check(&case.level, &case.rules, &Limits::default()).expect("few things");
    let why_not = found.why_not.expect("an unsolvable level");
    let edge = |change: &Change| match change {
        Change::Open(Lock::Edges { edges, .. }) => edges.clone(),
        _ => Vec::new(),
    };
    let repair: Vec<Vec<u32>> = why_not.repair.iter().flatten().map(edge).collect();
    assert_eq!(repair, [[4]], "{why_not:?}");
    assert!(compare(&case, &why_not).is_some());
}

/// Compares one level. Returns the number of further changes that help; `None` if the twin does not finish.
fn compare(case: &Case, why_not: &WhyNot) -> Option<usize> {
    assert_ne!(why_not.tried, Tried::Some, "{case}");
    if let Some(repair) = &why_not.repair {
        let (level, rules) = changed(case, repair);
        assert!(wins(&level, &rules)?, "{repair:?}\n{case}");
    }
    let mut named: Vec<String> = why_not.also.iter().map(said).collect();
    let also = named.len();
    named.extend(why_not.core.iter().chain(why_not.repair.iter().flatten()).map(said));
    for change in all(case) {
        let name = said(&change);
        let (level, rules) = changed(case, std::slice::from_ref(&change));
        match wins(&level, &rules)? {
            // A change of the core may help only together with others.
            false => {
                assert!(!why_not.also.iter().map(said).any(|also| also == name), "{name}\n{case}");
            }
            true => assert!(named.contains(&name), "{name} helps, told are {named:?}\n{case}"),
        }
    }
    Some(also)
}

fn wins(level: &Level, rules: &Rules) -> Option<bool> {
    explore(level, rules, 4 * MOST_STATES).map(|outcome| outcome.cost.is_some())
}

fn said(change: &Change) -> String {
    match change {
        Change::Return(edge) => format!("back along {edge}"),
        Change::Rule(rule) => rule.to_string(),
        Change::Fill(cells) => format!("fill {:?}", cells.iter().min()),
        other => format!("{other:?}"),
    }
}

/// Where all changes outside of the core are said not to help together, no set of them helps.
fn sets_do_not_help(case: &Case, why_not: &WhyNot) {
    if why_not.tried != Tried::Together {
        return;
    }
    let mut random = Random(case.seed);
    let rule = |one: &Change| match one {
        Change::Rule(rule) => Some(rule.name().replace("_pickup", "s")),
        _ => None,
    };
    let mut outside = all(case);
    for one in &why_not.core {
        let at = outside.iter().position(|other| other == one).expect("a candidate");
        outside.remove(at);
    }
    let is_free = |one: &Change| {
        rule(one).is_none() || why_not.core.iter().all(|other| rule(other) != rule(one))
    };
    outside.retain(is_free);
    for percent in [100, 90, 70, 50] {
        let set: Vec<Change> = outside.iter().filter(|_| random.chance(percent)).cloned().collect();
        let (level, rules) = changed(case, &set);
        assert_ne!(wins(&level, &rules), Some(true), "{set:?} helps\n{why_not:?}\n{case}");
    }
}

/// Every change that can be named: locks, things, ways back, pits, conditions, rule values.
fn all(case: &Case) -> Vec<Change> {
    let Case { level, rules, .. } = case;
    let locks = locks(level, rules);
    let mut all: Vec<Change> = Vec::new();
    let required = locks.iter().flat_map(|lock| lock.requires(level));
    let water = level.tiles.iter().any(|tiles| tiles.holding(Tile::Element).next().is_some());
    let required = required.chain(water.then_some(Requirement::ItemLocked));
    for requirement in required.chain(level.win.iter().copied()) {
        let wanted = match requirement {
            Requirement::KeyLocked => Content::Key,
            Requirement::Bombable => Content::ItemMinor,
            Requirement::BossLocked => Content::BossKey,
            Requirement::ItemLocked => Content::KeyItem,
            Requirement::Switch => Content::Switch,
            Requirement::Symbol(id) => Content::Symbol(id),
            _ => continue,
        };
        let many = wanted == Content::Key
            || wanted == Content::ItemMinor && rules.bombs == Bombs::Consumed;
        if many || !all.contains(&Change::Grant(wanted)) {
            all.push(Change::Grant(wanted));
        }
    }
    all.extend(locks.into_iter().map(Change::Open));
    let others = |one: &&Requirement| level.win.iter().any(|other| other != *one);
    let conditions = level.win.iter().filter(|one| !matches!(one, Requirement::Symbol(_)));
    for condition in conditions.filter(others) {
        if !all.contains(&Change::Waive(*condition)) {
            all.push(Change::Waive(*condition));
        }
    }
    all.extend(beyond(case));
    all
}

/// Every way back, every pit as floor and every rule value.
fn beyond(case: &Case) -> impl Iterator<Item = Change> + '_ {
    let edges = &case.level.graph.edges;
    let kind = |edge: &Edge| edge.requires(Requirement::Stair);
    let leads_back = move |edge: &Edge| {
        let ends = (edge.to, edge.from, kind(edge));
        edges.iter().any(|other| (other.from, other.to, kind(other)) == ends)
    };
    let one_way = (0..).zip(edges).filter(move |(_, edge)| {
        !edge.requires(Requirement::SoftLocked) && edge.from != edge.to && !leads_back(edge)
    });
    let ways = one_way.map(|(i, _): (u32, _)| Change::Return(i));
    let tiles = case.level.tiles.as_ref().expect("tiles");
    let pits: BTreeSet<Vec<Cell>> = tiles.holding(Tile::Pit).map(|pit| tiles.piece(pit)).collect();
    let first = |pit: &Vec<Cell>| pit.iter().min().copied();
    let pits: BTreeMap<_, _> = pits.into_iter().map(|pit| (first(&pit), pit)).collect();
    let rules = Assignment::all().filter(|rule| {
        let mut other = case.rules.clone();
        other.assign(*rule);
        other != case.rules
    });
    ways.chain(pits.into_values().map(Change::Fill)).chain(rules.map(Change::Rule))
}

/// The level and the rules after some changes.
pub(crate) fn changed(case: &Case, changes: &[Change]) -> (Level, Rules) {
    let (mut level, mut rules) = (case.level.clone(), case.rules.clone());
    for change in changes {
        match change {
            Change::Open(lock) => open(&mut level, lock),
            Change::Grant(content) => give(&mut level, &mut rules, *content),
            Change::Return(edge) => {
                let Edge { from, to, requires } = level.graph.edges[*edge as usize].clone();
                level.graph.edges.push(Edge { from: to, to: from, requires });
            }
            Change::Rule(rule) => rules.set(&rule.to_string()).expect("a rule"),
            Change::Fill(cells) => {
                for cell in cells {
                    let tiles = level.tiles.as_mut().expect("tiles");
                    tiles.floors[cell.floor as usize].set(cell.row, cell.col, Tile::Floor);
                }
            }
            Change::Waive(condition) => level.win.retain(|other| other != condition),
            other => panic!("{other:?} is no repair"),
        }
    }
    (level, rules)
}

fn open(level: &mut Level, lock: &Lock) {
    let tiles = level.tiles.as_mut().expect("tiles");
    match lock {
        Lock::Edges { edges, .. } => {
            for &edge in edges {
                let edge = &mut level.graph.edges[edge as usize];
                let one_way = edge.requires(Requirement::SoftLocked);
                edge.requires.retain(|asked| *asked == Requirement::Stair);
                let Edge { from, to, requires } = edge.clone();
                level.graph.edges.extend(one_way.then_some(Edge { from: to, to: from, requires }));
            }
        }
        Lock::Door { cells, .. } => {
            for cell in cells {
                tiles.floors[cell.floor as usize].set(cell.row, cell.col, Tile::DoorOpen);
            }
        }
        Lock::Doorway(lock) => tiles.locks[*lock as usize].needs.clear(),
    }
}

fn give(level: &mut Level, rules: &mut Rules, content: Content) {
    match content {
        Content::Key => rules.start.keys += 1,
        Content::ItemMinor => rules.start.bombs += 1,
        Content::BossKey => rules.start.boss_key = true,
        Content::KeyItem => rules.start.key_item = true,
        Content::Switch => rules.switches = Switches::Free,
        Content::Symbol(_) => {
            let tiles = level.tiles.as_mut().expect("tiles");
            let cell = tiles.start_cell().expect("a start");
            tiles.marks.push(Mark { cell, gives: content });
        }
        other => panic!("{other:?} cannot be given"),
    }
}
