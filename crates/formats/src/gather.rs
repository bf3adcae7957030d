//! Builds a place from a level and its annotations.

#[cfg(test)]
mod tests;

use crate::annotations::Annotations;
use crate::kind::{Field, Kind};
use crate::place::{ExportError, FieldValue, Floor, Place, Thing, wrong};
use crate::ways::{Area, Crossing, RoomAt, ways};
use level::rules::{Locks, OneWay, Rules};
use level::{Cell, Content, Level, NodeIndex, Requirement, Tile, Tiles};
use std::collections::{BTreeMap, BTreeSet};
use std::iter::once;

/// A place under construction.
struct PlaceBuilder<'a> {
    level: &'a Level,
    tiles: &'a Tiles,
    annotations: &'a Annotations,
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
    /// The place of a level with its annotations.
    ///
    /// # Errors
    /// When the level has no tiles.
    pub fn of(level: &Level, annotations: &Annotations) -> Result<Self, ExportError> {
        let Some(tiles) = &level.tiles else {
            return Err(wrong(
                "floors",
                "is missing; only levels with tiles are written for engines",
            ));
        };
        let mut builder = PlaceBuilder {
            level,
            tiles,
            annotations,
            rules: level.rules_under(None),
            rooms: RoomAt::of(tiles),
            things: Vec::new(),
            many: BTreeMap::new(),
            givers: BTreeMap::new(),
            plates: Vec::new(),
        };
        let mut ways = ways(tiles, &builder.rooms);
        builder.rooms();
        builder.ends();
        builder.taken();
        builder.blocks();
        builder.passages(&mut ways);
        builder.stairs();
        builder.foes();
        builder.opens();
        let name = annotations.title.clone().or_else(|| level.name.clone());
        let provenance = annotations.provenance.clone().or_else(|| level.provenance.clone());
        Ok(Self {
            title: name.clone().unwrap_or_else(|| "Level".to_owned()),
            category: annotations.category.clone(),
            level: Level { name, provenance, ..level.clone() },
            floors: floors(level, tiles, annotations),
            things: builder.things,
            ways,
        })
    }
}

/// The floors with their depths: those of their rooms if every floor has one and all differ, else each floor one below
/// the last.
fn floors(level: &Level, tiles: &Tiles, annotations: &Annotations) -> Vec<Floor> {
    let depth = |floor: usize| {
        let mut rooms = tiles.rooms.iter().filter(|room| room.corner.floor as usize == floor);
        rooms.find_map(|room| annotations.rooms.get(&level.graph.id(room.node)?.bare())?.depth)
    };
    let depths: Option<Vec<i32>> = (0..tiles.floors.len()).map(depth).collect();
    let differ = |depths: &Vec<i32>| depths.iter().collect::<BTreeSet<_>>().len() == depths.len();
    let depths = depths.filter(differ);
    let depths = depths.unwrap_or_else(|| (0..tiles.floors.len() as i32).map(|at| -at).collect());
    let floor =
        |(grid, depth): (&level::Grid, i32)| Floor { depth, rows: grid.rows(), cols: grid.cols() };
    tiles.floors.iter().zip(depths).map(floor).collect()
}

