//! States and moves: the only place that decides a move.
//!
//! A place is a cell of the map, or a node where the level has a graph alone. What a step asks for is a
//! list of `Ask`s, all of which must hold in the state before the step; then block and player move,
//! blocks of a region that was left go home, and what lies at the new place is taken. `build.rs` makes
//! a world of a level.

pub use crate::facts::Facts;
use crate::level::At;
use crate::rules::{Push, Rules};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

/// No place, and no region.
pub const NONE: u32 = u32::MAX;

/// A state: where the player stands, the number of the arrangement of blocks, the facts that hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub struct State {
    pub at: u32,
    pub blocks: u32,
    pub facts: Facts,
}

/// A move: its name in a plan, its cost, and the state after it.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Move {
    pub action: &'static str,
    pub cost: Cost,
    pub to: State,
}

/// A cost in moves: so many straight ones of 1, so many diagonal ones of the square root of 2. Of two
/// ways of one length the one with fewer pushes is cheaper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct Cost {
    pub straight: u32,
    pub diagonal: u32,
    pub pushes: u32,
}

/// What a step asks for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ask {
    /// So many of some facts hold.
    AtLeast(Facts, u32),
    /// Fewer than so many of some facts hold.
    Fewer(Facts, u32),
    /// A plate is down.
    Down(usize),
    /// Something of a purse is used up, unless the fact says that it was before.
    Pay(usize, Facts),
    /// One of several lists holds.
    Any(Vec<Lock>),
    /// It cannot be had.
    Never,
}

/// Asks that must hold together.
pub(crate) type Lock = Vec<Ask>;

/// The lock of a free step.
const FREE: &[Lock] = &[Vec::new()];

/// Things that are used up: the facts that bring some, how many each, the facts that took one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Purse {
    pub(crate) start: u32,
    pub(crate) each: u32,
    pub(crate) found: Facts,
    pub(crate) spent: Facts,
}

/// A place: a cell or a node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    pub(crate) tile: u8,
    /// The node whose rectangle holds the cell; the node itself without tiles.
    pub(crate) region: u32,
    pub(crate) near: [u32; 8],
    /// What every entry asks for.
    pub(crate) lock: Lock,
    pub(crate) gives: Facts,
    pub(crate) flips: Vec<Facts>,
    pub(crate) goal: bool,
}

/// An edge as seen from the node at one of its ends.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) to: u32,
    pub(crate) lock: Lock,
    pub(crate) stair: bool,
}

/// A plate: its cells, and the facts that it gives.
#[derive(Clone, Debug)]
pub(crate) struct Plate {
    pub(crate) cells: Vec<u32>,
    pub(crate) gives: Facts,
}

/// A level under rules, ready to be played.
#[derive(Clone, Debug)]
pub struct World {
    pub(crate) rules: Rules,
    /// True if places are cells.
    pub(crate) tiled: bool,
    /// The places of cells, in reading order; none without tiles.
    pub cells: Vec<At>,
    pub(crate) places: Vec<Place>,
    /// What steps between the rectangles of two nodes ask for; without an entry they are free.
    pub(crate) guards: HashMap<(u32, u32), Vec<Lock>>,
    /// The edges out of each node.
    pub(crate) links: Vec<Vec<Link>>,
    /// Of each node the facts that are taken by passing it; with a rectangle none.
    pub(crate) node_gives: Vec<Facts>,
    /// Of each node with a rectangle the cell where warps land.
    pub(crate) landing: BTreeMap<u32, Option<u32>>,
    pub(crate) adjacent: Vec<(u32, u32)>,
    pub(crate) plates: Vec<Plate>,
    pub(crate) purses: Vec<Purse>,
    pub(crate) win: Option<Lock>,
    pub(crate) first: State,
    pub(crate) layouts: RefCell<Layouts>,
    /// The bits of each name: of a symbol, a toggle, a kind of pick-up.
    pub(crate) names: BTreeMap<String, Facts>,
}

