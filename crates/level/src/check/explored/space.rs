//! The numbers and plans of a space that was explored, in whichever way.

use crate::limits::Limit;
use crate::plan::Plan;
use crate::rules::Location;
use crate::rules::blocks::Blocks;
use crate::rules::world::Config;

/// The number of states that can be reached, and how many of them are dead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// All that can be reached, unless a limit came first.
    pub states: u64,
    /// Those from which no goal can be reached; `None` when a limit came first.
    pub dead_states: Option<u64>,
}

/// The end of a plan through a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// A goal.
    Goal,
    /// A dead state.
    Dead,
}

/// A space that was explored.
pub(crate) trait Explored<const W: usize> {
    /// The limit that came before everything was found, if one did. Then few states are known to be dead, if any.
    fn limit(&self) -> Option<Limit>;

    /// The number of states that were found and of dead ones, and the number of those that were kept to find them.
    fn counted(&self) -> (Counted, u64);

    /// True if there are rooms with too many states to be counted. Then some of those that are not known to be dead
    /// may be so, and nothing is said of how many there are.
    fn is_vast(&self) -> bool {
        false
    }

    /// True if a goal was found.
    fn has_goal(&self) -> bool;

    /// True if a state is dead, of all that can be reached.
    fn has_dead(&self) -> bool;

    /// True if a state, which was found, is dead.
    fn is_dead(&self, location: Location, config: &Config<W>) -> bool;

    /// False for states that need not be looked at on the way to a dead one.
    fn may_lead_to_a_dead_state(&self, _: Location, _: &Config<W>) -> bool {
        true
    }

    /// True if a state lies on the way on which the first goal was found.
    fn is_on_the_way(&self, location: Location, config: &Config<W>) -> bool;

    /// A cheapest plan to a goal or into a dead state, if the space was explored in the order of cost.
    fn cheapest(&self, _: End) -> Option<Plan> {
        None
    }

    /// Traps, at most so many; none where they are not known. Each is the locations of a way into a dead state and of
    /// all that it leads to: whoever changes nothing about these leaves the level losable.
    fn traps(&self, _most: usize) -> Vec<Vec<Location>> {
        Vec::new()
    }

    /// The arrangements of blocks that were met.
    fn blocks(&self) -> &Blocks;
}
