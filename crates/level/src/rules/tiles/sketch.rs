//! The world of a level of tiles, before its things are laid out in bits.
//!
//! The number of words that a state takes is known only when everything that is to be kept track of has been seen,
//! so the level is sketched first, and a world of the right width is then built after the sketch.

use crate::model::graph::{Content, Graph, NodeIndex, Requirement, SymbolId};
use crate::model::grid::Cell;
use crate::model::ruleset::{Bombs, Rules, Switches};
use crate::rules::blocks::BlockMap;
use crate::rules::door::{Door, Location, Way};
use crate::rules::facts::{Fact, Facts};
use crate::rules::lock::{Ask, Asks};
use crate::rules::world::World;
use crate::rules::world::builder::WorldBuilder;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// The condition of a goal besides being reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Collect {
    /// Nothing besides.
    #[default]
    Nothing,
    /// All pick-ups must have been taken before.
    Everything,
}

/// A gift of a location: something taken by whoever has it not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gift {
    pub(super) location: Location,
    pub(super) fact: Fact,
    /// Its kind, for locks and counters; of a symbol, the symbol itself.
    pub(super) content: Content,
}

/// A level of tiles under given rules, as locations and doors. Locations beyond the cells are nodes that a warp
/// passes.
#[derive(Default)]
pub(crate) struct Sketch {
    pub(crate) facts: Facts,
    pub(super) start: Option<Location>,
    pub(super) goals: Vec<Location>,
    pub(super) cells: Vec<Cell>,
    pub(super) locations: usize,
    /// By location after those of the cells: the node that a warp passes.
    pub(super) passed: Vec<NodeIndex>,
    pub(super) gifts: Vec<Gift>,
    pub(super) flips: Vec<(Location, u32)>,
    pub(super) doors: Vec<(Location, Location, Way, u32)>,
    /// By location: its region, as blocks return when a player leaves it; empty where they stay. Of a node that a
    /// warp passes, the region in which the warp began.
    pub(super) regions: Vec<u32>,
    /// The pressure plates: cells as the map of pushes numbers them, none where blocks can never press it; true if
    /// it is down at the start; and its symbol.
    pub(super) plates: Vec<(SmallVec<[u32; 4]>, bool, Option<SymbolId>)>,
    /// The conditions that win wherever a player stands.
    pub(super) win: Vec<Requirement>,
    /// The distinct locks, by number; number 0 requires nothing.
    pub(super) locks: IndexSet<Asks, FxBuildHasher>,
    pub(super) blocks: BlockMap,
    /// The facts that a goal requires besides being reached.
    pub(super) collect: Vec<Fact>,
}

impl Sketch {
    /// The number of a lock; 0 asks for nothing.
    pub(super) fn lock(&mut self, mut asks: Asks) -> u32 {
        if asks.is_empty() {
            return 0;
        }
        asks.sort_unstable();
        asks.dedup();
        if let Some(known) = self.locks.get_index_of(&asks) {
            return known as u32;
        }
        for ask in &asks {
            if let Ask::Spend(_, lock) = ask {
                self.facts.give(*lock);
            }
        }
        self.locks.insert_full(asks).0 as u32
    }

    /// Adds a gift of a location, and gives its fact a bit.
    pub(super) fn give(&mut self, location: Location, fact: Fact, content: Content) {
        self.facts.give(fact);
        self.gifts.push(Gift { location, fact, content });
    }

    /// A new location for a node that a warp passes, from a region: its contents are taken, toggles aside.
    pub(super) fn pass(
        &mut self,
        graph: &Graph,
        rules: &Rules,
        collect: Collect,
        (node, region): (NodeIndex, u32),
    ) -> Location {
        let location = self.locations as Location;
        self.locations += 1;
        if !self.regions.is_empty() {
            self.regions.push(region);
        }
        self.passed.push(node);
        let contents = graph.nodes.get(node as usize).into_iter().flat_map(|node| &node.contents);
        for &content in contents {
            let fact = match content {
                Content::Switch if rules.switches == Switches::Free => continue,
                Content::ItemMinor if rules.bombs == Bombs::Unlimited => Fact::BombsHeld,
                Content::Key | Content::BossKey | Content::KeyItem => Fact::Taken(node),
                Content::Switch | Content::ItemMinor => Fact::Taken(node),
                Content::Symbol(id) => Fact::Symbol(id),
                _ => continue,
            };
            self.give(location, fact, content);
            let is_item = !matches!(content, Content::Switch | Content::Symbol(_));
            if collect == Collect::Everything && is_item {
                self.give(location, Fact::Taken(node), content);
                self.collect.push(Fact::Taken(node));
            }
        }
        location
    }

    /// The world, in the width of its bits. `facts` are those of the sketch.
    pub(crate) fn world<const W: usize>(&self, facts: &Facts, rules: &Rules) -> World<W> {
        let mut builder = WorldBuilder::default();
        builder.begin(self.locations, facts, rules);
        builder.tiles(&self.cells, &self.passed, &self.blocks);
        builder.start(self.start);
        self.goals.iter().for_each(|&goal| builder.goal(goal));
        self.collect.iter().for_each(|&fact| builder.collect(&facts.one(fact)));
        for gift in &self.gifts {
            builder.give(gift.location, &facts.one(gift.fact), gift.content);
        }
        for (number, (cells, is_down, gives)) in (0..).zip(&self.plates) {
            builder.plate(number, (cells.clone(), *is_down), *gives, facts);
        }
        builder.win(&self.win, facts);
        // The numbers that the sketch gave them.
        for asks in &self.locks {
            builder.lock(asks.clone(), facts);
        }
        builder.expect_doors(self.doors.len());
        for &(from, to, way, lock) in &self.doors {
            let region = |at: Location| self.regions.get(at as usize);
            let resets = region(from) != region(to) && to < self.cells.len() as Location;
            builder.put(from, Door { to, lock, way, plain: false, resets });
        }
        let mut flips = self.flips.clone();
        flips.sort_unstable();
        for (location, toggle) in flips {
            builder.flip(location, facts.one(Fact::Toggle(toggle)));
        }
        builder.into_world()
    }
}
