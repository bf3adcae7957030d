//! A proof of softlock freedom without counting states, by lower bounds on the player's inventory.
//!
//! Apart from keys and bombs that are used up, more things in hand are never worse. The proof considers *places*: a
//! location, the arrangement of the blocks of its room, and the toggles that are on. For each place it computes the
//! bits that every visitor holds, and shows that these suffice to return to the start or to reach a goal. A player back
//! at the start holds more than at the beginning, so a winnable level can still be won. If this fails, places are split
//! by what each path brings to them.
//!
//! There are about as many places as cells, while the number of states doubles with each key. The method is incomplete:
//! a level without this proof may still be softlock-free.

mod places;

use crate::limits::{Clock, Limit, Limits};
use crate::model::Level;
use crate::plan::{Move, Plan, Walk, replay_in};
use crate::rules::{
    Arrangement, Bits, Blocks, Collect, Config, Location, Prepared, Rules, TooManyBits, World,
    in_world,
};
use places::{Back, PlaceId, Places};
use rustc_hash::FxHashSet;

/// The outcome of a lower-bound inventory proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Proved: a goal can be reached from every reachable state.
    SoftlockFree {
        /// Number of places.
        places: u64,
    },
    /// Not proved: the lower bounds are too weak, or the rules are of another kind.
    Open,
}

/// Tries to prove that a level is winnable and softlock-free.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
///
/// ```
/// use quandary_level::check::least::{Proof, prove};
/// let level = quandary_level::formats::text::read("#######\n#@..*.#\n#######\n")?;
/// let proof = prove(&level, &Default::default(), &Default::default())?;
/// assert!(matches!(proof, Proof::SoftlockFree { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove(level: &Level, rules: &Rules, limits: &Limits<'_>) -> Result<Proof, TooManyBits> {
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    in_world!(prepared, world => prove_in(&super::contracted(world), limits))
}

/// A plan, replayed, that fetches the nearest thing again and again; not necessarily cheapest. `None` if this ends
/// without a goal, which cannot happen in a level proved by [`prove`].
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
pub fn walk(
    level: &Level,
    rules: &Rules,
    limits: &Limits<'_>,
) -> Result<Option<Walk>, TooManyBits> {
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    in_world!(prepared, world => walk_in(&world, limits))
}

/// True if fetching the nearest thing again and again wins the level. False decides nothing.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
pub fn wins(level: &Level, rules: &Rules, limits: &Limits<'_>) -> Result<bool, TooManyBits> {
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    in_world!(prepared, world => walk_in(&super::contracted(world), limits).is_some())
}

fn walk_in<const W: usize>(world: &World<W>, limits: &Limits<'_>) -> Option<Walk> {
    replay_in(world, &plan_in(world, limits)?).ok()
}

/// A plan through a world that fetches the nearest thing again and again; `None` if this ends without a goal.
pub(super) fn plan_in<const W: usize>(world: &World<W>, limits: &Limits<'_>) -> Option<Plan> {
    fetch(world, &Clock::start(limits)).ok().flatten()
}

/// Tries to prove a world winnable and softlock-free. The world is contracted if it consists of tiles.
pub(super) fn prove_in<const W: usize>(world: &World<W>, limits: &Limits<'_>) -> Proof {
    let found = try_in(world, &Clock::start(limits));
    found.ok().flatten().unwrap_or(Proof::Open)
}

fn try_in<const W: usize>(world: &World<W>, clock: &Clock<'_>) -> Result<Option<Proof>, Limit> {
    let Some(modes) = world.modes() else { return Ok(None) };
    let Some(places) = Places::find(world, modes, clock)? else { return Ok(None) };
    let number = places.len() as u64;
    if all_lead_out(world, &places, clock)? || all_lead_out(world, &places.split(), clock)? {
        return Ok(Some(Proof::SoftlockFree { places: number }));
    }
    Ok(None)
}

/// True if ways lead from every place to a goal, or to a home that wins.
fn all_lead_out<const W: usize>(
    world: &World<W>,
    places: &Places<W>,
    clock: &Clock<'_>,
) -> Result<bool, Limit> {
    let homes = homes_that_win(world, places, clock)?;
    let mut back = places.back_to(world, &homes);
    all_get_out(world, places, &mut back, clock)
}

// -------------------------------------------------------------------------------------------------
// A plan without a search among states: it fetches the nearest thing that some door requires, until a goal is nearer.
//
// In a softlock-free level in which more things in hand are never worse, this ends at a goal: from every state reached
// a goal can be reached, either with the things in hand or with a new one. The plan is not necessarily cheapest.

/// Number of states explored without pushing, before pushes are allowed.
const NEAR: usize = 20_000;

