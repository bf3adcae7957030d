//! The actions that commands mean: walking, and acting on things; replies to commands such as throw, read and kick;
//! and the reply if the object of a command does not suit its verb.

use super::state::{Action, Here, Sight};
use super::verbs::shortened;
use super::{Sort, Way, asked, describe, verbs, ways};
use crate::dungeon::texts::parley;
use crate::game::normalise;
use crate::game::reply::{
    self, Outcome, Reply, Understood, carried, list, refuse, sentence, which, without,
};
use crate::game::reply::{Candidate, Match, exact, worded};
use crate::game::shortest;
use crate::game::table::{directions, letter};
use crate::layout::Direction;
use level::{Content, Requirement};

/// One action.
fn one(action: Action) -> Vec<Action> {
    vec![action]
}

/// True for words that mean all things.
fn is_all(typed: &str) -> bool {
    ["all", "everything", "it all"].contains(&normalise::name(typed).as_str())
}

/// The description of an object.
pub(super) fn examine(here: Here<'_>, typed: &str) -> Understood<Vec<String>> {
    if is_all(typed) {
        return Ok(describe::examine_all(here));
    }
    if ["room", "here", "around", "this room"].contains(&normalise::name(typed).as_str()) {
        return Ok(describe::look(here));
    }
    if ["me", "myself", "self", "yourself"].contains(&normalise::name(typed).as_str()) {
        return Ok(describe::oneself(here));
    }
    let sights = here.sights();
    let found = worded(typed, &sights);
    let is_foe = describe::are_foes(here, typed);
    match found {
        Match::Nothing if is_foe => Ok(describe::examine_foes(here)),
        Match::Several(_) if !typed.is_empty() => Ok(several(here, typed)),
        _ => choose(here, "examine", typed, &sights).map(|sight| describe::examine(here, sight)),
    }
}

/// The descriptions of all objects that match a name.
fn several(here: Here<'_>, typed: &str) -> Vec<String> {
    let sights = here.sights().into_iter();
    let meant =
        sights.filter(|sight| matches!(worded(typed, std::slice::from_ref(sight)), Match::One(_)));
    meant.flat_map(|sight| describe::examine(here, sight.value)).collect()
}

/// The reply to a search. It shows nothing new.
pub(super) fn search(here: Here<'_>, typed: &str) -> Understood<Vec<String>> {
    let typed = without(typed, &["for", "in", "the"]);
    if typed.is_empty() || is_all(typed) {
        let lines = ["You find nothing that you have not been told of.".to_owned()];
        return Ok(lines.into_iter().chain(describe::things(here)).collect());
    }
    examine(here, typed)
}

/// The things to take.
pub(super) fn take(here: Here<'_>, typed: &str) -> Understood<Vec<Action>> {
    let lying = here.left(&[Sort::Portable]);
    let typed = verbs::endless(typed, &["up"]);
    let all = is_all(typed);
    if all && !lying.is_empty() {
        return Ok(lying.into_iter().map(|thing| Action::Take(thing.value)).collect());
    }
    let typed = if all { "" } else { typed };
    if let (Match::Nothing, Match::One(held)) = (worded(typed, &lying), worded(typed, &here.held()))
    {
        return refuse(format!("You carry {} already.", here.scene.the(held)));
    }
    choose(here, "take", typed, &lying).map(|thing| vec![Action::Take(thing)])
}

/// The lever or switch to pull.
pub(super) fn pull(here: Here<'_>, typed: &str) -> Understood<Action> {
    let typed = verbs::endless(typed, &["on", "off", "down", "over", "back"]);
    let typed = without(verbs::parts(typed).0, &["on", "down", "the"]);
    let levers = here.left(&[Sort::Lever]).into_iter();
    let mut all: Vec<Candidate<Action>> = levers.map(|lever| lever.map(Action::Work)).collect();
    let switches = here.switches().map(|number| {
        let shown = here.scene.thing(Content::Toggle(number));
        Candidate::new(Action::Flip(number), shown, &[&number.to_string()])
    });
    all.extend(switches);
    if typed.is_empty() && all.is_empty() && has(here, Sort::Lever) {
        return refuse("The lever here was pulled already.");
    }
    choose(here, "pull", typed, &all)
}

