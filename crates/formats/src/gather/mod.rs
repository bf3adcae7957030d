//! How a place is gathered from a level and what is told of it.

mod asked;
mod passages;
mod taken;

use crate::area::Area;
use crate::kind::{Field, Kind};
use crate::place::{ExportError, Floor, Place, Thing, Value, wrong};
use crate::told::Told;
use crate::ways::{RoomAt, ways};
use asked::Asked;
use level::rules::Rules;
use level::{Cell, Content, Level, Requirement, Tile, Tiles};
use std::collections::{BTreeMap, BTreeSet};

/// A place in the making.
struct Gathered<'a> {
    level: &'a Level,
    tiles: &'a Tiles,
    told: &'a Told,
    rules: Rules,
    rooms: RoomAt,
    things: Vec<Thing>,
    /// The number of things of each kind.
    many: BTreeMap<Kind, usize>,
    /// The things that give each content.
    givers: BTreeMap<Content, Vec<usize>>,
    /// The things of each plate.
    plates: Vec<Vec<usize>>,
}

impl Place {
    /// The place of a level, with what is told of it.
    ///
    /// # Errors
    /// When the level has no tiles.
    pub fn of(level: &Level, told: &Told) -> Result<Self, ExportError> {
        let Some(tiles) = &level.tiles else {
            return Err(wrong(
                "floors",
                "is missing; only levels with tiles are written for engines",
            ));
        };
        let mut gathered = Gathered {
            level,
            tiles,
            told,
            rules: level.rules_under(None),
            rooms: RoomAt::of(tiles),
            things: Vec::new(),
            many: BTreeMap::new(),
            givers: BTreeMap::new(),
            plates: Vec::new(),
        };
        let mut ways = ways(tiles, &gathered.rooms);
        gathered.rooms();
        gathered.ends();
        gathered.taken();
        gathered.blocks();
        gathered.passages(&mut ways);
        gathered.stairs();
        gathered.foes();
        gathered.opens();
        let name = told.title.clone().or_else(|| level.name.clone());
        let provenance = told.provenance.clone().or_else(|| level.provenance.clone());
        Ok(Self {
            title: name.clone().unwrap_or_else(|| "Level".to_owned()),
            category: told.category.clone(),
            level: Level { name, provenance, ..level.clone() },
            floors: floors(level, tiles, told),
            things: gathered.things,
            ways,
        })
    }
}

/// The floors with their heights: those of their rooms where they are told and no two are alike, else one below the
/// other.
fn floors(level: &Level, tiles: &Tiles, told: &Told) -> Vec<Floor> {
    let depth = |floor: usize| {
        let mut rooms = tiles.rooms.iter().filter(|room| room.corner.floor as usize == floor);
        rooms.find_map(|room| told.rooms.get(&level.graph.id(room.node)?.bare())?.depth)
    };
    let depths: Option<Vec<i32>> = (0..tiles.floors.len()).map(depth).collect();
    let differ = |depths: &Vec<i32>| depths.iter().collect::<BTreeSet<_>>().len() == depths.len();
    let depths = depths.filter(differ);
    let depths = depths.unwrap_or_else(|| (0..tiles.floors.len() as i32).map(|at| -at).collect());
    let floor =
        |(grid, depth): (&level::Grid, i32)| Floor { depth, rows: grid.rows(), cols: grid.cols() };
    tiles.floors.iter().zip(depths).map(floor).collect()
}

