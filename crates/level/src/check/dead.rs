//! Dead states: those from which no goal can be reached.
//!
//! Found backwards from the goals over everything that can be reached: a state that is not met that way
//! is dead, and the first of them in order of cost ends the cheapest plan into a dead state, the witness.
//!
//! States are sorted by cost, and a player who is not stuck goes back a way and then on: a few sweeps, in
//! turn from the last state to the first and from the first to the last, settle nearly every level. Only
//! what they leave open is flooded over the moves reversed.

use crate::rules::Rows;
use crate::rules::world::World;
use crate::solve::explore::{Space, StateIndex};

/// The number of sweeps before the moves are reversed.
const SWEEPS: usize = 4;

/// For each state of a space explored with its transitions: whether it is dead.
pub(crate) fn dead<const W: usize>(world: &World<W>, space: &Space<W>) -> Vec<bool> {
    let (first, next) = space.transitions();
    let mut dead: Vec<bool> =
        space.states().map(|(config, location)| !world.is_goal(location, config)).collect();
    let mut left = dead.iter().filter(|&&dead| dead).count();
    for _ in 0..SWEEPS {
        let before = left;
        left -= sweep((0..dead.len()).rev(), &mut dead, first, next);
        if left > 0 {
            left -= sweep(0..dead.len(), &mut dead, first, next);
        }
        if left == 0 || left == before {
            return dead;
        }
    }
    flood(&mut dead, first, next);
    dead
}

/// Marks as alive, in one sweep, the states from which a move leads to a living one; returns the number of
/// newly marked ones.
fn sweep(
    order: impl Iterator<Item = usize>,
    dead: &mut [bool],
    first: &[u32],
    next: &[StateIndex],
) -> usize {
    let mut raised = 0;
    for state in order {
        let row = first[state] as usize..first[state + 1] as usize;
        if dead[state] && next[row].iter().any(|&to| !dead[to as usize]) {
            dead[state] = false;
            raised += 1;
        }
    }
    raised
}

/// Marks as alive every state from which a living one can be reached.
fn flood(dead: &mut [bool], first: &[u32], next: &[StateIndex]) {
    // The same transitions, by the state they lead to.
    let mut before = Rows::default();
    let back = (0..).zip(first.windows(2)).flat_map(|(from, row): (StateIndex, _)| {
        next[row[0] as usize..row[1] as usize].iter().map(move |&to| (to as usize, from))
    });
    before.fill(dead.len(), back);
    let mut alive: Vec<StateIndex> =
        (0..).zip(&*dead).filter(|(_, d)| !**d).map(|(s, _)| s).collect();
    let mut done = 0;
    while let Some(&state) = alive.get(done) {
        done += 1;
        for &from in before.row(state as usize) {
            if std::mem::replace(&mut dead[from as usize], false) {
                alive.push(from);
            }
        }
    }
}
