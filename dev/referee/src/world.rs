//! States and moves; only this module decides a move.
//!
//! A place is a cell of the map, or a node if the level has only a graph. The requirement of a step is a list of
//! `Condition`s, all of which must hold in the state before the step. Then block and player move, the blocks of a left
//! region return, and the player collects the things at the new place. `build.rs` creates the world of a level.

pub use crate::facts::Facts;
use crate::level::At;
use crate::rules::{Push, Rules};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

/// The number for no place and no region.
pub const NONE: u32 = u32::MAX;

/// A state: the place of the player, the number of the block arrangement, and the facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub struct State {
    pub at: u32,
    pub blocks: u32,
    pub facts: Facts,
}

/// A move: its name in a plan, its cost, and the next state.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Move {
    pub action: &'static str,
    pub cost: Cost,
    pub to: State,
}

/// A cost in moves: the number of straight moves of cost 1 and of diagonal moves of cost √2. Among ways of equal length
/// the one with fewer pushes is cheaper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct Cost {
    pub straight: u32,
    pub diagonal: u32,
    pub pushes: u32,
}

/// A condition of a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Condition {
    /// At least a number of some facts hold.
    AtLeast(Facts, u32),
    /// Fewer than a number of some facts hold.
    Fewer(Facts, u32),
    /// A plate is down.
    Down(usize),
    /// One item of a purse is used up, unless the fact records an earlier payment.
    Pay(usize, Facts),
    /// At least one of several lists holds.
    Any(Vec<Lock>),
    /// Never holds.
    Never,
}

/// Conditions that must all hold.
pub(crate) type Lock = Vec<Condition>;

/// The lock of a free step.
const FREE: &[Lock] = &[Vec::new()];

/// Consumable items: the facts that give some, the number per fact, and the facts that took one.
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
    /// The node with the rectangle of the cell; the node itself in a level without tiles.
    pub(crate) region: u32,
    pub(crate) near: [u32; 8],
    /// The requirement of every entry.
    pub(crate) lock: Lock,
    pub(crate) gives: Facts,
    pub(crate) flips: Vec<Facts>,
    pub(crate) goal: bool,
}

/// An edge from the point of view of one of its nodes.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) to: u32,
    pub(crate) lock: Lock,
    pub(crate) stair: bool,
}

/// A plate: its cells and the facts that it gives.
#[derive(Clone, Debug)]
pub(crate) struct Plate {
    pub(crate) cells: Vec<u32>,
    pub(crate) gives: Facts,
}

/// A playable level with rules.
#[derive(Clone, Debug)]
pub struct World {
    pub(crate) rules: Rules,
    /// True if places are cells.
    pub(crate) tiled: bool,
    /// The places of cells, in reading order; empty without tiles.
    pub cells: Vec<At>,
    pub(crate) places: Vec<Place>,
    /// The requirements of steps between the rectangles of two nodes; steps without an entry are free.
    pub(crate) guards: HashMap<(u32, u32), Vec<Lock>>,
    /// The edges out of each node.
    pub(crate) links: Vec<Vec<Link>>,
    /// For each node, the facts collected by passing it; none for nodes with a rectangle.
    pub(crate) node_gives: Vec<Facts>,
    /// For each node with a rectangle, the target cell of warps.
    pub(crate) landing: BTreeMap<u32, Option<u32>>,
    pub(crate) adjacent: Vec<(u32, u32)>,
    pub(crate) plates: Vec<Plate>,
    pub(crate) purses: Vec<Purse>,
    pub(crate) win: Option<Lock>,
    pub(crate) first: State,
    pub(crate) layouts: RefCell<Layouts>,
    /// The bits of each name of a symbol, a toggle, or a kind of pick-up.
    pub(crate) names: BTreeMap<String, Facts>,
}

/// The known block arrangements by number; 0 is that of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layouts {
    known: Vec<Layout>,
    numbers: HashMap<Stand, u32>,
}

/// The cell of a block, and true if it was pushed and that matters.
type Block = (u32, bool);

/// The blocks, and the pits that are filled.
pub(crate) type Stand = (Vec<Block>, Vec<u32>);

#[derive(Clone, Debug)]
struct Layout {
    blocks: Vec<Block>,
    filled: Vec<u32>,
    /// The numbers of the pressed plates, and the facts that they give.
    down: Vec<usize>,
    gives: Facts,
}