/// A plan; `None` if the walk ends without a goal, or if more things in hand can be worse.
fn fetch<const W: usize>(world: &World<W>, clock: &Clock<'_>) -> Result<Option<Plan>, Limit> {
    let Some(modes) = world.modes() else { return Ok(None) };
    let mut blocks = Blocks::default();
    let Some((mut location, mut config)) = world.start(&mut blocks) else { return Ok(None) };
    let mut plan = Plan::default();
    let wanted = world.required_bits().difference(&modes);
    while !world.is_goal(location, &config) {
        let mut found = None;
        // Most things are reached without pushing.
        for pushes in [false, true] {
            let mut flood = Flood::of(world, [wanted, modes, config.bits], pushes);
            found = flood.from(location, &config, &mut blocks, clock)?;
            if found.is_some() {
                break;
            }
        }
        let Some((moves, end)) = found else { return Ok(None) };
        plan.moves.extend(moves);
        (location, config) = end;
    }
    Ok(Some(plan))
}

/// The part of a state that changes while nothing new is taken. The last number is the index of the mode.
type Key = (Location, Arrangement, u32);

/// A state found, its predecessor, and the move between them.
#[derive(Clone, Copy, Debug)]
struct Met {
    key: Key,
    before: Option<(u32, Move)>,
}

/// The states reachable before something new is taken.
struct Flood<'a, const W: usize> {
    world: &'a World<W>,
    /// The bits worth fetching.
    wanted: Bits<W>,
    modes: Bits<W>,
    /// True if blocks may be pushed.
    pushes: bool,
    /// The bits at the beginning. Unwanted bits taken on the way are ignored.
    held: Bits<W>,
    /// The modes found.
    known: Vec<Bits<W>>,
    met: FxHashSet<Key>,
    /// The states found.
    order: Vec<Met>,
}

/// A part of a plan: its moves, and the state after them.
type Segment<const W: usize> = (Vec<Move>, (Location, Config<W>));

impl<'a, const W: usize> Flood<'a, W> {
    fn of(world: &'a World<W>, [wanted, modes, held]: [Bits<W>; 3], pushes: bool) -> Self {
        let (known, order) = (Vec::new(), Vec::new());
        Self { world, wanted, modes, pushes, held, known, met: FxHashSet::default(), order }
    }

    /// A path to the nearest state that is a goal or has a new wanted bit.
    fn from(
        &mut self,
        location: Location,
        config: &Config<W>,
        blocks: &mut Blocks,
        clock: &Clock<'_>,
    ) -> Result<Option<Segment<W>>, Limit> {
        let world = self.world;
        self.meet(location, config, None);
        let mut next = 0;
        while let Some(&Met { key: (here, arrangement, mode), .. }) = self.order.get(next) {
            let from = next as u32;
            next += 1;
            if world.is_goal_location(here) {
                let config = self.config(arrangement, mode);
                if world.is_goal(here, &config) {
                    return Ok(Some((self.way(from), (here, config))));
                }
            }
            if !self.pushes && next == NEAR && self.world.has_blocks() {
                return Ok(None);
            }
            if next.is_multiple_of(4096) {
                clock.check_amounts(next as u64, || 0)?;
            }
            let (plain, others) = world.doors_by_kind(here);
            for (number, door) in (0..).zip(plain) {
                let step = Move::Goto { to: door.to, door: number };
                self.add((door.to, arrangement, mode), Some((from, step)));
            }
            if others.is_empty() && world.flips(here).is_empty() {
                continue;
            }
            let config = self.config(arrangement, mode);
            for (number, &door) in (plain.len() as u32..).zip(others) {
                let Some(after) = world.step(&config, door, blocks) else { continue };
                let step = Move::Goto { to: door.to, door: number };
                if after.bits.difference(&self.held).meets(&self.wanted) {
                    let mut way = self.way(from);
                    way.push(step);
                    return Ok(Some((way, (door.to, after))));
                }
                if self.pushes || after.blocks == config.blocks || door.resets {
                    self.meet(door.to, &after, Some((from, step)));
                }
            }
            for (number, toggle) in (0..).zip(world.flips(here)) {
                let Some(after) = world.flip(&config, toggle) else { continue };
                self.meet(here, &after, Some((from, Move::Flip { flip: number })));
            }
        }
        Ok(None)
    }

    /// The configuration of a state found.
    fn config(&self, blocks: Arrangement, mode: u32) -> Config<W> {
        let bits = self.held.difference(&self.modes).union(&self.known[mode as usize]);
        Config { bits, blocks }
    }

