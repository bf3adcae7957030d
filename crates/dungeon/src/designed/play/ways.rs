//! Ways in words: where they lead, what is in them, and why one cannot walk them.

use super::here::Here;
use super::parts::Way;
use super::thing::{Barrier, all_asked, all_named, asked, position};
use crate::layout::Direction;
use crate::puzzle::play::reply::list;
use level::{Content, Requirement};

/// The sentence about all ways out.
pub(super) fn ways_out(here: Here<'_>) -> String {
    match here.ways() {
        [] => "There is no way out.".to_owned(),
        ways => {
            let ways: Vec<String> = ways.iter().map(|way| exit(here, way)).collect();
            format!("Ways out: {}.", list(&ways, "and"))
        }
    }
}

/// A way out: its name, the room behind it if the player was there, and what is in it.
pub(super) fn exit(here: Here<'_>, way: &Way) -> String {
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
    let drop = scene.way(way.to, way.from).is_none().then(|| "a drop, no way back".to_owned());
    let others = way.needs.iter().filter_map(|&need| {
        let met = state.is_met(scene, way, need);
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

/// True if a way is free, and is barred once one has gone it.
pub(super) fn shuts_behind(here: Here<'_>, way: &Way) -> bool {
    let Here { scene, state } = here;
    let barred = |way: &Way| !state.unmet(scene, way).is_empty();
    !barred(way) && scene.way(way.to, way.from).is_some_and(barred)
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
    let end = if locks.contains(&Requirement::KeyLocked) { ", which it uses up" } else { "" };
    format!("It asks for {}{end}.", all_named(here.scene, locks))
}

fn obstacle(here: Here<'_>, need: Requirement, way: &str) -> Option<String> {
    let Here { scene, state } = here;
    Some(match scene.barrier(need)? {
        Barrier::Wall if state.bombs(scene) > 0 => {
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