impl PlaceBuilder<'_> {
    /// Adds a thing. Fields without a value are left out; the room is added for kinds that have this field.
    fn put(
        &mut self,
        kind: Kind,
        name: &str,
        area: Area,
        fields: Vec<(Field, Option<FieldValue>)>,
    ) -> usize {
        let many = self.many.entry(kind).or_default();
        *many += 1;
        let id = format!("{}_{many}", kind.name());
        let mut values: BTreeMap<Field, FieldValue> =
            fields.into_iter().filter_map(|(field, value)| Some((field, value?))).collect();
        if let Some(room) = self.rooms.get(area.corner) {
            values.insert(Field::Room, FieldValue::Ref(room));
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
            let told = self.annotations.rooms.get(&node).cloned().unwrap_or_default();
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

    /// The start and the goals. If a tile shows one, its field `tile` has that tile.
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
            None => self.shown(Kind::Goal, "goal", Tile::Goal),
        }
    }

    /// Adds a thing for each tile of a kind.
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
                let foe = self.annotations.foes.get(&cell);
                let name = foe.map_or(kind.name(), |foe| &foe.name).to_owned();
                let load = FieldValue::Int(foe.map_or(0, |foe| foe.load.into()));
                let fields = vec![(Field::Tile, of_tile(tile)), (Field::Load, Some(load))];
                self.put(kind, &name, Area::of(cell), fields);
            }
        }
    }

    /// Adds a thing for each stair and each place to which it leads.
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
            // The player arrives at the first stair of the room.
            let lands = |thing: &Thing| thing.refs(Field::Room) == [to];
            let stair = self.things.iter().skip(begin).position(lands);
            let to = stair.map_or(to, |stair| begin + stair);
            if let Some(thing) = self.things.get_mut(at) {
                thing.fields.push((Field::LeadsTo, FieldValue::Ref(to)));
            }
        }
    }

    /// The rooms to which a stair leads, each with the requirements; one entry without a room if it leads nowhere.
    fn stair_edges(&self, cell: Cell) -> Vec<(Option<usize>, Vec<Requirement>)> {
        let Some(room) = self.rooms.get(cell) else { return vec![(None, Vec::new())] };
        let Some(node) = self.tiles.rooms.get(room).map(|room| room.node) else {
            return Vec::new();
        };
        let edges = self.level.graph.edges.iter();
        let mut leads: Vec<_> = edges
            .filter(|edge| edge.from == node && edge.requires(Requirement::Stair))
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

    /// Sets the field `opens` of each thing that gives something.
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
                thing.fields.push((Field::Opens, FieldValue::Refs(passages)));
                let order = thing.kind.fields();
                let place = |field: &Field| order.iter().position(|known| known == field);
                thing.fields.sort_by_key(|(field, _)| place(field));
            }
        }
    }

    fn requirements(&self) -> Requirements {
        Requirements::of(self.level, self.tiles)
    }

    /// The names of requirements, as in a level file.
    fn names(&self, needs: &[Requirement]) -> Vec<String> {
        needs.iter().map(|&need| self.level.graph.requirement_name(need)).collect()
    }

    /// The things that give the requirements, in their order.
    fn keys(&self, needs: impl Iterator<Item = Requirement>) -> Vec<usize> {
        let mut keys = BTreeSet::new();
        for need in needs {
            if let Requirement::Plate(plate) = need {
                keys.extend(self.plates.get(plate as usize).into_iter().flatten());
            }
            for content in given_by(need) {
                keys.extend(self.givers.get(&content).into_iter().flatten());
            }
        }
        keys.into_iter().collect()
    }
}

/// True if a requirement is a need. The others describe the direction of an edge.
fn is_need(need: &Requirement) -> bool {
    !matches!(need, Requirement::Stair | Requirement::SoftLocked)
}

fn text(value: &str) -> Option<FieldValue> {
    (!value.is_empty()).then(|| FieldValue::Text(value.to_owned()))
}

fn of_tile(tile: Tile) -> Option<FieldValue> {
    text(tile.name())
}

fn texts(values: Vec<String>) -> Option<FieldValue> {
    (!values.is_empty()).then_some(FieldValue::Texts(values))
}

fn refs(values: Vec<usize>) -> Option<FieldValue> {
    (!values.is_empty()).then_some(FieldValue::Refs(values))
}

/// The requirements of all passages.
struct Requirements(BTreeSet<Requirement>);

impl Requirements {
    /// The requirements of the edges, locks and doors of a level.
    fn of(level: &Level, tiles: &Tiles) -> Self {
        let edges = level.graph.edges.iter().flat_map(|edge| edge.requires.iter().copied());
        let locks = tiles.locks.iter().flat_map(|lock| lock.needs.iter().copied());
        let doors = tiles.cells().filter_map(|(_, tile)| of_door(tile));
        Self(edges.chain(locks).chain(doors).collect())
    }

    /// True if some requirement is met by a content.
    fn include(&self, content: Content) -> bool {
        self.0.iter().any(|&need| given_by(need).contains(&content))
    }
}

