//! Builds the world of a level: the facts, and the requirements and things of each place.
//!
//! Facts are numbered from the unchanged file, so the same fact has the same bit in all queries about one level.

use crate::change::{Change, Thing};
use crate::level::{At, Edge, Level, Need, around};
use crate::rules::Rules;
use crate::world::{
    Condition, Facts, Layouts, Link, Lock, NONE, Place, Plate, Purse, State, World, is_free,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The fact that the player has obtained the goal thing.
const GOAL: &str = "the goal";

/// The facts that are part of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// All facts, as in `docs/rules.md`.
    All,
    /// Only facts that some requirement mentions; states that differ only in others are equal.
    Required,
}

/// A world under construction.
struct Builder<'a> {
    level: &'a Level,
    changes: &'a [Change],
    count: Count,
    rules: Rules,
    /// The bit of each fact.
    facts: BTreeMap<String, Facts>,
    /// The bits of the facts of each kind.
    kinds: BTreeMap<String, Facts>,
    /// The kinds that some requirement mentions.
    required: BTreeSet<String>,
    /// The symbols of which some requirement needs more than one.
    counted: BTreeSet<String>,
    nodes: HashMap<String, u32>,
    cells: HashMap<At, u32>,
    purses: BTreeMap<String, usize>,
    world: World,
}

impl World {
    /// The world of a level with its own rules and the changes of a query.
    ///
    /// # Errors
    /// The level is inconsistent, or has too many facts.
    pub fn new(level: &Level, changes: &[Change], count: Count) -> Result<Self, String> {
        Self::under(level, Rules::of(level)?, changes, count)
    }

    /// The world of a level with given rules.
    ///
    /// # Errors
    /// As [`World::new`].
    pub fn under(
        level: &Level,
        mut rules: Rules,
        changes: &[Change],
        count: Count,
    ) -> Result<Self, String> {
        for change in changes {
            if let Change::Rule(name, value) = change {
                rules.set(name, value)?;
            }
        }
        let mut new = Builder::new(level, rules, changes, count);
        // The goal comes first, so it does not shift other bits.
        new.note(GOAL.to_owned())?;
        new.asked_kinds();
        new.places()?;
        new.purses();
        new.tiles_give()?;
        new.nodes_give()?;
        new.plates_give()?;
        new.cells_ask()?;
        new.edges_ask()?;
        new.ends()?;
        new.goal()?;
        Ok(new.world)
    }
}

impl<'a> Builder<'a> {
    fn new(level: &'a Level, rules: Rules, changes: &'a [Change], count: Count) -> Self {
        let world = World {
            rules: rules.clone(),
            tiled: !level.floors.is_empty(),
            cells: Vec::new(),
            places: Vec::new(),
            guards: HashMap::new(),
            links: vec![Vec::new(); level.graph.nodes.len()],
            node_gives: vec![Facts::NONE; level.graph.nodes.len()],
            landing: BTreeMap::new(),
            adjacent: Vec::new(),
            plates: Vec::new(),
            purses: Vec::new(),
            win: None,
            first: State { at: NONE, blocks: 0, facts: Facts::NONE },
            layouts: Layouts::default().into(),
            names: BTreeMap::new(),
        };
        let nodes = level.graph.nodes.iter().map(|node| node.id.0.clone()).zip(0..).collect();
        Self {
            level,
            changes,
            count,
            rules,
            facts: BTreeMap::new(),
            kinds: BTreeMap::new(),
            required: BTreeSet::new(),
            counted: BTreeSet::new(),
            nodes,
            cells: HashMap::new(),
            purses: BTreeMap::new(),
            world,
        }
    }

    fn without(&self, thing: Thing) -> bool {
        self.changes.contains(&Change::Without(thing))
    }

    fn free(&self, thing: Thing) -> bool {
        self.changes.contains(&Change::Free(thing))
    }

