//! The texts of a game of an area: rooms, puzzles, keys, obstacles, the map, and the rooms left to enter.
//!
//! Invariant: these functions change nothing. A hint, and the clue to the order of a sequence, are shown exactly if
//! the player's INT is enough for the hint, or clues are open to all.
//!
//! Invariant: the game is won exactly if no room is left to enter.

use super::state::{Clues, Here, Sight};
use crate::game::reply::{counted, list, sentence};
use crate::game::table::towards;
use crate::game::{Glyphs, HIGH, WIDE, map_lines, shortest, spot};
use crate::layout::{self, Direction, Room};
use crate::puzzle::{Chest, Hint, Holder, Kind, Puzzle, RoomIndex};
use std::collections::BTreeSet;

/// The room: its kind, the ways out, and what is in it.
pub(super) fn look(here: Here<'_>) -> Vec<String> {
    let Here { scenario, state, .. } = here;
    let Some(room) = scenario.room(state.room) else { return Vec::new() };
    let [x, y, z] = room.coords;
    let words = scenario.area().words.get(&room.coords);
    let name = words.map_or_else(|| sentence(room_name(room.kind)), |words| words.name.clone());
    let mut lines = vec![format!("{name} ({x}, {y}, {z}).")];
    lines.extend(words.map(|words| words.text.clone()));
    if room.kind == layout::Kind::Boss {
        lines.push("The boss waits here.".to_owned());
    }
    let ways: Vec<String> = room.connections.iter().map(|way| exit(here, way)).collect();
    lines.push(format!("Ways out: {}.", list(&ways, "and")));
    lines.extend(here.puzzles().map(|(i, puzzle)| standing(here, i, puzzle)));
    let lying = state.lying(scenario, state.room).into_iter();
    let (inside, open): (Vec<usize>, Vec<usize>) =
        lying.partition(|&item| holder(here, item).is_some());
    lines.extend(here.chests().map(|(i, chest)| chest_standing(here, i, chest, &inside)));
    if !open.is_empty() {
        lines.push(format!("Here {}.", lie(here, &open)));
    }
    lines
}

/// The chest that holds an item.
fn holder(here: Here<'_>, item: usize) -> Option<usize> {
    match here.scenario.area().items.get(item)?.holder {
        Holder::Open => None,
        Holder::Chest(chest) => Some(chest),
    }
}

/// The sentence about lying items, after "here" or "in it".
fn lie(here: Here<'_>, all: &[usize]) -> String {
    let names: Vec<String> = all.iter().map(|&item| here.name(item)).collect();
    format!("{}: {}", if names.len() == 1 { "lies" } else { "lie" }, list(&names, "and"))
}

/// The sentence about a chest; if it is open, with its contents out of `inside`.
fn chest_standing(here: Here<'_>, at: usize, chest: &Chest, inside: &[usize]) -> String {
    let name = sentence(&chest.name);
    if !here.state.is_unlocked(at) {
        return format!("{name} (chest, locked). {}", chest.description);
    }
    format!("{name} (chest, open). {}", contents(here, at, inside))
}

/// The sentence about the contents of a chest.
fn contents(here: Here<'_>, at: usize, inside: &[usize]) -> String {
    let own: Vec<usize> =
        inside.iter().copied().filter(|&item| holder(here, item) == Some(at)).collect();
    if own.is_empty() { "It is empty.".to_owned() } else { format!("In it {}.", lie(here, &own)) }
}

/// The name of a room.
fn room_name(kind: layout::Kind) -> &'static str {
    match kind {
        layout::Kind::Entry => "the entry",
        layout::Kind::Corridor => "a corridor",
        layout::Kind::Chamber | layout::Kind::Puzzle => "a chamber",
        layout::Kind::Boss => "the boss's room",
        layout::Kind::Treasure => "a treasure chamber",
    }
}

/// The description of a way out, with what blocks it.
fn exit(here: Here<'_>, way: Direction) -> String {
    let blocking = here.state.blocking(here.scenario, here.state.room, way);
    let puzzles = blocking.into_iter().filter_map(|puzzle| here.scenario.puzzle(puzzle));
    let names: Vec<String> = puzzles.map(|puzzle| puzzle.name.clone()).collect();
    match &names[..] {
        [] => way.name().to_owned(),
        names => format!("{} (blocked: {})", way.name(), list(names, "and")),
    }
}