    fn meet(&mut self, location: Location, config: &Config<W>, before: Option<(u32, Move)>) {
        let mode = config.bits.intersection(&self.modes);
        let number = self.known.iter().position(|known| *known == mode).unwrap_or_else(|| {
            self.known.push(mode);
            self.known.len() - 1
        });
        self.add((location, config.blocks, number as u32), before);
    }

    fn add(&mut self, key: Key, before: Option<(u32, Move)>) {
        if self.met.insert(key) {
            self.order.push(Met { key, before });
        }
    }

    /// The moves to a state found.
    fn way(&self, end: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut here = end;
        while let Some((before, step)) = self.order[here as usize].before {
            moves.push(step);
            here = before;
        }
        moves.reverse();
        moves
    }
}

// -------------------------------------------------------------------------------------------------
// Reachability closures: from a place everything is collected for which a way back is known, until nothing changes.
// Collecting this way is reversible and only opens ways, so the order does not matter: each way is opened once.
//
// A *home* is the start, in a mode in which it can be entered. A home *wins* if a goal is reached from it. Some places
// have a way home only after something is collected, such as a pocket that contains the lever of its exit. The closure
// finds these ways.

/// The homes that win.
fn homes_that_win<const W: usize>(
    world: &World<W>,
    places: &Places<W>,
    clock: &Clock<'_>,
) -> Result<Vec<PlaceId>, Limit> {
    let mut winning: Vec<PlaceId> = Vec::new();
    loop {
        let before = winning.len();
        for &home in &places.homes {
            clock.check_amounts(places.len() as u64, || 0)?;
            let is_end = |there| places.is_goal(there) || winning.contains(&there);
            if !winning.contains(&home) && Closure::from(world, places, home).reaches(is_end) {
                winning.push(home);
            }
        }
        if winning.len() == before {
            return Ok(winning);
        }
    }
}

/// Number of closures without success after which the proof is given up.
const MOST_SHUT: usize = 256;

/// True if every place reaches a place that already leads to an end, with what its closure collects.
fn all_get_out<const W: usize>(
    world: &World<W>,
    places: &Places<W>,
    back: &mut Back,
    clock: &Clock<'_>,
) -> Result<bool, Limit> {
    let mut shut = 0;
    loop {
        let (mut all, mut new) = (true, false);
        for place in 0..places.len() as PlaceId {
            if back.leads[place as usize] {
                continue;
            }
            clock.check_amounts(places.len() as u64, || 0)?;
            let mut closure = Closure::from(world, places, place);
            if closure.reaches(|there| back.leads[there as usize]) {
                back.lead(place);
                new = true;
            } else {
                all = false;
                shut += 1;
            }
            if shut > MOST_SHUT {
                return Ok(false);
            }
        }
        if all || !new {
            return Ok(all);
        }
    }
}

/// The reachability closure of a place.
struct Closure<'a, const W: usize> {
    world: &'a World<W>,
    places: &'a Places<W>,
    /// The lasting facts collected.
    held: Bits<W>,
    met: Vec<bool>,
    /// Places found whose ways are still to be tried.
    waiting: Vec<PlaceId>,
    /// Ways found shut, with the places they leave.
    shut: Vec<(PlaceId, usize)>,
    back: Back,
}

impl<'a, const W: usize> Closure<'a, W> {
    fn from(world: &'a World<W>, places: &'a Places<W>, place: PlaceId) -> Self {
        let mut met = vec![false; places.len()];
        met[place as usize] = true;
        let mut back = Back::new(places);
        back.lead(place);
        let held = places.lasting(places.least(place));
        Self { world, places, held, met, waiting: vec![place], shut: Vec::new(), back }
    }

    fn reaches(&mut self, is_end: impl Fn(PlaceId) -> bool) -> bool {
        loop {
            let held = self.held;
            while let Some(here) = self.waiting.pop() {
                if is_end(here) {
                    return true;
                }
                for way in self.places.range(here) {
                    self.try_way(here, way);
                }
            }
            for (from, way) in std::mem::take(&mut self.shut) {
                self.try_way(from, way);
            }
            if self.held == held && self.waiting.is_empty() {
                return false;
            }
        }
    }

    /// Opens a way, or records it as shut.
    fn try_way(&mut self, from: PlaceId, way: usize) {
        if !self.places.is_open(self.world, from, way, &self.held) {
            self.shut.push((from, way));
            return;
        }
        let to = self.places.beyond(way);
        if !std::mem::replace(&mut self.met[to as usize], true) {
            self.waiting.push(to);
        }
        for place in self.back.join(self.places, from, way) {
            let least = self.places.least(place);
            self.held.add(&self.places.lasting(least));
        }
    }
}
