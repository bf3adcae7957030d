//! What is told of an action that was done, and at the end of a game: what was won, and how far one is before.

use super::here::Here;
use super::state::Action;
use super::thing::{all_named, position};
use super::{foes, tell};
use crate::designed::texts::{bested, spoils};
use crate::puzzle::play::reply::sentence;
use level::Requirement;
use std::collections::BTreeMap;

/// The facts before an action that its reply depends on.
pub(super) struct Before {
    pub(super) won: bool,
    /// The locks that it opens.
    locks: Vec<Requirement>,
    /// True if it leads into a room that was never entered.
    is_new: bool,
}

impl Before {
    /// The facts before an action.
    pub(super) fn of(here: Here<'_>, action: Action) -> Self {
        Self {
            won: here.state.won(here.scene),
            locks: locks(here, action),
            is_new: matches!(action, Action::Go(to) if !here.state.entered.contains(&to)),
        }
    }
}

/// The locks that an action opens.
pub(super) fn locks(here: Here<'_>, action: Action) -> Vec<Requirement> {
    let way = match action {
        Action::Unlock(to) => here.scene.way(here.state.room, to),
        _ => None,
    };
    way.map(|way| here.state.locks(here.scene, way)).unwrap_or_default()
}

/// The lines about an action that was done.
pub(super) fn told(here: Here<'_>, action: Action, before: &Before) -> Vec<String> {
    let Here { scene, state } = here;
    let locks = &before.locks;
    let name = |to| scene.way(state.room, to).map(|way| here.way_name(way)).unwrap_or_default();
    vec![match action {
        Action::Go(_) if before.is_new => return tell::look(here),
        Action::Go(to) => {
            let found = scene.is_goal(to).then(|| found(here)).into_iter().flatten();
            return tell::look_again(here).into_iter().chain(found).collect();
        }
        Action::Take(thing) => return tell::taken(here, thing),
        Action::Fight => foes::won(here),
        Action::Unlock(to) => {
            let keys = sentence(&all_named(scene, locks));
            let verb = if locks.len() == 1 { "opens" } else { "open" };
            let spent = locks.contains(&Requirement::KeyLocked);
            let end = if spent { " The small key breaks in the lock." } else { "" };
            format!("{keys} {verb} the way {}.{end}", name(to))
        }
        Action::Bomb(to) => format!("The cracked wall falls. The way {} is open.", name(to)),
        Action::Work(thing) => tell::worked(here, thing),
        Action::Flip(switch) => {
            let position = position(state.is_on(switch));
            format!("Switch {switch} is {position} now.")
        }
    }]
}

/// The lines for whoever wins, after so many moves and hints.
pub(super) fn ending(here: Here<'_>, moves: usize, hints: usize) -> Vec<String> {
    let last = "You have won. You may go on looking around, or `quit`.".to_owned();
    let effort = [effort(moves, hints)].into_iter().chain(secrets(here));
    story(here).into_iter().chain(effort).chain([last]).collect()
}

/// The story of what was won: the ending of the place, the boss, the treasures.
pub(super) fn story(here: Here<'_>) -> Vec<String> {
    let Here { scene, state } = here;
    let ending = scene.words().ending.clone();
    let boss = scene.boss().and_then(|(room, boss)| {
        let met = state.entered.contains(&room);
        if met { bested(boss, state.is_beaten(room)) } else { None }
    });
    let ending = [ending].into_iter().filter(|text| !text.is_empty());
    ending.chain(boss).chain(tally(here)).collect()
}

/// The sentence about moves and hints.
#[must_use]
pub fn effort(moves: usize, hints: usize) -> String {
    let moves = voice::counted(moves as u64, "move", "moves");
    match hints {
        0 => format!("It took {moves} and no hint."),
        _ => format!("It took {moves} and {}.", voice::counted(hints as u64, "hint", "hints")),
    }
}

/// The sentence about secrets: the cracked walls that were opened, of all; none where there are none.
pub(super) fn secrets(here: Here<'_>) -> Option<String> {
    let Here { scene, state } = here;
    let ways = (0..scene.words().rooms.len()).flat_map(|room| scene.ways(room));
    let walls = ways.filter(|way| way.needs.contains(&Requirement::Bombable));
    let pairs: BTreeMap<(usize, usize), bool> = walls
        .map(|way| {
            let pair = (way.from.min(way.to), way.from.max(way.to));
            (pair, !state.is_walled(scene, way))
        })
        .collect();
    let opened = pairs.values().filter(|is_open| **is_open).count();
    share(opened, pairs.len())
}

/// The sentence about so many secrets of all; none where there are none.
#[must_use]
pub fn share(found: usize, all: usize) -> Option<String> {
    let percent = (found * 100).checked_div(all)?;
    Some(format!("Secrets found: {found} of {all}, {percent} %."))
}

/// The sentence about the treasures, found and missed.
fn tally(here: Here<'_>) -> Option<String> {
    let Here { scene, state } = here;
    let rooms = 0..scene.words().rooms.len();
    let treasures = rooms.flat_map(|room| {
        let all = scene.contents(room).iter().copied();
        all.filter(|&thing| scene.is_treasure(thing)).map(move |thing| (room, thing))
    });
    let (found, missed): (Vec<_>, Vec<_>) =
        treasures.partition(|&(room, thing)| state.is_done(room, thing));
    let all = found.len() + missed.len();
    let names: Vec<String> = found.into_iter().map(|(_, thing)| scene.the(thing)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    spoils(&names, all)
}

/// What was found, for whoever comes back to the goal: treasures and secrets.
fn found(here: Here<'_>) -> Vec<String> {
    tally(here).into_iter().chain(secrets(here)).collect()
}

/// The lines about how far the player is, after so many moves.
pub(super) fn score(here: Here<'_>, moves: usize) -> Vec<String> {
    let Here { scene, state } = here;
    let counted = |n: usize, word: &str| voice::counted(n as u64, word, &format!("{word}s"));
    let rooms = (0..scene.words().rooms.len()).flat_map(|room| scene.contents(room));
    let all = rooms.filter(|&&thing| scene.is_treasure(thing)).count();
    let held = state.held(scene).into_iter();
    let held = held.filter(|(thing, _)| scene.is_treasure(*thing)).count();
    let goal = if state.won(scene) { "You have won. " } else { "" };
    let seen = counted(state.entered.len(), "room");
    let treasures = match all {
        0 => String::new(),
        all => format!(" and hold {held} of {}", counted(all, "treasure")),
    };
    let moves = counted(moves, "move");
    let line = format!("{goal}You have seen {seen}{treasures}, after {moves}; looking is none.");
    [line].into_iter().chain(secrets(here)).collect()
}
