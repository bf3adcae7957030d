//! Labels of symbols and plates on a picture, the tokens of things, and the stones of plates.
//!
//! A short name is its own label. A longer one gets a number, and the legend gives the name. Invariant: any two symbols
//! on one picture have different labels, and so have any two plates; a number stands for one thing.

use super::icons::{self, LETTERS, scaled};
use super::level_picture::{Badge, Places, SIDE};
use super::strokes::{self, Pen};
use super::svg::{INK, PAGE, Svg, number};
use level::{Cell, Content, Level, Plate, PlateId, Requirement, SymbolId, Tile, Tiles};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The most letters that fit into a cell.
const MOST_LETTERS: usize = 2;

/// Something that has a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Named {
    /// A symbol.
    Symbol(SymbolId),
    /// A pressure plate.
    Plate(PlateId),
}

/// The labels of a level.
#[derive(Clone, Debug, Default)]
pub struct Names {
    labels: BTreeMap<Named, String>,
    /// The symbols and plates with a number, with their names, in the order of the numbers.
    numbered: Vec<(Named, String)>,
    /// The symbols that plates give.
    given: BTreeMap<PlateId, SymbolId>,
    /// The shapes of symbols; none of a plain level.
    shapes: BTreeMap<SymbolId, Shape>,
}

impl Names {
    /// The labels of all symbols on the picture and of all plates.
    pub fn of(level: &Level, badges: &[Badge]) -> Self {
        let tiles = level.tiles.iter();
        let given = tiles.clone().flat_map(|tiles| &tiles.marks).filter_map(|mark| {
            let Content::Symbol(id) = mark.gives else { return None };
            Some(id)
        });
        let needs = tiles.clone().flat_map(|tiles| &tiles.locks).flat_map(|lock| &lock.needs);
        let asked = needs.chain(badges.iter().flat_map(|badge| &badge.asks));
        let asked = asked.filter_map(|asked| match asked {
            Requirement::Symbol(id) | Requirement::Lacks(id) => Some(*id),
            _ => None,
        });
        let there: BTreeSet<SymbolId> = given.chain(asked).collect();
        let name = |id| level.graph.symbol_name(id).to_owned();
        let symbols = there.into_iter().map(|id| (Named::Symbol(id), name(id)));
        let plates = (0..).zip(&level.graph.plates);
        let plates = plates.map(|(id, name)| (Named::Plate(id), name.clone()));
        let given = (0..).zip(tiles.flat_map(|tiles| &tiles.plates));
        let given = given.filter_map(|(id, plate)| Some((id, plate.gives?))).collect();
        Self { given, ..Self::label_all(symbols.chain(plates)) }
    }

    /// The same labels, with shapes for the symbols of a dungeon, chosen by name.
    pub fn shaped(self, level: &Level) -> Self {
        let shapes = (0..).zip(&level.graph.symbols);
        let shapes = shapes.map(|(id, name)| (id, Shape::of_symbol(name)));
        Self { shapes: shapes.collect(), ..self }
    }

    /// True if symbols have shapes.
    pub fn are_shaped(&self) -> bool {
        !self.shapes.is_empty()
    }

    /// The shape of a symbol, if symbols have shapes.
    pub fn shape(&self, id: SymbolId) -> Option<Shape> {
        self.shapes.get(&id).copied()
    }

    fn label_all(all: impl Iterator<Item = (Named, String)>) -> Self {
        let is_short = |(_, name): &(Named, String)| name.chars().count() <= MOST_LETTERS;
        let (short, numbered): (Vec<_>, Vec<_>) = all.partition(is_short);
        let taken: BTreeSet<String> = short.iter().map(|(_, name)| name.clone()).collect();
        let numbers = (1..).map(|n: u32| n.to_string()).filter(|number| !taken.contains(number));
        let mut labels: BTreeMap<Named, String> =
            numbered.iter().map(|&(named, _)| named).zip(numbers).collect();
        labels.extend(short);
        Self { labels, numbered, ..Self::default() }
    }

    /// The label of a symbol.
    pub fn symbol(&self, id: SymbolId) -> &str {
        self.labels.get(&Named::Symbol(id)).map_or("", String::as_str)
    }

    /// The label of a plate.
    pub fn plate(&self, id: PlateId) -> &str {
        self.labels.get(&Named::Plate(id)).map_or("", String::as_str)
    }

