//! Ways that a player wants to go, and locks that a player wants to open.

use super::choose::{choose, elsewhere, other};
use super::here::Here;
use super::scene::Way;
use super::state::Action;
use super::thing::asked;
use super::{tell, verbs, ways};
use crate::layout::Direction;
use crate::puzzle::play::command::{Understood, carried, refuse, which, without};
use crate::puzzle::play::names::{Candidate, Found, worded};
use crate::puzzle::play::reply::{Outcome, Reply, list, sentence};
use crate::puzzle::play::{fold, table};
use level::Requirement;
use std::collections::{BTreeMap, VecDeque};

/// True if a way out, or a room that was seen, goes by a name.
pub(super) fn is_known(here: Here<'_>, typed: &str) -> bool {
    let typed = plain(typed);
    worded(&typed, &here.named_ways(|_| true)) != Found::Nothing
        || matches!(worded(&typed, &rooms(here)), Found::One(_))
}

/// A name with its sides in full words: `northward` is north.
fn plain(typed: &str) -> String {
    let words = typed.split_whitespace().map(verbs::towards);
    words.collect::<Vec<_>>().join(" ")
}

/// The walk that is meant: through a way out, or to a room that was seen.
pub(super) fn go(here: Here<'_>, typed: &str) -> Understood<Vec<Action>> {
    let typed = plain(typed);
    if let Found::One(side) = worded(&typed, table::directions()) {
        return towards(here, side).map(|action| vec![action]);
    }
    let named = here.named_ways(|_| true);
    if worded(&typed, &named) == Found::Nothing {
        match worded(&typed, &rooms(here)) {
            Found::One(room) => return far(here, room),
            Found::Several(names) => return Err(which(&typed, &names)),
            Found::Nothing => {}
        }
    }
    if fold::name(&typed) == "goal" {
        return refuse("You have not found that yet.");
    }
    let to = choose(here, "go", &typed, &named)?;
    let Some(way) = here.scene.way(here.state.room, to) else {
        return refuse("There is no such way.");
    };
    through_way(here, way).map(|action| vec![action])
}

/// The walk through a way, if nothing bars it.
fn through_way(here: Here<'_>, way: &Way) -> Understood<Action> {
    if here.state.unmet(here.scene, way).is_empty() {
        return Ok(Action::Go(way.to));
    }
    Err(Reply::new(Outcome::Refused, ways::obstacles(here, way)))
}

/// The walk to a side: of several ways the only one that is free.
fn towards(here: Here<'_>, side: Direction) -> Understood<Action> {
    let Here { scene, state } = here;
    let all: Vec<&Way> = here.ways().iter().filter(|way| way.direction == side).collect();
    let is_free = |way: &&Way| state.unmet(scene, way).is_empty();
    let free: Vec<&Way> = all.iter().copied().filter(is_free).collect();
    match (&all[..], &free[..]) {
        ([], _) if side == Direction::Down => match drops(here)[..] {
            [drop] => through_way(here, drop),
            _ => refuse(ways::no_way(here, side)),
        },
        ([], _) => refuse(ways::no_way(here, side)),
        ([way], _) | (_, [way]) => through_way(here, way),
        (several, _) => {
            let shown: Vec<String> = several.iter().map(|way| ways::exit(here, way)).collect();
            let letter = table::letter(side);
            let how: Vec<String> =
                several.iter().map(|way| format!("`{letter} {}`", way.to)).collect();
            let (name, shown, how) = (side.name(), list(&shown, "and"), list(&how, "or"));
            let text = format!("Several ways lead {name}: {shown}. Say {how}.");
            Err(Reply::of(Outcome::Ambiguous, text))
        }
    }
}

/// The drops that lead out of the room.
fn drops(here: Here<'_>) -> Vec<&Way> {
    here.ways().iter().filter(|way| here.scene.way(way.to, way.from).is_none()).collect()
}

/// The rooms that were seen, by name and number.
fn rooms(here: Here<'_>) -> Vec<Candidate<usize>> {
    let rooms = here.state.entered.iter().map(|&room| {
        let name = here.scene.name(room);
        let mut others = vec![format!("{room}"), format!("room {room}")];
        let marks: [&[&str]; 2] = [&["start", "beginning", "entrance"], &["goal"]];
        let is_marked = [room == here.scene.start(), here.scene.is_goal(room)];
        let marks = marks.iter().zip(is_marked).filter(|(_, is_so)| *is_so);
        others.extend(marks.flat_map(|(marks, _)| marks.iter().map(|&mark| mark.to_owned())));
        let others: Vec<&str> = others.iter().map(String::as_str).collect();
        Candidate::new(room, name, &others)
    });
    rooms.collect()
}

/// The walk to a room that was seen, if every step is free.
fn far(here: Here<'_>, room: usize) -> Understood<Vec<Action>> {
    let Here { scene, state } = here;
    if room == state.room {
        return refuse(format!("You are there: {}", tell::title(here)));
    }
    let mut from: BTreeMap<usize, usize> = BTreeMap::new();
    let mut open = VecDeque::from([state.room]);
    while let Some(at) = open.pop_front() {
        for way in scene.ways(at) {
            let is_new = way.to != state.room && !from.contains_key(&way.to);
            let is_seen = state.entered.contains(&way.to);
            if is_new && is_seen && state.unmet(scene, way).is_empty() {
                from.insert(way.to, at);
                open.push_back(way.to);
            }
        }
    }
    let mut path = Vec::new();
    let mut at = room;
    while at != state.room {
        path.push(Action::Go(at));
        let Some(&before) = from.get(&at) else {
            let name = scene.name(room);
            return refuse(format!(
                "You know {name}, but no way that is free leads there from here."
            ));
        };
        at = before;
    }
    path.reverse();
    Ok(path)
}

