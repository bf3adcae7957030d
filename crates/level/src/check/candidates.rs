//! The changes that may make an unwinnable level winnable: locks and things, and beyond these ways back, pits,
//! conditions of `win` and values of rules.

use super::change::{Change, changed};
use super::locks::{Lock, locks};
use crate::model::{Cell, Content, Edge, Level, Requirement, Tile};
use crate::rules::{Assignment, Bombs, Rules, landings};
use rustc_hash::{FxHashMap, FxHashSet};

/// The locks, then the things they require, with as many keys as key locks. Water requires the key item but is no lock.
pub(super) fn of_locks(level: &Level, rules: &Rules) -> Vec<Change> {
    let locks = locks(level, rules);
    let mut grants: Vec<Content> = Vec::new();
    let required =
        locks.iter().flat_map(|lock| lock.requires(level)).chain(level.win.iter().copied());
    let water = level.has(Tile::Element).then_some(Requirement::ItemLocked);
    for requirement in required.chain(water) {
        let wanted = match requirement {
            Requirement::KeyLocked => Content::Key,
            Requirement::Bombable => Content::ItemMinor,
            Requirement::BossLocked => Content::BossKey,
            Requirement::ItemLocked => Content::KeyItem,
            Requirement::Switch => Content::Switch,
            Requirement::Symbol(id) => Content::Symbol(id),
            _ => continue,
        };
        let used_up = wanted == Content::Key
            || (wanted == Content::ItemMinor && rules.bombs == Bombs::Consumed);
        if used_up || !grants.contains(&wanted) {
            grants.push(wanted);
        }
    }
    grants.sort_unstable();
    locks.into_iter().map(Change::Open).chain(grants.into_iter().map(Change::Grant)).collect()
}

/// Further changes: ways back along one-way edges that are no locks, every other value of each rule that can matter in
/// this level, pits, and conditions of `win`.
pub(super) fn beyond(level: &Level, rules: &Rules) -> Vec<Change> {
    let (blocks, asks) = (level.has(Tile::Block), |wanted| level.graph.requires(wanted));
    let matters = |rule: &str| match rule {
        "push" | "push_onto" | "blocks" => blocks,
        "bombs" | "bomb_pickup" => level.has(Tile::DoorBomb) || asks(Requirement::Bombable),
        "one_way" | "warps" | "stair_edges" => !level.graph.edges.is_empty(),
        "switches" => asks(Requirement::Switch),
        _ => true,
    };
    let is_of_tiles = |rule: &str| !["bombs", "bomb_pickup", "one_way", "switches"].contains(&rule);
    let others = Assignment::all().filter(|rule| {
        let mut other = rules.clone();
        other.assign(*rule);
        let decides = level.tiles.is_some() || !is_of_tiles(rule.name());
        decides && matters(rule.name()) && other != *rules
    });
    let ways = ways_back(level).map(Change::Return);
    ways.chain(others.map(Change::Rule)).chain(pits(level)).chain(conditions(level)).collect()
}

/// The edges without an edge back, except those marked as one-way, which are locks. Over tiles, a stair edge needs a
/// stair edge back, because a walked one does not lead from the stair.
fn ways_back(level: &Level) -> impl Iterator<Item = u32> + '_ {
    let is_of_tiles = level.tiles.is_some();
    let is_stair =
        move |requires: &[Requirement]| is_of_tiles && requires.contains(&Requirement::Stair);
    let edges = &level.graph.edges;
    let ways: FxHashSet<_> =
        edges.iter().map(|edge| (edge.from, edge.to, is_stair(&edge.requires))).collect();
    let leads_one_way = move |(_, edge): &(u32, &Edge)| {
        let back = (edge.to, edge.from, is_stair(&edge.requires));
        edge.from != edge.to && !edge.requires(Requirement::SoftLocked) && !ways.contains(&back)
    };
    (0..).zip(edges).filter(leads_one_way).map(|(number, _)| number)
}

/// Limit on pits that are tried one by one.
const MOST_PITS: usize = 32;

