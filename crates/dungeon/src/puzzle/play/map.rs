//! The map of what the player has seen of a level, as text, north at the top.
//!
//! Invariant: nothing is drawn that the player has not been to or looked at from the next room.

use super::here::Here;
use crate::layout::{Direction, Kind, Room};
use crate::puzzle::RoomIndex;
use std::collections::BTreeMap;

/// Number of columns between two rooms, and of rows.
pub(crate) const WIDE: i64 = 4;
pub(crate) const HIGH: i64 = 2;

/// The characters that are drawn, by row and column.
pub(crate) type Glyphs = BTreeMap<(i64, i64), char>;

/// The map, with a legend.
pub(super) fn draw(here: Here<'_>) -> Vec<String> {
    let level = here.scenario.room(here.state.room).map_or(0, |room| room.coords[2]);
    let mut glyphs = Glyphs::new();
    for &at in &here.state.entered {
        if let Some(room) = here.scenario.room(at).filter(|room| room.coords[2] == level) {
            draw_room(here, at, room, &mut glyphs);
        }
    }
    let mut lines = vec![format!("Level {level}")];
    lines.extend(rows(&glyphs));
    lines.push(
        "@ you · E entry · B boss · T treasure · o seen · ? not seen · × blocked · < up · > down"
            .to_owned(),
    );
    lines
}

fn place(room: &Room) -> (i64, i64) {
    let [x, y, _] = room.coords.map(i64::from);
    (-y * HIGH, x * WIDE)
}

fn draw_room(here: Here<'_>, at: RoomIndex, room: &Room, glyphs: &mut Glyphs) {
    let (row, column) = place(room);
    glyphs.insert((row, column), letter(here, at, room));
    for way in room.connections.iter() {
        let [right, up, 0] = way.step([0; 3]).map(i64::from) else { continue };
        let down = -up;
        let line = if down == 0 { '─' } else { '│' };
        let (steps, half) = if down == 0 { (WIDE, WIDE / 2) } else { (HIGH, HIGH / 2) };
        let blocked = !here.state.blocking(here.scenario, at, way).is_empty();
        for step in 1..steps {
            let glyph = if blocked && step == half { '×' } else { line };
            glyphs.insert((row + down * step, column + right * step), glyph);
        }
        let next = (row + down * steps, column + right * steps);
        glyphs.entry(next).or_insert('?');
    }
    if let Some(mark) = stairs(room) {
        glyphs.insert((row, column + 1), mark);
    }
}

fn letter(here: Here<'_>, at: RoomIndex, room: &Room) -> char {
    match room.kind {
        _ if at == here.state.room => '@',
        _ if room.entry => 'E',
        Kind::Boss => 'B',
        Kind::Treasure => 'T',
        _ => 'o',
    }
}

/// The mark of stairs: up, down or both.
fn stairs(room: &Room) -> Option<char> {
    match [Direction::Up, Direction::Down].map(|way| room.connections.has(way)) {
        [true, true] => Some('x'),
        [true, false] => Some('<'),
        [false, true] => Some('>'),
        [false, false] => None,
    }
}

/// The glyphs as lines, from the leftmost column on.
pub(crate) fn rows(glyphs: &Glyphs) -> Vec<String> {
    let left = glyphs.keys().map(|&(_, column)| column).min().unwrap_or(0);
    let mut lines: BTreeMap<i64, String> = BTreeMap::new();
    let mut ends: BTreeMap<i64, i64> = BTreeMap::new();
    for (&(row, column), &glyph) in glyphs {
        let line = lines.entry(row).or_default();
        let end = ends.entry(row).or_insert(left);
        line.extend((*end..column).map(|_| ' '));
        line.push(glyph);
        *end = column + 1;
    }
    let (first, last) = (lines.keys().next().copied(), lines.keys().last().copied());
    let all = first.unwrap_or(0)..=last.unwrap_or(-1);
    // Rows between rooms that are far apart, as by stairs, would only be blank.
    let mut out: Vec<String> = Vec::new();
    let mut blank = 0;
    for row in all {
        let line = lines.remove(&row);
        blank = if line.is_none() { blank + 1 } else { 0 };
        if blank <= HIGH {
            out.push(line.unwrap_or_default());
        }
    }
    out
}
