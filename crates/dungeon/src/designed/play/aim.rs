//! The next thing that a plan is after, and its purpose, in the words of a scene.

use super::here::Here;
use super::thing::{Barrier, Sort, all_named};
use super::walkthrough::{Step, room_at, step};
use crate::puzzle::play::reply::list;
use level::play::{Aim, Goal, Purpose};
use level::rules::{Fact, Position};
use level::{Cell, Content, Level, Requirement};

/// The sentence about a thing to be done, and what for.
pub(super) fn told(here: Here<'_>, level: &Level, aim: &Aim) -> String {
    let deed = deed(here, level, aim);
    match &aim.purpose {
        Purpose::Lock { at, asks, .. } => {
            let where_to = place(here, level, *at);
            format!("There: {deed}; {}.", barrier(here, asks, &where_to))
        }
        Purpose::Win if aim.thing != Goal::Win => format!("There: {deed}; nothing is won without."),
        Purpose::Win => format!("There: {deed}."),
        Purpose::Way => format!("There: {deed}; the way leads on from there."),
    }
}

fn deed(here: Here<'_>, level: &Level, aim: &Aim) -> String {
    let at = |position| place(here, level, position);
    match aim.thing {
        Goal::Take(fact) => match step(level, &aim.record, fact) {
            Some(Step::Gain(thing)) => taken(here, thing),
            _ => "take what lies there".to_owned(),
        },
        Goal::Open(Fact::BombDoor(_) | Fact::BombPair(..)) => {
            format!("bomb the cracked wall{}", at(aim.record.position))
        }
        Goal::Open(_) => format!("open the lock{}", at(aim.record.position)),
        Goal::Flip(switch) => format!("pull switch {switch}"),
        Goal::Press(_) | Goal::Push => "push the stones onto their plates".to_owned(),
        Goal::Win => "it is what you are looking for".to_owned(),
    }
}

fn taken(here: Here<'_>, thing: Content) -> String {
    let name = here.scene.the(thing);
    match here.scene.sort(thing) {
        Sort::Lever | Sort::Switch => format!("pull {name}"),
        Sort::Stones => "push the stones onto their plates".to_owned(),
        Sort::Portable | Sort::Mark => format!("take {name}"),
    }
}

/// The words for what a thing is needed for.
fn barrier(here: Here<'_>, asks: &[Requirement], place: &str) -> String {
    let found = asks.iter().find_map(|&need| here.scene.barrier(need));
    let what = match found {
        Some(Barrier::Lock | Barrier::SmallLock) => {
            return format!("the lock{place} asks for {}", all_named(here.scene, asks));
        }
        Some(Barrier::Wall) => "a cracked wall",
        Some(Barrier::Item) => "water",
        Some(Barrier::Lever(_) | Barrier::Pressed) => "bars",
        Some(Barrier::Portcullis(_)) => "a portcullis",
        Some(Barrier::Shutter(_)) => "a shutter",
        Some(Barrier::Gate(..)) => "a gate",
        None => "something",
    };
    format!("without it {what} would stop you{place}")
}

/// The words for a place between rooms, or in one.
fn place(here: Here<'_>, level: &Level, position: Position) -> String {
    let name = |room: usize| format!("{} ({room})", here.scene.name(room));
    if let Some(room) = room_at(level, position) {
        return format!(" in {}", name(room));
    }
    let Position::Cell(cell) = position else { return String::new() };
    let beside: Vec<String> = beside(level, cell).into_iter().map(name).collect();
    match beside.len() {
        0 => String::new(),
        1 => format!(" at {}", list(&beside, "and")),
        _ => format!(" between {}", list(&beside, "and")),
    }
}

/// The rooms that a cell outside of all is next to.
fn beside(level: &Level, cell: Cell) -> Vec<usize> {
    let rooms = level.tiles.iter().flat_map(|tiles| &tiles.rooms);
    let is_near = |room: &&level::Room| {
        let (rows, cols) = (room.corner.row, room.corner.col);
        room.corner.floor == cell.floor
            && cell.row + 1 >= rows
            && cell.row <= rows + room.rows
            && cell.col + 1 >= cols
            && cell.col <= cols + room.cols
    };
    rooms.filter(is_near).map(|room| room.node as usize).collect()
}
