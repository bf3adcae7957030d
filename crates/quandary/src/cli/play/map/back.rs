//! Undo of a step, of a room, or of the steps that the referee names; and redo.
//!
//! Invariant: undo restores the state, also in the mirror; explored cells stay explored.

use super::session::{Next, Session};
use crate::cli::terminal::Tone;
use level::rules::Position;

impl Session<'_> {
    /// Undoes a step.
    pub(super) fn undo(&mut self) -> Next {
        if self.game.steps().is_empty() {
            self.say(Tone::Refused, "There is nothing to take back.");
            return Next::Stay;
        }
        self.undo_many(1)
    }

    /// Undoes a number of steps.
    pub(super) fn undo_many(&mut self, many: usize) -> Next {
        self.rung = None;
        for _ in 0..many {
            let Some(&step) = self.game.steps().last() else { break };
            self.game.undo();
            self.undone.push(step);
            if let (Some(mirror), Some(done)) = (&mut self.mirror, self.mirrored.pop()) {
                mirror.back_to(done);
            }
        }
        if many > 1 {
            self.say(Tone::Event, format!("{many} steps taken back."));
        }
        Next::Stepped
    }

    /// Redoes the last undone step.
    pub(super) fn redo(&mut self) -> Next {
        match self.undone.pop() {
            Some(step) if self.step(step).is_ok() => Next::Stepped,
            _ => {
                self.say(Tone::Refused, "Nothing was taken back.");
                Next::Stay
            }
        }
    }

    /// Undoes all steps since the room was entered.
    pub(super) fn reset(&mut self) -> Next {
        let here = self.fog.room(self.cell());
        let room = |position| match position {
            Position::Cell(cell) => self.fog.room(cell),
            Position::Node(_) => None,
        };
        let inside = self.game.records().rev().take_while(|record| room(record.position) == here);
        let steps = inside.count();
        // The step into the room stays.
        let back = steps.saturating_sub(usize::from(steps < self.game.steps().len()));
        if back == 0 {
            self.say(Tone::Refused, "You have done nothing in this room yet.");
            return Next::Stay;
        }
        self.undo_many(back)
    }
}
