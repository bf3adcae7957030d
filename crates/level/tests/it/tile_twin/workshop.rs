//! Random levels for the designers' rules: one of [`crate::tile_twin::levels`], or a new one with room to push, with
//! plates, locks and edges that require them, and winning conditions.
//!
//! Invariant: a level is a function of its theme, its size and its seed.
//!
//! Over 500 lines because the parts of a level share one stream.

mod pits;

use crate::tile_twin::levels::{self, Case, Family};
use quandary_level::rules::{BlockReset, Preset, Push, Rules, StairEdges, Warps};
use quandary_level::{
    Cell, Content, Edge, Graph, Grid, Level, Mark, Node, NodeId, NodeIndex, Plate, PlateId,
    Requirement, Room, SymbolId, Tile, TileLock, Tiles,
};
use std::collections::BTreeSet;
use testing::dice::Random;

/// The rule for which a level is generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Theme {
    /// Rooms with returning blocks.
    Reset,
    /// Plates.
    Plates,
    /// Locks and edges with required absences.
    Lacks,
    /// Winning conditions.
    Win,
    /// All of these, each in most levels.
    All,
}

pub(crate) const THEMES: [Theme; 5] =
    [Theme::Reset, Theme::Plates, Theme::Lacks, Theme::Win, Theme::All];

/// The size of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Small,
    /// Rooms with space around the blocks, and more blocks.
    Large,
    /// A row of small rooms.
    Row,
}

/// The level of a theme, a size and a seed.
pub(crate) fn designed(theme: Theme, size: Size, seed: u64) -> Case {
    made(theme, size, seed, false)
}

/// The level of a theme, a size and a seed, with pits.
pub(crate) fn pitted(theme: Theme, size: Size, seed: u64) -> Case {
    made(theme, size, seed, true)
}

fn made(theme: Theme, size: Size, seed: u64, has_pits: bool) -> Case {
    let mut random = Random(seed ^ ((theme as u64 + 0x51) << 48) ^ ((size as u64) << 56));
    let mut maker = if size == Size::Small && random.chance(25) {
        Maker::over(random, theme)
    } else {
        Maker::new(random, theme, size, has_pits)
    };
    if has_pits {
        maker.pits();
    }
    maker.dress();
    let Maker { tiles, graph, win, rules, .. } = maker;
    let level = Level { tiles: Some(tiles), win, ..Level::of_graph(graph) };
    // The level is read back from its text, so a printed failure can be reproduced.
    let text = quandary_level::formats::text::print(&level.checked().expect("a sound level"));
    let level = quandary_level::formats::text::read(&text).expect(&text);
    Case { family: format!("{theme:?}"), seed, level, rules }
}

/// A level under construction.
struct Maker {
    random: Random,
    theme: Theme,
    tiles: Tiles,
    graph: Graph,
    win: Vec<Requirement>,
    rules: Rules,
    /// The gaps of the wall between the rooms.
    openings: Vec<Cell>,
}

const SYMBOLS: u32 = 3;
const WAYS: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

// ----------------------------------------------------------------------------------- the ground

impl Maker {
    /// A level of another family as a base.
    fn over(mut random: Random, theme: Theme) -> Self {
        let families = [Family::Blocks, Family::Blocks, Family::BlocksAndStairs, Family::Mixed];
        let case = levels::random(random.pick(&families), random.below(1 << 30).into());
        let Level { tiles, mut graph, .. } = case.level;
        for symbol in (0..SYMBOLS).map(|i| format!("s{i}")) {
            if !graph.symbols.contains(&symbol) {
                graph.symbols.push(symbol);
            }
        }
        let tiles = tiles.expect("a level of tiles");
        Self { random, theme, tiles, graph, win: vec![], rules: case.rules, openings: vec![] }
    }

