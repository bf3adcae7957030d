//! The text game and the tiles: the commands of a plan over the tiles, a text game that follows a game on the tiles,
//! and the steps over the tiles that repeat a text game.
//!
//! The game understands every command where it is typed. A walkthrough takes only what the plan takes, since taking
//! more can drop a shutter. On the tiles, walking to a room and onto a thing is a shortest path, and the solver pushes
//! the stones. A lock or wall that was opened but not passed is opened by a step onto its threshold and back; without
//! a way back it stays shut, and the key in hand.
//!
//! Invariant: the steps are legal moves of the verifier's world. If a move on the tiles has no words, the text game
//! stays behind, and [`Mirror::game`] returns `None`.

use super::game::{flipped, secrets, story};
use super::state::Action;
use super::{Game, Scene, Sort, describe};
use crate::dungeon::ProvedDungeon;
use crate::game::play::World;
use level::plan::{self, Record, Walk};
use level::play::{self, Choice, Command};
use level::rules::{Fact, Position, Rules};
use level::solve::{self, Verdict};
use level::{Cell, Content, Level, Limits, Mark, Requirement, SymbolId, Tile};
use std::collections::{BTreeSet, VecDeque};

/// A step of a plan, in terms of rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Walk to an adjacent room.
    Go(usize),
    /// Take a thing, or pull or push it.
    Gain(Content),
    /// Flip a switch.
    Flip(u32),
}

/// The commands of a dungeon's plan; none if it cannot be played in words.
#[must_use]
pub fn commands(made: &ProvedDungeon) -> Vec<String> {
    let steps = steps(&made.candidate.tiled.level, &made.walk);
    Scene::of(made).map(|scene| walkthrough(&scene, &steps)).unwrap_or_default()
}

/// True if the commands of a dungeon's plan win its text game.
#[must_use]
pub fn is_won(made: &ProvedDungeon) -> bool {
    let Ok(scene) = Scene::of(made) else { return false };
    let mut game = Game::new(&scene);
    for command in commands(made) {
        game.play(&command);
    }
    game.won()
}

/// The steps of a walk over the tiles of a level.
#[must_use]
pub fn steps(level: &Level, walk: &Walk) -> Vec<Step> {
    let mut here = room_at(level, walk.start);
    let mut steps = Vec::new();
    for record in &walk.records {
        let step = steps_of(level, here, record);
        here = room_at(level, record.position).or(here);
        steps.extend(step);
    }
    steps
}

/// The steps of one move over the tiles, made from the room `here`.
#[must_use]
pub fn steps_of(level: &Level, here: Option<usize>, record: &Record) -> Vec<Step> {
    let next = room_at(level, record.position);
    let go = next.filter(|_| next != here).map(Step::Go);
    let gains = record.changed.iter().filter_map(|&fact| step(level, record, fact));
    go.into_iter().chain(gains).collect()
}

/// The room that a position is in.
#[must_use]
pub fn room_at(level: &Level, position: Position) -> Option<usize> {
    let Position::Cell(cell) = position else { return None };
    let rooms = &level.tiles.as_ref()?.rooms;
    rooms.iter().find(|room| room.contains(cell)).map(|room| room.node as usize)
}

/// The step for a changed fact, if there is one.
pub(super) fn step(level: &Level, record: &Record, fact: Fact) -> Option<Step> {
    let Position::Cell(cell) = record.position else { return None };
    let tile = level.tiles.as_ref()?.tile(cell);
    Some(Step::Gain(match (fact, tile) {
        (Fact::Symbol(id), _) => Content::Symbol(id),
        (Fact::Toggle(number), _) if record.action == plan::Action::Flip => {
            return Some(Step::Flip(number));
        }
        (Fact::Item(_), Some(Tile::KeySmall)) => Content::Key,
        (Fact::Item(_), Some(Tile::KeyBoss)) => Content::BossKey,
        (Fact::Item(_), Some(Tile::KeyItem)) => Content::KeyItem,
        (Fact::Item(_) | Fact::BombsHeld, Some(Tile::ItemMinor)) => Content::ItemMinor,
        _ => return None,
    }))
}

