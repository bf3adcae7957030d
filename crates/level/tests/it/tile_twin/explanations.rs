//! Reasons why a tile level cannot be won, checked by the twin: every named change helps, and no other way back or rule
//! value helps alone.

use crate::tile_twin::compare::MOST_STATES;
use crate::tile_twin::levels::{Case, FAMILIES, Family, random};
use crate::tile_twin::twin::explore;
use crate::tile_twin::workshop::{Size, Theme, pitted};
use quandary_level::check::change::Change;
use quandary_level::check::check;
use quandary_level::check::locks::Lock;
use quandary_level::check::why_not::{Tried, WhyNot};
use quandary_level::limits::Limits;
use quandary_level::rules::{KNOWN, Rules, Switches};
use quandary_level::{Cell, Content, Edge, Level, Requirement, Tile};
use std::collections::{BTreeMap, BTreeSet};
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
        compared += 1;
        repaired += u64::from(why_not.repair.is_some());
        helped += u64::from(also > 0);
        together += u64::from(why_not.tried == Tried::Together);
    }
    let told = [compared, repaired, helped, together];
    assert!(told.iter().all(|&many| many > 5), "compared, repaired, helped, together: {told:?}");
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
    named.extend(why_not.core.iter().map(said));
    for (name, level, rules) in beyond(case) {
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

/// Every way back and every rule value, with the changed level and rules.
fn beyond(case: &Case) -> Vec<(String, Level, Rules)> {
    let edges = &case.level.graph.edges;
    let leads = |from, to| edges.iter().any(|edge| (edge.from, edge.to) == (from, to));
    let one_way = (0..).zip(edges).filter(|(_, edge)| {
        !edge.requires(Requirement::SoftLocked)
            && edge.from != edge.to
            && !leads(edge.to, edge.from)
    });
    let ways = one_way.map(|(i, _): (u32, _)| Change::Return(i)).map(|back| {
        let (level, rules) = changed(case, std::slice::from_ref(&back));
        (said(&back), level, rules)
    });
    let tiles = case.level.tiles.as_ref().expect("tiles");
    let pits: BTreeSet<Vec<Cell>> = tiles.holding(Tile::Pit).map(|pit| tiles.piece(pit)).collect();
    let first = |pit: &Vec<Cell>| pit.iter().min().copied();
    let pits: BTreeMap<_, _> = pits.into_iter().map(|pit| (first(&pit), pit)).collect();
    let pits = pits.into_values().map(Change::Fill).map(|fill| {
        let (level, rules) = changed(case, std::slice::from_ref(&fill));
        (said(&fill), level, rules)
    });
    let rules = KNOWN
        .into_iter()
        .flat_map(|(name, values)| values.iter().map(move |v| format!("{name}={v}")));
    let rules = rules.map(|rule| {
        let mut other = case.rules.clone();
        other.set(&rule).expect("a rule");
        (rule, case.level.clone(), other)
    });
    ways.chain(pits).chain(rules.filter(|(_, _, rules)| *rules != case.rules)).collect()
}

/// The level and the rules after some changes.
fn changed(case: &Case, changes: &[Change]) -> (Level, Rules) {
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
        Content::Symbol(id) => {
            let asked =
                |needs: &mut Vec<Requirement>| needs.retain(|r| *r != Requirement::Symbol(id));
            level
                .graph
                .edges
                .iter_mut()
                .for_each(|edge| edge.requires.retain(|r| *r != Requirement::Symbol(id)));
            level
                .tiles
                .iter_mut()
                .flat_map(|tiles| &mut tiles.locks)
                .for_each(|lock| asked(&mut lock.needs));
        }
        other => panic!("{other:?} cannot be given"),
    }
}
