//! What can be said of a mission by walking all of it.
//!
//! With small keys no lock is called redundant, by definition: each uses up a key.

use super::board::{Bag, Board};
use super::kind::{Failure, Kind};
use super::row::{Asked, KeyStyle, Order};
use super::space::{Space, TooLarge, Until};
use super::wire::{self, Held, Mission, Position};

/// Every failure found by walking, and the least cost to the goal.
pub(super) fn check(
    mission: &Mission,
    board: &Board,
    asked: &Asked,
    space: &mut Space,
) -> Result<(Vec<Failure>, Option<u32>), TooLarge> {
    let solution = space.explore(board, Until::Exhausted)?;
    let mut failures = Vec::new();
    failures.extend(unreached(space));
    failures.extend(preconditions(mission, space));
    failures.extend(wrong_solution(mission, solution));
    failures.extend(total_order(asked, space));
    let mut found = Found { winnable: solution.is_some(), ..Found::default() };
    found.dead = space.dead_states(board)?;
    if asked.key_style == KeyStyle::Named {
        found.idle_locks = space.idle_locks(board);
    }
    found.keys = keys(board, space)?;
    found.switches = switches(board, space)?;
    failures.extend(found.failures());
    failures.extend(claims(mission, &found, asked));
    if asked.key_style == KeyStyle::Named {
        failures.extend(spheres(mission, board, asked, space)?);
    }
    Ok((failures, solution))
}

/// What walking shows about a mission as a whole.
#[derive(Default)]
struct Found {
    winnable: bool,
    dead: usize,
    /// Edges by their places.
    idle_locks: Vec<u32>,
    /// Keys by the rooms in which they lie.
    keys: Needed<u32>,
    /// Switches by their numbers.
    switches: Needed<u8>,
}

/// Things, each taken away alone: is the goal out of reach without it, or not?
#[derive(Default)]
struct Needed<T> {
    needed: Vec<T>,
    idle: Vec<T>,
}

impl<T> Needed<T> {
    /// Notes whether the goal can be reached without a thing.
    fn note(&mut self, thing: T, won_without: bool) {
        if won_without {
            self.idle.push(thing);
        } else {
            self.needed.push(thing);
        }
    }
}

impl Found {
    /// Each thing that is not as it should be.
    fn failures(&self) -> Vec<Failure> {
        let mut failures = Vec::new();
        let mut expect = |right: bool, kind: Kind, what: String| {
            if !right {
                failures.push(Failure::new(kind, what));
            }
        };
        expect(self.winnable, Kind::Unwinnable, "no state is won".to_owned());
        expect(self.dead == 0, Kind::Losable, format!("{} dead states", self.dead));
        let (keys, switches, locks) = (&self.keys.idle, &self.switches.idle, &self.idle_locks);
        expect(keys.is_empty(), Kind::IdleKey, format!("keys in rooms {keys:?}"));
        expect(switches.is_empty(), Kind::IdleSwitch, format!("switches {switches:?}"));
        expect(locks.is_empty(), Kind::Redundant, format!("locks on edges {locks:?}"));
        failures
    }
}

/// Every room is reached in some state.
fn unreached(space: &Space) -> Option<Failure> {
    let reached = space.rooms();
    let room = reached.iter().position(|reached| !reached)?;
    Some(Failure::new(Kind::Unreached, format!("room {room}, to name the first")))
}

/// In every state of a room its precondition holds.
fn preconditions(mission: &Mission, space: &Space) -> Option<Failure> {
    let asked: Vec<_> = mission.rooms.iter().map(|room| Asks::of(&room.precondition)).collect();
    let broken = |&(room, toggles, bag): &(u32, u8, Bag)| !asked[room as usize].hold(toggles, bag);
    let (room, toggles, bag) = space.states().find(broken)?;
    let what = format!("room {room} with keys {bag}, toggles {toggles:b}");
    Some(Failure::new(Kind::Precondition, what))
}

/// A precondition as masks.
#[derive(Default)]
struct Asks {
    keys: u64,
    small_keys: u32,
    on: u8,
    off: u8,
}

impl Asks {
    /// The masks of a precondition; a switch beyond the toggles is never in position.
    fn of(precondition: &wire::Precondition) -> Self {
        let mut asks = Self::default();
        match precondition.keys {
            Held::Names(mask) => asks.keys = mask.into(),
            Held::Count(count) => asks.small_keys = count,
        }
        for (s, position) in (0..).zip(&precondition.switches) {
            let bit = 1u8.checked_shl(s).unwrap_or(u8::MAX);
            match position {
                Position::Either => {}
                Position::On => asks.on |= bit,
                Position::Off => asks.off |= bit,
            }
        }
        asks
    }

    /// Whether it holds.
    fn hold(&self, toggles: u8, bag: Bag) -> bool {
        self.keys & !bag.taken == 0
            && self.small_keys <= bag.small_keys()
            && self.on & !toggles == 0
            && self.off & toggles == 0
    }
}

