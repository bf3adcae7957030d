//! Outings: from a place a player goes out, takes what can be taken so that the way back is known, comes back with more,
//! and goes out again. Nothing is risked by it, so there is no choice to be made: ways only ever open, and every way is
//! opened once.
//!
//! A *home* is the start, in a mode in which it can be entered, and *wins* if whoever stands there reaches a goal. Of
//! places from which no way leads home at once an outing shows that one does: where the lever of a pocket lies in it.

use super::places::{Back, PlaceId, Places};
use crate::limits::{Clock, Limit};
use crate::rules::bits::Bits;
use crate::rules::world::World;

/// The homes that win.
///
/// # Errors
/// The limit that came first.
pub(super) fn homes_that_win<const W: usize>(
    world: &World<W>,
    places: &Places<W>,
    clock: &Clock<'_>,
) -> Result<Vec<PlaceId>, Limit> {
    let mut winning: Vec<PlaceId> = Vec::new();
    loop {
        let before = winning.len();
        for &home in &places.homes {
            clock.check_amounts(places.len() as u64, || 0)?;
            let is_end = |there| places.is_goal(there) || winning.contains(&there);
            if !winning.contains(&home) && Outing::from(world, places, home).reaches(is_end) {
                winning.push(home);
            }
        }
        if winning.len() == before {
            return Ok(winning);
        }
    }
}

/// The most places whose outings come to nothing before no more are tried.
const MOST_SHUT: usize = 256;

/// True if ways lead from every place to one of those from which some do already, for whoever goes out from it.
///
/// # Errors
/// The limit that came first.
pub(super) fn all_get_out<const W: usize>(
    world: &World<W>,
    places: &Places<W>,
    back: &mut Back,
    clock: &Clock<'_>,
) -> Result<bool, Limit> {
    let mut shut = 0;
    loop {
        let (mut all, mut new) = (true, false);
        for place in 0..places.len() as PlaceId {
            if back.leads[place as usize] {
                continue;
            }
            clock.check_amounts(places.len() as u64, || 0)?;
            let mut outing = Outing::from(world, places, place);
            if outing.reaches(|there| back.leads[there as usize]) {
                back.lead(place);
                new = true;
            } else {
                all = false;
                shut += 1;
            }
            if shut > MOST_SHUT {
                return Ok(false);
            }
        }
        if all || !new {
            return Ok(all);
        }
    }
}

/// All that is done from a place.
struct Outing<'a, const W: usize> {
    world: &'a World<W>,
    places: &'a Places<W>,
    /// The facts that last and are brought back.
    held: Bits<W>,
    met: Vec<bool>,
    /// Places that were met, whose ways are still to be tried.
    waiting: Vec<PlaceId>,
    /// Ways that were found shut, with the places that they leave.
    shut: Vec<(PlaceId, usize)>,
    back: Back,
}

impl<'a, const W: usize> Outing<'a, W> {
    fn from(world: &'a World<W>, places: &'a Places<W>, place: PlaceId) -> Self {
        let mut met = vec![false; places.len()];
        met[place as usize] = true;
        let mut back = Back::new(places);
        back.lead(place);
        let held = places.lasting(places.least(place));
        Self { world, places, held, met, waiting: vec![place], shut: Vec::new(), back }
    }

    /// True if an end is reached.
    fn reaches(&mut self, is_end: impl Fn(PlaceId) -> bool) -> bool {
        loop {
            let held = self.held;
            while let Some(here) = self.waiting.pop() {
                if is_end(here) {
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
