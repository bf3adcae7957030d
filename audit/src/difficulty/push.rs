//! Players of block rooms: they look a few pushes ahead for what seems nearest to the end, remember the last arrangements
//! they saw, and begin again when nothing can be pushed or they have had enough of it.

use super::dice::Dice;
use super::yard::States;
use std::collections::VecDeque;

/// The strength of a player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pusher {
    /// So many pushes are looked ahead.
    pub(crate) ahead: u32,
    /// So many arrangements are remembered.
    pub(crate) remembers: usize,
}

/// Three kinds: who looks further is not the better player, for much looks as near to the end from there.
pub(crate) const PUSHERS: [Pusher; 3] = [
    Pusher { ahead: 1, remembers: 2 },
    Pusher { ahead: 2, remembers: 6 },
    Pusher { ahead: 4, remembers: 16 },
];

/// Pushes after which a player has had enough, whatever the room.
pub(crate) const PATIENCE: usize = 50;
/// The cost in pushes of beginning again, and how often in a hundred pushes a player does.
const AGAIN: usize = 3;
const RESTLESS: f64 = 5.0;
/// The most by which a guess may be off.
const NOISE: f64 = 1.5;

/// The sight of a player who looks so many pushes ahead: of each state how near the best of them comes to the end.
pub(crate) fn sight(states: &States, ahead: u32) -> Vec<u32> {
    let mut best = states.off.clone();
    for _ in 0..ahead {
        let next = |state: usize| {
            let after = states.after[state].iter().map(|&next| best[next as usize]);
            after.chain([best[state]]).min().unwrap_or(0)
        };
        best = (0..best.len()).map(next).collect();
    }
    best
}

/// The pushes that a player needs; `None` if patience ends first.
pub(crate) fn push(
    states: &States,
    sight: &[u32],
    player: Pusher,
    dice: &mut Dice,
) -> Option<usize> {
    let (mut state, mut pushes) = (0_u32, 0);
    let mut seen = VecDeque::from([state]);
    while pushes < PATIENCE {
        if states.left[state as usize] == Some(0) {
            return Some(pushes);
        }
        let guess = |next: u32, dice: &mut Dice| {
            let again = if seen.contains(&next) { 4.0 } else { 0.0 };
            f64::from(sight[next as usize]) + again + dice.unit() * NOISE
        };
        let mut best: Option<(f64, u32)> = None;
        for &next in &states.after[state as usize] {
            let guess = guess(next, dice);
            if best.is_none_or(|(least, _)| guess < least) {
                best = Some((guess, next));
            }
        }
        match best {
            Some((_, next)) if !dice.percent(RESTLESS) => {
                (state, pushes) = (next, pushes + 1);
            }
            _ => (state, pushes) = (0, pushes + AGAIN),
        }
        seen.push_back(state);
        if seen.len() > player.remembers {
            seen.pop_front();
        }
    }
    None
}
