//! The meaning of a command, here and now.
//!
//! Invariant: understanding changes nothing; what is understood as an action can be done.

use super::here::Here;
use super::scene::Way;
use super::state::Action;
use super::thing::Sort;
use super::verbs::{Own, TABLE};
use super::{map, tell};
use crate::puzzle::play::command::{self, Understood, carried, is_key, refuse, unknown, without};
use crate::puzzle::play::fold;
use crate::puzzle::play::names::{Candidate, Found, leading, whole};
use crate::puzzle::play::reply::{Outcome, Reply, sentence};
use crate::puzzle::play::table::{self, Deed};
use level::{Content, Requirement};

/// The meaning of a command: actions are done one after another.
pub(super) type Meaning = command::Meaning<Vec<Action>>;

/// The meaning of a line.
pub(super) fn meaning(here: Here<'_>, line: &str) -> Meaning {
    command::meaning(&TABLE, line, |deed, rest| obey(here, deed, rest))
}

fn obey(here: Here<'_>, deed: Deed<Own>, rest: &str) -> Understood<Meaning> {
    let told = |lines| Ok(Meaning::told(lines));
    let one = |action| Meaning::Do(vec![action]);
    match deed {
        Deed::Look => match without(rest, &["at"]) {
            "" => told(tell::look(here)),
            thing => told(tell::examine(here, choose("examine", thing, &here.sights())?)),
        },
        Deed::Examine => told(tell::examine(here, choose("examine", rest, &here.sights())?)),
        Deed::Hint => told(hint(here, rest)?),
        Deed::Inventory => told(tell::inventory(here)),
        Deed::Map => told(map::draw(here)),
        Deed::Walk(side) => walk(here, format!("{} {rest}", side.name()).trim()).map(one),
        Deed::Go => walk(here, without(rest, &["to"])).map(one),
        Deed::Take => take(here, rest).map(Meaning::Do),
        Deed::Unlock => unlock(here, rest).map(one),
        Deed::Pull => pull(here, rest).map(one),
        Deed::Own(Own::Push) => {
            choose("push", rest, &here.left(&[Sort::Stones])).map(Action::Work).map(one)
        }
        Deed::Own(Own::Bomb) => bomb(here, rest).map(one),
    }
}

/// The candidate that is meant; with nothing typed, the only one.
fn choose<T: Copy>(verb: &str, typed: &str, candidates: &[Candidate<T>]) -> Understood<T> {
    command::choose(verb, typed, candidates, |names| unknown(verb, typed, names))
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

fn take(here: Here<'_>, typed: &str) -> Understood<Vec<Action>> {
    let lying = here.left(&[Sort::Portable]);
    let is_all = ["all", "everything"].contains(&fold::name(typed).as_str());
    if is_all && !lying.is_empty() {
        return Ok(lying.into_iter().map(|thing| Action::Take(thing.value)).collect());
    }
    let typed = if is_all { "" } else { typed };
    if let (Found::Nothing, Found::One(held)) = (whole(typed, &lying), whole(typed, &here.held())) {
        return refuse(format!("You carry {} already.", here.scene.thing(held)));
    }
    choose("take", typed, &lying).map(|thing| vec![Action::Take(thing)])
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
        fitting(here, command::key(&key), &locks)?;
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

/// Asks whether a key is in hand and fits one of the locks.
fn fitting(here: Here<'_>, typed: &str, locks: &[Requirement]) -> Understood<()> {
    let key = carried(typed, &here.held())?;
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
        "" => tell::hints(here),
        typed => tell::hints_of_way(here, way(here, "think about", typed)?),
    };
    match lines[..] {
        [] => refuse("Nothing here is barred to you."),
        _ => Ok(lines),
    }
}
