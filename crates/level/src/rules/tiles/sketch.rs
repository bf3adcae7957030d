//! The world of a level of tiles, before its things are laid out in bits.
//!
//! How many words a state takes is known only when everything that is to be kept track of has been seen, so
//! the level is sketched first, and the sketch then made a world of the right width.

use super::Collect;
use crate::graph::{Content, Graph, NodeIndex, Requirement};
use crate::grid::Cell;
use crate::rules::bits::Bits;
use crate::rules::blocks::BlockMap;
use crate::rules::layout::{Layout, Meaning};
use crate::rules::lock::{Counter, Lock};
use crate::rules::world::{Place, Way, World};
use crate::rules::{Bombs, Rules, Switches};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// One thing that a door asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Ask {
    /// What is not used up.
    For(Requirement),
    /// A small key or a bomb, which opens a lock for good.
    Spend(Requirement, Meaning),
    /// That no block stands on a cell, as the map of pushes numbers it.
    Clear(u32),
}

/// What a door asks for.
pub(crate) type Asks = SmallVec<[Ask; 2]>;

/// What a place gives to whom it is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gift {
    pub(super) place: Place,
    pub(super) meaning: Meaning,
    /// What it is for locks and counters; a symbol is nothing but itself.
    pub(super) content: Content,
}

/// A level of tiles under given rules, as places and doors. Places beyond the cells are nodes that a warp
/// passes.
#[derive(Default)]
pub(crate) struct Sketch {
    pub(crate) layout: Layout,
    pub(super) start: Option<Place>,
    pub(super) goals: Vec<Place>,
    pub(super) cells: Vec<Cell>,
    pub(super) places: usize,
    /// By place after those of the cells: the node that a warp passes.
    pub(super) passed: Vec<NodeIndex>,
    pub(super) gifts: Vec<Gift>,
    pub(super) flips: Vec<(Place, u32)>,
    pub(super) doors: Vec<(Place, Place, Way, u32)>,
    pub(super) locks: Vec<Asks>,
    pub(super) numbers: FxHashMap<Asks, u32>,
    pub(super) blocks: BlockMap,
    /// What a goal asks for besides.
    pub(super) collect: Vec<Meaning>,
}

impl Sketch {
    /// The number of a lock; 0 asks for nothing.
    pub(super) fn lock(&mut self, mut asks: Asks) -> u32 {
        if asks.is_empty() {
            return 0;
        }
        asks.sort_unstable();
        asks.dedup();
        let next = self.locks.len() as u32;
        if let Some(&known) = self.numbers.get(&asks) {
            return known;
        }
        for ask in &asks {
            if let Ask::Spend(_, lock) = ask {
                self.layout.give(*lock);
            }
        }
        self.locks.push(asks.clone());
        self.numbers.insert(asks, next);
        next
    }

    /// A place gives something; under rules that ask nobody for it, nothing is kept track of.
    pub(super) fn give(&mut self, place: Place, meaning: Meaning, content: Content) {
        self.layout.give(meaning);
        self.gifts.push(Gift { place, meaning, content });
    }

    /// A new place for a node that a warp passes: its contents are taken, toggles aside.
    pub(super) fn pass(
        &mut self,
        graph: &Graph,
        rules: &Rules,
        collect: Collect,
        node: NodeIndex,
    ) -> Place {
        let place = self.places as Place;
        self.places += 1;
        self.passed.push(node);
        let contents = graph.nodes.get(node as usize).into_iter().flat_map(|node| &node.contents);
        for &content in contents {
            let meaning = match content {
                Content::Switch if rules.switches == Switches::Free => continue,
                Content::ItemMinor if rules.bombs == Bombs::Unlimited => Meaning::BombsHeld,
                Content::Key | Content::BossKey | Content::KeyItem => Meaning::Taken(node),
                Content::Switch | Content::ItemMinor => Meaning::Taken(node),
                Content::Symbol(id) => Meaning::Symbol(id),
                _ => continue,
            };
            self.give(place, meaning, content);
            let is_item = !matches!(content, Content::Switch | Content::Symbol(_));
            if collect == Collect::Everything && is_item {
                self.give(place, Meaning::Taken(node), content);
                self.collect.push(Meaning::Taken(node));
            }
        }
        place
    }