/// Every pit, that is, connected cells of PIT, as floor; all pits together if there are too many.
fn pits(level: &Level) -> Vec<Change> {
    let mut pits: Vec<Vec<Cell>> = Vec::new();
    let mut met = FxHashSet::default();
    if let Some(tiles) = &level.tiles {
        for cell in tiles.holding(Tile::Pit) {
            if !met.contains(&cell) {
                let pit = tiles.piece(cell);
                met.extend(pit.iter().copied());
                pits.push(pit);
            }
        }
    }
    if pits.len() > MOST_PITS {
        pits = vec![pits.concat()];
    }
    pits.into_iter().map(Change::Fill).collect()
}

/// The conditions of `win` that no thing in hand meets, each left out; none if there is only one, because it is the
/// goal itself.
fn conditions(level: &Level) -> impl Iterator<Item = Change> + '_ {
    let mut met = FxHashSet::default();
    let conditions = level.win.iter().filter(move |condition| {
        let is_thing = matches!(condition, Requirement::Symbol(_));
        !is_thing && level.win.iter().any(|other| other != *condition) && met.insert(**condition)
    });
    conditions.map(|condition| Change::Waive(*condition))
}

// -------------------------------------------------------------------------------------------------
// Changes that may hurt: nothing follows for them from a question about a larger set of changes.

/// The rule values that allow everything that another value of the rule allows.
const LOOSEST: [&str; 7] = [
    "push=free",
    "push_onto=walkable",
    "bombs=unlimited",
    "warps=stairs,doors",
    "stair_edges=all",
    "diagonals=true",
    "switches=free",
];

/// True if a change never hurts alone, or only where [`may_hurt`] says so.
pub(super) fn is_loosest(change: &Change) -> bool {
    match change {
        Change::Rule(rule) => LOOSEST.contains(&rule.to_string().as_str()),
        Change::Waive(_) => false,
        _ => true,
    }
}

/// True if a level with some of these changes may be winnable although it is not with all of them.
///
/// On floor a block stays in the way that would have filled the pit. A door that is opened may be the cell where a warp
/// lands. A new edge back replaces the ways back along other edges between the same nodes. Where cells have
/// requirements, only `push_onto=floor` lets a block onto them. A symbol may be one that is not to be held.
pub(super) fn may_hurt(level: &Level, rules: &Rules, changes: &[&Change]) -> bool {
    let is_door = |change: &&&Change| matches!(change, Change::Open(Lock::Door { .. }));
    let doors: Vec<&Change> = changes.iter().filter(is_door).copied().collect();
    let landings_move = || {
        let (opened, _) = changed(level, rules, &doors);
        !level.graph.edges.is_empty() && landings(level, rules) != landings(&opened, rules)
    };
    let mut many: FxHashMap<_, usize> = FxHashMap::default();
    for edge in &level.graph.edges {
        *many.entry((edge.from, edge.to)).or_default() += 1;
    }
    let is_lacked = |id| {
        let locks = level.locks().iter().flat_map(|lock| &lock.needs);
        let edges = level.graph.edges.iter().flat_map(|edge| &edge.requires);
        locks.chain(edges).chain(&level.win).any(|one| *one == Requirement::Lacks(id))
    };
    let has_others = |edge: &u32| {
        let edge = level.graph.edges.get(*edge as usize);
        edge.is_some_and(|edge| many.get(&(edge.from, edge.to)).is_some_and(|&many| many > 1))
    };
    let hurts = |change: &&Change| match change {
        Change::Fill(_) => true,
        Change::Grant(Content::Symbol(id)) => is_lacked(*id),
        Change::Return(edge) => has_others(edge),
        Change::Open(Lock::Edges { requires, edges, .. }) => {
            requires.contains(&Requirement::SoftLocked) && edges.iter().any(has_others)
        }
        Change::Rule(rule) => rule.to_string() == "push_onto=walkable" && !level.locks().is_empty(),
        _ => false,
    };
    changes.iter().any(hurts) || (!doors.is_empty() && landings_move())
}
