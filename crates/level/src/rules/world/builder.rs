//! The builder of all worlds: of graphs, of tiles, and of contracted worlds.
//!
//! Contents come first, then locks and doors, because a lock refers to the bits that open it. A builder that is used
//! again keeps its memory.

use super::{Law, Plate, World};
use crate::model::{Cell, Content, NodeIndex, Requirement, SymbolId};
use crate::rules::blocks::NONE;
use crate::rules::lock::{Counter, Lock, Means, Need, Needs};
use crate::rules::{Bits, BlockMap, Door, Fact, Facts, Location, Rules, Way};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// A world under construction.
#[derive(Debug, Default)]
pub(crate) struct WorldBuilder<const W: usize> {
    world: World<W>,
    /// The doors in the order in which they were added, each with the location it leaves.
    doors: Vec<(Location, Door)>,
    flips: Vec<(Location, Bits<W>)>,
    /// The distinct locks, by number.
    needs: IndexSet<Needs, FxBuildHasher>,
    /// The bit of bombs, if they are not used up.
    bombs_held: Option<Bits<W>>,
}

impl<const W: usize> WorldBuilder<W> {
    /// Begins a world with a number of locations, without contents and doors. The bits of `facts` fit into `W` words.
    pub(crate) fn begin(&mut self, locations: usize, facts: &Facts, rules: &Rules) {
        self.world.law.set(facts, rules);
        self.world.clear(locations);
        self.bombs_held = facts.bit(Fact::BombsHeld).map(Bits::one);
        self.doors.clear();
        self.flips.clear();
        self.needs.clear();
        self.lock(Needs::new(), facts);
    }

    /// Begins a world with a number of locations and the locks and rules of another world. Each location starts with
    /// a weight of 0 states.
    pub(crate) fn with_rules_of(other: &World<W>, locations: usize) -> Self {
        let mut world = World { law: other.law.clone(), ..World::default() };
        world.clear(locations);
        world.weights = vec![0; locations];
        let cell_of = if other.has_blocks() { vec![NONE; locations] } else { Vec::new() };
        world.blocks = BlockMap { cell_of, ..other.blocks.clone() };
        Self { world, ..Self::default() }
    }

    pub(crate) fn start(&mut self, location: Option<Location>) {
        self.world.start = location;
    }

    pub(crate) fn goal(&mut self, location: Location) {
        self.world.goal[location as usize] = true;
    }

    /// Adds bits that a goal requires.
    pub(crate) fn collect(&mut self, bits: &Bits<W>) {
        let collect = &mut self.world.law.collect;
        collect.add(bits);
    }

    /// Sets the conditions that win wherever a player stands; there may be none.
    pub(crate) fn win(&mut self, conditions: &[Requirement], facts: &Facts) {
        let needs: Needs = conditions.iter().map(|&condition| Need::For(condition)).collect();
        let Law { win, means, rules, .. } = &mut self.world.law;
        *win = (!needs.is_empty()).then(|| Lock::of(&needs, means, facts, rules));
    }

    /// Adds a pressure plate: its number, its cells, and the symbol it gives. The push map must be set.
    pub(crate) fn plate(
        &mut self,
        number: u32,
        (cells, is_down): (SmallVec<[u32; 4]>, bool),
        gives: Option<SymbolId>,
        facts: &Facts,
    ) {
        let down = facts.one(Fact::PlateDown(number));
        let gives = gives.map_or_else(Bits::default, |id| facts.one(Fact::Symbol(id)));
        let law = &mut self.world.law;
        let bits = down.union(&gives);
        law.pressed.add(&bits);
        if is_down {
            law.pressed_at_start.add(&bits);
        }
        if !cells.is_empty() {
            law.down.add(&down);
            law.plates.push(Plate { cells, down, gives });
        }
    }

    /// Sets the cells of the first locations, the nodes that warps pass after them, and the push map.
    pub(crate) fn tiles(&mut self, cells: &[Cell], passed: &[NodeIndex], blocks: &BlockMap) {
        let world = &mut self.world;
        world.cells = cells.to_vec();
        world.passed = passed.to_vec();
        world.blocks = blocks.clone();
        world.weights = vec![1; cells.len()];
        world.weights.resize(world.goal.len(), 0);
    }

    /// Adds to the number of states for which a location stands.
    pub(crate) fn weigh(&mut self, location: Location, states: u32) {
        self.world.weights[location as usize] += states;
    }

    pub(crate) fn block_cell(&mut self, location: Location, cell: u32) {
        self.world.blocks.cell_of[location as usize] = cell;
    }

    /// Adds bits that entering a location sets.
    pub(crate) fn gain(&mut self, location: Location, bits: &Bits<W>) {
        let gain = &mut self.world.gain[location as usize];
        gain.add(bits);
    }

    /// Adds a content to a location. Taking it sets `bit`, which is empty if no lock requires it.
    pub(crate) fn give(&mut self, location: Location, bit: &Bits<W>, content: Content) {
        self.gain(location, bit);
        let Law { means, keys, bombs, .. } = &mut self.world.law;
        let add = |to: &mut Bits<W>, bits: &Bits<W>| to.add(bits);
        match content {
            Content::Key => add(&mut keys.from, bit),
            Content::BossKey => add(&mut means.boss_keys, bit),
            Content::Switch => add(&mut means.switches, bit),
            Content::KeyItem | Content::ItemMinor => {
                if content == Content::KeyItem {
                    add(&mut means.key_items, bit);
                }
                let held = self.bombs_held.unwrap_or(*bit);
                add(&mut bombs.from, &held);
                self.gain(location, &held);
            }
            _ => {}
        }
    }

