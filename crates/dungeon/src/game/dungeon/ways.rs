//! Descriptions of ways: where they lead, what bars them, and what the player could do about it.
//!
//! Invariant: no text describes a room that the player has not entered.

use super::state::Here;
use super::{Barrier, Sort, Way, all_asked, all_named, asked, position};
use crate::game::reply::{list, sentence};
use crate::game::table::towards;
use crate::layout::Direction;
use level::{Content, Requirement};

/// The sentence about the ways out.
pub(super) fn ways_out(here: Here<'_>) -> String {
    match here.ways() {
        [] => "There is no way out.".to_owned(),
        ways => {
            let ways: Vec<String> = ways.iter().map(|way| exit(here, way)).collect();
            format!("Ways out: {}.", list(&ways, "and"))
        }
    }
}

/// The description of a way: its name, the room behind it if the player has entered it, and its barriers.
pub(super) fn exit(here: Here<'_>, way: &Way) -> String {
    let known = here.state.entered.contains(&way.to);
    let room = known.then(|| here.scene.name(way.to));
    let barriers = barriers(here, way);
    let notes: Vec<String> = room.into_iter().chain(barriers).collect();
    let name = here.way_name(way);
    if notes.is_empty() { name } else { format!("{name} ({})", notes.join("; ")) }
}

/// The short descriptions of the barriers that are left on a way.
fn barriers(here: Here<'_>, way: &Way) -> Vec<String> {
    let scene = here.scene;
    let locks = here.locks(way);
    let locked = (!locks.is_empty()).then(|| format!("locked: {}", all_asked(scene, &locks)));
    let drop = scene.way(way.to, way.from).is_none().then(|| "a drop, no way back".to_owned());
    let others = way.needs.iter().filter_map(|&need| {
        let met = here.is_met(way, need);
        Some(match scene.barrier(need)? {
            Barrier::Wall if !met => "a cracked wall".to_owned(),
            Barrier::Item if !met => "water".to_owned(),
            Barrier::Item => format!("water, which {} crosses", scene.the(asked(need)?)),
            Barrier::Lever(id) if !met => {
                format!("barred: {}", scene.thing(Content::Symbol(id)))
            }
            Barrier::Portcullis(_) if !met => "a portcullis".to_owned(),
            Barrier::Shutter(_) if !met => "shut for good".to_owned(),
            Barrier::Shutter(_) => "a raised shutter".to_owned(),
            Barrier::Gate(switch, _) => {
                format!("gate of switch {switch}, {}", if met { "open" } else { "shut" })
            }
            Barrier::Pressed if !met => "barred: a switch".to_owned(),
            _ => return None,
        })
    });
    let shuts = shuts_behind(here, way).then(|| "it shuts behind you".to_owned());
    locked.into_iter().chain(drop).chain(shuts).chain(others).collect()
}

/// True if a way is free now and would be barred in return.
fn shuts_behind(here: Here<'_>, way: &Way) -> bool {
    let barred = |way: &Way| !here.is_free(way);
    !barred(way) && here.scene.way(way.to, way.from).is_some_and(barred)
}