/// The arrangements of blocks that were met, each with a number; 0 is that of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layouts {
    known: Vec<Layout>,
    numbers: HashMap<Vec<Block>, u32>,
}

/// The cell of a block, and whether it was pushed where that counts.
type Block = (u32, bool);

#[derive(Clone, Debug)]
struct Layout {
    blocks: Vec<Block>,
    /// The numbers of the plates that are down, and all that these give.
    down: Vec<usize>,
    gives: Facts,
}

impl Layouts {
    /// The number of an arrangement.
    pub(crate) fn number(&mut self, mut blocks: Vec<Block>, plates: &[Plate]) -> u32 {
        blocks.sort_unstable();
        if let Some(number) = self.numbers.get(&blocks) {
            return *number;
        }
        let stands = |cell: &u32| blocks.iter().any(|block| block.0 == *cell);
        let is_down = |plate: &Plate| !plate.cells.is_empty() && plate.cells.iter().all(stands);
        let down: Vec<usize> = (0..plates.len()).filter(|n| is_down(&plates[*n])).collect();
        let gives = down.iter().map(|number| plates[*number].gives).collect();
        let number = self.known.len() as u32;
        self.known.push(Layout { blocks: blocks.clone(), down, gives });
        self.numbers.insert(blocks, number);
        number
    }

    fn stands(&self, layout: u32, cell: u32) -> Option<bool> {
        let blocks = &self.known[layout as usize].blocks;
        blocks.iter().find(|block| block.0 == cell).map(|block| block.1)
    }
}

impl Cost {
    /// The cost of a straight move.
    pub const ONE: Self = Self { straight: 1, diagonal: 0, pushes: 0 };
    const ROOT: Self = Self { straight: 0, diagonal: 1, pushes: 0 };
    const PUSH: Self = Self { straight: 1, diagonal: 0, pushes: 1 };

    /// The sum of two costs.
    pub fn plus(self, other: Self) -> Self {
        Self {
            straight: self.straight + other.straight,
            diagonal: self.diagonal + other.diagonal,
            pushes: self.pushes + other.pushes,
        }
    }
}

impl Ord for Cost {
    /// Compares a + b√2 with c + d√2 exactly: a − c with (d − b)√2.
    fn cmp(&self, other: &Self) -> Ordering {
        let p = i128::from(self.straight) - i128::from(other.straight);
        let q = i128::from(other.diagonal) - i128::from(self.diagonal);
        let length = match (p.signum(), q.signum()) {
            (1, 1) => (p * p).cmp(&(2 * q * q)),
            (-1, -1) => (2 * q * q).cmp(&(p * p)),
            (p, q) => p.cmp(&q),
        };
        length.then(self.pushes.cmp(&other.pushes))
    }
}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Purse {
    fn left(&self, facts: Facts) -> u32 {
        let had = self.start + self.each * (facts & self.found).count();
        had.saturating_sub((facts & self.spent).count())
    }
}

/// The names of steps, in the order of a place's neighbours.
const STEPS: [&str; 8] =
    ["up", "down", "left", "right", "up_left", "up_right", "down_left", "down_right"];
/// Of each diagonal step the two neighbours that it brushes.
const BRUSHED: [[usize; 2]; 4] = [[0, 2], [0, 3], [1, 2], [1, 3]];

/// True of tiles that can be entered and ask for nothing.
pub(crate) fn is_free(tile: u8) -> bool {
    matches!(tile, 1 | 10 | 13 | 15 | 20..=23 | 30..=33 | 41..=43)
}

impl World {
    /// The state in which the game begins, what lies there taken.
    pub fn start(&self) -> State {
        self.taken(self.first)
    }

    /// True if a state has won; no move leaves it.
    pub fn is_goal(&self, state: State) -> bool {
        let won = |win: &Lock| self.met(win, state).is_some();
        self.places[state.at as usize].goal || self.win.as_ref().is_some_and(won)
    }

