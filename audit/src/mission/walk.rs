//! The claims of a mission that are judged by walking all of it.
//!
//! With small keys no lock is called redundant, by definition: each uses up a key.

use super::asked::{Asked, Order};
use super::board::{Board, Failure};
use crate::defect::Defect;
use crate::explore::{Space, explore, reaches};
use crate::ledger::Judged;
use crate::read::mission::{self, Held, Item, Lock, Position, Precondition};
use crate::rooms::Rooms;

/// Notes every failure found by walking, through so many states at most.
pub(crate) fn check(
    board: &Board<'_>,
    asked: &Asked,
    most: usize,
    judged: &mut Judged,
) -> Result<(), Failure> {
    let space = all(&board.world, most)?;
    unreached(&space, judged);
    preconditions(board, &space, judged)?;
    total_order(board, asked, &space, judged);
    let (dead, claimed) = (space.dead, board.mission.stats.solution);
    judged.expect(space.least.is_some(), Defect::Unwinnable, || "no state is won");
    judged.expect(dead == 0, Defect::Losable, || format!("{dead} dead states"));
    needs(board, asked, &space, most, judged)?;
    if let Some(least) = space.least {
        judged.number("solution", least as usize);
        let what = || format!("stats.solution is {claimed}, the least cost is {least}");
        judged.expect(claimed == least, Defect::Solution, what);
    }
    if asked.named() { spheres(board, asked, most) } else { Ok(()) }
}

/// Every key, switch and lock is needed, and the proof claims what was found. Small keys have no names by which to
/// compare the needed ones.
fn needs(
    board: &Board<'_>,
    asked: &Asked,
    space: &Space<u64>,
    most: usize,
    judged: &mut Judged,
) -> Result<(), Failure> {
    let (world, proof, rooms) = (&board.world, &board.mission.proof, &board.mission.rooms);
    let places = (0..world.take.len()).filter(|room| world.take[*room] != 0);
    let keys = Needed::of(world, places, most, |without, room| without.take[room] = 0)?;
    let switches = Needed::of(world, 0..board.switches, most, |without, switch| {
        without.toggles.iter_mut().for_each(|toggle| *toggle &= !board.toggle(switch));
    })?;
    let locks = if asked.named() { idle_locks(world, space) } else { Vec::new() };
    let Needed { idle, needed } = keys;
    judged.expect(idle.is_empty(), Defect::IdleKey, || format!("keys in rooms {idle:?}"));
    let letters = needed.into_iter().filter_map(|room| rooms[room].item);
    let letters = sorted(letters.map(|item| item.to_string()));
    let Needed { idle, needed } = switches;
    judged.expect(idle.is_empty(), Defect::IdleSwitch, || format!("switches {idle:?}"));
    let switches = needed.into_iter().map(|s| format!("switch:{s}"));
    judged.expect(locks.is_empty(), Defect::Redundant, || format!("locks on edges {locks:?}"));
    let wrong = [
        ("winnable", proof.winnable != space.least.is_some()),
        ("unlosable", proof.unlosable != (space.dead == 0)),
        ("needed_keys", asked.named() && sorted(proof.needed_keys.iter().cloned()) != letters),
        ("needed_switches", !switches.eq(sorted(proof.needed_switches.iter().cloned()))),
        ("redundant_locks", proof.redundant_locks != locks.len()),
    ];
    let names: Vec<_> = wrong.iter().filter(|(_, wrong)| *wrong).map(|(name, _)| *name).collect();
    judged.expect(names.is_empty(), Defect::Proof, || names.join(", "));
    Ok(())
}

/// The space is too large to be counted out.
fn too_large() -> Failure {
    (Defect::Large, "too large".to_owned())
}

/// All states of a world.
fn all(world: &Rooms, most: usize) -> Result<Space<u64>, Failure> {
    Some(explore(world, most)).filter(|space| !space.large).ok_or_else(too_large)
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
    ) -> Result<Self, Failure> {
        let mut found = Self { needed: Vec::new(), idle: Vec::new() };
        for thing in things {
            let mut without = world.clone();
            leave_out(&mut without, thing);
            match reaches(&without, most).ok_or_else(too_large)? {
                true => found.idle.push(thing),
                false => found.needed.push(thing),
            }
        }
        Ok(found)
    }
}

/// Every room is reached in some state.
fn unreached(space: &Space<u64>, judged: &mut Judged) {
    if let Some(room) = space.reached().iter().position(|reached| !reached) {
        judged.fail(Defect::Unreached, format!("room {room}, to name the first"));
    }
}

