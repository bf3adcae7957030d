//! The meaning of a command, here and now.
//!
//! Invariant: understanding changes nothing; what is understood as an action can be done.

use super::here::Here;
use super::scene::Way;
use super::state::Action;
use super::thing::Sort;
use super::verbs::{self, Verb};
use super::{hint, map, tell};
use crate::puzzle::play::fold;
use crate::puzzle::play::names::{Candidate, Found, leading, whole};
use crate::puzzle::play::reply::{Outcome, Reply, list, sentence};
use crate::puzzle::play::table;
use level::{Content, Requirement};

/// The meaning of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Something to be done.
    Do(Action),
    /// Several things to be done, one after another.
    Each(Vec<Action>),
    /// The last action is to be taken back.
    Undo,
    /// Something to be said, and no more.
    Say(Reply),
}

/// Something that was understood, or the reply that stops understanding.
type Understood<T> = Result<T, Reply>;

/// The meaning of a line.
pub(super) fn meaning(here: Here<'_>, line: &str) -> Meaning {
    understand(here, line).unwrap_or_else(Meaning::Say)
}

fn refuse<T>(text: impl Into<String>) -> Understood<T> {
    Err(Reply::of(Outcome::Refused, text))
}

fn which(typed: &str, names: &[String]) -> Reply {
    Reply::of(Outcome::Ambiguous, format!("{typed:?} can mean {}.", list(names, "or")))
}

fn understand(here: Here<'_>, line: &str) -> Understood<Meaning> {
    let line = line.trim();
    if line.is_empty() {
        return Err(Reply::new(Outcome::Told, []));
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match verbs::verb(word) {
        Found::One(verb) => obey(here, verb, rest.trim()),
        Found::Several(names) => Err(which(word, &names)),
        Found::Nothing => {
            let text = format!("I do not know {word:?}. Known are {}.", verbs::known());
            Err(Reply::of(Outcome::Unknown, text))
        }
    }
}

fn obey(here: Here<'_>, verb: Verb, rest: &str) -> Understood<Meaning> {
    let told = |lines: Vec<String>| Ok(Meaning::Say(Reply::new(Outcome::Told, lines)));
    let file = (!rest.is_empty()).then(|| rest.to_owned());
    let outcome = |outcome| Ok(Meaning::Say(Reply::new(outcome, [])));
    match verb {
        Verb::Look => match without(rest, &["at"]) {
            "" => told(tell::look(here)),
            thing => told(tell::examine(here, choose("examine", thing, &here.sights())?)),
        },
        Verb::Examine => told(tell::examine(here, choose("examine", rest, &here.sights())?)),
        Verb::Hint => told(hint(here, rest)?),
        Verb::Inventory => told(tell::inventory(here)),
        Verb::Map => told(map::draw(here)),
        Verb::Help => told(verbs::help()),
        Verb::Undo => Ok(Meaning::Undo),
        Verb::Save => outcome(Outcome::Save { file }),
        Verb::Load => outcome(Outcome::Load { file }),
        Verb::Quit => outcome(Outcome::Quit),
        Verb::Walk(side) => walk(here, format!("{} {rest}", side.name()).trim()).map(Meaning::Do),
        Verb::Go => walk(here, without(rest, &["to"])).map(Meaning::Do),
        Verb::Take => take(here, rest),
        Verb::Unlock => unlock(here, rest).map(Meaning::Do),
        Verb::Pull => pull(here, rest).map(Meaning::Do),
        Verb::Push => {
            choose("push", rest, &here.left(&[Sort::Stones])).map(Action::Work).map(Meaning::Do)
        }
        Verb::Bomb => bomb(here, rest).map(Meaning::Do),
    }
}

/// A text without one of some words in front.
fn without<'t>(text: &'t str, words: &[&str]) -> &'t str {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if words.contains(&fold::name(first).as_str()) { rest.trim() } else { text }
}

/// The candidate that is meant; with nothing typed, the only one.
fn choose<T: Copy>(verb: &str, typed: &str, candidates: &[Candidate<T>]) -> Understood<T> {
    let names: Vec<String> = candidates.iter().map(|candidate| candidate.shown.clone()).collect();
    match (whole(typed, candidates), candidates) {
        (_, []) if typed.is_empty() => refuse(format!("There is nothing here to {verb}.")),
        (_, [one]) if typed.is_empty() => Ok(one.value),
        _ if typed.is_empty() => {
            let text = format!("{} what: {}?", sentence(verb), list(&names, "or"));
            Err(Reply::of(Outcome::Ambiguous, text))
        }
        (Found::One(value), _) => Ok(value),
        (Found::Several(names), _) => Err(which(typed, &names)),
        (Found::Nothing, []) => Err(Reply::of(
            Outcome::Unknown,
            format!("There is no {typed:?} here, and nothing to {verb}."),
        )),
        (Found::Nothing, _) => {
            let text =
                format!("There is no {typed:?} here. You can {verb}: {}.", list(&names, "and"));
            Err(Reply::of(Outcome::Unknown, text))
        }
    }
}

/// The way that is meant, whatever is in it.
fn way<'a>(here: Here<'a>, verb: &str, typed: &str) -> Understood<&'a Way> {
    if let Found::One(side) = whole(typed, table::directions())
        && !here.leads(side)
    {
        return refuse(tell::no_way(here, side));
    }
    let to = choose(verb, typed, &here.named_ways(|_| true))?;
    here.scene.way(here.state.room, to).map_or_else(|| refuse("There is no such way."), Ok)
}

