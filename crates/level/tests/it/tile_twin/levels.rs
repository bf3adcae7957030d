//! Random tile levels: one or two small floors, rooms with a room graph, and all features of the rules.
//!
//! Invariant: a level is a function of its family and its seed.
//!
//! Over 500 lines because the parts of a level share one stream.

use quandary_level::rules::{
    Bombs, Inventory, Locks, OneWay, Preset, Push, PushOnto, Rules, StairEdges, Switches, Warps,
};
use quandary_level::{
    Cell, Content, Edge, Graph, Grid, Level, Mark, Node, NodeId, NodeIndex, Requirement, Room,
    Tile, TileLock, Tiles,
};
use std::fmt::{self, Display};
use testing::dice::Random;

/// The rules of a level, relative to a preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// An unchanged preset.
    Preset,
    /// A preset without pushing.
    NoPush,
    /// A preset with the other meaning of a door.
    Doors,
    /// A preset with diagonal steps.
    Diagonals,
    /// Random rules.
    Mixed,
    /// Movable blocks in every level, and things around them onto which they can be pushed.
    Blocks,
    /// Stairs in most rooms, and edges of every type between them.
    Stairs,
    /// Both of these.
    BlocksAndStairs,
}

pub(crate) const FAMILIES: [Family; 8] = [
    Family::Preset,
    Family::NoPush,
    Family::Doors,
    Family::Diagonals,
    Family::Mixed,
    Family::Blocks,
    Family::Stairs,
    Family::BlocksAndStairs,
];

impl Family {
    fn has_blocks(self) -> bool {
        matches!(self, Self::Blocks | Self::BlocksAndStairs)
    }

    fn has_stairs(self) -> bool {
        matches!(self, Self::Stairs | Self::BlocksAndStairs)
    }
}

/// A level and its rules.
pub(crate) struct Case {
    /// The name of its family.
    pub(crate) family: String,
    pub(crate) seed: u64,
    pub(crate) level: Level,
    pub(crate) rules: Rules,
}

impl Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = quandary_level::formats::text::print(&self.level);
        write!(f, "{} {}\n{text}\n{:?}", self.family, self.seed, self.rules)
    }
}

/// The level of a family and a seed.
pub(crate) fn random(family: Family, seed: u64) -> Case {
    let mut random = Random(seed ^ ((family as u64 + 1) << 56));
    let rules = rules(&mut random, family);
    let level = Maker::new(random, family).level();
    Case { family: format!("{family:?}"), seed, level, rules }
}

// ------------------------------------------------------------------------------------ the rules

fn rules(random: &mut Random, family: Family) -> Rules {
    let strict = random.chance(50) || family == Family::Doors && random.chance(50);
    let mut rules = Rules::preset(if strict { Preset::Strict } else { Preset::Classic });
    match family {
        Family::Preset => {}
        Family::NoPush => rules.push = Push::Off,
        Family::Doors if strict => rules.locks = Locks::Tile,
        Family::Doors => rules.locks = Locks::Doorway,
        Family::Diagonals => rules.diagonals = true,
        Family::Mixed => mix(random, &mut rules),
        Family::Blocks | Family::Stairs | Family::BlocksAndStairs => {
            if random.chance(60) {
                mix(random, &mut rules);
            }
            if family.has_blocks() && rules.push == Push::Off {
                rules.push = random.pick(&[Push::Free, Push::Once]);
            }
            if family.has_stairs() {
                rules.warps.stairs = true;
            }
        }
    }
    if family != Family::Preset && random.chance(60) {
        rules.push_onto = random.pick(&[PushOnto::Floor, PushOnto::Walkable]);
        rules.stair_edges = random.pick(&[StairEdges::Stair, StairEdges::All]);
    }
    if random.chance(35) {
        rules.start = Inventory {
            keys: random.below(3),
            bombs: random.below(3),
            boss_key: random.chance(35),
            key_item: random.chance(35),
        };
    }
    rules
}