fn standing(here: Here<'_>, at: usize, puzzle: &Puzzle) -> String {
    let Puzzle { name, description, direction, kind, .. } = puzzle;
    let way = sentence(&towards(*direction));
    let kind = kind.name().replace('_', " ");
    if here.state.is_solved(at) {
        return format!("{way}: {name} ({kind}), solved.");
    }
    format!("{way}: {name} ({kind}). {description}")
}

/// The reasons why the way in a direction is blocked.
pub(super) fn obstacle(here: Here<'_>, way: Direction) -> Vec<String> {
    let Here { scenario, state, .. } = here;
    if scenario.beside(state.room, way).is_none() {
        let room = scenario.room(state.room);
        let ways =
            room.map(|room| room.connections.iter().map(|way| way.name().to_owned()).collect());
        let ways: Vec<String> = ways.unwrap_or_default();
        return vec![format!("There is no way {}. Ways out: {}.", way.name(), list(&ways, "and"))];
    }
    let blocking = state.blocking(scenario, state.room, way).into_iter();
    blocking.filter_map(|puzzle| in_the_way(here, puzzle, way)).collect()
}

fn in_the_way(here: Here<'_>, puzzle: usize, way: Direction) -> Option<String> {
    let puzzle = here.scenario.puzzle(puzzle)?;
    let where_ =
        if puzzle.room == here.state.room { "" } else { ", which stands on the other side," };
    Some(format!(
        "The way {} is blocked: {}{where_} must be solved first.",
        way.name(),
        puzzle.name
    ))
}

/// The description of a thing.
pub(super) fn examine(here: Here<'_>, sight: Sight) -> Vec<String> {
    let Here { scenario, state, .. } = here;
    match sight {
        Sight::Puzzle(i) => scenario.puzzle(i).map_or(Vec::new(), |p| puzzle(here, i, p)),
        Sight::Beyond(i, way) => {
            let Some(puzzle) = scenario.puzzle(i) else { return Vec::new() };
            vec![if state.is_solved(i) {
                format!("{} is solved; the way {} is free.", puzzle.name, way.name())
            } else {
                format!("{} stands on the other side of the way {}.", puzzle.name, way.name())
            }]
        }
        Sight::Chest(i) => scenario.chest(i).map_or(Vec::new(), |c| examine_chest(here, i, c)),
        Sight::Item(number) => item(here, number),
    }
}

fn item(here: Here<'_>, number: usize) -> Vec<String> {
    let name = here.name(number);
    let place = match holder(here, number).and_then(|chest| here.scenario.chest(chest)) {
        _ if here.state.held().contains(&number) => format!("You carry {name}."),
        Some(chest) => format!("{name} lies in {}. You can take it.", chest.name),
        None => format!("{name} lies here. You can take it."),
    };
    let item = here.scenario.area().items.get(number);
    let description = item.and_then(|item| item.description.clone());
    [sentence(&place)].into_iter().chain(description).collect()
}

fn examine_chest(here: Here<'_>, at: usize, chest: &Chest) -> Vec<String> {
    let mut lines = vec![format!("{}: {}", chest.name, chest.description)];
    if here.state.is_unlocked(at) {
        let inside = here.state.lying(here.scenario, here.state.room);
        lines.push(format!("It is open. {}", contents(here, at, &inside)));
        return lines;
    }
    lines.push(format!("It is locked. It asks for: {}.", chest.key));
    lines.extend(hint(here, &chest.hint));
    lines
}

fn puzzle(here: Here<'_>, at: usize, puzzle: &Puzzle) -> Vec<String> {
    let mut lines = vec![format!("{}: {}", puzzle.name, puzzle.description)];
    let way = puzzle.direction.name();
    if here.state.is_solved(at) {
        lines.push(format!("It is solved; the way {way} is free."));
        return lines;
    }
    lines.push(format!("It blocks the way {way}."));
    match &puzzle.kind {
        Kind::LockedDoor { key } => lines.push(format!("It asks for: {key}.")),
        Kind::Lever => lines.push("It can be pulled.".to_owned()),
        Kind::PressurePlate => lines.push("It can be stepped on.".to_owned()),
        Kind::Riddle { text, .. } => lines.push(format!("It asks: {text}")),
        Kind::Sequence { objects, clue, .. } => {
            lines.push(format!("It can be activated: {}.", list(objects, "and")));
            lines.push(if here.player.clues == Clues::Open || here.player.sees(&puzzle.hint) {
                clue.clone()
            } else {
                "You cannot make out in which order.".to_owned()
            });
            let steps = here.state.steps(at);
            if steps > 0 {
                lines.push(format!("{steps} of {} steps are done.", objects.len()));
            }
        }
    }
    lines.extend(hint(here, &puzzle.hint));
    lines
}

