//! The thing that a command is about, and the reply where it is about something else: how it stands with that.

use super::here::{Here, Sight};
use super::scene::Way;
use super::thing::Sort;
use super::{foes, tell, verbs, ways};
use crate::puzzle::play::command::{self, Understood, refuse, which};
use crate::puzzle::play::names::{Candidate, Found, exact, worded};
use crate::puzzle::play::reply::{Outcome, Reply, list, sentence};
use crate::puzzle::play::table::directions;
use level::Content;

/// The candidate that is meant; with nothing typed, the only one.
pub(super) fn choose<T: Copy>(
    here: Here<'_>,
    verb: &str,
    typed: &str,
    candidates: &[Candidate<T>],
) -> Understood<T> {
    match worded(typed, candidates) {
        Found::One(value) => Ok(value),
        Found::Several(names) => Err(which(verbs::shortened(typed), &names)),
        Found::Nothing => {
            command::choose(verb, typed, candidates, |names| other(here, verb, typed, names))
        }
    }
}

/// The way that is meant, whatever is in it.
pub(super) fn way<'a>(here: Here<'a>, verb: &str, typed: &str) -> Understood<&'a Way> {
    let typed = verbs::parts(typed).0;
    let to = choose(here, verb, typed, &here.named_ways(|_| true))?;
    here.scene.way(here.state.room, to).map_or_else(|| refuse("There is no such way."), Ok)
}

/// True if there is something of a sort in the room, whatever was done with it.
pub(super) fn has(here: Here<'_>, sort: Sort) -> bool {
    here.scene.contents(here.state.room).iter().any(|&thing| here.scene.sort(thing) == sort)
}

/// The reply to a name of something that a verb is not for: how it stands with that; `names` are what the verb is for.
pub(super) fn other(here: Here<'_>, verb: &str, typed: &str, names: &[String]) -> Reply {
    let refused = |text: String| Reply::of(Outcome::Refused, text);
    let first = typed.split_whitespace().next().unwrap_or_default();
    if let Found::One(side) = exact(first, directions())
        && !here.leads(side)
    {
        return refused(ways::no_way(here, side));
    }
    match worded(typed, &here.sights()) {
        Found::One(Sight::Thing(thing)) => return refused(of_thing(here, verb, thing)),
        Found::One(Sight::Way(to)) => {
            if let Some(text) = of_way(here, verb, to) {
                return refused(text);
            }
        }
        Found::One(Sight::Goal) => return refused(format!("You hold {}.", here.goal())),
        _ => {}
    }
    let all = here.scene.foes(here.state.room);
    if foes::are_meant(here, typed) {
        let text = if here.state.is_beaten(here.state.room) {
            format!("You have dealt with {} already.", foes::the(all))
        } else {
            format!("{} will not have that. You could `attack`.", sentence(&foes::the(all)))
        };
        return refused(text);
    }
    let reply = unknown(here, verb, typed, names);
    match tell::scenery(here, typed) {
        Some(seen) if verb == "examine" => Reply::of(Outcome::Told, seen),
        Some(seen) => refused(format!("You cannot {verb} that. {seen}")),
        None => elsewhere(here, typed, reply),
    }
}

/// The reply to a name that nothing here goes by; `names` are those of what the verb is for.
fn unknown(here: Here<'_>, verb: &str, typed: &str, names: &[String]) -> Reply {
    let typed = verbs::shortened(typed);
    let all = here.state.foes(here.scene, here.state.room);
    let met = (verb == "examine" && !all.is_empty()).then(|| foes::the(all));
    let names: Vec<String> = names.iter().cloned().chain(met).collect();
    let text = match &names[..] {
        [] => format!("You see no {typed:?} here, and nothing to {verb}."),
        names => format!("You see no {typed:?} here. You can {verb}: {}.", list(names, "and")),
    };
    Reply::of(Outcome::Unknown, text)
}

/// The reply to a name of something that was seen in another room, or another reply.
pub(super) fn elsewhere(here: Here<'_>, typed: &str, or: Reply) -> Reply {
    let Here { scene, state } = here;
    let there = state.entered.iter().flat_map(|&room| {
        let all = scene.contents(room).iter().copied();
        let left = all
            .filter(move |&thing| scene.sort(thing) != Sort::Mark && !state.is_done(room, thing));
        left.map(move |thing| (room, thing))
    });
    let all: Vec<Candidate<(usize, Content)>> =
        there.map(|(room, thing)| here.candidate((room, thing), thing)).collect();
    match worded(typed, &all) {
        Found::One((room, thing)) if room != state.room => {
            let name = sentence(&scene.the(thing));
            let text = format!("{name}: not here, but in {} ({room}).", scene.name(room));
            Reply::of(Outcome::Refused, text)
        }
        _ => or,
    }
}

fn of_thing(here: Here<'_>, verb: &str, thing: Content) -> String {
    let Here { scene, state } = here;
    let name = scene.the(thing);
    let done = state.is_done(state.room, thing);
    match scene.sort(thing) {
        Sort::Lever if done => format!("{} was pulled already.", sentence(&name)),
        Sort::Stones if done => "The stones stand on their plates already.".to_owned(),
        Sort::Lever | Sort::Switch => format!("You cannot {verb} {name}. You could `pull` it."),
        Sort::Stones => format!("You cannot {verb} the stones. You could `push` them."),
        Sort::Portable if state.has(thing) => {
            format!("You carry {name}: nothing to {verb}.")
        }
        _ => format!("You cannot {verb} {name}. You could take that."),
    }
}

/// The reply about a way that a verb is not for.
fn of_way(here: Here<'_>, verb: &str, to: usize) -> Option<String> {
    let way = here.scene.way(here.state.room, to)?;
    let unmet = ways::obstacles(here, way);
    let name = here.way_name(way);
    let state = if unmet.is_empty() { format!("The way {name} is open.") } else { unmet.join(" ") };
    Some(match verb {
        "bomb" if unmet.is_empty() => format!("No wall is left in the way {name}: it is open."),
        "bomb" => format!("The way {name} is no cracked wall. {state}"),
        verb => format!("The way {name} is nothing to {verb}. {state}"),
    })
}