    fn goal_thing(&self) -> Option<&'a Thing> {
        self.changes.iter().find_map(|change| match change {
            Change::Goal(thing) => Some(thing),
            _ => None,
        })
    }

    /// Collects the kinds of facts that the level requires, before any change.
    fn asked_kinds(&mut self) {
        let level = self.level;
        let edges = level.graph.edges.iter().flat_map(|edge| &edge.requires.0);
        let needs = level.locks.iter().flat_map(|lock| &lock.needs);
        edges.chain(needs).chain(&level.win).for_each(|need| self.ask_for(need));
        for (tile, need) in [
            (11, Need::Key(String::new())),
            (12, Need::Bomb),
            (14, Need::BossKey),
            (40, Need::KeyItem),
        ] {
            if level.all(tile).next().is_some() {
                self.ask_for(&need);
            }
        }
    }

    fn ask_for(&mut self, need: &Need) {
        if let Need::Any(lists) = need {
            lists.iter().flatten().for_each(|need| self.ask_for(need));
        }
        if let Need::Symbol(name, 2..) | Need::Lacks(name, 2..) = need {
            self.counted.insert(name.clone());
        }
        self.required.extend(kind(need));
    }

    /// The bit of a fact.
    fn note(&mut self, name: String) -> Result<Facts, String> {
        let next = Facts::fact(self.facts.len());
        match self.facts.get(&name) {
            Some(bit) => Ok(*bit),
            None => {
                let bit = next.ok_or(format!("more than {} facts make a state", Facts::ROOM))?;
                self.facts.insert(name, bit);
                Ok(bit)
            }
        }
    }

    /// True for the goal symbol if nothing else requires it.
    fn is_goal_alone(&self, kind: &str) -> bool {
        let goal = matches!(self.goal_thing(), Some(Thing::Symbol(name)) if kind == format!("symbol:{name}"));
        goal && self.count == Count::Required && !self.required.contains(kind)
    }

    /// The bit of a fact of a kind; `None` if such facts are not part of a state.
    fn fact(&mut self, kind: &str, giver: &str) -> Result<Facts, String> {
        if self.is_goal_alone(kind) {
            let bit = self.note(GOAL.to_owned())?;
            self.kinds.insert(kind.to_owned(), bit);
            return Ok(bit);
        }
        let bombs =
            kind == "key_item" && self.rules.bombs.is_some() && self.required.contains("bombs");
        if self.count == Count::Required && !self.required.contains(kind) && !bombs {
            return Ok(Facts::NONE);
        }
        let alone = kind.starts_with("toggle:") || kind == "bombs" && self.rules.bombs.is_none();
        let held = kind.strip_prefix("symbol:").is_some_and(|name| !self.counted.contains(name));
        let bit =
            self.note(if alone || held { kind.to_owned() } else { format!("{kind} of {giver}") })?;
        *self.kinds.entry(kind.to_owned()).or_default() |= bit;
        self.world.names.insert(kind.to_owned(), self.kinds[kind]);
        Ok(bit)
    }

    /// The places: cells with their neighbours and regions, or nodes.
    fn places(&mut self) -> Result<(), String> {
        let level = self.level;
        if level.floors.is_empty() {
            let node = |region| Place { region, near: [NONE; 8], ..Place::default() };
            self.world.places = (0..level.graph.nodes.len() as u32).map(node).collect();
            return Ok(());
        }
        self.world.cells = level.cells().map(|(at, _)| at).collect();
        self.cells = self.world.cells.iter().copied().zip(0..).collect();
        let tiles: Vec<u8> = level.cells().map(|(at, tile)| self.tile(at, tile)).collect();
        for &at in &self.world.cells {
            let near = self.near(at, &tiles);
            let tile = tiles[self.cells[&at] as usize];
            self.world.places.push(Place { tile, region: NONE, near, ..Place::default() });
        }
        for room in &level.rooms {
            let node = self.nodes[&room.node.0];
            for at in room.cells() {
                let cell = self.cells.get(&at).ok_or("a rectangle is out of bounds")?;
                self.world.places[*cell as usize].region = node;
            }
        }
        self.landings();
        self.adjacent();
        self.world.plates = self.plates();
        Ok(())
    }

    /// The tile of a cell after the rules and the changes.
    fn tile(&self, at: At, tile: u8) -> u8 {
        match tile {
            3 if self.changes.contains(&Change::Wall(at)) => 2,
            3 if self.without(Thing::Block(at)) => 1,
            21 if self.level.start.is_some() => 1,
            22 if self.level.goals.is_some() => 1,
            _ => tile,
        }
    }

    /// The neighbours of a cell, straight ones first; `NONE` for void and wall.
    fn near(&self, [floor, row, col]: At, tiles: &[u8]) -> [u32; 8] {
        let ways = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)];
        ways.map(|(down, right)| {
            let row = row.checked_add_signed(down);
            let to = row.zip(col.checked_add_signed(right)).map(|(row, col)| [floor, row, col]);
            let cell = to.and_then(|to| self.cells.get(&to)).copied().unwrap_or(NONE);
            if cell == NONE || matches!(tiles[cell as usize], 0 | 2) { NONE } else { cell }
        })
    }

    /// The target cell of warps for each room: its first stair, else the free cell nearest its centre.
    fn landings(&mut self) {
        for room in &self.level.rooms {
            let tile = |at: &At| self.world.places[self.cells[at] as usize].tile;
            let far = |at: &At| {
                at[1].abs_diff(room.row + room.rows / 2) + at[2].abs_diff(room.col + room.cols / 2)
            };
            let stair = room.cells().find(|at| tile(at) == 42);
            let nearest = room.cells().filter(|at| is_free(tile(at))).min_by_key(far);
            let landing = stair.or(nearest).map(|at| self.cells[&at]);
            self.world.landing.insert(self.nodes[&room.node.0], landing);
        }
    }

    /// The pairs of rooms with adjacent rectangles.
    fn adjacent(&mut self) {
        let region =
            |at: &At| self.cells.get(at).map_or(NONE, |c| self.world.places[*c as usize].region);
        let mut pairs = BTreeSet::new();
        for at in &self.world.cells {
            let beyond = around(*at).map(|beside| (region(at), region(&beside)));
            pairs.extend(beyond.filter(|(a, b)| a != b && *a != NONE && *b != NONE));
        }
        self.world.adjacent = pairs.into_iter().collect();
    }

    /// The plates with their cells; a removed plate has no cells.
    fn plates(&self) -> Vec<Plate> {
        let of = |plate: &crate::level::Plate| {
            let there = !self.without(Thing::Plate(plate.name.clone()));
            let cells = plate.cells.iter().filter_map(|at| self.cells.get(at)).copied();
            Plate { cells: cells.filter(|_| there).collect(), gives: Facts::NONE }
        };
        self.level.plates.iter().map(of).collect()
    }

    /// The purses of small keys by pool, and of bombs if they are used up.
    fn purses(&mut self) {
        let pools = self.required.iter().filter(|kind| kind.starts_with("key:")).cloned();
        let mut names: BTreeSet<String> = pools.collect();
        names.insert("key:".to_owned());
        names.extend(self.rules.bombs.map(|_| "bombs".to_owned()));
        for (number, name) in names.into_iter().enumerate() {
            let (start, each) = match name.as_str() {
                "key:" => (self.rules.keys, 1),
                "bombs" => (self.rules.start_bombs, self.rules.bombs.unwrap_or(0)),
                _ => (0, 1),
            };
            self.world.purses.push(Purse { start, each, ..Purse::default() });
            self.purses.insert(name, number);
        }
    }

    /// The bits of a pick-up by its name in contents; `bombs` is true if it gives countable bombs.
    fn pick_up(&mut self, name: &str, giver: &str, bombs: bool) -> Result<Facts, String> {
        let mut bits = match name {
            "key" => self.fact("key:", giver)?,
            "boss_key" | "key_item" | "switch" => self.fact(name, giver)?,
            "item_minor" if self.rules.bombs.is_some() => self.fact("bombs", giver)?,
            _ if name.starts_with("key:") => self.fact(name, giver)?,
            _ if name.starts_with("symbol:") => self.fact(name, giver)?,
            _ => Facts::NONE,
        };
        if let Some(&purse) = self.purses.get(if name == "key" { "key:" } else { name }) {
            self.world.purses[purse].found |= bits;
        }
        match self.purses.get("bombs") {
            Some(&purse) if bombs => self.world.purses[purse].found |= bits,
            None if matches!(name, "item_minor" | "key_item") => {
                bits |= self.fact("bombs", giver)?;
            }
            _ => {}
        }
        Ok(bits)
    }

    /// Adds the things on tiles: pick-ups, marks, and the goal if it is a thing.
    fn tiles_give(&mut self) -> Result<(), String> {
        let level = self.level;
        for (at, tile) in level.cells().filter(|(_, tile)| matches!(tile, 30..=33)) {
            let name = ["key", "boss_key", "key_item", "item_minor"][usize::from(tile - 30)];
            let bits = self.pick_up(name, &format!("{at:?}"), matches!(tile, 32 | 33))?;
            if !self.without(Thing::Item(at)) {
                self.place(at)?.gives |= bits;
            }
        }
        for (number, mark) in level.marks.iter().enumerate() {
            let bit = self.fact(&mark.gives, &format!("mark {number}"))?;
            let thing = Thing::read(&mark.gives).ok_or(format!("{} is no mark", mark.gives))?;
            let there = !self.without(thing) && !bit.is_none();
            let place = self.place(mark.at())?;
            if mark.gives.starts_with("toggle:") {
                place.flips.extend(there.then_some(bit));
            } else if there {
                place.gives |= bit;
            }
        }
        Ok(())
    }

    fn place(&mut self, at: At) -> Result<&mut Place, String> {
        let cell = self.cells.get(&at).ok_or(format!("there is no cell {at:?}"))?;
        Ok(&mut self.world.places[*cell as usize])
    }

    /// Adds the contents of nodes: collected at a node place or when passed by a warp; a switch at every cell.
    fn nodes_give(&mut self) -> Result<(), String> {
        let level = self.level;
        for (number, node) in level.graph.nodes.iter().enumerate() {
            let has = |name: &str| node.contents.iter().any(|content| content == name);
            let with_tiles = self.world.landing.contains_key(&(number as u32));
            let mut gives = Facts::NONE;
            for (place, content) in node.contents.iter().enumerate() {
                let taken = !with_tiles || content == "switch" && self.rules.switches;
                let bombs = content == "item_minor" || content == "key_item" && !has("item_minor");
                let giver = match content.as_str() {
                    "boss_key" | "key_item" | "switch" => format!("node {number}"),
                    _ => format!("node {number}, {place}"),
                };
                let counts =
                    taken && (content != "switch" || self.rules.switches || !self.world.tiled);
                let bits = if counts { self.pick_up(content, &giver, bombs)? } else { Facts::NONE };
                if content.starts_with("toggle:") && !self.world.tiled {
                    let bit = self.fact(content, "")?;
                    let there = Thing::read(content).is_none_or(|thing| !self.without(thing));
                    self.world.places[number]
                        .flips
                        .extend(Some(bit).filter(|bit| there && !bit.is_none()));
                }
                if !self.is_out(&node.id.0, content, &node.contents[..place]) {
                    gives |= bits;
                }
            }
            self.world.node_gives[number] = if with_tiles { Facts::NONE } else { gives };
            let inside = |place: &&mut Place| place.region == number as u32;
            self.world.places.iter_mut().filter(inside).for_each(|place| place.gives |= gives);
        }
        Ok(())
    }

    /// True if a content is removed: by its symbol, or as the first of its kind.
    fn is_out(&self, node: &str, content: &str, before: &[String]) -> bool {
        let item = Thing::ItemIn(content.to_owned(), node.to_owned());
        let first = !before.iter().any(|other| other == content);
        let unique = matches!(content, "boss_key" | "key_item" | "switch");
        Thing::read(content).is_some_and(|thing| self.without(thing))
            || self.without(item) && (first || unique)
    }

    fn plates_give(&mut self) -> Result<(), String> {
        for (number, plate) in self.level.plates.iter().enumerate() {
            let Some(gives) = &plate.gives else { continue };
            let bit = self.fact(gives, &format!("plate {number}"))?;
            let there = Thing::read(gives).is_some_and(|thing| !self.without(thing));
            self.world.plates[number].gives = if there { bit } else { Facts::NONE };
        }
        let home = self.level.cells().filter(|(at, tile)| self.tile(*at, *tile) == 3);
        let home = home.map(|(at, _)| (self.cells[&at], false)).collect();
        self.world.layouts.get_mut().number((home, Vec::new()), &self.world.plates);
        Ok(())
    }

    /// The lock of requirements; `pair` identifies the payment.
    fn lock(&mut self, needs: &[Need], pair: &str) -> Result<Lock, String> {
        let mut lock = Lock::new();
        for need in needs {
            let at_least = |kind: &str| {
                Condition::AtLeast(self.kinds.get(kind).copied().unwrap_or_default(), 1)
            };
            let symbol =
                |name: &str| self.kinds.get(&format!("symbol:{name}")).copied().unwrap_or_default();
            lock.push(match need {
                Need::Open | Need::Soft | Need::Stair => continue,
                Need::BossKey if self.rules.boss_key => continue,
                Need::KeyItem if self.rules.key_item => continue,
                Need::Switch if !self.rules.switches => continue,
                Need::BossKey => at_least("boss_key"),
                Need::KeyItem => at_least("key_item"),
                Need::Switch => at_least("switch"),
                Need::Bomb if self.rules.bombs.is_none() && self.rules.start_bombs > 0 => continue,
                Need::Bomb if self.rules.bombs.is_none() => at_least("bombs"),
                Need::Symbol(name, count) => Condition::AtLeast(symbol(name), *count),
                Need::Lacks(name, count) => Condition::Fewer(symbol(name), *count),
                Need::Toggle(number, true) => at_least(&format!("toggle:{number}")),
                Need::Toggle(number, false) => match at_least(&format!("toggle:{number}")) {
                    Condition::AtLeast(bit, one) => Condition::Fewer(bit, one),
                    other => other,
                },
                Need::Plate(name) => {
                    let plate = self.level.plates.iter().position(|plate| plate.name == *name);
                    Condition::Down(plate.ok_or(format!("there is no plate {name}"))?)
                }
                Need::Any(lists) => {
                    let lists = lists.iter().map(|list| self.lock(list, pair));
                    Condition::Any(lists.collect::<Result<_, _>>()?)
                }
                Need::Key(pool) => self.pay(&format!("key:{pool}"), pair)?,
                Need::Bomb => self.pay("bombs", pair)?,
            });
        }
        Ok(lock)
    }

    fn pay(&mut self, name: &str, pair: &str) -> Result<Condition, String> {
        let purse = *self.purses.get(name).ok_or(format!("nothing is known of {name}"))?;
        let opened = self.note(format!("{name} opened {pair}"))?;
        self.world.purses[purse].spent |= opened;
        Ok(Condition::Pay(purse, opened))
    }

    /// The requirements of entering a cell: water, doors without an edge, entries of `locks`.
    fn cells_ask(&mut self) -> Result<(), String> {
        for at in self.level.all(40) {
            let lock = self.lock(&[Need::KeyItem], "")?;
            self.place(at)?.lock.extend(lock);
        }
        self.doors()?;
        for (number, entry) in self.level.locks.iter().enumerate() {
            let lock = self.lock(&entry.needs, "")?;
            if !self.free(Thing::Lock(number)) {
                for at in &entry.cells {
                    self.place(*at)?.lock.extend(lock.iter().cloned());
                }
            }
        }
        Ok(())
    }

    /// The locks of door tiles, per doorway or per tile.
    fn doors(&mut self) -> Result<(), String> {
        let mut seen = BTreeSet::new();
        for (first, tile) in self.level.cells().filter(|(_, tile)| matches!(tile, 10..=15)) {
            if seen.contains(&first) {
                continue;
            }
            let door = self.doorway(first, tile);
            seen.extend(door.iter().copied());
            let needs: &[Need] = match tile {
                11 => &[Need::Key(String::new())],
                12 => &[Need::Bomb],
                14 => &[Need::BossKey],
                _ => &[],
            };
            let open = self.rules.doorway_locks && door.iter().any(|at| self.is_edge_beside(*at));
            let mut lock =
                if open { Lock::new() } else { self.lock(needs, &format!("{first:?}"))? };
            if door.iter().any(|at| self.free(Thing::Door(*at))) {
                lock.clear();
            }
            if door.iter().any(|at| self.without(Thing::Door(*at))) {
                lock.push(Condition::Never);
            }
            for at in door {
                self.place(at)?.lock.extend(lock.iter().cloned());
            }
        }
        Ok(())
    }

    /// The cells of the door of a cell.
    fn doorway(&self, first: At, tile: u8) -> Vec<At> {
        let mut door = vec![first];
        let mut next = 0;
        while let Some(at) = door.get(next).copied().filter(|_| self.rules.doorway_locks) {
            next += 1;
            let alike = around(at).filter(|beside| self.level.tile(*beside) == Some(tile));
            let new: Vec<At> = alike.filter(|beside| !door.contains(beside)).collect();
            door.extend(new);
        }
        door
    }

    /// True if a cell touches another room with an edge to it that is not a stair.
    fn is_edge_beside(&self, at: At) -> bool {
        let region =
            |at: &At| self.cells.get(at).map_or(NONE, |c| self.world.places[*c as usize].region);
        let here = region(&at);
        let rooms = around(at).map(|beside| region(&beside));
        let mut others = rooms.filter(|there| here != NONE && *there != NONE && *there != here);
        others
            .any(|there| !self.edges(here, there).is_empty() || !self.edges(there, here).is_empty())
    }

    /// The edges from one node to another, except stairs.
    fn edges(&self, from: u32, to: u32) -> Vec<&'a Edge> {
        let [a, b] = [from, to].map(|node| &self.level.graph.nodes[node as usize].id);
        let edges = self.level.graph.edges.iter();
        edges.filter(|e| e.from == *a && e.to == *b && !e.requires.is_stair()).collect()
    }

    fn passage(edge: &Edge) -> Thing {
        let [a, b] = [&edge.from.0, &edge.to.0];
        Thing::Passage(a.min(b).clone(), a.max(b).clone())
    }

    /// The lock of an edge after the changes.
    fn edge_lock(&mut self, edge: &Edge) -> Result<Lock, String> {
        let Thing::Passage(a, b) = Self::passage(edge) else { return Ok(Lock::new()) };
        let mut lock = self.lock(&edge.requires.0, &format!("{a} and {b}"))?;
        if self.free(Self::passage(edge)) {
            lock.clear();
        }
        if self.without(Self::passage(edge)) {
            lock.push(Condition::Never);
        }
        Ok(lock)
    }

    /// Adds the edges of the graph as links for warps and rooms, and as guards of steps.
    fn edges_ask(&mut self) -> Result<(), String> {
        let mut pairs = BTreeSet::new();
        for edge in self.level.graph.edges.iter().filter(|edge| edge.from != edge.to) {
            let [from, to] = [&edge.from.0, &edge.to.0].map(|id| self.nodes[id]);
            let (lock, stair) = (self.edge_lock(edge)?, edge.requires.is_stair());
            if self.leads_back(edge) {
                let back = Link { to: from, lock: lock.clone(), stair };
                self.world.links[to as usize].push(back);
            }
            self.world.links[from as usize].push(Link { to, lock, stair });
            if !stair || self.without(Self::passage(edge)) {
                pairs.extend([(from, to), (to, from)]);
            }
        }
        for pair in pairs {
            let guards = self.guard(pair)?;
            self.world.guards.extend(guards.map(|guards| (pair, guards)));
        }
        Ok(())
    }

    /// True if an edge may also be crossed backwards because one-way edges are ignored.
    fn leads_back(&self, edge: &Edge) -> bool {
        let soft = edge.requires.is_soft();
        let counts = |other: &Edge| !other.requires.is_stair() || !(soft || self.world.tiled);
        let is_back =
            |other: &&Edge| other.from == edge.to && other.to == edge.from && counts(other);
        let back = self.level.graph.edges.iter().find(is_back);
        !self.rules.one_way && back.is_none() && (soft || !self.world.tiled)
    }

    /// The locks of steps from one room to another: those of the edges in this direction, else of the reverse ones.
    /// `None` if steps are free.
    fn guard(&mut self, (from, to): (u32, u32)) -> Result<Option<Vec<Lock>>, String> {
        let (there, back) = (self.edges(from, to), self.edges(to, from));
        let one_way = self.rules.one_way;
        let is_soft = |edge: &&Edge| edge.requires.is_soft();
        let closed = there.iter().chain(&back).any(|edge| self.without(Self::passage(edge)))
            || there.is_empty() && back.is_empty();
        if closed || one_way && there.is_empty() && back.iter().all(is_soft) {
            return Ok(Some(Vec::new()));
        }
        if !self.rules.doorway_locks {
            return Ok(None);
        }
        let usable: Vec<&Edge> = match there.is_empty() {
            true => back.into_iter().filter(|edge| !(one_way && is_soft(edge))).collect(),
            false => there,
        };
        usable.into_iter().map(|edge| self.edge_lock(edge)).collect::<Result<_, _>>().map(Some)
    }

    /// The start and the goals.
    fn ends(&mut self) -> Result<(), String> {
        let level = self.level;
        let (start, goals): (Vec<u32>, Vec<u32>) = if self.world.tiled {
            let cell = |at: At| self.cells.get(&at).copied().unwrap_or(NONE);
            let start = level.start.as_ref().map(|start| vec![cell(start.at())]);
            let goals =
                level.goals.as_ref().map(|all| all.iter().map(|at| cell(at.at())).collect());
            (
                start.unwrap_or_else(|| level.all(21).map(cell).collect()),
                goals.unwrap_or_else(|| level.all(22).map(cell).collect()),
            )
        } else {
            let holding = |content: &str| {
                let holds = |node: &&crate::level::Node| node.contents.iter().any(|c| c == content);
                let nodes = level.graph.nodes.iter().filter(holds);
                nodes.map(|node| self.nodes[&node.id.0]).collect::<Vec<u32>>()
            };
            let goals = level.graph.goals.as_ref();
            let goals = goals.map(|all| all.iter().map(|id| self.nodes[&id.0]).collect());
            (
                level
                    .graph
                    .start
                    .as_ref()
                    .map_or_else(|| holding("start"), |id| vec![self.nodes[&id.0]]),
                goals.unwrap_or_else(|| holding("goal")),
            )
        };
        let [at] = start[..] else { return Err(format!("{} starts", start.len())) };
        if at == NONE || self.world.tiled && !is_free(self.world.places[at as usize].tile) {
            return Err("the start is no place to stand on".to_owned());
        }
        let held = self.rules.start_bombs > 0 && self.rules.bombs.is_none();
        let bombs = self.kinds.get("bombs").copied().filter(|_| held).unwrap_or_default();
        self.world.first = State { at, blocks: 0, facts: bombs };
        for goal in goals.into_iter().filter(|goal| *goal != NONE) {
            self.world.places[goal as usize].goal = true;
        }
        if !level.win.is_empty() {
            self.world.win = Some(self.lock(&level.win, "")?);
        }
        Ok(())
    }

    /// The single goal named by the query.
    fn goal(&mut self) -> Result<(), String> {
        let Some(thing) = self.goal_thing() else { return Ok(()) };
        self.world.places.iter_mut().for_each(|place| place.goal = false);
        self.world.win = Some(vec![Condition::Never]);
        let taken = self.note(GOAL.to_owned())?;
        match thing {
            Thing::Room(node) => {
                let node = *self.nodes.get(node).ok_or(format!("there is no node {node}"))?;
                let inside = |place: &&mut Place| place.region == node;
                self.world.places.iter_mut().filter(inside).for_each(|place| place.goal = true);
            }
            Thing::Symbol(name) => {
                let bits = self.kinds.get(&format!("symbol:{name}")).copied().unwrap_or_default();
                self.world.win = Some(vec![Condition::AtLeast(bits, 1)]);
            }
            Thing::Item(at) => {
                self.place(*at)?.gives |= taken;
                self.world.win = Some(vec![Condition::AtLeast(taken, 1)]);
            }
            Thing::ItemIn(_, node) => {
                let node = self.nodes.get(node).ok_or(format!("there is no node {node}"))?;
                let node = *node as usize;
                self.world.node_gives[node] |= taken;
                if let Some(place) =
                    self.world.places.get_mut(node).filter(|_| self.level.floors.is_empty())
                {
                    place.gives |= taken;
                }
                self.world.win = Some(vec![Condition::AtLeast(taken, 1)]);
            }
            other => return Err(format!("{other:?} cannot be a goal")),
        }
        Ok(())
    }
}

/// The kind of facts of a requirement.
fn kind(need: &Need) -> Option<String> {
    Some(match need {
        Need::Key(pool) => format!("key:{pool}"),
        Need::Bomb => "bombs".to_owned(),
        Need::BossKey => "boss_key".to_owned(),
        Need::KeyItem => "key_item".to_owned(),
        Need::Switch => "switch".to_owned(),
        Need::Symbol(name, _) | Need::Lacks(name, _) => format!("symbol:{name}"),
        Need::Toggle(number, _) => format!("toggle:{number}"),
        Need::Open | Need::Soft | Need::Stair | Need::Plate(_) | Need::Any(_) => return None,
    })
}
