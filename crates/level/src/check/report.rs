//! The report of a check.

use super::levels::Levels;
use super::lint::Finding;
use super::needed::Need;
use super::spheres::Found;
use super::why_not::WhyNot;
use crate::limits::{Limit, Limits};
use crate::model::level::Level;
use crate::plan::{Plan, Walk};
use crate::rules::{Rules, TooManyBits};
use crate::solve::{self, Verdict};

/// Freedom of a level from softlocks: states in which a player is stuck for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Safety {
    /// Proved: from every state that can be reached, a goal can still be reached.
    SoftlockFree,
    /// Proved: some states are dead, which means that no goal can be reached from them. The witness is a cheapest
    /// plan into one, replayed; `None` where the level cannot be won at all.
    Softlock(Option<(Plan, Walk)>),
    /// Not decided: this limit came first.
    Unknown(Limit),
}

/// Everything that was found out about a level.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Check {
    /// The verdict: whether it can be won.
    pub verdict: Verdict,
    /// The limit that kept the plan of the verdict from being proved a cheapest one, if one did.
    pub cost_limit: Option<Limit>,
    /// Freedom from softlocks.
    pub safety: Safety,
    /// The limit that ended the exploration before everything was found, if one did.
    pub limit: Option<Limit>,
    /// The number of states that were found: all that can be reached, unless a limit came first.
    pub states: u64,
    /// The number of states that were kept, which is the number that a limit on states counts: at tile level
    /// those of the contracted world.
    pub kept: u64,
    /// The number of them that are dead; `None` when a limit came first.
    pub dead_states: Option<u64>,
    /// The things and locks with whether they are needed; empty unless the level can be won.
    pub needed: Vec<Need>,
    /// The spheres: what comes into reach with what lay in those before.
    pub spheres: Vec<Vec<Found>>,
    /// The explanation of why it cannot be won; only for a level that was proved unsolvable.
    pub why_not: Option<WhyNot>,
    /// For a level of tiles with a room graph: whether the graph alone says the same.
    pub levels: Option<Levels>,
    /// Findings about the file.
    pub lint: Vec<Finding>,
}

impl Check {
    /// True if it is proved that a goal can be reached from every state that can be reached.
    #[must_use]
    pub fn is_softlock_free(&self) -> bool {
        self.safety == Safety::SoftlockFree
    }

    /// True if all is known but numbers: of the states, and the least cost.
    pub(super) fn decides_all_but_numbers(&self) -> bool {
        !matches!(self.verdict, Verdict::Unknown(_))
            && !matches!(self.safety, Safety::Unknown(_))
            && self.needed.iter().all(|need| need.needed.is_some())
    }

    /// True if its plan is proved a cheapest one, or is now.
    ///
    /// # Errors
    /// [`TooManyBits`] for a level that keeps track of too many things.
    pub(super) fn has_the_least(
        &mut self,
        level: &Level,
        rules: &Rules,
        limits: &Limits<'_>,
    ) -> Result<bool, TooManyBits> {
        if self.cost_limit.is_none() {
            return Ok(true);
        }
        let found = solve::by_landmarks(level, rules, limits)?.verdict;
        let is_least = matches!(found, Verdict::Solvable { optimal: true, .. });
        if is_least {
            (self.verdict, self.cost_limit) = (found, None);
        }
        Ok(is_least)
    }

    /// A check that a limit kept from finding out anything.
    pub(super) fn unknown(limit: Limit) -> Self {
        Self {
            verdict: Verdict::Unknown(limit),
            cost_limit: None,
            safety: Safety::Unknown(limit),
            limit: Some(limit),
            states: 0,
            kept: 0,
            dead_states: None,
            needed: Vec::new(),
            spheres: Vec::new(),
            why_not: None,
            levels: None,
            lint: Vec::new(),
        }
    }
}