    /// One or two floors with blocks, and a wall with gaps between rooms.
    fn new(mut random: Random, theme: Theme, size: Size, has_pits: bool) -> Self {
        let rules = rules(&mut random);
        let symbols = (0..SYMBOLS).map(|i| format!("s{i}")).collect();
        let graph = Graph { symbols, ..Graph::default() };
        let (tiles, win, openings) = (Tiles::default(), Vec::new(), Vec::new());
        let mut maker = Self { random, theme, tiles, graph, win, rules, openings };
        maker.ground(size);
        maker.blocks(size);
        maker.plug();
        maker.things();
        if has_pits {
            maker.moat(size);
        }
        maker.ends();
        maker
    }

    fn has(&self, theme: Theme) -> bool {
        self.theme == theme || self.theme == Theme::All
    }

    fn ground(&mut self, size: Size) {
        let walls = self.random.below(16);
        if size == Size::Row {
            let (rows, rooms) = (3 + self.random.below(2), 3 + self.random.below(2));
            self.floor(rows, 4 * rooms, walls / 2);
            for col in (0..rooms).map(|room| 4 * room) {
                if col > 0 && self.random.chance(75) {
                    self.wall(rows, col);
                }
                if self.random.chance(90) {
                    self.room(Cell::new(0, 0, col), rows, 4);
                }
            }
            self.join();
        } else {
            let (rows, cols) = if size == Size::Small { (2, 4) } else { (4, 6) };
            let (rows, cols) = (rows + self.random.below(3), cols + self.random.below(3));
            self.floor(rows, cols, walls);
            let cut = 2 + self.random.below(cols - 3);
            if self.random.chance(60) {
                self.wall(rows, cut);
            }
            if self.has(Theme::Reset) || self.random.chance(55) {
                self.halves(rows, cols, cut);
                self.join();
            }
        }
        if self.random.chance(if self.has(Theme::Reset) { 50 } else { 25 }) {
            self.upstairs();
        }
    }

    /// A wall across the floor, with one or two gaps.
    fn wall(&mut self, rows: u32, col: u32) {
        let first = self.random.below(rows);
        let second = if self.random.chance(60) { first } else { self.random.below(rows) };
        for row in 0..rows {
            let tile = if row == first || row == second { Tile::Floor } else { Tile::Wall };
            self.put(Cell::new(0, row, col), tile);
        }
        let gaps: BTreeSet<Cell> = [first, second].map(|row| Cell::new(0, row, col)).into();
        self.openings.extend(gaps);
    }

    /// Rooms on both sides of a cut. The left one is sometimes divided again.
    fn halves(&mut self, rows: u32, cols: u32, cut: u32) {
        let again = rows > 2 && self.random.chance(25);
        let half = if again { 1 + self.random.below(rows - 1) } else { rows };
        for (row, rows) in [(0, half), (half, rows - half)] {
            if rows > 0 && self.random.chance(85) {
                self.room(Cell::new(0, row, 0), rows, cut);
            }
        }
        if self.random.chance(85) {
            self.room(Cell::new(0, 0, cut), rows, cols - cut);
        }
    }

    fn floor(&mut self, rows: u32, cols: u32, walls: u32) {
        let floor = self.tiles.floors.len() as u32;
        self.tiles.floors.push(Grid::filled(rows, cols, Tile::Floor));
        for row in 0..rows {
            for col in 0..cols {
                if self.random.chance(walls) {
                    self.put(Cell::new(floor, row, col), Tile::Wall);
                }
            }
        }
    }

    fn node(&mut self) -> NodeIndex {
        let node = self.graph.nodes.len() as NodeIndex;
        let id = NodeId::Number(i64::from(node));
        self.graph.nodes.push(Node { id, contents: Default::default() });
        node
    }

    fn room(&mut self, corner: Cell, rows: u32, cols: u32) {
        let node = self.node();
        self.tiles.rooms.push(Room { node, corner, rows, cols });
    }

    fn edge(&mut self, from: NodeIndex, to: NodeIndex, requires: &[Requirement]) {
        self.graph.edges.push(Edge { from, to, requires: requires.into() });
    }

