//! A layout as text: a map of each level, north at the top, the highest level first.
//!
//! A room is its letter, then a mark if stairs lead away. Lines are connections. Row numbers are at the left, column
//! numbers below. Invariant: the text holds nothing that is not in the layout, and a column and a row mean the same
//! place on every level.

use super::canvas::Canvas;
use super::summary::counted;
use anstyle::{Ansi256Color, Style};
use dungeon::layout::{Direction, Layout, Room, RoomKind};
use dungeon::puzzle::{Chest, Holder, Item, Puzzle, RoomIndex};

/// Columns of a room on the map of a layout.
const WIDE: usize = 3;
/// Columns of a room on the map of an area, which needs one more for items.
const WIDER: usize = 4;
/// Columns between the numbers of an axis.
const APART: usize = 1;

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
    render_with(layout, &Marks::default(), &title(layout, seed), colour)
}

/// The marks on the map of an area.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'a> {
    /// The puzzles, numbered in the passages that they block.
    pub puzzles: &'a [Puzzle],
    /// The keys, in their rooms.
    pub items: &'a [Item],
    /// The chests, in their rooms.
    pub chests: &'a [Chest],
}

/// The text under another title, with marks on the map.
pub fn render_with(layout: &Layout, marks: &Marks<'_>, title: &str, colour: bool) -> String {
    let mut text = format!("{title}\n");
    let frame = Frame::of(layout, marks);
    for z in (layout.bounds.min_z..=layout.bounds.max_z).rev() {
        let level = frame.level(layout, marks, z);
        text.push_str(&format!("\nLevel {z}\n{}", level.print(colour)));
    }
    text.push_str(&format!("\n{}\n", legend(layout, marks)));
    text
}

/// The frame of a level. It is the same for all levels, so rooms joined by stairs are at the same place.
struct Frame {
    left: i32,
    right: i32,
    bottom: i32,
    top: i32,
    /// Columns of a room.
    wide: usize,
    margin: usize,
}

impl Frame {
    fn of(layout: &Layout, marks: &Marks<'_>) -> Self {
        let span = |axis: usize| {
            let all = || layout.rooms.iter().filter_map(|room| room.coords.get(axis).copied());
            (all().min().unwrap_or(0), all().max().unwrap_or(0))
        };
        let ((left, right), (bottom, top)) = (span(0), span(1));
        let wide = if marks.are_none() { WIDE } else { WIDER };
        let margin = [bottom, top].map(|y| y.to_string().len()).into_iter().max().unwrap_or(0);
        Self { left, right, bottom, top, wide, margin: margin.max(1) + 2 }
    }

    /// The column and the row of a room.
    fn at(&self, room: &Room) -> (usize, usize) {
        let [x, y, _] = room.coords;
        (self.margin + (x - self.left) as usize * self.wide, (self.top - y) as usize * 2)
    }

    /// The map of a level, with its axes.
    fn level(&self, layout: &Layout, marks: &Marks<'_>, z: i32) -> Canvas {
        let columns = (self.right - self.left) as usize + 1;
        let rows = (self.top - self.bottom) as usize * 2 + 1;
        // The last number and the name of the axis may be wider than a room.
        let width = self.margin + columns * self.wide + self.right.to_string().len() + 3;
        let mut canvas = Canvas::new(width, rows + 1);
        self.axes(&mut canvas, rows);
        for room in layout.rooms.iter().filter(|room| room.coords[2] == z) {
            self.room(&mut canvas, room);
        }
        for (sign, puzzle) in signs().zip(marks.puzzles) {
            let room = layout.rooms.get(puzzle.room as usize);
            if let Some(room) = room.filter(|room| room.coords[2] == z) {
                let (x, y) = self.passage(room, puzzle.direction);
                canvas.put(x, y, sign, style(RoomKind::Boss));
            }
        }
        for (id, room) in (0..).zip(&layout.rooms).filter(|(_, room)| room.coords[2] == z) {
            if let Some(mark) = marks.of(id) {
                let (x, y) = self.at(room);
                canvas.put(x + 2, y, mark, style(RoomKind::Treasure));
            }
        }
        canvas
    }

    /// Draws the row numbers at the left and the column numbers below.
    fn axes(&self, canvas: &mut Canvas, rows: usize) {
        for y in self.bottom..=self.top {
            let number = format!("{y:>0$}", self.margin - 2);
            canvas.text(0, (self.top - y) as usize * 2, &number, grey());
        }
        let longest = [self.left, self.right].map(|x| x.to_string().len());
        let every = (longest[0].max(longest[1]) + APART).div_ceil(self.wide);
        for x in (self.left..=self.right).step_by(every) {
            let column = self.margin + (x - self.left) as usize * self.wide;
            canvas.text(column, rows, &x.to_string(), grey());
        }
        canvas.put(self.margin.saturating_sub(2), rows, 'x', grey());
    }

    /// The position of a puzzle in the passage that it blocks.
    fn passage(&self, room: &Room, direction: Direction) -> (usize, usize) {
        let (x, y) = self.at(room);
        match direction {
            Direction::North => (x, y.saturating_sub(1)),
            Direction::South => (x, y + 1),
            Direction::East | Direction::Up | Direction::Down => (x + self.wide - 1, y),
            Direction::West => (x.saturating_sub(1), y),
        }
    }

    fn room(&self, canvas: &mut Canvas, room: &Room) {
        let (x, y) = self.at(room);
        draw(canvas, x, y, room, self.wide);
    }
}

