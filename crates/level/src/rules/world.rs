//! The rules, made ready: what a move does to a player's state.
//!
//! A [`World`] is a level under given rules: places, and doors between them. At room level the places are
//! the nodes of the graph; at tile level they are the cells that can be entered, and a step onto the next
//! cell is a door too. Both are judged by the same searches, which know nothing else.
//!
//! A state is a place and a [`Config`]: a set of bits (a pick-up taken, a lock open, a symbol held, a
//! toggle on, and, where bombs are not used up, bombs held) and where the blocks stand. Everything else
//! follows: how many keys are left is the keys taken less the locks opened.
//!
//! Invariants: bits of pick-ups, opened locks and symbols are only ever set; only a flip clears a
//! toggle. Payment comes before what lies in the place entered is taken. No move leaves a goal.

use super::Rules;
use super::bits::Bits;
use super::blocks::{Arrangement, BlockMap, Blocks};
use super::layout::Meaning;
use super::lock::{Counter, Lock, Means};
use super::room::Asked;
use crate::graph::NodeIndex;
use crate::grid::Cell;
use crate::level::Level;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A place of a world: a node of the graph, or a cell.
pub type Place = u32;

/// How a door is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Way {
    /// Along an edge of the graph.
    Goto,
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// One column left.
    Left,
    /// One column right.
    Right,
    /// Diagonally.
    UpLeft,
    /// Diagonally.
    UpRight,
    /// Diagonally.
    DownLeft,
    /// Diagonally.
    DownRight,
    /// By a stair or a door to a room elsewhere; perhaps over nodes that have no rectangle.
    Warp,
    /// On along a warp: it costs nothing more.
    Pass,
}

impl Way {
    /// Which of up, down, left and right it is, if it is one of them.
    #[inline]
    pub(super) fn direction(self) -> Option<usize> {
        match self {
            Way::Up => Some(0),
            Way::Down => Some(1),
            Way::Left => Some(2),
            Way::Right => Some(3),
            _ => None,
        }
    }

    /// Whether it is diagonal: then it costs √2.
    #[inline]
    #[must_use]
    pub fn is_diagonal(self) -> bool {
        matches!(self, Way::UpLeft | Way::UpRight | Way::DownLeft | Way::DownRight)
    }
}

/// A passage of the world: where it leads, and what it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Door {
    /// The place it leads to.
    pub to: Place,
    /// A place among the world's locks; 0 asks for nothing.
    pub lock: u32,
    /// How it is passed.
    pub way: Way,
    /// Whether it asks for nothing and leads to where nothing is to be had and no block can stand: passing
    /// it changes the place alone.
    pub plain: bool,
}

/// All of a state but the place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Config<const W: usize> {
    /// What was taken, opened and set.
    pub bits: Bits<W>,
    /// Where the blocks stand.
    pub blocks: Arrangement,
}

/// What a player holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// Small keys left.
    pub keys: u32,
    /// Bombs left; where they are not used up, 1 for "some".
    pub bombs: u32,
    /// The boss key.
    pub boss_key: bool,
    /// The key item.
    pub key_item: bool,
    /// Symbols held, as places in the graph's table.
    pub symbols: Vec<u32>,
    /// Toggles that are on, rising.
    pub toggles: Vec<u32>,
}

/// Where a player is, as a file names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// In a node.
    Node(NodeIndex),
    /// On a cell.
    Cell(Cell),
}