pub(crate) fn mix(random: &mut Random, rules: &mut Rules) {
    rules.locks = random.pick(&[Locks::Tile, Locks::Doorway]);
    rules.push = random.pick(&[Push::Off, Push::Free, Push::Once]);
    rules.push_onto = random.pick(&[PushOnto::Floor, PushOnto::Walkable]);
    rules.bombs = random.pick(&[Bombs::Unlimited, Bombs::Consumed]);
    rules.bomb_pickup = random.below(4);
    rules.one_way = random.pick(&[OneWay::Ignored, OneWay::Enforced]);
    rules.warps = Warps { stairs: random.chance(70), doors: random.chance(50) };
    rules.stair_edges = random.pick(&[StairEdges::Stair, StairEdges::All]);
    rules.diagonals = random.chance(40);
    rules.switches = random.pick(&[Switches::Free, Switches::Visited]);
}

// ---------------------------------------------------------------------------------- the levels

/// The themes of a level. Each brings its locks and the means to open them.
#[derive(Clone, Copy, Default)]
struct Themes {
    keys: bool,
    bombs: bool,
    boss: bool,
    water: bool,
    blocks: bool,
    switches: bool,
    symbols: bool,
    toggles: bool,
}

/// A line over which a block has to be pushed.
#[derive(Clone, Copy)]
struct Barrier {
    floor: u32,
    line: u32,
    upright: bool,
    /// True if the block is pushed down or to the right.
    forward: bool,
}

/// A level under construction.
struct Maker {
    random: Random,
    family: Family,
    barrier: Option<Barrier>,
    themes: Themes,
    tiles: Tiles,
    graph: Graph,
}

const SYMBOLS: u32 = 2;

impl Maker {
    fn new(mut random: Random, family: Family) -> Self {
        let mut themes = Themes::default();
        let all = random.chance(6);
        let mut some = |percent| all || random.chance(percent);
        themes.keys = some(45);
        themes.bombs = some(30);
        themes.boss = some(20);
        themes.water = some(20);
        themes.blocks = some(35) || family.has_blocks();
        themes.switches = some(25);
        themes.symbols = some(25);
        themes.toggles = some(15);
        let symbols = (0..SYMBOLS).map(|i| format!("s{i}")).collect();
        let graph = Graph { symbols, ..Graph::default() };
        Self { random, family, barrier: None, themes, tiles: Tiles::default(), graph }
    }

    fn level(mut self) -> Level {
        let two = if self.family.has_stairs() { 55 } else { 30 };
        let floors = if self.random.chance(two) { 2 } else { 1 };
        for floor in 0..floors {
            self.floor(floor, floors > 1 || self.family.has_blocks());
        }
        self.nodes();
        self.connect();
        self.furnish();
        self.stairs();
        self.marks();
        if self.family.has_blocks() {
            (0..[0, 1, 1, 1, 2][self.random.below(5) as usize]).for_each(|_| self.barrier());
        }
        self.ends();
        if self.family.has_blocks() {
            self.crowd();
        }
        let (tiles, graph) = (Some(self.tiles), self.graph);
        let level = Level { tiles, ..Level::of_graph(graph) };
        // The level is read back from its text, so a printed failure can be reproduced.
        let text = quandary_level::formats::text::print(&level.checked().expect("a sound level"));
        quandary_level::formats::text::read(&text).expect(&text)
    }

