//! A mission as text: rooms as boxes, passages as lines with their locks, and the summary below.
//!
//! ```text
//! ╔⁰══╗   ┌²──┐
//! ║[S]╟─A─┤ 1 │
//! ╚═╤═╝   └───┘
//!   │
//! ```
//!
//! North is up. Start, boss and goal have double frames and stand in brackets. A frame shows the intensity of its
//! room by a digit, and in colour. Free-form rooms are drawn by [`super::mission_cells`].

use super::canvas::Canvas;
use super::label;
use super::mission_cells;
use super::ramp;
use super::summary::Summary;
use anstyle::Style;
use dungeon::mission::{Coords, Edge, Mission, Room};

/// Characters between two boxes side by side; between two boxes one above the other there is a row.
const GAP: usize = 3;
/// The rows of a box.
const HEIGHT: usize = 3;
/// The most places of a grid that are drawn: more fit on no screen.
const MOST_PLACES: u64 = 60_000;

/// The mission as text: title, map, legend and summary.
pub fn render(mission: &Mission, summary: &Summary, colour: bool) -> String {
    let map = match Frame::around(mission) {
        Some(frame) => grid(mission, &frame).map(|(canvas, rest)| (canvas.print(colour), rest)),
        None => {
            let all = (0..mission.edges.len()).collect();
            mission_cells::draw(mission).map(|canvas| (canvas.print(colour), all))
        }
    };
    let (map, rest) = map.unwrap_or_else(|| {
        ("(too large for a screen: --format svg draws it)\n".to_owned(), Vec::new())
    });
    let mut out = format!("{}\n\n{map}\n{}\n", summary.title(), label::legend(mission));
    if !rest.is_empty() {
        out.push_str(&mission_cells::list(mission, &rest));
    }
    out + "\n" + &summary.text()
}

/// Grid of boxes on the canvas.
struct Frame {
    west: i64,
    north: i64,
    columns: u64,
    rows: u64,
    /// The characters inside a box from side to side, an odd number.
    inner: usize,
}

impl Frame {
    /// The frame of a mission whose rooms are single cells of a grid; none for another.
    fn around(mission: &Mission) -> Option<Self> {
        let cells: Vec<(i64, i64)> = mission.rooms.iter().map(cell).collect::<Option<_>>()?;
        let (&(x, y), rest) = cells.split_first()?;
        let (mut west, mut east, mut south, mut north) = (x, x, y, y);
        for &(x, y) in rest {
            (west, east) = (west.min(x), east.max(x));
            (south, north) = (south.min(y), north.max(y));
        }
        let inner = if cells.len() > 1000 { 5 } else { 3 };
        let (columns, rows) = (west.abs_diff(east) + 1, south.abs_diff(north) + 1);
        Some(Self { west, north, columns, rows, inner })
    }

    /// A blank canvas for the whole grid, unless that is too large.
    fn canvas(&self) -> Option<Canvas> {
        self.columns.checked_mul(self.rows).filter(|&places| places <= MOST_PLACES)?;
        let width = self.columns as usize * (self.inner + 2 + GAP) - GAP;
        Some(Canvas::new(width, self.rows as usize * (HEIGHT + 1) - 1))
    }

    /// The top left character of a room's box.
    fn corner(&self, room: &Room) -> Option<(usize, usize)> {
        let (x, y) = cell(room)?;
        let (column, row) = (x.abs_diff(self.west) as usize, self.north.abs_diff(y) as usize);
        Some((column * (self.inner + 2 + GAP), row * (HEIGHT + 1)))
    }

    /// From the left side of a box to its middle column.
    fn middle(&self) -> usize {
        self.inner / 2 + 1
    }
}

/// The cell of a room that has just one.
fn cell(room: &Room) -> Option<(i64, i64)> {
    match room.coords {
        Coords::Cell(x, y) => Some((x.into(), y.into())),
        Coords::Cells(_) | Coords::Place(_) => None,
    }
}

/// The map, and the passages that could not be drawn because they do not lead to a neighbour.
fn grid(mission: &Mission, frame: &Frame) -> Option<(Canvas, Vec<usize>)> {
    let mut canvas = frame.canvas()?;
    for (id, room) in mission.rooms.iter().enumerate() {
        draw_box(&mut canvas, frame, id, room);
    }
    let undrawn = (0..mission.edges.len())
        .filter(|&i| {
            let edge = mission.edges.get(i);
            edge.is_some_and(|edge| draw_passage(&mut canvas, frame, mission, edge).is_none())
        })
        .collect();
    Some((canvas, undrawn))
}

