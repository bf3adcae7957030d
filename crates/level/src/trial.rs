//! A trial: what the judge finds of a level within a bound, as measures and ratings ask for it.
//!
//! A plan, a cheapest one where that shows soon; whether a player can get stuck, and how soon; the spheres. The bound
//! is on states and not on time, so that a level is found the same everywhere.

use crate::check::least::{self, Proof};
use crate::check::{Check, Safety, safety, spheres};
use crate::limits::Limits;
use crate::model::Level;
use crate::plan::Walk;
use crate::rules::{Rules, TooManyBits};
use crate::solve::{Options, Solution, Verdict, solve};

/// The most states that a question about a level may take, where it is rated, and by itself where it is measured.
pub const STATES: u64 = 100_000;

/// The most places of a proof without counting, whatever the limit on states.
const PLACES: u64 = 2_000_000;

/// Freedom of a level from dead states, as far as it was found out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SoftlockStatus {
    /// Proved: nobody can get stuck.
    SoftlockFree,
    /// Proved: somebody can.
    CanSoftlock {
        /// The share of the reachable states that are dead; `None` where they were not all counted.
        dead: Option<f64>,
        /// The cost of the cheapest way into one of them; `None` for a level that cannot be won.
        trap: Option<f64>,
    },
    /// A limit came first.
    Unknown,
}

/// The findings about a level.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Trial {
    /// True if it can be won, false if not; `None` when a limit came first.
    pub winnable: Option<bool>,
    /// A plan, replayed, of a level that can be won.
    pub walk: Option<Walk>,
    /// True if it is proved that no plan costs less.
    pub is_cheapest: bool,
    /// The number of states that the search for it expanded.
    pub explored: u64,
    /// Freedom from dead states.
    pub softlocks: SoftlockStatus,
    /// The number of spheres in which things come into reach.
    pub spheres: usize,
}

impl Trial {
    /// The trial of a level of which it was proved before that nobody can get stuck in it, with a plan and the number of
    /// states that the search for it expanded: what a trial would find, without searching again.
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

    /// True if nobody can get stuck, false if somebody can; `None` where that is not known.
    #[must_use]
    pub fn softlock_free(&self) -> Option<bool> {
        match self.softlocks {
            SoftlockStatus::SoftlockFree => Some(true),
            SoftlockStatus::CanSoftlock { .. } => Some(false),
            SoftlockStatus::Unknown => None,
        }
    }

    /// The share of reachable states that are dead; `None` where it is not known.
    #[must_use]
    pub fn dead_share(&self) -> Option<f64> {
        match self.softlocks {
            SoftlockStatus::SoftlockFree => Some(0.0),
            SoftlockStatus::CanSoftlock { dead, .. } => dead,
            SoftlockStatus::Unknown => None,
        }
    }
}

/// Tries a level. The limits hold for each of its questions alone.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
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
    // Places are far fewer than states, and cost less.
    let places = Limits { states: limits.states.map(|states| states.max(PLACES)), ..*limits };
    let unlosable = matches!(least::prove(level, rules, &places)?, Proof::Unlosable { .. });
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

/// The standing that a check finds.
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