/// The stones to push. Pushing a lever pulls it, and pushing a direction walks.
pub(super) fn push(here: Here<'_>, typed: &str) -> Understood<Vec<Action>> {
    let typed = without(verbs::parts(typed).0, &["the", "all"]);
    if worded(typed, directions()) != Match::Nothing {
        return go(here, typed);
    }
    let stones = here.left(&[Sort::Stones]);
    let levers = here.left(&[Sort::Lever]);
    let is_bridged = levers.iter().any(|lever| here.scene.bridge(lever.value).is_some());
    let named =
        worded(typed, &stones) == Match::Nothing && worded(typed, &levers) != Match::Nothing;
    if named || typed.is_empty() && stones.is_empty() && is_bridged {
        return pull(here, typed).map(one);
    }
    if typed.is_empty() && stones.is_empty() && has(here, Sort::Stones) {
        return refuse("The stones stand on their plates already.");
    }
    let stones = choose(here, "push", typed, &stones)?;
    Ok(vec![Action::Work(stones)])
}

/// The direction of a named wall: `east wall` is east.
fn side_of_wall(typed: &str) -> &str {
    let (side, wall) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
    let is_side = worded(side, directions()) != Match::Nothing;
    if is_side && ["wall", "walls"].contains(&normalise::name(wall).as_str()) {
        side
    } else {
        typed
    }
}

/// The cracked wall to bomb.
pub(super) fn bomb(here: Here<'_>, typed: &str) -> Understood<Action> {
    let typed = without(without(verbs::parts(typed).0, &["the", "open"]), &["the"]);
    let typed = if is_all(typed) { "" } else { side_of_wall(typed) };
    let walled = here.named_ways(|way| here.is_walled(way));
    let to = choose(here, "bomb", typed, &walled)?;
    if here.bombs() == 0 {
        return refuse("You have no bomb.");
    }
    Ok(Action::Bomb(to))
}

/// The reply to lifting: a portcullis cannot be lifted by hand; other things are taken.
pub(super) fn lift(here: Here<'_>, typed: &str) -> Understood<Vec<Action>> {
    let bars = ["", "portcullis", "bars", "gate", "the portcullis"];
    if !bars.contains(&normalise::name(typed).as_str()) {
        return take(here, typed);
    }
    if !has(here, Sort::Stones) {
        return refuse("Nothing here is to be lifted by hand.");
    }
    if here.left(&[Sort::Stones]).is_empty() {
        return refuse("It is up already.");
    }
    refuse("It is far too heavy; stones on the plates would raise it: `push stones`.")
}

/// The use of a thing, on a way or alone.
pub(super) fn use_on(here: Here<'_>, typed: &str) -> Understood<Action> {
    let (about, on) = verbs::parts(typed);
    if about.is_empty() {
        return refuse("Use what?");
    }
    let work = here.left(&[Sort::Stones]);
    if let Match::One(stones) = worded(about, &work) {
        return Ok(Action::Work(stones));
    }
    let held = here.held();
    let lying = here.left(&[Sort::Portable]);
    if let (Match::Nothing, Match::One(thing)) = (worded(about, &held), worded(about, &lying)) {
        return refuse(format!("You would have to take {} first.", here.scene.the(thing)));
    }
    match worded(about, &held) {
        Match::One(Content::ItemMinor) => bomb(here, on),
        Match::One(Content::KeyItem) if normalise::name(on).contains("wall") => bomb(here, on),
        Match::One(Content::KeyItem) => {
            refuse("It is used by walking: with it in hand you cross water.")
        }
        Match::One(thing) if here.scene.is_treasure(thing) => {
            refuse(format!("{} is for keeping.", sentence(&here.scene.the(thing))))
        }
        Match::One(_) => unlock(here, &format!("{on} with {about}")),
        Match::Several(names) => Err(which(about, &names)),
        Match::Nothing => pull(here, about),
    }
}

/// Words before the target of putting and throwing.
const INTO: [&str; 9] =
    [" in ", " into ", " inside ", " through ", " on ", " onto ", " at ", " to ", " over "];

