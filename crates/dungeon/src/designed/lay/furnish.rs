//! Furniture of rooms: templates or yards of blocks, and what lies in them.

use super::blocks;
use super::laid::Laid;
use super::names::{Spot, symbol};
use crate::designed::holder::Holder;
use crate::designed::plan::site::RoomId;
use crate::designed::plan::{Gate, Plan, Thing};
use crate::designed::rooms::{self, Family, Library, Sides, Split, Used, Wanted};
use crate::reject::Reject;
use level::Tile;
use search::{Attempt, Stream};
use std::cmp::Reverse;

/// Furnishes the rooms, and lays what lies in them.
pub(super) fn contents(
    plan: &Plan,
    family: Family,
    rooms: &mut [Laid],
    attempt: Attempt,
) -> Result<(), Reject> {
    let part = attempt.part("contents");
    let mut used = Used::new(rooms.len());
    for (id, laid) in rooms.iter_mut().enumerate() {
        let stream = &mut part.phase(&id.to_string());
        let plate = plan.passages.iter().find_map(|passage| match passage.gate {
            Gate::Plate(plate) if passage.ends[0] == id => Some(plate),
            _ => None,
        });
        match plate {
            Some(plate) => {
                let spots = blocks::lay(&mut laid.ground, family, stream).ok_or(Reject::NoYard)?;
                laid.plates.push((plate, spots));
                laid.template = "yard".to_owned();
            }
            None => furnish(plan, id, family, laid, &mut used, stream)?,
        }
    }
    Ok(())
}

/// Fills a room by a template, and lays its things and enemies.
fn furnish(
    plan: &Plan,
    id: RoomId,
    family: Family,
    laid: &mut Laid,
    used: &mut Used,
    stream: &mut Stream,
) -> Result<(), Reject> {
    let fixed = fixtures(plan, id);
    let things = &plan.things[id];
    let (rows, cols) = laid.ground.size();
    let mouths: Vec<rooms::Spot> =
        laid.ground.mouths().iter().map(|mouth| inside(mouth.spot)).collect();
    // Each way over water leads to a part of its own, and all else lies on one side.
    let sides: Vec<Option<u8>> = (1..)
        .zip(laid.ground.mouths())
        .map(|(side, mouth)| Some(if mouth.beyond_water { side } else { 0 }))
        .collect();
    let count = fixed.len() + things.len();
    let near = vec![Some(0); count.max(1)];
    let split = Split::Water(Sides {
        mouths: &sides,
        things: &near[..count],
        stairs: &near[..usize::from(laid.stairs)],
    });
    let wanted = Wanted {
        family,
        purpose: plan.purposes[id],
        width: cols as usize - 2,
        height: rows as usize - 2,
        mouths: &mouths,
        things: count,
        stairs: usize::from(laid.stairs),
        split: if laid.ground.mouths().iter().any(|mouth| mouth.beyond_water) {
            split
        } else {
            Split::Open
        },
        liked: liked(plan.holders[id]),
    };
    let library = Library::builtin();
    let filled = rooms::fill(library, &wanted, used, stream);
    // If no river fits there is a moat before the door.
    let moat = filled.is_none() && wanted.split != Split::Open;
    let filled = match filled {
        None if moat => {
            rooms::fill(library, &Wanted { split: Split::Open, ..wanted }, used, stream)
        }
        filled => filled,
    };
    let filled = filled.ok_or(Reject::NoFurniture)?;
    for (at, &tile) in filled.tiles.iter().enumerate() {
        let (row, col) = (at / filled.width, at % filled.width);
        laid.ground.set((row as u32 + 1, col as u32 + 1), tile);
    }
    let mut spots = filled.things.iter().map(|&spot| outside(spot));
    for (tile, spot) in fixed.into_iter().zip(&mut spots) {
        laid.ground.set(spot, tile);
    }
    for (&thing, spot) in things.iter().zip(&mut spots) {
        laid.ground.set(spot, tile_of(thing));
        laid.marks.extend(symbol(plan, thing).map(|name| (spot, name)));
        if let Thing::Switch(switch) = thing {
            laid.switches.push((spot, switch));
        }
    }
    let key = things.iter().position(|thing| matches!(thing, Thing::Key(_) | Thing::Item));
    let key = key.and_then(|key| filled.things.get(count - things.len() + key));
    for spot in enemies(plan, id, &filled.enemies, key.copied().map(outside)) {
        laid.ground.set(spot, Tile::Enemy);
    }
    laid.template = filled.template;
    let held: Vec<Spot> = filled.things.iter().map(|&spot| outside(spot)).collect();
    if moat && !laid.ground.moats(&held) {
        return Err(Reject::NoFurniture);
    }
    Ok(())
}

/// The cells of the enemies of a room, of those where they may stand: those who guard a key are about it, those who wait
/// for somebody to take it keep away.
fn enemies(plan: &Plan, id: RoomId, may: &[rooms::Spot], key: Option<Spot>) -> Vec<Spot> {
    let load = if id == plan.boss() { 0 } else { usize::from(plan.enemies[id]) };
    let mut spots: Vec<Spot> = may.iter().map(|&spot| outside(spot)).collect();
    let steps = |&(row, col): &Spot| {
        let key = key.unwrap_or((row, col));
        row.abs_diff(key.0) + col.abs_diff(key.1)
    };
    match plan.holders[id] {
        Some(Holder::GuardedAltar) => spots.sort_by_key(steps),
        Some(Holder::Ambush) => spots.sort_by_key(|spot| Reverse(steps(spot))),
        _ => {}
    }
    spots.truncate(load.div_ceil(2));
    spots
}

/// What a room that keeps a key by something has best some of.
fn liked(holder: Option<Holder>) -> Option<Tile> {
    match holder? {
        Holder::FloodingVault => Some(Tile::Element),
        Holder::CollapsingBridge => Some(Tile::Void),
        _ => None,
    }
}

/// A cell of a room as one of its interior.
fn inside((row, col): Spot) -> rooms::Spot {
    rooms::Spot { row: row.saturating_sub(1) as usize, col: col.saturating_sub(1) as usize }
}

/// A cell of an interior as one of its room.
fn outside(spot: rooms::Spot) -> Spot {
    (spot.row as u32 + 1, spot.col as u32 + 1)
}

/// The tiles that a room has besides its things: start, goal and boss.
fn fixtures(plan: &Plan, id: RoomId) -> Vec<Tile> {
    let fixed =
        [(plan.start(), Tile::Start), (plan.goal(), Tile::Triforce), (plan.boss(), Tile::Boss)];
    let is_there = |tile: &Tile| *tile != Tile::Boss || !plan.peaceful;
    fixed
        .into_iter()
        .filter(|&(room, _)| room == id)
        .map(|(_, tile)| tile)
        .filter(is_there)
        .collect()
}

/// The tile that a thing lies on, or is. Where things lie there are no blocks that could be pushed onto them.
fn tile_of(thing: Thing) -> Tile {
    match thing {
        Thing::Item => Tile::KeyItem,
        Thing::Bombs => Tile::ItemMinor,
        Thing::SmallKey => Tile::KeySmall,
        Thing::Key(_) | Thing::Treasure(_) | Thing::Solution(_) | Thing::Switch(_) => Tile::Floor,
    }
}
