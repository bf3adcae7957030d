//! A level under rules, prepared as far as possible before the width of its states is known; and the world of a
//! graph.
//!
//! `in_world!` then makes the world in that width.

use super::lock::{Need, needs};
use super::tiles::{self, Collect, TileBuilder};
use super::world::builder::WorldBuilder;
use super::{Fact, Facts, OneWay, Rules, Way, World, taken};
use crate::limits::Limits;
use crate::model::{Content, Edge, Graph, Level, NodeIndex, Requirement, Tiles};
use rustc_hash::{FxHashMap, FxHashSet};

/// Makes the world of a prepared level in the width that its facts need, and evaluates an expression with it.
macro_rules! in_world {
    ($prepared:expr, $world:ident => $answer:expr) => {
        match $prepared.facts().len() {
            0..=64 => {
                let $world = $prepared.world::<1>();
                Ok($answer)
            }
            65..=256 => {
                let $world = $prepared.world::<4>();
                Ok($answer)
            }
            257..=$crate::rules::MOST_BITS => {
                let $world = $prepared.world::<32>();
                Ok($answer)
            }
            more => Err($crate::rules::TooManyBits(more)),
        }
    };
}
pub(crate) use in_world;

/// Approximate memory, in bytes, of one cell that can be entered, in a world and in its contracted world.
const BYTES_OF_A_CELL: u64 = 450;

/// True if preparing a level would take more memory than the limit allows, without any search. A level file of a few
/// megabytes can need gigabytes. Functions that take limits call this themselves.
pub fn is_too_large(level: &Level, limits: &Limits<'_>) -> bool {
    let tiles = level.tiles.iter().flat_map(Tiles::cells);
    let bytes = || tiles.map(|(_, tile)| if tile.is_solid() { 4 } else { BYTES_OF_A_CELL }).sum();
    limits.memory.is_some_and(|memory| memory < bytes())
}

/// A level under rules.
pub(crate) struct Prepared<'a> {
    pub(crate) rules: &'a Rules,
    graph: &'a Graph,
    facts: Facts,
    tiles: Option<TileBuilder>,
    collect: Collect,
    /// The conditions that win anywhere, in a level without tiles.
    win: &'a [Requirement],
}

impl<'a> Prepared<'a> {
    /// Prepares a level: at tile level if it has tiles, otherwise at room level.
    pub(crate) fn of(level: &'a Level, rules: &'a Rules, collect: Collect) -> Self {
        match &level.tiles {
            None => Self { win: &level.win, ..Self::of_graph(&level.graph, rules, collect) },
            Some(tiles) => {
                let mut builder = tiles::builder(level, tiles, rules, collect);
                let facts = std::mem::take(&mut builder.facts);
                let ground = Self::with_facts(&level.graph, rules, collect, facts);
                Self { tiles: Some(builder), ..ground }
            }
        }
    }

    /// Prepares a graph.
    pub(crate) fn of_graph(graph: &'a Graph, rules: &'a Rules, collect: Collect) -> Self {
        let mut facts = Facts::of(graph, rules);
        if collect == Collect::Everything {
            pickups(graph).for_each(|fact| facts.give(fact));
        }
        Self::with_facts(graph, rules, collect, facts)
    }

    fn with_facts(graph: &'a Graph, rules: &'a Rules, collect: Collect, facts: Facts) -> Self {
        Self { rules, graph, facts, tiles: None, collect, win: &[] }
    }

    /// The facts, in the order of their bits.
    pub(crate) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The world, in the width that its facts need.
    pub(crate) fn world<const W: usize>(&self) -> World<W> {
        match &self.tiles {
            Some(tiles) => tiles.world(&self.facts, self.rules),
            None => {
                let mut builder = WorldBuilder::default();
                describe(&mut builder, self.graph, self.rules, &self.facts);
                if self.collect == Collect::Everything {
                    pickups(self.graph).for_each(|fact| builder.collect(&self.facts.one(fact)));
                }
                builder.win(self.win, &self.facts);
                builder.pair_doors();
                builder.into_world()
            }
        }
    }
}

