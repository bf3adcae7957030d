//! The results of an exploration: states, goals, paths and plans into them, facts gained and locks closed.

use super::super::trace::{self, Last};
use super::{NONE, Space, State, StateIndex};
use crate::plan::Plan;
use crate::rules::Location;
use crate::rules::blocks::Blocks;
use crate::rules::door::Door;
use crate::rules::world::Config;

impl<const W: usize> Space<W> {
    /// The number of states that were found.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// The number of expanded states.
    pub(crate) fn expanded(&self) -> usize {
        self.expanded
    }

    /// The number of bytes the states take.
    pub(crate) fn bytes(&self) -> u64 {
        let words = self.slots.len() + self.first_next.len() + self.next.len();
        let moves = (self.gains.len() + self.closed.len()) * size_of::<(StateIndex, Door)>();
        let states = self.states.len() * size_of::<State>();
        (words * 4 + moves + states) as u64 + self.configs.bytes() + self.blocks.bytes()
    }

    /// The cheapest goal state, if one was found.
    pub(crate) fn goal(&self) -> Option<StateIndex> {
        self.goals.first().copied()
    }

    /// The states, in the order in which they were found: each with its configuration and its location.
    pub(crate) fn states(&self) -> impl Iterator<Item = (&Config<W>, Location)> {
        self.states.iter().map(|state| self.told(state))
    }

    /// The goal states.
    pub(crate) fn goals(&self) -> impl Iterator<Item = (&Config<W>, Location)> {
        self.goals.iter().map(|&goal| self.told(&self.states[goal as usize]))
    }

    /// True if a state was found.
    pub(crate) fn contains(&self, config: &Config<W>, location: Location) -> bool {
        self.state(config, location).is_some()
    }

    /// The state of a configuration and a location, if it was found.
    pub(crate) fn state(&self, config: &Config<W>, location: Location) -> Option<StateIndex> {
        let number = self.configs.find(config)?;
        let slot = *self.slots.get(number as usize * self.locations + location as usize)?;
        (slot != NONE).then_some(slot)
    }

    /// The arrangements of blocks that were met; another search that begins with them shares their numbers.
    pub(crate) fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// The locations on the path into a state, each with the number of its configuration; the state first.
    pub(crate) fn way(&self, state: StateIndex) -> Vec<(Location, u32)> {
        let mut way = Vec::new();
        let mut at = state;
        while let Some(found) = self.states.get(at as usize) {
            way.push((found.location, found.configuration));
            at = found.parent;
        }
        way
    }

    /// The number of a configuration that was met.
    pub(crate) fn configuration(&self, config: &Config<W>) -> Option<u32> {
        self.configs.find(config)
    }

    /// The successors of each state, in rows: `next[first[i]..first[i + 1]]` for state `i`. Empty
    /// unless everything was explored with [`Scope::Transitions`](super::Scope::Transitions).
    pub(crate) fn transitions(&self) -> (&[u32], &[StateIndex]) {
        (&self.first_next, &self.next)
    }

    /// The moves through doors that took something, opened something or paid for something.
    pub(crate) fn gains(&self) -> impl Iterator<Item = (&Config<W>, Location, Door)> {
        self.gains.iter().map(|&(state, door)| self.at(state, door))
    }

    /// The doors that were met closed.
    pub(crate) fn closed(&self) -> impl Iterator<Item = (&Config<W>, Location, Door)> {
        self.closed.iter().map(|&(state, door)| self.at(state, door))
    }

    fn at(&self, state: StateIndex, door: Door) -> (&Config<W>, Location, Door) {
        let (config, location) = self.told(&self.states[state as usize]);
        (config, location, door)
    }

    fn told(&self, state: &State) -> (&Config<W>, Location) {
        (self.configs.get(state.configuration), state.location)
    }

    /// A plan into a state, at room level a cheapest one.
    pub(crate) fn plan(&self, state: StateIndex) -> Plan {
        trace::plan(state, |at| {
            let &State { location, parent, by, .. } = self.states.get(at as usize)?;
            Some(Last { location, parent, by })
        })
    }
}
