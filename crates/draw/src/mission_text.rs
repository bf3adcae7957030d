//! A mission as text: rooms as boxes, passages as lines with their locks, and the summary below.
//!
//! ```text
//! ╔⁰══╗   ┌²──┐
//! ║[S]╟─A─┤ 1 │
//! ╚═╤═╝   └───┘
//!   │
//! ```
//!
//! North is up. Start, boss and goal have double frames and brackets. A digit on the frame shows the intensity of the
//! room; so does its colour. Free-form rooms are drawn as a floor plan with walls, doors for passages, and a list of
//! the other passages:
//!
//! ```text
//! ┌──────────────┐
//! │     [G]⁰     │
//! ├────┬────┬    ┤
//! │    │ k⁴ │[B]⁹│
//! │    └    ┤    │
//! │[S]⁰     k    │
//! └─────────┴────┘
//! ```
//!
//! A large plan is drawn on a coarser grid, which keeps small rooms before large ones.

use super::canvas::Canvas;
use super::floor::{Block, Floor, door};
use super::label;
use super::summary::{Summary, wrap};
use anstyle::Style;
use dungeon::mission::{Coords, Edge, Mission, Room};

/// Characters between two boxes side by side. Between two boxes one above the other there is one row.
const GAP: usize = 3;
/// The rows of a box.
const HEIGHT: usize = 3;
/// The largest grid that is drawn, in places; a larger one fits on no screen.
const MOST_PLACES: u64 = 60_000;

/// The mission as text: title, map, legend and summary.
pub fn render(mission: &Mission, summary: &Summary, colour: bool) -> String {
    let map = match Frame::around(mission) {
        Some(frame) => grid(mission, &frame).map(|(canvas, rest)| (canvas.print(colour), rest)),
        None => {
            let all = (0..mission.edges.len()).collect();
            draw_plan(mission).map(|canvas| (canvas.print(colour), all))
        }
    };
    let (map, rest) = map.unwrap_or_else(|| {
        ("(too large for a screen: --format svg draws it)\n".to_owned(), Vec::new())
    });
    let mut out = format!("{}\n\n{map}\n{}\n", summary.title(), label::legend(mission));
    if !rest.is_empty() {
        out.push_str(&list(mission, &rest));
    }
    out + "\n" + &summary.text()
}

/// Grid of boxes on the canvas.
struct Frame {
    west: i64,
    north: i64,
    columns: u64,
    rows: u64,
    /// The width inside a box in characters, an odd number.
    inner: usize,
}

impl Frame {
    /// The frame of a mission whose rooms are single grid cells; none for other missions.
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

    /// A blank canvas for the whole grid, unless the grid is too large.
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

    /// The columns from the left side of a box to its middle.
    fn middle(&self) -> usize {
        self.inner / 2 + 1
    }
}

/// The cell of a room that has only one.
fn cell(room: &Room) -> Option<(i64, i64)> {
    match room.coords {
        Coords::Cell(x, y) => Some((x.into(), y.into())),
        Coords::Cells(_) | Coords::Place(_) => None,
    }
}

/// The map, and the passages that could not be drawn because they do not join neighbours.
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
    let style = label::terminal(room.intensity);
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

/// Draws a passage between two neighbours; `None` if they are none.
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

/// Draws the passage from a room to its eastern neighbour.
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
    canvas.put(from, y + 1, side(west, '├', '╟'), label::terminal(west.intensity));
    canvas.text(from + 1, y + 1, "───", Style::new());
    canvas.put(end, y + 1, side(east, '┤', '╢'), label::terminal(east.intensity));
    draw_lock(canvas, from + 2, y + 1, edge);
    Some(())
}

/// Draws the passage from a room to its southern neighbour.
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
    canvas.put(middle, y + 2, side(north, '┬', '╤'), label::terminal(north.intensity));
    canvas.put(middle, y + 3, '│', Style::new());
    canvas.put(middle, end, side(south, '┴', '╧'), label::terminal(south.intensity));
    draw_lock(canvas, middle, y + 3, edge);
    Some(())
}

/// Puts the mark of a passage's lock, with its first character in the middle of the passage.
fn draw_lock(canvas: &mut Canvas, x: usize, y: usize, edge: &Edge) {
    if let Some(symbol) = edge.symbol {
        canvas.text(x, y, &label::mark(symbol), Style::new().bold());
    }
}

