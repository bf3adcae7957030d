//! From the tiles to words: the commands that win, of the judge's plan, and a game in words that goes along with one on
//! the tiles: it tells what happens there, and can be gone on with in words.
//!
//! Invariant: every command is one that the game understands where it is typed; nothing is taken but what the plan
//! takes, for whoever takes more may find a shutter down.
//!
//! Invariant: it does what a player would say who does the same in words; where words cannot say it, it stays behind
//! and says so.

use super::game::Game;
use super::scene::Scene;
use super::state::Action;
use super::thing::{Sort, position};
use super::{ending, tell};
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

/// A game in words, led by the steps of another.
#[derive(Clone, Debug, PartialEq)]
pub struct Mirror<'a> {
    game: Game<'a>,
    /// True once a step could not be said in words.
    is_apart: bool,
}

impl<'a> Mirror<'a> {
    /// A new game of a scene.
    #[must_use]
    pub fn new(scene: &'a Scene) -> Self {
        Self { game: Game::new(scene), is_apart: false }
    }

    /// Follows a step, and tells what was gained or flipped by it; walking is not told.
    pub fn follow(&mut self, step: Step) -> Option<String> {
        let scene = self.game.scene();
        let (before, action) = match step {
            Step::Go(to) => (openings(&self.game, to), Action::Go(to)),
            Step::Gain(thing) => (Vec::new(), gain(scene, thing)),
            Step::Flip(switch) => (Vec::new(), Action::Flip(switch)),
        };
        for action in before.into_iter().chain([action]) {
            self.is_apart |= !self.game.advance(action);
        }
        match step {
            Step::Go(_) => None,
            Step::Gain(thing) => Some(self.gained(thing)),
            Step::Flip(switch) => {
                let position = position(self.game.state().is_on(switch));
                Some(format!("Switch {switch} is {position} now."))
            }
        }
    }

    /// The sentence about something that was gained.
    fn gained(&self, thing: Content) -> String {
        let scene = self.game.scene();
        match scene.sort(thing) {
            Sort::Lever => tell::worked(self.game.here(), thing),
            Sort::Stones => tell::pressed(self.game.here(), thing),
            _ => tell::taken(self.game.here(), thing).join(" "),
        }
    }

    /// The number of actions so far.
    #[must_use]
    pub fn done(&self) -> usize {
        self.game.commands().len()
    }

    /// Goes back to where it had done so many actions.
    pub fn back_to(&mut self, done: usize) {
        let more = self.done().saturating_sub(done);
        if more > 0 {
            self.game.undo(more);
        }
    }

    /// The name of a room.
    #[must_use]
    pub fn name(&self) -> String {
        self.game.scene().name(self.game.room())
    }

    /// The text of the room, and what is true of it now.
    #[must_use]
    pub fn text(&self) -> Vec<String> {
        tell::text(self.game.here())
    }

    /// The enemies of the room.
    #[must_use]
    pub fn foes(&self) -> &[String] {
        self.game.state().foes(self.game.scene(), self.game.room())
    }

    /// The place and the aim, as a game in words begins.
    #[must_use]
    pub fn opening(&self) -> Vec<String> {
        self.game.aim()
    }

    /// The name of something that is held, as it is listed; none of what is pulled or pushed.
    #[must_use]
    pub fn held(&self, thing: Content) -> Option<String> {
        let scene = self.game.scene();
        (scene.sort(thing) == Sort::Portable).then(|| scene.thing(thing))
    }

    /// The sentence about the secrets that were found, of all; none where there are none.
    #[must_use]
    pub fn secrets(&self) -> Option<String> {
        ending::secrets(self.game.here())
    }

    /// The words said to whoever wins.
    #[must_use]
    pub fn ending(&self) -> Vec<String> {
        ending::story(self.game.here())
    }

    /// The game in words, to be saved; none where a step could not be said in words.
    #[must_use]
    pub fn game(&self) -> Option<&Game<'a>> {
        (!self.is_apart).then_some(&self.game)
    }
}
