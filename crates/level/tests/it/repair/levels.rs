//! Random levels with a softlock: tiles of at most twelve rows and columns, and graphs.
//!
//! Invariant: a level is a function of its seed.

use quandary_level::check::count;
use quandary_level::formats::json;
use quandary_level::rules::{Bombs, OneWay, Preset, Push, PushOnto};
use quandary_level::{
    Cell, Content, Edge, Graph, Grid, Level, Limits, Mark, Node, NodeId, Requirement, Room, Rules,
    Tile, TileLock, Tiles,
};
use std::fmt::{self, Display};
use testing::dice::Random;

/// A level and its rules.
pub(crate) struct Case {
    pub(crate) seed: u64,
    pub(crate) level: Level,
    pub(crate) rules: Rules,
}

impl Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let drawing = quandary_level::formats::text::print(&self.level);
        write!(f, "seed {}\n{drawing}\n{}\n{:?}", self.seed, json::print(&self.level), self.rules)
    }
}

/// The level of the next seed that gives a winnable level with a softlock.
pub(crate) fn losable(seed: &mut u64) -> Case {
    loop {
        let case = case(*seed);
        *seed += 1;
        // A level with a reachable goal has states that are not dead.
        let limits = Limits { states: Some(2_000), ..Limits::default() };
        let counted = count(&case.level, &case.rules, &limits).unwrap();
        if counted.dead_states.is_some_and(|dead| dead > 0 && dead < counted.states) {
            return case;
        }
    }
}

fn case(seed: u64) -> Case {
    let mut random = Random(seed.wrapping_mul(0x2545_F491_4F6C_DD1D));
    let rules = rules(&mut random);
    let level = match seed % 4 {
        0 => Level::of_graph(graph(&mut random, true)),
        _ => tiles(&mut random),
    };
    Case { seed, level, rules }
}

fn chance(random: &mut Random, percent: u32) -> bool {
    random.below(100) < percent
}

fn pick<T: Copy>(random: &mut Random, from: &[T]) -> T {
    from[random.below(from.len() as u32) as usize]
}

fn rules(random: &mut Random) -> Rules {
    let preset = if chance(random, 25) { Preset::Classic } else { Preset::Strict };
    let mut rules = Rules::preset(preset);
    rules.push = pick(random, &[Push::Once, Push::Once, Push::Free, Push::Off]);
    if chance(random, 20) {
        rules.one_way = OneWay::Ignored;
    }
    if chance(random, 20) {
        rules.push_onto = PushOnto::Walkable;
    }
    if chance(random, 20) {
        rules.bombs = Bombs::Unlimited;
    }
    rules.bomb_pickup = 1;
    rules.diagonals = chance(random, 15);
    rules.start.keys = u32::from(chance(random, 10));
    rules
}

/// The requirements of edges, the most common first.
const ASKED: [Requirement; 8] = [
    Requirement::SoftLocked,
    Requirement::KeyLocked,
    Requirement::KeyLocked,
    Requirement::Bombable,
    Requirement::BossLocked,
    Requirement::ItemLocked,
    Requirement::Stair,
    Requirement::Symbol(0),
];

const HELD: [Content; 6] = [
    Content::Key,
    Content::Key,
    Content::ItemMinor,
    Content::BossKey,
    Content::KeyItem,
    Content::Symbol(0),
];

/// A graph. Without tiles it has a start and a goal.
fn graph(random: &mut Random, alone: bool) -> Graph {
    let nodes = 3 + random.below(5);
    let node = |n: u32| Node { id: NodeId::Number(i64::from(n)), contents: Default::default() };
    let mut graph = Graph { symbols: vec!["a".to_owned()], ..Graph::default() };
    graph.nodes = (0..nodes).map(node).collect();
    if alone {
        graph.start = Some(0);
        graph.goals = vec![nodes - 1];
    }
    for _ in 0..random.below(4) {
        let contents = &mut graph.nodes[random.below(nodes) as usize].contents;
        let content = pick(random, &HELD);
        if !contents.contains(&content) {
            contents.push(content);
        }
    }
    for to in 1..nodes {
        let from = random.below(to);
        join(random, &mut graph, from, to);
    }
    for _ in 0..random.below(3) {
        let (from, to) = (random.below(nodes), random.below(nodes));
        join(random, &mut graph, from, to);
    }
    graph
}

