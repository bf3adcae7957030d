//! Locks that a player wants to open.

use super::choose::{choose, elsewhere};
use super::here::Here;
use super::state::Action;
use super::thing::asked;
use super::{line, ways};
use crate::puzzle::play::command::{Understood, carried, refuse};
use crate::puzzle::play::names::{Candidate, Found, worded};
use crate::puzzle::play::reply::{Outcome, Reply, sentence};
use level::Requirement;

/// The lock that is meant, if its key is in hand.
pub(super) fn unlock(here: Here<'_>, typed: &str) -> Understood<Action> {
    let Here { scene, state } = here;
    let (about, key) = line::parts(typed);
    let about = about.strip_prefix("way ").unwrap_or(about);
    let (about, key) = match about.split_once(' ') {
        Some(("with" | "using", key)) => ("", key),
        _ => (about, key),
    };
    let locked = here.named_ways(|way| !state.locks(scene, way).is_empty());
    let to = locked_way(here, about, key, &locked)?;
    let Some(way) = scene.way(state.room, to) else { return refuse("There is no such way.") };
    let locks = state.locks(scene, way);
    let asks = ways::asks(here, &locks);
    if !key.is_empty() {
        fitting(here, key, &locks)?;
    }
    if locks.iter().all(|&lock| state.has_key(lock)) {
        return Ok(Action::Unlock(to));
    }
    let one = if locks.len() == 1 { "You carry no key that fits" } else { "You lack a key" };
    refuse(format!("{one}. {asks}"))
}

/// The locked way that is meant; of another way it is said that it has no lock.
fn locked_way(
    here: Here<'_>,
    typed: &str,
    key: &str,
    locked: &[Candidate<usize>],
) -> Understood<usize> {
    if let (Found::Nothing, Found::One(to)) =
        (worded(typed, locked), worded(typed, &here.named_ways(|_| true)))
    {
        return Err(no_lock(here, to));
    }
    if typed.is_empty() && locked.is_empty() && !key.is_empty() {
        carried(key, &here.held())?;
    }
    if worded(typed, locked) == Found::Nothing && worded(typed, &here.held()) != Found::Nothing {
        // `unlock key` means with that key.
        return choose(here, "unlock", "", locked);
    }
    choose(here, "unlock", typed, locked)
}

/// The reply about a way that has no lock, or none that is shut.
fn no_lock(here: Here<'_>, to: usize) -> Reply {
    let Some(way) = here.scene.way(here.state.room, to) else {
        return Reply::of(Outcome::Refused, "There is no such way.");
    };
    let unmet = ways::obstacles(here, way);
    let name = here.way_name(way);
    let text = match &unmet[..] {
        [] if way.needs.is_empty() => format!("The way {name} has no lock, and is open."),
        [] => format!("The way {name} is open already."),
        unmet => format!("That takes no key. {}", unmet.join(" ")),
    };
    Reply::of(Outcome::Refused, text)
}

/// Asks whether a key is in hand and fits one of the locks.
fn fitting(here: Here<'_>, typed: &str, locks: &[Requirement]) -> Understood<()> {
    let key = carried(typed, &here.held()).map_err(|reply| elsewhere(here, typed, reply))?;
    if locks.iter().any(|&lock| asked(lock) == Some(key)) {
        return Ok(());
    }
    let key = sentence(&here.scene.the(key));
    let text = format!("{key} does not fit. {}", ways::asks(here, locks));
    Err(Reply::of(Outcome::Wrong, text))
}
