//! Pressure plates of a level: a flat stone on each cell, sunk where it is down, and a tag with its name.
//!
//! A plate that is up stands a little above the floor and has a front, as a wall has; one that is down lies below it,
//! with a shadow along its upper edge. A plate that gives a symbol has the symbol's colour. Stones lie under a way and
//! under blocks; tags lie over both, filled where the plate is down, and so does the edge of a plate under a block.
//! Invariant: the tags of a cell stay inside it.

use super::level_icons::{self as icons, LETTERS};
use super::level_names::Names;
use super::level_places::{Places, SIDE};
use super::strokes::{self, Pen};
use super::svg::{INK, PAGE, Svg, number};
use level::{Cell, Plate, PlateId, Tile, Tiles};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The most tags.
const MOST_TAGS: usize = 20_000;
/// Between the edge of a cell and a stone, and how much less each further plate of one cell has.
const INSET: f64 = 1.2;
const NESTED: f64 = 1.6;
/// The front of a stone that is up.
const FRONT: f64 = 2.2;

/// Colours of stones.
const TOP: &str = "#dfe3ea";
const FRONT_COLOUR: &str = "#98a1b0";
const SUNK: &str = "#b9c0cb";
const SHADOW: &str = "#6f7988";

/// The colours of plates that give nothing, over and over; the label tells those of one colour apart.
const COLOURS: [&str; 5] = ["#0369a1", "#9a3412", "#4d7c0f", "#86198f", "#334155"];

/// The look of a plate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Up,
    Down,
}

/// The state of a plate before the first move.
pub(super) fn state(tiles: &Tiles, plate: &Plate) -> State {
    let is_pressed = |&cell: &Cell| tiles.tile(cell) == Some(Tile::Block);
    if plate.cells.iter().all(is_pressed) { State::Down } else { State::Up }
}

/// The colour of a plate.
pub(super) fn colour(names: &Names, plate: PlateId) -> &'static str {
    match names.given_by(plate) {
        Some(symbol) => icons::key_colour(symbol),
        None => COLOURS.get(plate as usize % COLOURS.len()).copied().unwrap_or(INK),
    }
}

/// The plates of a cell, in their order.
type OfCell = BTreeMap<Cell, Vec<PlateId>>;

fn of_cells(tiles: &Tiles) -> OfCell {
    let mut of = OfCell::new();
    for (id, plate) in (0..).zip(&tiles.plates) {
        plate.cells.iter().for_each(|&cell| of.entry(cell).or_default().push(id));
    }
    of
}

/// Draws the stones of all plates.
pub(super) fn stones(svg: &mut Svg, places: &Places, tiles: &Tiles, names: &Names) {
    let of = of_cells(tiles);
    for (id, plate) in (0..).zip(&tiles.plates) {
        let corner = |&cell: &Cell| {
            let within = of.get(&cell).and_then(|all| all.iter().position(|&other| other == id));
            (places.corner(cell), INSET + NESTED * within.unwrap_or(0).min(3) as f64)
        };
        stone(
            svg,
            &plate.cells.iter().map(corner).collect::<Vec<_>>(),
            state(tiles, plate),
            colour(names, id),
        );
    }
}

/// Stones of one plate: each at the corner of a cell, so far from its edges.
fn stone(svg: &mut Svg, cells: &[((f64, f64), f64)], state: State, colour: &str) {
    let (mut top, mut front, mut shadow) = (String::new(), String::new(), String::new());
    for &((x, y), inset) in cells {
        let side = SIDE - 2.0 * inset;
        let (x, y) = (x + inset, y + inset);
        let high = if state == State::Up { side - FRONT } else { side };
        let _ = write!(top, "M{} {}h{side}v{high}h-{side}z", number(x), number(y));
        let _ =
            write!(front, "M{} {}h{side}v{FRONT}h-{side}z", number(x), number(y + side - FRONT));
        let _ = write!(shadow, "M{} {}h{}", number(x + 0.7), number(y + 1.1), side - 1.4);
    }
    let (fill, more) = match state {
        State::Up => (
            TOP,
            format!(
                "<path fill=\"{FRONT_COLOUR}\" stroke=\"{colour}\" stroke-width=\".9\" d=\"{front}\"/>\n"
            ),
        ),
        State::Down => (
            SUNK,
            format!(
                "<path fill=\"none\" stroke=\"{SHADOW}\" stroke-width=\"1.4\" d=\"{shadow}\"/>\n"
            ),
        ),
    };
    svg.put(&format!(
        "<path fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\".9\" stroke-linejoin=\"round\" d=\"{top}\"/>\n{more}"
    ));
}

