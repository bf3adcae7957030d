//! The objects of a map: those that add to its tiles, and those that describe them, such as doors with their
//! requirements.

use super::super::fields::{Fields, Props};
use super::super::raw::list;
use super::super::{SIDE, Way};
use crate::Area;
use crate::kind::{Field, Kind, Type};
use crate::place::{FieldValue, Thing};
use level::model::graph::{Content, Graph, Node, NodeId, NodeIndex, Requirement};
use level::model::grid::Cell;
use level::model::level::{Plate, TileLock, Tiles};
use level::model::tile::Tile;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// The most objects that only describe tiles.
const MOST_SHOWN: usize = 20_000;

/// The objects of each floor, numbered in order of creation.
pub(super) struct Objects {
    floors: usize,
    /// All objects; the object of number `n` has index `n - 1`.
    all: Vec<Object>,
}

impl Objects {
    /// No objects, on `floors` floors.
    pub(super) fn on(floors: usize) -> Self {
        Self { floors, all: Vec::new() }
    }

    /// The number of the next object.
    pub(super) fn next(&self) -> usize {
        self.all.len() + 1
    }

    /// The objects of each floor, as JSON.
    pub(super) fn floors(&self) -> Vec<Vec<String>> {
        let mut floors = vec![Vec::new(); self.floors];
        for (id, object) in (1..).zip(&self.all) {
            if let Some(floor) = floors.get_mut(object.form.corner().floor as usize) {
                floor.push(object.line(id));
            }
        }
        floors
    }

    /// Adds the fields of things to the objects of the same class and cell. A thing without such an object gets one for
    /// display.
    pub(super) fn tell(&mut self, things: &[Thing]) {
        let mut at: FxHashMap<(&str, Cell), VecDeque<usize>> = FxHashMap::default();
        for (place, object) in self.all.iter().enumerate() {
            at.entry((object.class, object.form.corner())).or_default().push_back(place);
        }
        let mut places = Vec::with_capacity(things.len());
        for thing in things {
            let (class, area) = (class_of(thing), thing.area);
            let there = at.get_mut(&(class, area.corner)).and_then(VecDeque::pop_front);
            places.push(there.unwrap_or_else(|| {
                let is_area =
                    thing.kind == Kind::Room || thing.kind.is_passed() || thing.kind == Kind::Plate;
                let form = if is_area { Form::Rectangle(area) } else { Form::Point(area.corner) };
                self.put(class, &thing.name, form, Props::default());
                self.all.len() - 1
            }));
        }
        for (thing, &place) in things.iter().zip(&places) {
            let Some(object) = self.all.get_mut(place) else { continue };
            // The name of a plate identifies it and must not change.
            if object.class != "plate" {
                object.name.clone_from(&thing.name);
            }
            object
                .properties
                .add(properties_of(thing, &|other| places.get(other).map_or(0, |place| place + 1)));
        }
    }

    /// Adds all parts of a level that are not tiles.
    pub(super) fn level(&mut self, tiles: &Tiles, graph: &Graph) {
        self.ends(tiles);
        for room in &tiles.rooms {
            let Some(id) = graph.id(room.node) else { continue };
            let area = Area { corner: room.corner, rows: room.rows, cols: room.cols };
            let (name, properties) = node(id, graph);
            self.put("room", &name, Form::Rectangle(area), properties);
        }
        for mark in &tiles.marks {
            let gives = graph.content_name(mark.gives);
            let class = if matches!(mark.gives, Content::Toggle(_)) { "toggle" } else { "symbol" };
            let properties = Props::default().text("gives", &gives);
            self.put(class, &gives, Form::Point(mark.cell), properties);
        }
        for (i, lock) in (0..).zip(&tiles.locks) {
            self.lock(i, lock, graph);
        }
        for (plate, name) in tiles.plates.iter().zip(&graph.plates) {
            self.plate(plate, name, graph);
        }
        let items = tiles.cells().filter(|(_, tile)| tile.is_item()).take(MOST_SHOWN);
        for (cell, tile) in items {
            let class = if tile == Tile::ItemMinor { "item" } else { "key" };
            let properties = drawn(tile).text("gives", tile.name());
            self.put_shown(class, tile, Form::Point(cell), properties);
        }
        for Door { tile, area, requires } in doors(tiles, graph, MOST_SHOWN) {
            let class = if requires.is_empty() { "door" } else { "lock" };
            let mut properties = drawn(tile);
            if !requires.is_empty() {
                properties = properties.text("requires", &list(&requires));
            }
            self.put_shown(class, tile, Form::Rectangle(area), properties);
        }
    }