fn walk(here: Here<'_>, typed: &str) -> Understood<Action> {
    let way = way(here, "go", typed)?;
    if here.state.unmet(here.scene, way).is_empty() {
        return Ok(Action::Go(way.to));
    }
    Err(Reply::new(Outcome::Refused, tell::obstacles(here, way)))
}

fn take(here: Here<'_>, typed: &str) -> Understood<Meaning> {
    let lying = here.left(&[Sort::Portable]);
    let is_all = ["all", "everything"].contains(&fold::name(typed).as_str());
    if is_all && !lying.is_empty() {
        return Ok(Meaning::Each(lying.into_iter().map(|c| Action::Take(c.value)).collect()));
    }
    let typed = if is_all { "" } else { typed };
    if let (Found::Nothing, Found::One(held)) = (whole(typed, &lying), whole(typed, &here.held())) {
        return refuse(format!("You carry {} already.", here.scene.thing(held)));
    }
    choose("take", typed, &lying).map(Action::Take).map(Meaning::Do)
}

fn pull(here: Here<'_>, typed: &str) -> Understood<Action> {
    let levers = here.left(&[Sort::Lever]).into_iter();
    let mut all: Vec<Candidate<Action>> = levers.map(|lever| lever.map(Action::Work)).collect();
    let switches = here.switches().map(|number| {
        let name = here.scene.thing(Content::Toggle(number));
        Candidate::new(Action::Flip(number), name, &[])
    });
    all.extend(switches);
    choose("pull", typed, &all)
}

fn unlock(here: Here<'_>, typed: &str) -> Understood<Action> {
    let Here { scene, state } = here;
    let locked = here.named_ways(|way| !state.locks(scene, way).is_empty());
    let (to, key) = match leading(typed, &locked) {
        (Found::One(to), rest) if rest.is_empty() || is_key(&rest) => (to, rest),
        (Found::Nothing, rest) if is_key(&rest) => (choose("unlock", "", &locked)?, rest),
        _ => (locked_way(here, typed, &locked)?, String::new()),
    };
    let Some(way) = scene.way(state.room, to) else { return refuse("There is no such way.") };
    let locks = state.locks(scene, way);
    let asks = tell::asks(here, &locks);
    if !key.is_empty() {
        fitting(here, without(&key, &["with", "using"]), &locks)?;
    }
    if locks.iter().all(|&lock| state.has_key(lock)) {
        return Ok(Action::Unlock(to));
    }
    let one = if locks.len() == 1 { "You carry no key that fits" } else { "You lack a key" };
    refuse(format!("{one}. {asks}"))
}

/// The locked way that is meant; of another way it is said that it has no lock.
fn locked_way(here: Here<'_>, typed: &str, locked: &[Candidate<usize>]) -> Understood<usize> {
    if let (Found::Nothing, Found::One(to)) =
        (whole(typed, locked), whole(typed, &here.named_ways(|_| true)))
    {
        let way = here.scene.way(here.state.room, to);
        let unmet = way.map(|way| tell::obstacles(here, way)).unwrap_or_default();
        let name = way.map(|way| here.way_name(way)).unwrap_or_default();
        let no_lock = format!("The way {name} has no lock that is shut.");
        return Err(Reply::new(Outcome::Refused, [no_lock].into_iter().chain(unmet)));
    }
    choose("unlock", typed, locked)
}

/// True if a text is about a key.
fn is_key(text: &str) -> bool {
    !text.is_empty() && without(text, &["with", "using"]) != text
}

/// Asks whether a key is in hand and fits one of the locks.
fn fitting(here: Here<'_>, typed: &str, locks: &[Requirement]) -> Understood<()> {
    let held = here.held();
    let key = match whole(typed, &held) {
        Found::One(key) => key,
        Found::Several(names) => return Err(which(typed, &names)),
        Found::Nothing => {
            let names: Vec<String> = held.into_iter().map(|key| key.shown).collect();
            let text = format!("You carry no {typed:?}. You carry {}.", list(&names, "and"));
            return Err(Reply::of(Outcome::Unknown, text));
        }
    };
    let fits = locks.iter().any(|&lock| super::thing::asked(lock) == Some(key));
    let wrong = || {
        let text = format!(
            "{} does not fit. {}",
            sentence(&here.scene.thing(key)),
            tell::asks(here, locks)
        );
        Err(Reply::of(Outcome::Wrong, text))
    };
    if fits { Ok(()) } else { wrong() }
}

fn bomb(here: Here<'_>, typed: &str) -> Understood<Action> {
    let Here { scene, state } = here;
    let to = choose("bomb", typed, &here.named_ways(|way| state.is_walled(scene, way)))?;
    if state.bombs(scene) == 0 {
        return refuse("You have no bomb.");
    }
    Ok(Action::Bomb(to))
}

fn hint(here: Here<'_>, typed: &str) -> Understood<Vec<String>> {
    let lines = match typed {
        "" => hint::hints(here),
        typed => hint::of_way(here, way(here, "think about", typed)?),
    };
    match lines[..] {
        [] => refuse("Nothing here is barred to you."),
        _ => Ok(lines),
    }
}
