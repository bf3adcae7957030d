//! The choice of the thing around the player that a command is about, and the reply where that is not clear.

use super::action::Whereabouts;
use super::command::{self, Understood};
use super::here::{Here, Sight};
use super::names::{Candidate, Found, leading};
use super::reply::{Outcome, Reply, sentence};
use crate::puzzle::Kind;

/// The candidate that is meant; with nothing typed, the only one.
pub(super) fn choose<T: Copy>(
    verb: &str,
    typed: &str,
    candidates: &[Candidate<T>],
    here: Here<'_>,
) -> Understood<T> {
    command::choose(verb, typed, candidates, |names| unknown(verb, typed, names, here))
}

/// The reply to a name that fits nothing that the verb is for.
pub(super) fn unknown(verb: &str, typed: &str, names: &[String], here: Here<'_>) -> Reply {
    let other = leading(typed, &here.sights()).0;
    if let Found::One(sight) = other {
        let (name, how) = other_way(here, sight);
        return Reply::of(
            Outcome::Refused,
            format!("{} is nothing to {verb}. {how}", sentence(&name)),
        );
    }
    command::unknown(verb, typed, names)
}

/// The name of something, and a sentence that says what can be done with it.
fn other_way(here: Here<'_>, sight: Sight) -> (String, String) {
    let candidates = here.sights();
    let name = candidates.into_iter().find(|candidate| candidate.value == sight);
    let name = name.map_or(String::new(), |candidate| candidate.shown);
    let how = match sight {
        Sight::Puzzle(i) if here.state.is_solved(i) => "It is solved already.",
        Sight::Puzzle(i) => match here.scenario.puzzle(i).map(|puzzle| &puzzle.kind) {
            Some(Kind::LockedDoor { .. }) => "You could unlock it.",
            Some(Kind::Lever) => "You could pull it.",
            Some(Kind::PressurePlate) => "You could step on it.",
            Some(Kind::Riddle { .. }) => "You could answer it.",
            Some(Kind::Sequence { .. }) => "You could activate its objects.",
            None => "",
        },
        Sight::Beyond(i, _) if here.state.is_solved(i) => "It is solved already.",
        Sight::Beyond(..) => "It stands on the other side.",
        Sight::Chest(i) if here.state.is_unlocked(i) => "It is open.",
        Sight::Chest(_) => "You could open it.",
        Sight::Item(item) => match here.state.whereabouts(item) {
            Whereabouts::Held => "You carry it.",
            _ => "You could take it.",
        },
    };
    (name, how.to_owned())
}
