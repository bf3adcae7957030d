//! The texts of a game of a dungeon: rooms, things, enemies, scenery that only the texts of rooms mention, and the
//! map.
//!
//! Enemies are text only: no rule of the level mentions them, and a fight is always won. Invariant: these functions
//! change nothing, and every sentence is true now.

use super::state::{Here, Sight};
use super::ways::{exit, obstacles, ways_out};
use super::{Barrier, Sort, Way, asked, position};
use crate::dungeon::plan::site::Place;
use crate::dungeon::texts::{
    NoteTime, Sense, appraisal, company, fought, glanced, plural, portrait, presence, prize,
    sensed, watched,
};
use crate::game::normalise;
use crate::game::reply::{counted, list, sentence};
use crate::game::{Glyphs, HIGH, WIDE, map_lines, spot};
use crate::layout::Direction;
use level::Content;

/// The room: its name and text, the ways out, and what is in it.
pub(super) fn look(here: Here<'_>) -> Vec<String> {
    let text = text(here);
    room_lines(here, (!text.is_empty()).then(|| text.join(" ")))
}

/// The description of a room without its text.
pub(super) fn look_again(here: Here<'_>) -> Vec<String> {
    room_lines(here, None)
}

/// The text of the room, and the notes that are true now.
pub(super) fn text(here: Here<'_>) -> Vec<String> {
    let Some(room) = here.scene.room(here.state.room) else { return Vec::new() };
    let notes = room.notes.iter().filter(|note| is_now(here, &note.during));
    let all = [&room.text].into_iter().chain(notes.map(|note| &note.text));
    all.filter(|text| !text.is_empty()).cloned().collect()
}

/// True if it is the time of a note.
fn is_now(here: Here<'_>, during: &NoteTime) -> bool {
    match during {
        NoteTime::Barred(to) => here.way(*to).is_some_and(|way| !here.is_free(way)),
        NoteTime::Holds(thing) => here.contents().iter().any(|&content| {
            here.scene.graph().content_name(content) == *thing && !here.is_done(content)
        }),
        NoteTime::Foes => !here.foes().is_empty(),
    }
}

fn room_lines(here: Here<'_>, text: Option<String>) -> Vec<String> {
    let mut lines = vec![here.title()];
    lines.extend(text);
    if here.scene.is_goal(here.state.room) {
        let sought = here.scene.words().goal.as_deref();
        lines.push(sought.map_or_else(
            || "This is the goal.".to_owned(),
            |goal| format!("What you came for is here: {goal}."),
        ));
    }
    lines.push(ways_out(here));
    lines.extend(things(here));
    lines.extend(foes_standing(here));
    lines
}

/// The lines about things that can be taken, pulled or pushed.
pub(super) fn things(here: Here<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let lying: Vec<String> = here.left(&[Sort::Portable]).into_iter().map(|c| c.shown).collect();
    if !lying.is_empty() {
        lines.push(format!("You can take: {}.", list(&lying, "and")));
    }
    let work = here.contents().iter().copied();
    lines.extend(work.filter_map(|thing| standing(here, thing)));
    lines
}

/// The sentence about a lever, stones or a switch of the room.
fn standing(here: Here<'_>, thing: Content) -> Option<String> {
    let done = here.is_done(thing);
    let name = here.scene.the(thing);
    Some(match (here.scene.sort(thing), thing) {
        (Sort::Lever, _) if done => format!("Here is {name}: it was pulled."),
        (Sort::Lever, _) => match here.scene.bridge(thing) {
            Some(blocks) => beyond(&name, blocks),
            None => format!("Here is {name}."),
        },
        (Sort::Stones, _) if done => "The stones stand on their plates.".to_owned(),
        (Sort::Stones, _) => "Here are stones, and plates to push them onto.".to_owned(),
        (Sort::Switch, Content::Toggle(number)) => {
            format!("Here is {name}: it is {}.", position(here.state.is_on(number)))
        }
        _ => return None,
    })
}

/// The sentences about a lever beyond pits.
fn beyond(name: &str, blocks: usize) -> String {
    let stones = match blocks {
        1 => "one stone lies".to_owned(),
        many => format!("{many} stones lie"),
    };
    format!("Here is {name}, beyond a pit. A stone pushed into a pit fills it; {stones} here.")
}

