//! An area as text: the maps of its layout, with the puzzles numbered in their passages, and a list of the puzzles.

use super::layout_text::{self, Marks};
use super::summary::counted;
use dungeon::layout::{Layout, RoomKind};
use dungeon::puzzle::{Area, Certificate, Chest, Holder, Kind, PlacedArea, Puzzle, RoomIndex};
use search::Accepted;
use std::fmt::Write as _;

/// The text of an area that was generated from a seed.
pub fn render(found: &Accepted<PlacedArea, Certificate>, seed: u64, colour: bool) -> String {
    render_as(&format!("Area {seed}"), found, colour)
}

/// The text of an area under another name.
pub fn render_as(name: &str, found: &Accepted<PlacedArea, Certificate>, colour: bool) -> String {
    let area = &found.candidate.area;
    let title = format!(
        "{name} (attempt {}): {}, {}, {}",
        found.attempt,
        area.layout.category.name,
        counted(area.layout.rooms.len(), "room", "rooms"),
        counted(area.puzzles.len(), "puzzle", "puzzles"),
    );
    let Area { puzzles, items, chests, .. } = area;
    let marks = Marks { puzzles, items, chests };
    let mut text = layout_text::render_with(&as_it_is(area), &marks, &title, colour);
    for (number, puzzle) in (1..).zip(&area.puzzles) {
        text.push_str(&line(area, number, puzzle));
    }
    for chest in &area.chests {
        text.push_str(&chest_line(area, chest));
    }
    let placement = &found.candidate.placement;
    if placement.asked > 0 {
        let _ = writeln!(text, "{}", placement.words());
    }
    let states = found.proof.states.map(|states| format!(" · {states} states"));
    let _ = writeln!(
        text,
        "Proved: every room can be reached · unlosable · {} in {}{}",
        won(area),
        counted(found.proof.plan.len(), "move", "moves"),
        states.unwrap_or_default(),
    );
    text
}

/// The layout of an area as the map shows it. A puzzle room is shown as a chamber if no puzzle is in it or leads to it.
pub fn as_it_is(area: &Area) -> Layout {
    let mut layout = area.layout.clone();
    for (id, room) in (0..).zip(&mut layout.rooms) {
        let is_at = |puzzle: &Puzzle| puzzle.room == id || area.beyond(puzzle) == Some(id);
        if room.kind == RoomKind::Puzzle && !area.puzzles.iter().any(is_at) {
            room.kind = RoomKind::Chamber;
        }
    }
    layout
}

/// The proved plan in words: the last room, and the number of puzzles passed.
fn won(area: &Area) -> String {
    let boss = area.layout.rooms.iter().any(|room| room.kind == RoomKind::Boss);
    let last = if boss { "boss met" } else { "the farthest room entered" };
    match area.puzzles.len() {
        0 => last.to_owned(),
        1 => format!("{last} and the puzzle passed"),
        2 => format!("{last} and both puzzles passed"),
        many => format!("{last} and all {many} puzzles passed"),
    }
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

/// A line about a chest: its room, and the place of its key.
fn chest_line(area: &Area, chest: &Chest) -> String {
    let Chest { id, name, room, key, hint, .. } = chest;
    let (at, lies) = (place(&area.layout, *room), lies(area, key));
    format!("{id}. chest {name:?} in {at}, {key:?} {lies}; hint from INT {}\n", hint.threshold)
}

/// The places of the keys of a name.
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

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon::Options;
    use dungeon::puzzle::{PuzzleCount, Request, generate};
    use search::Seed;

    fn made(category: &str, puzzles: u32, seed: u64) -> Accepted<PlacedArea, Certificate> {
        let puzzles = PuzzleCount::Between(puzzles, puzzles);
        let request = Request { puzzles, ..Request::of(category).unwrap() };
        let report = generate(&request, Seed::new(seed).unwrap(), Options::default()).unwrap();
        report.found.into_iter().next().unwrap()
    }

    #[test]
    fn nothing_is_claimed_of_what_is_not_there() {
        let mut seen = [false; 4];
        for category in ["tavern", "inn", "cave", "dungeon", "camp", "tower"] {
            for (puzzles, seed) in (0..4).flat_map(|n| (0..12).map(move |seed| (n, seed))) {
                let found = made(category, puzzles, seed);
                let area = &found.candidate.area;
                let text = render(&found, seed, false);
                let said = |part: &str| text.contains(part);
                let boss = area.layout.rooms.iter().any(|room| room.kind == RoomKind::Boss);
                assert_eq!(said("boss"), boss, "{text}");
                let there = area.puzzles.len();
                assert_eq!(said("puzzle passed") || said("puzzles passed"), there > 0, "{text}");
                let standing = |id: u32| {
                    area.puzzles.iter().any(|p| p.room == id || area.beyond(p) == Some(id))
                };
                let rooms = as_it_is(area).rooms;
                let marked = (0..).zip(&rooms).filter(|(_, room)| room.kind == RoomKind::Puzzle);
                assert!(marked.clone().all(|(id, _)| standing(id)), "{text}");
                assert_eq!(said("P puzzle"), marked.count() > 0, "{text}");
                seen[usize::from(boss) + 2 * usize::from(there > 0)] = true;
            }
        }
        assert_eq!(seen, [true; 4], "with and without a boss, with and without puzzles");
    }
}
