//! What can be said of a mission by walking all of it.
//!
//! With small keys no lock is called redundant, by definition: each uses up a key.

use super::asked::{Asked, Order};
use super::board::{Bag, Board};
use crate::defect::Defect;
use crate::explore::{Space, explore, reaches};
use crate::ledger::Judged;
use crate::read::mission::{self, Held, Mission, Position};
use crate::rooms::Rooms;

/// The space is too large to be counted out.
pub(crate) struct TooLarge;

/// Notes every failure found by walking, through so many states at most.
pub(crate) fn check(
    mission: &Mission,
    board: &Board,
    asked: &Asked,
    most: usize,
    judged: &mut Judged,
) -> Result<(), TooLarge> {
    let space = all(&board.world, most)?;
    unreached(&space, judged);
    preconditions(mission, board, &space, judged);
    total_order(board, asked, &space, judged);
    let found = Found {
        winnable: space.least.is_some(),
        dead: space.dead,
        idle_locks: if asked.named() { idle_locks(&board.world, &space) } else { Vec::new() },
        keys: keys(&board.world, most)?,
        switches: switches(board, most)?,
    };
    found.judge(judged);
    claims(mission, &found, asked, judged);
    if asked.named()
        && let Err(what) = spheres(mission, board, asked, most)?
    {
        judged.fail(Defect::Order, what);
    }
    if let Some(least) = space.least {
        judged.number("solution", least as usize);
        let claimed = mission.stats.solution;
        judged.expect(claimed == least, Defect::Solution, || {
            format!("stats.solution is {claimed}, the least cost is {least}")
        });
    }
    Ok(())
}

/// All states of a world.
fn all(world: &Rooms, most: usize) -> Result<Space<u64>, TooLarge> {
    let space = explore(world, most);
    if space.large { Err(TooLarge) } else { Ok(space) }
}

/// What walking shows about a mission as a whole.
struct Found {
    winnable: bool,
    dead: usize,
    /// Edges by their places.
    idle_locks: Vec<u32>,
    /// Keys by the rooms in which they lie.
    keys: Needed<usize>,
    /// Switches by their numbers.
    switches: Needed<u8>,
}

/// Things, each taken away alone: those without which the goal is out of reach, and the others.
struct Needed<T> {
    needed: Vec<T>,
    idle: Vec<T>,
}

impl<T: Copy> Needed<T> {
    /// Looks for the goal in a world that is without each thing in turn.
    fn of(
        world: &Rooms,
        things: impl Iterator<Item = T>,
        most: usize,
        leave_out: impl Fn(&mut Rooms, T),
    ) -> Result<Self, TooLarge> {
        let mut found = Self { needed: Vec::new(), idle: Vec::new() };
        let mut without = world.clone();
        for thing in things {
            leave_out(&mut without, thing);
            match reaches(&without, most).ok_or(TooLarge)? {
                true => found.idle.push(thing),
                false => found.needed.push(thing),
            }
            without.take.clone_from(&world.take);
            without.toggles.clone_from(&world.toggles);
        }
        Ok(found)
    }
}

impl Found {
    /// Notes each thing that is not as it should be.
    fn judge(&self, judged: &mut Judged) {
        judged.expect(self.winnable, Defect::Unwinnable, || "no state is won".to_owned());
        judged.expect(self.dead == 0, Defect::Losable, || format!("{} dead states", self.dead));
        let (keys, switches, locks) = (&self.keys.idle, &self.switches.idle, &self.idle_locks);
        judged.expect(keys.is_empty(), Defect::IdleKey, || format!("keys in rooms {keys:?}"));
        judged.expect(switches.is_empty(), Defect::IdleSwitch, || format!("switches {switches:?}"));
        judged.expect(locks.is_empty(), Defect::Redundant, || format!("locks on edges {locks:?}"));
    }
}

/// Every room is reached in some state.
fn unreached(space: &Space<u64>, judged: &mut Judged) {
    if let Some(room) = space.reached().iter().position(|reached| !reached) {
        judged.fail(Defect::Unreached, format!("room {room}, to name the first"));
    }
}

