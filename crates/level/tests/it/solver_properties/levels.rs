//! Random small tile levels with all features of the rules.
//!
//! Invariant: a level and its rules are a function of family and seed.

use quandary_level::rules::{
    Bombs, Locks, OneWay, Preset, Push, PushOnto, Rules, StairEdges, Switches, Warps,
};
use quandary_level::{
    Cell, Content, Edge, Graph, Grid, Level, Mark, Node, NodeId, Requirement, Room, Tile, TileLock,
    Tiles,
};
use testing::dice::Random;

/// The rules of a level, relative to the presets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    Strict,
    Classic,
    /// Random rules, without diagonals.
    Mixed,
    /// Random rules, with diagonals.
    Diagonals,
    /// Random rules, with movable blocks in every level.
    Blocks,
}

/// The level and rules of a family and a seed.
pub(crate) fn random(family: Family, seed: u64) -> (Level, Rules) {
    let mut random = Random(seed ^ ((family as u64 + 1) << 48));
    let rules = rules(&mut random, family);
    (Maker::new(random, family).level(), rules)
}

fn rules(random: &mut Random, family: Family) -> Rules {
    let mut rules = match family {
        Family::Classic => Rules::preset(Preset::Classic),
        _ => Rules::preset(Preset::Strict),
    };
    if matches!(family, Family::Mixed | Family::Diagonals | Family::Blocks) {
        rules.locks = random.pick(&[Locks::Tile, Locks::Doorway]);
        rules.push = match family {
            Family::Blocks => random.pick(&[Push::Free, Push::Once]),
            _ => random.pick(&[Push::Off, Push::Free, Push::Once]),
        };
        rules.push_onto = random.pick(&[PushOnto::Floor, PushOnto::Walkable]);
        rules.stair_edges = random.pick(&[StairEdges::Stair, StairEdges::All]);
        rules.bombs = random.pick(&[Bombs::Unlimited, Bombs::Consumed]);
        rules.bomb_pickup = random.below(3);
        rules.one_way = random.pick(&[OneWay::Ignored, OneWay::Enforced]);
        rules.warps = Warps { stairs: random.chance(70), doors: random.chance(50) };
        rules.diagonals = match family {
            Family::Blocks => random.chance(30),
            _ => family == Family::Diagonals,
        };
        rules.switches = random.pick(&[Switches::Free, Switches::Visited]);
    }
    if random.chance(30) {
        rules.start.keys = random.below(3);
        rules.start.bombs = random.below(2);
        rules.start.boss_key = random.chance(30);
        rules.start.key_item = random.chance(30);
    }
    rules
}

/// A level under construction.
struct Maker {
    random: Random,
    family: Family,
    tiles: Tiles,
    graph: Graph,
}

/// The symbol and the toggle of a level.
const SYMBOL: u32 = 0;
const TOGGLE: u32 = 0;

impl Maker {
    fn new(mut random: Random, family: Family) -> Self {
        let (rows, cols) = (3 + random.below(2), 4 + random.below(3));
        let grid = Grid::filled(rows, cols, Tile::Floor);
        let tiles = Tiles { floors: vec![grid], ..Tiles::default() };
        let graph = Graph { symbols: vec!["rune".to_owned()], ..Graph::default() };
        Self { random, family, tiles, graph }
    }

    fn level(mut self) -> Level {
        let split = self.wall();
        if self.random.chance(55) {
            self.rooms(split);
        }
        if self.family == Family::Blocks {
            self.lay(Tile::Block, 2);
        }
        self.furnish();
        self.marks();
        let start = self.free().unwrap_or_default();
        self.put(start, Tile::Start);
        for _ in 0..1 + self.random.below(6) / 5 {
            if let Some(goal) = self.free() {
                self.put(goal, Tile::Goal);
            }
        }
        let (tiles, graph) = (Some(self.tiles), self.graph);
        Level { tiles, ..Level::of_graph(graph) }.checked().expect("a sound level")
    }

    fn size(&self) -> (u32, u32) {
        (self.tiles.floors[0].rows(), self.tiles.floors[0].cols())
    }

    fn put(&mut self, cell: Cell, tile: Tile) {
        self.tiles.floors[0].set(cell.row, cell.col, tile);
    }

    /// A floor cell, if one is found.
    fn free(&mut self) -> Option<Cell> {
        let (rows, cols) = self.size();
        (0..30).find_map(|_| {
            let cell = Cell::new(0, self.random.below(rows), self.random.below(cols));
            (self.tiles.tile(cell) == Some(Tile::Floor)).then_some(cell)
        })
    }