/// Draws a room: its frame, and its item.
fn draw_box(canvas: &mut Canvas, frame: &Frame, id: usize, room: &Room) {
    let Some((x, y)) = frame.corner(room) else { return };
    let style = ramp::terminal(room.intensity);
    let role = label::is_role(room);
    let [nw, ne, sw, se, across, down] = if role {
        ['╔', '╗', '╚', '╝', '═', '║']
    } else {
        ['┌', '┐', '└', '┘', '─', '│']
    };
    let bar = |left: char, right: char| {
        let middle: String = std::iter::repeat_n(across, frame.inner).collect();
        format!("{left}{middle}{right}")
    };
    canvas.text(x, y, &bar(nw, ne), style);
    canvas.put(x + 1, y, label::intensity(room), style);
    canvas.text(x, y + 1, &format!("{down}{:1$}{down}", "", frame.inner), style);
    canvas.text(x, y + 2, &bar(sw, se), style);
    let mark = label::of_room(id, room);
    let shown = if room.item.is_some() { style.bold() } else { Style::new().dimmed() };
    let left = (frame.inner - mark.chars().count().min(frame.inner)) / 2;
    canvas.text(x + 1 + left, y + 1, &mark, shown);
}

/// Draws a passage between two neighbours; nothing when they are none.
fn draw_passage(canvas: &mut Canvas, frame: &Frame, mission: &Mission, edge: &Edge) -> Option<()> {
    let a = mission.rooms.get(edge.a as usize)?;
    let b = mission.rooms.get(edge.b as usize)?;
    let ((ax, ay), (bx, by)) = (cell(a)?, cell(b)?);
    match (bx - ax, by - ay) {
        (1, 0) => draw_east(canvas, frame, a, b, edge),
        (-1, 0) => draw_east(canvas, frame, b, a, edge),
        (0, -1) => draw_south(canvas, frame, a, b, edge),
        (0, 1) => draw_south(canvas, frame, b, a, edge),
        _ => None,
    }
}

/// Draws the passage from a room to its neighbour in the east.
fn draw_east(
    canvas: &mut Canvas,
    frame: &Frame,
    west: &Room,
    east: &Room,
    edge: &Edge,
) -> Option<()> {
    let ((x, y), (end, _)) = (frame.corner(west)?, frame.corner(east)?);
    let from = x + frame.inner + 1;
    let side = |room, single, double| if label::is_role(room) { double } else { single };
    canvas.put(from, y + 1, side(west, '├', '╟'), ramp::terminal(west.intensity));
    canvas.text(from + 1, y + 1, "───", Style::new());
    canvas.put(end, y + 1, side(east, '┤', '╢'), ramp::terminal(east.intensity));
    draw_lock(canvas, from + 2, y + 1, edge);
    Some(())
}

/// Draws the passage from a room to its neighbour in the south.
fn draw_south(
    canvas: &mut Canvas,
    frame: &Frame,
    north: &Room,
    south: &Room,
    edge: &Edge,
) -> Option<()> {
    let ((x, y), (_, end)) = (frame.corner(north)?, frame.corner(south)?);
    let middle = x + frame.middle();
    let side = |room, single, double| if label::is_role(room) { double } else { single };
    canvas.put(middle, y + 2, side(north, '┬', '╤'), ramp::terminal(north.intensity));
    canvas.put(middle, y + 3, '│', Style::new());
    canvas.put(middle, end, side(south, '┴', '╧'), ramp::terminal(south.intensity));
    draw_lock(canvas, middle, y + 3, edge);
    Some(())
}

/// Puts the mark of a passage's lock, its first character in the middle of the passage.
fn draw_lock(canvas: &mut Canvas, x: usize, y: usize, edge: &Edge) {
    if let Some(symbol) = edge.symbol {
        canvas.text(x, y, &label::mark(symbol), Style::new().bold());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::missions as samples;

    /// The map alone, without the title, the legend and the summary.
    fn map(mission: &Mission) -> String {
        let text = render(mission, &Summary::default(), false);
        text.split("\n\n").nth(1).unwrap_or_default().to_owned() + "\n"
    }

    #[test]
    fn two_rooms() {
        let expect = "
╔⁰══╗   ╔⁰══╗
║[S]╟───╢[B]║
╚═══╝   ╚═══╝
";
        assert_eq!(format!("\n{}", map(&samples::two_rooms())), expect);
    }

    #[test]
    fn boxes_locks_and_marks() {
        let expect = "
╔⁰══╗   ╔⁹══╗
║[G]╟───╢[B]║
╚═══╝   ╚═╤═╝
          B
┌⁵──┐   ┌²┴─┐   ┌⁴──┐
│ B ├─A─┤ 2 ├─0+┤0± │
└───┘   └─┬─┘   └─┬─┘
          │       0-
        ╔⁰╧═╗   ┌²┴─┐
        ║[S]╟───┤ A │
        ╚═══╝   └───┘
";
        assert_eq!(format!("\n{}", map(&samples::grid())), expect);
    }
}
