//! What is judged: a level under rules, as far as it can be made ready before the width of its states is
//! known.
//!
//! [`with_width!`](crate::with_width) then calls a function that is generic in the width.

use super::Rules;
use super::layout::{Layout, Meaning};
pub use super::tiles::Collect;
use super::tiles::sketch;
use super::tiles::sketch::Sketch;
use super::world::World;
use crate::graph::{Content, Graph};
use crate::level::{Level, Tiles};

/// About how many bytes a cell takes that can be entered, in a world and what is made of it.
const BYTES_OF_A_CELL: u64 = 450;

/// About how many bytes it takes to make a level ready, searches aside. Asked before, since a level file of a
/// few megabytes may ask for gigabytes.
#[must_use]
pub fn bytes(level: &Level) -> u64 {
    let tiles = level.tiles.iter().flat_map(Tiles::cells);
    tiles.map(|(_, tile)| if tile.is_solid() { 4 } else { BYTES_OF_A_CELL }).sum()
}

/// A level under rules.
pub struct Ground<'a> {
    /// The rules.
    pub rules: &'a Rules,
    graph: &'a Graph,
    layout: Layout,
    sketch: Option<Sketch>,
    collect: Collect,
}

impl<'a> Ground<'a> {
    /// Makes a level ready: at tile level if it has tiles, else at room level.
    #[must_use]
    pub fn of(level: &'a Level, rules: &'a Rules, collect: Collect) -> Self {
        match &level.tiles {
            None => Self::of_graph(&level.graph, rules, collect),
            Some(tiles) => {
                let mut sketch = sketch(level, tiles, rules, collect);
                let layout = std::mem::take(&mut sketch.layout);
                let ground = Self::of_graph_laid(&level.graph, rules, collect, layout);
                Self { sketch: Some(sketch), ..ground }
            }
        }
    }

    /// Makes a graph ready.
    #[must_use]
    pub fn of_graph(graph: &'a Graph, rules: &'a Rules, collect: Collect) -> Self {
        let mut layout = Layout::of(graph, rules);
        if collect == Collect::Everything {
            pickups(graph).for_each(|meaning| layout.give(meaning));
        }
        Self::of_graph_laid(graph, rules, collect, layout)
    }

    fn of_graph_laid(graph: &'a Graph, rules: &'a Rules, collect: Collect, layout: Layout) -> Self {
        Self { rules, graph, layout, sketch: None, collect }
    }

    /// Which bit stands for what.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The world, in the width that the layout asks for.
    #[must_use]
    pub fn world<const W: usize>(&self) -> World<W> {
        match &self.sketch {
            Some(sketch) => sketch.world(&self.layout, self.rules),
            None => {
                let mut world = World::new(self.graph, self.rules, &self.layout);
                if self.collect == Collect::Everything {
                    let bits = pickups(self.graph).map(|meaning| self.layout.one(meaning));
                    world.collect_too(bits);
                }
                world
            }
        }
    }
}

/// The nodes of a graph in which something can be picked up.
fn pickups(graph: &Graph) -> impl Iterator<Item = Meaning> + '_ {
    let item = |content: &Content| {
        matches!(content, Content::Key | Content::BossKey | Content::KeyItem | Content::ItemMinor)
    };
    let nodes = (0..).zip(&graph.nodes).filter(move |(_, node)| node.contents.iter().any(item));
    nodes.map(|(n, _)| Meaning::Taken(n))
}
