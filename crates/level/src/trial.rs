//! A trial: the results of the verifier for a level within fixed limits, for measures and ratings.
//!
//! A trial contains a plan (a cheapest one, if that is proved within the limits), the softlock status of the level,
//! and its spheres. The main limit is on states and not on time, so the result is the same on every machine.

use crate::check::least::{self, Proof};
use crate::check::{Check, Safety, safety, spheres};
use crate::limits::Limits;
use crate::model::Level;
use crate::plan::Walk;
use crate::rules::{Rules, TooManyBits};
use crate::solve::{Options, Solution, Verdict, solve};

/// The default limit on states for each question about a level that is rated, or measured on its own.
pub const STATES: u64 = 100_000;

/// The least limit on places for a proof that counts no states.
const PLACES: u64 = 2_000_000;

/// The softlock status of a level, as far as it was decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SoftlockStatus {
    /// Proved: no player can get stuck.
    SoftlockFree,
    /// Proved: a player can get stuck.
    CanSoftlock {
        /// The share of the reachable states that are dead; `None` if they were not all counted.
        dead: Option<f64>,
        /// The cost of the cheapest plan into a dead state; `None` for a level that cannot be won.
        trap: Option<f64>,
    },
    /// A limit was reached first.
    Unknown,
}

/// The results for a level.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Trial {
    /// True if it can be won, false if not; `None` if a limit was reached first.
    pub winnable: Option<bool>,
    /// A replayed plan, if the level can be won.
    pub walk: Option<Walk>,
    /// True if it is proved that no plan costs less.
    pub is_cheapest: bool,
    /// The number of states that the search for the plan expanded.
    pub explored: u64,
    /// The softlock status.
    pub softlocks: SoftlockStatus,
    /// The number of spheres in which things become reachable.
    pub spheres: usize,
}

impl Trial {
    /// The trial of a level that is already proved softlock-free, from a plan and the number of states that the
    /// search for it expanded. Equals the result of [`trial`], without another search.
    #[must_use]
    pub fn proved(
        level: &Level,
        rules: &Rules,
        (walk, is_cheapest, explored): (Walk, bool, u64),
    ) -> Self {
        Self {
            winnable: Some(true),
            walk: Some(walk),
            is_cheapest,
            explored,
            softlocks: SoftlockStatus::SoftlockFree,
            spheres: spheres(level, rules).len(),
        }
    }

    /// True if no player can get stuck, false if one can; `None` if that is unknown.
    #[must_use]
    pub fn softlock_free(&self) -> Option<bool> {
        match self.softlocks {
            SoftlockStatus::SoftlockFree => Some(true),
            SoftlockStatus::CanSoftlock { .. } => Some(false),
            SoftlockStatus::Unknown => None,
        }
    }

    /// The share of reachable states that are dead; `None` if it is unknown.
    #[must_use]
    pub fn dead_share(&self) -> Option<f64> {
        match self.softlocks {
            SoftlockStatus::SoftlockFree => Some(0.0),
            SoftlockStatus::CanSoftlock { dead, .. } => dead,
            SoftlockStatus::Unknown => None,
        }
    }
}

/// Runs the trial of a level. The limits apply to each of its questions separately.
///
/// # Errors
/// [`TooManyBits`] for a level with too many facts.
///
/// ```
/// use quandary_level::trial::{SoftlockStatus, trial};
/// let level = quandary_level::formats::text::read("#########\n#.+.@k+*#\n#########\n")?; // a cupboard wastes the key
/// let trial = trial(&level, &Default::default(), &Default::default())?;
/// let dead = Some(5.0 / 15.0);
/// assert_eq!(trial.softlocks, SoftlockStatus::CanSoftlock { dead, trap: Some(4.0) });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn trial(level: &Level, rules: &Rules, limits: &Limits<'_>) -> Result<Trial, TooManyBits> {
    let Solution { verdict, explored, .. } = solve(level, rules, &Options::default(), limits)?;
    // Places are far fewer than states, and cheaper.
    let places = Limits { states: limits.states.map(|states| states.max(PLACES)), ..*limits };
    let unlosable = matches!(least::prove(level, rules, &places)?, Proof::SoftlockFree { .. });
    let (winnable, walk, is_cheapest) = match verdict {
        Verdict::Solvable { walk, optimal, .. } => (Some(true), Some(walk), optimal),
        Verdict::Unsolvable => (Some(false), None, false),
        Verdict::Unknown(_) => match least::walk(level, rules, &places)? {
            Some(walk) => (Some(true), Some(walk), false),
            None => (unlosable.then_some(true), None, false),
        },
    };
    let softlocks = match (unlosable, winnable) {
        (true, _) => SoftlockStatus::SoftlockFree,
        (false, Some(false)) => SoftlockStatus::CanSoftlock { dead: Some(1.0), trap: None },
        (false, _) => softlock_status(&safety(level, rules, limits)?),
    };
    let spheres = spheres(level, rules).len();
    Ok(Trial { winnable, walk, is_cheapest, explored, softlocks, spheres })
}

/// The softlock status found by a check.
fn softlock_status(check: &Check) -> SoftlockStatus {
    match &check.safety {
        Safety::SoftlockFree => SoftlockStatus::SoftlockFree,
        Safety::Unknown(_) => SoftlockStatus::Unknown,
        Safety::Softlock(witness) => SoftlockStatus::CanSoftlock {
            dead: check.dead_states.map(|dead| dead as f64 / check.states as f64),
            trap: witness.as_ref().map(|(_, walk)| walk.cost.value()),
        },
    }
}