/// Draws the tags of all plates, and the edges of plates under blocks.
pub(super) fn tags(svg: &mut Svg, places: &Places, tiles: &Tiles, names: &Names) {
    let marks = tiles.marks.iter().map(|mark| mark.cell);
    let ends = tiles.start.iter().chain(tiles.goals.iter().flatten()).copied();
    let taken: BTreeSet<Cell> = marks.chain(ends).collect();
    let states: Vec<State> = tiles.plates.iter().map(|plate| state(tiles, plate)).collect();
    for (cell, plates) in of_cells(tiles).into_iter().take(MOST_TAGS) {
        if let Some(&first) = plates.first().filter(|_| tiles.tile(cell) == Some(Tile::Block)) {
            edge(svg, places.corner(cell), colour(names, first));
        }
        let (x, y) = places.middle(cell);
        let wide: f64 = plates.iter().map(|&plate| tag_width(names.plate(plate))).sum();
        // Anything else on the cell has its middle.
        let aside = taken.contains(&cell);
        let (most, largest) = if aside { (SIDE / 2.0, 0.7) } else { (SIDE - 1.6, 1.0) };
        let scale = (most / wide).min(largest);
        let (right, bottom) = (x + SIDE / 2.0 - wide * scale / 2.0, y + SIDE / 2.0 - 3.2);
        let at = if aside { (right, bottom) } else { (x, y) };
        svg.put(&format!(
            "<g transform=\"translate({} {}) scale({})\">\n",
            number(at.0),
            number(at.1),
            number(scale)
        ));
        let mut left = -wide / 2.0;
        for plate in plates {
            let label = names.plate(plate);
            let state = states.get(plate as usize).copied().unwrap_or(State::Up);
            tag(svg, (left + tag_width(label) / 2.0, 0.0), state, colour(names, plate), label);
            left += tag_width(label);
        }
        svg.put("</g>\n");
    }
}

/// The edge of a plate around a block that stands on it.
fn edge(svg: &mut Svg, (x, y): (f64, f64), colour: &str) {
    svg.put(&format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"1.2\" fill=\"none\" stroke=\"{colour}\" \
         stroke-width=\"1.5\"/>\n",
        number(x + 0.9),
        number(y + 0.9),
        side = SIDE - 1.8,
    ));
}

/// A plate as a legend shows it, without a name; where it is down with a block on it.
pub(super) fn sample(svg: &mut Svg, (x, y): (f64, f64), state: State) {
    let corner = (x - SIDE / 2.0, y - SIDE / 2.0);
    stone(svg, &[(corner, INSET)], state, INK);
    if state == State::Down {
        if let Some((name, _)) = icons::of_tile(Tile::Block) {
            icons::icon(svg, (x, y), name);
        }
        edge(svg, corner, INK);
        tag(svg, (x, y), state, INK, "");
    }
}

/// The tag of a plate around a point: its label, framed, and filled where the plate is down.
pub(super) fn tag(svg: &mut Svg, (x, y): (f64, f64), state: State, colour: &str, label: &str) {
    let wide = tag_width(label) - 0.8;
    let (fill, ink, edge) = match state {
        State::Up => (PAGE, colour, colour),
        State::Down => (colour, "#ffffff", PAGE),
    };
    svg.put(&format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"8.8\" rx=\"1.2\" fill=\"{fill}\" stroke=\"{edge}\" \
         stroke-width=\"1\"/>\n",
        number(x - wide / 2.0),
        number(y - 4.4),
        number(wide),
    ));
    strokes::write(svg, (x, y + LETTERS / 2.0), Pen::mark(LETTERS, ink), label);
}

