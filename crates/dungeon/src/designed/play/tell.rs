//! Texts of what the player sees: rooms, and the things in them.
//!
//! Invariant: telling changes nothing, and what is told is so now.

use super::foes;
use super::here::{Here, Sight};
use super::parts::Way;
use super::thing::{Sort, asked, position};
use super::ways::{exit, obstacles, ways_out};
use crate::designed::texts::{While, appraisal};
use crate::puzzle::play::reply::{list, sentence};
use level::Content;

/// The room: its name and its text, the ways out, and what is in it.
pub(super) fn look(here: Here<'_>) -> Vec<String> {
    let text = text(here);
    room_told(here, (!text.is_empty()).then(|| text.join(" ")))
}

/// The same of a room whose text was told before.
pub(super) fn look_again(here: Here<'_>) -> Vec<String> {
    room_told(here, None)
}

/// The text of the room, and the notes that are true now.
pub(super) fn text(here: Here<'_>) -> Vec<String> {
    let Here { scene, state } = here;
    let Some(room) = scene.room(state.room) else { return Vec::new() };
    let notes = room.notes.iter().filter(|note| is_now(here, &note.during));
    let all = [&room.text].into_iter().chain(notes.map(|note| &note.text));
    all.filter(|text| !text.is_empty()).cloned().collect()
}

/// True if it is the time of a note.
fn is_now(here: Here<'_>, during: &While) -> bool {
    let Here { scene, state } = here;
    match during {
        While::Barred(to) => {
            scene.way(state.room, *to).is_some_and(|way| !state.unmet(scene, way).is_empty())
        }
        While::Holds(thing) => scene.contents(state.room).iter().any(|&content| {
            scene.graph().content_name(content) == *thing && !state.is_done(state.room, content)
        }),
        While::Foes => !state.foes(scene, state.room).is_empty(),
    }
}

fn room_told(here: Here<'_>, text: Option<String>) -> Vec<String> {
    let Here { scene, state } = here;
    let mut lines = vec![title(here)];
    lines.extend(text);
    if scene.is_goal(state.room) {
        lines.push("This is the goal.".to_owned());
    }
    lines.push(ways_out(here));
    let lying: Vec<String> = here.left(&[Sort::Portable]).into_iter().map(|c| c.shown).collect();
    if !lying.is_empty() {
        lines.push(format!("You can take: {}.", list(&lying, "and")));
    }
    let work = scene.contents(state.room).iter().copied();
    lines.extend(work.filter_map(|thing| standing(here, thing)));
    lines.extend(foes::standing(here));
    lines
}

/// The name of the room, and its number.
pub(super) fn title(here: Here<'_>) -> String {
    format!("{} ({}).", here.scene.name(here.state.room), here.state.room)
}

/// A lever, stones or a switch of the room.
fn standing(here: Here<'_>, thing: Content) -> Option<String> {
    let Here { scene, state } = here;
    let done = state.is_done(state.room, thing);
    let name = scene.thing(thing);
    Some(match (scene.sort(thing), thing) {
        (Sort::Lever, _) if done => format!("Here is {name}: it was pulled."),
        (Sort::Lever, _) => format!("Here is {name}."),
        (Sort::Stones, _) if done => "The stones stand on their plates.".to_owned(),
        (Sort::Stones, _) => "Here are stones, and plates to push them onto.".to_owned(),
        (Sort::Switch, Content::Toggle(number)) => {
            format!("Here is {name}: it is {}.", position(state.is_on(number)))
        }
        _ => return None,
    })
}

/// The sentence about a lever that was just pulled, or stones that were just pushed.
pub(super) fn worked(here: Here<'_>, thing: Content) -> String {
    let done = match here.scene.sort(thing) {
        Sort::Stones => "You push stone after stone, until each stands on its plate.".to_owned(),
        _ => format!("You pull {}.", here.scene.thing(thing)),
    };
    format!("{done} {}", opens(here, thing))
}

/// The sentence about stones of which the last was just pushed onto its plate.
pub(super) fn pressed(here: Here<'_>, thing: Content) -> String {
    format!("Each stone stands on its plate. {}", opens(here, thing))
}

/// The sentence about what opens by a lever, or by stones.
fn opens(here: Here<'_>, thing: Content) -> String {
    let opened =
        here.ways().iter().filter(|way| way.needs.iter().any(|&need| asked(need) == Some(thing)));
    let names: Vec<String> = opened.map(|way| here.way_name(way)).collect();
    match &names[..] {
        [] => "Somewhere something opens.".to_owned(),
        [one] => format!("The way {one} opens."),
        more => format!("The ways {} open.", list(more, "and")),
    }
}