/// `stats.solution` is the least cost.
fn wrong_solution(mission: &Mission, solution: Option<u32>) -> Option<Failure> {
    let (claimed, least) = (mission.stats.solution, solution?);
    let what = || format!("stats.solution is {claimed}, the least cost is {least}");
    (claimed != least).then(|| Failure::new(Kind::Solution, what()))
}

/// In a total order whoever holds a key holds all keys before it.
fn total_order(asked: &Asked, space: &Space) -> Option<Failure> {
    if asked.key_style != KeyStyle::Named || asked.order != Order::Total {
        return None;
    }
    let (_, _, bag) = space.states().find(|(_, _, bag)| bag.taken & (bag.taken + 1) != 0)?;
    let what = format!("the keys {bag} are held without one before them");
    Some(Failure::new(Kind::Order, what))
}

/// Which keys are needed: each pick-up is taken away alone.
fn keys(board: &Board, space: &mut Space) -> Result<Needed<u32>, TooLarge> {
    let mut found = Needed::default();
    let mut without = board.clone();
    for room in board.pick_ups() {
        without.pick[room as usize] = 0;
        found.note(room, space.explore(&without, Until::Goal)?.is_some());
        without.pick[room as usize] = board.pick[room as usize];
    }
    Ok(found)
}

/// Which switches are needed: each is fixed alone in its first position.
fn switches(board: &Board, space: &mut Space) -> Result<Needed<u8>, TooLarge> {
    let mut found = Needed::default();
    for s in 0..board.switches {
        let mut without = board.clone();
        without.flip.iter_mut().for_each(|flip| *flip &= !(1 << s));
        found.note(s, space.explore(&without, Until::Goal)?.is_some());
    }
    Ok(found)
}

/// The proof claims what was found. Small keys have no names by which to compare the needed ones.
fn claims(mission: &Mission, found: &Found, asked: &Asked) -> Option<Failure> {
    let proof = &mission.proof;
    let named = asked.key_style == KeyStyle::Named;
    let letters = found.keys.needed.iter().map(|&room| mission.rooms[room as usize].item);
    let mut letters: Vec<_> = letters.map(|item| item.map(|item| item.to_string())).collect();
    letters.sort();
    let mut claimed: Vec<_> = proof.needed_keys.iter().cloned().map(Some).collect();
    claimed.sort();
    let switches = found.switches.needed.iter().map(|s| format!("switch:{s}"));
    let mut claimed_switches = proof.needed_switches.clone();
    claimed_switches.sort();
    let wrong = [
        ("winnable", proof.winnable != found.winnable),
        ("unlosable", proof.unlosable != (found.dead == 0)),
        ("needed_keys", named && claimed != letters),
        ("needed_switches", !switches.eq(claimed_switches)),
        ("redundant_locks", proof.redundant_locks != found.idle_locks.len()),
    ];
    let names: Vec<_> = wrong.iter().filter(|(_, wrong)| *wrong).map(|(name, _)| *name).collect();
    (!names.is_empty()).then(|| Failure::new(Kind::Proof, names.join(", ")))
}

/// The spheres of `stats.spheres` hold every key once, none of them too early; in a partial order of
/// three keys or more, some sphere holds two.
fn spheres(
    mission: &Mission,
    board: &Board,
    asked: &Asked,
    space: &mut Space,
) -> Result<Option<Failure>, TooLarge> {
    let order = |what: String| Ok(Some(Failure::new(Kind::Order, what)));
    let all = board.pick.iter().fold(0, |all, bit| all | bit);
    let (mut held, mut largest) = (0, 0);
    for (number, names) in mission.stats.spheres.iter().enumerate() {
        let keys: Vec<u8> = names.iter().filter_map(|name| wire::key(name)).collect();
        let sphere: u64 = keys.iter().fold(0, |mask, n| mask | 1 << n);
        if sphere.count_ones() as usize != keys.len() || sphere & held != 0 {
            return order(format!("sphere {number} names a key for the second time"));
        }
        if sphere & !within_reach(board, held, space)? != 0 {
            return order(format!("a key of sphere {number} lies beyond the spheres before it"));
        }
        held |= sphere;
        largest = largest.max(keys.len());
    }
    if held != all {
        return order("a key stands in no sphere, or one that is not there does".to_owned());
    }
    if asked.order == Order::Partial && all.count_ones() >= 3 && largest < 2 {
        return order("no sphere holds two keys".to_owned());
    }
    Ok(None)
}

/// The keys that lie where one can go with some keys and without picking up more.
fn within_reach(board: &Board, held: u64, space: &mut Space) -> Result<u64, TooLarge> {
    let mut without = board.clone();
    without.pick.fill(0);
    without.held = held;
    space.explore(&without, Until::Exhausted)?;
    let rooms = space.rooms();
    let keys = board.pick.iter().zip(&rooms).filter(|(_, reached)| **reached);
    Ok(keys.fold(0, |all, (bit, _)| all | bit))
}