/// A hint, if the player sees it.
fn hint(here: Here<'_>, hint: &Hint) -> Option<String> {
    here.player.sees(hint).then(|| format!("Hint: {}", hint.text))
}

/// The hints of puzzles.
pub(super) fn hints(here: Here<'_>, puzzles: &[usize]) -> Vec<String> {
    let puzzles = puzzles.iter().filter_map(|&i| here.scenario.puzzle(i));
    let hints = puzzles.map(|puzzle| match hint(here, &puzzle.hint) {
        Some(hint) => format!("{}. {hint}", puzzle.name),
        None => format!("{}: nothing that would help comes to your mind.", puzzle.name),
    });
    hints.collect()
}

/// The list of carried items with their numbers, and the INT.
pub(super) fn inventory(here: Here<'_>) -> Vec<String> {
    let all: Vec<String> = here.state.held().into_iter().map(|item| here.name(item)).collect();
    let names = counted(&all).into_iter().map(|(name, count)| match count {
        1 => name.to_owned(),
        _ => format!("{name} ({count})"),
    });
    let names = list(&names.collect::<Vec<_>>(), "and");
    vec![format!("You carry {names}."), format!("Your INT is {}.", here.player.int)]
}

/// The sentence after solving a puzzle.
pub(super) fn solved(here: Here<'_>, at: usize) -> String {
    let Some(puzzle) = here.scenario.puzzle(at) else { return String::new() };
    let (name, way) = (&puzzle.name, puzzle.direction.name());
    let what = match &puzzle.kind {
        Kind::LockedDoor { key } => format!("{key} turns in {name}, and stays there."),
        Kind::Lever => format!("You pull {name}."),
        Kind::PressurePlate => format!("You step on {name}, and it sinks."),
        Kind::Riddle { .. } => format!("{name} takes your answer."),
        Kind::Sequence { .. } => format!("That was the last step of {name}."),
    };
    format!("{} The way {way} is free.", sentence(&what))
}

/// The sentence after opening a chest.
pub(super) fn unlocked(here: Here<'_>, at: usize) -> String {
    let Some(Chest { name, key, .. }) = here.scenario.chest(at) else { return String::new() };
    let inside = here.state.lying(here.scenario, here.state.room);
    let what = sentence(&format!("{key} turns in {name}, and stays there."));
    format!("{what} {}", contents(here, at, &inside))
}

impl Here<'_> {
    /// The rooms left to enter.
    fn left(self) -> BTreeSet<RoomIndex> {
        self.scenario.aims().difference(&self.state.entered).copied().collect()
    }

    /// The name of the last room of the area.
    fn last(self) -> &'static str {
        let boss =
            self.scenario.area().layout.rooms.iter().any(|room| room.kind == layout::Kind::Boss);
        if boss { "the boss" } else { "the farthest room" }
    }

    /// The words for a room left to enter.
    fn aim(self, at: RoomIndex) -> String {
        let area = self.scenario.area();
        let boss = self.scenario.room(at).is_some_and(|room| room.kind == layout::Kind::Boss);
        let behind = area.puzzles.iter().find(|puzzle| area.beyond(puzzle) == Some(at));
        match behind.filter(|_| !boss) {
            Some(puzzle) => format!("what lies behind {}", puzzle.name),
            None => self.last().to_owned(),
        }
    }

    /// The first step of a shortest path, through open passages, to the nearest of some rooms, with that room.
    fn towards(self, rooms: &BTreeSet<RoomIndex>) -> Option<(Direction, RoomIndex)> {
        let Self { scenario, state, .. } = self;
        let ways = |at| {
            let free = Direction::ALL.into_iter();
            let free = free.filter(move |&way| state.blocking(scenario, at, way).is_empty());
            free.filter_map(move |way| Some((way, scenario.beside(at, way)?)))
        };
        let way = shortest(state.room, ways, |at| rooms.contains(&at))?;
        Some((way.first()?.0, way.last()?.1))
    }
}