/// The thing, and its target.
fn parts(typed: &str) -> (&str, &str) {
    let found = INTO.iter().filter_map(|link| Some((typed.find(link)?, link.len())));
    match found.min() {
        Some((at, length)) => {
            let (about, rest) = typed.split_at(at);
            (about.trim(), rest.get(length..).unwrap_or_default().trim())
        }
        None => (typed, ""),
    }
}

/// A key put into a lock opens it, and stones are put onto their plates; anything else stays with the player.
pub(super) fn put(here: Here<'_>, typed: &str) -> Understood<Vec<Action>> {
    let (about, into) = parts(typed);
    let stones = here.left(&[Sort::Stones]);
    if matches!(worded(about, &stones), Match::One(_)) {
        return push(here, about);
    }
    let is_key =
        |thing| matches!(thing, Content::Key | Content::BossKey) || here.scene.is_key(thing);
    match worded(about, &here.held()) {
        Match::One(thing) if is_key(thing) && !into.is_empty() => {
            unlock(here, &format!("{into} with {about}")).map(one)
        }
        _ => drop(here, about),
    }
}

/// The reply to dropping: nothing is dropped.
pub(super) fn drop<T>(here: Here<'_>, typed: &str) -> Understood<T> {
    match worded(typed, &here.held()) {
        Match::One(thing) => refuse(format!("You had better keep {}.", here.scene.the(thing))),
        Match::Several(names) => Err(which(typed, &names)),
        Match::Nothing if typed.is_empty() || is_all(typed) => {
            refuse("What you carry may be of use yet, and you keep it.")
        }
        Match::Nothing => refuse(format!("You carry no {:?}.", shortened(typed))),
    }
}

/// Throwing a lever pulls it, and a bomb can be thrown at a wall; anything else stays with the player.
pub(super) fn throw(here: Here<'_>, typed: &str) -> Understood<Vec<Action>> {
    let (about, at) = parts(typed);
    let levers = here.left(&[Sort::Lever, Sort::Switch]);
    let is_lever = worded(about, &levers) != Match::Nothing;
    if is_lever || about.is_empty() || without(about, &["lever", "switch"]) != about {
        return pull(here, about).map(one);
    }
    match worded(about, &here.held()) {
        Match::One(Content::ItemMinor) if describe::are_foes(here, at) => {
            refuse("The bombs are for walls. `attack` takes no more than your hands.")
        }
        Match::One(Content::ItemMinor) if !at.is_empty() => bomb(here, at).map(one),
        Match::One(thing) => {
            let name = here.scene.the(thing);
            refuse(format!("You would only have to go and fetch {name} again."))
        }
        _ => drop(here, about),
    }
}

/// The reply to reading: only scenery can be read.
pub(super) fn read(here: Here<'_>, typed: &str) -> Understood<Vec<String>> {
    match describe::scenery(here, typed) {
        Some(seen) => Ok(vec![seen]),
        None => refuse("There is nothing here to read that you have not been told."),
    }
}

/// The reply to talking.
pub(super) fn talk<T>(here: Here<'_>) -> Understood<T> {
    let names = here.foes();
    let answer = parley(&describe::the_foes(names), here.state.room).filter(|_| !names.is_empty());
    refuse(answer.unwrap_or_else(|| "Nobody here has anything to say to you.".to_owned()))
}

/// The fight with the enemies of the room.
pub(super) fn fight(here: Here<'_>, typed: &str) -> Understood<Action> {
    let typed = typed.split(" with ").next().unwrap_or(typed);
    let all = here.all_foes();
    if all.is_empty() {
        return refuse("There is nobody here to fight.");
    }
    let everybody = ["", "all", "everyone", "everybody", "everything"];
    if !everybody.contains(&typed) && !describe::are_foes(here, typed) {
        let typed = shortened(typed);
        return refuse(format!(
            "You see no {typed:?} here. You could attack {}.",
            describe::the_foes(all)
        ));
    }
    if here.is_beaten() {
        return refuse(format!("You have dealt with {} already.", describe::the_foes(all)));
    }
    Ok(Action::Fight)
}