    /// The symbol that a plate gives.
    pub fn given_by(&self, plate: PlateId) -> Option<SymbolId> {
        self.given.get(&plate).copied()
    }

    /// True if the label is a number.
    pub fn is_numbered(&self, named: Named) -> bool {
        self.numbered.iter().any(|(numbered, _)| *numbered == named)
    }

    /// The symbols and plates whose label is a number, with their names.
    pub fn numbered(&self) -> impl Iterator<Item = (Named, &str)> {
        self.numbered.iter().map(|(named, name)| (*named, name.as_str()))
    }
}

/// The shape of a dungeon's symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A key.
    Key,
    /// A treasure.
    Treasure,
    /// The thing that solves a puzzle.
    Solution,
}

impl Shape {
    /// The shape of a symbol, by its name in a dungeon.
    pub fn of_symbol(name: &str) -> Self {
        match name.split_once(':') {
            Some(("treasure", _)) => Self::Treasure,
            Some(_) => Self::Solution,
            None => Self::Key,
        }
    }
}

/// The words of the legend for a symbol of a dungeon.
pub(super) fn words(name: &str) -> String {
    match name.split_once(':') {
        Some(("treasure", of)) => format!("treasure: {}", of.replace('-', " ")),
        Some(("puzzle", of)) => format!("puzzle {of}"),
        Some(("plate", of)) => format!("opens to the plates of {of}"),
        _ => name.to_owned(),
    }
}

/// Draws a thing around a point.
pub(super) fn draw(svg: &mut Svg, at: (f64, f64), shape: Shape, colour: &str, label: &str) {
    match shape {
        Shape::Key => key(svg, at, colour, label),
        Shape::Treasure => treasure(svg, at, colour, label),
        Shape::Solution => solution(svg, at, colour, label),
    }
}

/// A key with its letter on the bow.
fn key(svg: &mut Svg, (x, y): (f64, f64), colour: &str, label: &str) {
    let bow = (strokes::width(label, 6.0) / 2.0 + 2.4).max(5.2);
    let shaft = format!("M{} -1.4H8.4V3.2M5.6 -1.4V2.2", number(bow - 3.4));
    svg.put(&format!(
        "<g transform=\"translate({} {})\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\
         <path d=\"{shaft}\" fill=\"none\" stroke=\"{PAGE}\" stroke-width=\"4.6\"/>\
         <ellipse cx=\"-2.8\" cy=\"-1.4\" rx=\"{}\" ry=\"5.2\" fill=\"{colour}\" stroke=\"{PAGE}\" stroke-width=\"1.4\"/>\
         <path d=\"{shaft}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.4\"/></g>\n",
        number(x),
        number(y + 0.8),
        number(bow),
    ));
    strokes::write(svg, (x - 2.8, y + 2.2), Pen::mark(5.6, "#ffffff"), label);
}

/// A chest with its number on a seal.
fn treasure(svg: &mut Svg, (x, y): (f64, f64), colour: &str, label: &str) {
    let (name, _) = icons::chest();
    scaled(svg, (x, y - 0.8), 1.0, name);
    let wide = (strokes::width(label, 4.4) + 4.0).max(8.0);
    svg.put(&format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"8\" rx=\"4\" fill=\"{colour}\" stroke=\"{PAGE}\" \
         stroke-width=\"1\"/>\n",
        number(x + 4.0 - wide / 2.0),
        number(y - 0.2),
        number(wide),
    ));
    strokes::write(svg, (x + 4.0, y + 6.0), Pen::mark(4.4, "#ffffff"), label);
}

/// A standing stone with a pointed top and its number.
fn solution(svg: &mut Svg, (x, y): (f64, f64), colour: &str, label: &str) {
    let half = (strokes::width(label, 5.6) / 2.0 + 2.8).max(5.6);
    let (left, right) = (number(-half), number(half));
    svg.put(&format!(
        "<path transform=\"translate({} {})\" d=\"M0 -8L{right} -3.4V4.6L0 7.6L{left} 4.6V-3.4Z\" fill=\"{colour}\" \
         stroke=\"{PAGE}\" stroke-width=\"1.3\" stroke-linejoin=\"round\"/>\n",
        number(x),
        number(y),
    ));
    strokes::write(svg, (x, y + 2.9), Pen::mark(5.6, "#ffffff"), label);
}