    pub(crate) fn flip(&mut self, location: Location, toggle: Bits<W>) {
        self.flips.push((location, toggle));
    }

    /// The number of the lock with the requirements `needs`; 0 requires nothing.
    pub(crate) fn lock(&mut self, needs: Needs, facts: &Facts) -> u32 {
        let (number, is_new) = self.needs.insert_full(needs);
        if is_new && let Some(needs) = self.needs.get_index(number) {
            let Law { locks, means, rules, .. } = &mut self.world.law;
            locks.push(Lock::of(needs, means, facts, rules));
        }
        number as u32
    }

    /// Adds a door from one location to another.
    #[inline]
    pub(crate) fn door(&mut self, from: Location, to: Location, lock: u32, way: Way) {
        self.put(from, Door { to, lock, way, plain: false, resets: false });
    }

    /// Adds a door, and computes its field `plain`.
    #[inline]
    pub(crate) fn put(&mut self, from: Location, door: Door) {
        let plain = self.world.is_plain(door);
        self.doors.push((from, Door { plain, ..door }));
    }

    /// Reserves memory for a number of doors.
    pub(crate) fn expect_doors(&mut self, doors: usize) {
        self.doors.reserve(doors);
    }

    /// Determines if the world is reversible: its doors were added in pairs, there and back, no lock uses anything
    /// up, and none requires the absence of a symbol.
    pub(crate) fn pair_doors(&mut self) {
        let back = |pair: &[(Location, Door)]| match pair {
            [(a, on), (b, back)] => (*a, *b, on.lock) == (back.to, on.to, back.lock),
            _ => false,
        };
        let loses = |lock: &Lock<W>| lock.uses_up() || !lock.lacked.is_empty();
        let law = &self.world.law;
        let loses = law.locks.iter().chain(&law.win).any(loses);
        self.world.reversible = !loses && self.doors.chunks(2).all(back);
    }

    /// Finishes the world, and keeps the memory for another one.
    pub(crate) fn finish(&mut self) -> &mut World<W> {
        self.world.doors.fill(2 * self.world.goal.len(), in_rows(&self.doors));
        let flips = self.flips.iter().map(|&(location, toggle)| (location as usize, toggle));
        self.world.flips.fill(self.world.goal.len(), flips);
        &mut self.world
    }

    /// Finishes the world.
    pub(crate) fn into_world(mut self) -> World<W> {
        self.finish();
        self.world
    }
}

impl<const W: usize> Law<W> {
    /// Replaces the facts and rules, and removes the locks.
    fn set(&mut self, facts: &Facts, rules: &Rules) {
        let start = &rules.start;
        self.locks.clear();
        self.facts.clear();
        self.facts.extend(facts.iter());
        self.keys = Counter { start: start.keys, each: 1, ..Counter::default() };
        self.bombs = Counter { start: start.bombs, each: rules.bomb_pickup, ..Counter::default() };
        self.means = Means::default();
        self.rules.clone_from(rules);
        self.banned = Bits::default();
        self.collect = Bits::default();
        self.win = None;
        self.plates.clear();
        self.down = Bits::default();
        self.pressed = Bits::default();
        self.pressed_at_start = Bits::default();
        self.began = None;
        for (bit, fact) in self.facts.iter().enumerate() {
            let counter = match fact {
                Fact::KeyPair(..) | Fact::KeyDoor(_) => &mut self.keys,
                Fact::BombPair(..) | Fact::BombDoor(_) => &mut self.bombs,
                _ => continue,
            };
            counter.used.add(&Bits::one(bit));
        }
    }
}

impl<const W: usize> World<W> {
    /// Empties all locations; doors and flips are set when the world is finished.
    fn clear(&mut self, locations: usize) {
        self.start = None;
        self.goal.clear();
        self.goal.resize(locations, false);
        self.gain.clear();
        self.gain.resize(locations, Bits::default());
        self.reversible = false;
        self.cells.clear();
        self.passed.clear();
        self.weights.clear();
        self.blocks = BlockMap::default();
        self.is_relaxed.clear();
        self.brushed.clear();
    }

    /// Replaces the doors, and computes which of them are plain.
    pub(super) fn set_doors(&mut self, mut doors: Vec<(Location, Door)>) {
        for (_, door) in &mut doors {
            door.plain = self.is_plain(*door);
        }
        self.doors.fill(2 * self.goal.len(), in_rows(&doors));
    }

    /// True if passing a door changes the location alone.
    #[inline]
    fn is_plain(&self, door: Door) -> bool {
        door.lock == 0
            && !door.resets
            && self.gain.get(door.to as usize).is_some_and(Bits::is_empty)
            && self.blocks.cell(door.to).is_none()
    }
}

/// The doors with the row of each. A location has two rows: first the plain doors, then the others.
fn in_rows(doors: &[(Location, Door)]) -> impl Iterator<Item = (usize, Door)> + Clone {
    doors.iter().map(|&(from, door)| (2 * from as usize + usize::from(!door.plain), door))
}