    /// Edges between adjacent rooms.
    fn join(&mut self) {
        let rooms = self.tiles.rooms.clone();
        for (i, a) in rooms.iter().enumerate() {
            for b in rooms[..i].iter().filter(|b| a.is_adjacent(b)) {
                if self.random.chance(65) {
                    let soft = [Requirement::SoftLocked];
                    let requires = if self.random.chance(25) { &soft[..] } else { &[] };
                    let (from, to) = if self.random.chance(50) { (a, b) } else { (b, a) };
                    self.edge(from.node, to.node, requires);
                    if self.random.chance(70) {
                        self.edge(to.node, from.node, &[]);
                    }
                }
            }
        }
    }

    /// A room on a floor of its own, or a node without a rectangle that leads back, and stairs.
    fn upstairs(&mut self) {
        let below = self.tiles.rooms.clone();
        let Some(&first) = below.first() else { return };
        let room = if self.random.chance(50) { self.random.pick(&below) } else { first };
        let stair = [Requirement::Stair];
        if self.random.chance(65) {
            let (rows, cols) = (1 + self.random.below(2), 2 + self.random.below(2));
            self.floor(rows, cols, 5);
            self.room(Cell::new(1, 0, 0), rows, cols);
            let above = *self.tiles.rooms.last().expect("a room");
            self.edge(room.node, above.node, &stair);
            if self.random.chance(80) {
                let back = self.random_room(&below);
                self.edge(above.node, back, &stair);
                self.stand_in(above);
            }
        }
        if self.random.chance(60) {
            let cellar = self.node();
            let held = self.random.below(SYMBOLS);
            let held = [Content::Symbol(held), Content::Key, Content::Goal];
            let held = self.random.pick(&held);
            self.graph.nodes[cellar as usize].contents.push(held);
            self.edge(room.node, cellar, &stair);
            let back = if self.random.chance(75) { room.node } else { self.random_room(&below) };
            self.edge(cellar, back, &stair);
        }
        self.stand_in(room);
    }

    fn random_room(&mut self, rooms: &[Room]) -> NodeIndex {
        self.random.pick(rooms).node
    }

    /// Puts a STAIR into a room.
    fn stand_in(&mut self, room: Room) {
        let row = room.corner.row + self.random.below(room.rows);
        let col = room.corner.col + self.random.below(room.cols);
        self.put(Cell::new(room.corner.floor, row, col), Tile::Stair);
    }

    fn put(&mut self, cell: Cell, tile: Tile) {
        self.tiles.floors[cell.floor as usize].set(cell.row, cell.col, tile);
    }

    fn cell(&mut self) -> Cell {
        let many = self.tiles.floors.len() as u32;
        let floor = if self.random.chance(75) { 0 } else { self.random.below(many) };
        let grid = &self.tiles.floors[floor as usize];
        let (rows, cols) = (grid.rows(), grid.cols());
        Cell::new(floor, self.random.below(rows), self.random.below(cols))
    }

    /// A floor cell, if one is found.
    fn free(&mut self) -> Option<Cell> {
        (0..20).find_map(|_| Some(self.cell()).filter(|cell| self.is_floor(*cell)))
    }

    fn is_floor(&self, cell: Cell) -> bool {
        self.tiles.tile(cell) == Some(Tile::Floor)
    }

    /// One or more blocks, mostly with floor on opposite sides, so that they can be pushed.
    fn blocks(&mut self, size: Size) {
        let many = match size {
            Size::Small => [1, 1, 1, 2, 2, 3][self.random.below(6) as usize],
            Size::Large => 1 + self.random.below(3),
            Size::Row => 4,
        };
        for _ in 0..many {
            let goes = |maker: &Self, cell: Cell, (rows, cols): (i32, i32)| {
                let ends = [cell.offset(rows, cols), cell.offset(-rows, -cols)];
                ends.into_iter().all(|end| end.is_some_and(|end| maker.is_floor(end)))
            };
            let found: Vec<Cell> = (0..8).filter_map(|_| self.free()).collect();
            let pushable = found
                .iter()
                .find(|cell| [(0, 1), (1, 0)].iter().any(|way| goes(self, **cell, *way)));
            if let Some(cell) = pushable.or(found.first()).copied() {
                self.put(cell, Tile::Block);
            }
        }
    }