    /// Adds the start and the goals.
    fn ends(&mut self, tiles: &Tiles) {
        match tiles.start {
            Some(start) => self.put("start", "start", Form::Point(start), Props::default()),
            None => self.shown("start", tiles, Tile::Start),
        }
        match &tiles.goals {
            None => self.shown("goal", tiles, Tile::Goal),
            Some(goals) => {
                for &goal in goals {
                    self.put("goal", "goal", Form::Point(goal), Props::default());
                }
            }
        }
    }

    /// Adds objects for the tiles of a kind.
    fn shown(&mut self, class: &'static str, tiles: &Tiles, tile: Tile) {
        for cell in tiles.holding(tile).take(MOST_SHOWN) {
            self.put(class, class, Form::Point(cell), drawn(tile));
        }
    }

    /// Adds a lock: a rectangle, or several with one number.
    fn lock(&mut self, number: i64, lock: &TileLock, graph: &Graph) {
        let needs: Vec<String> =
            lock.needs.iter().map(|&need| graph.requirement_name(need)).collect();
        let needs = list(&needs);
        let mut areas = Area::all(&lock.cells);
        let mut properties = Props::default();
        if areas.is_empty() {
            properties = properties.text("cells", "none");
            areas.push(Area { corner: Cell::default(), rows: 1, cols: 1 });
        } else if areas.len() > 1 {
            properties = properties.int("lock", number);
        }
        let properties = properties.text("needs", &needs);
        for area in areas {
            self.put("lock", &needs, Form::Rectangle(area), properties.clone());
        }
    }

    /// Adds a plate: a rectangle, or several with one name.
    fn plate(&mut self, plate: &Plate, name: &str, graph: &Graph) {
        let mut properties = Props::default();
        if let Some(symbol) = plate.gives {
            properties = properties.text("gives", &graph.content_name(Content::Symbol(symbol)));
        }
        for area in Area::all(&plate.cells) {
            self.put("plate", name, Form::Rectangle(area), properties.clone());
        }
    }

    /// Adds a way: a line for each part without a jump.
    pub(super) fn way(&mut self, way: &Way) {
        let class = if way.dead_state { "witness" } else { "solution" };
        let is_step = |a: &Cell, b: &Cell| {
            a.floor == b.floor && a.row.abs_diff(b.row) <= 1 && a.col.abs_diff(b.col) <= 1
        };
        let stretches = way.cells.chunk_by(is_step);
        for (i, stretch) in (1i64..).zip(stretches) {
            let mut properties = Props::default();
            if i == 1 {
                properties = properties.text("plan", &way.words);
            }
            let properties = properties.int("stretch", i);
            self.put(class, &way.title, Form::Line(stretch.to_vec()), properties);
        }
    }

    fn put_shown(&mut self, class: &'static str, tile: Tile, form: Form, properties: Props) {
        self.put(class, tile.name(), form, properties);
    }

    fn put(&mut self, class: &'static str, name: &str, form: Form, properties: Props) {
        if (form.corner().floor as usize) < self.floors {
            self.all.push(Object { class, name: name.to_owned(), form, properties });
        }
    }
}

/// The property of an object that describes a tile.
fn drawn(tile: Tile) -> Props {
    Props::default().text("tile", tile.name())
}

/// The name of a node's object, and the property with the node's id. Integers of Tiled have 32 bits.
fn node(id: &NodeId, graph: &Graph) -> (String, Props) {
    let properties = Props::default();
    match id {
        NodeId::Name(name) => (name.clone(), properties.text("node", name)),
        NodeId::Number(number) => {
            let text = number.to_string();
            let is_name = |node: &Node| node.id == NodeId::Name(text.clone());
            let fits = i32::try_from(*number).is_ok() || graph.nodes.iter().any(is_name);
            let properties =
                if fits { properties.int("node", *number) } else { properties.text("node", &text) };
            (text, properties)
        }
    }
}

/// An object.
struct Object {
    class: &'static str,
    name: String,
    form: Form,
    properties: Props,
}

/// The shape of an object.
enum Form {
    /// A point in the middle of a cell.
    Point(Cell),
    /// A rectangle of whole cells.
    Rectangle(Area),
    /// A line through the middles of cells.
    Line(Vec<Cell>),
}

