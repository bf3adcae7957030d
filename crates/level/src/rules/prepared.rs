//! A level under rules, made ready as far as possible before the width of its states is known.
//!
//! `facts::with_width!` then calls a function that is generic in the width.

use super::facts::{Fact, Facts};
use super::room;
use super::tiles::sketch;
use super::tiles::sketch::{Collect, Sketch};
use super::world::World;
use super::world::builder::WorldBuilder;
use crate::limits::Limits;
use crate::model::graph::{Content, Graph, Requirement};
use crate::model::level::{Level, Tiles};
use crate::model::ruleset::Rules;

/// Approximate number of bytes of a cell that can be entered, in a world and its contracted world.
const BYTES_OF_A_CELL: u64 = 450;

/// True if making a level ready would take more memory than allowed, searches aside: a level file of a few megabytes may ask
/// for gigabytes. What takes limits asks this itself.
pub fn is_too_large(level: &Level, limits: &Limits<'_>) -> bool {
    let tiles = level.tiles.iter().flat_map(Tiles::cells);
    let bytes = || tiles.map(|(_, tile)| if tile.is_solid() { 4 } else { BYTES_OF_A_CELL }).sum();
    limits.memory.is_some_and(|memory| memory < bytes())
}

/// A level under rules.
pub(crate) struct Prepared<'a> {
    /// The rules.
    pub(crate) rules: &'a Rules,
    graph: &'a Graph,
    facts: Facts,
    sketch: Option<Sketch>,
    collect: Collect,
    /// The conditions that win anywhere, of a level without tiles.
    win: &'a [Requirement],
}

impl<'a> Prepared<'a> {
    /// Makes a level ready: at tile level if it has tiles, else at room level.
    pub(crate) fn of(level: &'a Level, rules: &'a Rules, collect: Collect) -> Self {
        match &level.tiles {
            None => Self { win: &level.win, ..Self::of_graph(&level.graph, rules, collect) },
            Some(tiles) => {
                let mut sketch = sketch(level, tiles, rules, collect);
                let facts = std::mem::take(&mut sketch.facts);
                let ground = Self::with_facts(&level.graph, rules, collect, facts);
                Self { sketch: Some(sketch), ..ground }
            }
        }
    }

    /// Makes a graph ready.
    pub(crate) fn of_graph(graph: &'a Graph, rules: &'a Rules, collect: Collect) -> Self {
        let mut facts = Facts::of(graph, rules);
        if collect == Collect::Everything {
            pickups(graph).for_each(|fact| facts.give(fact));
        }
        Self::with_facts(graph, rules, collect, facts)
    }

    fn with_facts(graph: &'a Graph, rules: &'a Rules, collect: Collect, facts: Facts) -> Self {
        Self { rules, graph, facts, sketch: None, collect, win: &[] }
    }

    /// The facts, each with its bit.
    pub(crate) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The world, in the width that the facts asks for.
    pub(crate) fn world<const W: usize>(&self) -> World<W> {
        match &self.sketch {
            Some(sketch) => sketch.world(&self.facts, self.rules),
            None => {
                let mut builder = WorldBuilder::default();
                room::describe(&mut builder, self.graph, self.rules, &self.facts);
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

/// The nodes of a graph in which something can be picked up.
fn pickups(graph: &Graph) -> impl Iterator<Item = Fact> + '_ {
    let item = |content: &Content| {
        matches!(content, Content::Key | Content::BossKey | Content::KeyItem | Content::ItemMinor)
    };
    let nodes = (0..).zip(&graph.nodes).filter(move |(_, node)| node.contents.iter().any(item));
    nodes.map(|(n, _)| Fact::Taken(n))
}