    /// Blocks in and before gaps along borders.
    fn plug(&mut self) {
        for opening in self.openings.clone() {
            if self.random.chance(if self.has(Theme::Reset) { 60 } else { 15 }) {
                let col = opening.col - u32::from(self.random.chance(25));
                self.put(Cell { col, ..opening }, Tile::Block);
            }
        }
    }

    /// Other things, sometimes.
    fn things(&mut self) {
        let doors = [Tile::DoorLocked, Tile::DoorOpen, Tile::DoorSoft, Tile::DoorBomb];
        for opening in self.openings.clone() {
            if self.random.chance(12) {
                let door = self.random.pick(&doors);
                self.put(opening, door);
            }
        }
        let things = [Tile::KeySmall, Tile::KeyBoss, Tile::KeyItem, Tile::ItemMinor, Tile::Puzzle];
        let floors = [Tile::ElementFloor, Tile::Element, Tile::Enemy];
        for things in [&things[..], &floors[..]] {
            if self.random.chance(22)
                && let Some(cell) = self.free()
            {
                let thing = self.random.pick(things);
                self.put(cell, thing);
            }
        }
    }

    /// Start and goal, mostly on opposite sides of the wall.
    fn ends(&mut self) {
        let goal = self.free().unwrap_or(Cell::new(0, 0, 0));
        let wall = self.openings.first().map(|opening| opening.col);
        let far = |cell: &Cell| {
            let beyond = wall.is_some_and(|wall| (cell.col < wall) != (goal.col < wall));
            goal.row.abs_diff(cell.row) + goal.col.abs_diff(cell.col) + if beyond { 9 } else { 0 }
        };
        let start = (0..4).filter_map(|_| self.free()).max_by_key(far);
        if self.random.chance(12) {
            self.tiles.goals = Some(if self.random.chance(80) { vec![goal] } else { vec![] });
        }
        self.put(goal, Tile::Goal);
        let start = start.filter(|start| *start != goal).unwrap_or(Cell::new(0, 0, 0));
        if self.random.chance(12) && self.is_floor(start) {
            self.tiles.start = Some(start);
        } else {
            self.put(start, Tile::Start);
        }
    }
}

/// A preset or random rules, with movable blocks, and sometimes initial keys.
fn rules(random: &mut Random) -> Rules {
    let preset = if random.chance(65) { Preset::Strict } else { Preset::Classic };
    let mut rules = Rules::preset(preset);
    if random.chance(35) {
        levels::mix(random, &mut rules);
    }
    let often =
        [Push::Once, Push::Once, Push::Once, Push::Once, Push::Free, Push::Free, Push::Free];
    rules.push = if random.chance(90) { random.pick(&often) } else { Push::Off };
    rules.diagonals |= random.chance(12);
    if random.chance(60) {
        rules.warps = Warps { stairs: true, ..rules.warps };
        rules.stair_edges = random.pick(&[StairEdges::Stair, StairEdges::All]);
    }
    if random.chance(25) {
        rules.start.keys = random.below(3);
        rules.start.bombs = random.below(2);
        rules.start.key_item = random.chance(50);
    }
    rules
}

// -------------------------------------------------------------------------------- what is asked

impl Maker {
    /// Adds the subjects of the theme.
    fn dress(&mut self) {
        if self.theme == Theme::Reset || self.theme == Theme::All && self.random.chance(70) {
            self.rules.blocks = BlockReset::Reset;
        }
        if self.theme == Theme::Plates || self.theme == Theme::All && self.random.chance(80) {
            (0..[1, 1, 2, 2, 3][self.random.below(5) as usize]).for_each(|_| self.plate());
        }
        let marks = match self.theme {
            Theme::Reset => 0,
            Theme::Lacks => 1 + self.random.below(3),
            _ => self.random.below(4),
        };
        (0..marks).for_each(|_| self.mark());
        self.locks();
        self.guard();
        if self.theme == Theme::Win || self.theme == Theme::All && self.random.chance(60) {
            self.win();
        }
    }