/// Striking an enemy fights it; for anything else the reply is printed.
pub(super) fn strike(here: Here<'_>, typed: &str, reply: &str) -> Understood<Vec<Action>> {
    if describe::are_foes(here, verbs::parts(typed).0) {
        return fight(here, typed).map(one);
    }
    refuse(reply)
}

/// True if a name matches a way out or a room that the player has seen.
pub(super) fn is_known(here: Here<'_>, typed: &str) -> bool {
    let typed = plain(typed);
    worded(&typed, &here.named_ways(|_| true)) != Match::Nothing
        || matches!(worded(&typed, &rooms(here)), Match::One(_))
}

/// A name with directions as plain words: `northward` is north.
fn plain(typed: &str) -> String {
    let words = typed.split_whitespace().map(verbs::towards);
    words.collect::<Vec<_>>().join(" ")
}

/// The walk through a way out, or to a room that the player has seen.
pub(super) fn go(here: Here<'_>, typed: &str) -> Understood<Vec<Action>> {
    let typed = plain(typed);
    if let Match::One(side) = worded(&typed, directions()) {
        return to_side(here, side).map(one);
    }
    let named = here.named_ways(|_| true);
    if worded(&typed, &named) == Match::Nothing {
        match worded(&typed, &rooms(here)) {
            Match::One(room) => return far(here, room),
            Match::Several(names) => return Err(which(&typed, &names)),
            Match::Nothing => {}
        }
    }
    if normalise::name(&typed) == "goal" {
        return refuse("You have not found that yet.");
    }
    let to = choose(here, "go", &typed, &named)?;
    let Some(way) = here.way(to) else {
        return refuse("There is no such way.");
    };
    through_way(here, way).map(one)
}

/// The walk through a way, unless it is barred.
fn through_way(here: Here<'_>, way: &Way) -> Understood<Action> {
    if here.is_free(way) {
        return Ok(Action::Go(way.to));
    }
    Err(Reply::new(Outcome::Refused, ways::obstacles(here, way)))
}

/// The walk in a direction; of several ways, the only free one.
fn to_side(here: Here<'_>, side: Direction) -> Understood<Action> {
    let all: Vec<&Way> = here.ways().iter().filter(|way| way.direction == side).collect();
    let is_free = |way: &&Way| here.is_free(way);
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
            let letter = letter(side);
            let how: Vec<String> =
                several.iter().map(|way| format!("`{letter} {}`", way.to)).collect();
            let (name, shown, how) = (side.name(), list(&shown, "and"), list(&how, "or"));
            let text = format!("Several ways lead {name}: {shown}. Say {how}.");
            Err(Reply::of(Outcome::Ambiguous, text))
        }
    }
}

/// The one-way drops out of the room.
fn drops(here: Here<'_>) -> Vec<&Way> {
    here.ways().iter().filter(|way| here.scene.way(way.to, way.from).is_none()).collect()
}

/// The rooms that the player has seen, by name and number.
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

/// The walk to a room that the player has seen, if a free path leads there.
fn far(here: Here<'_>, room: usize) -> Understood<Vec<Action>> {
    let Here { scene, state } = here;
    if room == state.room {
        return refuse(format!("You are there: {}", here.title()));
    }
    let ways = |at| {
        let all = scene.ways(at).iter();
        let free = all.filter(|way| state.entered.contains(&way.to) && here.is_free(way));
        free.map(|way| (Action::Go(way.to), way.to))
    };
    let Some(path) = shortest(state.room, ways, |at| at == room) else {
        let name = scene.name(room);
        return refuse(format!("You know {name}, but no way that is free leads there from here."));
    };
    Ok(path.into_iter().map(|(step, _)| step).collect())
}

/// The walk to the previous room.
pub(super) fn back(here: Here<'_>) -> Understood<Action> {
    let Some(before) = here.state.came else {
        return refuse("You have not come from anywhere yet.");
    };
    match here.way(before) {
        Some(way) => through_way(here, way),
        None => refuse(format!("No way leads back to {} from here.", here.scene.name(before))),
    }
}

/// The walk in or out without a direction: through the only free way.
pub(super) fn through(here: Here<'_>, typed: &str) -> Understood<Vec<Action>> {
    if !typed.is_empty() {
        return go(here, typed);
    }
    let free: Vec<&Way> = here.ways().iter().filter(|way| here.is_free(way)).collect();
    match free[..] {
        [way] => Ok(vec![Action::Go(way.to)]),
        _ => {
            let text = format!("Which way? {}", ways::ways_out(here));
            Err(Reply::of(Outcome::Ambiguous, text))
        }
    }
}