    /// Appends every move out of a state.
    pub fn moves(&self, from: State, into: &mut Vec<Move>) {
        if self.is_goal(from) {
            return;
        }
        for toggle in &self.places[from.at as usize].flips {
            let to = State { facts: from.facts ^ *toggle, ..from };
            into.push(Move { action: "flip", cost: Cost::ONE, to: self.taken(to) });
        }
        if self.tiled {
            let ways = if self.rules.diagonals { 8 } else { 4 };
            (0..ways).for_each(|way| self.step(from, way, into));
            self.warps(from, into);
        } else {
            self.edges(from, into);
        }
    }

    /// The facts after asks that all hold; none where one does not.
    fn met(&self, lock: &[Ask], state: State) -> Option<Facts> {
        lock.iter().try_fold(state.facts, |facts, ask| self.asked(ask, State { facts, ..state }))
    }

    fn asked(&self, ask: &Ask, state: State) -> Option<Facts> {
        let facts = state.facts;
        let holds = match ask {
            Ask::AtLeast(some, count) => (facts & *some).count() >= *count,
            Ask::Fewer(some, count) => (facts & *some).count() < *count,
            Ask::Down(plate) => self.layout(state.blocks, |layout| layout.down.contains(plate)),
            Ask::Any(lists) => lists.iter().any(|list| self.met(list, state).is_some()),
            Ask::Never => false,
            Ask::Pay(purse, opened) => {
                let can = facts.meets(*opened) || self.purses[*purse].left(facts) > 0;
                return can.then_some(facts | *opened);
            }
        };
        holds.then_some(facts)
    }

    /// The moves along the edges of a level without tiles.
    fn edges(&self, from: State, into: &mut Vec<Move>) {
        for link in &self.links[from.at as usize] {
            if let Some(facts) = self.met(&link.lock, from) {
                let to = self.taken(State { at: link.to, facts, ..from });
                into.push(Move { action: "goto", cost: Cost::ONE, to });
            }
        }
    }

    /// The steps that way, one for each edge that lets through.
    fn step(&self, from: State, way: usize, into: &mut Vec<Move>) {
        let to = self.places[from.at as usize].near[way];
        let brushes = way >= 4 && BRUSHED[way - 4].iter().any(|way| self.is_corner(from, *way));
        if to == NONE || brushes {
            return;
        }
        let Some(blocks) = self.pushed(from.blocks, to, way) else { return };
        let cost = match way {
            4.. => Cost::ROOT,
            _ if blocks == from.blocks => Cost::ONE,
            _ => Cost::PUSH,
        };
        for guard in self.guards(from.at, to) {
            let paid = self.met(guard, from).map(|facts| State { facts, ..from });
            if let Some(facts) = paid.and_then(|paid| self.met(&self.place(to).lock, paid)) {
                let to = self.arrive(from.at, State { at: to, blocks, facts });
                into.push(Move { action: STEPS[way], cost, to });
            }
        }
    }

    pub(crate) fn place(&self, at: u32) -> &Place {
        &self.places[at as usize]
    }

    /// True if the neighbour that way refuses diagonal steps past it.
    fn is_corner(&self, from: State, way: usize) -> bool {
        let at = self.place(from.at).near[way];
        at == NONE || matches!(self.place(at).tile, 11..=14) || self.has_block(from.blocks, at)
    }

    /// What a step between two places asks for: one of these locks.
    fn guards(&self, from: u32, to: u32) -> &[Lock] {
        let [a, b] = [from, to].map(|at| self.place(at).region);
        if a == b || a == NONE || b == NONE {
            return FREE;
        }
        self.guards.get(&(a, b)).map_or(FREE, Vec::as_slice)
    }

    fn layout<T>(&self, blocks: u32, read: impl Fn(&Layout) -> T) -> T {
        read(&self.layouts.borrow().known[blocks as usize])
    }

    fn has_block(&self, blocks: u32, at: u32) -> bool {
        self.layouts.borrow().stands(blocks, at).is_some()
    }

