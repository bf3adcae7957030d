//! A layout as text: every level a map, north at the top, the highest level first.
//!
//! A room is its letter, then a mark where stairs lead away; lines are connections. Invariant: writes nothing
//! but what the layout holds.

use super::canvas::Canvas;
use super::summary::counted;
use anstyle::{Ansi256Color, Style};
use dungeon::layout::{Direction, Kind, Layout, Room};
use dungeon::puzzle::Puzzle;

/// Width of a room in columns.
const WIDE: usize = 3;

/// The title: seed, category, and numbers of rooms and levels.
pub fn title(layout: &Layout, seed: u64) -> String {
    let [_, _, levels] = layout.bounds.size();
    format!(
        "Layout {seed}: {}, {} on {}",
        layout.category.name,
        counted(layout.rooms.len(), "room", "rooms"),
        counted(levels as usize, "level", "levels"),
    )
}

/// The whole text.
pub fn render(layout: &Layout, seed: u64, colour: bool) -> String {
    render_with(layout, &[], &title(layout, seed), colour)
}

/// The same under a title, with puzzles numbered in the passages that they block.
pub fn render_with(layout: &Layout, puzzles: &[Puzzle], title: &str, colour: bool) -> String {
    let mut text = format!("{title}\n");
    for z in (layout.bounds.min_z..=layout.bounds.max_z).rev() {
        text.push_str(&format!("\nLevel {z}\n{}", level(layout, puzzles, z).print(colour)));
    }
    text.push_str(&format!("\n{}\n", legend(layout)));
    text
}

/// The map of a level.
fn level(layout: &Layout, puzzles: &[Puzzle], z: i32) -> Canvas {
    let rooms = || layout.rooms.iter().filter(|room| room.coords[2] == z);
    let span = |axis: usize| {
        let all = || rooms().filter_map(|room| room.coords.get(axis).copied());
        (all().min().unwrap_or(0), all().max().unwrap_or(0))
    };
    let ((left, right), (bottom, top)) = (span(0), span(1));
    let length = |low: i32, high: i32| (high - low) as usize + 1;
    let mut canvas = Canvas::new(length(left, right) * WIDE, length(bottom, top) * 2 - 1);
    for room in rooms() {
        let x = (room.coords[0] - left) as usize * WIDE;
        let y = (top - room.coords[1]) as usize * 2;
        draw(&mut canvas, x, y, room);
    }
    for (sign, puzzle) in signs().zip(puzzles) {
        let Some(room) = layout.rooms.get(puzzle.room as usize) else { continue };
        let [x, y, level] = room.coords;
        if level == z {
            let (x, y) = ((x - left) as usize * WIDE, (top - y) as usize * 2);
            let (x, y) = match puzzle.direction {
                Direction::North => (x, y.saturating_sub(1)),
                Direction::South => (x, y + 1),
                Direction::East => (x + 2, y),
                Direction::West => (x.saturating_sub(1), y),
                Direction::Up | Direction::Down => (x + 2, y),
            };
            canvas.put(x, y, sign, style(Kind::Boss));
        }
    }
    canvas
}

/// The signs of puzzles: their numbers, then letters that stand for nothing else on the map.
fn signs() -> impl Iterator<Item = char> {
    let letters = ('a'..='z').filter(|letter| !"ox".contains(*letter));
    ('1'..='9').chain(letters).chain(std::iter::repeat('#'))
}

fn draw(canvas: &mut Canvas, x: usize, y: usize, room: &Room) {
    let grey = Style::new().fg_color(Some(Ansi256Color(244).into()));
    canvas.put(x, y, letter(room.kind), style(room.kind));
    if room.connections.has(Direction::East) {
        canvas.text(x + 1, y, "──", grey);
    }
    if room.connections.has(Direction::South) {
        canvas.put(x, y + 1, '│', grey);
    }
    if let Some(mark) = stairs(room) {
        canvas.put(x + 1, y, mark, Style::new().bold());
    }
}

/// The letter of a kind.
pub fn letter(kind: Kind) -> char {
    match kind {
        Kind::Entry => 'E',
        Kind::Corridor => '+',
        Kind::Chamber => 'o',
        Kind::Boss => 'B',
        Kind::Treasure => 'T',
        Kind::Puzzle => 'P',
    }
}

/// The mark of stairs: up, down or both.
pub fn stairs(room: &Room) -> Option<char> {
    match [Direction::Up, Direction::Down].map(|way| room.connections.has(way)) {
        [true, true] => Some('x'),
        [true, false] => Some('<'),
        [false, true] => Some('>'),
        [false, false] => None,
    }
}

fn style(kind: Kind) -> Style {
    let colour = match kind {
        Kind::Entry => 77,
        Kind::Boss => 203,
        Kind::Treasure => 220,
        Kind::Puzzle => 75,
        Kind::Corridor | Kind::Chamber => return Style::new(),
    };
    Style::new().fg_color(Some(Ansi256Color(colour).into())).bold()
}

/// Meaning of the letters, and number of rooms of each kind.
fn legend(layout: &Layout) -> String {
    let mut parts = Vec::new();
    for kind in Kind::ALL {
        let count = layout.rooms.iter().filter(|room| room.kind == kind).count();
        if count > 0 {
            let name = kind.name().replace('_', " ");
            parts.push(format!("{} {name} ({count})", letter(kind)));
        }
    }
    let level = |room: &Room| room.connections.has(Direction::Up);
    if layout.rooms.iter().any(level) {
        parts.push("< stairs up · > down · x both".to_owned());
    }
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon::Options;
    use dungeon::layout::{Request, generate};
    use search::Seed;

    #[test]
    fn no_puzzle_looks_like_a_room_or_stairs() {
        let rooms = Kind::ALL.map(letter);
        assert!(signs().take(99).all(|sign| !rooms.contains(&sign) && !"<>x".contains(sign)));
    }

    #[test]
    fn a_map_shows_every_room() {
        let request = Request::of("cave").unwrap();
        let layout = generate(&request, Seed::new(7).unwrap(), Options::default()).unwrap();
        let text = render(&layout, 7, false);
        assert!(text.starts_with("Layout 7: cave, ") && text.contains("\nLevel 0\n"), "{text}");
        let maps: String = text
            .lines()
            .skip(1)
            .filter(|line| !line.contains('(') && !line.starts_with("Level"))
            .collect();
        let drawn = maps.chars().filter(|c| "E+oBTP".contains(*c)).count();
        assert_eq!(drawn, layout.rooms.len(), "{text}");
        assert!(maps.contains('>') && maps.contains('<'), "{text}");
    }
}
