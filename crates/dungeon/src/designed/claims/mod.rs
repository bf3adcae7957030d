//! Claims of a dungeon, each asked of the judge: the level as it is, and the level changed.
//!
//! A claim is made only if its two answers are as it says: what cannot be decided within the limits is not claimed.
//! Invariant: whoever asks `solve` for the level with what is given, and then with the change besides, gets the answers
//! that stand here.

mod claim;
mod asking;

use super::plan::{Plan, Thing};
use asking::Asking;
pub use claim::{Answer, Change, Claim, Claims, Kind};
use level::Level;
use level::check::what_if::Round;

/// Asks for all claims in a round of questions about the level. `moves` are those of a cheapest plan, where one is known.
#[must_use]
pub fn claims(plan: &Plan, level: &Level, round: &mut Round<'_>, moves: Option<u64>) -> Claims {
    let before = Answer::Solvable(moves);
    let mut asking = Asking::of(level, round, before);
    let sound = Claim {
        kind: Kind::Sound,
        about: Vec::new(),
        given: Vec::new(),
        change: Vec::new(),
        before,
        after: before,
    };
    asking.claims.all.push(sound);
    let is_key = |thing: &Thing| matches!(thing, Thing::Key(_) | Thing::Item | Thing::Switch(_));
    asking.things(plan, is_key);
    asking.secrets(plan);
    for number in 0..plan.cycles.len() {
        let places = asking.cycle(plan, number);
        asking.claims.of_cycles.push(places);
    }
    asking.gates(plan);
    asking.things(plan, |thing| !is_key(thing));
    asking.drops(plan);
    asking.claims
}