/// The requirement of a door tile.
fn of_door(tile: Tile) -> Option<Requirement> {
    match tile {
        Tile::DoorLocked => Some(Requirement::KeyLocked),
        Tile::DoorBomb => Some(Requirement::Bombable),
        Tile::DoorBoss => Some(Requirement::BossLocked),
        Tile::Element => Some(Requirement::ItemLocked),
        _ => None,
    }
}

/// The contents that meet a requirement, without plates and switches of rooms. A symbol that must not be held counts
/// too.
fn given_by(need: Requirement) -> Vec<Content> {
    match need {
        Requirement::KeyLocked => vec![Content::Key],
        Requirement::BossLocked => vec![Content::BossKey],
        Requirement::Bombable => vec![Content::ItemMinor, Content::KeyItem],
        Requirement::ItemLocked => vec![Content::KeyItem],
        Requirement::Symbol(symbol) | Requirement::Lacks(symbol) => vec![Content::Symbol(symbol)],
        Requirement::Toggle(toggle, _) => vec![Content::Toggle(toggle)],
        Requirement::Switch
        | Requirement::Stair
        | Requirement::SoftLocked
        | Requirement::Plate(_) => Vec::new(),
    }
}

/// Tiles of items, with their contents.
const ITEMS: [(Tile, Content); 4] = [
    (Tile::KeySmall, Content::Key),
    (Tile::KeyBoss, Content::BossKey),
    (Tile::KeyItem, Content::KeyItem),
    (Tile::ItemMinor, Content::ItemMinor),
];

impl PlaceBuilder<'_> {
    /// Adds marks, tiles that are items, and plates.
    fn taken(&mut self) {
        let requirements = self.requirements();
        for mark in &self.tiles.marks {
            let gives = self.level.graph.content_name(mark.gives);
            let kind = match mark.gives {
                Content::Toggle(_) => Kind::Switch,
                _ if self.annotations.puzzles.contains_key(&gives) => Kind::Puzzle,
                content if requirements.include(content) => Kind::Key,
                _ => Kind::Item,
            };
            let toggle = match mark.gives {
                Content::Toggle(number) => Some(FieldValue::Int(number.into())),
                _ => None,
            };
            let puzzle = self.annotations.puzzles.get(&gives).and_then(|kind| text(kind));
            let fields = vec![
                (Field::Toggle, toggle),
                (Field::Puzzle, puzzle),
                (Field::Text, self.said(&gives)),
                (Field::Gives, text(&gives)),
            ];
            let at = self.put(kind, &self.called(&gives, &gives), Area::of(mark.cell), fields);
            self.givers.entry(mark.gives).or_default().push(at);
        }
        for (tile, content) in ITEMS {
            let kind = if requirements.include(content) { Kind::Key } else { Kind::Item };
            let gives = self.level.graph.content_name(content);
            for cell in self.tiles.holding(tile).collect::<Vec<_>>() {
                let fields = vec![
                    (Field::Tile, of_tile(tile)),
                    (Field::Text, self.said(&gives)),
                    (Field::Gives, text(&gives)),
                ];
                let at = self.put(kind, &self.called(&gives, tile.name()), Area::of(cell), fields);
                self.givers.entry(content).or_default().push(at);
            }
        }
        self.pressed();
    }

    /// Adds plates, a thing for each rectangle.
    fn pressed(&mut self) {
        for (plate, name) in self.tiles.plates.iter().zip(&self.level.graph.plates) {
            let gives = plate.gives.map(Content::Symbol);
            let gives_name = gives.map(|content| self.level.graph.content_name(content));
            let mut things = Vec::new();
            for area in Area::all(&plate.cells) {
                let fields = vec![
                    (Field::Plate, text(name)),
                    (Field::Gives, gives_name.as_deref().and_then(text)),
                ];
                things.push(self.put(Kind::Plate, name, area, fields));
            }
            if let Some(content) = gives {
                self.givers.entry(content).or_default().extend(&things);
            }
            self.plates.push(things);
        }
    }

    /// The name of a thing that gives a content.
    fn called(&self, gives: &str, usual: &str) -> String {
        let told = self.annotations.things.get(gives).map(|called| called.name.as_str());
        told.filter(|name| !name.is_empty()).unwrap_or(usual).to_owned()
    }

    /// The description of a thing that gives a content.
    fn said(&self, gives: &str) -> Option<FieldValue> {
        self.annotations.things.get(gives).and_then(|called| text(&called.text))
    }
}