    fn plate(&mut self) {
        let mut cells = if self.random.chance(30) { self.across() } else { Vec::new() };
        let many = [1, 1, 1, 1, 2, 2, 2, 3][self.random.below(8) as usize];
        while cells.is_empty() && self.random.chance(95) {
            cells = (0..many).filter_map(|_| self.place_of_a_plate(many)).collect();
            cells.retain(|cell| self.takes_plates(*cell));
            let mut known = BTreeSet::new();
            cells.retain(|cell| known.insert(*cell));
        }
        if cells.is_empty() {
            return;
        }
        let gives = self.random.chance(50).then(|| self.random.below(SYMBOLS));
        self.graph.plates.push(format!("p{}", self.tiles.plates.len()));
        self.tiles.plates.push(Plate { cells, gives });
    }

    /// A cell of a plate with `many` cells.
    fn place_of_a_plate(&mut self, many: u32) -> Option<Cell> {
        let known = self.tiles.plates.iter().flat_map(|plate| plate.cells.iter().copied());
        let known: Vec<Cell> = known.collect();
        match self.random.below(6) {
            0 if !known.is_empty() => Some(self.random.pick(&known)),
            1 if many > 1 => self.free(),
            _ => self.near_a_block(),
        }
    }

    /// The cell behind a block in a gap, and one next to a block on this side. If blocks return, one move can bring one
    /// block and return the other.
    fn across(&mut self) -> Vec<Cell> {
        let Some(&gap) = self.openings.first() else { return Vec::new() };
        if self.is_floor(gap) && self.tiles.start != Some(gap) {
            self.put(gap, Tile::Block);
        }
        let near = (0..6).filter_map(|_| self.near_a_block()).find(|cell| cell.col < gap.col);
        let cells = [gap.offset(0, 1), near].into_iter().flatten();
        cells.filter(|cell| self.takes_plates(*cell)).collect()
    }

    fn takes_plates(&self, cell: Cell) -> bool {
        self.tiles.tile(cell).is_some_and(|tile| self.tiles.bears_blocks(tile))
    }

    /// The cell of a block, or one that it reaches by one or two pushes.
    fn near_a_block(&mut self) -> Option<Cell> {
        let blocks: Vec<Cell> = self.tiles.holding(Tile::Block).collect();
        if blocks.is_empty() {
            return self.free();
        }
        let block = self.random.pick(&blocks);
        let (rows, cols) = self.random.pick(&WAYS);
        let far = [0, 0, 1, 1, 1, 1, 1, 2][self.random.below(8) as usize];
        block.offset(rows * far, cols * far)
    }

    /// A symbol or a toggle on a cell.
    fn mark(&mut self) {
        let cell = match self.random.below(8) {
            0 => Some(self.cell()),
            1 | 2 if !self.openings.is_empty() => Some(self.random.pick(&self.openings)),
            3 | 4 => self.beside_the_start(),
            _ => self.free(),
        };
        let symbol = self.random.below(SYMBOLS);
        let toggles = matches!(self.theme, Theme::Win | Theme::All) && self.random.chance(35);
        let gives = if toggles { Content::Toggle(0) } else { Content::Symbol(symbol) };
        self.tiles.marks.extend(cell.map(|cell| Mark { cell, gives }));
    }

    /// A cell next to where the player starts.
    fn beside_the_start(&mut self) -> Option<Cell> {
        let (rows, cols) = self.random.pick(&WAYS);
        let cell = self.tiles.start_cell()?.offset(rows, cols)?;
        self.tiles.tile(cell).map(|_| cell)
    }

