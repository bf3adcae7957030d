//! A proof that nobody gets stuck which does not look at all states.
//!
//! Whoever stands at a spot has at least what the way there asks for. So for each spot, arrangement and set of mixed facts
//! it is enough to know the least that somebody there may have: if that wins, so does everyone else there. What the least
//! is is guessed from below: a way that asks for something is walked as if it had just been given.

use super::facts::Bits;
use super::game::Game;
use super::search::{Play, State};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Sets of facts by spot, arrangement, and the facts that are no gain for everyone.
type Sets = FxHashMap<State, SmallVec<[Bits; 2]>>;

/// The most states that are looked at to find a way on from one.
const FAR: usize = 20_000;

/// True if it is shown that whoever begins at the start can win from wherever he gets to; false says nothing. No more
/// than so many states are looked at.
pub(super) fn nobody(game: &mut Game<'_>, most: usize) -> bool {
    let mixed = game.mixed();
    let start = game.start();
    let Some(least) = least(game, start, mixed, most) else { return false };
    let mut wins = Sets::default();
    let mut left = most;
    // From the end backwards, as most lead to those that came after.
    least.iter().rev().all(|state| {
        let Some(way) = way_to_one(game, *state, (&wins, mixed), &mut left) else { return false };
        for state in way {
            note_least(&mut wins, state, mixed);
        }
        true
    })
}

/// The least that somebody may have, in the order in which it was met; none where that is too much, or where one may be
/// stuck in a room without seeing more of it.
fn least(game: &mut Game<'_>, start: State, mixed: Bits, most: usize) -> Option<Vec<State>> {
    let (mut sets, mut met, mut after) = (Sets::default(), vec![start], Vec::new());
    note_least(&mut sets, start, mixed);
    let mut at = 0;
    while let Some(&state) = met.get(at) {
        at += 1;
        let (spot, layout, bits) = state;
        let still =
            sets.get(&(spot, layout, bits & mixed)).is_some_and(|sets| sets.contains(&bits));
        if !still || game.is_goal(state) {
            continue;
        }
        game.generous = true;
        game.be_careful(true);
        game.moves(state, &mut after);
        game.generous = false;
        for (to, _) in after.drain(..) {
            if note_least(&mut sets, to, mixed) {
                met.push(to);
            }
        }
        if met.len() > most {
            return None;
        }
    }
    met.retain(|(spot, layout, bits)| {
        sets.get(&(*spot, *layout, bits & mixed)).is_some_and(|sets| sets.contains(bits))
    });
    Some(met)
}

/// Notes a state, unless one is known that has no more; true if it is new.
fn note_least(sets: &mut Sets, (spot, layout, bits): State, mixed: Bits) -> bool {
    let sets = sets.entry((spot, layout, bits & mixed)).or_default();
    if sets.iter().any(|less| less & bits == *less) {
        return false;
    }
    sets.retain(|more| *more & bits != bits);
    sets.push(bits);
    true
}

/// The states of a way from one to a goal, or to one from which it is known that there is a way; what has most in hand
/// goes first. None where none was found.
fn way_to_one(
    game: &mut Game<'_>,
    from: State,
    (wins, mixed): (&Sets, Bits),
    left: &mut usize,
) -> Option<Vec<State>> {
    let mut before: FxHashMap<State, State> = FxHashMap::default();
    let mut seen: FxHashSet<State> = FxHashSet::from_iter([from]);
    let (mut open, mut after) = (vec![Vec::new(); 129], Vec::new());
    open[from.2.count_ones() as usize].push(from);
    game.be_careful(true);
    let mut looked = 0;
    while let Some(state) = open.iter_mut().rev().find_map(Vec::pop) {
        let (spot, layout, bits) = state;
        let known = wins.get(&(spot, layout, bits & mixed));
        if game.is_goal(state)
            || known.is_some_and(|sets| sets.iter().any(|one| one & bits == *one))
        {
            let back = std::iter::successors(Some(state), |state| before.get(state).copied());
            return Some(back.collect());
        }
        (looked, *left) = (looked + 1, left.checked_sub(1)?);
        if looked > FAR {
            return None;
        }
        game.moves(state, &mut after);
        for (to, _) in after.drain(..) {
            if seen.insert(to) {
                before.insert(to, state);
                open[to.2.count_ones() as usize].push(to);
            }
        }
    }
    None
}