/// The most columns and rows of blocks.
const MOST_BLOCKS: i64 = 28;
/// Line pieces by the sides that they join: 1 north, 2 east, 4 south, 8 west.
const LINES: [char; 16] =
    [' ', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// A floor and its frame on the canvas.
struct Plan {
    floor: Floor,
    /// The width inside a block in characters.
    inner: usize,
}

/// The floor plan; none for a mission without rooms.
fn draw_plan(mission: &Mission) -> Option<Canvas> {
    let plan = Plan::of(mission)?;
    let (columns, rows) = (plan.floor.columns as usize, plan.floor.rows as usize);
    let mut canvas = Canvas::new(columns * (plan.inner + 1) + 1, rows * 2 + 1);
    draw_walls(&mut canvas, &plan);
    draw_doors(&mut canvas, &plan, mission);
    draw_marks(&mut canvas, &plan, mission);
    Some(canvas)
}

/// The passages with these numbers, in words: `0 [S] ─k─ 2 [B]`.
fn list(mission: &Mission, edges: &[usize]) -> String {
    let name = |id: u32| match mission.rooms.get(id as usize).and_then(|room| room.item) {
        Some(item) => format!("{id} {}", label::bracketed(item)),
        None => id.to_string(),
    };
    let words: Vec<String> = edges
        .iter()
        .filter_map(|&i| mission.edges.get(i))
        .map(|edge| {
            let lock = edge.symbol.map_or_else(|| "─".to_owned(), label::mark);
            format!("{} ─{lock}─ {}", name(edge.a), name(edge.b))
        })
        .collect();
    let mut out = "Passages:\n".to_owned();
    wrap(&mut out, &words, ", ");
    out
}

impl Plan {
    fn of(mission: &Mission) -> Option<Self> {
        let widest = mission.rooms.len().to_string().len();
        Some(Self { floor: Floor::of(mission, MOST_BLOCKS)?, inner: widest.max(3) + 1 })
    }

    /// The piece of wall at the north-west corner of a block.
    fn corner(&self, (x, y): Block) -> char {
        let (nw, ne, sw, se) = ((x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y));
        let joins = [(nw, ne), (ne, se), (sw, se), (nw, sw)];
        let mask = joins
            .iter()
            .enumerate()
            .fold(0, |mask, (i, &(a, b))| mask | usize::from(self.floor.parts(a, b)) << i);
        LINES.get(mask).copied().unwrap_or(' ')
    }

    /// The top left character of a block: the corner of its walls.
    fn place(&self, (x, y): Block) -> (usize, usize) {
        (x as usize * (self.inner + 1), y as usize * 2)
    }
}

fn draw_walls(canvas: &mut Canvas, plan: &Plan) {
    let line: String = std::iter::repeat_n('─', plan.inner).collect();
    let (columns, rows) = (plan.floor.columns, plan.floor.rows);
    for block @ (x, y) in (0..=rows).flat_map(|y| (0..=columns).map(move |x| (x, y))) {
        let (left, top) = plan.place(block);
        canvas.put(left, top, plan.corner(block), Style::new());
        if plan.floor.parts((x, y - 1), block) {
            canvas.text(left + 1, top, &line, Style::new());
        }
        if plan.floor.parts((x - 1, y), block) {
            canvas.put(left, top + 1, '│', Style::new());
        }
    }
}

/// Opens a door in the wall that two joined rooms share, with its lock in it.
fn draw_doors(canvas: &mut Canvas, plan: &Plan, mission: &Mission) {
    let walls = plan.floor.shared_walls();
    for edge in &mission.edges {
        let pair = (edge.a.min(edge.b) as usize, edge.a.max(edge.b) as usize);
        let Some((wall, _)) = walls.get(&pair).and_then(|walls| door(walls)) else { continue };
        let mark = edge.symbol.map_or_else(|| " ".to_owned(), label::mark);
        let (left, top) = plan.place(wall.block);
        let style = Style::new().bold();
        if wall.upright {
            canvas.text(left, top + 1, &mark, style);
        } else {
            canvas.text(left + 1, top, &format!("{mark:^0$}", plan.inner), style);
        }
    }
}

/// Puts the mark of each room where the room is widest.
fn draw_marks(canvas: &mut Canvas, plan: &Plan, mission: &Mission) {
    for (id, (block, _)) in plan.floor.marks() {
        let Some(room) = mission.rooms.get(id) else { continue };
        let mark = format!("{}{}", label::of_room(id, room), label::intensity(room));
        let (left, top) = plan.place(block);
        let style = label::terminal(room.intensity);
        let style = if room.item.is_some() { style.bold() } else { style };
        let blank = plan.inner - mark.chars().count().min(plan.inner);
        canvas.text(left + 1 + blank / 2, top + 1, &mark, style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::missions;
    use dungeon::mission::{Coords, Symbol};

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
        assert_eq!(format!("\n{}", map(&missions::two_rooms())), expect);
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
        assert_eq!(format!("\n{}", map(&missions::grid())), expect);
    }

    #[test]
    fn a_floor_plan() {
        let expect = "
┌──────────────┐
│     [G]⁰     │
├────┬────┬    ┤
│    │ k⁴ │[B]⁹│
│    └    ┤    │
│[S]⁰     k    │
└─────────┴────┘
";
        let canvas = draw_plan(&missions::freeform()).unwrap();
        assert_eq!(format!("\n{}", canvas.print(false)), expect);
    }

    #[test]
    fn a_boss_is_no_key() {
        let mut mission = missions::freeform();
        (mission.rooms[1].item, mission.edges[1].symbol) = (Some(Symbol::Key(2)), None);
        let text = draw_plan(&mission).unwrap().print(false) + &list(&mission, &[0, 1]);
        assert!(text.contains("│ B⁴ │[B]⁹│"), "{text}");
        assert!(text.contains("1 B") && text.contains("2 [B]"), "{text}");
    }

    #[test]
    fn passages_are_listed() {
        let text = list(&missions::freeform(), &[0, 1, 2, 99]);
        assert_eq!(text, "Passages:\n  0 [S] ─── 1 k, 0 [S] ─k─ 2 [B], 2 [B] ─── 3 [G]\n");
    }

    #[test]
    fn a_large_plan_is_drawn_small() {
        let mut mission = missions::freeform();
        mission.rooms[3].coords = Coords::Cells((0..4000).map(|x| (x, 4000)).collect());
        let text = draw_plan(&mission).unwrap().print(false);
        assert!(text.lines().all(|line| line.chars().count() <= 5 * 28 + 1), "{text}");
        assert!(text.contains('G'));
    }
}
