//! A layout as SVG: the levels beside each other, rooms as tiles, connections as passages.
//!
//! Letters are strokes: the picture needs no font and looks the same as the PNG. Invariant: the same layout gives the
//! same bytes, and the whole layout is on the page.

use super::area_text::as_it_is;
use super::layout_text::{letter, stairs, title};
use super::level_picture::SIDE;
use super::strokes::{self, Anchor, Pen};
use super::svg::{INK, SOFT, Svg, number};
use dungeon::layout::{Direction, Layout, Room, RoomKind};
use dungeon::puzzle::{self, Area, Puzzle};

/// White space around the levels, and the rows above and below them.
const MARGIN: f64 = 2.0 * SIDE;
const HEAD: f64 = 5.0 * SIDE;
const FOOT: f64 = 4.0 * SIDE;
/// The side of a room, and the distance from one room to the next.
const TILE: f64 = 1.5 * SIDE;
const STEP: f64 = 2.0 * SIDE;
/// The narrowest page.
const NARROWEST: f64 = 36.0 * SIDE;
/// The most levels side by side.
const ROW: usize = 3;

/// The whole picture.
pub fn render(layout: &Layout, seed: u64) -> String {
    draw(layout, &title(layout, seed), |_, _| ())
}

/// The picture of an area: its puzzles numbered in their passages, its keys in their rooms.
pub fn render_area(area: &Area, seed: u64) -> String {
    let layout = &area.layout;
    let title = title(layout, seed).replacen("Layout", "Area", 1);
    draw(&as_it_is(area), &title, |svg, z| puzzles(svg, area, z))
}

/// The page; `over` draws over each level.
fn draw(layout: &Layout, title: &str, over: impl Fn(&mut Svg, i32)) -> String {
    let [columns, rows, levels] = layout.bounds.size().map(|n| n as f64);
    let (wide, high) = (columns * STEP + MARGIN, rows * STEP + MARGIN + 2.0 * SIDE);
    let across = levels.min(ROW as f64);
    let width = (across * wide + MARGIN).max(NARROWEST);
    let height = HEAD + (levels / ROW as f64).ceil() * high + FOOT;
    let mut svg = Svg::sheet(width, height, title);
    let pen = Pen { weight: 0.16, ..Pen::plain(13.0, INK) };
    strokes::write(&mut svg, (MARGIN, 38.0), pen, title);
    for (i, z) in (layout.bounds.min_z..=layout.bounds.max_z).rev().enumerate() {
        let x = MARGIN + (i % ROW) as f64 * wide;
        let y = HEAD + (i / ROW) as f64 * high;
        let pen = Pen::plain(9.0, SOFT);
        strokes::write(&mut svg, (x, y), pen, &format!("level {z}"));
        svg.put(&format!("<g transform=\"translate({} {})\">\n", number(x), number(y + SIDE)));
        level(&mut svg, layout, z);
        over(&mut svg, z);
        svg.put("</g>\n");
    }
    legend(&mut svg, height - 2.0 * SIDE);
    svg.finish()
}

/// The rooms of a level. Passages are drawn first, so tiles cover their ends.
fn level(svg: &mut Svg, layout: &Layout, z: i32) {
    let at = |room: &Room| {
        let x = f64::from(room.coords[0] - layout.bounds.min_x) * STEP;
        let y = f64::from(layout.bounds.max_y - room.coords[1]) * STEP;
        (x, y)
    };
    let rooms: Vec<&Room> = layout.rooms.iter().filter(|room| room.coords[2] == z).collect();
    let middle = TILE / 2.0;
    for room in &rooms {
        let (x, y) = at(room);
        let from = (x + middle, y + middle);
        if room.connections.has(Direction::East) {
            svg.line(from, (from.0 + STEP, from.1), SOFT, 4.0);
        }
        if room.connections.has(Direction::South) {
            svg.line(from, (from.0, from.1 + STEP), SOFT, 4.0);
        }
    }
    for room in rooms {
        tile(svg, at(room), room);
    }
}

/// The puzzles of a level, each a disc with its number in the passage, and the keys.
fn puzzles(svg: &mut Svg, area: &Area, z: i32) {
    let corner = |room: u32| {
        let [x, y, level] = area.layout.rooms.get(room as usize)?.coords;
        let x = f64::from(x - area.layout.bounds.min_x) * STEP;
        let y = f64::from(area.layout.bounds.max_y - y) * STEP;
        (level == z).then_some((x, y))
    };
    for (number, puzzle) in (1..).zip(&area.puzzles) {
        let Some((x, y)) = corner(puzzle.room) else { continue };
        let half = TILE / 2.0;
        let between = STEP / 2.0;
        let (dx, dy) = match puzzle.direction {
            Direction::North => (0.0, -between),
            Direction::South => (0.0, between),
            Direction::East => (between, 0.0),
            Direction::West => (-between, 0.0),
            Direction::Up | Direction::Down => (half - 3.0, -half + 3.0),
        };
        disc(svg, (x + half + dx, y + half + dy), "#e59a8f", &number.to_string());
    }
    for item in &area.items {
        let Some((x, y)) = corner(item.room) else { continue };
        let opens = |puzzle: &&Puzzle| matches!(&puzzle.kind, puzzle::Kind::LockedDoor { key } if *key == item.name);
        let door =
            area.puzzles.iter().position(|puzzle| opens(&puzzle)).map(|at| format!("k{}", at + 1));
        // The key of a chest is drawn in another corner than the key of a door, because both may lie in one room.
        let chest = area.chests.iter().find(|chest| chest.key == item.name);
        match (door, chest) {
            (None, Some(chest)) => {
                let words = format!("k{}", chest.id);
                disc(svg, (x + TILE - 6.0, y + TILE - 6.0), "#f2d16b", &words);
            }
            (door, _) => {
                let words = door.unwrap_or_else(|| "k0".to_owned());
                disc(svg, (x + 6.0, y + TILE - 6.0), "#f2d16b", &words);
            }
        }
    }
    for chest in &area.chests {
        if let Some((x, y)) = corner(chest.room) {
            disc(svg, (x + 6.0, y + 6.0), "#c99b5f", &chest.id);
        }
    }
}

