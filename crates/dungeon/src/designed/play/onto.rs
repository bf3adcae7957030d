//! From a game in words to the steps over the tiles that lead as far.
//!
//! Whoever goes somewhere in words walks there; whoever takes something walks onto it; stones are pushed as the judge
//! would. A lock or a wall that was opened and not gone through is opened by a step onto its threshold and back; where
//! there is no way back it stays shut, with its key in hand. Invariant: the steps are steps of the judge's own world.

use super::game::Game;
use super::state::Action;
use super::thing::Sort;
use super::walkthrough::room_at;
use level::plan::Action as Moved;
use level::play::{Choice, Deed, Game as Played, Step};
use level::rules::{Fact, Position, Rules};
use level::solve::{self, Verdict};
use level::{Cell, Content, Level, Limits, Mark, Requirement, SymbolId, Tile};
use std::collections::{BTreeSet, VecDeque};

/// A command of a game in words for which there are no steps.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("commands[{at}]: {command:?} cannot be done on the tiles")]
pub struct NotOnTiles {
    /// Its place among the commands.
    pub at: usize,
    /// The command.
    pub command: String,
}

/// Limit on the states of a room of stones.
const STATES: u64 = 2_000_000;

/// A game that was brought onto the tiles.
pub(super) struct Brought<'a> {
    pub(super) played: Played<'a>,
    /// The number of steps after each command.
    pub(super) after: Vec<usize>,
}

/// The steps over the tiles of a level that lead as far as a game of its scene.
///
/// # Errors
/// The first command for which there are no steps.
pub fn onto_tiles(game: &Game<'_>, level: &Level, rules: &Rules) -> Result<Vec<Step>, NotOnTiles> {
    Ok(bring(game, level, rules)?.played.steps().to_vec())
}

/// Plays on the tiles of a level what was played in words.
///
/// # Errors
/// The first command for which there are no steps.
pub(super) fn bring<'a>(
    game: &Game<'_>,
    level: &'a Level,
    rules: &'a Rules,
) -> Result<Brought<'a>, NotOnTiles> {
    let fault = |at: usize| {
        let command = game.commands().get(at).cloned().unwrap_or_default();
        NotOnTiles { at, command }
    };
    let mut played = Played::of(level, rules).map_err(|_| fault(0))?;
    let mut after = Vec::new();
    for (at, &action) in game.history().iter().enumerate() {
        let stones = |thing| game.scene().sort(thing) == Sort::Stones;
        let steps = match action {
            Action::Fight => Some(Vec::new()),
            Action::Unlock(to) | Action::Bomb(to) => Some(open(&mut played, to)),
            Action::Go(to) => walk_to(&mut played, to),
            Action::Work(Content::Symbol(id)) if stones(Content::Symbol(id)) => {
                push(&played, rules, id)
            }
            Action::Take(thing) | Action::Work(thing) => walk_onto(&mut played, thing),
            Action::Flip(switch) => walk_and_flip(&mut played, switch),
        };
        for step in steps.ok_or_else(|| fault(at))? {
            played.step(step).map_err(|_| fault(at))?;
        }
        after.push(played.steps().len());
    }
    // In words whoever enters the room of the goal has won; on the tiles one walks up to it.
    if game.scene().is_goal(game.room()) {
        let steps = walk_to_goal(&mut played).unwrap_or_default();
        steps.iter().for_each(|&step| _ = played.step(step));
    }
    Ok(Brought { played, after })
}

