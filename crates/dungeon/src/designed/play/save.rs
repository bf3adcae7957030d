//! Saving and loading: a game as the commands that led to it, as the [game of areas](crate::puzzle::play) does.
//!
//! Invariant: loading plays the commands again, so that no save leads where playing does not.

use super::game::Game;
use super::scene::Scene;
use crate::puzzle::play::save::{Save, fingerprint};
use crate::puzzle::play::{Clues, SaveError, USUAL_INT};
use std::fmt::Write;

impl<'a> Game<'a> {
    /// The game as JSON, ended by a newline.
    #[must_use]
    pub fn save(&self) -> String {
        let print = self.scene().fingerprint();
        let save = Save::new(print, USUAL_INT, Clues::Hidden, self.commands());
        save.with_hints(self.hints()).print()
    }

    /// The game of a save.
    ///
    /// # Errors
    /// When it is no save, is damaged, or is one of another dungeon.
    pub fn load(scene: &'a Scene, text: &str) -> Result<Self, SaveError> {
        let mut game = Self::new(scene);
        let save = Save::read(text, scene.fingerprint())?;
        let hints = save.hints();
        save.replay(|command| (game.play_one(command).outcome, game.commands().len()))?;
        Ok(game.with_hints(hints))
    }
}

impl Scene {
    /// A number that tells scenes apart: of all that decides how one plays, not of how it reads.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let graph = self.graph();
        fingerprint(|sum| {
            for (room, node) in graph.nodes.iter().enumerate() {
                write!(sum, "room {room} {};", self.is_goal(room))?;
                for &content in &node.contents {
                    write!(sum, "{},", graph.content_name(content))?;
                }
                for way in self.ways(room) {
                    write!(sum, "to {} {};", way.to, way.direction.name())?;
                    let mut needs = way.needs.iter();
                    needs.try_for_each(|&need| write!(sum, "{},", graph.requirement_name(need)))?;
                }
            }
            write!(sum, "start {} bombs {:?}", self.start(), self.bombs())
        })
    }
}
