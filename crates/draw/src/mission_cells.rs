//! Free-form missions as text: a floor plan with walls, doors where passages are, and a list of them.
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
//! Start, boss and goal stand in brackets, since keys go by letters; the raised digit is the intensity of the room.
//! A large plan is drawn on a coarser grid, on which small rooms are kept before large ones.

use super::canvas::Canvas;
use super::floor::{Block, Floor, door};
use super::label;
use super::ramp;
use super::summary::wrap;
use anstyle::Style;
use dungeon::mission::Mission;

/// The most columns and rows of blocks that are drawn.
const MOST_BLOCKS: i64 = 28;
/// Line pieces by the sides they join: 1 north, 2 east, 4 south, 8 west.
const LINES: [char; 16] =
    [' ', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// A floor and its frame on the canvas.
struct Plan {
    floor: Floor,
    /// Characters inside a block from side to side.
    inner: usize,
}

/// The floor plan; none for a mission without rooms.
pub fn draw(mission: &Mission) -> Option<Canvas> {
    let plan = Plan::of(mission)?;
    let (columns, rows) = (plan.floor.columns as usize, plan.floor.rows as usize);
    let mut canvas = Canvas::new(columns * (plan.inner + 1) + 1, rows * 2 + 1);
    draw_walls(&mut canvas, &plan);
    draw_doors(&mut canvas, &plan, mission);
    draw_marks(&mut canvas, &plan, mission);
    Some(canvas)
}

/// The passages with these numbers, in words: `0 [S] ─k─ 2 [B]`.
pub fn list(mission: &Mission, edges: &[usize]) -> String {
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

/// Puts the mark of each room where there is most room for it.
fn draw_marks(canvas: &mut Canvas, plan: &Plan, mission: &Mission) {
    for (id, (block, _)) in plan.floor.marks() {
        let Some(room) = mission.rooms.get(id) else { continue };
        let mark = format!("{}{}", label::of_room(id, room), label::intensity(room));
        let (left, top) = plan.place(block);
        let style = ramp::terminal(room.intensity);
        let style = if room.item.is_some() { style.bold() } else { style };
        let blank = plan.inner - mark.chars().count().min(plan.inner);
        canvas.text(left + 1 + blank / 2, top + 1, &mark, style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::missions as samples;
    use dungeon::mission::Coords;
    use dungeon::mission::Symbol;

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
        let canvas = draw(&samples::freeform()).unwrap();
        assert_eq!(format!("\n{}", canvas.print(false)), expect);
    }

    #[test]
    fn a_boss_is_no_key() {
        let mut mission = samples::freeform();
        (mission.rooms[1].item, mission.edges[1].symbol) = (Some(Symbol::Key(2)), None);
        let text = draw(&mission).unwrap().print(false) + &list(&mission, &[0, 1]);
        assert!(text.contains("│ B⁴ │[B]⁹│"), "{text}");
        assert!(text.contains("1 B") && text.contains("2 [B]"), "{text}");
    }

    #[test]
    fn passages_are_listed() {
        let text = list(&samples::freeform(), &[0, 1, 2, 99]);
        assert_eq!(text, "Passages:\n  0 [S] ─── 1 k, 0 [S] ─k─ 2 [B], 2 [B] ─── 3 [G]\n");
    }

    #[test]
    fn a_large_plan_is_drawn_small() {
        let mut mission = samples::freeform();
        mission.rooms[3].coords = Coords::Cells((0..4000).map(|x| (x, 4000)).collect());
        let text = draw(&mission).unwrap().print(false);
        assert!(text.lines().all(|line| line.chars().count() <= 5 * 28 + 1), "{text}");
        assert!(text.contains('G'));
    }
}