/// The reasons why a way is barred.
pub(super) fn obstacles(here: Here<'_>, way: &Way) -> Vec<String> {
    let unmet = here.unmet(way);
    let locks = here.locks(way);
    let name = here.way_name(way);
    let mut lines = Vec::new();
    if !locks.is_empty() {
        let fits = locks.iter().all(|&lock| here.state.has_key(lock));
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

/// The sentence about the keys that locks need.
pub(super) fn asks(here: Here<'_>, locks: &[Requirement]) -> String {
    let end = if locks.contains(&Requirement::KeyLocked) { ", which it uses up" } else { "" };
    format!("It asks for {}{end}.", all_named(here.scene, locks))
}

fn obstacle(here: Here<'_>, need: Requirement, way: &str) -> Option<String> {
    let scene = here.scene;
    Some(match scene.barrier(need)? {
        Barrier::Wall if here.bombs() > 0 => {
            format!("The way {way} is a cracked wall. You have bombs: `bomb {way}` opens it.")
        }
        Barrier::Wall => format!("The way {way} is a cracked wall. A bomb would open it."),
        Barrier::Item => {
            format!("Water bars the way {way}. What crosses it: {}.", scene.the(asked(need)?))
        }
        Barrier::Lever(id) => {
            let lever = scene.the(Content::Symbol(id));
            format!("The way {way} is barred until {lever} is pulled.")
        }
        Barrier::Portcullis(_) => {
            format!("A portcullis bars the way {way} until stones stand on the plates before it.")
        }
        Barrier::Shutter(id) => {
            let thing = scene.the(Content::Symbol(id));
            format!("A shutter has fallen: the way {way} is shut for good to whoever took {thing}.")
        }
        Barrier::Gate(switch, on) => {
            format!("The gate {way} is open while switch {switch} is {}.", position(on))
        }
        Barrier::Pressed => format!("The way {way} is barred until a switch is stepped on."),
        Barrier::Lock | Barrier::SmallLock => return None,
    })
}

/// The reply if no way leads in a direction.
pub(super) fn no_way(here: Here<'_>, side: Direction) -> String {
    let mut drops = here.scene.drops_into(here.state.room);
    let name = side.name();
    if drops.any(|(_, from)| from == side) {
        return format!("You would have to climb the drop {}. It is too high.", towards(side));
    }
    let others: Vec<String> = here.ways().iter().map(|way| here.way_name(way)).collect();
    format!("There is no way {name}. Ways out: {}.", list(&others, "and"))
}

/// The hints without a proof: for each barred way out the reasons, and where the things that open it were seen; then
/// other things to do, here and, if nothing is new here, elsewhere.
pub(super) fn hints(here: Here<'_>) -> Vec<String> {
    let Here { scene, state } = here;
    let all: Vec<&Way> = here.ways().iter().collect();
    let barred = all.iter().filter(|way| !here.is_free(way) && !is_lost(here, way));
    let barred = barred.flat_map(|way| hints_of_way(here, way));
    let others = state.entered.iter().filter(|&&room| room != state.room);
    let others: Vec<&Way> = others.flat_map(|&room| scene.ways(room)).collect();
    let now = [left(here, state.room), fresh(here, &all), opened(here, &others)];
    let mut lines: Vec<String> = barred.chain(now.into_iter().flatten()).collect();
    if lines.is_empty() || all.iter().all(|way| state.entered.contains(&way.to)) {
        lines.extend(best_elsewhere(here));
    }
    let is_first = |at: usize, line: &String| lines.iter().position(|l| l == line) == Some(at);
    let first = lines.iter().enumerate().filter(|(at, line)| is_first(*at, line));
    first.map(|(_, line)| line.clone()).collect()
}

/// True if a shutter has shut a way for good.
fn is_lost(here: Here<'_>, way: &Way) -> bool {
    let unmet = here.unmet(way);
    unmet.iter().any(|&need| matches!(here.scene.barrier(need), Some(Barrier::Shutter(_))))
}

/// Hints about one way.
pub(super) fn hints_of_way(here: Here<'_>, way: &Way) -> Vec<String> {
    let unmet = here.unmet(way);
    let known = unmet.into_iter().filter_map(|need| whereabouts(here, need));
    obstacles(here, way).into_iter().chain(known).collect()
}

/// The sentence about where the thing for a requirement was seen; `None` if the player has it.
fn whereabouts(here: Here<'_>, need: Requirement) -> Option<String> {
    let Here { scene, state } = here;
    let thing = asked(need)?;
    let name = sentence(&scene.the(thing));
    let is_said = need == Requirement::Bombable && here.bombs() > 0;
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

/// The best thing to do in the rooms that the player has seen.
fn best_elsewhere(here: Here<'_>) -> Vec<String> {
    let mut rooms: Vec<usize> = here.state.entered.iter().copied().collect();
    rooms.sort_by_key(|&room| room != here.state.room);
    let ways: Vec<&Way> = rooms.iter().flat_map(|&room| here.scene.ways(room)).collect();
    let found = opened(here, &ways).or_else(|| left(here, here.state.room));
    let found = found.or_else(|| fresh(here, &ways));
    let found = found.or_else(|| rooms.iter().find_map(|&room| left(here, room)));
    found.or_else(|| barred(here, &ways)).into_iter().collect()
}

/// A sentence about a way of a seen room.
fn said(here: Here<'_>, way: &Way, what: &str) -> String {
    let place = if way.from == here.state.room {
        "Here".to_owned()
    } else {
        format!("In {} ({})", here.scene.name(way.from), way.from)
    };
    format!("{place} the way {} {what}.", here.way_name(way))
}

/// The sentence about a way that can be opened with the things in hand.
fn opened(here: Here<'_>, ways: &[&Way]) -> Option<String> {
    let in_hand = |need: &Requirement| {
        here.state.has_key(*need) || *need == Requirement::Bombable && here.bombs() > 0
    };
    let (way, unmet) = ways
        .iter()
        .map(|way| (way, here.unmet(way)))
        .find(|(_, unmet)| !unmet.is_empty() && unmet.iter().all(in_hand))?;
    Some(said(here, way, &format!("can be opened with {}", all_named(here.scene, &unmet))))
}

/// The sentence about a free way to an unvisited room.
fn fresh(here: Here<'_>, ways: &[&Way]) -> Option<String> {
    let is_fresh = |way: &&&Way| !here.state.entered.contains(&way.to) && here.is_free(way);
    let way = ways.iter().find(is_fresh)?;
    Some(said(here, way, "is free, and you have not been there"))
}

/// The sentence about a thing left in a room.
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

/// The sentence about a barred way.
fn barred(here: Here<'_>, ways: &[&Way]) -> Option<String> {
    let is_barred = |way: &&&Way| !here.is_free(way) && !is_lost(here, way);
    let way = ways.iter().find(is_barred)?;
    let (room, exit) = (here.scene.name(way.from), exit(here, way));
    Some(format!("Still barred, in {room} ({}): {exit}.", way.from))
}
