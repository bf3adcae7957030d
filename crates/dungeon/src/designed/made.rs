//! A designed dungeon as it is made, a draft, and then all that was proved of it, and the route of its plan.

use super::claims::Claims;
use super::lay::Tiled;
use super::plan::Plan;
use super::tale::Tale;
use level::measure::Metrics;
use level::plan::Walk;
use level::rules::Position;
use level::{Cell, Content, Level, Tile};
use std::collections::BTreeSet;

/// A draft: its plan and its tiles.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Draft {
    /// The plan.
    pub plan: Plan,
    /// The tiles.
    pub tiled: Tiled,
}

/// A designed dungeon, proved.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Designed {
    /// The number of its attempt.
    pub attempt: u64,
    /// Its rank.
    pub rank: f64,
    /// The plan and the tiles.
    pub draft: Draft,
    /// Number of places of the tiles, from each of which a goal can be reached, even with the least that a player can hold there.
    pub places: u64,
    /// A plan, replayed.
    pub walk: Walk,
    /// True if it is proved that no plan costs less.
    pub is_cheapest: bool,
    /// Number of states that the search for the plan expanded; `None` where it was found by other means.
    pub explored: Option<u64>,
    /// The measures.
    pub metrics: Metrics,
    /// The claims that hold.
    pub claims: Claims,
    /// Its words.
    pub tale: Tale,
}

impl Designed {
    /// The enemies of a room: the cell of each, and its name.
    #[must_use]
    pub fn foes(&self, room: usize) -> Vec<(Cell, &str)> {
        let Some(tiles) = &self.draft.tiled.level.tiles else { return Vec::new() };
        let rectangle = tiles.rooms.iter().find(|one| one.node as usize == room);
        let cells = rectangle.into_iter().flat_map(level::Room::cells);
        let is_foe = |tile: Tile| matches!(tile, Tile::Enemy | Tile::Boss);
        let there = cells.filter(|&cell| tiles.tile(cell).is_some_and(is_foe));
        let name = |at| self.tale.foes.get(room).map_or("enemy", |foes| foes.name(at));
        there.enumerate().map(|(at, cell)| (cell, name(at))).collect()
    }
}

/// The rooms of the plan in order, and what is taken in each.
#[must_use]
pub fn route(level: &Level, walk: &Walk) -> Vec<String> {
    let Some(tiles) = &level.tiles else { return Vec::new() };
    let mut lines = Vec::new();
    let mut here = None;
    let mut taken = BTreeSet::new();
    for position in walk.positions() {
        let Position::Cell(cell) = position else { continue };
        let Some(room) = tiles.rooms.iter().find(|room| room.contains(cell)) else { continue };
        let id = room.node as usize;
        if here != Some(id) {
            lines.push(match here {
                None => format!("start in room {id}"),
                Some(_) => format!("go to room {id}"),
            });
            here = Some(id);
        }
        let mark = tiles.marks.iter().find(|mark| mark.cell == cell).map(|mark| mark.gives);
        let gives = mark.or(match tiles.tile(cell) {
            Some(Tile::KeyItem) => Some(Content::KeyItem),
            Some(Tile::ItemMinor) => Some(Content::ItemMinor),
            _ => None,
        });
        if let Some(gives) = gives.filter(|_| taken.insert(cell)) {
            lines.push(format!("take {}", level.graph.content_name(gives)));
        }
    }
    lines
}
