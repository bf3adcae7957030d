//! Rooms of a dungeon, with their enemies.

use crate::designed::Designed;
use crate::designed::holder::Holder;
use crate::designed::lay::symbol;
use crate::designed::plan::site::Place;
use crate::designed::plan::{Plan, Thing};
use crate::designed::texts::Told;
use crate::layout::room::Kind;
use crate::purpose::Purpose;
use level::Cell;
use serde::{Deserialize, Serialize};

/// The largest load of a room.
const HEAVIEST: f64 = 5.0;

/// A room.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Room {
    /// Its number, which is that of its node in the level.
    pub id: usize,
    /// The first of its cells: x, y, z.
    pub coords: Place,
    /// Its cells; several of a large room.
    pub cells: Vec<Place>,
    /// Its purpose.
    pub purpose: Purpose,
    /// The name of the drawing that it was furnished by; empty where there is none.
    pub template: String,
    /// Its kind, as layouts have it.
    pub kind: Kind,
    /// How much it asks of a player, 0 to 1.
    pub intensity: f64,
    /// The loads of its enemies together, 0 to 5.
    pub load: u8,
    /// Its enemies; the boss is one.
    pub enemies: Vec<Enemy>,
    /// The names of what it holds, as in the level.
    pub holds: Vec<String>,
    /// What keeps its key.
    pub holder: Option<Holder>,
    /// Its name.
    pub name: String,
    /// A text that is true whatever was done.
    pub text: String,
    /// Sentences that are true for a time.
    pub notes: Vec<Note>,
}

/// A sentence, and the time for which it is true.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Note {
    /// `barred:ROOM`, `holds:THING` or `enemies`.
    #[serde(rename = "while")]
    pub during: String,
    /// The sentence.
    pub text: String,
}

/// An enemy.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Enemy {
    /// What it is called.
    pub kind: String,
    /// Floor, row and column.
    pub cell: [u32; 3],
    /// Its part of the room's load.
    pub load: u8,
}

/// The cell of a level as its floor, row and column.
fn triple(Cell { floor, row, col }: Cell) -> [u32; 3] {
    [floor, row, col]
}

/// A room of a dungeon.
pub(super) fn room(made: &Designed, id: usize) -> Room {
    let (plan, tiled) = (&made.draft.plan, &made.draft.tiled);
    let told = made.tale.rooms.get(id);
    let cells = plan.site.rooms.get(id).map_or(Vec::new(), Vec::clone);
    let foes = made.foes(id);
    // The load of the room in parts that are as even as may be.
    let (load, many) = (plan.enemies[id], foes.len().max(1) as u8);
    let shared = (0..many).map(move |foe| load / many + u8::from(foe < load % many));
    Room {
        id,
        coords: cells.first().copied().unwrap_or_default(),
        cells,
        purpose: plan.purposes[id],
        template: tiled.templates.get(id).cloned().unwrap_or_default(),
        kind: kind(plan, id),
        intensity: if plan.purposes[id] == Purpose::Boss {
            1.0
        } else {
            f64::from(load) / HEAVIEST
        },
        load: plan.enemies[id],
        enemies: foes
            .into_iter()
            .zip(shared)
            .map(|((cell, kind), load)| Enemy { kind: kind.to_owned(), cell: triple(cell), load })
            .collect(),
        holds: holds(plan, id),
        holder: plan.holders[id],
        name: told.map_or(String::new(), |told| told.name.clone()),
        text: told.map_or(String::new(), |told| told.text.clone()),
        notes: told.map(notes).unwrap_or_default(),
    }
}

fn notes(told: &Told) -> Vec<Note> {
    let notes = told.notes.iter();
    notes.map(|note| Note { during: note.during.to_string(), text: note.text.clone() }).collect()
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