/// Half the height of a label, the size of its letters, and the space beside them.
const LABEL: f64 = 6.0;
const BESIDE: f64 = 2.5;

/// A label around a point: a disc, wide enough for its words.
fn disc(svg: &mut Svg, (x, y): (f64, f64), fill: &str, words: &str) {
    let half = (strokes::width(words, LABEL) / 2.0 + BESIDE).max(LABEL);
    svg.put(&format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{LABEL}\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1\"/>\n",
        number(x - half),
        number(y - LABEL),
        number(2.0 * half),
        number(2.0 * LABEL),
    ));
    let pen = Pen { weight: 0.16, anchor: Anchor::Middle, ..Pen::plain(LABEL, INK) };
    strokes::write(svg, (x, y + 2.2), pen, words);
}

/// A room: its tile, its letter, and a wedge for stairs.
fn tile(svg: &mut Svg, (x, y): (f64, f64), room: &Room) {
    square(svg, (x, y), room.kind);
    if let Some(mark) = stairs(room) {
        let words = match mark {
            '<' => "up",
            '>' => "dn",
            _ => "ud",
        };
        let pen = Pen { anchor: Anchor::Middle, ..Pen::plain(6.0, INK) };
        strokes::write(svg, (x + TILE / 2.0, y + TILE - 2.5), pen, words);
    }
}

fn square(svg: &mut Svg, (x, y): (f64, f64), kind: RoomKind) {
    svg.put(&format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{TILE}\" height=\"{TILE}\" rx=\"3\" fill=\"{}\" stroke=\"{INK}\" stroke-width=\"1\"/>\n",
        number(x),
        number(y),
        colour(kind),
    ));
    if !matches!(kind, RoomKind::Corridor | RoomKind::Chamber) {
        let pen = Pen { weight: 0.16, anchor: Anchor::Middle, ..Pen::plain(9.0, INK) };
        strokes::write(svg, (x + TILE / 2.0, y + 14.0), pen, &letter(kind).to_string());
    }
}

/// The colour of a kind.
fn colour(kind: RoomKind) -> &'static str {
    match kind {
        RoomKind::Entry => "#a7d8a0",
        RoomKind::Corridor => "#e3dccb",
        RoomKind::Chamber => "#f3ede0",
        RoomKind::Boss => "#e59a8f",
        RoomKind::Treasure => "#f2d16b",
        RoomKind::Puzzle => "#9cc3e6",
    }
}

fn legend(svg: &mut Svg, y: f64) {
    let mut x = MARGIN;
    for kind in RoomKind::ALL {
        square(svg, (x, y - TILE / 2.0), kind);
        let name = kind.name().replace('_', " ");
        strokes::write(svg, (x + TILE + 6.0, y + 4.0), Pen::plain(8.0, INK), &name);
        x += TILE + 18.0 + strokes::width(&name, 8.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon::Options;
    use dungeon::layout::{Request, generate};
    use search::Seed;

    #[test]
    fn every_room_is_a_tile() {
        for name in ["cave", "tower", "village", "inn"] {
            let layout =
                generate(&Request::of(name).unwrap(), Seed::new(7).unwrap(), Options::default())
                    .unwrap();
            let svg = render(&layout, 7);
            let parsed = roxmltree::Document::parse(&svg).unwrap();
            let tiles = parsed.descendants().filter(|node| node.attribute("rx") == Some("3"));
            assert_eq!(tiles.count(), layout.rooms.len() + RoomKind::ALL.len(), "{name}");
            assert_eq!(svg, render(&layout, 7));
        }
    }

    #[test]
    fn labels_hold_their_words() {
        for words in ["1", "k1", "kc1", "k12", "kc10"] {
            let mut svg = Svg::sheet(100.0, 100.0, "labels");
            disc(&mut svg, (50.0, 50.0), "#ffffff", words);
            let svg = svg.finish();
            let parsed = roxmltree::Document::parse(&svg).unwrap();
            let label = parsed.descendants().find(|node| node.attribute("rx") == Some("6"));
            let wide: f64 = label.unwrap().attribute("width").unwrap().parse().unwrap();
            assert!(strokes::width(words, LABEL) + 2.0 <= wide, "{words}: {wide}");
        }
    }
}