/// The steps that open what bars the way to another room, and lead back; none where nothing is opened for good there, or
/// no way leads back.
fn open(played: &mut Played<'_>, to: usize) -> Vec<Step> {
    let here = room_at(played.level(), played.position());
    let Some(path) = walk_to(played, to) else { return Vec::new() };
    let begun = played.steps().len();
    let opens = path.iter().position(|&step| {
        let taken = played.step(step);
        taken.is_ok_and(|record| record.changed.iter().any(is_opening))
    });
    let stays = |played: &Played<'_>, choice: &Choice| {
        let room = room(played, choice);
        room.is_none() || room == here || room == Some(to)
    };
    let is_back = |played: &Played<'_>, choice: &Choice| room(played, choice) == here;
    let is_plain =
        |choice: &Choice| choice.record.changed.is_empty() && choice.record.pushed.is_none();
    let back = opens.map(|_| match room_at(played.level(), played.position()) == here {
        true => Some(Vec::new()),
        false => find(
            played,
            |played, choice| is_plain(choice) && stays(played, choice),
            |played, choice| is_plain(choice) && is_back(played, choice),
        ),
    });
    while played.steps().len() > begun {
        played.undo();
    }
    match (opens, back.flatten()) {
        (Some(last), Some(back)) => path.into_iter().take(last + 1).chain(back).collect(),
        _ => Vec::new(),
    }
}

/// True of a lock or a wall that is opened for good.
fn is_opening(fact: &Fact) -> bool {
    matches!(fact, Fact::KeyDoor(_) | Fact::BombDoor(_) | Fact::KeyPair(..) | Fact::BombPair(..))
}

/// The steps to a goal of the room.
fn walk_to_goal(played: &mut Played<'_>) -> Option<Vec<Step>> {
    let here = room_at(played.level(), played.position());
    let goals = played.level().tiles.as_ref()?.goal_cells().into_owned();
    let stays = |played: &Played<'_>, choice: &Choice| room(played, choice) == here;
    let is_goal = |_: &Played<'_>, choice: &Choice| match choice.record.position {
        Position::Cell(cell) => goals.contains(&cell),
        Position::Node(_) => false,
    };
    find(played, |played, choice| is_walk(choice) && stays(played, choice), is_goal)
}

/// The room that a choice leads to.
fn room(played: &Played<'_>, choice: &Choice) -> Option<usize> {
    room_at(played.level(), choice.record.position)
}

/// True if a choice takes, flips and pushes nothing; it may open what it passes.
fn is_walk(choice: &Choice) -> bool {
    let opens = |fact: &Fact| is_opening(fact) || matches!(fact, Fact::Taken(_));
    let record = &choice.record;
    record.pushed.is_none() && record.action != Moved::Flip && record.changed.iter().all(opens)
}

/// The steps to another room, best past all that lies about.
fn walk_to(played: &mut Played<'_>, to: usize) -> Option<Vec<Step>> {
    let here = room_at(played.level(), played.position());
    let stays = |played: &Played<'_>, choice: &Choice| {
        let room = room(played, choice);
        room.is_none() || room == here
    };
    let arrives = |played: &Played<'_>, choice: &Choice| room(played, choice) == Some(to);
    find(
        played,
        |played, choice| is_walk(choice) && stays(played, choice),
        |played, choice| is_walk(choice) && arrives(played, choice),
    )
    .or_else(|| {
        let is_dry = |choice: &Choice| choice.record.pushed.is_none();
        find(
            played,
            |played, choice| is_dry(choice) && stays(played, choice),
            |played, choice| is_dry(choice) && arrives(played, choice),
        )
    })
}

/// The steps onto something.
fn walk_onto(played: &mut Played<'_>, thing: Content) -> Option<Vec<Step>> {
    let here = room_at(played.level(), played.position());
    let tile = match thing {
        Content::Key => Some(Tile::KeySmall),
        Content::BossKey => Some(Tile::KeyBoss),
        Content::KeyItem => Some(Tile::KeyItem),
        Content::ItemMinor => Some(Tile::ItemMinor),
        _ => None,
    };
    let is_it = |played: &Played<'_>, choice: &Choice| match (thing, choice.record.position) {
        (Content::Symbol(id), _) => choice.record.changed.contains(&Fact::Symbol(id)),
        (_, Position::Cell(cell)) => {
            let lies = played.tiles().and_then(|tiles| tiles.tile(cell));
            lies.is_some() && lies == tile && room(played, choice) == here
        }
        _ => false,
    };
    let stays = |played: &Played<'_>, choice: &Choice| room(played, choice) == here;
    find(played, |played, choice| is_walk(choice) && stays(played, choice), is_it)
}