    /// The arrangement after a step onto a place, which pushes the block that stands there; none
    /// where that block cannot be pushed.
    fn pushed(&self, blocks: u32, to: u32, way: usize) -> Option<u32> {
        let mut layouts = self.layouts.borrow_mut();
        let Some(was_pushed) = layouts.stands(blocks, to) else { return Some(blocks) };
        let beyond = if way < 4 { self.place(to).near[way] } else { NONE };
        let may = match self.rules.push {
            Push::Off => false,
            Push::Free => true,
            Push::Once => !was_pushed,
        };
        let stays = beyond != NONE
            && (!self.rules.reset || self.place(beyond).region == self.place(to).region);
        if !may || !stays || !self.takes_block(beyond) || layouts.stands(blocks, beyond).is_some() {
            return None;
        }
        let mut moved = layouts.known[blocks as usize].blocks.clone();
        moved.retain(|block| block.0 != to);
        moved.push((beyond, self.rules.push == Push::Once));
        Some(layouts.number(moved, &self.plates))
    }

    /// True if a block can be pushed onto a place where none stands.
    fn takes_block(&self, at: u32) -> bool {
        let Place { tile, lock, .. } = self.place(at);
        match self.rules.push_onto_walkable {
            true => (*tile == 3 || is_free(*tile)) && lock.is_empty(),
            false => matches!(tile, 1 | 3 | 41),
        }
    }

    /// The state after the player came from a place to stand where the state says.
    fn arrive(&self, from: u32, mut state: State) -> State {
        let left = self.place(from).region;
        if self.rules.reset && left != self.place(state.at).region {
            state.blocks = self.restored(state.blocks, left);
        }
        self.taken(state)
    }

    /// The arrangement after the blocks of a region went home.
    fn restored(&self, blocks: u32, left: u32) -> u32 {
        if blocks == 0 {
            return 0;
        }
        let mut layouts = self.layouts.borrow_mut();
        let inside = |block: &Block| self.place(block.0).region == left;
        let away = layouts.known[blocks as usize].blocks.iter().filter(|block| !inside(block));
        let home = layouts.known[0].blocks.iter().filter(|block| inside(block));
        let all = away.chain(home).copied().collect();
        layouts.number(all, &self.plates)
    }

    /// The state after what lies at its place was taken, and plates that are down gave.
    fn taken(&self, state: State) -> State {
        let gives = self.layout(state.blocks, |layout| layout.gives);
        State { facts: state.facts | self.place(state.at).gives | gives, ..state }
    }

    /// The state after somebody with some facts came to a place, whatever it asks for.
    pub(crate) fn entered(&self, at: u32, facts: Facts) -> State {
        self.taken(State { at, blocks: 0, facts })
    }

    /// The warps out of a state, by stairs and through doors.
    fn warps(&self, from: State, into: &mut Vec<Move>) {
        let Place { tile, region, .. } = *self.place(from.at);
        let stairs = self.rules.stair_warps && tile == 42;
        let doors = self.rules.door_warps && (10..=15).contains(&tile);
        if region == NONE {
            return;
        }
        if stairs {
            self.warp(from, true, into);
        }
        if doors || stairs && self.rules.stair_edges_all {
            self.warp(from, false, into);
        }
    }

    /// The warps along stairs into any room, or along any edges into rooms that are not adjacent.
    /// Nodes without a rectangle are passed, and what they hold is taken.
    fn warp(&self, from: State, stairs: bool, into: &mut Vec<Move>) {
        let home = self.place(from.at).region;
        let (mut open, mut seen) = (vec![(home, from.facts)], Vec::new());
        while let Some((node, facts)) = open.pop() {
            let links = self.links[node as usize].iter().filter(|link| link.stair || !stairs);
            for link in links {
                let paid = self.met(&link.lock, State { facts, ..from });
                let Some(facts) = paid else { continue };
                match self.landing.get(&link.to) {
                    Some(_) if !stairs && self.adjacent.contains(&(home, link.to)) => {}
                    Some(landing) => into.extend(self.land(from, *landing, facts)),
                    None => {
                        let passed = (link.to, facts | self.node_gives[link.to as usize]);
                        if !seen.contains(&passed) {
                            seen.push(passed);
                            open.push(passed);
                        }
                    }
                }
            }
        }
    }