/// A level under rules. See the module's page.
#[derive(Clone, Debug, Default)]
pub struct World<const W: usize> {
    pub(super) start: Option<Place>,
    pub(super) goal: Vec<bool>,
    pub(super) gain: Vec<Bits<W>>,
    /// Two rows a place: the plain doors, and the others.
    pub(super) first_door: Vec<u32>,
    pub(super) doors: Vec<Door>,
    pub(super) locks: Vec<Lock<W>>,
    pub(super) first_flip: Vec<u32>,
    pub(super) flips: Vec<Bits<W>>,
    pub(super) meanings: Vec<Meaning>,
    pub(super) keys: Counter<W>,
    pub(super) bombs: Counter<W>,
    pub(super) means: Means<W>,
    pub(super) rules: Rules,
    /// Whether every door has a door back with the same lock, and no lock uses anything up.
    pub(super) reversible: bool,
    /// Bits that can no longer be set: pick-ups taken away, toggles stuck, locks welded shut.
    pub(super) banned: Bits<W>,
    /// What a goal asks for besides: every pick-up, where that is the task.
    pub(super) collect: Bits<W>,
    /// By place the cell, at tile level. Places beyond are nodes that a warp passes.
    pub(super) cells: Vec<Cell>,
    /// The nodes that a warp passes, by place after those of the cells.
    pub(super) passed: Vec<NodeIndex>,
    /// By place how many states of the level it stands for; empty where it is one each. A place that a warp
    /// passes stands for none.
    pub(super) weights: Vec<u32>,
    pub(super) blocks: BlockMap,
    /// By place whether a block stood there at the start, in a world whose blocks were taken away.
    pub(super) shunned: Vec<bool>,
    /// Working memory of [`World::set`]: the doors in the order of the edges, each with the place it
    /// leaves, and the locks by what they ask for.
    pub(super) laid: Vec<(Place, Door)>,
    pub(super) kinds: FxHashMap<Asked, u32>,
}

// ------------------------------------------------------------------------------------ the moves

impl<const W: usize> World<W> {
    /// How many places there are.
    #[must_use]
    pub fn places(&self) -> usize {
        self.goal.len()
    }

    /// The state a player begins in: what lies there is taken. `None` in a world without a start.
    /// `blocks` is made ready for this world.
    #[must_use]
    pub fn start(&self, blocks: &mut Blocks) -> Option<(Place, Config<W>)> {
        blocks.begin(&self.blocks);
        let bits = |start| self.enter(&self.start_bits(), start);
        self.start.map(|start| (start, Config { bits: bits(start), blocks: 0 }))
    }

    /// What a player holds before the start is entered.
    pub(crate) fn start_bits(&self) -> Bits<W> {
        let held = self.rules.start.bombs > 0;
        let bit = self.meanings.iter().position(|m| held && *m == Meaning::BombsHeld);
        bit.map_or_else(Bits::default, Bits::one)
    }

    /// Where a player begins.
    #[must_use]
    pub fn start_place(&self) -> Option<Place> {
        self.start
    }

    /// Whether moves leave a place at all.
    #[inline]
    pub(crate) fn goes_on(&self, place: Place) -> bool {
        !self.is_goal_place(place) || !self.collect.is_empty()
    }

    /// Whether a state is a goal. No move leaves a goal.
    #[inline]
    #[must_use]
    pub fn is_goal(&self, place: Place, config: &Config<W>) -> bool {
        self.is_goal_place(place) && config.bits.contains(&self.collect)
    }

    /// Whether a place can be a goal.
    #[inline]
    #[must_use]
    pub fn is_goal_place(&self, place: Place) -> bool {
        self.goal.get(place as usize).copied().unwrap_or(false)
    }

    /// The doors out of a place, the plain ones first.
    #[inline]
    #[must_use]
    pub fn doors(&self, place: Place) -> &[Door] {
        row(&self.first_door, &self.doors, 2 * place as usize..2 * place as usize + 2)
    }

    /// The plain doors out of a place, and the others.
    #[inline]
    #[must_use]
    pub fn doors_by_kind(&self, place: Place) -> (&[Door], &[Door]) {
        let half = 2 * place as usize;
        let row = |from| row(&self.first_door, &self.doors, from..from + 1);
        (row(half), row(half + 1))
    }

    /// The toggles that can be flipped in a place, each as the set of its bit.
    #[inline]
    #[must_use]
    pub fn flips(&self, place: Place) -> &[Bits<W>] {
        row(&self.first_flip, &self.flips, place as usize..place as usize + 1)
    }

    /// What a move through `door` makes of a configuration, or `None` where it may not be passed.
    #[inline(always)]
    #[must_use]
    pub fn step(&self, config: &Config<W>, door: Door, blocks: &mut Blocks) -> Option<Config<W>> {
        let paid = if door.lock == 0 { config.bits } else { self.pay(config, door.lock, blocks)? };
        let blocks = match self.blocks.cell(door.to) {
            Some(cell) if blocks.holds(config.blocks, cell) => {
                self.push(config.blocks, cell, door.way, blocks)?
            }
            _ => config.blocks,
        };
        Some(Config { bits: self.enter(&paid, door.to), blocks })
    }

