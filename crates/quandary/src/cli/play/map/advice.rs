//! Texts of the verifier to the player: hints, and reports of the referee.
//!
//! A hint follows a cheapest plan from the current state ([`level::hint`]); each further hint in the same state is
//! one level higher, up to level 4. Invariant: a hint holds nothing of a higher level.

use super::referee::Call;
use super::session::{Question, Session};
use crate::cli::terminal::Tone;
use level::Limits;
use level::hint::{Hint, HintLevel, Place, hint};

impl Session<'_> {
    /// Prints a report of the referee.
    pub(super) fn call(&mut self, call: Call) {
        let text = match call {
            Call::Lost(Some(steps)) => {
                self.question = Some(Question::Back(steps));
                let ago = diagnostics::counted(steps as u64, "step", "steps");
                format!("From here the level can no longer be won. {ago} ago it could.")
            }
            Call::Lost(None) => "From here the level can no longer be won.".to_owned(),
            Call::Never => "The level cannot be won, and could not be at the start.".to_owned(),
            Call::Again => "Now it can be won again.".to_owned(),
            Call::Unsure => {
                "The referee could not decide in time whether the level can be won from here."
                    .to_owned()
            }
        };
        self.say(Tone::Referee, text);
    }

    /// Gives a hint, one level higher than the last one in this state.
    pub(super) fn advise(&mut self, limits: &Limits<'_>) {
        let higher =
            |rung: HintLevel| HintLevel::of_number(u64::from(rung.number()) + 1).unwrap_or(rung);
        let rung = self.rung.map_or(HintLevel::Standing, higher);
        let hint = hint(&self.game, rung, limits);
        self.rung = Some(rung);
        self.hints += 1;
        let text = self.told(&hint);
        self.say(Tone::Hint, text);
    }

    /// The last sentence of a hint, with the names of rooms that have names.
    fn told(&self, hint: &Hint) -> String {
        let rooms = self.place.scene.as_ref().map(|scene| &scene.words().rooms);
        let named = match hint.place {
            Some((Place::Room(node), false)) if hint.level == HintLevel::Where => {
                rooms.and_then(|rooms| rooms.get(node as usize))
            }
            _ => None,
        };
        match named {
            Some(room) if !room.name.is_empty() => format!("Next: {}.", room.name),
            _ => hint.words(&self.place.level).lines().last().unwrap_or_default().to_owned(),
        }
    }
}
