//! Changes to a level for use in proofs and repairs, and the edits that implement them.

use super::locks::Lock;
use crate::model::{
    Cell, Content, Edge, Graph, Level, Mark, PlateId, Requirement, SymbolId, Tile, TileLock,
};
use crate::rules::{Assignment, Position, Rules, Switches};

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Removes a lock: it requires nothing, and a one-way door or stair opens both ways.
    Open(Lock),
    /// Seals a lock permanently.
    Seal(Lock),
    /// Gives the player a thing from the start. A key or a bomb is one more of its kind.
    Grant(Content),
    /// Removes a thing from a node or a cell.
    Remove(Position, Content),
    /// Disables a pressure plate: it is never down.
    Lift(PlateId),
    /// Makes a one-way edge two-way. The edge is an index into the graph's edges.
    Return(u32),
    /// Sets a rule to another value.
    Rule(Assignment),
    /// Makes the cells of a pit floor.
    Fill(Vec<Cell>),
    /// Removes a condition of `win`, which has others.
    Waive(Requirement),
}

pub(crate) fn changed(level: &Level, rules: &Rules, changes: &[&Change]) -> (Level, Rules) {
    let (mut level, mut rules) = (level.clone(), rules.clone());
    for change in changes {
        match change {
            Change::Open(lock) => open(&mut level, lock),
            Change::Seal(lock) => seal(&mut level, lock),
            Change::Grant(content) => grant(&mut level, &mut rules, *content),
            Change::Remove(from, content) => remove(&mut level, *from, *content),
            Change::Lift(plate) => lift(&mut level, *plate),
            Change::Return(edge) => _ = two_way(&mut level, *edge),
            Change::Rule(rule) => rules.assign(*rule),
            Change::Fill(cells) => level.set_tile(cells, Tile::Floor),
            Change::Waive(condition) => level.win.retain(|other| other != condition),
        }
    }
    (level, rules)
}

/// Seals a lock. Its edges remain, because other edges between the same nodes could change meaning without them.
fn seal(level: &mut Level, lock: &Lock) {
    let nowhere = Requirement::Symbol(unheld(level, "sealed"));
    match lock {
        Lock::Edges { edges, .. } => {
            for &i in edges {
                level.graph.edges[i as usize].requires.push(nowhere);
            }
        }
        Lock::Door { cells, .. } => level.set_tile(cells, Tile::Wall),
        Lock::Doorway(lock) => {
            locks(level).skip(*lock as usize).take(1).for_each(|lock| lock.needs.push(nowhere));
        }
    }
}

fn locks(level: &mut Level) -> impl Iterator<Item = &mut TileLock> {
    level.tiles.iter_mut().flat_map(|tiles| &mut tiles.locks)
}

fn open(level: &mut Level, lock: &Lock) {
    match lock {
        Lock::Edges { edges, .. } => open_edges(&mut level.graph, edges),
        Lock::Door { cells, .. } => level.set_tile(cells, Tile::DoorOpen),
        Lock::Doorway(lock) => {
            locks(level).skip(*lock as usize).take(1).for_each(|lock| lock.needs.clear());
        }
    }
}

fn open_edges(graph: &mut Graph, edges: &[u32]) {
    for &i in edges {
        let edge = &mut graph.edges[i as usize];
        let one_way = edge.requires(Requirement::SoftLocked);
        edge.requires.retain(|r| *r == Requirement::Stair);
        let back = Edge { from: edge.to, to: edge.from, requires: edge.requires.clone() };
        if one_way {
            graph.edges.push(back);
        }
    }
}

fn grant(level: &mut Level, rules: &mut Rules, content: Content) {
    match content {
        Content::Key => rules.start.keys += 1,
        Content::ItemMinor => rules.start.bombs += 1,
        Content::BossKey => rules.start.boss_key = true,
        Content::KeyItem => rules.start.key_item = true,
        Content::Switch => rules.switches = Switches::Free,
        // A symbol that lies at the start is held at once.
        Content::Symbol(_) => match &mut level.tiles {
            Some(tiles) => {
                let cell = tiles.start_cell();
                tiles.marks.extend(cell.map(|cell| Mark { cell, gives: content }));
            }
            None => {
                let node = level.graph.start.and_then(|n| level.graph.nodes.get_mut(n as usize));
                node.into_iter().for_each(|node| node.contents.push(content));
            }
        },
        _ => {}
    }
}