impl Form {
    /// The cell of its upper left corner.
    fn corner(&self) -> Cell {
        match self {
            Self::Point(cell) => *cell,
            Self::Rectangle(area) => area.corner,
            Self::Line(cells) => cells.first().copied().unwrap_or_default(),
        }
    }
}

impl Object {
    /// Its JSON.
    fn line(&self, id: u64) -> String {
        let side = u64::from(SIDE);
        let middle = |cell: Cell| {
            let at = |line: u32| u64::from(line) * side + side / 2;
            (at(cell.col), at(cell.row))
        };
        let (mut size, mut line) = ((0, 0), None);
        let ((x, y), is_point) = match &self.form {
            Form::Point(cell) => (middle(*cell), true),
            Form::Rectangle(Area { corner, rows, cols }) => {
                size = (u64::from(*cols) * side, u64::from(*rows) * side);
                ((u64::from(corner.col) * side, u64::from(corner.row) * side), false)
            }
            Form::Line(cells) => {
                line = (cells.len() > 1)
                    .then(|| polyline(&cells.iter().map(|&c| middle(c)).collect::<Vec<_>>()));
                (middle(self.form.corner()), cells.len() == 1)
            }
        };
        let mut object =
            Fields::default().put("height", size.1).put("id", id).put("name", &self.name);
        if is_point {
            object = object.put("point", true);
        }
        if let Some(line) = line {
            object = object.raw("polyline", line);
        }
        let object = object
            .properties(&self.properties)
            .put("rotation", 0)
            .put("type", self.class)
            .put("visible", true)
            .put("width", size.0)
            .put("x", x)
            .put("y", y);
        object.line()
    }
}

/// The fields of a thing as properties. `number` gives the number of another thing's object. A list of objects is
/// stored as `keys`, `keys_2`, `keys_3`, because a property of Tiled holds one object.
fn properties_of(thing: &Thing, number: &dyn Fn(usize) -> usize) -> Props {
    let mut properties = Props::default().named("kind", "Kind", thing.kind.name());
    for (field, value) in &thing.fields {
        let name = field.name();
        properties = match value {
            FieldValue::Text(text) if field.kind() == Type::Purpose => {
                properties.named(name, "Purpose", text)
            }
            FieldValue::Text(text) => properties.text(name, text),
            FieldValue::Int(number) => properties.int(name, *number),
            FieldValue::Texts(texts) => properties.text(name, &texts.join(", ")),
            FieldValue::Ref(_) | FieldValue::Refs(_) => {
                (1..).zip(thing.refs(*field)).fold(properties, |properties, (at, other)| match at {
                    1 => properties.object(name, number(*other)),
                    more => properties.object(&format!("{name}_{more}"), number(*other)),
                })
            }
        };
    }
    properties
}

/// The class of the object of a thing.
fn class_of(thing: &Thing) -> &'static str {
    let tile = thing.text(Field::Tile);
    let is_drawn = !tile.is_empty();
    match thing.kind {
        Kind::Key | Kind::Item | Kind::Puzzle => match tile {
            "" => "symbol",
            "ITEM_MINOR" => "item",
            _ => "key",
        },
        Kind::Switch => "toggle",
        Kind::Lock if is_drawn || thing.get(Field::Number).is_some() => "lock",
        Kind::Secret | Kind::OneWay if is_drawn => "lock",
        Kind::Door if is_drawn => "door",
        Kind::Door | Kind::Lock | Kind::Secret | Kind::OneWay => "passage",
        other => other.name(),
    }
}

/// The points of a line, relative to the first. Points on a straight part are left out.
fn polyline(points: &[(u64, u64)]) -> String {
    let away = |a: u64, b: u64| a as i64 - b as i64;
    let turns = |i: usize| match (i.checked_sub(1).and_then(|i| points.get(i)), points.get(i + 1)) {
        (Some(before), Some(after)) => points.get(i).is_none_or(|at| {
            (away(at.0, before.0), away(at.1, before.1))
                != (away(after.0, at.0), away(after.1, at.1))
        }),
        _ => true,
    };
    let origin = points.first().copied().unwrap_or_default();
    let kept = points.iter().enumerate().filter(|(i, _)| turns(*i));
    let points = kept.map(|(_, point)| {
        let (x, y) = (away(point.0, origin.0), away(point.1, origin.1));
        Fields::default().put("x", x).put("y", y).line()
    });
    format!("[{}]", points.collect::<Vec<_>>().join(", "))
}

