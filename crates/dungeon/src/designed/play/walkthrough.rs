//! From the judge's plan over the tiles to the commands that win.
//!
//! Invariant: every command is one that the game understands where it is typed; nothing is taken but what the plan takes,
//! for whoever takes more may find a shutter down.

use super::game::Game;
use super::scene::Scene;
use super::state::Action;
use super::thing::Sort;
use crate::designed::Designed;
use level::plan::{Action as Played, Record, Walk};
use level::rules::{Fact, Position};
use level::{Content, Level, Requirement, Tile};

/// A step of a plan, as it concerns the rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Walk to a room next to this one.
    Go(usize),
    /// Take something, or pull or push it.
    Gain(Content),
    /// Flip a switch.
    Flip(u32),
}

/// The commands of a dungeon's plan; none if it cannot be played.
#[must_use]
pub fn commands(made: &Designed) -> Vec<String> {
    let steps = steps(&made.draft.tiled.level, &made.walk);
    Scene::of(made).map(|scene| walkthrough(&scene, &steps)).unwrap_or_default()
}

/// True if the commands of a dungeon's plan win its game.
#[must_use]
pub fn is_won(made: &Designed) -> bool {
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
        let told = steps_of(level, here, record);
        here = room_at(level, record.position).or(here);
        steps.extend(told);
    }
    steps
}

/// The steps of one move over the tiles of a level, of a player who was last in a room.
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

/// The step that a fact tells of, if any.
pub(super) fn step(level: &Level, record: &Record, fact: Fact) -> Option<Step> {
    let Position::Cell(cell) = record.position else { return None };
    let tile = level.tiles.as_ref()?.tile(cell);
    Some(Step::Gain(match (fact, tile) {
        (Fact::Symbol(id), _) => Content::Symbol(id),
        (Fact::Toggle(number), _) if record.action == Played::Flip => {
            return Some(Step::Flip(number));
        }
        (Fact::Item(_), Some(Tile::KeySmall)) => Content::Key,
        (Fact::Item(_), Some(Tile::KeyBoss)) => Content::BossKey,
        (Fact::Item(_), Some(Tile::KeyItem)) => Content::KeyItem,
        (Fact::Item(_) | Fact::BombsHeld, Some(Tile::ItemMinor)) => Content::ItemMinor,
        _ => return None,
    }))
}

/// The commands of a plan, up to the one that wins: locks and walls are opened when they are walked through.
///
/// In words a game is won in the room of the goal; over the tiles there may be something on the way through it. A step of
/// the plan that cannot be done has its command all the same.
#[must_use]
pub fn walkthrough(scene: &Scene, steps: &[Step]) -> Vec<String> {
    let mut walk = Guide { game: Game::new(scene), commands: Vec::new() };
    for &step in steps {
        if walk.game.won() {
            break;
        }
        match step {
            Step::Go(to) => {
                openings(&walk.game, to).into_iter().for_each(|action| walk.act(action));
                walk.act(Action::Go(to));
            }
            Step::Gain(thing) => walk.act(gain(scene, thing)),
            Step::Flip(switch) => walk.act(Action::Flip(switch)),
        }
    }
    walk.commands
}

/// The action that gains something.
pub(super) fn gain(scene: &Scene, thing: Content) -> Action {
    match scene.sort(thing) {
        Sort::Portable => Action::Take(thing),
        _ => Action::Work(thing),
    }
}

/// The actions that open what is locked or walled up on the way to a room.
pub(super) fn openings(game: &Game<'_>, to: usize) -> Vec<Action> {
    let (scene, state) = (game.scene(), game.state());
    let Some(way) = scene.way(state.room, to) else { return Vec::new() };
    let locked = !state.locks(scene, way).is_empty();
    let walled = state.unmet(scene, way).contains(&Requirement::Bombable);
    let unlock = locked.then_some(Action::Unlock(to));
    unlock.into_iter().chain(walled.then_some(Action::Bomb(to))).collect()
}

/// A game, and the commands that were given.
struct Guide<'a> {
    game: Game<'a>,
    commands: Vec<String>,
}

impl Guide<'_> {
    /// Does an action by its command.
    fn act(&mut self, action: Action) {
        self.commands.push(self.game.command(action));
        self.game.advance(action);
    }
}