/// A lever with the number of its switch at the foot.
pub(super) fn lever(svg: &mut Svg, (x, y): (f64, f64), colour: &str, label: &str) {
    let wide = (strokes::width(label, 5.2) + 6.0).max(11.0);
    svg.put(&format!(
        "<g transform=\"translate({} {})\" stroke-linecap=\"round\"><path d=\"M0 1L-3.4 -5\" stroke=\"{PAGE}\" \
         stroke-width=\"4\"/><path d=\"M0 1L-3.4 -5\" stroke=\"#2b3240\" stroke-width=\"2.2\"/>\
         <circle cx=\"-3.6\" cy=\"-5.2\" r=\"2.5\" fill=\"{colour}\" stroke=\"{PAGE}\" stroke-width=\".9\"/>\
         <rect x=\"{}\" y=\"-.6\" width=\"{}\" height=\"8\" rx=\"2.4\" fill=\"{colour}\" stroke=\"{PAGE}\" stroke-width=\"1\"/></g>\n",
        number(x),
        number(y),
        number(-wide / 2.0),
        number(wide),
    ));
    strokes::write(svg, (x, y + 6.0), Pen::mark(5.2, "#ffffff"), label);
}

/// The most tags.
const MOST_TAGS: usize = 20_000;
/// The distance from the edge of a cell to a stone, and the further distance for each further plate of the cell.
const INSET: f64 = 1.2;
const NESTED: f64 = 1.6;
/// The front of a stone that is up.
const FRONT: f64 = 2.2;

/// Colours of stones.
const TOP: &str = "#dfe3ea";
const FRONT_COLOUR: &str = "#98a1b0";
const SUNK: &str = "#b9c0cb";
const SHADOW: &str = "#6f7988";

/// The colours of plates that give nothing. They repeat; labels distinguish plates of one colour.
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

/// The stones of one plate. Each has the corner of its cell and the distance from the cell's edges.
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
        // Other things are drawn in the middle of the cell.
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

/// A plate without a label, for the legend; a plate that is down has a block on it.
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

/// The sign for a plate that must be down, around a point: a stone from the side, pressed into its frame, with its
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

/// The width of that sign.
pub(super) fn asks_width(label: &str) -> f64 {
    (strokes::width(label, LETTERS) + 8.0).max(14.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_have_numbers_that_no_short_name_is() {
        let names = ["A", "widow's key", "1", "solved bell wheel", "B7", "ééé"];
        let symbols = (0..).map(Named::Symbol).zip(names.map(str::to_owned));
        let plates = (0..).map(Named::Plate).zip(["north", "4", "A"].map(str::to_owned));
        let names = Names::label_all(symbols.chain(plates));
        let labels: Vec<&str> = (0..6).map(|id| names.symbol(id)).collect();
        assert_eq!(labels, ["A", "2", "1", "3", "B7", "5"]);
        assert_eq!([0, 1, 2].map(|id| names.plate(id)), ["6", "4", "A"]);
        let told: Vec<&str> = names.numbered().map(|(_, name)| name).collect();
        assert_eq!(told, ["widow's key", "solved bell wheel", "ééé", "north"]);
    }

    #[test]
    fn a_symbol_says_by_its_name_what_it_is() {
        let shape = Shape::of_symbol;
        assert_eq!([shape("A"), shape("key 27")], [Shape::Key; 2]);
        assert_eq!(shape("treasure:gold-scarab"), Shape::Treasure);
        assert_eq!([shape("puzzle:3"), shape("plate:stones 1")], [Shape::Solution; 2]);
        assert_eq!(words("treasure:gold-scarab"), "treasure: gold scarab");
        assert_eq!([words("puzzle:3"), words("A")], ["puzzle 3", "A"]);
    }

    #[test]
    fn every_shape_is_well_formed_and_keeps_its_label() {
        for label in ["A", "12", "key 27"] {
            let mut svg = Svg::sheet(32.0, 32.0, "t");
            for shape in [Shape::Key, Shape::Treasure, Shape::Solution] {
                draw(&mut svg, (16.0, 16.0), shape, "#2563eb", label);
            }
            lever(&mut svg, (16.0, 16.0), "#0f766e", label);
            let text = svg.finish();
            roxmltree::Document::parse(&text).unwrap();
            assert_eq!(text.matches("fill=\"none\" stroke=\"#ffffff\"").count(), 4, "{label}");
        }
    }

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
