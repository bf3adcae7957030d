//! Rooms with blocks, walked through as one: what happens to blocks in a room is forgotten when it is left, and depends
//! on few facts, so it is looked at once for each way in and not with everything else that may be in hand.

use super::game::Game;
use super::hall::Hall;
use super::look::look;
use super::search::State;
use std::rc::Rc;

impl Game<'_> {
    /// Puts the states behind a hall into the list, if a state lies in one with all blocks at home; false if not.
    pub(super) fn through(&mut self, state: State, into: &mut Vec<(State, u32)>) -> bool {
        let room = self.board.room[self.spots.cells[state.0 as usize] as usize];
        if state.1 != 0 || self.halls.as_ref().is_none_or(|halls| !halls.local.contains_key(&room))
        {
            return false;
        }
        let Some(hall) = self.hall(room, state).filter(|hall| self.may_skip(hall, state, room))
        else {
            return false;
        };
        for (exit, gained, cost) in &hall.exits {
            let cell = self.board.at.binary_search(exit).unwrap_or_default();
            let exit = self.spots.of[cell];
            self.leave((exit, 0, state.2 | gained), room, *cost, into);
        }
        if let Some(halls) = &mut self.halls {
            halls.cells.extend(&hall.cells);
        }
        true
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

    /// True if nobody gets stuck within a hall: one always gets back to where one came in, and can leave from there
    /// into a state that is looked at for itself.
    fn may_skip(&mut self, hall: &Hall, entry: State, room: u32) -> bool {
        if self.halls.as_ref().is_some_and(|halls| !halls.careful) {
            return true;
        }
        let mut out = Vec::new();
        self.leave(entry, room, 0, &mut out);
        hall.regains && !out.is_empty()
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