    /// What a move through `door` makes of a configuration as if it asked for nothing.
    #[inline]
    #[must_use]
    pub fn step_unasked(&self, config: &Config<W>, door: Door) -> Config<W> {
        Config { bits: self.enter(&config.bits, door.to), ..*config }
    }

    /// Whether every way can be walked back. Then who can win at all can win from every state: walk back
    /// to the start, flipping back what was flipped, and take the winning way with more in hand than
    /// before. True only where the doors stand in pairs, one way and back, with the same requirements.
    #[must_use]
    pub fn is_reversible(&self) -> bool {
        self.reversible
    }

    /// Whether passing `door` can use something up.
    #[must_use]
    pub fn uses_up(&self, door: Door) -> bool {
        self.locks.get(door.lock as usize).is_some_and(Lock::uses_up)
    }

    /// What entering a place gives, to whom it is new.
    #[inline]
    #[must_use]
    pub fn gives(&self, place: Place) -> Bits<W> {
        self.gain.get(place as usize).copied().unwrap_or_default()
    }

    /// The configuration after a flip; `None` for a toggle that is stuck.
    #[inline]
    #[must_use]
    pub fn flip(&self, config: &Config<W>, toggle: &Bits<W>) -> Option<Config<W>> {
        let flipped = || Config { bits: config.bits.symmetric_difference(toggle), ..*config };
        (!self.banned.meets(toggle)).then(flipped)
    }

    #[inline]
    fn enter(&self, bits: &Bits<W>, place: Place) -> Bits<W> {
        match self.gain.get(place as usize) {
            Some(gain) => bits.union(&gain.difference(&self.banned)),
            None => *bits,
        }
    }

    #[inline(never)]
    fn pay(&self, config: &Config<W>, lock: u32, blocks: &Blocks) -> Option<Bits<W>> {
        let lock = self.locks.get(lock as usize)?;
        let bits = &config.bits;
        if lock.refuses(bits) || lock.clear.iter().any(|&cell| blocks.holds(config.blocks, cell)) {
            return None;
        }
        let mut paid = *bits;
        for (asked, counter) in [(&lock.key, &self.keys), (&lock.bomb, &self.bombs)] {
            let closed = asked.difference(bits);
            if !closed.is_empty() {
                if self.banned.meets(&closed) || counter.left(&paid) < closed.count() {
                    return None;
                }
                paid = paid.union(&closed);
            }
        }
        Some(paid)
    }

    /// Pushes the block of a cell on in the way walked; only up, down, left and right push.
    #[cold]
    fn push(
        &self,
        arrangement: Arrangement,
        cell: u32,
        way: Way,
        blocks: &mut Blocks,
    ) -> Option<Arrangement> {
        let next = self.blocks.next.get(cell as usize)?[way.direction()?];
        (next != super::blocks::NONE).then(|| blocks.push(arrangement, cell, next))?
    }
}

// ---------------------------------------------------------------------------------- at best

impl<const W: usize> World<W> {
    /// The key locks that a door asks for, if it can be passed by whoever holds `held` and can set every
    /// toggle; `None` where it cannot. Bombs never run out, and blocks are in nobody's way.
    #[inline]
    pub(crate) fn at_best(&self, held: &Bits<W>, door: Door) -> Option<Bits<W>> {
        if door.lock == 0 {
            return Some(Bits::default());
        }
        let lock = self.locks.get(door.lock as usize)?;
        let bombs =
            || self.bombs.start + self.bombs.each * held.intersection(&self.bombs.from).count();
        let closed = self.banned.meets(&lock.key.union(&lock.bomb))
            || lock.refuses_at_best(held)
            || !lock.bomb.is_empty() && bombs() == 0;
        (!closed).then_some(lock.key)
    }

    /// The key locks that a door asks for.
    pub(crate) fn key_locks(&self, door: Door) -> Bits<W> {
        self.locks.get(door.lock as usize).map(|lock| lock.key).unwrap_or_default()
    }