/// The jump down a one-way drop.
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

/// The climb: up or down stairs, if there are any.
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

/// The lock to open, if the player has its key.
pub(super) fn unlock(here: Here<'_>, typed: &str) -> Understood<Action> {
    let (about, key) = verbs::parts(typed);
    let about = about.strip_prefix("way ").unwrap_or(about);
    let (about, key) = match about.split_once(' ') {
        Some(("with" | "using", key)) => ("", key),
        _ => (about, key),
    };
    let locked = here.named_ways(|way| !here.locks(way).is_empty());
    let to = locked_way(here, about, key, &locked)?;
    let Some(way) = here.way(to) else { return refuse("There is no such way.") };
    let locks = here.locks(way);
    let asks = ways::asks(here, &locks);
    if !key.is_empty() {
        fitting(here, key, &locks)?;
    }
    if locks.iter().all(|&lock| here.state.has_key(lock)) {
        return Ok(Action::Unlock(to));
    }
    let one = if locks.len() == 1 { "You carry no key that fits" } else { "You lack a key" };
    refuse(format!("{one}. {asks}"))
}

/// The locked way with this name. For any other way the reply says that it has no lock.
fn locked_way(
    here: Here<'_>,
    typed: &str,
    key: &str,
    locked: &[Candidate<usize>],
) -> Understood<usize> {
    if let (Match::Nothing, Match::One(to)) =
        (worded(typed, locked), worded(typed, &here.named_ways(|_| true)))
    {
        return Err(no_lock(here, to));
    }
    if typed.is_empty() && locked.is_empty() && !key.is_empty() {
        carried(key, &here.held())?;
    }
    if worded(typed, locked) == Match::Nothing && worded(typed, &here.held()) != Match::Nothing {
        // `unlock key` means: with that key.
        return choose(here, "unlock", "", locked);
    }
    choose(here, "unlock", typed, locked)
}

/// The reply about a way without a shut lock.
fn no_lock(here: Here<'_>, to: usize) -> Reply {
    let Some(way) = here.way(to) else {
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

/// Checks that the player has a key and that it fits one of the locks.
fn fitting(here: Here<'_>, typed: &str, locks: &[Requirement]) -> Understood<()> {
    let key = carried(typed, &here.held()).map_err(|reply| elsewhere(here, typed, reply))?;
    if locks.iter().any(|&lock| asked(lock) == Some(key)) {
        return Ok(());
    }
    let key = sentence(&here.scene.the(key));
    let text = format!("{key} does not fit. {}", ways::asks(here, locks));
    Err(Reply::of(Outcome::Wrong, text))
}

/// The candidate with the typed name; the only one if nothing is typed.
fn choose<T: Copy>(
    here: Here<'_>,
    verb: &str,
    typed: &str,
    candidates: &[Candidate<T>],
) -> Understood<T> {
    match worded(typed, candidates) {
        Match::One(value) => Ok(value),
        Match::Several(names) => Err(which(shortened(typed), &names)),
        Match::Nothing => {
            reply::choose(verb, typed, candidates, |names| other(here, verb, typed, names))
        }
    }
}

/// The way with the typed name, barred or not.
pub(super) fn way<'a>(here: Here<'a>, verb: &str, typed: &str) -> Understood<&'a Way> {
    let typed = verbs::parts(typed).0;
    let to = choose(here, verb, typed, &here.named_ways(|_| true))?;
    here.way(to).map_or_else(|| refuse("There is no such way."), Ok)
}

/// True if the room holds something of a kind, used or not.
fn has(here: Here<'_>, sort: Sort) -> bool {
    here.contents().iter().any(|&thing| here.scene.sort(thing) == sort)
}

