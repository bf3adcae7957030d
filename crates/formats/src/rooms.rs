//! Rooms of a level that is joined from several maps: each map is a rectangle with a node of its own in the graph.
//!
//! The graph has no edges, so a step from one room into the next needs nothing.

use crate::Area;
use level::formats::json::{LevelBuilder, Object, RawGraph, ReadError, wrong};
use level::model::graph::NodeId;
use level::model::level::{Room, Tiles};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A map with its rectangle.
#[derive(Clone, Debug)]
pub(crate) struct MapRoom {
    /// Its name.
    pub(crate) name: String,
    /// Its cells.
    pub(crate) area: Area,
}

/// The names of two rooms that share a cell, if there are such.
pub(crate) fn overlap<'a>(rooms: &'a [MapRoom], tiles: &Tiles) -> Option<(&'a str, &'a str)> {
    let mut taken: Vec<Vec<u32>> =
        tiles.floors.iter().map(|grid| vec![0; grid.tiles().len()]).collect();
    for (number, room) in (1u32..).zip(rooms) {
        for cell in room.area.cells() {
            let cols = tiles.floors.get(cell.floor as usize).map_or(0, level::Grid::cols) as usize;
            let at = cell.row as usize * cols + cell.col as usize;
            let place = taken.get_mut(cell.floor as usize).and_then(|floor| floor.get_mut(at));
            match place.map(|place| std::mem::replace(place, number)) {
                None | Some(0) => {}
                Some(other) => {
                    let other = rooms.get(other as usize - 1)?;
                    return Some((&other.name, &room.name));
                }
            }
        }
    }
    None
}

/// Adds rooms that do not overlap, and their nodes. Equal names get numbers.
///
/// # Errors
/// A fault of the graph.
pub(crate) fn put<'a>(
    rooms: &'a [MapRoom],
    tiles: &mut Tiles,
    builder: &mut LevelBuilder,
) -> Result<(), ReadError> {
    let (mut ids, mut numbers) = (BTreeSet::new(), FxHashMap::<&str, u64>::default());
    let id = |room: &'a MapRoom| {
        let mut id = room.name.clone();
        let number = numbers.entry(&room.name).or_insert(1);
        while !ids.insert(id.clone()) {
            *number += 1;
            id = format!("{} {number}", room.name);
        }
        id
    };
    let ids: Vec<String> = rooms.iter().map(id).collect();
    let nodes: Vec<Value> = ids.iter().map(|id| json!({"id": id})).collect();
    let graph = serde_json::from_value::<Object<RawGraph>>(json!({"nodes": nodes, "edges": []}));
    let graph = graph.map_err(|error| wrong("rooms", error.to_string()))?;
    builder.graph(&graph)?;
    for (id, room) in ids.into_iter().zip(rooms) {
        let Area { corner, rows, cols } = room.area;
        if let Some(node) = builder.node(&NodeId::Name(id)) {
            tiles.rooms.push(Room { node, corner, rows, cols });
        }
    }
    Ok(())
}