    /// How many small keys were found by whoever holds `held`.
    pub(crate) fn keys_at_best(&self, held: &Bits<W>) -> u32 {
        self.keys.start + self.keys.each * held.intersection(&self.keys.from).count()
    }

    /// Whether everything is held that a goal asks for besides.
    pub(crate) fn has_all(&self, held: &Bits<W>) -> bool {
        held.contains(&self.collect)
    }
}

// ------------------------------------------------------------------------- what the state means

impl<const W: usize> World<W> {
    /// What a player in this state holds.
    #[must_use]
    pub fn holdings(&self, config: &Config<W>) -> Holdings {
        let bits = &config.bits;
        let mut holdings = Holdings {
            keys: self.keys.left(bits),
            bombs: self.bombs.left(bits),
            boss_key: self.rules.start.boss_key || bits.meets(&self.means.boss_keys),
            key_item: self.rules.start.key_item || bits.meets(&self.means.key_items),
            ..Holdings::default()
        };
        for bit in bits.iter() {
            match self.meanings.get(bit) {
                Some(Meaning::Symbol(id)) => holdings.symbols.push(*id),
                Some(Meaning::Toggle(id)) => holdings.toggles.push(*id),
                Some(Meaning::BombsHeld) => holdings.bombs = 1,
                _ => {}
            }
        }
        holdings.toggles.sort_unstable();
        holdings
    }

    /// What the bits of the world stand for, by bit.
    #[must_use]
    pub fn meanings(&self) -> &[Meaning] {
        &self.meanings
    }

    /// Where a place is; `None` for one that a warp only passes.
    #[must_use]
    pub fn position(&self, place: Place) -> Option<Position> {
        if self.cells.is_empty() {
            return Some(Position::Node(place));
        }
        self.cells.get(place as usize).copied().map(Position::Cell)
    }

    /// The places of a position: of a node with a rectangle all its cells, of one without the places at which a
    /// warp passes it.
    pub(crate) fn places_of(&self, position: Position, level: &Level) -> Vec<Place> {
        match position {
            Position::Node(node) if !self.is_of_tiles() => vec![node],
            Position::Cell(cell) => {
                self.cells.binary_search(&cell).map(|place| place as Place).into_iter().collect()
            }
            Position::Node(node) => {
                let mut rooms = level.tiles.iter().flat_map(|tiles| &tiles.rooms);
                match rooms.find(|room| room.node == node) {
                    Some(room) => {
                        let places = (0..).zip(&self.cells);
                        places.filter(|(_, cell)| room.contains(**cell)).map(|(p, _)| p).collect()
                    }
                    None => self.passed_places(node),
                }
            }
        }
    }

    /// The places at which a warp passes a node.
    fn passed_places(&self, node: NodeIndex) -> Vec<Place> {
        let places = (self.cells.len() as Place..).zip(&self.passed);
        places.filter(|(_, passed)| **passed == node).map(|(place, _)| place).collect()
    }

    /// Whether a place is only passed by warps: nobody stands there.
    #[inline]
    #[must_use]
    pub fn is_passed(&self, place: Place) -> bool {
        !self.cells.is_empty() && place as usize >= self.cells.len()
    }

    /// Of how many states of the level a state in this place is one: of a place that stands for many cells
    /// as many, of one that a warp only passes none.
    #[inline]
    #[must_use]
    pub fn weight(&self, place: Place) -> u64 {
        self.weights.get(place as usize).map_or(1, |&weight| weight.into())
    }