    /// A wall from top to bottom with one or two doors in it. Returns its column.
    fn wall(&mut self) -> u32 {
        let (rows, cols) = self.size();
        let col = 1 + self.random.below(cols - 2);
        let doors = [
            Tile::DoorLocked,
            Tile::DoorLocked,
            Tile::DoorBomb,
            Tile::DoorBoss,
            Tile::DoorSoft,
            Tile::DoorOpen,
            Tile::DoorPuzzle,
            Tile::Element,
            Tile::Block,
        ];
        if self.random.chance(75) {
            (0..rows).for_each(|row| self.put(Cell::new(0, row, col), Tile::Wall));
            for _ in 0..1 + self.random.below(2) {
                let (row, door) = (self.random.below(rows), self.random.pick(&doors));
                self.put(Cell::new(0, row, col), door);
            }
        }
        col
    }

    /// A room on either side of a column, and sometimes a node without a rectangle.
    fn rooms(&mut self, col: u32) {
        let (rows, cols) = self.size();
        for (node, from, to) in [(0, 0, col), (1, col, cols)] {
            let corner = Cell::new(0, 0, from);
            self.tiles.rooms.push(Room { node, corner, rows, cols: to - from });
        }
        let things = [
            Content::Switch,
            Content::Key,
            Content::BossKey,
            Content::KeyItem,
            Content::ItemMinor,
            Content::Symbol(SYMBOL),
        ];
        let cellar = self.random.chance(40);
        for node in 0..2 + i64::from(cellar) {
            let held = self.random.chance(50).then(|| self.random.pick(&things));
            let contents = held.into_iter().collect();
            self.graph.nodes.push(Node { id: NodeId::Number(node), contents });
        }
        let mut ends = vec![(0, 1), (1, 0)];
        if cellar {
            ends.extend([(0, 2), (2, 1), (1, 2), (2, 0)]);
        }
        for (from, to) in ends {
            if self.random.chance(65) {
                let requires = self.requires(if from + to == 1 { 15 } else { 80 });
                self.graph.edges.push(Edge { from, to, requires: requires.into() });
            }
        }
        for col in [0, col] {
            let stair = Cell::new(0, self.random.below(rows), col);
            if self.random.chance(60) && self.tiles.tile(stair) == Some(Tile::Floor) {
                self.put(stair, Tile::Stair);
            }
        }
    }

    /// The requirements of an edge. `stair` is the percentage of stairs.
    fn requires(&mut self, stair: u32) -> Vec<Requirement> {
        let known = [
            Requirement::KeyLocked,
            Requirement::KeyLocked,
            Requirement::Bombable,
            Requirement::BossLocked,
            Requirement::ItemLocked,
            Requirement::SoftLocked,
            Requirement::SoftLocked,
            Requirement::Switch,
            Requirement::Symbol(SYMBOL),
            Requirement::Toggle(TOGGLE, true),
        ];
        let mut requires = Vec::new();
        if self.random.chance(stair) {
            requires.push(Requirement::Stair);
        }
        if self.random.chance(55) {
            requires.push(self.random.pick(&known));
        }
        requires
    }

    fn furnish(&mut self) {
        // By tile: the maximum number, and the percentage of levels with it.
        let things = [
            (Tile::Wall, 3, 70),
            (Tile::KeySmall, 2, 60),
            (Tile::DoorLocked, 2, 45),
            (Tile::ItemMinor, 2, 35),
            (Tile::DoorBomb, 2, 25),
            (Tile::KeyBoss, 1, 35),
            (Tile::DoorBoss, 1, 20),
            (Tile::Element, 3, 25),
            (Tile::KeyItem, 1, 25),
            (Tile::ElementFloor, 2, 10),
            (Tile::Block, 2, 35),
            (Tile::DoorSoft, 1, 10),
            (Tile::DoorPuzzle, 1, 10),
            (Tile::Void, 1, 10),
            (Tile::Enemy, 1, 5),
        ];
        for (tile, most, percent) in things {
            if self.random.chance(percent) {
                self.lay(tile, most);
            }
        }
    }

    /// Places a tile one to `most` times.
    fn lay(&mut self, tile: Tile, most: u32) {
        for _ in 0..1 + self.random.below(most) {
            if let Some(cell) = self.free() {
                self.put(cell, tile);
            }
        }
    }

    /// A symbol or a toggle, and a cell that requires it.
    fn marks(&mut self) {
        if !self.random.chance(30) {
            return;
        }
        let (gives, need) = self.random.pick(&[
            (Content::Symbol(SYMBOL), Requirement::Symbol(SYMBOL)),
            (Content::Toggle(TOGGLE), Requirement::Toggle(TOGGLE, true)),
            (Content::Toggle(TOGGLE), Requirement::Toggle(TOGGLE, false)),
        ]);
        if let (Some(mark), Some(lock)) = (self.free(), self.free()) {
            self.tiles.marks.push(Mark { cell: mark, gives });
            self.tiles.locks.push(TileLock { cells: vec![lock], needs: vec![need] });
        }
    }
}
