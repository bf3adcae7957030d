//! Draws tile texts of the corpus for tests, from a plan with one character for each room.
//!
//! Rooms are in every second row and column of the plan: `o` is a room of floor, `s` a room with a stair, `v` a room
//! with void inside, `~` a room under water. Between them `-` and `|` are doors facing each other, and `<` is a door of
//! the left room only. A door at the right margin leads off the map.

use quandary_formats::vglc::tiles::{ROOM_COLS, ROOM_ROWS, Side, is_inside_walls};

/// The tile text of a plan.
pub(super) fn drawn(plan: &[&str]) -> String {
    let at = |row: usize, col: usize| {
        plan.get(row).and_then(|line| line.as_bytes().get(col)).copied().unwrap_or(b' ')
    };
    let cols = plan.iter().map(|line| line.len()).max().unwrap_or(0).div_ceil(2);
    let mut text = String::new();
    for row in (0..plan.len()).step_by(2) {
        for r in 0..ROOM_ROWS {
            for col in (0..cols).map(|slot| slot * 2) {
                let doors = [
                    (Side::North, row > 0 && at(row.wrapping_sub(1), col) == b'|'),
                    (Side::South, at(row + 1, col) == b'|'),
                    (Side::West, col > 0 && at(row, col.wrapping_sub(1)) == b'-'),
                    (Side::East, matches!(at(row, col + 1), b'-' | b'<')),
                ];
                text.extend((0..ROOM_COLS).map(|c| letter(at(row, col), doors, r, c)));
            }
            text.push('\n');
        }
    }
    text
}

fn letter(kind: u8, doors: [(Side, bool); 4], row: u32, col: u32) -> char {
    let on = |side: Side| side.doorway(false).any(|cell| cell == (row, col));
    match kind {
        b' ' => '-',
        _ if doors.iter().any(|&(side, door)| door && on(side)) => 'D',
        _ if !is_inside_walls(row, col) => 'W',
        b'v' => '-',
        b'~' => 'P',
        b's' if (row, col) == (4, 4) => 'S',
        _ => 'F',
    }
}
