//! Texts of what the player sees, hears and smells: rooms, the things in them, and the scenery that only their texts
//! name.
//!
//! Invariant: telling changes nothing, and what is told is so now.

use super::foes;
use super::here::{Here, Sight};
use super::scene::Way;
use super::thing::{Barrier, Sort, asked, position};
use super::ways::{exit, obstacles, ways_out};
use crate::designed::texts::{Sense, While, appraisal, glanced, prize, sensed};
use crate::puzzle::play::fold;
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
        let sought = scene.words().goal.as_deref();
        lines.push(sought.map_or_else(
            || "This is the goal.".to_owned(),
            |goal| format!("What you came for is here: {goal}."),
        ));
    }
    lines.push(ways_out(here));
    lines.extend(things(here));
    lines.extend(foes::standing(here));
    lines
}

/// The lines about what can be taken, pulled or pushed in the room.
pub(super) fn things(here: Here<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let lying: Vec<String> = here.left(&[Sort::Portable]).into_iter().map(|c| c.shown).collect();
    if !lying.is_empty() {
        lines.push(format!("You can take: {}.", list(&lying, "and")));
    }
    let work = here.scene.contents(here.state.room).iter().copied();
    lines.extend(work.filter_map(|thing| standing(here, thing)));
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
    let name = scene.the(thing);
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
        _ => format!("You pull {}.", here.scene.the(thing)),
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
                let cord = cords(here, way);
                [format!("The way {} is free.", exit(here, way))].into_iter().chain(cord).collect()
            } else {
                unmet
            }
        }
        Sight::Thing(thing) => {
            let line = standing(here, thing);
            vec![line.unwrap_or_else(|| portable(here, thing)), use_of(here, thing)]
        }
        Sight::Goal => {
            let goal = here.goal();
            let line = format!("{}: you hold what you came for.", sentence(&goal));
            [line].into_iter().chain(prize(&goal)).collect()
        }
    }
}

/// The lines about something that was just taken: who looked on, and what fell for it.
pub(super) fn taken(here: Here<'_>, thing: Content) -> Vec<String> {
    let line = format!("You take {}.", here.scene.the(thing));
    [line].into_iter().chain(foes::look_on(here)).chain(fallen(here, thing)).collect()
}

/// True if a shutter of a way falls for something.
fn falls_for(here: Here<'_>, way: &Way, thing: Content) -> bool {
    way.needs.iter().any(|&need| match here.scene.barrier(need) {
        Some(Barrier::Shutter(id)) => Content::Symbol(id) == thing,
        _ => false,
    })
}

/// The sentence about the shutters that fell for something.
fn fallen(here: Here<'_>, thing: Content) -> Option<String> {
    let Here { scene, state } = here;
    let fell = here.ways().iter().filter(|way| falls_for(here, way, thing));
    let names: Vec<String> = fell.map(|way| here.way_name(way)).collect();
    let mut all = (0..scene.words().rooms.len()).flat_map(|room| scene.ways(room));
    match &names[..] {
        [one] => Some(format!("With a crash a shutter falls: the way {one} is shut for good.")),
        [] => all.any(|way| way.from != state.room && falls_for(here, way, thing)).then(|| {
            "Somewhere else a shutter falls, with a crash that takes its time to die down."
                .to_owned()
        }),
        more => {
            let names = list(more, "and");
            Some(format!("With a crash shutters fall: the ways {names} are shut for good."))
        }
    }
}

/// The sentence about what holds a shutter up, where that lies in the same room.
fn cords(here: Here<'_>, way: &Way) -> Option<String> {
    let mut lying = here.state.left(here.scene, here.state.room, Sort::Portable);
    let thing = lying.find(|&thing| falls_for(here, way, thing))?;
    Some(format!("A cord runs from the shutter to {}.", here.scene.the(thing)))
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
            let text = appraisal(scene.salt() + id as usize).unwrap_or_default();
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

/// A look at oneself.
pub(super) fn oneself(here: Here<'_>) -> Vec<String> {
    let line = "You look as you did this morning, and dustier.".to_owned();
    [line].into_iter().chain(inventory(here)).collect()
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

/// Words for what every room has.
const COMMON: [&str; 12] = [
    "wall", "floor", "ceiling", "roof", "ground", "room", "air", "light", "dust", "corner", "way",
    "place",
];

/// Words that name nothing.
const SMALL: [&str; 24] = [
    "the", "and", "that", "this", "here", "there", "with", "from", "has", "have", "for", "not",
    "but", "you", "your", "are", "was", "were", "one", "all", "its", "out", "who", "been",
];

/// The sentence of the room's text in which something is named; that of a wall or a floor says that there is no more.
pub(super) fn scenery(here: Here<'_>, typed: &str) -> Option<String> {
    let word = noun(typed)?;
    let texts = text(here);
    let sentences = texts.iter().flat_map(|text| text.split_inclusive(". "));
    let named = sentences.map(str::trim).find(|sentence| {
        let words = fold::name(sentence);
        words.split(' ').any(|known| single(known) == word)
    });
    let common =
        || COMMON.contains(&word.as_str()).then(|| "You see nothing of note about it.".to_owned());
    let at = here.scene.salt() + here.state.room + count(&word);
    named.map(|sentence| glanced(sentence, at).unwrap_or_default()).or_else(common)
}

/// A number of a word, by which what is said of it differs from what is said of others.
fn count(word: &str) -> usize {
    word.bytes().map(usize::from).sum()
}

/// The last word of a name, by which scenery is known.
fn noun(typed: &str) -> Option<String> {
    let typed = fold::name(typed);
    let word = typed.rsplit(' ').next().filter(|word| word.chars().count() > 2)?;
    (!SMALL.contains(&word)).then(|| single(word))
}

/// A word without the `s` of several.
fn single(word: &str) -> String {
    word.strip_suffix('s').filter(|rest| rest.chars().count() > 2).unwrap_or(word).to_owned()
}

/// Words by which a sentence is about a sense.
const fn words(sense: Sense) -> &'static [&'static str] {
    match sense {
        Sense::Listen => &[
            "hear",
            "heard",
            "sound",
            "echo",
            "echoes",
            "barks",
            "creaks",
            "drips",
            "dripping",
            "whistles",
            "rings",
            "hums",
            "knocking",
            "bell",
            "quiet",
            "silence",
            "silent",
            "breathing",
            "click",
            "crickets",
            "hollow",
        ],
        Sense::Smell => &[
            "smell", "smells", "smoke", "incense", "bread", "guano", "stink", "scent", "beer",
            "air", "dust", "mould", "tallow", "wax",
        ],
        Sense::Feel => {
            &["cold", "warm", "draught", "damp", "smooth", "wet", "rough", "wind", "worn", "hot"]
        }
    }
}

/// The lines about a sense.
pub(super) fn by_sense(here: Here<'_>, sense: Sense) -> Vec<String> {
    let texts = text(here);
    let clauses = texts.iter().flat_map(|text| text.split_inclusive(". "));
    let about = clauses.map(str::trim).find(|clause| {
        let folded = fold::name(clause);
        folded.split(' ').any(|word| words(sense).contains(&word))
    });
    let at = here.scene.salt() + here.state.room;
    let family = here.scene.family();
    about.map(str::to_owned).or_else(|| sensed(family, sense, at)).into_iter().collect()
}