/// The walk to where the player came from.
pub(super) fn back(here: Here<'_>) -> Understood<Action> {
    let Here { scene, state } = here;
    let Some(before) = state.came else { return refuse("You have not come from anywhere yet.") };
    match scene.way(state.room, before) {
        Some(way) => through_way(here, way),
        None => refuse(format!("No way leads back to {} from here.", scene.name(before))),
    }
}

/// The walk in or out, where it is not said which way: the only one that is free.
pub(super) fn through(here: Here<'_>, typed: &str) -> Understood<Vec<Action>> {
    if !typed.is_empty() {
        return go(here, typed);
    }
    let free: Vec<&Way> =
        here.ways().iter().filter(|way| here.state.unmet(here.scene, way).is_empty()).collect();
    match free[..] {
        [way] => Ok(vec![Action::Go(way.to)]),
        _ => {
            let text = format!("Which way? {}", ways::ways_out(here));
            Err(Reply::of(Outcome::Ambiguous, text))
        }
    }
}

/// The jump down a drop.
pub(super) fn jump(here: Here<'_>, typed: &str) -> Understood<Action> {
    let typed = verbs::parts(typed).0;
    let over = ["over", "across", "into", "in"];
    let typed = without(typed, &over);
    match (drops(here)[..].as_ref(), typed) {
        ([drop], "" | "drop" | "ledge") => through_way(here, drop),
        (_, "") => refuse("You jump, and come down where you were. There is no drop here."),
        (_, typed) => match choose(here, "jump", typed, &here.named_ways(|_| true))? {
            to if drops(here).iter().any(|way| way.to == to) => Ok(Action::Go(to)),
            _ => refuse("There is no drop there; one walks."),
        },
    }
}

/// The climb: up or down stairs where there are any.
pub(super) fn climb(here: Here<'_>, typed: &str) -> Understood<Vec<Action>> {
    let typed = without(typed, &["up", "down"]);
    let drop = here.scene.drops_into(here.state.room).next().map(|(_, side)| side);
    match (typed, drop) {
        ("" | "drop" | "ledge" | "back", Some(side)) if !here.leads(Direction::Up) => {
            refuse(ways::no_way(here, side))
        }
        ("", _) if here.leads(Direction::Up) => go(here, "up"),
        ("", _) if here.leads(Direction::Down) => go(here, "down"),
        ("", _) => refuse("There is nothing here to climb."),
        (typed, _) if is_known(here, typed) => go(here, typed),
        (typed, _) => Err(other(here, "climb", typed, &[])),
    }
}

/// The lock that is meant, if its key is in hand.
pub(super) fn unlock(here: Here<'_>, typed: &str) -> Understood<Action> {
    let Here { scene, state } = here;
    let (about, key) = verbs::parts(typed);
    let about = about.strip_prefix("way ").unwrap_or(about);
    let (about, key) = match about.split_once(' ') {
        Some(("with" | "using", key)) => ("", key),
        _ => (about, key),
    };
    let locked = here.named_ways(|way| !state.locks(scene, way).is_empty());
    let to = locked_way(here, about, key, &locked)?;
    let Some(way) = scene.way(state.room, to) else { return refuse("There is no such way.") };
    let locks = state.locks(scene, way);
    let asks = ways::asks(here, &locks);
    if !key.is_empty() {
        fitting(here, key, &locks)?;
    }
    if locks.iter().all(|&lock| state.has_key(lock)) {
        return Ok(Action::Unlock(to));
    }
    let one = if locks.len() == 1 { "You carry no key that fits" } else { "You lack a key" };
    refuse(format!("{one}. {asks}"))
}

/// The locked way that is meant; of another way it is said that it has no lock.
fn locked_way(
    here: Here<'_>,
    typed: &str,
    key: &str,
    locked: &[Candidate<usize>],
) -> Understood<usize> {
    if let (Found::Nothing, Found::One(to)) =
        (worded(typed, locked), worded(typed, &here.named_ways(|_| true)))
    {
        return Err(no_lock(here, to));
    }
    if typed.is_empty() && locked.is_empty() && !key.is_empty() {
        carried(key, &here.held())?;
    }
    if worded(typed, locked) == Found::Nothing && worded(typed, &here.held()) != Found::Nothing {
        // `unlock key` means with that key.
        return choose(here, "unlock", "", locked);
    }
    choose(here, "unlock", typed, locked)
}

/// The reply about a way that has no lock, or none that is shut.
fn no_lock(here: Here<'_>, to: usize) -> Reply {
    let Some(way) = here.scene.way(here.state.room, to) else {
        return Reply::of(Outcome::Refused, "There is no such way.");
    };
    let unmet = ways::obstacles(here, way);
    let name = here.way_name(way);
    let text = match &unmet[..] {
        [] if way.needs.is_empty() => format!("The way {name} has no lock, and is open."),
        [] => format!("The way {name} is open already."),
        unmet => format!("That takes no key. {}", unmet.join(" ")),
    };
    Reply::of(Outcome::Refused, text)
}

/// Asks whether a key is in hand and fits one of the locks.
fn fitting(here: Here<'_>, typed: &str, locks: &[Requirement]) -> Understood<()> {
    let key = carried(typed, &here.held()).map_err(|reply| elsewhere(here, typed, reply))?;
    if locks.iter().any(|&lock| asked(lock) == Some(key)) {
        return Ok(());
    }
    let key = sentence(&here.scene.the(key));
    let text = format!("{key} does not fit. {}", ways::asks(here, locks));
    Err(Reply::of(Outcome::Wrong, text))
}
