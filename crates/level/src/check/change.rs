//! Changes to a level that a designer could make, and that a proof can ask about.

use super::edit;
use super::locks::Lock;
use crate::model::graph::{Content, Edge, Graph, PlateId, Requirement};
use crate::model::level::Level;
use crate::model::tile::Tile;
use crate::rules::Position;
use crate::rules::{Assignment, Rules, Switches};

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Take a lock away: it asks for nothing any more, and a one-way door, or stair, opens both ways.
    Open(Lock),
    /// Weld a lock shut, so that nothing opens it.
    Seal(Lock),
    /// Give the player something from the start; a key or a bomb gives one more.
    Grant(Content),
    /// Take something out of a node, or off a cell.
    Remove(Position, Content),
    /// Take a pressure plate away: it is never down.
    Lift(PlateId),
    /// Make a one-way edge two-way, given as a place in the graph.
    Return(u32),
    /// Judge the level under another value of a rule.
    Rule(Assignment),
}

/// A level and rules with changes made.
pub(crate) fn changed(level: &Level, rules: &Rules, changes: &[&Change]) -> (Level, Rules) {
    let (mut level, mut rules) = (level.clone(), rules.clone());
    for change in changes {
        match change {
            Change::Open(lock) => open(&mut level, lock),
            Change::Seal(lock) => seal(&mut level, lock),
            Change::Grant(content) => grant(&mut level, &mut rules, *content),
            Change::Remove(from, content) => edit::remove(&mut level, *from, *content),
            Change::Lift(plate) => edit::lift(&mut level, *plate),
            Change::Return(edge) => _ = edit::two_way(&mut level, *edge),
            Change::Rule(rule) => rules.assign(*rule),
        }
    }
    (level, rules)
}

/// Welds a lock shut. Its edges stay, so that one-way doors beside them are what they were.
fn seal(level: &mut Level, lock: &Lock) {
    let nowhere = Requirement::Symbol(edit::unheld(level, "sealed"));
    match lock {
        Lock::Edges { edges, .. } => {
            for &i in edges {
                level.graph.edges[i as usize].requires.push(nowhere);
            }
        }
        Lock::Door { cells, .. } => edit::lay(level, cells, Tile::Wall),
        Lock::Doorway(lock) => {
            let locks = level.tiles.iter_mut().flat_map(|tiles| &mut tiles.locks);
            locks.skip(*lock as usize).take(1).for_each(|lock| lock.needs.push(nowhere));
        }
    }
}

fn open(level: &mut Level, lock: &Lock) {
    match lock {
        Lock::Edges { edges, .. } => open_edges(&mut level.graph, edges),
        Lock::Door { cells, .. } => edit::lay(level, cells, Tile::DoorOpen),
        Lock::Doorway(lock) => {
            let locks = level.tiles.iter_mut().flat_map(|tiles| &mut tiles.locks);
            locks.skip(*lock as usize).take(1).for_each(|lock| lock.needs.clear());
        }
    }
}

fn open_edges(graph: &mut Graph, edges: &[u32]) {
    for &i in edges {
        let edge = &mut graph.edges[i as usize];
        let one_way = edge.asks(Requirement::SoftLocked);
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
        Content::Symbol(id) => {
            for edge in &mut level.graph.edges {
                edge.requires.retain(|r| *r != Requirement::Symbol(id));
            }
            for lock in level.tiles.iter_mut().flat_map(|tiles| &mut tiles.locks) {
                lock.needs.retain(|r| *r != Requirement::Symbol(id));
            }
            // A condition that always holds stands for the one that is met, so that the others still decide.
            if level.win.contains(&Requirement::Symbol(id)) {
                let nothing = Requirement::Lacks(edit::unheld(level, "granted"));
                level.win.retain(|r| *r != Requirement::Symbol(id));
                level.win.push(nothing);
            }
        }
        _ => {}
    }
}
