//! The referee: reports after every step if the game can still be won.
//!
//! The verifier runs only if the last plan does not give the answer: a step along the plan, or back, leads to a
//! winnable state. Invariant: the referee reports a game as lost only with a proof.

use level::Limits;
use level::play::{Back, Game, Outlook, Step};

/// Knowledge of the referee.
pub(super) struct Referee<'a> {
    limits: Limits<'a>,
    /// The steps at the last check.
    seen: Vec<Step>,
    known: Known,
}

/// Verdict on a state.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Known {
    /// Winnable, by these steps, last step first.
    Winnable(Vec<Step>),
    /// Not winnable.
    Lost,
    /// Not decided within the limits.
    Unsure,
}

/// A report of the referee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Call {
    /// The game can no longer be won; the number of steps back to the last winnable state, if that is known.
    Lost(Option<usize>),
    /// The game could not be won from the start.
    Never,
    /// The game was lost, and can be won again.
    Again,
    /// From here on the verdict is unknown.
    Unsure,
}

impl<'a> Referee<'a> {
    /// A referee that has checked the start of a game, with limits per check; and its report.
    pub(super) fn new(game: &Game<'_>, limits: Limits<'a>) -> (Self, Option<Call>) {
        let known = ask(game, &limits);
        let call = match known {
            Known::Winnable(_) => None,
            Known::Unsure => Some(Call::Unsure),
            Known::Lost => Some(lost(game, &limits)),
        };
        (Self { limits, seen: game.steps().to_vec(), known }, call)
    }

    /// Checks the game after a step or an undo; returns the report, if there is one.
    pub(super) fn look(&mut self, game: &Game<'_>) -> Option<Call> {
        let now = self.along(game).unwrap_or_else(|| ask(game, &self.limits));
        self.seen = game.steps().to_vec();
        let before = std::mem::replace(&mut self.known, now);
        match (&before, &self.known) {
            (Known::Lost, Known::Winnable(_)) => Some(Call::Again),
            (Known::Lost, Known::Lost) => None,
            (_, Known::Winnable(_)) => None,
            (_, Known::Lost) => Some(lost(game, &self.limits)),
            (Known::Unsure, Known::Unsure) => None,
            (_, Known::Unsure) => Some(Call::Unsure),
        }
    }

    /// The verdict that follows from the last one: along the plan, back from a winnable state, or on from a lost one.
    fn along(&self, game: &Game<'_>) -> Option<Known> {
        let steps = game.steps();
        match &self.known {
            Known::Winnable(plan) => {
                if let Some(back) = self.seen.strip_prefix(steps) {
                    return Some(Known::Winnable(
                        plan.iter().chain(back.iter().rev()).copied().collect(),
                    ));
                }
                let new = steps.strip_prefix(self.seen.as_slice())?;
                let (next, rest) = plan.split_last()?;
                (new == [*next]).then(|| Known::Winnable(rest.to_vec()))
            }
            Known::Lost => steps.starts_with(&self.seen).then_some(Known::Lost),
            Known::Unsure => None,
        }
    }
}

/// Runs the verifier.
fn ask(game: &Game<'_>, limits: &Limits<'_>) -> Known {
    match game.outlook(limits) {
        Outlook::Winnable { mut steps, .. } => {
            steps.reverse();
            Known::Winnable(steps)
        }
        Outlook::Lost => Known::Lost,
        Outlook::Unknown(_) => Known::Unsure,
    }
}

/// The report for a lost game.
fn lost(game: &Game<'_>, limits: &Limits<'_>) -> Call {
    match game.last_winnable(limits) {
        Back::Steps { steps, .. } => Call::Lost(Some(steps)),
        Back::Never => Call::Never,
        Back::Unknown(_) => Call::Lost(None),
    }
}

#[cfg(test)]
mod tests;