    /// The world, in the width of its bits.
    /// `layout` is that of the sketch.
    pub(crate) fn world<const W: usize>(&self, layout: &Layout, rules: &Rules) -> World<W> {
        let mut world = World::<W> {
            start: self.start,
            goal: vec![false; self.places],
            gain: vec![Bits::default(); self.places],
            meanings: layout.meanings().to_vec(),
            rules: rules.clone(),
            cells: self.cells.clone(),
            passed: self.passed.clone(),
            blocks: self.blocks.clone(),
            keys: Counter { start: rules.start.keys, each: 1, ..Counter::default() },
            bombs: Counter {
                start: rules.start.bombs,
                each: rules.bomb_pickup,
                ..Counter::default()
            },
            ..World::default()
        };
        for &goal in &self.goals {
            world.goal[goal as usize] = true;
        }
        for &meaning in &self.collect {
            world.collect = world.collect.union(&layout.one(meaning));
        }
        world.weights = vec![1; self.cells.len()];
        world.weights.resize(self.places, 0);
        self.fill_gifts(layout, &mut world);
        world.count_used_up();
        self.fill_doors(layout, &mut world);
        self.fill_flips(layout, &mut world);
        world
    }

    fn fill_gifts<const W: usize>(&self, layout: &Layout, world: &mut World<W>) {
        let bombs_held = layout.bit(Meaning::BombsHeld).map(Bits::one);
        for gift in &self.gifts {
            let bit = layout.one(gift.meaning);
            let gain = &mut world.gain[gift.place as usize];
            *gain = gain.union(&bit);
            match gift.content {
                Content::Key => world.keys.from = world.keys.from.union(&bit),
                Content::BossKey => world.means.boss_keys = world.means.boss_keys.union(&bit),
                Content::Switch => world.means.switches = world.means.switches.union(&bit),
                Content::KeyItem | Content::ItemMinor => {
                    if gift.content == Content::KeyItem {
                        world.means.key_items = world.means.key_items.union(&bit);
                    }
                    let bombs = bombs_held.unwrap_or(bit);
                    *gain = gain.union(&bombs);
                    world.bombs.from = world.bombs.from.union(&bombs);
                }
                _ => {}
            }
        }
    }

    fn fill_doors<const W: usize>(&self, layout: &Layout, world: &mut World<W>) {
        for asks in &self.locks {
            let mut lock = Lock::default();
            for &ask in asks {
                let (requirement, used_up) = match ask {
                    Ask::For(requirement) => (requirement, None),
                    Ask::Spend(requirement, used_up) => (requirement, Some(used_up)),
                    Ask::Clear(cell) => {
                        lock.clear.push(cell);
                        continue;
                    }
                };
                lock.ask(requirement, used_up, &world.means, layout, &world.rules);
            }
            world.locks.push(lock);
        }
        world.laid.reserve(self.doors.len());
        for &(from, to, way, lock) in &self.doors {
            let door = world.door(to, lock, way);
            world.laid.push((from, door));
        }
        world.lay(self.places);
        world.laid = Vec::new();
    }

    fn fill_flips<const W: usize>(&self, layout: &Layout, world: &mut World<W>) {
        let mut flips = self.flips.clone();
        flips.sort_unstable();
        let mut next = flips.iter().peekable();
        for place in 0..=self.places as Place {
            world.first_flip.push(world.flips.len() as u32);
            while let Some((_, toggle)) = next.next_if(|(at, _)| *at == place) {
                world.flips.push(layout.one(Meaning::Toggle(*toggle)));
            }
        }
    }
}