/// The commands of a plan, up to the one that wins. Locks and walls are opened when the plan walks through them.
///
/// The text game is won in the goal's room; on the tiles there may be something between its entrance and the goal. A
/// step that is not possible still has its command.
#[must_use]
pub fn walkthrough(scene: &Scene, steps: &[Step]) -> Vec<String> {
    let mut game = Game::new(scene);
    let mut commands = Vec::new();
    for &step in steps {
        if game.won() {
            break;
        }
        let actions = actions(&game, step).into_iter();
        commands.extend(actions.map(|action| game.lead(action).1));
    }
    commands
}

/// The actions of a step. They include opening locks and walls on the way to a room.
pub(super) fn actions(game: &Game<'_>, step: Step) -> Vec<Action> {
    let here = game.here();
    match step {
        Step::Go(to) => {
            let way = here.way(to);
            let is_locked = way.is_some_and(|way| !here.locks(way).is_empty());
            let is_walled = way.is_some_and(|way| here.is_walled(way));
            let unlock = is_locked.then_some(Action::Unlock(to));
            let bomb = is_walled.then_some(Action::Bomb(to));
            unlock.into_iter().chain(bomb).chain([Action::Go(to)]).collect()
        }
        Step::Gain(thing) if here.scene.sort(thing) == Sort::Portable => vec![Action::Take(thing)],
        Step::Gain(thing) => vec![Action::Work(thing)],
        Step::Flip(switch) => vec![Action::Flip(switch)],
    }
}

/// A text game that follows the steps of a game on the tiles.
#[derive(Clone, Debug, PartialEq)]
pub struct Mirror<'a> {
    game: Game<'a>,
    /// True once a step had no words.
    is_apart: bool,
}

impl<'a> Mirror<'a> {
    /// A new game of a scene.
    #[must_use]
    pub fn new(scene: &'a Scene) -> Self {
        Self { game: Game::new(scene), is_apart: false }
    }

    /// Follows a step, and returns a sentence about what was gained or flipped; none for a walk.
    pub fn follow(&mut self, step: Step) -> Option<String> {
        for action in actions(&self.game, step) {
            self.is_apart |= !self.game.lead(action).0.changed();
        }
        match step {
            Step::Go(_) => None,
            Step::Gain(thing) => Some(self.gained(thing)),
            Step::Flip(switch) => Some(flipped(&self.game.state, switch)),
        }
    }

    /// The sentence about a gained thing.
    fn gained(&self, thing: Content) -> String {
        let here = self.game.here();
        match here.scene.sort(thing) {
            Sort::Lever => describe::pulled(here, thing),
            Sort::Stones => describe::pressed(here, thing),
            _ => describe::taken(here, thing).join(" "),
        }
    }

    /// The number of actions so far.
    #[must_use]
    pub fn done(&self) -> usize {
        self.game.commands().len()
    }

    /// Takes back actions until `done` are left.
    pub fn back_to(&mut self, done: usize) {
        let more = self.done().saturating_sub(done);
        if more > 0 {
            self.game.undo(more);
        }
    }

    /// The name of the room.
    #[must_use]
    pub fn name(&self) -> String {
        self.game.world.name(self.game.room())
    }

    /// The text of the room, with the notes that are true now.
    #[must_use]
    pub fn text(&self) -> Vec<String> {
        describe::text(self.game.here())
    }

    /// The enemies of the room.
    #[must_use]
    pub fn foes(&self) -> &[String] {
        self.game.here().foes()
    }

    /// The place and the aim, as at the start of a text game.
    #[must_use]
    pub fn opening(&self) -> Vec<String> {
        Scene::aim(&self.game)
    }

    /// The short name of a carried thing; none for a lever or stones.
    #[must_use]
    pub fn held(&self, thing: Content) -> Option<String> {
        let scene = self.game.world;
        (scene.sort(thing) == Sort::Portable).then(|| scene.thing(thing))
    }

    /// The sentence about secrets found, out of all; none if there are none.
    #[must_use]
    pub fn secrets(&self) -> Option<String> {
        secrets(self.game.here())
    }

    /// The text after winning.
    #[must_use]
    pub fn ending(&self) -> Vec<String> {
        story(self.game.here())
    }

    /// The text game for saving; none if a step had no words.
    #[must_use]
    pub fn game(&self) -> Option<&Game<'a>> {
        (!self.is_apart).then_some(&self.game)
    }
}