/// A closer look.
pub(super) fn examine(here: Here<'_>, sight: Sight) -> Vec<String> {
    let Here { scene, state } = here;
    match sight {
        Sight::Way(to) => {
            let Some(way) = scene.way(state.room, to) else { return Vec::new() };
            let unmet = obstacles(here, way);
            if unmet.is_empty() {
                vec![format!("The way {} is free.", exit(here, way))]
            } else {
                unmet
            }
        }
        Sight::Thing(thing) => {
            let line = standing(here, thing);
            vec![line.unwrap_or_else(|| portable(here, thing)), use_of(here, thing)]
        }
        Sight::Goal => vec![format!("{}: you hold what you came for.", sentence(&here.goal()))],
    }
}

fn portable(here: Here<'_>, thing: Content) -> String {
    let name = here.scene.the(thing);
    let lies = here.state.left(here.scene, here.state.room, Sort::Portable).any(|l| l == thing);
    if lies { format!("You can take {name}.") } else { format!("You carry {name}.") }
}

/// The use of a thing.
fn use_of(here: Here<'_>, thing: Content) -> String {
    let Here { scene, state } = here;
    if let Some(about) = scene.about(thing) {
        return about.to_owned();
    }
    let works = |way: &&Way| way.needs.iter().any(|&need| asked(need) == Some(thing));
    let way = here.ways().iter().find(works).map(|way| here.way_name(way));
    match (scene.sort(thing), thing) {
        (Sort::Lever, _) => match way {
            Some(way) if state.has(thing) => format!("It has opened the way {way}."),
            Some(way) => format!("A chain runs from it to what bars the way {way}."),
            None => "A chain runs from it into the wall, to something in another room.".to_owned(),
        },
        (Sort::Stones, _) => "On their plates they raise a portcullis, and it stays up.".to_owned(),
        (Sort::Switch, _) => "It opens gates, and shuts others.".to_owned(),
        (_, Content::Key) => "It opens one plain lock, and breaks in it.".to_owned(),
        (_, Content::KeyItem) => "It leads over water.".to_owned(),
        (_, Content::ItemMinor) => "They open cracked walls.".to_owned(),
        (_, Content::Symbol(id)) if scene.is_treasure(thing) => {
            let text = appraisal(id as usize).unwrap_or_default();
            format!("A treasure. {text}")
        }
        _ => fits(here, thing),
    }
}

/// The locks that a key fits, as far as they were seen.
fn fits(here: Here<'_>, key: Content) -> String {
    let Here { scene, state } = here;
    let ways = state.entered.iter().flat_map(|&room| scene.ways(room));
    let mut fitting = ways.filter(|way| way.needs.iter().any(|&need| asked(need) == Some(key)));
    match fitting.next() {
        None => "You have not seen yet what it opens.".to_owned(),
        Some(way) => {
            let (room, side) = (scene.name(way.from), here.way_name(way));
            format!("It fits the lock {side} in {room} ({}), and is kept.", way.from)
        }
    }
}

/// The list of what the player carries.
pub(super) fn inventory(here: Here<'_>) -> Vec<String> {
    let held = here.state.held(here.scene).into_iter();
    let mut names: Vec<String> = held
        .map(|(thing, number)| match number {
            1 => here.scene.the(thing),
            more => format!("{} ({more})", here.scene.the(thing)),
        })
        .collect();
    names.extend(here.holds_goal().then(|| here.goal()));
    vec![format!("You carry {}.", list(&names, "and"))]
}

/// A closer look at all that is here.
pub(super) fn examine_all(here: Here<'_>) -> Vec<String> {
    let held = here.state.held(here.scene);
    let is_here = |sight: &Sight| match sight {
        Sight::Thing(thing) => !held.iter().any(|(held, _)| held == thing),
        Sight::Way(_) => true,
        Sight::Goal => false,
    };
    let sights = here.sights().into_iter().map(|sight| sight.value).filter(is_here);
    let mut lines: Vec<String> = sights.flat_map(|sight| examine(here, sight)).collect();
    if !here.state.foes(here.scene, here.state.room).is_empty() {
        lines.extend(foes::examine(here));
    }
    lines
}
