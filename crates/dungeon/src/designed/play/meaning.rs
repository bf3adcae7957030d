//! The meaning of a command, once it is understood.

use super::state::Action;
use crate::puzzle::play::reply::{Outcome, Reply};

/// The meaning of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Actions, done one after another.
    Do(Vec<Action>),
    /// So many of the last actions are to be taken back.
    Undo(usize),
    /// So many of those that were taken back are to be done again.
    Redo(usize),
    /// All is to be taken back.
    Restart,
    /// The last action is to be done once more.
    Again,
    /// The player asks for the score.
    Score,
    /// The player asks for a hint; without a judge it is these lines, or the reply that nothing is left to be told.
    Advice(Result<Vec<String>, Reply>),
    /// Something to be said, and no more.
    Say(Reply),
}

impl Meaning {
    /// Lines that are told.
    pub(super) fn told(lines: Vec<String>) -> Self {
        Self::Say(Reply::new(Outcome::Told, lines))
    }

    /// One action.
    pub(super) fn one(action: Action) -> Self {
        Self::Do(vec![action])
    }
}