/// A command of a text game that cannot be done on the tiles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("commands[{at}]: {command:?} cannot be done on the tiles")]
pub struct NotOnTiles {
    /// Its index.
    pub at: usize,
    /// The command.
    pub command: String,
}

/// Limit on the states of a block room.
const STATES: u64 = 2_000_000;

/// A text game repeated on the tiles.
pub(super) struct Brought<'a> {
    pub(super) played: play::Game<'a>,
    /// The total number of steps after each command.
    pub(super) after: Vec<usize>,
}

/// The steps over the tiles of a level that repeat a text game of its scene.
///
/// # Errors
/// The first command that cannot be done.
pub fn onto_tiles(
    game: &Game<'_>,
    level: &Level,
    rules: &Rules,
) -> Result<Vec<play::Step>, NotOnTiles> {
    Ok(bring(game, level, rules)?.played.steps().to_vec())
}

/// Repeats a text game on the tiles of a level.
///
/// # Errors
/// The first command that cannot be done.
pub(super) fn bring<'a>(
    game: &Game<'_>,
    level: &'a Level,
    rules: &'a Rules,
) -> Result<Brought<'a>, NotOnTiles> {
    let fault = |at: usize| {
        let command = game.commands().get(at).cloned().unwrap_or_default();
        NotOnTiles { at, command }
    };
    let mut played = play::Game::of(level, rules).map_err(|_| fault(0))?;
    let mut after = Vec::new();
    for (at, &action) in game.history.iter().enumerate() {
        let stones =
            |thing| game.world.sort(thing) == Sort::Stones || game.world.bridge(thing).is_some();
        let steps = match action {
            Action::Fight => Some(Vec::new()),
            Action::Unlock(to) | Action::Bomb(to) => Some(open(&mut played, to)),
            Action::Go(to) => walk_to(&mut played, to),
            Action::Work(Content::Symbol(id)) if stones(Content::Symbol(id)) => {
                push(&played, rules, id)
            }
            Action::Take(thing) | Action::Work(thing) => walk_onto(&mut played, thing),
            Action::Flip(switch) => {
                walk(&mut played, |_, choice| choice.step.command == Command::Flip(switch))
            }
        };
        for step in steps.ok_or_else(|| fault(at))? {
            played.step(step).map_err(|_| fault(at))?;
        }
        after.push(played.steps().len());
    }
    // The text game is won on entering the goal's room; on the tiles the player walks to the goal.
    if game.world.is_goal(game.room()) {
        let steps = walk_to_goal(&mut played).unwrap_or_default();
        steps.iter().for_each(|&step| _ = played.step(step));
    }
    Ok(Brought { played, after })
}

/// The steps that open the way to another room and lead back; none if nothing there opens for good, or no way leads
/// back.
fn open(played: &mut play::Game<'_>, to: usize) -> Vec<play::Step> {
    let here = room_at(played.level(), played.position());
    let Some(path) = walk_to(played, to) else { return Vec::new() };
    let begun = played.steps().len();
    let opens = path.iter().position(|&step| {
        let taken = played.step(step);
        taken.is_ok_and(|record| record.changed.iter().any(is_opening))
    });
    let stays = |played: &play::Game<'_>, choice: &Choice| {
        let room = room(played, choice);
        room.is_none() || room == here || room == Some(to)
    };
    let is_back = |played: &play::Game<'_>, choice: &Choice| room(played, choice) == here;
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

/// True for a lock or a wall that opens for good.
fn is_opening(fact: &Fact) -> bool {
    matches!(fact, Fact::KeyDoor(_) | Fact::BombDoor(_) | Fact::KeyPair(..) | Fact::BombPair(..))
}

