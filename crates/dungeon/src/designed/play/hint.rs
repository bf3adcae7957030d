//! What a player could think of alone: why ways are barred, and where what opens them was seen.
//!
//! Invariant: nothing is told of rooms that were not entered.

use super::here::Here;
use super::parts::Way;
use super::thing::{Barrier, Sort, asked};
use super::ways::{exit, obstacles};
use crate::puzzle::play::reply::{list, sentence};
use level::{Content, Requirement};

/// Of each way out that is barred, why, and where what opens it was seen; and what else can be done, here and, where
/// nothing is new here, elsewhere.
pub(super) fn hints(here: Here<'_>) -> Vec<String> {
    let Here { scene, state } = here;
    let all: Vec<&Way> = here.ways().iter().collect();
    let barred =
        all.iter().filter(|way| !state.unmet(scene, way).is_empty() && !is_lost(here, way));
    let barred = barred.flat_map(|way| hints_of_way(here, way));
    let others = state.entered.iter().filter(|&&room| room != state.room);
    let others: Vec<&Way> = others.flat_map(|&room| scene.ways(room)).collect();
    let now = [left(here, state.room), fresh(here, &all), opened(here, &others)];
    let mut lines: Vec<String> = barred.chain(now.into_iter().flatten()).collect();
    if lines.is_empty() || all.iter().all(|way| state.entered.contains(&way.to)) {
        lines.extend(elsewhere(here));
    }
    let is_first = |at: usize, line: &String| lines.iter().position(|l| l == line) == Some(at);
    let first = lines.iter().enumerate().filter(|(at, line)| is_first(*at, line));
    first.map(|(_, line)| line.clone()).collect()
}

/// True if a way is shut for good.
fn is_lost(here: Here<'_>, way: &Way) -> bool {
    let unmet = here.state.unmet(here.scene, way);
    unmet.iter().any(|&need| matches!(here.scene.barrier(need), Some(Barrier::Shutter(_))))
}

/// Hints about one way.
pub(super) fn hints_of_way(here: Here<'_>, way: &Way) -> Vec<String> {
    let unmet = here.state.unmet(here.scene, way);
    let known = unmet.into_iter().filter_map(|need| whereabouts(here, need));
    obstacles(here, way).into_iter().chain(known).collect()
}

/// The whereabouts of what a requirement asks for; `None` of what is in hand, which is told already.
fn whereabouts(here: Here<'_>, need: Requirement) -> Option<String> {
    let Here { scene, state } = here;
    let thing = asked(need)?;
    let name = sentence(&scene.the(thing));
    let is_said = need == Requirement::Bombable && state.bombs(scene) > 0;
    if is_said || state.has_key(need) {
        return None;
    }
    let gives = |content: Content| {
        content == thing || thing == Content::ItemMinor && content == Content::KeyItem
    };
    let holds = |&room: &usize| {
        let mut things = scene.contents(room).iter();
        things.any(|&content| gives(content) && !state.is_done(room, content))
    };
    let seen = state.entered.iter().copied().find(holds);
    Some(match seen {
        Some(room) if room == state.room => format!("{name}: here, in this room."),
        Some(room) => format!("{name}: seen in {} ({room}).", scene.name(room)),
        None => format!("{name}: not seen yet."),
    })
}

/// The best of all that can be done in rooms that were seen, where nothing here is barred.
fn elsewhere(here: Here<'_>) -> Vec<String> {
    let mut rooms: Vec<usize> = here.state.entered.iter().copied().collect();
    rooms.sort_by_key(|&room| room != here.state.room);
    let ways: Vec<&Way> = rooms.iter().flat_map(|&room| here.scene.ways(room)).collect();
    let found = opened(here, &ways).or_else(|| left(here, here.state.room));
    let found = found.or_else(|| fresh(here, &ways));
    let found = found.or_else(|| rooms.iter().find_map(|&room| left(here, room)));
    found.or_else(|| barred(here, &ways)).into_iter().collect()
}

/// A sentence about a way of a room that was seen.
fn said(here: Here<'_>, way: &Way, what: &str) -> String {
    let place = if way.from == here.state.room {
        "Here".to_owned()
    } else {
        format!("In {} ({})", here.scene.name(way.from), way.from)
    };
    format!("{place} the way {} {what}.", here.way_name(way))
}

/// The sentence about a way that can be opened with what is in hand.
fn opened(here: Here<'_>, ways: &[&Way]) -> Option<String> {
    let Here { scene, state } = here;
    let in_hand = |need: &Requirement| {
        state.has_key(*need) || *need == Requirement::Bombable && state.bombs(scene) > 0
    };
    let (way, unmet) = ways
        .iter()
        .map(|way| (way, state.unmet(scene, way)))
        .find(|(_, unmet)| !unmet.is_empty() && unmet.iter().all(in_hand))?;
    let things = unmet.into_iter().filter_map(asked);
    let names: Vec<String> = things.map(|thing| scene.the(thing)).collect();
    Some(said(here, way, &format!("can be opened with {}", list(&names, "and"))))
}

/// The sentence about a free way that was not gone.
fn fresh(here: Here<'_>, ways: &[&Way]) -> Option<String> {
    let Here { scene, state } = here;
    let is_fresh =
        |way: &&&Way| !state.entered.contains(&way.to) && state.unmet(scene, way).is_empty();
    let way = ways.iter().find(is_fresh)?;
    Some(said(here, way, "is free, and you have not been there"))
}

/// The sentence about something in a room that was left.
fn left(here: Here<'_>, room: usize) -> Option<String> {
    let Here { scene, state } = here;
    let mut things = scene.contents(room).iter();
    let thing = things.find(|&&thing| {
        let has_use = [Sort::Lever, Sort::Portable, Sort::Stones].contains(&scene.sort(thing));
        has_use && !state.is_done(room, thing)
    })?;
    let name = sentence(&scene.the(*thing));
    Some(match room {
        room if room == state.room => format!("{name}: here, in this room."),
        room => format!("{name}: still in {} ({room}).", scene.name(room)),
    })
}

/// The sentence about a way that is still barred.
fn barred(here: Here<'_>, ways: &[&Way]) -> Option<String> {
    let Here { scene, state } = here;
    let is_barred = |way: &&&Way| !state.unmet(scene, way).is_empty() && !is_lost(here, way);
    let way = ways.iter().find(is_barred)?;
    let (room, exit) = (scene.name(way.from), exit(here, way));
    Some(format!("Still barred, in {room} ({}): {exit}.", way.from))
}
