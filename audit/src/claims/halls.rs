//! Rooms with blocks, walked through as one: what happens to blocks in a room is forgotten when it is left, and depends
//! on few facts, so it is looked at once for each way in and not with everything else that may be in hand.

use super::facts::Bits;
use super::game::Game;
use super::hall::Hall;
use super::look::look;
use super::search::State;
use std::rc::Rc;

/// The most facts of a room that may or may not have been given, all parts of which are looked at.
const MOST_GIVEN: u32 = 8;

impl Game<'_> {
    /// Puts the states behind a hall into the list, if a state lies in one with all blocks at home; false if not.
    pub(super) fn through(&mut self, state: State, into: &mut Vec<(State, u32)>) -> bool {
        let room = self.board.room[self.spots.cells[state.0 as usize] as usize];
        if state.1 != 0 || self.halls.as_ref().is_none_or(|halls| !halls.local.contains_key(&room))
        {
            return false;
        }
        let Some(halls) = self.halls_of(state, room) else { return false };
        for (hall, bits) in halls {
            for (exit, gained, cost) in &hall.exits {
                let cell = self.board.at.binary_search(exit).unwrap_or_default();
                let exit = self.spots.of[cell];
                self.leave((exit, 0, bits | gained), room, *cost, into);
            }
            if let Some(halls) = self.halls.as_mut().filter(|halls| halls.careful) {
                halls.cells.extend(&hall.cells);
            }
        }
        true
    }

    /// True if a state lies where a room is entered that is walked through as one.
    pub(super) fn is_one(&mut self, state: State) -> bool {
        let room = self.board.room[self.spots.cells[state.0 as usize] as usize];
        state.1 == 0 && self.hall(room, state).is_some()
    }

    /// The hall that is entered in a state, with the facts; where whatever can only help may have been given, all that
    /// may be. None where one of them has to be seen state by state.
    fn halls_of(&mut self, state: State, room: u32) -> Option<Vec<(Rc<Hall>, Bits)>> {
        let local = *self.halls.as_ref()?.local.get(&room)?;
        let more = if self.generous { local & !state.2 } else { 0 };
        if more.count_ones() > MOST_GIVEN {
            return None;
        }
        let mut found = Vec::new();
        let mut given = more;
        // All parts of a set of bits, from the largest to none.
        loop {
            let bits = state.2 | given;
            let entry = (state.0, state.1, bits);
            let hall = self.hall(room, entry).filter(|hall| self.may_skip(hall, entry, room))?;
            found.push((hall, bits));
            if given == 0 {
                return Some(found);
            }
            given = (given - 1) & more;
        }
    }

    /// The moves out of a room.
    fn leave(&mut self, state: State, room: u32, cost: u32, into: &mut Vec<(State, u32)>) {
        let mut after = Vec::new();
        (0..4).for_each(|way| self.step(state, way, &mut after));
        let outside =
            |to: &State| self.board.room[self.spots.cells[to.0 as usize] as usize] != room;
        after.retain(|(to, _)| outside(to));
        into.extend(after.into_iter().map(|(to, steps)| (to, cost + steps)));
    }

    /// True if nobody gets stuck within a hall: whatever happens, one gets to a place from which one can leave with what
    /// one had on entering, into a state that is looked at for itself.
    fn may_skip(&mut self, hall: &Hall, (_, _, bits): State, room: u32) -> bool {
        if self.halls.as_ref().is_some_and(|halls| !halls.careful) {
            return true;
        }
        let generous = std::mem::take(&mut self.generous);
        let leads_out = hall.regained.iter().any(|place| {
            let cell = self.board.at.binary_search(place).unwrap_or_default();
            let mut out = Vec::new();
            self.leave((self.spots.of[cell], 0, bits), room, 0, &mut out);
            !out.is_empty()
        });
        self.generous = generous;
        leads_out
    }

    /// A hall that is entered in a state; none if the room is no hall.
    fn hall(&mut self, room: u32, entry: State) -> Option<Rc<Hall>> {
        let halls = self.halls.as_ref()?;
        let bits = entry.2 & halls.local.get(&room)?;
        if let Some(known) = halls.known.get(&(entry.0, bits)) {
            return known.clone();
        }
        let place = self.board.at[self.spots.cells[entry.0 as usize] as usize];
        let key = (halls.looks.get(&room)?.clone(), place, bits);
        let shared = halls.shared.clone();
        let known = shared.0.borrow().get(&key).cloned();
        let hall = known.unwrap_or_else(|| {
            let mut yard = self.yards.remove(&room).unwrap_or_default();
            let hall = look(self, &mut yard, (entry.0, 0, bits), room).map(Rc::new);
            self.yards.insert(room, yard);
            hall
        });
        shared.0.borrow_mut().insert(key, hall.clone());
        self.halls.as_mut()?.known.insert((entry.0, bits), hall.clone());
        hall
    }
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
