//! Texts of all that the player sees: rooms, ways, things, what is in the way, and hints of what opens it.
//!
//! Invariant: telling changes nothing; hints tell nothing of rooms that were not entered.

use super::here::{Here, Sight};
use super::scene::Way;
use super::thing::{Barrier, Sort, all_asked, asked};
use crate::layout::Direction;
use crate::puzzle::play::reply::{list, sentence};
use level::{Content, Requirement};

/// The room: its name and its text, the ways out, and what is in it.
pub(super) fn look(here: Here<'_>) -> Vec<String> {
    let room = here.scene.room(here.state.room);
    let text = room.map(|room| room.text.clone()).filter(|text| !text.is_empty());
    room_told(here, text)
}

/// The same of a room whose text was told before.
pub(super) fn look_again(here: Here<'_>) -> Vec<String> {
    room_told(here, None)
}

fn room_told(here: Here<'_>, text: Option<String>) -> Vec<String> {
    let Here { scene, state } = here;
    let mut lines = vec![format!("{} ({}).", scene.name(state.room), state.room)];
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
    lines
}

/// The sentence about all ways out.
fn ways_out(here: Here<'_>) -> String {
    match here.ways() {
        [] => "There is no way out.".to_owned(),
        ways => {
            let ways: Vec<String> = ways.iter().map(|way| exit(here, way)).collect();
            format!("Ways out: {}.", list(&ways, "and"))
        }
    }
}

/// A way out: its name, the room behind it if the player was there, and what is in it.
fn exit(here: Here<'_>, way: &Way) -> String {
    let known = here.state.entered.contains(&way.to);
    let room = known.then(|| here.scene.name(way.to));
    let barriers = barriers(here, way);
    let notes: Vec<String> = room.into_iter().chain(barriers).collect();
    let name = here.way_name(way);
    if notes.is_empty() { name } else { format!("{name} ({})", notes.join("; ")) }
}

/// The barriers in a way, in few words; those that are gone are not told.
fn barriers(here: Here<'_>, way: &Way) -> Vec<String> {
    let Here { scene, state } = here;
    let locks = state.locks(scene, way);
    let locked = (!locks.is_empty()).then(|| format!("locked: {}", all_asked(scene, &locks)));
    let drop = scene.way(way.to, state.room).is_none().then(|| "a drop, no way back".to_owned());
    let others = way.needs.iter().filter_map(|&need| {
        let met = state.is_met(scene, way, need);
        Some(match scene.barrier(need)? {
            Barrier::Wall if !met => "a cracked wall".to_owned(),
            Barrier::Item if !met => "water".to_owned(),
            Barrier::Item => format!("water, which the {} crosses", scene.thing(asked(need)?)),
            Barrier::Lever(id) if !met => {
                format!("barred: {}", scene.thing(Content::Symbol(id)))
            }
            Barrier::Portcullis(_) if !met => "a portcullis".to_owned(),
            Barrier::Shutter(_) if !met => "shut for good".to_owned(),
            Barrier::Shutter(id) => {
                format!("a shutter, which falls for {}", scene.thing(Content::Symbol(id)))
            }
            Barrier::Gate(switch, _) => {
                format!("gate of switch {switch}, {}", if met { "open" } else { "shut" })
            }
            Barrier::Pressed if !met => "barred: a switch".to_owned(),
            _ => return None,
        })
    });
    locked.into_iter().chain(drop).chain(others).collect()
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
    let opened =
        here.ways().iter().filter(|way| way.needs.iter().any(|&need| asked(need) == Some(thing)));
    let names: Vec<String> = opened.map(|way| here.way_name(way)).collect();
    match &names[..] {
        [] => format!("{done} Somewhere something opens."),
        [one] => format!("{done} The way {one} opens."),
        more => format!("{done} The ways {} open.", list(more, "and")),
    }
}

