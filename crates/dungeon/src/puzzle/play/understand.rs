//! The meaning of a command, here and now.
//!
//! Invariant: understanding changes nothing; what is understood as an action can be done.

use super::action::{Action, Door};
use super::aims;
use super::choose::{choose, unknown};
use super::command::{self, Understood, carried, is_key, refuse, shown, which, without};
use super::fold;
use super::here::{Here, Sight, Wit};
use super::names::{Candidate, Found, exact, leading, whole};
use super::reply::{Outcome, Reply, list};
use super::table::Deed;
use super::verbs::{Own, TABLE};
use super::{map, table, tell};
use crate::puzzle::Kind;

/// The meaning of a command.
pub(super) type Meaning = command::Meaning<Action>;

/// The meaning of a line.
pub(super) fn meaning(here: Here<'_>, wit: Wit, line: &str) -> Meaning {
    command::meaning(&TABLE, line, |deed, rest| obey(here, wit, deed, rest))
}

fn obey(here: Here<'_>, wit: Wit, deed: Deed<Own>, rest: &str) -> Understood<Meaning> {
    let told = |lines| Ok(Meaning::told(lines));
    match deed {
        Deed::Look => match without(rest, &["at"]) {
            "" => told(tell::look(here)),
            thing => told(tell::examine(here, wit, seen(here, thing)?)),
        },
        Deed::Examine => told(tell::examine(here, wit, seen(here, rest)?)),
        Deed::Hint => told(hint(here, wit, rest)?),
        Deed::Inventory => told(tell::inventory(here, wit)),
        Deed::Map => told(map::draw(here)),
        Deed::Walk(way) => walk(here, way).map(Meaning::Do),
        Deed::Go => {
            let way = choose("go", rest, table::directions(), here)?;
            walk(here, way).map(Meaning::Do)
        }
        Deed::Take => take(here, rest).map(Meaning::Do),
        Deed::Unlock => unlock(here, rest).map(Meaning::Do),
        Deed::Pull => pull(here, rest).map(Meaning::Do),
        Deed::Own(Own::Step) => step(here, rest).map(Meaning::Do),
        Deed::Own(Own::Answer) => answer(here, rest).map(Meaning::Do),
        Deed::Own(Own::Activate) => activate(here, rest).map(Meaning::Do),
    }
}

fn seen(here: Here<'_>, typed: &str) -> Understood<Sight> {
    choose("examine", typed, &here.sights(), here)
}

fn hint(here: Here<'_>, wit: Wit, typed: &str) -> Understood<Vec<String>> {
    let unsolved = here.kind(false, |_| true);
    let chosen = match (typed, &unsolved[..]) {
        ("", []) => return Ok(vec![aims::way(here)]),
        ("", all) => all.iter().map(|candidate| candidate.value).collect(),
        (typed, _) => vec![choose("think about", typed, &unsolved, here)?],
    };
    Ok(tell::hints(here, wit, &chosen))
}

fn walk(here: Here<'_>, way: crate::layout::Direction) -> Understood<Action> {
    let Here { scenario, state } = here;
    let blocked = scenario.beside(state.room, way).is_none()
        || !state.blocking(scenario, state.room, way).is_empty();
    if blocked {
        return Err(Reply::new(Outcome::Refused, tell::obstacle(here, way)));
    }
    Ok(Action::Go(way))
}

fn take(here: Here<'_>, typed: &str) -> Understood<Action> {
    choose("take", typed, &here.lying(), here).map(Action::Take)
}

fn pull(here: Here<'_>, typed: &str) -> Understood<Action> {
    let levers = here.kind(false, |kind| matches!(kind, Kind::Lever));
    choose("pull", typed, &levers, here).map(Action::Solve)
}

fn step(here: Here<'_>, typed: &str) -> Understood<Action> {
    let plates = here.kind(false, |kind| matches!(kind, Kind::PressurePlate));
    // A plate may be called "On the Edge".
    let typed = match whole(typed, &plates) {
        Found::Nothing => without(typed, &["on", "onto"]),
        _ => typed,
    };
    choose("step on", typed, &plates, here).map(Action::Solve)
}

fn unlock(here: Here<'_>, typed: &str) -> Understood<Action> {
    let doors = here.doors();
    let (found, rest) = match leading(typed, &doors) {
        (Found::Nothing, rest) if is_key(&rest) => (choose("unlock", "", &doors, here)?, rest),
        (Found::One(door), rest) if rest.is_empty() || is_key(&rest) => (door, rest),
        _ => (choose("unlock", typed, &doors, here)?, String::new()),
    };
    let key = key(here, found, command::key(&rest))?;
    Ok(Action::Open { door: found, key })
}

