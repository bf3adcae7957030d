//! Hints: what the ways out ask for, and where the player has seen it.
//!
//! Invariant: nothing is told of rooms that were not entered.

use super::here::Here;
use super::scene::Way;
use super::tell::obstacles;
use super::thing::asked;
use crate::puzzle::play::reply::sentence;
use level::{Content, Requirement};

/// Of each way out that is barred, why, and where what opens it was seen.
pub(super) fn hints(here: Here<'_>) -> Vec<String> {
    let Here { scene, state } = here;
    let barred = here.ways().iter().filter(|way| !state.unmet(scene, way).is_empty());
    barred.flat_map(|way| of_way(here, way)).collect()
}

/// Hints about one way.
pub(super) fn of_way(here: Here<'_>, way: &Way) -> Vec<String> {
    let unmet = here.state.unmet(here.scene, way);
    let known = unmet.into_iter().filter_map(|need| whereabouts(here, need));
    obstacles(here, way).into_iter().chain(known).collect()
}

/// The whereabouts of what a requirement asks for; `None` of what is in hand, which is told already.
fn whereabouts(here: Here<'_>, need: Requirement) -> Option<String> {
    let Here { scene, state } = here;
    let thing = asked(need)?;
    let name = sentence(&scene.thing(thing));
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
        Some(room) if room == state.room => format!("{name}: that is here."),
        Some(room) => format!("{name}: you have seen that in {} ({room}).", scene.name(room)),
        None => format!("{name}: you have not seen that yet."),
    })
}
