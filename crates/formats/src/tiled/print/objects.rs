//! The objects of a map: those that add to its tiles, and those that describe them.

use super::super::doors::{Door, doors};
use super::super::fields::Props;
use super::super::names::list;
use super::super::{Detail, Way};
use super::object::{Form, Object};
use crate::Area;
use level::model::graph::{Content, Graph, Node, NodeId};
use level::model::grid::Cell;
use level::model::level::{Plate, TileLock, Tiles};
use level::model::tile::Tile;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The most objects that only describe what is drawn.
const MOST_SHOWN: usize = 20_000;
/// The objects of each floor, numbered as they come.
pub(super) struct Objects {
    floors: usize,
    /// The object of number `n` is the one before place `n`.
    all: Vec<Object>,
}

impl Objects {
    /// None yet, on so many floors.
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

    /// Tells more of objects, and adds those that are not there.
    pub(super) fn more(&mut self, details: &[Detail]) {
        let mut at: FxHashMap<(String, Cell), VecDeque<usize>> = FxHashMap::default();
        for (place, object) in self.all.iter().enumerate() {
            let corner = object.form.corner();
            at.entry((object.class.clone(), corner)).or_default().push_back(place);
        }
        let mut places = Vec::with_capacity(details.len());
        for detail in details {
            let there = at.get_mut(&(detail.class.clone(), detail.corner));
            places.push(there.and_then(VecDeque::pop_front).unwrap_or_else(|| {
                self.put(&detail.class, &detail.name, detail.form(), Props::default());
                self.all.len() - 1
            }));
        }
        for (detail, &place) in details.iter().zip(&places) {
            let Some(object) = self.all.get_mut(place) else { continue };
            object.tell(detail, &|other| places.get(other).map_or(0, |place| place + 1));
        }
    }

    /// Everything that lies over the tiles.
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

    /// Start and goals.
    fn ends(&mut self, tiles: &Tiles) {
        match tiles.start {
            Some(start) => self.put("start", "start", Form::Point(start), Props::default()),
            None => self.shown("start", tiles, Tile::Start),
        }
        match &tiles.goals {
            None => self.shown("goal", tiles, Tile::Triforce),
            Some(goals) => {
                for &goal in goals {
                    self.put("goal", "goal", Form::Point(goal), Props::default());
                }
            }
        }
    }

    /// Objects for tiles of a kind.
    fn shown(&mut self, class: &str, tiles: &Tiles, tile: Tile) {
        for cell in tiles.holding(tile).take(MOST_SHOWN) {
            self.put(class, class, Form::Point(cell), drawn(tile));
        }
    }

    /// A lock of cells: a rectangle, or several of one number.
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

    /// A plate: a rectangle, or several of one name.
    fn plate(&mut self, plate: &Plate, name: &str, graph: &Graph) {
        let mut properties = Props::default();
        if let Some(symbol) = plate.gives {
            properties = properties.text("gives", &graph.content_name(Content::Symbol(symbol)));
        }
        for area in Area::all(&plate.cells) {
            self.put("plate", name, Form::Rectangle(area), properties.clone());
        }
    }

    /// A way: a line for each stretch without a leap.
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

    fn put_shown(&mut self, class: &str, tile: Tile, form: Form, properties: Props) {
        self.put(class, tile.name(), form, properties);
    }

    fn put(&mut self, class: &str, name: &str, form: Form, properties: Props) {
        if (form.corner().floor as usize) < self.floors {
            let (class, name) = (class.to_owned(), name.to_owned());
            self.all.push(Object { class, name, form, properties });
        }
    }
}

/// The property of an object that describes a tile.
fn drawn(tile: Tile) -> Props {
    Props::default().text("tile", tile.name())
}

/// The name of a node's object, and the property that says which node it is. Tiled's whole numbers have 32 bits.
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