/// The nodes of a graph that hold pick-ups.
fn pickups(graph: &Graph) -> impl Iterator<Item = Fact> + '_ {
    let item = |content: &Content| {
        matches!(content, Content::Key | Content::BossKey | Content::KeyItem | Content::ItemMinor)
    };
    let nodes = (0..).zip(&graph.nodes).filter(move |(_, node)| node.contents.iter().any(item));
    nodes.map(|(n, _)| Fact::Taken(n))
}

// -------------------------------------------------------------------------------------------------
// The world of a graph: contents of nodes, doors in the order of the edges, locks by number.
//
// Edges with the same requirements share a lock. Invariant: a world is a function of the graph and the rules.

/// Describes the world of `graph` under `rules` to a builder, which then finishes it. `facts` contains at least
/// [`Facts::of`] the same graph and rules, and its bits fit into `W` words.
pub(crate) fn describe<const W: usize>(
    builder: &mut WorldBuilder<W>,
    graph: &Graph,
    rules: &Rules,
    facts: &Facts,
) {
    builder.begin(graph.nodes.len(), facts, rules);
    builder.start(graph.start);
    graph.goals.iter().for_each(|&goal| builder.goal(goal));
    contents(builder, graph, facts);
    doors(builder, graph, rules, facts);
}

/// Adds the contents and the toggles of each node.
fn contents<const W: usize>(builder: &mut WorldBuilder<W>, graph: &Graph, facts: &Facts) {
    for (n, node) in (0..).zip(&graph.nodes) {
        let mut toggles = FxHashSet::default();
        for (content, fact) in taken(n, node) {
            match (content, fact) {
                (_, Some(fact)) => builder.give(n, &facts.one(fact), content),
                (Content::Toggle(id), None) if toggles.insert(id) => {
                    builder.flip(n, facts.one(Fact::Toggle(id)));
                }
                _ => {}
            }
        }
    }
}

/// Adds the doors, in the order of the edges.
fn doors<const W: usize>(
    builder: &mut WorldBuilder<W>,
    graph: &Graph,
    rules: &Rules,
    facts: &Facts,
) {
    // One-way edges may be crossed back if the graph has no way back.
    let ways = (rules.one_way == OneWay::Ignored).then(|| ways(graph));
    for edge in graph.edges.iter().filter(|edge| edge.from != edge.to) {
        let lock = lock(builder, edge, facts);
        builder.door(edge.from, edge.to, lock, Way::Goto);
        if ways.as_ref().is_some_and(|ways| !leads_back(ways, edge)) {
            builder.door(edge.to, edge.from, lock, Way::Goto);
        }
    }
    builder.pair_doors();
}

/// The number of the lock on an edge. A one-way door never shares its lock with a door that leads both ways, because
/// the two would then count as a pair.
fn lock<const W: usize>(builder: &mut WorldBuilder<W>, edge: &Edge, facts: &Facts) -> u32 {
    let mut needs = needs(edge);
    if needs.is_empty() {
        return 0;
    }
    if edge.requires(Requirement::SoftLocked) {
        needs.push(Need::For(Requirement::SoftLocked));
    }
    needs.sort_unstable();
    builder.lock(needs, facts)
}

/// The ordered pairs of nodes that edges connect. The value is true if at least one of these edges is not a stair.
type Ways = FxHashMap<(NodeIndex, NodeIndex), bool>;

fn ways(graph: &Graph) -> Ways {
    let mut ways = Ways::default();
    for edge in &graph.edges {
        *ways.entry((edge.from, edge.to)).or_default() |= !edge.requires(Requirement::Stair);
    }
    ways
}

/// True if an edge leads back. For an edge that is marked as one-way, stairs do not count.
fn leads_back(ways: &Ways, edge: &Edge) -> bool {
    let back = ways.get(&(edge.to, edge.from));
    back.is_some_and(|&walked| walked || !edge.requires(Requirement::SoftLocked))
}
