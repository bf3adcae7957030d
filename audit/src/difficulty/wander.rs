//! Explorers: they know the rooms they remember, look a few rooms ahead for one they do not know, and else wander.

use super::dice::Dice;
use super::place::{Hand, Place};
use std::collections::VecDeque;

/// The strength of an explorer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Explorer {
    /// So many passages ahead something unknown is seen.
    pub(crate) ahead: usize,
    /// So often in a hundred moves a room is forgotten.
    pub(crate) forgets: f64,
}

/// Three strengths: who sees the next room only and forgets much, and who knows their way.
pub(crate) const EXPLORERS: [Explorer; 3] = [
    Explorer { ahead: 1, forgets: 40.0 },
    Explorer { ahead: 3, forgets: 20.0 },
    Explorer { ahead: 6, forgets: 8.0 },
];

/// Moves after which an explorer has had enough, whatever the dungeon.
pub(crate) const PATIENCE: usize = 120;

/// The moves that an explorer needs to win; `None` if patience ends first.
pub(crate) fn wander(place: &Place, explorer: Explorer, dice: &mut Dice) -> Option<usize> {
    let mut hand = place.hand();
    let mut known = vec![false; place.rooms()];
    let (mut at, mut before) = (place.start, place.start);
    for moves in 0..PATIENCE {
        if place.goals.contains(&at) {
            return Some(moves);
        }
        known[at] = true;
        if dice.percent(explorer.forgets) {
            known[dice.below(place.rooms())] = false;
            known[at] = true;
        }
        let step = match toward(place, at, &hand, &known, explorer.ahead, dice) {
            Some(way) => Some(way),
            // Nothing new is in sight: a lever may help, and else any way but back.
            None => {
                let toggles = &place.toggles[at];
                if !toggles.is_empty() && dice.percent(50.0) {
                    dice.pick(toggles).into_iter().for_each(|one| place.flip(one, &mut hand));
                    continue;
                }
                any(place, at, before, &hand, dice)
            }
        };
        let way = &place.ways[at][step?];
        place.go(way, &mut hand);
        (before, at) = (at, way.to);
    }
    None
}

/// The first step to the nearest room that is not known, through known ones; of several as near, one of them.
fn toward(
    place: &Place,
    at: usize,
    hand: &Hand,
    known: &[bool],
    ahead: usize,
    dice: &mut Dice,
) -> Option<usize> {
    let mut seen = vec![false; place.rooms()];
    seen[at] = true;
    let mut queue = VecDeque::from([(at, 0, usize::MAX)]);
    let mut nearest: Vec<usize> = Vec::new();
    let mut depth = usize::MAX;
    while let Some((room, steps, first)) = queue.pop_front() {
        if steps >= ahead || steps + 1 > depth {
            continue;
        }
        for (number, way) in place.ways[room].iter().enumerate() {
            if seen[way.to] || !place.is_open(way, hand) {
                continue;
            }
            seen[way.to] = true;
            let first = if room == at { number } else { first };
            match known[way.to] {
                true => queue.push_back((way.to, steps + 1, first)),
                false => {
                    depth = steps + 1;
                    nearest.push(first);
                }
            }
        }
    }
    dice.pick(&nearest)
}

/// An open way; the one back only if there is no other.
fn any(place: &Place, at: usize, before: usize, hand: &Hand, dice: &mut Dice) -> Option<usize> {
    let open = |number: &usize| place.is_open(&place.ways[at][*number], hand);
    let ways: Vec<usize> = (0..place.ways[at].len()).filter(open).collect();
    let on: Vec<usize> =
        ways.iter().copied().filter(|&way| place.ways[at][way].to != before).collect();
    dice.pick(&on).or_else(|| dice.pick(&ways))
}

/// The fewest moves that win; `None` where that is not found among so many states.
pub(crate) fn least(place: &Place, most: usize) -> Option<usize> {
    let start = (place.start, place.hand());
    let mut seen = std::collections::HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some(((at, hand), moves)) = queue.pop_front() {
        if place.goals.contains(&at) {
            return Some(moves);
        }
        let mut reach = |state: (usize, Hand), seen: &mut std::collections::HashSet<_>| {
            if seen.insert(state.clone()) {
                queue.push_back((state, moves + 1));
            }
        };
        for way in place.ways[at].iter().filter(|way| place.is_open(way, &hand)) {
            let mut hand = hand.clone();
            place.go(way, &mut hand);
            hand.forget_order();
            reach((way.to, hand), &mut seen);
        }
        for &toggle in &place.toggles[at] {
            let mut hand = hand.clone();
            place.flip(toggle, &mut hand);
            reach((at, hand), &mut seen);
        }
        if seen.len() > most {
            return None;
        }
    }
    None
}