fn tag_width(label: &str) -> f64 {
    (strokes::width(label, LETTERS) + 4.4).max(9.0)
}

/// The sign of a need for a plate that is down, around a point: a stone from the side, pressed into its frame, with its
/// label.
pub(super) fn asks(svg: &mut Svg, (x, y): (f64, f64), colour: &str, label: &str) {
    let wide = asks_width(label);
    svg.put(&format!(
        "<g transform=\"translate({} {})\"><path d=\"M{left} 6.6V3.4H{inner_left}V6.6Z M{inner_right} 6.6V3.4H{right}V6.6Z M{left} 6.6H{right}\" \
         fill=\"{INK}\" stroke=\"{INK}\" stroke-width=\"1.2\" stroke-linejoin=\"round\"/>\
         <rect x=\"{inner_left}\" y=\"-5.4\" width=\"{width}\" height=\"10.6\" rx=\"1.2\" fill=\"{colour}\" stroke=\"{PAGE}\" stroke-width=\"1\"/></g>\n",
        number(x),
        number(y),
        left = number(-wide / 2.0),
        right = number(wide / 2.0),
        inner_left = number(-wide / 2.0 + 1.8),
        inner_right = number(wide / 2.0 - 1.8),
        width = number(wide - 3.6),
    ));
    strokes::write(svg, (x, y - 0.1 + LETTERS / 2.0), Pen::mark(LETTERS, "#ffffff"), label);
}

/// The width of what asks for a plate.
pub(super) fn asks_width(label: &str) -> f64 {
    (strokes::width(label, LETTERS) + 8.0).max(14.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(row: &str, cells: &str) -> level::Level {
        let plates = format!(
            "plates: [{{\"name\":\"p\",\"cells\":{cells}}},{{\"name\":\"q\",\"cells\":[[0,0,2]]}}]"
        );
        level::formats::text::read(&format!("quandary/level/1\n{plates}\n\n{row}\n")).unwrap()
    }

    #[test]
    fn a_plate_is_down_while_blocks_stand_on_all_of_it() {
        let state = |row: &str| {
            let tiles = level(row, "[[0,0,1],[0,0,2]]").tiles.unwrap();
            tiles.plates.iter().map(|plate| state(&tiles, plate)).collect::<Vec<_>>()
        };
        assert_eq!(state("@oo*"), [State::Down, State::Down]);
        assert_eq!(state("@o.*"), [State::Up, State::Up]);
        assert_eq!(state("@.o*"), [State::Up, State::Down]);
    }

    #[test]
    fn plates_of_one_cell_stand_side_by_side_on_it() {
        let level = level("@.o*", "[[0,0,1],[0,0,2]]");
        let tiles = level.tiles.as_ref().unwrap();
        let (places, names) = (Places::of(&tiles.floors), Names::of(&level, &[]));
        let mut svg = Svg::sheet(64.0, 16.0, "t");
        stones(&mut svg, &places, tiles, &names);
        tags(&mut svg, &places, tiles, &names);
        let text = svg.finish();
        assert_eq!(
            [TOP, SUNK].map(|fill| text.matches(&format!("fill=\"{fill}\"")).count()),
            [1, 1]
        );
        assert_eq!(text.matches("height=\"8.8\"").count(), 3, "three tags on two cells");
        let (first, second) = (text.find("M17.2 1.2").unwrap(), text.find("M34.8 2.8").unwrap());
        assert!(first < second, "the second plate of a cell lies inside the first");
        assert_ne!(colour(&names, 0), colour(&names, 1));
        roxmltree::Document::parse(&text).unwrap();
    }
}
