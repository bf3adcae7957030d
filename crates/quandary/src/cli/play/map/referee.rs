//! The referee: whether the game can still be won, after every step.
//!
//! The judge is asked only where its last plan does not tell: whoever goes along it, or back, can still win. Invariant: the
//! referee calls lost what is proved to be so, and nothing else.

use level::Limits;
use level::play::{Back, Game, Outlook, Step};

/// The referee's knowledge.
pub(super) struct Referee<'a> {
    limits: Limits<'a>,
    /// The steps so far, when it last looked.
    seen: Vec<Step>,
    known: Known,
}

/// The knowledge of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Known {
    /// It can be won, by these steps, the last of them first.
    Winnable(Vec<Step>),
    /// It cannot.
    Lost,
    /// The limits came first.
    Unsure,
}

/// A call of the referee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Call {
    /// From now on it cannot be won; so many steps ago it could, if that is known.
    Lost(Option<usize>),
    /// It could not be won at the start either.
    Never,
    /// It was lost, and can be won again.
    Again,
    /// From here on the referee cannot tell.
    Unsure,
}

impl<'a> Referee<'a> {
    /// A referee who looks at the start of a game, with limits for each look; and what they call there.
    pub(super) fn new(game: &Game<'_>, limits: Limits<'a>) -> (Self, Option<Call>) {
        let known = ask(game, &limits);
        let call = match known {
            Known::Winnable(_) => None,
            Known::Unsure => Some(Call::Unsure),
            Known::Lost => Some(lost(game, &limits)),
        };
        (Self { limits, seen: game.steps().to_vec(), known }, call)
    }

    /// Looks at the game after a step was taken, or some were taken back; tells what is called, if anything is.
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

    /// The knowledge that follows from what was known: along the plan, back from where it can be won, on from where it
    /// cannot.
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

/// Asks the judge.
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

/// The call of a game that is lost.
fn lost(game: &Game<'_>, limits: &Limits<'_>) -> Call {
    match game.last_winnable(limits) {
        Back::Steps { steps, .. } => Call::Lost(Some(steps)),
        Back::Never => Call::Never,
        Back::Unknown(_) => Call::Lost(None),
    }
}

#[cfg(test)]
mod tests;
