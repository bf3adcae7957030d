//! Homes: the start, in each mode in which it can be entered. A home *wins* if whoever stands there reaches a goal.
//!
//! From a home a player goes out, takes what can be taken so that the way back is known, comes home with more, and goes
//! out again. Nothing is risked by it, so there is no choice to be made: ways only ever open, and every way is opened
//! once.

use super::places::{Back, PlaceId, Places};
use crate::limits::{Clock, Limit};
use crate::rules::bits::Bits;
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
            clock.check_amounts(places.len() as u64, || 0)?;
            if !winning.contains(&home) && Outing::from(world, places, home).wins(&winning) {
                winning.push(home);
            }
        }
        if winning.len() == before {
            return Ok(winning);
        }
    }
}

/// All that is done from a home.
struct Outing<'a, const W: usize> {
    world: &'a World<W>,
    places: &'a Places<W>,
    /// The facts that last and are brought home.
    held: Bits<W>,
    met: Vec<bool>,
    /// Places that were met, whose ways are still to be tried.
    waiting: Vec<PlaceId>,
    /// Ways that were found shut, with the places that they leave.
    shut: Vec<(PlaceId, usize)>,
    back: Back,
}

impl<'a, const W: usize> Outing<'a, W> {
    fn from(world: &'a World<W>, places: &'a Places<W>, home: PlaceId) -> Self {
        let mut met = vec![false; places.len()];
        met[home as usize] = true;
        let mut back = Back::new(places);
        back.lead(home);
        let held = places.lasting(places.least(home));
        Self { world, places, held, met, waiting: vec![home], shut: Vec::new(), back }
    }

    /// True if a goal is reached, or a home that wins.
    fn wins(&mut self, winning: &[PlaceId]) -> bool {
        loop {
            let held = self.held;
            while let Some(here) = self.waiting.pop() {
                if self.places.is_goal(here) || winning.contains(&here) {
                    return true;
                }
                for way in self.places.range(here) {
                    self.try_way(here, way);
                }
            }
            for (from, way) in std::mem::take(&mut self.shut) {
                self.try_way(from, way);
            }
            if self.held == held && self.waiting.is_empty() {
                return false;
            }
        }
    }

    /// Opens a way, or notes that it is shut.
    fn try_way(&mut self, from: PlaceId, way: usize) {
        if !self.places.is_open(self.world, from, way, &self.held) {
            self.shut.push((from, way));
            return;
        }
        let to = self.places.beyond(way);
        if !std::mem::replace(&mut self.met[to as usize], true) {
            self.waiting.push(to);
        }
        for place in self.back.join(self.places, from, way) {
            let least = self.places.least(place);
            self.held = self.held.union(&self.places.lasting(least));
        }
    }
}