/// The sentence after pulling a lever or pushing stones.
pub(super) fn worked(here: Here<'_>, thing: Content) -> String {
    let done = match (here.scene.sort(thing), here.scene.bridge(thing)) {
        (Sort::Stones, _) => "You push stone after stone, until each stands on its plate.",
        (_, Some(1)) => "You push the stone into the pit. It fills it, and you walk across.",
        (_, Some(_)) => {
            "You push stone after stone into the pits. Each fills one, and you walk across."
        }
        (_, None) => return pulled(here, thing),
    };
    match here.scene.sort(thing) {
        Sort::Stones => format!("{done} {}", opens(here, thing)),
        _ => format!("{done} {}", pulled(here, thing)),
    }
}

/// The sentence after pulling a lever.
pub(super) fn pulled(here: Here<'_>, thing: Content) -> String {
    format!("You pull {}. {}", here.scene.the(thing), opens(here, thing))
}

/// The sentence after the last stone was pushed onto its plate.
pub(super) fn pressed(here: Here<'_>, thing: Content) -> String {
    format!("Each stone stands on its plate. {}", opens(here, thing))
}

/// The sentence about the way that a lever or stones open.
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

/// The description of a thing or a way.
pub(super) fn examine(here: Here<'_>, sight: Sight) -> Vec<String> {
    match sight {
        Sight::Way(to) => {
            let Some(way) = here.way(to) else { return Vec::new() };
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

/// The lines after taking a thing: watching enemies, and shutters that fell.
pub(super) fn taken(here: Here<'_>, thing: Content) -> Vec<String> {
    let line = format!("You take {}.", here.scene.the(thing));
    [line].into_iter().chain(look_on(here)).chain(fallen(here, thing)).collect()
}

/// True if a shutter of a way falls when a thing is taken.
fn falls_for(here: Here<'_>, way: &Way, thing: Content) -> bool {
    way.needs.iter().any(|&need| match here.scene.barrier(need) {
        Some(Barrier::Shutter(id)) => Content::Symbol(id) == thing,
        _ => false,
    })
}

/// The sentence about shutters that fell when a thing was taken.
fn fallen(here: Here<'_>, thing: Content) -> Option<String> {
    let fell = here.ways().iter().filter(|way| falls_for(here, way, thing));
    let names: Vec<String> = fell.map(|way| here.way_name(way)).collect();
    let mut all = here.scene.all_ways();
    match &names[..] {
        [one] => Some(format!("With a crash a shutter falls: the way {one} is shut for good.")),
        [] => {
            all.any(|way| way.from != here.state.room && falls_for(here, way, thing)).then(|| {
                "Somewhere else a shutter falls, with a crash that takes its time to die down."
                    .to_owned()
            })
        }
        more => {
            let names = list(more, "and");
            Some(format!("With a crash shutters fall: the ways {names} are shut for good."))
        }
    }
}

/// The sentence about the thing that holds a shutter up, if it lies in the same room.
fn cords(here: Here<'_>, way: &Way) -> Option<String> {
    let mut lying = here.things(Sort::Portable);
    let thing = lying.find(|&thing| falls_for(here, way, thing))?;
    Some(format!("A cord runs from the shutter to {}.", here.scene.the(thing)))
}

fn portable(here: Here<'_>, thing: Content) -> String {
    let name = here.scene.the(thing);
    let lies = here.things(Sort::Portable).any(|l| l == thing);
    if lies { format!("You can take {name}.") } else { format!("You carry {name}.") }
}

/// The sentence about the use of a thing.
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

/// The locks seen so far that a key fits.
fn fits(here: Here<'_>, key: Content) -> String {
    let ways = here.state.entered.iter().flat_map(|&room| here.scene.ways(room));
    let mut fitting = ways.filter(|way| way.needs.iter().any(|&need| asked(need) == Some(key)));
    match fitting.next() {
        None => "You have not seen yet what it opens.".to_owned(),
        Some(way) => {
            let (room, side) = (here.scene.name(way.from), here.way_name(way));
            format!("It fits the lock {side} in {room} ({}), and is kept.", way.from)
        }
    }
}

/// The list of carried things.
pub(super) fn inventory(here: Here<'_>) -> Vec<String> {
    let held = here.holdings().into_iter();
    let mut names: Vec<String> = held
        .map(|(thing, number)| match number {
            1 => here.scene.the(thing),
            more => format!("{} ({more})", here.scene.the(thing)),
        })
        .collect();
    names.extend(here.holds_goal().then(|| here.goal()));
    vec![format!("You carry {}.", list(&names, "and"))]
}

/// The reply to examining oneself.
pub(super) fn oneself(here: Here<'_>) -> Vec<String> {
    let line = "You look as you did this morning, and dustier.".to_owned();
    [line].into_iter().chain(inventory(here)).collect()
}

/// The description of everything here.
pub(super) fn examine_all(here: Here<'_>) -> Vec<String> {
    let held = here.holdings();
    let is_here = |sight: &Sight| match sight {
        Sight::Thing(thing) => !held.iter().any(|(held, _)| held == thing),
        Sight::Way(_) => true,
        Sight::Goal => false,
    };
    let sights = here.sights().into_iter().map(|sight| sight.value).filter(is_here);
    let mut lines: Vec<String> = sights.flat_map(|sight| examine(here, sight)).collect();
    if !here.foes().is_empty() {
        lines.extend(examine_foes(here));
    }
    lines
}

/// Nouns that apply to every room.
const COMMON: [&str; 12] = [
    "wall", "floor", "ceiling", "roof", "ground", "room", "air", "light", "dust", "corner", "way",
    "place",
];

/// Words without meaning of their own.
const SMALL: [&str; 24] = [
    "the", "and", "that", "this", "here", "there", "with", "from", "has", "have", "for", "not",
    "but", "you", "your", "are", "was", "were", "one", "all", "its", "out", "who", "been",
];

/// The sentence of the room's text that mentions a noun; for a common noun such as wall, a fixed reply.
pub(super) fn scenery(here: Here<'_>, typed: &str) -> Option<String> {
    let word = noun(typed)?;
    let named = sentence_with(here, |known| single(known) == word);
    let common =
        || COMMON.contains(&word.as_str()).then(|| "You see nothing of note about it.".to_owned());
    let at = here.scene.salt() + here.state.room + count(&word);
    named.map(|sentence| glanced(&sentence, at).unwrap_or_default()).or_else(common)
}

/// A number of a word, which varies the wording.
fn count(word: &str) -> usize {
    word.bytes().map(usize::from).sum()
}

/// The last word of a name, which identifies scenery.
fn noun(typed: &str) -> Option<String> {
    let typed = normalise::name(typed);
    let word = typed.rsplit(' ').next().filter(|word| word.chars().count() > 2)?;
    (!SMALL.contains(&word)).then(|| single(word))
}

/// A word without a plural `s`.
fn single(word: &str) -> String {
    word.strip_suffix('s').filter(|rest| rest.chars().count() > 2).unwrap_or(word).to_owned()
}

/// The words that show that a sentence is about a sense.
const fn words(sense: Sense) -> &'static str {
    match sense {
        Sense::Listen => {
            "hear heard sound echo echoes barks creaks drips dripping whistles rings hums \
             knocking bell quiet silence silent breathing click crickets hollow"
        }
        Sense::Smell => {
            "smell smells smoke incense bread guano stink scent beer air dust mould tallow wax"
        }
        Sense::Feel => "cold warm draught damp smooth wet rough wind worn hot",
    }
}

/// The lines about a sense.
pub(super) fn by_sense(here: Here<'_>, sense: Sense) -> Vec<String> {
    let about = sentence_with(here, |word| words(sense).split(' ').any(|known| known == word));
    let at = here.scene.salt() + here.state.room;
    about.or_else(|| sensed(here.scene.family(), sense, at)).into_iter().collect()
}

/// The first sentence of the room's text with a word that satisfies `is_one`.
fn sentence_with(here: Here<'_>, is_one: impl Fn(&str) -> bool) -> Option<String> {
    let texts = text(here);
    let mut sentences = texts.iter().flat_map(|text| text.split_inclusive(". ")).map(str::trim);
    let found = sentences.find(|sentence| normalise::name(sentence).split(' ').any(&is_one));
    found.map(str::to_owned)
}

/// True for a proper name, such as `the Pale Queen`.
fn is_proper(name: &str) -> bool {
    name.contains(char::is_uppercase)
}

/// A number as a word, up to nine.
fn number(n: usize) -> String {
    const WORDS: [&str; 10] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// A list of enemies: `the rock grub and the two bats`, or at the first meeting `a rock grub and two bats`.
fn listed(names: &[String], are_known: bool) -> String {
    let the = if are_known { "the " } else { "" };
    let words = counted(names).into_iter().map(|(name, many)| match many {
        _ if is_proper(name) => name.to_owned(),
        1 if are_known => format!("the {name}"),
        1 if name.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {name}"),
        1 => format!("a {name}"),
        many => format!("{the}{} {}", number(many), plural(name)),
    });
    list(&words.collect::<Vec<_>>(), "and")
}

/// A list of enemies with definite articles.
pub(super) fn the_foes(names: &[String]) -> String {
    listed(names, true)
}

/// The sentence about the enemies of the room.
pub(super) fn foes_standing(here: Here<'_>) -> Option<String> {
    let names = here.foes();
    let before = (0..here.state.room).filter(|&room| !here.scene.foes(room).is_empty()).count();
    let special = match names {
        [] => return None,
        [boss] if are_of_the_boss(here) => presence(boss),
        _ => None,
    };
    special.or_else(|| company(&listed(names, false), names.len(), before + here.scene.salt()))
}

/// True if the boss is in the room.
fn are_of_the_boss(here: Here<'_>) -> bool {
    here.contents().contains(&Content::Boss)
}

/// True if a name matches the enemies of the room.
pub(super) fn are_foes(here: Here<'_>, typed: &str) -> bool {
    let names = here.all_foes();
    let typed = normalise::name(typed);
    if typed.is_empty() {
        return false;
    }
    let words: Vec<&str> = typed.split(' ').collect();
    let known = names.iter().any(|name| {
        let all = normalise::name(&format!("{name} {} {}", plural(name), the_foes(names)));
        words.iter().all(|word| all.split(' ').any(|known| known == *word))
    });
    let anyone = ["enemy", "enemies", "foe", "foes", "monster", "monsters", "creature"];
    let is_boss = typed == "boss" && are_of_the_boss(here);
    !names.is_empty() && (known || is_boss || anyone.contains(&typed.as_str()))
}

/// The line after a fight.
pub(super) fn fight_won(here: Here<'_>) -> String {
    let all = here.all_foes();
    let at = here.scene.salt() + here.state.room;
    fought(&the_foes(all), all.len(), are_of_the_boss(here), at)
        .unwrap_or_else(|| format!("You beat {}.", the_foes(all)))
}

/// The sentence about enemies that watch the player take a thing.
pub(super) fn look_on(here: Here<'_>) -> Option<String> {
    let names = here.foes();
    let at = here.scene.salt() + here.state.room;
    if names.is_empty() { None } else { watched(&the_foes(names), names.len(), at) }
}

/// The description of the enemies of the room.
pub(super) fn examine_foes(here: Here<'_>) -> Vec<String> {
    let all = here.all_foes();
    let the = the_foes(all);
    if here.is_beaten() {
        return vec![format!("You have dealt with {the}; there is nothing more to see.")];
    }
    let about = if let [one] = all { portrait(one) } else { None };
    let about = about.unwrap_or_else(|| {
        let back = if all.len() == 1 { "are looked at" } else { "they look at you" };
        format!("You look at {the}, and {back}.")
    });
    vec![format!("{about} Nobody has to fight here: `attack` if you like.")]
}

/// The map of the floor, with a legend.
pub(super) fn map(here: Here<'_>) -> Vec<String> {
    let Here { scene, state } = here;
    let cells = |room: usize| scene.room(room).map_or(&[][..], |room| &room.cells);
    let floor = cells(state.room).first().map_or(0, |cell| cell[2]);
    let mut glyphs = Glyphs::new();
    for &room in &state.entered {
        let cells = cells(room);
        let Some(&first) = cells.first().filter(|cell| cell[2] == floor) else { continue };
        for &cell in cells {
            let mark = if cell == first { letter(here, room) } else { more(cells, cell) };
            glyphs.insert(spot(cell), mark);
            joined(cells, cell, &mut glyphs);
        }
        scene.ways(room).iter().for_each(|way| draw_way(here, room, way, &mut glyphs));
    }
    let legend = [
        "@ you · S start · G goal · o seen · ? not seen · × barred",
        "arrows: one way · < up · > down · double lines: one room",
    ];
    map_lines(floor, &glyphs, &legend)
}

/// The mark on a way that is barred or one-way.
fn mark(here: Here<'_>, way: &Way) -> Option<char> {
    let barred = |way: &Way| !here.is_free(way);
    let back = here.scene.way(way.to, way.from);
    if barred(way) {
        Some('×')
    } else if back.is_none_or(barred) {
        Some(match way.direction {
            Direction::North => '↑',
            Direction::South => '↓',
            Direction::East => '→',
            Direction::West => '←',
            Direction::Up => '<',
            Direction::Down => '>',
        })
    } else {
        None
    }
}

/// The character for a cell of a room other than its first.
fn more(cells: &[Place], cell: Place) -> char {
    let joins = |sides: [Direction; 2]| sides.iter().any(|side| cells.contains(&side.step(cell)));
    match [[Direction::East, Direction::West], [Direction::North, Direction::South]].map(joins) {
        [true, true] => '╬',
        [false, true] => '║',
        [_, false] => '═',
    }
}

/// The character for the first cell of a room.
fn letter(here: Here<'_>, room: usize) -> char {
    match room {
        room if room == here.state.room => '@',
        room if room == here.scene.start() => 'S',
        room if here.scene.is_goal(room) => 'G',
        _ => 'o',
    }
}

/// Draws the connections between the cells of one room.
fn joined(cells: &[Place], cell: Place, glyphs: &mut Glyphs) {
    let (row, column) = spot(cell);
    if cells.contains(&Direction::East.step(cell)) {
        glyphs.extend((1..WIDE).map(|step| ((row, column + step), '═')));
    }
    if cells.contains(&Direction::South.step(cell)) {
        glyphs.extend((1..HIGH).map(|step| ((row + step, column), '║')));
    }
}

/// Draws a way out of a room: a line to the next room, or a mark for stairs.
fn draw_way(here: Here<'_>, room: usize, way: &Way, glyphs: &mut Glyphs) {
    let cells = |room: usize| here.scene.room(room).map_or(&[][..], |room| &room.cells);
    let leads = |cell: &&Place| cells(way.to).contains(&way.direction.step(**cell));
    let Some(&cell) = cells(room).iter().find(leads) else { return };
    let (row, column) = spot(cell);
    let [right, up, level] = way.direction.step([0; 3]).map(i64::from);
    if level != 0 {
        let mark = if level > 0 { '<' } else { '>' };
        let other = if mark == '<' { '>' } else { '<' };
        let both = glyphs.get(&(row, column + 1)) == Some(&other);
        glyphs.insert((row, column + 1), if both { 'x' } else { mark });
        return;
    }
    let (steps, line) = if up == 0 { (WIDE, '─') } else { (HIGH, '│') };
    let middle = mark(here, way);
    for step in 1..steps {
        let glyph = if step == steps / 2 { middle.unwrap_or(line) } else { line };
        let known = glyphs.entry((row - up * step, column + right * step)).or_insert(glyph);
        let is_arrow = |glyph| matches!(glyph, '→' | '←' | '↑' | '↓');
        // A mark from the other side is replaced, except stairs; a one-way arrow wins over a barrier.
        let stays = matches!(*known, '<' | '>' | 'x') || *known == '×' && !is_arrow(glyph);
        *known = if stays || is_arrow(*known) { *known } else { glyph };
    }
    glyphs.entry((row - up * steps, column + right * steps)).or_insert('?');
}