/// The steps to a switch, and its flip.
fn walk_and_flip(played: &mut Played<'_>, switch: u32) -> Option<Vec<Step>> {
    let here = room_at(played.level(), played.position());
    let stays = |played: &Played<'_>, choice: &Choice| room(played, choice) == here;
    let flips = |_: &Played<'_>, choice: &Choice| choice.step.deed == Deed::Flip(switch);
    find(played, |played, choice| is_walk(choice) && stays(played, choice), flips)
}

/// The fewest steps to a choice that is accepted, over those that may be taken on the way.
fn find(
    played: &mut Played<'_>,
    may: impl Fn(&Played<'_>, &Choice) -> bool,
    accept: impl Fn(&Played<'_>, &Choice) -> bool,
) -> Option<Vec<Step>> {
    let cell = |position| match position {
        Position::Cell(cell) => cell,
        Position::Node(node) => Cell::new(u32::MAX, node, 0),
    };
    let mut seen = BTreeSet::from([cell(played.position())]);
    let mut open = VecDeque::from([Vec::new()]);
    let mut gone: Vec<Step> = Vec::new();
    let mut found = None;
    while let Some(path) = open.pop_front() {
        if !turn(played, &gone, &path) {
            gone.clear();
            break;
        }
        gone = path;
        let choices = played.choices();
        let onto = |choice: &Choice| gone.iter().copied().chain([choice.step]).collect();
        if let Some(choice) = choices.iter().find(|choice| accept(played, choice)) {
            found = Some(onto(choice));
            break;
        }
        for choice in &choices {
            if may(played, choice) && seen.insert(cell(choice.record.position)) {
                open.push_back(onto(choice));
            }
        }
    }
    gone.iter().for_each(|_| _ = played.undo());
    found
}

/// Goes from the end of one path to that of another by their common beginning; false, and where both began, if a step
/// cannot be taken.
fn turn(played: &mut Played<'_>, from: &[Step], to: &[Step]) -> bool {
    let common = from.iter().zip(to).take_while(|(a, b)| a == b).count();
    from.iter().skip(common).for_each(|_| _ = played.undo());
    for (taken, &step) in to.iter().enumerate().skip(common) {
        if played.step(step).is_err() {
            (0..taken).for_each(|_| _ = played.undo());
            return false;
        }
    }
    true
}

/// The steps that push the stones of a room onto their plates, as a search finds them.
fn push(played: &Played<'_>, rules: &Rules, symbol: SymbolId) -> Option<Vec<Step>> {
    let Position::Cell(start) = played.position() else { return None };
    let held = played.holdings();
    let mut level = played.level().clone();
    let now = played.tiles()?.clone();
    let tiles = level.tiles.insert(now);
    let yard = *tiles.rooms.iter().find(|room| room.contains(start))?;
    let outside: Vec<Cell> =
        tiles.cells().map(|(cell, _)| cell).filter(|&cell| !yard.contains(cell)).collect();
    for cell in outside {
        tiles.floors.get_mut(cell.floor as usize)?.set(cell.row, cell.col, Tile::Void);
    }
    tiles.start = Some(start);
    tiles.goals = Some(Vec::new());
    tiles.marks.retain(|mark| yard.contains(mark.cell));
    let gives = held.symbols.iter().map(|&id| Mark { cell: start, gives: Content::Symbol(id) });
    tiles.marks.extend(gives);
    level.win = vec![Requirement::Symbol(symbol)];
    let mut rules = rules.clone();
    rules.start.keys = held.keys;
    rules.start.bombs = held.bombs;
    rules.start.boss_key = held.boss_key;
    rules.start.key_item = held.key_item;
    let limits = Limits { states: Some(STATES), ..Limits::default() };
    let found = solve::solve(&level, &rules, &solve::Options::default(), &limits).ok()?;
    let Verdict::Solvable { walk, .. } = found.verdict else { return None };
    let deeds = walk.records.iter().map(|record| match record.action {
        Moved::Go(way) => Some(Step::from(Deed::Go(way))),
        Moved::Flip => None,
    });
    deeds.collect()
}