/// The reply if the object does not suit the verb: its state. `names` are the objects that suit.
fn other(here: Here<'_>, verb: &str, typed: &str, names: &[String]) -> Reply {
    let refused = |text: String| Reply::of(Outcome::Refused, text);
    let first = typed.split_whitespace().next().unwrap_or_default();
    if let Match::One(side) = exact(first, directions())
        && !here.leads(side)
    {
        return refused(ways::no_way(here, side));
    }
    match worded(typed, &here.sights()) {
        Match::One(Sight::Thing(thing)) => return refused(of_thing(here, verb, thing)),
        Match::One(Sight::Way(to)) => {
            if let Some(text) = of_way(here, verb, to) {
                return refused(text);
            }
        }
        Match::One(Sight::Goal) => return refused(format!("You hold {}.", here.goal())),
        _ => {}
    }
    let all = here.all_foes();
    if describe::are_foes(here, typed) {
        let text = if here.is_beaten() {
            format!("You have dealt with {} already.", describe::the_foes(all))
        } else {
            format!(
                "{} will not have that. You could `attack`.",
                sentence(&describe::the_foes(all))
            )
        };
        return refused(text);
    }
    let reply = unknown(here, verb, typed, names);
    match describe::scenery(here, typed) {
        Some(seen) if verb == "examine" => Reply::of(Outcome::Told, seen),
        Some(seen) => refused(format!("You cannot {verb} that. {seen}")),
        None => elsewhere(here, typed, reply),
    }
}

/// The reply to an unknown name; `names` are the objects that suit the verb.
fn unknown(here: Here<'_>, verb: &str, typed: &str, names: &[String]) -> Reply {
    let typed = shortened(typed);
    let all = here.foes();
    let met = (verb == "examine" && !all.is_empty()).then(|| describe::the_foes(all));
    let names: Vec<String> = names.iter().cloned().chain(met).collect();
    let text = match &names[..] {
        [] => format!("You see no {typed:?} here, and nothing to {verb}."),
        names => format!("You see no {typed:?} here. You can {verb}: {}.", list(names, "and")),
    };
    Reply::of(Outcome::Unknown, text)
}

/// The reply about a thing that the player has seen in another room, or else the reply `or`.
fn elsewhere(here: Here<'_>, typed: &str, or: Reply) -> Reply {
    let Here { scene, state } = here;
    let there = state.entered.iter().flat_map(|&room| {
        let all = scene.contents(room).iter().copied();
        let left = all
            .filter(move |&thing| scene.sort(thing) != Sort::Mark && !state.is_done(room, thing));
        left.map(move |thing| (room, thing))
    });
    let all: Vec<Candidate<(usize, Content)>> =
        there.map(|(room, thing)| here.candidate((room, thing), thing)).collect();
    match worded(typed, &all) {
        Match::One((room, thing)) if room != state.room => {
            let name = sentence(&scene.the(thing));
            let text = format!("{name}: not here, but in {} ({room}).", scene.name(room));
            Reply::of(Outcome::Refused, text)
        }
        _ => or,
    }
}

fn of_thing(here: Here<'_>, verb: &str, thing: Content) -> String {
    let name = here.scene.the(thing);
    let done = here.is_done(thing);
    match here.scene.sort(thing) {
        Sort::Lever if done => format!("{} was pulled already.", sentence(&name)),
        Sort::Stones if done => "The stones stand on their plates already.".to_owned(),
        Sort::Lever | Sort::Switch => format!("You cannot {verb} {name}. You could `pull` it."),
        Sort::Stones => format!("You cannot {verb} the stones. You could `push` them."),
        Sort::Portable if here.state.has(thing) => {
            format!("You carry {name}: nothing to {verb}.")
        }
        _ => format!("You cannot {verb} {name}. You could take that."),
    }
}

/// The reply about a way that does not suit the verb.
fn of_way(here: Here<'_>, verb: &str, to: usize) -> Option<String> {
    let way = here.way(to)?;
    let unmet = ways::obstacles(here, way);
    let name = here.way_name(way);
    let state = if unmet.is_empty() { format!("The way {name} is open.") } else { unmet.join(" ") };
    Some(match verb {
        "bomb" if unmet.is_empty() => format!("No wall is left in the way {name}: it is open."),
        "bomb" => format!("The way {name} is no cracked wall. {state}"),
        verb => format!("The way {name} is nothing to {verb}. {state}"),
    })
}
