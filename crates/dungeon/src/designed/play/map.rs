//! The map of what the player has seen of a floor, as text, north at the top.
//!
//! Invariant: nothing is drawn that the player has not been to or looked at from the next room.

use super::here::Here;
use super::scene::Way;
use crate::designed::plan::site::Place;
use crate::layout::Direction;
use crate::puzzle::play::map::{Glyphs, HIGH, WIDE, rows};

/// The map, with a legend.
pub(super) fn draw(here: Here<'_>) -> Vec<String> {
    let Here { scene, state } = here;
    let cells = |room: usize| scene.room(room).map_or(&[][..], |room| &room.cells);
    let floor = cells(state.room).first().map_or(0, |cell| cell[2]);
    let mut glyphs = Glyphs::new();
    for &room in &state.entered {
        let cells = cells(room);
        let Some(&first) = cells.first().filter(|cell| cell[2] == floor) else { continue };
        for &cell in cells {
            let mark = if cell == first { letter(here, room) } else { more(cells, cell) };
            glyphs.insert(spot(cell), mark);
            joined(cells, cell, &mut glyphs);
        }
        scene.ways(room).iter().for_each(|way| draw_way(here, room, way, &mut glyphs));
    }
    let mut lines = vec![format!("Level {floor}")];
    lines.extend(rows(&glyphs));
    lines.push("@ you · S start · G goal · o seen · ? not seen · × barred".to_owned());
    lines.push("arrows: one way · < up · > down · double lines: one room".to_owned());
    lines
}

/// The mark in the middle of a way: it is barred, or leads one way.
fn mark(here: Here<'_>, way: &Way) -> Option<char> {
    let barred = |way: &Way| !here.state.unmet(here.scene, way).is_empty();
    let back = here.scene.way(way.to, way.from);
    if barred(way) {
        Some('×')
    } else if back.is_none_or(barred) {
        Some(match way.direction {
            Direction::North => '↑',
            Direction::South => '↓',
            Direction::East => '→',
            Direction::West => '←',
            Direction::Up => '<',
            Direction::Down => '>',
        })
    } else {
        None
    }
}

/// The row and the column of a cell.
fn spot([x, y, _]: Place) -> (i64, i64) {
    (-i64::from(y) * HIGH, i64::from(x) * WIDE)
}

/// The lines of a room in a cell that is not its first.
fn more(cells: &[Place], cell: Place) -> char {
    let joins = |sides: [Direction; 2]| sides.iter().any(|side| cells.contains(&side.step(cell)));
    match [[Direction::East, Direction::West], [Direction::North, Direction::South]].map(joins) {
        [true, true] => '╬',
        [false, true] => '║',
        [_, false] => '═',
    }
}

/// The letter of a room in its first cell.
fn letter(here: Here<'_>, room: usize) -> char {
    match room {
        room if room == here.state.room => '@',
        room if room == here.scene.start() => 'S',
        room if here.scene.is_goal(room) => 'G',
        _ => 'o',
    }
}

/// Draws what joins a cell of a room with the next ones of the same room.
fn joined(cells: &[Place], cell: Place, glyphs: &mut Glyphs) {
    let (row, column) = spot(cell);
    if cells.contains(&Direction::East.step(cell)) {
        glyphs.extend((1..WIDE).map(|step| ((row, column + step), '═')));
    }
    if cells.contains(&Direction::South.step(cell)) {
        glyphs.extend((1..HIGH).map(|step| ((row + step, column), '║')));
    }
}

/// Draws a way out of a room: a line to the next one, or a mark of stairs beside it.
fn draw_way(here: Here<'_>, room: usize, way: &Way, glyphs: &mut Glyphs) {
    let cells = |room: usize| here.scene.room(room).map_or(&[][..], |room| &room.cells);
    let leads = |cell: &&Place| cells(way.to).contains(&way.direction.step(**cell));
    let Some(&cell) = cells(room).iter().find(leads) else { return };
    let (row, column) = spot(cell);
    let [right, up, level] = way.direction.step([0; 3]).map(i64::from);
    if level != 0 {
        let mark = if level > 0 { '<' } else { '>' };
        let other = if mark == '<' { '>' } else { '<' };
        let both = glyphs.get(&(row, column + 1)) == Some(&other);
        glyphs.insert((row, column + 1), if both { 'x' } else { mark });
        return;
    }
    let (steps, line) = if up == 0 { (WIDE, '─') } else { (HIGH, '│') };
    let middle = mark(here, way);
    for step in 1..steps {
        let glyph = if step == steps / 2 { middle.unwrap_or(line) } else { line };
        let known = glyphs.entry((row - up * step, column + right * step)).or_insert(glyph);
        let is_arrow = |glyph| matches!(glyph, '→' | '←' | '↑' | '↓');
        // A way that is barred from one side is drawn so unless it leads one way, and stairs stay.
        let stays = matches!(*known, '<' | '>' | 'x') || *known == '×' && !is_arrow(glyph);
        *known = if stays || is_arrow(*known) { *known } else { glyph };
    }
    glyphs.entry((row - up * steps, column + right * steps)).or_insert('?');
}