// -------------------------------------------------------------------------------------------------
// Edits of a level, shared by the changes above and by the what-if questions.

/// Removes what the tile of a cell gives. The new tile is walkable and, as before, no block can be pushed onto it.
pub(super) fn clear(level: &mut Level, cells: &[Cell]) {
    level.set_tile(cells, Tile::Puzzle);
}

/// Removes a thing from its node or cell; of several of its name in a node, one.
pub(super) fn remove(level: &mut Level, from: Position, content: Content) {
    match (from, content) {
        (Position::Node(node), _) => {
            let contents = &mut level.graph.nodes[node as usize].contents;
            let one = contents.iter().position(|held| *held == content);
            one.map(|at| contents.remove(at));
        }
        (Position::Cell(cell), Content::Symbol(_) | Content::Toggle(_)) => {
            if let Some(tiles) = &mut level.tiles {
                tiles.marks.retain(|mark| (mark.cell, mark.gives) != (cell, content));
            }
        }
        (Position::Cell(cell), _) => clear(level, &[cell]),
    }
}

/// Removes a symbol or a toggle wherever it lies.
pub(super) fn remove_all(level: &mut Level, content: Content) {
    level.graph.nodes.iter_mut().for_each(|node| node.contents.retain(|held| *held != content));
    if let Some(tiles) = &mut level.tiles {
        tiles.marks.retain(|mark| mark.gives != content);
    }
}

/// Adds a symbol that lies nowhere and can never be held, under an unused name.
pub(super) fn unheld(level: &mut Level, name: &str) -> SymbolId {
    let symbols = &mut level.graph.symbols;
    let mut names = (1..).map(|n| if n == 1 { name.to_owned() } else { format!("{name} {n}") });
    let new = names.find(|name| !symbols.contains(name));
    symbols.extend(new);
    symbols.len() as SymbolId - 1
}

/// Disables a plate: it loses its cells, and every requirement of it becomes a requirement of an unobtainable symbol.
pub(super) fn lift(level: &mut Level, plate: PlateId) {
    let nowhere = Requirement::Symbol(unheld(level, "nowhere"));
    let Level { tiles, graph, win, .. } = level;
    let of_edges = graph.edges.iter_mut().flat_map(|edge| edge.requires.iter_mut());
    let locks = tiles.iter_mut().flat_map(|tiles| &mut tiles.locks);
    let of_locks = locks.flat_map(|lock| &mut lock.needs);
    for requirement in of_edges.chain(of_locks).chain(win) {
        if *requirement == Requirement::Plate(plate) {
            *requirement = nowhere;
        }
    }
    if let Some(plate) = tiles.iter_mut().find_map(|tiles| tiles.plates.get_mut(plate as usize)) {
        plate.gives = None;
        plate.cells.clear();
    }
}

/// Makes an edge two-way; `None` if there is no such edge.
///
/// A one-way door opens both ways. An edge back with the remaining requirements is added, unless one exists: for a door
/// any edge back counts, for other edges only one with the same requirements. Two edges back, of which one requires a
/// stair, lead to different cells, so both are kept.
pub(super) fn two_way(level: &mut Level, edge: u32) -> Option<()> {
    let edges = &mut level.graph.edges;
    let one = edges.get_mut(edge as usize)?;
    let door = one.requires(Requirement::SoftLocked);
    one.requires.retain(|requirement| *requirement != Requirement::SoftLocked);
    let back = Edge { from: one.to, to: one.from, requires: one.requires.clone() };
    let leads = |edge: &Edge| {
        (edge.from, edge.to) == (back.from, back.to) && (door || edge.requires == back.requires)
    };
    if !edges.iter().any(leads) {
        edges.push(back);
    }
    Some(())
}