fn join(random: &mut Random, graph: &mut Graph, from: u32, to: u32) {
    let mut requires: smallvec_of::Requires = Default::default();
    if chance(random, 55) {
        requires.push(pick(random, &ASKED));
    }
    graph.edges.push(Edge { from, to, requires: requires.clone() });
    if chance(random, 70) {
        requires.retain(|asked| *asked != Requirement::SoftLocked);
        graph.edges.push(Edge { from: to, to: from, requires });
    }
}

/// The type of an edge's requirements.
mod smallvec_of {
    use quandary_level::Requirement;
    pub(super) type Requires = smallvec::SmallVec<[Requirement; 1]>;
}

/// The tiles of each theme: keys, everything, blocks.
const THEMES: [&[Tile]; 4] = [
    &[Tile::DoorLocked, Tile::DoorLocked, Tile::KeySmall],
    &[
        Tile::DoorLocked,
        Tile::KeySmall,
        Tile::DoorBomb,
        Tile::ItemMinor,
        Tile::DoorBoss,
        Tile::KeyBoss,
        Tile::Element,
        Tile::KeyItem,
    ],
    &[Tile::Block],
    &[Tile::Block, Tile::Block, Tile::DoorLocked, Tile::KeySmall, Tile::Stair],
];

fn tiles(random: &mut Random) -> Level {
    let large = chance(random, 15);
    let (rows, cols) = match large {
        true => (6 + random.below(7), 6 + random.below(7)),
        false => (3 + random.below(4), 4 + random.below(5)),
    };
    let theme = pick(random, &THEMES);
    let (walls, things) = (15 + random.below(35), 6 + random.below(18));
    let mut grid = Grid::filled(rows, cols, Tile::Floor);
    for row in 0..rows {
        for col in 0..cols {
            let tile = match random.below(100) {
                roll if roll < walls => Tile::Wall,
                roll if roll < walls + things => pick(random, theme),
                _ => Tile::Floor,
            };
            grid.set(row, col, tile);
        }
    }
    grid.set(random.below(rows), 0, Tile::Start);
    grid.set(random.below(rows), cols - 1, Tile::Goal);
    let mut tiles = Tiles { floors: vec![grid], ..Tiles::default() };
    let mut level_graph = Graph::default();
    if chance(random, 60) {
        level_graph = graph(random, false);
        rectangles(random, &mut tiles, rows, cols);
    }
    if chance(random, 20) {
        let cell = |random: &mut Random| Cell::new(0, random.below(rows), random.below(cols));
        level_graph.symbols = vec!["a".to_owned()];
        let gives = pick(random, &[Content::Symbol(0), Content::Toggle(1)]);
        tiles.marks.push(Mark { cell: cell(random), gives });
        let needs = pick(
            random,
            &[Requirement::Symbol(0), Requirement::Lacks(0), Requirement::Toggle(1, true)],
        );
        tiles.locks.push(TileLock { cells: vec![cell(random)], needs: vec![needs] });
    }
    Level { graph: level_graph, ..Level::of_tiles(tiles) }
}

/// Two rooms side by side for the first two nodes. The other nodes have no rectangle.
fn rectangles(random: &mut Random, tiles: &mut Tiles, rows: u32, cols: u32) {
    let left = 1 + random.below(cols - 1);
    let room = |node, col, cols| Room { node, corner: Cell::new(0, 0, col), rows, cols };
    tiles.rooms = vec![room(0, 0, left), room(1, left, cols - left)];
}