    /// The cells that hold a block in a configuration.
    pub fn blocks_at<'a>(
        &'a self,
        config: &Config<W>,
        blocks: &'a Blocks,
    ) -> impl Iterator<Item = Cell> + 'a {
        let arrangement = config.blocks;
        let holds = move |cell: u32| cell != super::blocks::NONE && blocks.holds(arrangement, cell);
        let held = self.blocks.cell_of.iter().zip(&self.cells).filter(move |(n, _)| holds(**n));
        held.map(|(_, cell)| *cell)
    }

    /// From where to where a block was pushed between two configurations.
    #[must_use]
    pub fn pushed(
        &self,
        before: &Config<W>,
        after: &Config<W>,
        blocks: &Blocks,
    ) -> Option<(Cell, Cell)> {
        if before.blocks == after.blocks {
            return None;
        }
        let [before, after] = [before, after].map(|config| {
            self.blocks_at(config, blocks).collect::<std::collections::BTreeSet<_>>()
        });
        Some((*before.difference(&after).next()?, *after.difference(&before).next()?))
    }

    /// Whether the places are cells.
    #[must_use]
    pub fn is_of_tiles(&self) -> bool {
        !self.weights.is_empty()
    }

    /// Whether a door of this world does what a door of another world of the same level does, blocks aside.
    #[must_use]
    pub fn is_same(&self, other: &Self, door: Door, theirs: Door) -> bool {
        let asks = |world: &Self, lock: u32| {
            let lock = world.locks.get(lock as usize).cloned().unwrap_or_default();
            Lock { clear: Default::default(), ..lock }
        };
        (door.to, door.way) == (theirs.to, theirs.way)
            && (door.lock == theirs.lock || asks(self, door.lock) == asks(other, theirs.lock))
    }

    /// Whether blocks can be pushed anywhere in this world.
    #[must_use]
    pub fn has_blocks(&self) -> bool {
        !self.blocks.next.is_empty()
    }

    /// Takes pick-ups away, sticks toggles, welds locks shut: whatever these bits stand for can no
    /// longer happen. Replaces an earlier ban.
    pub fn ban(&mut self, bits: Bits<W>) {
        self.banned = bits;
    }
}

// ------------------------------------------------------------------------ what guides a search

/// What stands between a player and the rest of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Obstacles {
    /// How many closed small-key doors there are beyond the keys held.
    pub(crate) key_doors_beyond_keys: u32,
    /// Whether there are boss doors, and no boss key is held.
    pub(crate) boss_door: bool,
    /// Whether there are walls to bomb, and no bomb is held.
    pub(crate) bomb_door: bool,
    /// Whether there is water, and no key item is held.
    pub(crate) water: bool,
    /// How many pick-ups were not taken yet.
    pub(crate) pickups_left: u32,
}

impl<const W: usize> World<W> {
    /// Whether diagonal steps are allowed.
    #[inline]
    pub(crate) fn has_diagonals(&self) -> bool {
        self.rules.diagonals && !self.cells.is_empty()
    }

    /// The bits that are gained by entering places, and by nothing else.
    pub(crate) fn pickups(&self) -> Bits<W> {
        self.gain.iter().fold(Bits::default(), |all, gain| all.union(gain))
    }

    /// Whether a block stood on a place at the start.
    #[inline]
    pub(crate) fn held_a_block(&self, place: Place) -> bool {
        self.shunned.get(place as usize).copied().unwrap_or(false)
    }

    /// What stands in the way of who holds what a configuration says.
    pub(crate) fn obstacles(&self, config: &Config<W>) -> Obstacles {
        let bits = &config.bits;
        let asks = |means: &Bits<W>| self.locks.iter().any(|lock| lock.any.contains(means));
        let lacks = |means: &Bits<W>| !bits.meets(means) && asks(means);
        let bombs_held = self.meanings.iter().position(|m| *m == Meaning::BombsHeld);
        let bomb_door = match bombs_held.map(Bits::one) {
            Some(held) => !bits.meets(&held) && self.locks.iter().any(|lock| lock.set.meets(&held)),
            None => self.bombs.left(bits) == 0 && self.bombs.closed(bits) > 0,
        };
        Obstacles {
            key_doors_beyond_keys: self.keys.closed(bits).saturating_sub(self.keys.left(bits)),
            boss_door: lacks(&self.means.boss_keys),
            bomb_door,
            water: lacks(&self.means.key_items),
            pickups_left: self.pickups().difference(bits).count(),
        }
    }

    /// How many blocks there are.
    pub(crate) fn start_blocks(&self) -> usize {
        self.blocks.start.len()
    }