    /// A floor with its walls and its rooms.
    fn floor(&mut self, floor: u32, small: bool) {
        let low = u32::from(self.family.has_blocks());
        let (rows, cols) = if small { (3 - low, 3 + low) } else { (3, 4) };
        let rows = rows + self.random.below(if small { 2 + low } else { 4 });
        let cols = cols + self.random.below(if small { 3 } else { 4 });
        let mut grid = Grid::filled(rows, cols, Tile::Floor);
        let (walls, voids) = (self.random.below(25), self.random.below(4));
        for row in 0..rows {
            for col in 0..cols {
                if self.random.chance(walls) {
                    grid.set(row, col, Tile::Wall);
                } else if self.random.chance(voids) {
                    grid.set(row, col, Tile::Void);
                }
            }
        }
        self.tiles.floors.push(grid);
        let (down, right) = match self.random.below(10) {
            0 => (None, None),
            1..=3 => (None, self.cut(cols)),
            4..=6 => (self.cut(rows), None),
            _ => (self.cut(rows), self.cut(cols)),
        };
        if let Some((upper, lower)) = down {
            self.border(floor, upper, lower, cols, true);
        }
        if let Some((left, right)) = right {
            self.border(floor, left, right, rows, false);
        }
        let ranges = |cut: Option<(u32, u32)>, length| match cut {
            Some((a, b)) => vec![(0, a), (b, length)],
            None => vec![(0, length)],
        };
        for (top, bottom) in ranges(down, rows) {
            for (left, right) in ranges(right, cols) {
                if self.random.chance(90) && top < bottom && left < right {
                    self.room(floor, (top, bottom), (left, right));
                }
            }
        }
    }

    /// A cut that divides a length, sometimes with a gap of one.
    fn cut(&mut self, length: u32) -> Option<(u32, u32)> {
        let at = 1 + self.random.below(length - 1);
        let gaps = if self.family.has_stairs() { 50 } else { 25 };
        let gap = u32::from(self.random.chance(gaps) && at + 1 < length);
        Some((at, at + gap))
    }

    /// Adds a node with a rectangle, sometimes smaller than possible.
    fn room(&mut self, floor: u32, rows: (u32, u32), cols: (u32, u32)) {
        let mut corner = Cell::new(floor, rows.0, cols.0);
        let (mut high, mut wide) = (rows.1 - rows.0, cols.1 - cols.0);
        if self.random.chance(8) && high > 1 {
            corner.row += 1;
            high -= 1;
        }
        if self.random.chance(8) && wide > 1 {
            wide -= 1;
        }
        let node = self.node();
        self.tiles.rooms.push(Room { node, corner, rows: high, cols: wide });
    }

    fn node(&mut self) -> NodeIndex {
        let node = self.graph.nodes.len() as NodeIndex;
        let id = NodeId::Number(i64::from(node));
        self.graph.nodes.push(Node { id, contents: Default::default() });
        node
    }

    /// Mostly a wall along a cut, with doors in it.
    fn border(&mut self, floor: u32, before: u32, after: u32, length: u32, across: bool) {
        if self.random.chance(if self.family.has_blocks() { 60 } else { 25 }) {
            return;
        }
        let lines: Vec<u32> = match self.random.below(4) {
            _ if before < after => vec![before],
            0 | 1 => vec![before - 1],
            2 => vec![after],
            _ => vec![before - 1, after],
        };
        let mut doors = vec![None; length as usize];
        for _ in 0..1 + self.random.below(3) {
            let at = self.random.below(length) as usize;
            doors[at] = Some(self.door());
            if self.random.chance(20) && at + 1 < doors.len() {
                doors[at + 1] = doors[at];
            }
        }
        for line in lines {
            for (along, door) in (0..).zip(&doors) {
                let tile = match door {
                    Some(tile) if self.random.chance(90) => *tile,
                    Some(_) => self.door(),
                    None => Tile::Wall,
                };
                let (row, col) = if across { (line, along) } else { (along, line) };
                self.tiles.floors[floor as usize].set(row, col, tile);
            }
        }
    }

    /// A tile for a doorway.
    fn door(&mut self) -> Tile {
        let mut doors = vec![Tile::Floor, Tile::DoorOpen, Tile::DoorSoft, Tile::DoorPuzzle];
        let themes = self.themes;
        doors.extend(themes.keys.then_some([Tile::DoorLocked; 3]).iter().flatten());
        doors.extend(themes.bombs.then_some([Tile::DoorBomb; 3]).iter().flatten());
        doors.extend(themes.boss.then_some([Tile::DoorBoss; 2]).iter().flatten());
        doors.extend(themes.water.then_some(Tile::Element));
        doors.extend(themes.blocks.then_some(Tile::Block));
        self.random.pick(&doors)
    }