/// Door tiles of one kind that fill a rectangle.
struct Door {
    /// The kind.
    tile: Tile,
    /// Its rectangle of cells.
    area: Area,
    /// Names of its requirements: those of the graph's edges, or else that of the tile itself.
    requires: Vec<String>,
}

/// The first `most` doors of a level.
fn doors(tiles: &Tiles, graph: &Graph, most: usize) -> Vec<Door> {
    let guards = Guards::of(tiles, graph);
    let (mut doors, mut seen) = (Vec::new(), FxHashSet::<Cell>::default());
    for (cell, tile) in tiles.cells().filter(|(_, tile)| tile.is_door()) {
        if doors.len() >= most {
            break;
        }
        if seen.contains(&cell) {
            continue;
        }
        let piece = tiles.piece(cell);
        seen.extend(&piece);
        let mut requires = guards.ask(tiles, &piece);
        if requires.is_empty() {
            requires.extend(tile.requirement().map(|asked| graph.requirement_name(asked)));
        }
        let door = |area| Door { tile, area, requires: requires.clone() };
        match rectangle(&piece) {
            Some(area) => doors.push(door(area)),
            None => {
                doors.extend(piece.iter().map(|&corner| door(Area { corner, rows: 1, cols: 1 })));
            }
        }
    }
    doors.truncate(most);
    doors
}

/// The rectangle that the cells fill, if they fill one.
fn rectangle(cells: &[Cell]) -> Option<Area> {
    let low = |at: fn(&Cell) -> u32| cells.iter().map(at).min();
    let high = |at: fn(&Cell) -> u32| cells.iter().map(at).max();
    let (top, left) = (low(|cell| cell.row)?, low(|cell| cell.col)?);
    let rows = high(|cell| cell.row)? - top + 1;
    let cols = high(|cell| cell.col)? - left + 1;
    let corner = Cell::new(cells.first()?.floor, top, left);
    (u64::from(rows) * u64::from(cols) == cells.len() as u64).then_some(Area { corner, rows, cols })
}

/// The edges of the room graph by pair of rooms, to look up the requirements of a step.
struct Guards<'a> {
    graph: &'a Graph,
    /// The node of each cell that is a door or adjacent to one.
    nodes: FxHashMap<Cell, NodeIndex>,
    /// The edges of each pair, the lower node first.
    edges: FxHashMap<(NodeIndex, NodeIndex), Vec<usize>>,
}

impl<'a> Guards<'a> {
    fn of(tiles: &Tiles, graph: &'a Graph) -> Self {
        let mut edges = FxHashMap::<_, Vec<usize>>::default();
        for (i, edge) in graph.edges.iter().enumerate() {
            if edge.from != edge.to && !edge.requires(Requirement::Stair) {
                let pair = (edge.from.min(edge.to), edge.from.max(edge.to));
                edges.entry(pair).or_default().push(i);
            }
        }
        let is_door = |cell: Cell| tiles.tile(cell).is_some_and(Tile::is_door);
        let mut nodes = FxHashMap::default();
        for room in tiles.rooms.iter().filter(|_| !edges.is_empty()) {
            let near = room.cells().filter(|&cell| is_door(cell) || cell.neighbours().any(is_door));
            nodes.extend(near.map(|cell| (cell, room.node)));
        }
        Self { graph, nodes, edges }
    }

    /// Requirements of the edges between the rooms on both sides of a door, each once.
    fn ask(&self, tiles: &Tiles, piece: &[Cell]) -> Vec<String> {
        let mut asked: Vec<String> = Vec::new();
        for &cell in piece {
            let Some(&here) = self.nodes.get(&cell) else { continue };
            for beside in cell.neighbours().filter(|&beside| tiles.tile(beside).is_some()) {
                let Some(&there) = self.nodes.get(&beside) else { continue };
                let edges = self.edges.get(&(here.min(there), here.max(there)));
                for edge in edges.into_iter().flatten().filter_map(|&i| self.graph.edges.get(i)) {
                    for &requirement in &edge.requires {
                        let name = self.graph.requirement_name(requirement);
                        if !asked.contains(&name) {
                            asked.push(name);
                        }
                    }
                }
            }
        }
        asked
    }
}
