//! Softlock repair: the smallest change after which a level that can be lost cannot be lost any more.
//!
//! There is a list of changes that a designer could make, of five kinds ([`Mend`]). Sets of at most three of them are
//! tried in order: fewer changes first, then the least sum of the kinds' numbers, then the order of the list, which is
//! that of the file. The first set after which the level can be won and cannot be lost is the answer, so that it is a
//! smallest one. A set is passed over where an earlier question shows that the level would still be losable: where it
//! leaves untouched a way into a dead state, and all that this state leads to.

mod mend;
mod trap;
mod search;

use super::report::{Check, Safety};
use crate::limits::Limits;
use crate::model::level::Level;
use crate::rules::Rules;
use crate::solve::Verdict;
pub use mend::{MOST_CHANGES, Mend, Outcome, Repair, mended, mends};

/// Looks for the smallest repair of a level that was checked under the same rules and limits.
///
/// Each question is within the limits, and the time is that of all of them together. So are states, of which all
/// questions together may keep six times as many as one check; without a limit on states the search goes on to its end.
///
/// ```
/// use quandary_level::check::{check, repair};
/// // One key, and a cupboard on the left that wastes it.
/// let level = quandary_level::formats::text::read("#########\n#.+.@k+*#\n#########\n")?;
/// let (rules, limits) = Default::default();
/// let found = repair::repair(&level, &rules, &check(&level, &rules, &limits)?, &limits);
/// let repair::Outcome::Mended(repair) = found else { panic!("{found:?}") };
/// assert!(repair.smallest);
/// assert!(check(&repair.level, &rules, &limits)?.is_softlock_free());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn repair(level: &Level, rules: &Rules, check: &Check, limits: &Limits<'_>) -> Outcome {
    match (&check.verdict, &check.safety) {
        (Verdict::Unsolvable, _) => Outcome::NotWinnable,
        (Verdict::Solvable { .. }, Safety::SoftlockFree) => Outcome::Needless,
        (Verdict::Solvable { .. }, Safety::Softlock(_)) => search::search(level, rules, limits),
        (Verdict::Unknown(limit), _) | (_, Safety::Unknown(limit)) => Outcome::Unknown(*limit),
    }
}
