//! A game in words that goes along with one on the tiles: it tells what happens there, and can be gone on with in words.
//!
//! Invariant: it does what a player would say who does the same in words; where words cannot say it, it stays behind and
//! says so.

use super::game::Game;
use super::scene::Scene;
use super::state::Action;
use super::thing::{Sort, position};
use super::walkthrough::{Step, gain, openings};
use super::{ending, tell};
use level::Content;

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
