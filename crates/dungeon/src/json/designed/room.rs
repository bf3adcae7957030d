//! Rooms of a designed dungeon, with their enemies.

use crate::designed::Designed;
use crate::designed::holder::Holder;
use crate::designed::lay::symbol;
use crate::designed::plan::site::Place;
use crate::designed::plan::{Plan, Thing};
use crate::designed::purpose::Purpose;
use crate::layout::room::Kind;
use level::{Cell, Tile};
use serde::Serialize;

/// The largest load of a room.
const HEAVIEST: f64 = 5.0;

/// A room.
#[derive(Serialize)]
pub(super) struct Room<'a> {
    id: usize,
    coords: Place,
    cells: &'a [Place],
    purpose: Purpose,
    template: &'a str,
    kind: Kind,
    /// 0 to 1.
    intensity: f64,
    load: u8,
    enemies: Vec<Foe<'a>>,
    holds: Vec<String>,
    holder: Option<Holder>,
    name: &'a str,
    text: &'a str,
}

/// An enemy: its kind, its floor, row and column, and its part of the room's load.
#[derive(Serialize)]
struct Foe<'a> {
    kind: &'a str,
    cell: [u32; 3],
    load: u8,
}

/// The cell of a level as its floor, row and column.
fn triple(Cell { floor, row, col }: Cell) -> [u32; 3] {
    [floor, row, col]
}

/// A room of a dungeon.
pub(super) fn room(made: &Designed, id: usize) -> Room<'_> {
    let (plan, tiled) = (&made.draft.plan, &made.draft.tiled);
    let told = made.tale.rooms.get(id);
    let cells: &[Place] = plan.site.rooms.get(id).map_or(&[], Vec::as_slice);
    let tiles = tiled.level.tiles.as_ref();
    let rectangle =
        tiles.and_then(|tiles| tiles.rooms.iter().find(|room| room.node as usize == id));
    let enemies = rectangle.into_iter().flat_map(level::Room::cells);
    let is_foe = |tile: Tile| matches!(tile, Tile::Enemy | Tile::Boss);
    let is_enemy = |cell: &Cell| tiles.and_then(|tiles| tiles.tile(*cell)).is_some_and(is_foe);
    let foes: Vec<[u32; 3]> = enemies.filter(is_enemy).map(triple).collect();
    // The load of the room in parts that are as even as may be.
    let (load, many) = (plan.enemies[id], foes.len().max(1) as u8);
    let shared = (0..many).map(move |foe| load / many + u8::from(foe < load % many));
    let foe = made.tale.foes.get(id).and_then(Option::as_deref).unwrap_or("enemy");
    Room {
        id,
        coords: cells.first().copied().unwrap_or_default(),
        cells,
        purpose: plan.purposes[id],
        template: tiled.templates.get(id).map_or("", String::as_str),
        kind: kind(plan, id),
        intensity: if plan.purposes[id] == Purpose::Boss {
            1.0
        } else {
            f64::from(load) / HEAVIEST
        },
        load: plan.enemies[id],
        enemies: foes
            .iter()
            .zip(shared)
            .map(|(&cell, load)| Foe { kind: foe, cell, load })
            .collect(),
        holds: holds(plan, id),
        holder: plan.holders[id],
        name: told.map_or("", |told| &told.name),
        text: told.map_or("", |told| &told.text),
    }
}

/// Names of what a room holds, as in the level.
fn holds(plan: &Plan, id: usize) -> Vec<String> {
    let name = |&thing: &Thing| match (thing, symbol(plan, thing)) {
        (_, Some(symbol)) => format!("symbol:{symbol}"),
        (Thing::Item, None) => "key_item".to_owned(),
        (Thing::SmallKey, None) => "key".to_owned(),
        (Thing::Switch(switch), None) => format!("toggle:{switch}"),
        (_, None) => "item_minor".to_owned(),
    };
    let fixed = [(plan.start(), "start"), (plan.goal(), "goal"), (plan.boss(), "boss")];
    let there = |&(room, name): &(usize, &str)| room == id && !(plan.peaceful && name == "boss");
    let fixed = fixed.into_iter().filter(there).map(|(_, name)| name.to_owned());
    fixed.chain(plan.things[id].iter().map(name)).collect()
}

/// The kind of a room, as layouts have it.
fn kind(plan: &Plan, id: usize) -> Kind {
    match plan.purposes[id] {
        Purpose::Entrance => Kind::Entry,
        Purpose::Boss => Kind::Boss,
        Purpose::Treasure => Kind::Treasure,
        Purpose::Puzzle => Kind::Puzzle,
        _ if plan.passages_of(id).count() >= 3 => Kind::Corridor,
        _ => Kind::Chamber,
    }
}