/// The requirements of a step: alternative lists, one of which must be met. No list means that the step is impossible.
type Lists = Vec<Vec<Requirement>>;

impl PlaceBuilder<'_> {
    /// Adds a thing for each way, and one for each rectangle of a lock.
    fn passages(&mut self, ways: &mut [Crossing]) {
        let locks = self.locks(ways);
        for way in ways {
            let lock =
                locks.iter().find(|(_, area)| way.cells.iter().any(|&cell| area.contains(cell)));
            let lists = self.lists(way);
            let is_free = lists.iter().all(|lists| lists.first().is_some_and(Vec::is_empty));
            way.thing = match lock {
                Some(&(thing, _)) if is_free => thing,
                _ => self.passage(way, lists),
            };
        }
    }

    /// Adds the level's own locks, which do not depend on rooms: a thing for each rectangle.
    fn locks(&mut self, ways: &[Crossing]) -> Vec<(usize, Area)> {
        let mut locks = Vec::new();
        for (number, lock) in (0..).zip(&self.tiles.locks) {
            let keys = self.keys(lock.needs.iter().copied());
            let needs = self.names(&lock.needs);
            for area in Area::all(&lock.cells) {
                let crossed = |way: &&Crossing| way.cells.iter().any(|&cell| area.contains(cell));
                let rooms = ways.iter().find(crossed).map_or([None; 2], |way| way.rooms);
                let fields = vec![
                    (Field::Number, Some(FieldValue::Int(number))),
                    (Field::Needs, texts(needs.clone())),
                    (Field::NeedsBack, texts(needs.clone())),
                    (Field::Keys, refs(keys.clone())),
                    (Field::From, rooms[0].map(FieldValue::Ref)),
                    (Field::Into, rooms[1].map(FieldValue::Ref)),
                ];
                let thing = self.put(Kind::Lock, &self.opened_by(&lock.needs), area, fields);
                locks.push((thing, area));
            }
        }
        locks
    }

    /// Adds the thing on a way.
    fn passage(&mut self, way: &Crossing, [onward, back]: [Lists; 2]) -> usize {
        let (mut rooms, mut lists) = (way.rooms, [onward, back]);
        let one_way = lists[0].is_empty() != lists[1].is_empty();
        if lists[0].is_empty() {
            rooms.reverse();
            lists.reverse();
        }
        let all: Vec<Requirement> = lists.iter().flatten().flatten().copied().collect();
        let kind = match all.is_empty() {
            _ if one_way => Kind::OneWay,
            true => Kind::Door,
            false if all.contains(&Requirement::Bombable) => Kind::Secret,
            false => Kind::Lock,
        };
        let doors: Vec<Cell> =
            way.cells.iter().copied().filter(|&cell| self.door(cell).is_some()).collect();
        let area = bounds(if doors.is_empty() { &way.cells } else { &doors });
        let mut tiles = area.cells().map(|cell| self.tiles.tile(cell));
        let tile = tiles
            .next()
            .flatten()
            .filter(|&tile| tile.is_door() && tiles.all(|other| other == Some(tile)));
        let first = |lists: &Lists| lists.first().cloned().unwrap_or_default();
        let (needs, needs_back) = (self.names(&first(&lists[0])), self.names(&first(&lists[1])));
        let others = lists.iter().flat_map(|lists| lists.iter().skip(1));
        let mut otherwise: Vec<String> = Vec::new();
        for list in others {
            let said = self.names(list).join(", ");
            if !otherwise.contains(&said) {
                otherwise.push(said);
            }
        }
        let asked = first(&lists[usize::from(needs.is_empty())]);
        let name = match kind {
            Kind::Secret => "cracked wall".to_owned(),
            _ if asked.is_empty() => kind.name().replace('_', "-"),
            _ => self.opened_by(&asked),
        };
        let fields = vec![
            (Field::Tile, tile.and_then(of_tile)),
            (Field::Needs, texts(needs)),
            (Field::NeedsBack, texts(needs_back)),
            (Field::Otherwise, texts(otherwise)),
            (Field::Keys, refs(self.keys(all.into_iter()))),
            (Field::From, rooms[0].map(FieldValue::Ref)),
            (Field::Into, rooms[1].map(FieldValue::Ref)),
        ];
        self.put(kind, &name, area, fields)
    }

    /// The name of a lock with these requirements.
    fn opened_by(&self, needs: &[Requirement]) -> String {
        let openers: Vec<String> = needs.iter().map(|&need| self.opener(need)).collect();
        format!("opened by {}", openers.join(" and "))
    }

    /// The name of the thing that meets a requirement.
    fn opener(&self, need: Requirement) -> String {
        let key = self.keys(once(need)).first().and_then(|&key| self.things.get(key));
        let is_told = |key: &&Thing| !key.name.contains(':');
        let name = key.filter(is_told).map(|key| key.name.clone());
        name.unwrap_or_else(|| self.level.graph.requirement_name(need))
    }

    fn door(&self, cell: Cell) -> Option<Tile> {
        self.tiles.tile(cell).filter(|tile| tile.is_door())
    }

    /// The requirements of a way in both directions.
    fn lists(&self, way: &Crossing) -> [Lists; 2] {
        let node = |room: Option<usize>| Some(self.tiles.rooms.get(room?)?.node);
        let [a, b] = way.rooms.map(node);
        let own = way.cells.iter().filter_map(|&cell| self.door(cell)).find_map(of_door);
        let own: Lists = vec![own.into_iter().collect()];
        match (a, b) {
            (Some(a), Some(b)) if a != b && self.joins(a, b) => {
                let is_doorway = self.rules.locks == Locks::Doorway;
                [(a, b), (b, a)].map(|(from, to)| match is_doorway {
                    true => self.step(from, to),
                    false if self.is_shut(from, to) => Lists::new(),
                    false => own.clone(),
                })
            }
            _ => [own.clone(), own],
        }
    }

    fn joins(&self, a: NodeIndex, b: NodeIndex) -> bool {
        self.between(a, b).next().is_some() || self.between(b, a).next().is_some()
    }

    /// The edges from one node to another, except stairs.
    fn between(&self, from: NodeIndex, to: NodeIndex) -> impl Iterator<Item = &level::Edge> {
        let edges = self.level.graph.edges.iter();
        edges.filter(move |edge| {
            (edge.from, edge.to) == (from, to) && !edge.requires(Requirement::Stair)
        })
    }

    /// The requirements of the edges for a step between two rooms that they join.
    fn step(&self, from: NodeIndex, to: NodeIndex) -> Lists {
        let asks = |edge: &level::Edge| edge.requires.iter().copied().filter(is_need).collect();
        let mut onward = self.between(from, to).peekable();
        if onward.peek().is_some() {
            return onward.map(asks).collect();
        }
        let ignored = self.rules.one_way == OneWay::Ignored;
        let back = self.between(to, from);
        back.filter(|edge| !edge.requires(Requirement::SoftLocked) || ignored).map(asks).collect()
    }

    /// True if the edges between two nodes lead only the other way, under rules where doors are the locks.
    fn is_shut(&self, from: NodeIndex, to: NodeIndex) -> bool {
        self.rules.one_way == OneWay::Enforced
            && self.between(from, to).next().is_none()
            && self.between(to, from).all(|edge| edge.requires(Requirement::SoftLocked))
    }
}

/// The smallest area with all the cells.
fn bounds(cells: &[Cell]) -> Area {
    let low = |at: fn(&Cell) -> u32| cells.iter().map(at).min().unwrap_or_default();
    let high = |at: fn(&Cell) -> u32| cells.iter().map(at).max().unwrap_or_default();
    let (top, left) = (low(|cell| cell.row), low(|cell| cell.col));
    let floor = cells.first().map_or(0, |cell| cell.floor);
    let (rows, cols) = (high(|cell| cell.row) - top + 1, high(|cell| cell.col) - left + 1);
    Area { corner: Cell::new(floor, top, left), rows, cols }
}
