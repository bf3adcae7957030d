//! Deeds that players try: to put one thing into another, to throw, drop, read, talk, and to kick.

use super::here::Here;
use super::meaning::Meaning;
use super::thing::Sort;
use super::{deeds, foes, line, scenery, unlock};
use crate::designed::texts::parley;
use crate::puzzle::play::command::{Understood, refuse, which, without};
use crate::puzzle::play::names::{Found, worded};
use level::Content;

/// Words before what something is put into, or thrown at.
const INTO: [&str; 9] =
    [" in ", " into ", " inside ", " through ", " on ", " onto ", " at ", " to ", " over "];

/// The thing, and where it is to go.
fn parts(typed: &str) -> (&str, &str) {
    let found = INTO.iter().filter_map(|link| Some((typed.find(link)?, link.len())));
    match found.min() {
        Some((at, length)) => {
            let (about, rest) = typed.split_at(at);
            (about.trim(), rest.get(length..).unwrap_or_default().trim())
        }
        None => (typed, ""),
    }
}

/// A key that is put into a lock opens it, and stones are put onto their plates; all else is kept.
pub(super) fn put(here: Here<'_>, typed: &str) -> Understood<Meaning> {
    let (about, into) = parts(typed);
    let stones = here.left(&[Sort::Stones]);
    if matches!(worded(about, &stones), Found::One(_)) {
        return deeds::push(here, about);
    }
    let is_key =
        |thing| matches!(thing, Content::Key | Content::BossKey) || here.scene.is_key(thing);
    match worded(about, &here.held()) {
        Found::One(thing) if is_key(thing) && !into.is_empty() => {
            unlock::unlock(here, &format!("{into} with {about}")).map(Meaning::one)
        }
        _ => drop(here, about),
    }
}

/// Nothing is dropped.
pub(super) fn drop<T>(here: Here<'_>, typed: &str) -> Understood<T> {
    match worded(typed, &here.held()) {
        Found::One(thing) => refuse(format!("You had better keep {}.", here.scene.the(thing))),
        Found::Several(names) => Err(which(typed, &names)),
        Found::Nothing if typed.is_empty() || deeds::is_all(typed) => {
            refuse("What you carry may be of use yet, and you keep it.")
        }
        Found::Nothing => refuse(format!("You carry no {:?}.", line::shortened(typed))),
    }
}

/// A lever is thrown, a bomb may be; all else is kept.
pub(super) fn throw(here: Here<'_>, typed: &str) -> Understood<Meaning> {
    let (about, at) = parts(typed);
    let levers = here.left(&[Sort::Lever, Sort::Switch]);
    let is_lever = worded(about, &levers) != Found::Nothing;
    if is_lever || about.is_empty() || without(about, &["lever", "switch"]) != about {
        return deeds::pull(here, about).map(Meaning::one);
    }
    match worded(about, &here.held()) {
        Found::One(Content::ItemMinor) if foes::are_meant(here, at) => {
            refuse("The bombs are for walls. `attack` takes no more than your hands.")
        }
        Found::One(Content::ItemMinor) if !at.is_empty() => deeds::bomb(here, at).map(Meaning::one),
        Found::One(thing) => {
            let name = here.scene.the(thing);
            refuse(format!("You would only have to go and fetch {name} again."))
        }
        _ => drop(here, about),
    }
}

/// What is written anywhere is told with the room.
pub(super) fn read(here: Here<'_>, typed: &str) -> Understood<Vec<String>> {
    match scenery::sentence(here, typed) {
        Some(seen) => Ok(vec![seen]),
        None => refuse("There is nothing here to read that you have not been told."),
    }
}

/// Nobody has much to say.
pub(super) fn talk<T>(here: Here<'_>) -> Understood<T> {
    let Here { scene, state } = here;
    let names = state.foes(scene, state.room);
    let answer = parley(&foes::the(names), state.room).filter(|_| !names.is_empty());
    refuse(answer.unwrap_or_else(|| "Nobody here has anything to say to you.".to_owned()))
}

/// An enemy that is kicked is fought; all else gets the reply.
pub(super) fn strike(here: Here<'_>, typed: &str, reply: &str) -> Understood<Meaning> {
    if foes::are_meant(here, line::parts(typed).0) {
        return foes::fight(here, typed).map(Meaning::one);
    }
    refuse(reply)
}