/// The key that is to be used; with nothing typed, one that fits.
fn key(here: Here<'_>, door: Door, typed: &str) -> Understood<usize> {
    let held = here.state.held();
    let fitting: Vec<usize> =
        held.into_iter().filter(|&key| door.takes(key, here.scenario)).collect();
    let asked = door.key(here.scenario).map(|key| format!("It asks for: {key}."));
    let asked = asked.unwrap_or_default();
    if typed.is_empty() {
        let none = || refuse(format!("You carry no key that fits. {asked}"));
        return fitting.first().copied().map_or_else(none, Ok);
    }
    let chosen = here.name(carried(typed, &here.held())?);
    let same = |key: &&usize| fold::name(&here.name(**key)) == fold::name(&chosen);
    let wrong = || Err(Reply::of(Outcome::Wrong, format!("{chosen} does not fit. {asked}")));
    fitting.iter().find(same).copied().map_or_else(wrong, Ok)
}

fn answer(here: Here<'_>, typed: &str) -> Understood<Action> {
    let is_riddle: fn(&Kind) -> bool = |kind| matches!(kind, Kind::Riddle { .. });
    let open = here.kind(false, is_riddle);
    let only = if let [one] = &open[..] { Some(one) } else { None };
    if let Some(riddle) = only.filter(|riddle| is_accepted(here, riddle.value, typed)) {
        return Ok(Action::Solve(riddle.value));
    }
    let (found, text) = leading(typed, &open);
    let puzzle = match found {
        Found::One(puzzle) => puzzle,
        Found::Several(names) => return Err(which(typed, &names)),
        Found::Nothing => match only {
            _ if typed.is_empty() || open.is_empty() => choose("answer", typed, &open, here)?,
            // A riddle that is solved already may be named.
            Some(riddle)
                if !matches!(leading(typed, &here.kind(true, is_riddle)).0, Found::One(_)) =>
            {
                let text = format!("{} does not take that answer.", riddle.shown);
                return Err(Reply::of(Outcome::Wrong, text));
            }
            _ => return Err(unknown("answer", typed, &shown(&open), here)),
        },
    };
    let name = here.scenario.puzzle(puzzle).map_or("", |puzzle| &puzzle.name);
    if text.is_empty() {
        return refuse(format!("What is your answer? Say: answer {name} …"));
    }
    if !is_accepted(here, puzzle, &text) {
        return Err(Reply::of(Outcome::Wrong, format!("{name} does not take that answer.")));
    }
    Ok(Action::Solve(puzzle))
}

fn is_accepted(here: Here<'_>, puzzle: usize, text: &str) -> bool {
    let kind = here.scenario.puzzle(puzzle).map(|puzzle| &puzzle.kind);
    let Some(Kind::Riddle { answers, .. }) = kind else { return false };
    let text = fold::answer(text);
    !text.is_empty() && answers.iter().any(|answer| fold::answer(answer) == text)
}

fn activate(here: Here<'_>, typed: &str) -> Understood<Action> {
    let open = here.kind(false, |kind| matches!(kind, Kind::Sequence { .. }));
    let all: Vec<usize> = open.iter().map(|candidate| candidate.value).collect();
    let touch = |(puzzle, object)| Action::Touch { puzzle, object };
    let objects = objects(here, &all);
    if let Found::One(found) = exact(typed, &objects) {
        return Ok(touch(found));
    }
    match leading(typed, &open) {
        (Found::One(puzzle), rest) if !rest.is_empty() => {
            return choose("activate", &rest, &self::objects(here, &[puzzle]), here).map(touch);
        }
        (Found::Several(names), rest) if !rest.is_empty() => return Err(which(typed, &names)),
        (Found::One(puzzle), _) if whole(typed, &objects) == Found::Nothing => {
            let names = shown(&self::objects(here, &[puzzle]));
            let text = format!("Activate what of it: {}?", list(&names, "or"));
            return Err(Reply::of(Outcome::Ambiguous, text));
        }
        _ => {}
    }
    choose("activate", typed, &objects, here).map(touch)
}

/// The objects of sequences, by name and by number: the first is `o1`.
fn objects(here: Here<'_>, puzzles: &[usize]) -> Vec<Candidate<(usize, usize)>> {
    let mut all = Vec::new();
    for &i in puzzles {
        let kind = here.scenario.puzzle(i).map(|puzzle| &puzzle.kind);
        let Some(Kind::Sequence { objects, .. }) = kind else { continue };
        let objects = objects.iter().enumerate();
        all.extend(objects.map(|(object, name)| {
            Candidate::new((i, object), name.clone(), &[&format!("o{}", object + 1)])
        }));
    }
    all
}