impl Gathered<'_> {
    /// Adds a thing; fields without a value are left out, and its room is added where its kind has one.
    fn put(
        &mut self,
        kind: Kind,
        name: &str,
        area: Area,
        fields: Vec<(Field, Option<Value>)>,
    ) -> usize {
        let many = self.many.entry(kind).or_default();
        *many += 1;
        let id = format!("{}_{many}", kind.name());
        let mut values: BTreeMap<Field, Value> =
            fields.into_iter().filter_map(|(field, value)| Some((field, value?))).collect();
        if let Some(room) = self.rooms.get(area.corner) {
            values.insert(Field::Room, Value::Ref(room));
        }
        let fields =
            kind.fields().iter().filter_map(|&field| Some((field, values.remove(&field)?)));
        let fields = fields.collect();
        self.things.push(Thing { id, kind, name: name.to_owned(), area, fields });
        self.things.len() - 1
    }

    fn rooms(&mut self) {
        for room in &self.tiles.rooms {
            let node = self.level.graph.id(room.node).map(level::NodeId::bare).unwrap_or_default();
            let told = self.told.rooms.get(&node).cloned().unwrap_or_default();
            let name = if told.name.is_empty() { format!("Room {node}") } else { told.name };
            let area = Area { corner: room.corner, rows: room.rows, cols: room.cols };
            let fields = vec![
                (Field::Node, text(&node)),
                (Field::Purpose, text(&told.purpose)),
                (Field::Text, text(&told.text)),
            ];
            self.put(Kind::Room, &name, area, fields);
        }
    }

    /// The start and the goals. Those that a tile shows name the tile.
    fn ends(&mut self) {
        let (start, goals) = (self.tiles.start, self.tiles.goals.clone());
        match start {
            Some(cell) => drop(self.put(Kind::Start, "start", Area::of(cell), Vec::new())),
            None => self.shown(Kind::Start, "start", Tile::Start),
        }
        match goals {
            Some(goals) => {
                for cell in goals {
                    self.put(Kind::Goal, "goal", Area::of(cell), Vec::new());
                }
            }
            None => self.shown(Kind::Goal, "goal", Tile::Triforce),
        }
    }

    /// A thing for each tile of a kind.
    fn shown(&mut self, kind: Kind, name: &str, tile: Tile) {
        for cell in self.tiles.holding(tile).collect::<Vec<_>>() {
            self.put(kind, name, Area::of(cell), vec![(Field::Tile, of_tile(tile))]);
        }
    }

    fn blocks(&mut self) {
        self.shown(Kind::Block, "block", Tile::Block);
    }

    fn foes(&mut self) {
        for (kind, tile) in [(Kind::Enemy, Tile::Enemy), (Kind::Boss, Tile::Boss)] {
            for cell in self.tiles.holding(tile).collect::<Vec<_>>() {
                let foe = self.told.foes.get(&cell);
                let name = foe.map_or(kind.name(), |foe| &foe.name).to_owned();
                let load = Value::Int(foe.map_or(0, |foe| foe.load.into()));
                let fields = vec![(Field::Tile, of_tile(tile)), (Field::Load, Some(load))];
                self.put(kind, &name, Area::of(cell), fields);
            }
        }
    }

    /// A thing for each stair and each place it leads to.
    fn stairs(&mut self) {
        let cells: Vec<Cell> = self.tiles.holding(Tile::Stair).collect();
        let begin = self.things.len();
        let mut leads = Vec::new();
        for cell in cells {
            for (to, needs) in self.stair_edges(cell) {
                let keys = self.keys(needs.iter().copied());
                let needs = self.names(&needs);
                let fields = vec![
                    (Field::Tile, of_tile(Tile::Stair)),
                    (Field::Needs, texts(needs)),
                    (Field::Keys, refs(keys)),
                ];
                self.put(Kind::Stair, "stair", Area::of(cell), fields);
                leads.push(to);
            }
        }
        for (at, to) in (begin..).zip(leads) {
            let Some(to) = to else { continue };
            // One comes out at the first stair of the room.
            let lands = |thing: &Thing| thing.refs(Field::Room) == [to];
            let stair = self.things.iter().skip(begin).position(lands);
            let to = stair.map_or(to, |stair| begin + stair);
            if let Some(thing) = self.things.get_mut(at) {
                thing.fields.push((Field::LeadsTo, Value::Ref(to)));
            }
        }
    }

    /// The rooms that a stair leads to, each with what is asked for; one without a room where it leads nowhere.
    fn stair_edges(&self, cell: Cell) -> Vec<(Option<usize>, Vec<Requirement>)> {
        let Some(room) = self.rooms.get(cell) else { return vec![(None, Vec::new())] };
        let Some(node) = self.tiles.rooms.get(room).map(|room| room.node) else {
            return Vec::new();
        };
        let edges = self.level.graph.edges.iter();
        let mut leads: Vec<_> = edges
            .filter(|edge| edge.from == node && edge.asks(Requirement::Stair))
            .map(|edge| {
                let to = self.tiles.rooms.iter().position(|room| room.node == edge.to);
                (to, edge.requires.iter().copied().filter(is_need).collect())
            })
            .collect();
        if leads.is_empty() {
            leads.push((None, Vec::new()));
        }
        leads
    }

    /// Tells each thing that gives something what it opens.
    fn opens(&mut self) {
        let mut opened: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, thing) in self.things.iter().enumerate() {
            for &key in thing.refs(Field::Keys) {
                opened.entry(key).or_default().push(at);
            }
        }
        for (key, passages) in opened {
            if let Some(thing) = self.things.get_mut(key)
                && thing.kind.fields().contains(&Field::Opens)
            {
                thing.fields.push((Field::Opens, Value::Refs(passages)));
                let order = thing.kind.fields();
                let place = |field: &Field| order.iter().position(|known| known == field);
                thing.fields.sort_by_key(|(field, _)| place(field));
            }
        }
    }

    fn asked(&self) -> Asked {
        Asked::of(self.level, self.tiles)
    }

    /// Names of requirements, as a file writes them.
    fn names(&self, needs: &[Requirement]) -> Vec<String> {
        needs.iter().map(|&need| self.level.graph.requirement_name(need)).collect()
    }

    /// The things that give what is asked for, in their order.
    fn keys(&self, needs: impl Iterator<Item = Requirement>) -> Vec<usize> {
        let mut keys = BTreeSet::new();
        for need in needs {
            if let Requirement::Plate(plate) = need {
                keys.extend(self.plates.get(plate as usize).into_iter().flatten());
            }
            for content in asked::given_by(need) {
                keys.extend(self.givers.get(&content).into_iter().flatten());
            }
        }
        keys.into_iter().collect()
    }
}

/// True if a requirement asks for something; the others say where an edge leads, and in which direction.
fn is_need(need: &Requirement) -> bool {
    !matches!(need, Requirement::Stair | Requirement::SoftLocked)
}

fn text(value: &str) -> Option<Value> {
    (!value.is_empty()).then(|| Value::Text(value.to_owned()))
}

fn of_tile(tile: Tile) -> Option<Value> {
    text(tile.name())
}

fn texts(values: Vec<String>) -> Option<Value> {
    (!values.is_empty()).then_some(Value::Texts(values))
}

fn refs(values: Vec<usize>) -> Option<Value> {
    (!values.is_empty()).then_some(Value::Refs(values))
}

#[cfg(test)]
mod tests;
