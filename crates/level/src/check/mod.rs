//! Beyond winnable: whether a player can get stuck, and how; what is needed; in which order things
//! come into reach; and for a level that cannot be won, why not and what would mend it.
//!
//! Everything here is proved over the whole space of reachable states, or not claimed. At tile level it is
//! the contracted world that is explored: open ground is one place, so that the search goes from event to
//! event, and every place counts as many states as it has cells.

mod dead;
pub mod locks;
pub mod certify;
pub mod reversible;
pub mod least;
mod edit;
pub mod change;
mod things;
mod winnable;
mod count;
pub mod needed;
pub mod shut;
pub mod survey;
pub mod why_not;
mod spheres;
pub mod lint;
pub mod levels;
pub mod what_if;
pub mod repair;
mod report;
mod explored;
mod analysis;

use crate::limits::{Limit, Limits};
use crate::model::level::Level;
use crate::rules::facts::with_width;
use crate::rules::prepared::{Prepared, is_too_large};
use crate::rules::{Collect, Rules, TooManyBits};
use crate::solve::Verdict;
use analysis::analysis;
use clock::Instant;
pub use count::count;
pub use explored::Counted;
pub use report::{Check, Safety};
pub use spheres::{Found, spheres};

/// Checks a level: at tile level where it has tiles, else at room level.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
///
/// ```
/// // One key, and a cupboard on the left that wastes it.
/// let level = quandary_level::formats::text::read("#########\n#.+.@k+*#\n#########\n")?;
/// let check = quandary_level::check::check(&level, &Default::default(), &Default::default())?;
/// assert_eq!((check.states, check.dead_states), (15, Some(5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(level: &Level, rules: &Rules, limits: &Limits<'_>) -> Result<Check, TooManyBits> {
    let begin = Instant::now();
    if is_too_large(level, limits) {
        return Ok(Check::unknown(Limit::Memory));
    }
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    let mut check = with_width!(prepared.facts().len(), analysis::<W>(level, &prepared, limits))?;
    match &check.verdict {
        Verdict::Solvable { walk, .. } => {
            check.needed = needed::needed(level, rules, walk, &limits.since(begin));
        }
        Verdict::Unsolvable => {
            check.why_not = why_not::why_not(level, rules, Collect::Nothing, &limits.since(begin));
        }
        Verdict::Unknown(_) => {}
    }
    check.levels = levels::compare(level, rules, &check.verdict, &limits.since(begin));
    Ok(check)
}

/// The most states that [`usual`] keeps: at first, and where these decide too little.
pub const USUAL_STATES: [u64; 2] = [500_000, 10_000_000];

/// Checks a level as [`check`](fn@check) does where nobody says how many states may be kept: few, if these decide all but
/// the number of states, since it is often proved without counting that nothing can be lost; else many. The search for a
/// cheapest plan, which needs none of them, may meet many. `limits` are then those under which the level was checked; a
/// smaller number of states in them holds.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
pub fn usual(level: &Level, rules: &Rules, limits: &mut Limits<'_>) -> Result<Check, TooManyBits> {
    let begin = Instant::now();
    let [few, many] = USUAL_STATES.map(|most| Some(limits.states.map_or(most, |n| n.min(most))));
    limits.states = few;
    let mut found = check(level, rules, limits)?;
    if few == many || found.limit != Some(Limit::States) {
        return Ok(found);
    }
    let all = Limits { states: many, ..*limits };
    if found.decides_all_but_numbers() && found.has_the_least(level, rules, &all.since(begin))? {
        return Ok(found);
    }
    *limits = all;
    check(level, rules, &limits.since(begin))
}

/// Checks a level as [`check`](fn@check) does, but asks neither what is needed nor why it cannot be won, and compares
/// nothing with the room graph: verdict, safety, states, spheres and lint.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
pub fn safety(level: &Level, rules: &Rules, limits: &Limits<'_>) -> Result<Check, TooManyBits> {
    if is_too_large(level, limits) {
        return Ok(Check::unknown(Limit::Memory));
    }
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    with_width!(prepared.facts().len(), analysis::<W>(level, &prepared, limits))
}
