//! A proof that nobody can get stuck, without counting states: by what is held at least.
//!
//! Keys and bombs that are used up left aside, more in hand is never worse. So it is enough to know for every *place* (a
//! location, how the blocks of its room stand, which toggles are on) what whoever stands there holds for sure; and to show
//! that with no more than that the way leads back to the start, or to a goal. At the start the walk begins again with more in hand
//! than ever: if the level can be won at all, it can still be won. Where this is too little, places are told apart by
//! what each way there brings.
//!
//! There are as many places as a level has cells, or few more, while its states grow twofold with each key. What this
//! does not prove may yet be so.

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

/// The outcome of a proof by what is held at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// From everywhere that can be reached a goal can be reached; of so many places this was shown.
    Unlosable {
        /// Number of places.
        places: u64,
    },
    /// Nothing is known: somewhere too little is known to be in hand, or the rules are not of this kind.
    Open,
}

/// Tries to prove that a level can be won, and that nobody can get stuck in it.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
///
/// ```
/// use quandary_level::check::least::{Proof, prove};
/// let level = quandary_level::formats::text::read("#######\n#@..*.#\n#######\n")?;
/// let proof = prove(&level, &Default::default(), &Default::default())?;
/// assert!(matches!(proof, Proof::Unlosable { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove(level: &Level, rules: &Rules, limits: &Limits<'_>) -> Result<Proof, TooManyBits> {
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    in_world!(prepared, world => prove_in(&super::contracted(world), limits))
}

/// A plan, replayed, that fetches the nearest thing again and again; not a cheapest one. `None` where this leads nowhere,
/// which it never does in a level of which [`prove`] shows that nobody can get stuck.
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

/// True if a level can be won by fetching the nearest thing again and again. False says nothing.
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

/// A plan through a world that fetches the nearest thing again and again; `None` where this leads nowhere.
pub(super) fn plan_in<const W: usize>(world: &World<W>, limits: &Limits<'_>) -> Option<Plan> {
    fetch(world, &Clock::start(limits)).ok().flatten()
}

/// Tries to prove it of a world, whose open ground is drawn together.
pub(super) fn prove_in<const W: usize>(world: &World<W>, limits: &Limits<'_>) -> Proof {
    let found = try_in(world, &Clock::start(limits));
    found.ok().flatten().unwrap_or(Proof::Open)
}

fn try_in<const W: usize>(world: &World<W>, clock: &Clock<'_>) -> Result<Option<Proof>, Limit> {
    let Some(modes) = world.modes() else { return Ok(None) };
    let Some(places) = Places::find(world, modes, clock)? else { return Ok(None) };
    let number = places.len() as u64;
    if all_lead_out(world, &places, clock)? || all_lead_out(world, &places.split(), clock)? {
        return Ok(Some(Proof::Unlosable { places: number }));
    }
    Ok(None)
}

/// True if ways lead from every place to a goal, or to a start that wins.
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
// A plan without a search among states: the nearest thing that some door asks for is fetched, again and again, until a
// goal is nearer.
//
// If nobody can get stuck and more in hand is never worse, this ends at a goal: from wherever the walk has come a
// goal can be reached, with what is in hand or with something new. It is no cheapest plan.

/// Number of states that are looked at before something is pushed, where there are blocks.
const NEAR: usize = 20_000;

/// A plan; `None` where the walk ends without one, or the world is none in which more in hand is never worse.
fn fetch<const W: usize>(world: &World<W>, clock: &Clock<'_>) -> Result<Option<Plan>, Limit> {
    let Some(modes) = world.modes() else { return Ok(None) };
    let mut blocks = Blocks::default();
    let Some((mut location, mut config)) = world.start(&mut blocks) else { return Ok(None) };
    let mut plan = Plan::default();
    let wanted = world.required_bits().difference(&modes);
    while !world.is_goal(location, &config) {
        let mut found = None;
        // Most of the time nothing has to be pushed.
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

/// A state as far as it changes while nothing new is taken: the mode is known by its number.
type Key = (Location, Arrangement, u32);

/// A state that was met, the one before it, and the move between.
#[derive(Clone, Copy, Debug)]
struct Met {
    key: Key,
    before: Option<(u32, Move)>,
}

/// All that is reached before something new is taken.
struct Flood<'a, const W: usize> {
    world: &'a World<W>,
    /// The bits that are worth fetching.
    wanted: Bits<W>,
    modes: Bits<W>,
    /// True if blocks may be pushed.
    pushes: bool,
    /// The bits at the beginning. What is taken by the way and is not wanted makes no difference.
    held: Bits<W>,
    /// The modes that were met.
    known: Vec<Bits<W>>,
    met: FxHashSet<Key>,
    /// The states that were met.
    order: Vec<Met>,
}

/// Moves, and the state behind them.
type Found<const W: usize> = (Vec<Move>, (Location, Config<W>));

impl<'a, const W: usize> Flood<'a, W> {
    fn of(world: &'a World<W>, [wanted, modes, held]: [Bits<W>; 3], pushes: bool) -> Self {
        let (known, order) = (Vec::new(), Vec::new());
        Self { world, wanted, modes, pushes, held, known, met: FxHashSet::default(), order }
    }

    /// The way to the nearest state that is a goal, or in which something wanted is new.
    fn from(
        &mut self,
        location: Location,
        config: &Config<W>,
        blocks: &mut Blocks,
        clock: &Clock<'_>,
    ) -> Result<Option<Found<W>>, Limit> {
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

    /// The configuration of a state that was met.
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

    /// The moves to a state that was met.
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
// Reachability closures: from a place everything is collected that can be collected with a known way back, until nothing
// changes. Collecting so is reversible and only opens ways, so the order does not matter: every way is opened once.
//
// A *home* is the start, in a mode in which it can be entered, and *wins* if whoever stands there reaches a goal. Of
// places from which no way leads home at once a closure shows that one does: where the lever of a pocket lies in it.

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

/// The most places whose closures reach nothing before no more are tried.
const MOST_SHUT: usize = 256;

/// True if ways lead from every place to one of those from which some do already, for whoever goes out from it.
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
    /// The facts that last and are brought back.
    held: Bits<W>,
    met: Vec<bool>,
    /// Places that were met, whose ways are still to be tried.
    waiting: Vec<PlaceId>,
    /// Ways that were found shut, with the places that they leave.
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

    /// Opens a way, or notes that it is shut.
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