/// In every state of a room its precondition holds.
fn preconditions(mission: &Mission, board: &Board, space: &Space<u64>, judged: &mut Judged) {
    let asked: Vec<_> = mission.rooms.iter().map(|room| Asks::of(&room.precondition)).collect();
    let mut states = space.states().map(|(room, bits)| (room, board.bag(*bits)));
    if let Some((room, bag)) = states.find(|(room, bag)| !asked[*room as usize].hold(bag)) {
        let what = format!("room {room} with keys {bag}, toggles {:b}", bag.toggles);
        judged.fail(Defect::Precondition, what);
    }
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
    fn of(precondition: &mission::Precondition) -> Self {
        let mut asks = Self::default();
        match precondition.keys {
            Held::Names(mask) => asks.keys = mask.0.into(),
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
    fn hold(&self, bag: &Bag) -> bool {
        self.keys & !bag.letters == 0
            && self.small_keys <= bag.small
            && self.on & !bag.toggles == 0
            && self.off & bag.toggles == 0
    }
}

/// In a total order whoever holds a key holds all keys before it.
fn total_order(board: &Board, asked: &Asked, space: &Space<u64>, judged: &mut Judged) {
    if asked.named() && asked.order == Order::Total {
        let mut bags = space.states().map(|(_, bits)| board.bag(*bits));
        if let Some(bag) = bags.find(|bag| bag.letters & (bag.letters + 1) != 0) {
            let what = format!("the keys {bag} are held without one before them");
            judged.fail(Defect::Order, what);
        }
    }
}

/// The edges whose locks shut nothing: with the lock taken away the states are the same.
///
/// A lock taken away adds a state exactly when some state reached lies before the shut passage
/// and the one behind it was not reached: the states beyond can only follow from that one.
/// Locks that use a key up are never among them.
fn idle_locks(world: &Rooms, space: &Space<u64>) -> Vec<u32> {
    let mut idle: Vec<bool> = world.edges.iter().map(|(.., lock)| lock.keeps()).collect();
    for (room, &bits) in space.states().filter(|(room, _)| *room != world.goal) {
        for way in world.ways(room) {
            let idle = &mut idle[way.edge as usize];
            if *idle && world.bits.pass(&way.lock, bits).is_none() {
                *idle = space.has(way.to, &(bits | world.take[way.to as usize]));
            }
        }
    }
    (0..).zip(idle).filter(|(_, idle)| *idle).map(|(edge, _)| edge).collect()
}

/// Which keys are needed: each pick-up is taken away alone.
fn keys(world: &Rooms, most: usize) -> Result<Needed<usize>, TooLarge> {
    let rooms = (0..world.take.len()).filter(|room| world.take[*room] != 0);
    Needed::of(world, rooms, most, |without, room| without.take[room] = 0)
}

/// Which switches are needed: each is fixed alone in its first position.
fn switches(board: &Board, most: usize) -> Result<Needed<u8>, TooLarge> {
    Needed::of(&board.world, 0..board.switches, most, |without, switch| {
        without.toggles.iter_mut().for_each(|toggle| *toggle &= !board.toggle(switch));
    })
}

/// The proof claims what was found. Small keys have no names by which to compare the needed ones.
fn claims(mission: &Mission, found: &Found, asked: &Asked, judged: &mut Judged) {
    let proof = &mission.proof;
    let letters = found.keys.needed.iter().filter_map(|&room| mission.rooms[room].item);
    let letters = sorted(letters.map(|item| item.to_string()));
    let switches = found.switches.needed.iter().map(|s| format!("switch:{s}"));
    let wrong = [
        ("winnable", proof.winnable != found.winnable),
        ("unlosable", proof.unlosable != (found.dead == 0)),
        ("needed_keys", asked.named() && sorted(proof.needed_keys.iter().cloned()) != letters),
        ("needed_switches", !switches.eq(sorted(proof.needed_switches.iter().cloned()))),
        ("redundant_locks", proof.redundant_locks != found.idle_locks.len()),
    ];
    let names: Vec<_> = wrong.iter().filter(|(_, wrong)| *wrong).map(|(name, _)| *name).collect();
    judged.expect(names.is_empty(), Defect::Proof, || names.join(", "));
}

fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// The spheres of `stats.spheres` hold every key once, none of them too early; in a partial order of
/// three keys or more, some sphere holds two. Says what is wrong.
fn spheres(
    mission: &Mission,
    board: &Board,
    asked: &Asked,
    most: usize,
) -> Result<Result<(), String>, TooLarge> {
    let all = board.world.take.iter().fold(0, |all, bit| all | bit);
    let (mut held, mut largest) = (0, 0);
    let mut emptied = board.world.clone();
    emptied.take.fill(0);
    for (number, names) in mission.stats.spheres.iter().enumerate() {
        let keys: Vec<u8> = names.iter().filter_map(|name| mission::key(name)).collect();
        let sphere: u64 = keys.iter().fold(0, |mask, n| mask | 1 << n);
        if sphere.count_ones() as usize != keys.len() || sphere & held != 0 {
            return Ok(Err(format!("sphere {number} names a key for the second time")));
        }
        emptied.held = held;
        if sphere & !within_reach(&board.world, &emptied, most)? != 0 {
            return Ok(Err(format!("a key of sphere {number} lies beyond the spheres before it")));
        }
        held |= sphere;
        largest = largest.max(keys.len());
    }
    Ok(match asked.order {
        _ if held != all => {
            Err("a key stands in no sphere, or one that is not there does".to_owned())
        }
        Order::Partial if all.count_ones() >= 3 && largest < 2 => {
            Err("no sphere holds two keys".to_owned())
        }
        _ => Ok(()),
    })
}

/// The keys that lie where one can go in a world in which nothing is picked up.
fn within_reach(world: &Rooms, emptied: &Rooms, most: usize) -> Result<u64, TooLarge> {
    let reached = all(emptied, most)?.reached();
    let keys = world.take.iter().zip(reached).filter(|(_, reached)| *reached);
    Ok(keys.fold(0, |all, (bit, _)| all | bit))
}
