//! Rooms of a designed dungeon, with their enemies.

use crate::designed::Designed;
use crate::designed::holder::Holder;
use crate::designed::lay::symbol;
use crate::designed::plan::site::Place;
use crate::designed::plan::{Plan, Thing};
use crate::designed::texts::Told;
use crate::layout::room::Kind;
use crate::purpose::Purpose;
use level::Cell;
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
    /// Sentences that are true for a time.
    notes: Vec<Note<'a>>,
}

/// A sentence, and the time for which it is true.
#[derive(Serialize)]
struct Note<'a> {
    #[serde(rename = "while")]
    during: String,
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
    let foes = made.foes(id);
    // The load of the room in parts that are as even as may be.
    let (load, many) = (plan.enemies[id], foes.len().max(1) as u8);
    let shared = (0..many).map(move |foe| load / many + u8::from(foe < load % many));
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
            .map(|((cell, kind), load)| Foe { kind, cell: triple(*cell), load })
            .collect(),
        holds: holds(plan, id),
        holder: plan.holders[id],
        name: told.map_or("", |told| &told.name),
        text: told.map_or("", |told| &told.text),
        notes: told.map(notes).unwrap_or_default(),
    }
}

fn notes(told: &Told) -> Vec<Note<'_>> {
    let notes = told.notes.iter();
    notes.map(|note| Note { during: note.during.to_string(), text: &note.text }).collect()
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