/// In every state of a room its precondition holds.
fn preconditions(
    board: &Board<'_>,
    space: &Space<u64>,
    judged: &mut Judged,
) -> Result<(), Failure> {
    let rooms = &board.mission.rooms;
    let mut bits = board.world.bits.clone();
    let preconditions = rooms.iter().map(|room| &room.precondition);
    let asked = preconditions.map(|asks| bits.lock(&signs(asks), ""));
    let asked = asked.collect::<Result<Vec<_>, _>>().map_err(|what| (Defect::Large, what))?;
    let holds = |room: usize, held: u64| {
        let small = match rooms[room].precondition.keys {
            Held::Names(_) => 0,
            Held::Count(count) => count,
        };
        bits.pass(&asked[room], held).is_some() && small <= bits.small_keys(held)
    };
    if let Some((room, held)) = space.states().find(|(room, held)| !holds(*room as usize, **held)) {
        let bag = board.bag(*held);
        let what = format!("room {room} with keys {bag}, toggles {:b}", bag.toggles);
        judged.fail(Defect::Precondition, what);
    }
    Ok(())
}

/// The requirements of a level in the place of a precondition, but for small keys.
fn signs(asks: &Precondition) -> Vec<String> {
    let names = match asks.keys {
        Held::Names(mask) => mask,
        Held::Count(_) => 0,
    };
    let keys = (0..26).filter(|n| names >> n & 1 == 1).filter_map(|n| Item::Key(n).sign());
    let switches = (0..).zip(&asks.switches).filter(|(_, position)| **position != Position::Either);
    keys.chain(switches.map(|(s, position)| Lock::Switch(s, *position == Position::On).sign()))
        .collect()
}

/// In a total order whoever holds a key holds all keys before it.
fn total_order(board: &Board<'_>, asked: &Asked, space: &Space<u64>, judged: &mut Judged) {
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
fn idle_locks(world: &Rooms, space: &Space<u64>) -> Vec<usize> {
    let mut idle: Vec<bool> = world.edges.iter().map(|(.., lock)| lock.keeps()).collect();
    for (room, &bits) in space.states().filter(|(room, _)| *room != world.goal) {
        for way in world.ways(room) {
            let idle = &mut idle[way.edge as usize];
            if *idle && world.bits.pass(&way.lock, bits).is_none() {
                *idle = space.has(way.to, &(bits | world.take[way.to as usize]));
            }
        }
    }
    (0..idle.len()).filter(|edge| idle[*edge]).collect()
}

fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// The spheres of `stats.spheres` hold every key once, none of them too early; in a partial order of
/// three keys or more, some sphere holds two.
fn spheres(board: &Board<'_>, asked: &Asked, most: usize) -> Result<(), Failure> {
    let wrong = |what: String| Err((Defect::Order, what));
    let all = board.world.take.iter().fold(0, |all, bit| all | bit);
    let (mut held, mut largest) = (0, 0);
    for (number, names) in board.mission.stats.spheres.iter().enumerate() {
        let keys: Vec<u8> = names.iter().filter_map(|name| mission::key(name)).collect();
        let sphere: u64 = keys.iter().fold(0, |mask, n| mask | 1 << n);
        if sphere.count_ones() as usize != keys.len() || sphere & held != 0 {
            return wrong(format!("sphere {number} names a key for the second time"));
        }
        if sphere & !within_reach(&board.world, held, most)? != 0 {
            return wrong(format!("a key of sphere {number} lies beyond the spheres before it"));
        }
        held |= sphere;
        largest = largest.max(keys.len());
    }
    if held != all {
        return wrong("a key stands in no sphere, or one that is not there does".to_owned());
    }
    if asked.order == Order::Partial && all.count_ones() >= 3 && largest < 2 {
        return wrong("no sphere holds two keys".to_owned());
    }
    Ok(())
}

/// The keys that lie where one can go with some of them and without picking up any.
fn within_reach(world: &Rooms, held: u64, most: usize) -> Result<u64, Failure> {
    let mut emptied = world.clone();
    emptied.held = held;
    emptied.take.fill(0);
    let reached = all(&emptied, most)?.reached();
    let keys = world.take.iter().zip(reached).filter(|(_, reached)| *reached);
    Ok(keys.fold(0, |all, (bit, _)| all | bit))
}