    // ------------------------------------------------------------------------------- the graph

    /// Nodes without a rectangle, and contents of nodes.
    fn nodes(&mut self) {
        let least = u32::from(self.family.has_stairs() && self.random.chance(50));
        let lone = [0, 0, 1, 1, 2, 3][self.random.below(6) as usize].max(least);
        (0..lone).for_each(|_| _ = self.node());
        let mut things = vec![Content::Goal, Content::Enemy, Content::Boss, Content::Puzzle];
        let themes = self.themes;
        things.extend(themes.keys.then_some([Content::Key; 4]).iter().flatten());
        things.extend(themes.bombs.then_some([Content::ItemMinor; 4]).iter().flatten());
        things.extend(themes.bombs.then_some(Content::KeyItem));
        things.extend(themes.boss.then_some([Content::BossKey; 3]).iter().flatten());
        things.extend(themes.water.then_some([Content::KeyItem; 3]).iter().flatten());
        things.extend(themes.switches.then_some([Content::Switch; 5]).iter().flatten());
        things.extend(themes.symbols.then_some([0, 1, 1].map(Content::Symbol)).iter().flatten());
        things.extend(themes.toggles.then_some(Content::Toggle(0)));
        for node in 0..self.graph.nodes.len() {
            let many = [0, 0, 1, 1, 1, 2, 3][self.random.below(7) as usize];
            for _ in 0..many {
                let thing = self.random.pick(&things);
                let contents = &mut self.graph.nodes[node].contents;
                if !contents.contains(&thing) {
                    contents.push(thing);
                }
            }
        }
    }

    /// Edges between most adjacent rooms, and stairs and others between the rest.
    fn connect(&mut self) {
        let nodes = self.graph.nodes.len() as NodeIndex;
        let rooms = self.tiles.rooms.clone();
        for b in 0..nodes {
            for a in 0..b {
                let adjacent = matches!(
                    (rooms.get(a as usize), rooms.get(b as usize)),
                    (Some(a), Some(b)) if a.is_adjacent(b)
                );
                let (wanted, stair) = match (adjacent, self.family.has_stairs()) {
                    (true, false) => (75, 12),
                    (false, false) => (45, 65),
                    (true, true) => (75, 20),
                    (false, true) => (65, 30),
                };
                if self.random.chance(wanted / 6) {
                    self.bundle(a, b, stair / 2);
                } else if self.random.chance(wanted) {
                    self.link(a, b, stair);
                    if self.random.chance(20) {
                        self.link(a, b, stair.max(30));
                    }
                }
            }
        }
        if nodes > 0 && self.random.chance(5) {
            let node = self.random.below(nodes);
            self.link(node, node, 50);
        }
    }

    /// An edge, and mostly one back: equal, different, or open.
    fn link(&mut self, a: NodeIndex, b: NodeIndex, stair: u32) {
        let (from, to) = if self.random.chance(60) { (a, b) } else { (b, a) };
        let there = self.requires(stair);
        let mut back = there.clone();
        let one_way = self.random.below(10);
        match one_way {
            0..=4 => {}
            5 => back = self.requires(stair),
            6 => back.retain(|asked| *asked == Requirement::Stair),
            _ => back.clear(),
        }
        self.graph.edges.push(Edge { from, to, requires: there.into() });
        if one_way < 8 {
            self.graph.edges.push(Edge { from: to, to: from, requires: back.into() });
        }
    }

    /// Several edges in one direction, one of them one-way.
    fn bundle(&mut self, a: NodeIndex, b: NodeIndex, stair: u32) {
        let (from, to) = if self.random.chance(50) { (a, b) } else { (b, a) };
        for soft in [true, false] {
            let mut requires = self.requires(stair);
            if soft && !requires.contains(&Requirement::SoftLocked) {
                requires.push(Requirement::SoftLocked);
            }
            self.graph.edges.push(Edge { from, to, requires: requires.into() });
        }
    }

