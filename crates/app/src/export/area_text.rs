//! An area as text: the maps of its layout with the puzzles numbered in their passages, and a list of them.

use super::layout_text;
use super::summary::counted;
use dungeon::layout::Layout;
use dungeon::puzzle::{Area, Certificate, Chest, Holder, Kind, Made, Puzzle, RoomIndex};
use search::Found;
use std::fmt::Write as _;

/// The whole text.
pub(crate) fn render(found: &Found<Made, Certificate>, seed: u64, colour: bool) -> String {
    let area = &found.draft.area;
    let title = format!(
        "Area {seed} (attempt {}): {}, {}, {}",
        found.attempt,
        area.layout.category.name,
        counted(area.layout.rooms.len(), "room", "rooms"),
        counted(area.puzzles.len(), "puzzle", "puzzles"),
    );
    let mut text = layout_text::render_with(&area.layout, &area.puzzles, &title, colour);
    for (number, puzzle) in (1..).zip(&area.puzzles) {
        text.push_str(&line(area, number, puzzle));
    }
    for chest in &area.chests {
        text.push_str(&chest_line(area, chest));
    }
    let placement = &found.draft.placement;
    if placement.asked > 0 {
        let _ = writeln!(text, "{}", placement.words());
    }
    let states = found.proof.states.map(|states| format!(" · {states} states"));
    let _ = writeln!(
        text,
        "Proved: every room can be reached · unlosable · boss met and all puzzles passed in {}{}",
        counted(found.proof.plan.len(), "move", "moves"),
        states.unwrap_or_default(),
    );
    text
}

fn line(area: &Area, number: usize, puzzle: &Puzzle) -> String {
    let kind = puzzle.kind.name().replace('_', " ");
    let at = place(&area.layout, puzzle.room);
    let way = puzzle.direction.name();
    let key = match &puzzle.kind {
        Kind::LockedDoor { key } => {
            format!(", {key:?} {}", lies(area, key))
        }
        _ => String::new(),
    };
    let int = puzzle.hint.threshold;
    format!("{number}. {kind} {:?}, {way} of {at}{key}; hint from INT {int}\n", puzzle.name)
}

/// A chest: where it stands, and where its key lies.
fn chest_line(area: &Area, chest: &Chest) -> String {
    let Chest { id, name, room, key, hint, .. } = chest;
    let (at, lies) = (place(&area.layout, *room), lies(area, key));
    format!("{id}. chest {name:?} in {at}, {key:?} {lies}; hint from INT {}\n", hint.threshold)
}

/// Where the keys of a name lie.
fn lies(area: &Area, key: &str) -> String {
    let keys = area.items.iter().filter(|item| item.name == key);
    let places: Vec<String> = keys
        .map(|item| match item.holder {
            Holder::Open => format!("in {}", place(&area.layout, item.room)),
            Holder::Chest(number) => {
                let id = area.chests.get(number).map_or("", |chest| chest.id.as_str());
                format!("in chest {id}, {}", place(&area.layout, item.room))
            }
        })
        .collect();
    places.join(" and ")
}

/// A room's coordinates.
fn place(layout: &Layout, room: RoomIndex) -> String {
    let [x, y, z] = layout.rooms.get(room as usize).map_or([0; 3], |room| room.coords);
    format!("({x}, {y}, {z})")
}