/// The position of a switch, in a word.
pub(super) fn position(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

/// A direction after `the way`: `north`, `to the north`.
pub(super) fn towards(way: Direction) -> String {
    match way {
        Direction::Up => "above".to_owned(),
        Direction::Down => "below".to_owned(),
        way => format!("to the {}", way.name()),
    }
}

/// The reasons for which one cannot walk a way.
pub(super) fn obstacles(here: Here<'_>, way: &Way) -> Vec<String> {
    let Here { scene, state } = here;
    let unmet = state.unmet(scene, way);
    let locks = state.locks(scene, way);
    let name = here.way_name(way);
    let mut lines = Vec::new();
    if !locks.is_empty() {
        let fits = locks.iter().all(|&lock| state.has_key(lock));
        let how = if fits {
            format!(" You carry that: `unlock {name}` opens it.")
        } else {
            String::new()
        };
        lines.push(format!("The way {name} is locked. {}{how}", asks(here, &locks)));
    }
    let others = unmet.into_iter().filter(|need| !locks.contains(need));
    lines.extend(others.filter_map(|need| obstacle(here, need, &name)));
    lines
}

/// The sentence about what locks ask for.
pub(super) fn asks(here: Here<'_>, locks: &[Requirement]) -> String {
    let end = if locks.contains(&Requirement::KeyLocked) { ", which is used up" } else { "" };
    format!("It asks for {}{end}.", all_asked(here.scene, locks))
}

fn obstacle(here: Here<'_>, need: Requirement, way: &str) -> Option<String> {
    let Here { scene, state } = here;
    Some(match scene.barrier(need)? {
        Barrier::Wall if state.bombs(scene) > 0 => {
            format!("The way {way} is a cracked wall. You have bombs: `bomb {way}` opens it.")
        }
        Barrier::Wall => format!("The way {way} is a cracked wall. A bomb would open it."),
        Barrier::Item => {
            format!("Water bars the way {way}. What crosses it: {}.", scene.thing(asked(need)?))
        }
        Barrier::Lever(id) => {
            let lever = scene.thing(Content::Symbol(id));
            format!("The way {way} is barred until {lever} is pulled.")
        }
        Barrier::Portcullis(_) => {
            format!("A portcullis bars the way {way} until stones stand on the plates before it.")
        }
        Barrier::Shutter(id) => {
            let thing = scene.thing(Content::Symbol(id));
            format!("A shutter has fallen: the way {way} is shut for good to whoever took {thing}.")
        }
        Barrier::Gate(switch, on) => {
            format!("The gate {way} is open while switch {switch} is {}.", position(on))
        }
        Barrier::Pressed => format!("The way {way} is barred until a switch is stepped on."),
        Barrier::Lock | Barrier::SmallLock => return None,
    })
}

/// The reply where there is no way on a side.
pub(super) fn no_way(here: Here<'_>, side: Direction) -> String {
    let mut drops = here.scene.drops_into(here.state.room);
    let name = side.name();
    if drops.any(|(_, from)| from == side) {
        return format!("You would have to climb the drop {}. It is too high.", towards(side));
    }
    let others: Vec<String> = here.ways().iter().map(|way| here.way_name(way)).collect();
    format!("There is no way {name}. Ways out: {}.", list(&others, "and"))
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
    }
}

fn portable(here: Here<'_>, thing: Content) -> String {
    let name = here.scene.thing(thing);
    let lies = here.state.left(here.scene, here.state.room, Sort::Portable).any(|l| l == thing);
    if lies { sentence(&format!("{name}: you can take it.")) } else { format!("You carry {name}.") }
}

/// The use of a thing.
fn use_of(here: Here<'_>, thing: Content) -> String {
    let Here { scene, .. } = here;
    match (scene.sort(thing), thing) {
        (Sort::Lever, _) => "It opens a way.",
        (Sort::Stones, _) => "On their plates they raise a portcullis, and it stays up.",
        (Sort::Switch, _) => "It opens gates, and shuts others.",
        (_, Content::Key) => "It opens one plain lock, and breaks in it.",
        (_, Content::KeyItem) => "It leads over water.",
        (_, Content::ItemMinor) => "They open cracked walls.",
        _ if scene.is_treasure(thing) => "A treasure.",
        _ => "It opens what asks for it, as often as you like.",
    }
    .to_owned()
}

/// The list of what the player carries.
pub(super) fn inventory(here: Here<'_>) -> Vec<String> {
    let held = here.state.held(here.scene).into_iter();
    let names: Vec<String> = held
        .map(|(thing, number)| match number {
            1 => here.scene.thing(thing),
            more => format!("{} ({more})", here.scene.thing(thing)),
        })
        .collect();
    vec![format!("You carry {}.", list(&names, "and"))]
}

/// Of each way out that is barred, why, and where what opens it was seen.
pub(super) fn hints(here: Here<'_>) -> Vec<String> {
    let Here { scene, state } = here;
    let barred = here.ways().iter().filter(|way| !state.unmet(scene, way).is_empty());
    barred.flat_map(|way| hints_of_way(here, way)).collect()
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
