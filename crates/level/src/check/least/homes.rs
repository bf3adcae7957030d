//! Homes: the start, in each mode in which it can be entered. A home *wins* if whoever stands there reaches a goal.
//!
//! From a home a player goes out, takes what can be taken so that the way back is known, comes home with more, and goes
//! out again. Nothing is risked by it, so there is no choice to be made.

use super::places::{PlaceId, Places};
use crate::limits::{Clock, Limit};
use crate::rules::world::World;

/// The homes that win.
///
/// # Errors
/// The limit that came first.
pub(super) fn that_win<const W: usize>(
    world: &World<W>,
    places: &Places<W>,
    clock: &Clock<'_>,
) -> Result<Vec<PlaceId>, Limit> {
    let mut winning: Vec<PlaceId> = Vec::new();
    loop {
        let before = winning.len();
        for &home in &places.homes {
            if !winning.contains(&home) && wins(world, places, home, &winning, clock)? {
                winning.push(home);
            }
        }
        if winning.len() == before {
            return Ok(winning);
        }
    }
}

/// True if whoever stands at a home reaches a goal, or a home that wins.
///
/// # Errors
/// The limit that came first.
fn wins<const W: usize>(
    world: &World<W>,
    places: &Places<W>,
    home: PlaceId,
    winning: &[PlaceId],
    clock: &Clock<'_>,
) -> Result<bool, Limit> {
    let mut held = places.lasting(places.least(home));
    loop {
        clock.check_amounts(places.len() as u64, || 0)?;
        let mut met = vec![false; places.len()];
        let mut order = vec![home];
        met[home as usize] = true;
        let mut next = 0;
        while let Some(&here) = order.get(next) {
            next += 1;
            if places.is_goal(here) || winning.contains(&here) {
                return Ok(true);
            }
            for way in places.open(world, here, &held) {
                if !std::mem::replace(&mut met[way.to as usize], true) {
                    order.push(way.to);
                }
            }
        }
        let back = places.back(world, &held, |place| met[place as usize], &[home]);
        let before = held;
        for &place in order.iter().filter(|&&place| back[place as usize]) {
            held = held.union(&places.lasting(places.least(place)));
        }
        if held == before {
            return Ok(false);
        }
    }
}