    /// The warp that ends on a cell; none where it is refused.
    fn land(&self, from: State, landing: Option<u32>, facts: Facts) -> Option<Move> {
        let at = landing.filter(|at| !self.has_block(from.blocks, *at))?;
        let facts = self.met(&self.place(at).lock, State { facts, ..from })?;
        let to = self.arrive(from.at, State { at, facts, ..from });
        Some(Move { action: "warp", cost: Cost::ONE, to })
    }

    /// The facts that a name stands for: a symbol, a toggle, a kind of pick-up; none where nothing
    /// gives it.
    pub fn named(&self, name: &str) -> Facts {
        self.names.get(name).copied().unwrap_or_default()
    }

    /// The facts that are no gain for everyone: toggles, what something asks to lack, what was paid.
    /// Of two states that agree in these, the one with more of the others can do all that the other can.
    pub(crate) fn mixed(&self) -> Facts {
        let flips = self.places.iter().flat_map(|place| place.flips.iter().copied());
        let spent = self.purses.iter().map(|purse| purse.spent);
        flips.chain(spent).chain(self.locks().map(|lock| lacked(lock))).collect()
    }

    /// Every lock of the world.
    pub(crate) fn locks(&self) -> impl Iterator<Item = &Lock> {
        let cells = self.places.iter().map(|place| &place.lock);
        let links = self.links.iter().flatten().map(|link| &link.lock);
        cells.chain(links).chain(self.guards.values().flatten()).chain(&self.win)
    }

    /// The facts that a lock names, those of the purses that it takes from among them.
    pub(crate) fn named_in(&self, lock: &[Ask]) -> Facts {
        let named = |ask: &Ask| match ask {
            Ask::AtLeast(some, _) | Ask::Fewer(some, _) => *some,
            Ask::Pay(purse, _) => self.purses[*purse].found | self.purses[*purse].spent,
            Ask::Any(lists) => lists.iter().map(|list| self.named_in(list)).collect(),
            Ask::Down(_) | Ask::Never => Facts::NONE,
        };
        lock.iter().map(named).collect()
    }

    /// What the plates on a cell give when they are down.
    pub(crate) fn plate_gives(&self, at: u32) -> Facts {
        let here = self.plates.iter().filter(|plate| plate.cells.contains(&at));
        here.map(|plate| plate.gives).collect()
    }

    /// The cells on which blocks begin.
    pub(crate) fn home(&self) -> impl Iterator<Item = u32> + use<> {
        let home: Vec<u32> = self.layout(0, |layout| layout.blocks.iter().map(|b| b.0).collect());
        home.into_iter()
    }

    /// The blocks of a region in an arrangement.
    pub(crate) fn blocks_in(&self, blocks: u32, region: u32) -> Vec<(u32, bool)> {
        let inside = |block: &&Block| self.place(block.0).region == region;
        self.layout(blocks, |layout| layout.blocks.iter().filter(inside).copied().collect())
    }

    /// The number of places.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// True if there is no place.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The node of the rectangle that holds a place, by its number.
    pub fn region(&self, at: u32) -> Option<usize> {
        let region = self.place(at).region;
        (region != NONE).then_some(region as usize)
    }

    /// Where a plan says that a state stands: the cell.
    pub fn cell(&self, state: State) -> Option<At> {
        self.cells.get(state.at as usize).copied()
    }
}

/// The facts that a lock asks to lack.
fn lacked(lock: &[Ask]) -> Facts {
    let lacked = |ask: &Ask| match ask {
        Ask::Fewer(some, _) => *some,
        Ask::Any(lists) => lists.iter().map(|list| lacked(list)).collect(),
        _ => Facts::NONE,
    };
    lock.iter().map(lacked).collect()
}