    fn requires(&mut self, stair: u32) -> Vec<Requirement> {
        let mut known = vec![];
        let themes = self.themes;
        let mut more = |theme: bool, what: &[Requirement]| {
            known.extend(what.iter().filter(|_| theme).copied());
        };
        more(themes.keys, &[Requirement::KeyLocked; 4]);
        more(themes.bombs, &[Requirement::Bombable; 4]);
        more(themes.boss, &[Requirement::BossLocked; 3]);
        more(themes.water, &[Requirement::ItemLocked; 2]);
        more(themes.switches, &[Requirement::Switch; 4]);
        more(themes.symbols, &[0, 1].map(Requirement::Symbol));
        more(themes.toggles, &[true, false].map(|on| Requirement::Toggle(0, on)));
        more(true, &[Requirement::SoftLocked; 2]);
        let mut asked = Vec::new();
        if self.random.chance(stair) {
            asked.push(Requirement::Stair);
        }
        for _ in 0..[0, 0, 0, 1, 1, 1, 1, 2][self.random.below(8) as usize] {
            let one = self.random.pick(&known);
            if !asked.contains(&one) {
                asked.push(one);
            }
        }
        asked
    }

    // ------------------------------------------------------------------- what lies on the floors

    fn cell(&mut self) -> Cell {
        let floor = self.random.below(self.tiles.floors.len() as u32);
        let grid = &self.tiles.floors[floor as usize];
        let (rows, cols) = (grid.rows(), grid.cols());
        Cell::new(floor, self.random.below(rows), self.random.below(cols))
    }

    /// A floor cell, if one is found.
    fn free(&mut self) -> Option<Cell> {
        (0..20).find_map(|_| Some(self.cell()).filter(|c| self.tiles.tile(*c) == Some(Tile::Floor)))
    }

    fn lay(&mut self, tile: Tile, least: u32, most: u32) {
        for _ in 0..least + self.random.below(most + 1 - least) {
            if let Some(cell) = self.free() {
                self.put(cell, tile);
            }
        }
    }

    fn furnish(&mut self) {
        let themes = self.themes;
        if themes.keys {
            self.lay(Tile::DoorLocked, 0, 2);
            self.lay(Tile::KeySmall, 0, 3);
        }
        if themes.bombs {
            self.lay(Tile::DoorBomb, 0, 2);
            self.lay(Tile::ItemMinor, 0, 2);
        }
        if themes.boss {
            self.lay(Tile::DoorBoss, 0, 2);
            self.lay(Tile::KeyBoss, 0, 2);
        }
        if themes.water {
            self.lay(Tile::Element, 1, 5);
            self.lay(Tile::ElementFloor, 0, 2);
        }
        if themes.water || themes.bombs && self.random.chance(30) {
            self.lay(Tile::KeyItem, 0, 1);
        }
        if themes.blocks {
            let most = if self.family.has_blocks() { 1 } else { 3 };
            self.lay(Tile::Block, 1, most);
        }
        for tile in [Tile::DoorOpen, Tile::DoorSoft, Tile::DoorPuzzle] {
            if self.random.chance(20) {
                self.lay(tile, 1, 1);
            }
        }
        for tile in [Tile::Enemy, Tile::Boss, Tile::Puzzle] {
            if self.random.chance(12) {
                self.lay(tile, 1, 1);
            }
        }
    }

    /// A STAIR in most rooms with a stair edge, and in some without.
    fn stairs(&mut self) {
        for room in self.tiles.rooms.clone() {
            let ends = |edge: &Edge| edge.from == room.node || edge.to == room.node;
            let mut edges = self.graph.edges.iter().filter(|edge| ends(edge));
            let leads = |edge: &Edge| self.family.has_stairs() || edge.requires(Requirement::Stair);
            let wanted = if edges.any(leads) { 80 } else { 8 };
            for percent in [wanted, wanted / 4] {
                if self.random.chance(percent) {
                    let row = room.corner.row + self.random.below(room.rows);
                    let col = room.corner.col + self.random.below(room.cols);
                    self.tiles.floors[room.corner.floor as usize].set(row, col, Tile::Stair);
                }
            }
        }
    }