    /// The symbols that lie somewhere or are given by a plate or a node without a rectangle.
    fn given(&self) -> Vec<SymbolId> {
        let symbol = |content: &Content| match content {
            Content::Symbol(id) => Some(*id),
            _ => None,
        };
        let marks = self.tiles.marks.iter().filter_map(|mark| symbol(&mark.gives));
        let plates = self.tiles.plates.iter().filter_map(|plate| plate.gives);
        let cellars =
            self.graph.nodes.iter().flat_map(|node| node.contents.iter().filter_map(symbol));
        marks.chain(plates).chain(cellars).collect()
    }

    fn has_toggle(&self) -> bool {
        self.tiles.marks.iter().any(|mark| mark.gives == Content::Toggle(0))
    }

    /// The conditions that locks and edges may require.
    fn asks(&self) -> Vec<Requirement> {
        let plates = 0..self.tiles.plates.len() as PlateId;
        let mut asks: Vec<Requirement> =
            plates.flat_map(|id| [Requirement::Plate(id); 3]).collect();
        let given = self.given();
        if self.has(Theme::Lacks) {
            asks.extend(given.iter().flat_map(|id| [Requirement::Lacks(*id); 3]));
        }
        asks.extend(given.iter().map(|id| Requirement::Symbol(*id)));
        if self.has_toggle() {
            asks.extend([true, false].map(|on| Requirement::Toggle(0, on)));
        }
        asks
    }

    /// Locks in most gaps, and elsewhere.
    fn locks(&mut self) {
        let asks = self.asks();
        let mut places: Vec<Vec<Cell>> = Vec::new();
        if self.random.chance(75) && !self.openings.is_empty() {
            places.push(self.openings.clone());
        }
        for _ in 0..self.random.below(3) {
            let place =
                if self.random.chance(30) { self.near_a_block() } else { Some(self.cell()) };
            places.extend(
                place.filter(|cell| self.tiles.tile(*cell).is_some()).map(|cell| vec![cell]),
            );
        }
        for cells in places {
            let needs = self.some(&asks);
            if !needs.is_empty() {
                self.tiles.locks.push(TileLock { cells, needs });
            }
        }
    }

    /// One or two of the possible requirements.
    fn some(&mut self, asks: &[Requirement]) -> Vec<Requirement> {
        let mut needs = Vec::new();
        for _ in 0..[1, 1, 1, 2][self.random.below(4) as usize] {
            if !asks.is_empty() {
                let need = self.random.pick(asks);
                needs.extend((!needs.contains(&need)).then_some(need));
            }
        }
        needs
    }

    /// Further requirements of edges.
    fn guard(&mut self) {
        let asks = self.asks();
        for edge in 0..self.graph.edges.len() {
            if self.random.chance(45) {
                let more = self.some(&asks);
                self.graph.edges[edge].requires.extend(more);
            }
        }
    }

    /// One to three conditions, rarely true from the start. In half of the levels nothing else wins.
    fn win(&mut self) {
        let given = self.given();
        let plates = 0..self.tiles.plates.len() as PlateId;
        let mut known: Vec<Requirement> =
            plates.flat_map(|id| [Requirement::Plate(id); 3]).collect();
        known.extend(given.iter().map(|id| Requirement::Symbol(*id)));
        known.extend(self.has_toggle().then_some(Requirement::Toggle(0, true)));
        let mut more: Vec<Requirement> = given.iter().map(|id| Requirement::Lacks(*id)).collect();
        more.extend(self.has_toggle().then_some(Requirement::Toggle(0, false)));
        more.extend(&known);
        let many = [1, 1, 2, 2, 3][self.random.below(5) as usize];
        for number in 0..many {
            let from = if number == 0 && self.random.chance(90) { &known } else { &more };
            let one = if from.is_empty() || self.random.chance(3) {
                Requirement::Symbol(self.random.below(SYMBOLS))
            } else {
                self.random.pick(from)
            };
            if !self.win.contains(&one) {
                self.win.push(one);
            }
        }
        if self.random.chance(50) {
            self.tiles.goals = Some(Vec::new());
        }
    }
}
