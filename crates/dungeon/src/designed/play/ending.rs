//! The end of a game: what was won, and how far one is before.

use super::here::Here;
use crate::designed::texts::{bested, spoils};

/// The lines for whoever wins.
pub(super) fn ending(here: Here<'_>) -> Vec<String> {
    let Here { scene, state } = here;
    let ending = scene.words().ending.clone();
    let boss = scene.boss().and_then(|(room, boss)| {
        let met = state.entered.contains(&room);
        if met { bested(boss, state.is_beaten(room)) } else { None }
    });
    let last = "You have won. You may go on looking around, or `quit`.".to_owned();
    let ending = [ending].into_iter().filter(|text| !text.is_empty());
    ending.chain(boss).chain(tally(here)).chain([last]).collect()
}

/// The sentence about the treasures, found and missed.
pub(super) fn tally(here: Here<'_>) -> Option<String> {
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

/// The line about how far the player is, after so many moves.
pub(super) fn score(here: Here<'_>, moves: usize) -> String {
    let Here { scene, state } = here;
    let rooms = state.entered.len();
    let counted = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    let held = state.held(scene).into_iter();
    let treasures = held.filter(|(thing, _)| scene.is_treasure(*thing)).count();
    let goal = if state.won(scene) { "You have won. " } else { "" };
    let [rooms, treasures, moves] =
        [counted(rooms, "room"), counted(treasures, "treasure"), counted(moves, "move")];
    format!("{goal}You have seen {rooms} and hold {treasures}, after {moves}.")
}