    /// A wall from side to side with an opening, a block in it or behind it, and something behind the block.
    fn barrier(&mut self) {
        let floor = self.cell().floor;
        let grid = &self.tiles.floors[floor as usize];
        let (rows, cols) = (grid.rows(), grid.cols());
        let upright = self.random.chance(70) || rows < 3;
        let (length, wide) = if upright { (rows, cols) } else { (cols, rows) };
        let line = 1 + self.random.below(wide - 2);
        let opening = self.random.below(length);
        let at = |line: u32, along: u32| {
            let (row, col) = if upright { (along, line) } else { (line, along) };
            Cell::new(floor, row, col)
        };
        let detour = self.random.chance(50).then(|| self.random.below(length));
        for along in 0..length {
            let tile = if Some(along) == detour { Tile::Floor } else { Tile::Wall };
            self.put(at(line, along), tile);
        }
        let forward = line == 1 || line + 2 < wide && self.random.chance(50);
        self.barrier = Some(Barrier { floor, line, upright, forward });
        let ways = if forward { [-1, 0, 1, 2] } else { [1, 0, -1, -2] };
        let place = |way| Some(at(line.checked_add_signed(way)?, opening));
        let mut places = ways.map(place).into_iter().flatten().collect::<Vec<_>>();
        places.retain(|cell| self.tiles.tile(*cell).is_some());
        places.iter().for_each(|cell| self.put(*cell, Tile::Floor));
        let block = if places.len() > 3 && self.random.chance(85) { 2 } else { 1 };
        self.put(places[block], Tile::Block);
        if self.random.chance(90) {
            self.beset(places[block + 1]);
        }
    }

    /// Things next to blocks, where pushes may take them.
    fn crowd(&mut self) {
        let blocks: Vec<Cell> = self.tiles.holding(Tile::Block).collect();
        for block in blocks {
            for beside in block.neighbours().collect::<Vec<_>>() {
                if self.tiles.tile(beside) == Some(Tile::Floor) && self.random.chance(25) {
                    self.beset(beside);
                }
            }
        }
    }

    /// Puts something onto a walkable floor cell, and sometimes adds a requirement.
    fn beset(&mut self, cell: Cell) {
        let themes = self.themes;
        let mut things = vec![Tile::DoorOpen, Tile::DoorPuzzle, Tile::DoorSoft, Tile::Puzzle];
        things.extend([Tile::Enemy, Tile::Boss, Tile::ElementFloor, Tile::Stair]);
        things.extend(themes.keys.then_some([Tile::KeySmall; 4]).iter().flatten());
        things.extend(themes.bombs.then_some([Tile::ItemMinor; 3]).iter().flatten());
        things.extend(themes.boss.then_some([Tile::KeyBoss; 3]).iter().flatten());
        things.extend(themes.water.then_some([Tile::KeyItem; 3]).iter().flatten());
        let gives = self.gives();
        match self.random.below(10) {
            0 | 1 if !gives.is_empty() => {
                let gives = self.random.pick(&gives);
                self.tiles.marks.push(Mark { cell, gives });
            }
            2 if !gives.is_empty() => {
                let needs = vec![self.need(&gives)];
                self.tiles.locks.push(TileLock { cells: vec![cell], needs });
            }
            3 => match &mut self.tiles.goals {
                Some(goals) => goals.push(cell),
                None => self.put(cell, Tile::Goal),
            },
            _ => {
                let tile = self.random.pick(&things);
                self.put(cell, tile);
            }
        }
    }

