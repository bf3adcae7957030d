//! What passages ask for, and what gives it.

use level::{Content, Level, Requirement, Tile, Tiles};
use std::collections::BTreeSet;

/// Everything that some passage asks for.
pub(super) struct Asked(BTreeSet<Requirement>);

impl Asked {
    /// What the edges, the locks and the doors of a level ask for.
    pub(super) fn of(level: &Level, tiles: &Tiles) -> Self {
        let edges = level.graph.edges.iter().flat_map(|edge| edge.requires.iter().copied());
        let locks = tiles.locks.iter().flat_map(|lock| lock.needs.iter().copied());
        let doors = tiles.cells().filter_map(|(_, tile)| of_door(tile));
        Self(edges.chain(locks).chain(doors).collect())
    }

    /// True if something asks for what a content gives.
    pub(super) fn wants(&self, content: Content) -> bool {
        self.0.iter().any(|&need| given_by(need).contains(&content))
    }
}

/// What a door asks for by itself.
pub(super) fn of_door(tile: Tile) -> Option<Requirement> {
    match tile {
        Tile::DoorLocked => Some(Requirement::KeyLocked),
        Tile::DoorBomb => Some(Requirement::Bombable),
        Tile::DoorBoss => Some(Requirement::BossLocked),
        Tile::Element => Some(Requirement::ItemLocked),
        _ => None,
    }
}

/// The contents that give what is asked for; plates and switches of rooms aside. A symbol that must not be held is one
/// that matters as well.
pub(super) fn given_by(need: Requirement) -> Vec<Content> {
    match need {
        Requirement::KeyLocked => vec![Content::Key],
        Requirement::BossLocked => vec![Content::BossKey],
        Requirement::Bombable => vec![Content::ItemMinor, Content::KeyItem],
        Requirement::ItemLocked => vec![Content::KeyItem],
        Requirement::Symbol(symbol) | Requirement::Lacks(symbol) => vec![Content::Symbol(symbol)],
        Requirement::Toggle(toggle, _) => vec![Content::Toggle(toggle)],
        Requirement::Switch
        | Requirement::Stair
        | Requirement::SoftLocked
        | Requirement::Plate(_) => Vec::new(),
    }
}
