//! Chords: passages between rooms that touch and are not joined yet, which close loops when all locks are placed.
//!
//! A *region* is what lies between two locks of the main path. Within a region a chord is a secret wall; from a later
//! region it is a drop into an earlier one. Invariant: no chord leads past a lock, and the goal stays as far away as is
//! wanted.

use super::gating::Gating;
use super::site::{Contact, RoomId};
use super::{Cycle, Gate, Passage, Pattern};
use search::Stream;
use std::collections::VecDeque;

/// The least distance of the goal, of as many as there are rooms.
const LEAST: f64 = 0.36;
/// Wanted loops and rooms on a loop, of as many as there are rooms.
const LOOPS: f64 = 0.19;

/// Adds chords until there are loops enough.
pub(super) fn close_loops(gating: &mut Gating<'_>, stream: &mut Stream) {
    let rooms = gating.full.len();
    let wanted = (rooms as f64 * LOOPS).ceil() as usize;
    let least = (rooms as f64 * LEAST).ceil() as usize;
    let mut contacts = gating.plan.site.contacts.clone();
    stream.shuffle(&mut contacts);
    // Secret walls before drops, and what lies far apart first: a loop of a few rooms says nothing.
    let apart = |contact: &Contact| {
        let [a, b] = contact.ends;
        steps(gating, a, None)[b].min(12)
    };
    let drop = |contact: &Contact| {
        let [a, b] = contact.ends;
        region(gating, a) != region(gating, b)
    };
    contacts.sort_by_cached_key(|contact| (drop(contact), std::cmp::Reverse(apart(contact))));
    for contact in contacts {
        let loops = gating.plan.passages.len() + 1 - rooms;
        if loops >= wanted {
            return;
        }
        close_loop(gating, &contact, least, stream);
    }
}

/// Adds a chord where two rooms touch, if it may be.
fn close_loop(gating: &mut Gating<'_>, contact: &Contact, least: usize, stream: &mut Stream) {
    let [a, b] = contact.ends;
    let plan = &gating.plan;
    let spared = [plan.start(), plan.goal(), plan.boss()];
    if spared.contains(&a) || spared.contains(&b) {
        return;
    }
    let (from, to) = (steps(gating, a, None), steps(gating, b, None));
    let around = from[b];
    let ends = [plan.start(), plan.goal()];
    let way = |x: &[usize], y: &[usize]| x[ends[0]] + 1 + y[ends[1]];
    if around < 3 || way(&from, &to).min(way(&to, &from)) < least {
        return;
    }
    let (Some(first), Some(second)) = (region(gating, a), region(gating, b)) else { return };
    let (ends, gate) = match first.cmp(&second) {
        std::cmp::Ordering::Equal => ([a, b], Gate::Bombable),
        std::cmp::Ordering::Greater => ([a, b], Gate::OneWay),
        std::cmp::Ordering::Less => ([b, a], Gate::OneWay),
    };
    let Some(&side) = stream.pick(&contact.sides) else { return };
    let side = if ends == contact.ends { side } else { side.beyond() };
    let passage = Passage { ends, side, gate };
    if passage.is_stair() {
        return;
    }
    let pattern = match passage.gate {
        Gate::Bombable if around >= 5 => Some(Pattern::HiddenShortcut),
        Gate::OneWay if around >= 4 => Some(Pattern::AlteredReturn),
        _ => None,
    };
    if let Some(pattern) = pattern {
        let arc_a = shortest(gating, ends[0], ends[1]);
        gating.plan.cycles.push(Cycle { pattern, arc_a, arc_b: ends.to_vec() });
    }
    gating.plan.passages.push(passage);
}

/// The number of locks of the main path before a room; `None` for a room behind a gate of its own.
fn region(gating: &Gating<'_>, room: RoomId) -> Option<usize> {
    let branch = gating.shape.branches.iter().find(|branch| branch.room == room);
    if let Some(branch) = branch {
        let own = gating.plan.passages.iter().find(|p| p.ends == [branch.on, room]);
        let open = own.is_some_and(|passage| passage.gate == Gate::Open);
        return if open { region(gating, branch.on) } else { None };
    }
    let path = &gating.shape.path;
    let locked = |pair: &[RoomId]| {
        let between = |p: &&Passage| p.ends == [pair[0], pair[1]] || p.ends == [pair[1], pair[0]];
        let passage = gating.plan.passages.iter().find(between);
        passage.is_some_and(|passage| matches!(passage.gate, Gate::Keys(_) | Gate::Water))
    };
    Some(path[..=gating.plan.at[room]].windows(2).filter(|pair| locked(pair)).count())
}

/// Number of passages from a room to each, whatever gates them; `usize::MAX` for what is out of reach.
pub(super) fn steps(
    gating: &Gating<'_>,
    from: RoomId,
    before: Option<&mut Vec<RoomId>>,
) -> Vec<usize> {
    let rooms = gating.full.len();
    let mut steps = vec![usize::MAX; rooms];
    let mut came = vec![from; rooms];
    let mut queue = VecDeque::from([from]);
    steps[from] = 0;
    while let Some(here) = queue.pop_front() {
        for passage in gating.plan.passages_of(here) {
            let to = passage.ends[usize::from(passage.ends[0] == here)];
            if steps[to] == usize::MAX {
                steps[to] = steps[here] + 1;
                came[to] = here;
                queue.push_back(to);
            }
        }
    }
    if let Some(before) = before {
        *before = came;
    }
    steps
}

/// The rooms of a shortest way.
fn shortest(gating: &Gating<'_>, from: RoomId, to: RoomId) -> Vec<RoomId> {
    let mut before = Vec::new();
    steps(gating, from, Some(&mut before));
    let mut way = vec![to];
    let mut here = to;
    while here != from && way.len() <= before.len() {
        here = before[here];
        way.push(here);
    }
    way.reverse();
    way
}