    /// The symbols and toggles of the themes.
    fn gives(&self) -> Vec<Content> {
        let mut gives = Vec::new();
        if self.themes.symbols {
            gives.extend((0..SYMBOLS).map(Content::Symbol));
        }
        if self.themes.toggles {
            gives.extend([0, 1].map(Content::Toggle));
        }
        gives
    }

    /// A random requirement.
    fn need(&mut self, gives: &[Content]) -> Requirement {
        match self.random.pick(gives) {
            Content::Symbol(id) => Requirement::Symbol(id),
            _ => Requirement::Toggle(0, self.random.chance(50)),
        }
    }

    fn marks(&mut self) {
        let gives = self.gives();
        if gives.is_empty() {
            return;
        }
        for _ in 0..self.random.below(4) {
            let cell = if self.random.chance(80) { self.free() } else { Some(self.cell()) };
            if let Some(cell) = cell {
                let gives = self.random.pick(&gives);
                self.tiles.marks.push(Mark { cell, gives });
            }
        }
        for _ in 0..self.random.below(3) {
            let cells = (0..1 + self.random.below(2)).map(|_| self.cell()).collect();
            let mut needs = Vec::new();
            for _ in 0..[1, 1, 1, 2][self.random.below(4) as usize] {
                needs.push(self.need(&gives));
            }
            self.tiles.locks.push(TileLock { cells, needs });
        }
    }

    /// Start and goals: drawn, explicit, or both.
    fn ends(&mut self) {
        let explicit = self.random.chance(20);
        let starts = if explicit { self.random.below(3) } else { 1 };
        let goals = [0, 1, 1, 1, 1, 1, 1, 1, 1, 2][self.random.below(10) as usize];
        if self.random.chance(15) {
            let goals = [0, 1, 1, 2][self.random.below(4) as usize];
            self.tiles.goals = Some((0..goals).map(|_| self.cell()).collect());
        }
        let mut goal = self.cell();
        for _ in 0..goals {
            goal = self.draw(Tile::Goal, goal);
        }
        (0..starts).for_each(|_| _ = self.draw(Tile::Start, goal));
        if explicit {
            let stands = |tiles: &Tiles, cell| tiles.tile(cell).is_some_and(stands);
            let found = (0..30).find_map(|_| Some(self.cell()).filter(|c| stands(&self.tiles, *c)));
            let cell = found.unwrap_or_else(|| self.cell());
            if found.is_none() {
                self.put(cell, Tile::Floor);
            }
            self.tiles.start = Some(cell);
        }
    }

    /// Places a tile, on floor if possible and preferably far from a cell.
    fn draw(&mut self, tile: Tile, from: Cell) -> Cell {
        let barrier = self.barrier;
        let far = |cell: &Cell| {
            let floors = if cell.floor == from.floor { 0 } else { 9 };
            let side = barrier.is_some_and(|barrier| barrier.suits(*cell, tile));
            let side = if side { 12 } else { 0 };
            cell.row.abs_diff(from.row) + cell.col.abs_diff(from.col) + floors + side
        };
        let tries = if barrier.is_some() { 6 } else { 3 };
        let found = (0..tries).filter_map(|_| self.free()).max_by_key(far);
        let cell = found.unwrap_or_else(|| self.cell());
        self.put(cell, tile);
        cell
    }

    fn put(&mut self, cell: Cell, tile: Tile) {
        self.tiles.floors[cell.floor as usize].set(cell.row, cell.col, tile);
    }
}

impl Barrier {
    /// True if a cell is on the side for a start or a goal.
    fn suits(self, cell: Cell, tile: Tile) -> bool {
        let line = if self.upright { cell.col } else { cell.row };
        let beyond = if self.forward { line > self.line } else { line < self.line };
        cell.floor == self.floor && line != self.line && beyond == (tile != Tile::Start)
    }
}

/// True if a start may be put on a tile.
fn stands(tile: Tile) -> bool {
    matches!(tile.id(), 1 | 10 | 13 | 15 | 20..=23 | 30..=33 | 41..=43)
}