impl Layouts {
    /// The number of an arrangement.
    pub(crate) fn number(&mut self, (mut blocks, mut filled): Stand, plates: &[Plate]) -> u32 {
        blocks.sort_unstable();
        filled.sort_unstable();
        let stand = (blocks, filled);
        if let Some(number) = self.numbers.get(&stand) {
            return *number;
        }
        let (blocks, filled) = stand.clone();
        let stands = |cell: &u32| blocks.iter().any(|block| block.0 == *cell);
        let is_down = |plate: &Plate| !plate.cells.is_empty() && plate.cells.iter().all(stands);
        let down: Vec<usize> = (0..plates.len()).filter(|n| is_down(&plates[*n])).collect();
        let gives = down.iter().map(|number| plates[*number].gives).collect();
        let number = self.known.len() as u32;
        self.known.push(Layout { blocks, filled, down, gives });
        self.numbers.insert(stand, number);
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
/// For each diagonal step, the two neighbours beside it.
const BRUSHED: [[usize; 2]; 4] = [[0, 2], [0, 3], [1, 2], [1, 3]];

/// True for tiles that can be entered without requirements.
pub(crate) fn is_free(tile: u8) -> bool {
    matches!(tile, 1 | 10 | 13 | 15 | 20..=23 | 30..=33 | 41..=43)
}

impl World {
    /// The start state, after collecting the things there.
    pub fn start(&self) -> State {
        self.taken(self.first)
    }

    /// True if a state is won; it has no moves.
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

    /// The facts after conditions that all hold; `None` if one does not.
    fn met(&self, lock: &[Condition], state: State) -> Option<Facts> {
        lock.iter().try_fold(state.facts, |facts, ask| self.asked(ask, State { facts, ..state }))
    }

    fn asked(&self, ask: &Condition, state: State) -> Option<Facts> {
        let facts = state.facts;
        let holds = match ask {
            Condition::AtLeast(some, count) => (facts & *some).count() >= *count,
            Condition::Fewer(some, count) => (facts & *some).count() < *count,
            Condition::Down(plate) => {
                self.layout(state.blocks, |layout| layout.down.contains(plate))
            }
            Condition::Any(lists) => lists.iter().any(|list| self.met(list, state).is_some()),
            Condition::Never => false,
            Condition::Pay(purse, opened) => {
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

    /// The steps in a direction, one per edge that allows it.
    fn step(&self, from: State, way: usize, into: &mut Vec<Move>) {
        let to = self.places[from.at as usize].near[way];
        let brushes = way >= 4 && BRUSHED[way - 4].iter().any(|way| self.is_corner(from, *way));
        if to == NONE || brushes {
            return;
        }
        if self.is_pit(from.blocks, to) {
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

    /// True if the neighbour in a direction blocks diagonal steps past it.
    fn is_corner(&self, from: State, way: usize) -> bool {
        let at = self.place(from.at).near[way];
        at == NONE || matches!(self.place(at).tile, 11..=14) || self.has_block(from.blocks, at)
    }

    /// The locks of a step between two places; one of them must hold.
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

    /// True if a place is a pit that is not filled.
    fn is_pit(&self, blocks: u32, at: u32) -> bool {
        self.place(at).tile == 44 && !self.layout(blocks, |layout| layout.filled.contains(&at))
    }

    /// The arrangement after a step onto a place, which pushes the block there; `None` if that block cannot be pushed.
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
        let Layout { blocks: mut moved, mut filled, .. } = layouts.known[blocks as usize].clone();
        moved.retain(|block| block.0 != to);
        if self.place(beyond).tile == 44 && !filled.contains(&beyond) {
            filled.push(beyond);
        } else {
            moved.push((beyond, self.rules.push == Push::Once));
        }
        Some(layouts.number((moved, filled), &self.plates))
    }

    /// True if a block can be pushed onto a place without a block.
    fn takes_block(&self, at: u32) -> bool {
        let Place { tile, lock, .. } = self.place(at);
        match self.rules.push_onto_walkable {
            true => (matches!(tile, 3 | 44) || is_free(*tile)) && lock.is_empty(),
            false => matches!(tile, 1 | 3 | 41 | 44),
        }
    }

    /// Completes a step from a place to the place of the state.
    fn arrive(&self, from: u32, mut state: State) -> State {
        let left = self.place(from).region;
        if self.rules.reset && left != self.place(state.at).region {
            state.blocks = self.restored(state.blocks, left);
        }
        self.taken(state)
    }

    /// The arrangement after the blocks of a region have returned and its pits are open again.
    fn restored(&self, blocks: u32, left: u32) -> u32 {
        if blocks == 0 {
            return 0;
        }
        let mut layouts = self.layouts.borrow_mut();
        let inside = |block: &Block| self.place(block.0).region == left;
        let Layout { blocks: here, filled, .. } = &layouts.known[blocks as usize];
        let away = here.iter().filter(|block| !inside(block));
        let home = layouts.known[0].blocks.iter().filter(|block| inside(block));
        let all = away.chain(home).copied().collect();
        let filled = filled.iter().filter(|pit| self.place(**pit).region != left);
        let filled = filled.copied().collect();
        layouts.number((all, filled), &self.plates)
    }

    /// The state after collecting the things at its place, with the facts of pressed plates.
    fn taken(&self, state: State) -> State {
        let gives = self.layout(state.blocks, |layout| layout.gives);
        State { facts: state.facts | self.place(state.at).gives | gives, ..state }
    }

    /// The state after a player with some facts arrives at a place, ignoring requirements.
    pub(crate) fn entered(&self, at: u32, facts: Facts) -> State {
        self.taken(State { at, blocks: 0, facts })
    }

    /// The warps from a state, by stairs and through doors.
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

    /// The warps along stairs into any room, or along any edges into rooms that are not adjacent. Nodes without a
    /// rectangle are passed, and their contents are collected.
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

    /// The warp to a cell; `None` if it is refused.
    fn land(&self, from: State, landing: Option<u32>, facts: Facts) -> Option<Move> {
        let at = landing.filter(|at| !self.has_block(from.blocks, *at))?;
        let facts = self.met(&self.place(at).lock, State { facts, ..from })?;
        let to = self.arrive(from.at, State { at, facts, ..from });
        Some(Move { action: "warp", cost: Cost::ONE, to })
    }

    /// The facts of a name of a symbol, a toggle or a kind of pick-up; `None` if nothing gives it.
    pub fn named(&self, name: &str) -> Facts {
        self.names.get(name).copied().unwrap_or_default()
    }

    /// The facts that may be a disadvantage: toggles, symbols that some condition forbids, and payments. Of two states
    /// that agree in these, the one with more other facts can do everything that the other can.
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

    /// The facts that a lock mentions, including those of its purses.
    pub(crate) fn named_in(&self, lock: &[Condition]) -> Facts {
        let named = |ask: &Condition| match ask {
            Condition::AtLeast(some, _) | Condition::Fewer(some, _) => *some,
            Condition::Pay(purse, _) => self.purses[*purse].found | self.purses[*purse].spent,
            Condition::Any(lists) => lists.iter().map(|list| self.named_in(list)).collect(),
            Condition::Down(_) | Condition::Never => Facts::NONE,
        };
        lock.iter().map(named).collect()
    }

    /// The facts that the plates on a cell give.
    pub(crate) fn plate_gives(&self, at: u32) -> Facts {
        let here = self.plates.iter().filter(|plate| plate.cells.contains(&at));
        here.map(|plate| plate.gives).collect()
    }

    /// The start cells of blocks.
    pub(crate) fn home(&self) -> impl Iterator<Item = u32> + use<> {
        let home: Vec<u32> = self.layout(0, |layout| layout.blocks.iter().map(|b| b.0).collect());
        home.into_iter()
    }

    /// The blocks of a region in an arrangement, and its filled pits.
    pub(crate) fn blocks_in(&self, blocks: u32, region: u32) -> Stand {
        let inside = |at: u32| self.place(at).region == region;
        self.layout(blocks, |layout| {
            let blocks = layout.blocks.iter().filter(|block| inside(block.0));
            let filled = layout.filled.iter().filter(|pit| inside(**pit));
            (blocks.copied().collect(), filled.copied().collect())
        })
    }

    /// The number of places.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// True if there are no places.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The number of the node with the rectangle of a place.
    pub fn region(&self, at: u32) -> Option<usize> {
        let region = self.place(at).region;
        (region != NONE).then_some(region as usize)
    }

    /// The cell of a state, as in a plan.
    pub fn cell(&self, state: State) -> Option<At> {
        self.cells.get(state.at as usize).copied()
    }
}

/// The facts that a lock forbids.
fn lacked(lock: &[Condition]) -> Facts {
    let lacked = |ask: &Condition| match ask {
        Condition::Fewer(some, _) => *some,
        Condition::Any(lists) => lists.iter().map(|list| lacked(list)).collect(),
        _ => Facts::NONE,
    };
    lock.iter().map(lacked).collect()
}