/// The aim of the game.
pub(super) fn aim(here: Here<'_>) -> String {
    match here.scenario.area().puzzles.len() {
        0 => format!("Find {}.", here.last()),
        1 => format!("Solve the puzzle, see what lies behind, and find {}.", here.last()),
        _ => format!("Solve every puzzle, see what lies behind, and find {}.", here.last()),
    }
}

/// The sentence about the rooms left, after entering one of them.
pub(super) fn left(here: Here<'_>) -> String {
    let all: BTreeSet<String> = here.left().into_iter().map(|at| here.aim(at)).collect();
    format!("Left to be seen: {}.", list(&all.into_iter().collect::<Vec<_>>(), "and"))
}

/// Number of rooms left to enter.
pub(super) fn number_left(here: Here<'_>) -> usize {
    here.left().len()
}

/// The sentence after winning.
pub(super) fn won(here: Here<'_>) -> String {
    let last = match here.last() {
        "the boss" => "You have met the boss".to_owned(),
        last => format!("You have come to {last}"),
    };
    let puzzles = match here.scenario.area().puzzles.len() {
        0 => "",
        1 => ", and you have been behind the puzzle",
        _ => ", and you have been behind every puzzle",
    };
    format!("You have won. {last}{puzzles}. You may go on looking around, or `quit`.")
}

/// The hint if no puzzle of the room is unsolved.
pub(super) fn way(here: Here<'_>) -> String {
    let left = here.left();
    let unsolved = (0..here.scenario.area().puzzles.len())
        .filter(|&puzzle| !here.state.is_solved(puzzle))
        .count();
    let here_is_none = "There is no puzzle here that asks to be solved.";
    match (unsolved, here.towards(&left)) {
        _ if left.is_empty() => "You have won: nothing is left to be found.".to_owned(),
        (0, Some((way, at))) => {
            format!("{} can be reached. From here, go {}.", sentence(&here.aim(at)), way.name())
        }
        (0, None) => here_is_none.to_owned(),
        (1, _) => format!("{here_is_none} One puzzle is left elsewhere."),
        (many, _) => format!("{here_is_none} {many} puzzles are left elsewhere."),
    }
}

/// The map of the level, with a legend.
pub(super) fn map(here: Here<'_>) -> Vec<String> {
    let level = here.scenario.room(here.state.room).map_or(0, |room| room.coords[2]);
    let mut glyphs = Glyphs::new();
    for &at in &here.state.entered {
        if let Some(room) = here.scenario.room(at).filter(|room| room.coords[2] == level) {
            draw(here, at, room, &mut glyphs);
        }
    }
    let legend =
        "@ you · E entry · B boss · T treasure · o seen · ? not seen · × blocked · < up · > down";
    map_lines(level, &glyphs, &[legend])
}

fn draw(here: Here<'_>, at: RoomIndex, room: &Room, glyphs: &mut Glyphs) {
    let (row, column) = spot(room.coords);
    glyphs.insert((row, column), letter(here, at, room));
    for way in room.connections.iter() {
        let [right, up, 0] = way.step([0; 3]).map(i64::from) else { continue };
        let (steps, line) = if up == 0 { (WIDE, '─') } else { (HIGH, '│') };
        let is_blocked = !here.state.blocking(here.scenario, at, way).is_empty();
        for step in 1..steps {
            let glyph = if is_blocked && step == steps / 2 { '×' } else { line };
            glyphs.insert((row - up * step, column + right * step), glyph);
        }
        glyphs.entry((row - up * steps, column + right * steps)).or_insert('?');
    }
    let stairs = match [Direction::Up, Direction::Down].map(|way| room.connections.has(way)) {
        [true, true] => 'x',
        [true, false] => '<',
        [false, true] => '>',
        [false, false] => return,
    };
    glyphs.insert((row, column + 1), stairs);
}

fn letter(here: Here<'_>, at: RoomIndex, room: &Room) -> char {
    match room.kind {
        _ if at == here.state.room => '@',
        _ if room.entry => 'E',
        layout::Kind::Boss => 'B',
        layout::Kind::Treasure => 'T',
        _ => 'o',
    }
}