    /// The same world with only some of its blocks: the others stop nobody. Whatever can be done in the world
    /// can be done here at the same cost.
    pub(crate) fn with_real_blocks(&self, real: &[bool]) -> Self {
        let mut world = self.clone();
        world.shunned = vec![false; self.places()];
        for (place, cell) in self.blocks.cell_of.iter().enumerate() {
            let of_start = self.blocks.start.binary_search(cell);
            world.shunned[place] = of_start.is_ok_and(|block| !real[block]);
        }
        if real.contains(&true) {
            world.blocks.start.retain(|&cell| real[cell as usize]);
        } else {
            world.blocks = BlockMap::default();
            world.locks.iter_mut().for_each(|lock| lock.clear.clear());
            world.lay_again(|_, door| Some(door));
        }
        world
    }

    /// The cells of blocks that passing a door touches: the one entered, the one that its block would be
    /// pushed to, and those brushed.
    pub(crate) fn touches(&self, door: Door) -> SmallVec<[u32; 4]> {
        let mut cells = SmallVec::new();
        if let Some(cell) = self.blocks.cell(door.to) {
            cells.push(cell);
            let next = door.way.direction().map(|way| self.blocks.next[cell as usize][way]);
            cells.extend(next.filter(|&next| next != super::blocks::NONE));
        }
        cells.extend(self.locks.get(door.lock as usize).into_iter().flat_map(|l| l.clear.clone()));
        cells
    }

    /// The same world with every block where it is for good.
    pub(crate) fn with_fixed_blocks(&self) -> Self {
        let mut world = self.clone();
        let stands = |place| {
            let cell = self.blocks.cell(place);
            cell.is_some_and(|cell| self.blocks.start.contains(&cell))
        };
        let brushes = |door: &Door| {
            let lock = self.locks.get(door.lock as usize);
            lock.is_some_and(|lock| lock.clear.iter().any(|cell| self.blocks.start.contains(cell)))
        };
        world.blocks = BlockMap::default();
        world.lay_again(|_, door| (!stands(door.to) && !brushes(&door)).then_some(door));
        world.locks.iter_mut().for_each(|lock| lock.clear.clear());
        world
    }

    /// Lays the doors again that are kept; which are plain may have changed.
    fn lay_again(&mut self, keep: impl Fn(Place, Door) -> Option<Door>) {
        let mut laid = Vec::with_capacity(self.doors.len());
        for place in 0..self.places() as Place {
            for &door in self.doors(place) {
                let kept = keep(place, door);
                laid.extend(kept.map(|door| (place, self.door(door.to, door.lock, door.way))));
            }
        }
        self.laid = laid;
        self.lay(self.places());
        self.laid = Vec::new();
    }
}

/// Rows of a table of rows, next to each other.
#[inline]
fn row<'a, T>(first: &[u32], items: &'a [T], rows: std::ops::Range<usize>) -> &'a [T] {
    match (first.get(rows.start), first.get(rows.end)) {
        (Some(&a), Some(&b)) => items.get(a as usize..b as usize).unwrap_or(&[]),
        _ => &[],
    }
}

impl<const W: usize> World<W> {
    /// Sorts the doors that were laid into rows by place, in each row the plain ones first; otherwise they
    /// keep their order.
    pub(super) fn lay(&mut self, places: usize) {
        let Self { laid, doors, first_door, .. } = self;
        let half = |from: Place, door: &Door| 2 * from as usize + usize::from(!door.plain);
        first_door.clear();
        first_door.resize(2 * places + 1, 0);
        for (from, door) in &*laid {
            first_door[half(*from, door)] += 1;
        }
        let mut end = 0;
        for count in &mut *first_door {
            end += *count;
            *count = end;
        }
        // Each number is where its row ends, and goes back door by door to where it begins.
        doors.clear();
        doors.resize(laid.len(), Door { to: 0, lock: 0, way: Way::Goto, plain: false });
        for &(from, door) in laid.iter().rev() {
            let place = &mut first_door[half(from, &door)];
            *place -= 1;
            doors[*place as usize] = door;
        }
    }

    /// A door; whether it is plain follows from where it leads.
    pub(super) fn door(&self, to: Place, lock: u32, way: Way) -> Door {
        let plain = lock == 0
            && self.gain.get(to as usize).is_some_and(Bits::is_empty)
            && self.blocks.cell(to).is_none();
        Door { to, lock, way, plain }
    }
}