impl Marks<'_> {
    /// True if nothing lies in any room.
    fn are_none(&self) -> bool {
        self.items.is_empty() && self.chests.is_empty()
    }

    /// The mark of the item or chest in a room.
    fn of(&self, room: RoomIndex) -> Option<char> {
        let chests = self.chests.iter().filter(|chest| chest.room == room).count();
        let open = |item: &&Item| item.room == room && item.holder == Holder::Open;
        let keys = self.items.iter().filter(open).count();
        match (keys, chests) {
            (0, 0) => None,
            (1, 0) => Some('k'),
            (0, 1) => Some('c'),
            _ => Some('&'),
        }
    }
}

/// The signs of puzzles: digits, then letters with no other meaning on the map.
fn signs() -> impl Iterator<Item = char> {
    let letters = ('a'..='z').filter(|letter| !"ckox".contains(*letter));
    ('1'..='9').chain(letters).chain(std::iter::repeat('#'))
}

fn grey() -> Style {
    Style::new().fg_color(Some(Ansi256Color(244).into()))
}

fn draw(canvas: &mut Canvas, x: usize, y: usize, room: &Room, wide: usize) {
    canvas.put(x, y, letter(room.kind), style(room.kind));
    if room.connections.has(Direction::East) {
        canvas.text(x + 1, y, &"─".repeat(wide - 1), grey());
    }
    if room.connections.has(Direction::South) {
        canvas.put(x, y + 1, '│', grey());
    }
    if let Some(mark) = stairs(room) {
        canvas.put(x + 1, y, mark, Style::new().bold());
    }
}

/// The letter of a kind.
pub fn letter(kind: RoomKind) -> char {
    match kind {
        RoomKind::Entry => 'E',
        RoomKind::Corridor => '+',
        RoomKind::Chamber => 'o',
        RoomKind::Boss => 'B',
        RoomKind::Treasure => 'T',
        RoomKind::Puzzle => 'P',
    }
}

/// The mark of a room's stairs: up, down or both.
pub fn stairs(room: &Room) -> Option<char> {
    match [Direction::Up, Direction::Down].map(|way| room.connections.has(way)) {
        [true, true] => Some('x'),
        [true, false] => Some('<'),
        [false, true] => Some('>'),
        [false, false] => None,
    }
}

fn style(kind: RoomKind) -> Style {
    let colour = match kind {
        RoomKind::Entry => 77,
        RoomKind::Boss => 203,
        RoomKind::Treasure => 220,
        RoomKind::Puzzle => 75,
        RoomKind::Corridor | RoomKind::Chamber => return Style::new(),
    };
    Style::new().fg_color(Some(Ansi256Color(colour).into())).bold()
}

/// Meaning of the letters and marks, and number of rooms of each kind.
fn legend(layout: &Layout, marks: &Marks<'_>) -> String {
    let mut parts = Vec::new();
    for kind in RoomKind::ALL {
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
    let there: Vec<char> = (0..).zip(&layout.rooms).filter_map(|(id, _)| marks.of(id)).collect();
    for (mark, meaning) in [('k', "k key"), ('c', "c chest"), ('&', "& several of both")] {
        if there.contains(&mark) {
            parts.push(meaning.to_owned());
        }
    }
    parts.push("x runs east, y north".to_owned());
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
        let rooms = RoomKind::ALL.map(letter);
        assert!(signs().take(99).all(|sign| !rooms.contains(&sign) && !"<>xkc&".contains(sign)));
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
            .map(|line| line.replace('-', " "))
            .collect();
        let drawn = maps.chars().filter(|c| "E+oBTP".contains(*c)).count();
        assert_eq!(drawn, layout.rooms.len(), "{text}");
        assert!(maps.contains('>') && maps.contains('<'), "{text}");
    }

    /// The coordinates of a letter on a level, read from the axes of the map.
    fn read(text: &str, z: i32, letters: &str) -> Vec<[i32; 3]> {
        let after = text.split(&format!("Level {z}\n")).nth(1).unwrap();
        let lines: Vec<&str> = after.lines().collect();
        let end = lines.iter().position(|line| line.trim_start().starts_with("x ")).unwrap();
        let (axis, rows) = (lines[end], &lines[..end]);
        let axis: Vec<char> = axis.chars().collect();
        let number = |column: usize| -> Option<i32> {
            let digits = axis.get(column..)?.iter().take_while(|c| **c != ' ').collect::<String>();
            (axis.get(column - 1) == Some(&' ')).then(|| digits.parse().ok())?
        };
        let first = (1..axis.len()).find_map(|c| Some((c, number(c)?))).unwrap();
        let second = (first.0 + 1..axis.len()).find_map(|c| Some((c, number(c)?)));
        let wide = second.map_or(1, |second| (second.0 - first.0) / (second.1 - first.1) as usize);
        let mut found = Vec::new();
        for row in rows.iter().step_by(2) {
            let y = row.split(' ').find_map(|word| word.parse().ok()).unwrap();
            for (column, _) in row.chars().enumerate().filter(|(_, c)| letters.contains(*c)) {
                found.push([first.1 + ((column - first.0) / wide) as i32, y, z]);
            }
        }
        found
    }

    #[test]
    fn axes_tell_where_a_room_is() {
        for (name, seed) in [("cave", 7), ("temple", 3), ("tower", 2), ("inn", 1)] {
            let request = Request::of(name).unwrap();
            let layout = generate(&request, Seed::new(seed).unwrap(), Options::default()).unwrap();
            let text = render(&layout, seed, false);
            let mut found: Vec<[i32; 3]> = (layout.bounds.min_z..=layout.bounds.max_z)
                .flat_map(|z| read(&text, z, "E+oBTP"))
                .collect();
            let mut rooms: Vec<[i32; 3]> = layout.rooms.iter().map(|room| room.coords).collect();
            found.sort_unstable();
            rooms.sort_unstable();
            assert_eq!(found, rooms, "{name}\n{text}");
        }
    }
}