/// The steps within the room to an accepted choice, without taking, flipping or pushing on the way.
fn walk(
    played: &mut play::Game<'_>,
    accept: impl Fn(&play::Game<'_>, &Choice) -> bool,
) -> Option<Vec<play::Step>> {
    let here = room_at(played.level(), played.position());
    find(played, |played, choice| is_walk(choice) && room(played, choice) == here, accept)
}

/// The steps to a goal in the room.
fn walk_to_goal(played: &mut play::Game<'_>) -> Option<Vec<play::Step>> {
    let goals = played.level().tiles.as_ref()?.goal_cells().into_owned();
    walk(played, |_, choice| match choice.record.position {
        Position::Cell(cell) => goals.contains(&cell),
        Position::Node(_) => false,
    })
}

/// The room that a choice leads to.
fn room(played: &play::Game<'_>, choice: &Choice) -> Option<usize> {
    room_at(played.level(), choice.record.position)
}

/// True if a choice takes, flips and pushes nothing. It may open what it passes.
fn is_walk(choice: &Choice) -> bool {
    let opens = |fact: &Fact| is_opening(fact) || matches!(fact, Fact::Taken(_));
    let record = &choice.record;
    record.pushed.is_none()
        && record.action != plan::Action::Flip
        && record.changed.iter().all(opens)
}

/// The steps to another room, if possible without taking anything.
fn walk_to(played: &mut play::Game<'_>, to: usize) -> Option<Vec<play::Step>> {
    let here = room_at(played.level(), played.position());
    let stays = |played: &play::Game<'_>, choice: &Choice| {
        let room = room(played, choice);
        room.is_none() || room == here
    };
    let arrives = |played: &play::Game<'_>, choice: &Choice| room(played, choice) == Some(to);
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

/// The steps onto a thing in the room.
fn walk_onto(played: &mut play::Game<'_>, thing: Content) -> Option<Vec<play::Step>> {
    let here = room_at(played.level(), played.position());
    let tile = match thing {
        Content::Key => Some(Tile::KeySmall),
        Content::BossKey => Some(Tile::KeyBoss),
        Content::KeyItem => Some(Tile::KeyItem),
        Content::ItemMinor => Some(Tile::ItemMinor),
        _ => None,
    };
    let is_it = |played: &play::Game<'_>, choice: &Choice| match (thing, choice.record.position) {
        (Content::Symbol(id), _) => choice.record.changed.contains(&Fact::Symbol(id)),
        (_, Position::Cell(cell)) => {
            let lies = played.tiles().and_then(|tiles| tiles.tile(cell));
            lies.is_some() && lies == tile && room(played, choice) == here
        }
        _ => false,
    };
    walk(played, is_it)
}

/// The fewest steps to an accepted choice, through choices that satisfy `may` (breadth-first search).
fn find(
    played: &mut play::Game<'_>,
    may: impl Fn(&play::Game<'_>, &Choice) -> bool,
    accept: impl Fn(&play::Game<'_>, &Choice) -> bool,
) -> Option<Vec<play::Step>> {
    let cell = |position| match position {
        Position::Cell(cell) => cell,
        Position::Node(node) => Cell::new(u32::MAX, node, 0),
    };
    let mut seen = BTreeSet::from([cell(played.position())]);
    let mut open = VecDeque::from([Vec::new()]);
    let mut gone: Vec<play::Step> = Vec::new();
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

/// Moves the game from the end of one path to the end of another, through their common prefix. If a step is not
/// possible, it returns false and leaves the game at the start of both.
fn turn(played: &mut play::Game<'_>, from: &[play::Step], to: &[play::Step]) -> bool {
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

/// The steps that push the stones of the room onto their plates or into pits, and win a symbol, found by the solver.
fn push(played: &play::Game<'_>, rules: &Rules, symbol: SymbolId) -> Option<Vec<play::Step>> {
    let Position::Cell(start) = played.position() else { return None };
    let held = played.holdings();
    let mut level = played.level().clone();
    let now = played.tiles()?.clone();
    let tiles = level.tiles.insert(now);
    let block_room = *tiles.rooms.iter().find(|room| room.contains(start))?;
    let outside: Vec<Cell> =
        tiles.cells().map(|(cell, _)| cell).filter(|&cell| !block_room.contains(cell)).collect();
    for cell in outside {
        tiles.floors.get_mut(cell.floor as usize)?.set(cell.row, cell.col, Tile::Void);
    }
    tiles.start = Some(start);
    tiles.goals = Some(Vec::new());
    tiles.marks.retain(|mark| block_room.contains(mark.cell));
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
    let steps = walk.records.iter().map(|record| match record.action {
        plan::Action::Go(way) => Some(play::Step::from(Command::Go(way))),
        plan::Action::Flip => None,
    });
    steps.collect()
}
