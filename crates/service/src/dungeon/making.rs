//! Dungeons being made, of either construction, within the time that is left.

use crate::pool::Leave;
use crate::problem::{Problem, internal};
use axum::http::StatusCode;
use draw::dungeon::{Chosen, Format};
use dungeon::designed::{ATTEMPTS, Request, generate};
use dungeon::generate::RequestError;
use dungeon::task::Task;
use dungeon::{Attempts, Options, Scratch};
use search::{Budget, Control, Goal, Nothing, Seed};

/// A dungeon to be made.
pub(super) enum Making {
    Plain(Box<Task>),
    Designed(Box<Designing>),
}

/// A designed dungeon to be made.
pub(super) struct Designing {
    pub(super) request: Request,
    /// The one attempt that is to be made, if it is one.
    pub(super) attempt: Option<u64>,
    /// The effort that the search may take.
    pub(super) budget: Budget,
}

impl Making {
    /// Makes the dungeon, and writes it; with the number of the attempt.
    pub(super) fn make(
        self,
        seed: Seed,
        format: Format,
        spoiler: bool,
        leave: &Leave,
    ) -> Result<(u64, Vec<u8>), Problem> {
        match self {
            Self::Plain(task) => plain(*task, seed, format, spoiler, leave),
            Self::Designed(asked) => designed(&asked, seed, format, spoiler, leave),
        }
    }
}

fn plain(
    mut task: Task,
    seed: Seed,
    format: Format,
    spoiler: bool,
    leave: &Leave,
) -> Result<(u64, Vec<u8>), Problem> {
    let whole = task.budget.time.is_none() && task.budget.goal != Goal::First;
    task.budget.time = Some(leave.left());
    let control = Control { cancel: leave.cancel(), ..Control::default() };
    let made = task.make(seed, &control, &mut Scratch::default()).map_err(|error| told(&error))?;
    let found = made.map_err(nothing)?;
    if whole {
        finished(leave)?;
    }
    let first = task.budget.goal == Goal::First && task.attempt.is_none();
    let chosen = if first { Chosen::First } else { Chosen::Best };
    let shown = draw::dungeon::Shown { found: &found, seed, asked: &task.asked, chosen };
    let mut bytes = Vec::new();
    shown.write(&mut bytes, format, spoiler, false).map_err(|error| unwritten(&error))?;
    Ok((found.attempt, bytes))
}

fn designed(
    asked: &Designing,
    seed: Seed,
    format: Format,
    spoiler: bool,
    leave: &Leave,
) -> Result<(u64, Vec<u8>), Problem> {
    let Designing { request, attempt, budget } = asked;
    if format == Format::Dot {
        let error = "dot draws a mission, which a designed dungeon has none of";
        return Err(Problem::unprocessable("format", error));
    }
    let whole = budget.time.is_none();
    let budget = Budget { time: Some(leave.left()), ..*budget };
    let attempts = attempt.map_or(Attempts::Within(budget), Attempts::Only);
    let control = Control { cancel: leave.cancel(), ..Control::default() };
    let made = generate(request, seed, Options { attempts, control, scratch: None });
    let made = made.map_err(|error| told(&error))?.map_err(nothing)?;
    if whole {
        finished(leave)?;
    }
    let attempts = attempts.number(ATTEMPTS);
    let shown = draw::designed::Shown { made: &made, request, seed, attempts };
    let mut bytes = Vec::new();
    shown.write(&mut bytes, format, spoiler, false).map_err(|error| unwritten(&error))?;
    Ok((made.attempt, bytes))
}

/// The refusal of a request for what cannot be made.
pub(super) fn told(error: &RequestError) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string())
}

/// The refusal of a search that found nothing.
fn nothing(nothing: Nothing) -> Problem {
    match nothing {
        Nothing::Rejected(why) => Problem::new(StatusCode::SERVICE_UNAVAILABLE, why).retry_after(1),
        Nothing::Interrupted => Problem::overloaded("The search was stopped."),
    }
}

/// Refuses the best of some attempts where not all were made: another time it could be another.
fn finished(leave: &Leave) -> Result<(), Problem> {
    match leave.left().is_zero() {
        true => Err(Problem::overloaded("The time was over before all attempts were made.")),
        false => Ok(()),
    }
}

fn unwritten(error: &anyhow::Error) -> Problem {
    tracing::error!(%error, "a dungeon cannot be written");
    internal()
}
