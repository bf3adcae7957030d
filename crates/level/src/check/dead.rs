//! Dead states: those from which no goal can be reached.
//!
//! Found backwards from the goals over everything that can be reached: a state that the backward
//! flood does not meet is dead, and the first of them in order of cost ends the cheapest plan into a
//! dead state, the witness.

use crate::rules::room::World;
use crate::solve::space::{Space, StateIndex};

/// For each state of a space explored with its transitions: whether it is dead.
pub(crate) fn dead<const W: usize>(world: &World<W>, space: &Space<W>) -> Vec<bool> {
    let (first, next) = space.transitions();
    let (first_before, before) = reversed(space.len(), first, next);
    let mut dead = vec![true; space.len()];
    let mut alive: Vec<StateIndex> = Vec::with_capacity(space.len());
    for (state, (_, node)) in (0..).zip(space.states()) {
        if world.is_goal(node) {
            dead[state as usize] = false;
            alive.push(state);
        }
    }
    let mut done = 0;
    while let Some(&state) = alive.get(done) {
        done += 1;
        let row = first_before[state as usize] as usize..first_before[state as usize + 1] as usize;
        for &from in &before[row] {
            if std::mem::replace(&mut dead[from as usize], false) {
                alive.push(from);
            }
        }
    }
    dead
}

/// The same transitions, by the state they lead to.
fn reversed(states: usize, first: &[u32], next: &[StateIndex]) -> (Vec<u32>, Vec<StateIndex>) {
    let mut end = vec![0u32; states + 1];
    for &to in next {
        end[to as usize] += 1;
    }
    let mut sum = 0;
    for count in &mut end {
        sum += *count;
        *count = sum;
    }
    let mut before = vec![0; next.len()];
    for (from, row) in (0..).zip(first.windows(2)) {
        for &to in &next[row[0] as usize..row[1] as usize] {
            let place = &mut end[to as usize];
            *place -= 1;
            before[*place as usize] = from;
        }
    }
    (end, before)
}
