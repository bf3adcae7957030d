//! Exploration: how much of a place a flood fills, ring by ring, before it reaches what is looked for.

use super::held::Thing;
use super::links::Links;
use crate::model::graph::{Content, Graph, NodeIndex, Requirement};
use crate::model::grid::Cell;
use crate::model::level::{Level, Tiles};
use crate::model::tile::Tile;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The mean share that is filled from the start to the nearest goal, and from the nearest key of each lock to it.
pub(super) fn exploration(level: &Level, links: &Links<'_>, held: &[Vec<Thing>]) -> Option<f64> {
    let shares = match (&level.tiles, held.is_empty()) {
        (Some(tiles), true) => over_cells(tiles),
        _ => over_rooms(level, links, held),
    };
    let many = shares.len() as f64;
    (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / many)
}

/// The share that is filled when the nearest of some places is reached: those as near as it, or nearer; the nearest
/// itself counts, and others as far do not.
fn filled(steps: &[Option<usize>], targets: &[usize]) -> Option<(usize, f64)> {
    let reached = targets.iter().filter_map(|&at| *steps.get(at)?).min()?;
    let nearer = steps.iter().flatten().filter(|&&step| step < reached).count();
    let all = steps.iter().flatten().count();
    Some((reached, (nearer + 1) as f64 / all as f64))
}

fn over_rooms(level: &Level, links: &Links<'_>, held: &[Vec<Thing>]) -> Vec<f64> {
    let with = |what: Thing| (0..held.len()).filter(move |&room| held[room].contains(&what));
    let mut shares = Vec::new();
    if let Some(start) = with(Thing::Start).next() {
        let goals: Vec<usize> = with(Thing::Goal).collect();
        shares.extend(filled(&links.steps(start as NodeIndex), &goals).map(|(_, share)| share));
    }
    for (&(a, b), passage) in &links.passages {
        let asked = passage.ways.iter().flatten().flat_map(|edge| edge.requires.iter().copied());
        let asked = asked.into_iter().chain(locked_between(level, (a, b)));
        let key = asked.filter_map(|requirement| key_of(requirement, &level.graph)).min();
        let Some(key) = key else { continue };
        // The nearest key: the flood that reaches the lock first, and of those the smallest.
        let ends = [a as usize, b as usize];
        let floods = rooms_with(level, key).into_iter();
        let floods = floods.filter_map(|from| filled(&links.steps(from), &ends));
        let nearest =
            floods.min_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
        shares.extend(nearest.map(|(_, share)| share));
    }
    shares
}

/// The requirements that the doorways between two rooms have by themselves.
fn locked_between(level: &Level, (a, b): (NodeIndex, NodeIndex)) -> Vec<Requirement> {
    let Some(tiles) = &level.tiles else { return Vec::new() };
    let room = |node| tiles.rooms.iter().find(move |room| room.node == node);
    let (Some(a), Some(b)) = (room(a), room(b)) else { return Vec::new() };
    let beside = |cell: &Cell, other: &crate::Room| cell.neighbours().any(|at| other.contains(at));
    let joins = |cell: &Cell| {
        (a.contains(*cell) && beside(cell, b)) || (b.contains(*cell) && beside(cell, a))
    };
    let locks = tiles.locks.iter().filter(|lock| lock.cells.iter().any(joins));
    locks.flat_map(|lock| lock.needs.iter().copied()).collect()
}

/// The key that opens a lock, if a key does.
fn key_of(requirement: Requirement, graph: &Graph) -> Option<Content> {
    match requirement {
        Requirement::KeyLocked => Some(Content::Key),
        Requirement::BossLocked => Some(Content::BossKey),
        Requirement::Symbol(id) if !graph.symbol_name(id).contains(':') => {
            Some(Content::Symbol(id))
        }
        _ => None,
    }
}

/// The rooms in which a thing lies, on tiles or in the node.
fn rooms_with(level: &Level, what: Content) -> Vec<NodeIndex> {
    let mut rooms: Vec<NodeIndex> = level.graph.holding(what).collect();
    if let Some(tiles) = &level.tiles {
        let tile = match what {
            Content::Key => Some(Tile::KeySmall),
            Content::BossKey => Some(Tile::KeyBoss),
            _ => None,
        };
        let lying = tile.into_iter().flat_map(|tile| tiles.holding(tile).collect::<Vec<_>>());
        let marked = tiles.marks.iter().filter(|mark| mark.gives == what).map(|mark| mark.cell);
        for cell in lying.chain(marked) {
            rooms.extend(tiles.rooms.iter().find(|room| room.contains(cell)).map(|room| room.node));
        }
    }
    rooms.sort_unstable();
    rooms.dedup();
    rooms
}

/// The shares of a map without rooms: from the start to a goal, and from keys to doors.
fn over_cells(tiles: &Tiles) -> Vec<f64> {
    let open: Vec<Cell> =
        tiles.cells().filter(|(_, tile)| !tile.is_solid()).map(|at| at.0).collect();
    let number: FxHashMap<Cell, usize> = open.iter().copied().zip(0..).collect();
    let near: Vec<Vec<usize>> = open
        .iter()
        .map(|cell| cell.neighbours().filter_map(|at| number.get(&at).copied()).collect())
        .collect();
    let places = |cells: &[Cell]| -> Vec<usize> {
        cells.iter().filter_map(|cell| number.get(cell).copied()).collect()
    };
    let steps = |from: &[Cell]| steps(&near, &places(from));
    let mut shares = Vec::new();
    if let Some(start) = tiles.start_cell() {
        let goals = places(&tiles.goal_cells());
        shares.extend(filled(&steps(&[start]), &goals).map(|(_, share)| share));
    }
    let kinds = [(Tile::KeySmall, Tile::DoorLocked), (Tile::KeyBoss, Tile::DoorBoss)];
    for (key, door) in kinds {
        for lock in tiles.holding(door) {
            let floods =
                tiles.holding(key).filter_map(|key| filled(&steps(&[key]), &places(&[lock])));
            let nearest =
                floods.min_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
            shares.extend(nearest.map(|(_, share)| share));
        }
    }
    shares
}

/// The fewest steps from some places to each.
fn steps(near: &[Vec<usize>], from: &[usize]) -> Vec<Option<usize>> {
    let mut steps = vec![None; near.len()];
    let mut queue: VecDeque<(usize, usize)> = from.iter().map(|&place| (place, 0)).collect();
    from.iter().for_each(|&place| steps[place] = Some(0));
    while let Some((place, step)) = queue.pop_front() {
        for &next in &near[place] {
            if steps[next].is_none() {
                steps[next] = Some(step + 1);
                queue.push_back((next, step + 1));
            }
        }
    }
    steps
}
