//! Dungeons being made within the time that is left.

use crate::pool::Leave;
use crate::problem::{Problem, internal};
use anyhow::Result as Drawn;
use axum::http::StatusCode;
use draw::dungeon::Format;
use draw::engines::{Asked, Engines};
use dungeon::designed::{ATTEMPTS, Request, RequestError, generate};
use dungeon::{Attempts, Options};
use formats::ExportError;
use search::{Budget, Control, Nothing, Seed};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A dungeon to be made.
pub(super) struct Making {
    pub(super) request: Request,
    /// The one attempt that is to be made, if it is one.
    pub(super) attempt: Option<u64>,
    /// The effort that the search may take.
    pub(super) budget: Budget,
}

/// What a level of LDtk is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Worlds {
    /// A floor.
    #[default]
    Floors,
    /// A room.
    Rooms,
}

/// How a dungeon is shown.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    pub(super) format: Format,
    /// How a file for engines is cut.
    pub(super) cut: Asked,
    pub(super) spoiler: bool,
}

impl Shown {
    /// The bytes of a dungeon: for engines as they are asked for, else as the dungeon writes itself.
    fn bytes(
        &self,
        engines: impl FnOnce() -> Drawn<Engines>,
        write: impl FnOnce(&mut Vec<u8>) -> Drawn<()>,
    ) -> Result<Vec<u8>, Problem> {
        let mut bytes = Vec::new();
        let written = match self.format.engine() {
            Some(engine) => engines().and_then(|engines| {
                bytes = engines.text(engine, &self.cut)?.into_bytes();
                Ok(())
            }),
            None => write(&mut bytes),
        };
        match written {
            Ok(()) => Ok(bytes),
            // Such as a level for each room, where something lies in none.
            Err(error) => Err(match error.downcast_ref::<ExportError>() {
                Some(fault) => Problem::unprocessable("format", fault.to_string()),
                None => unwritten(&error),
            }),
        }
    }
}

impl Making {
    /// Makes the dungeon, and writes it; with the number of the attempt.
    pub(super) fn make(
        &self,
        seed: Seed,
        asked: Shown,
        leave: &Leave,
    ) -> Result<(u64, Vec<u8>), Problem> {
        let Self { request, attempt, budget } = self;
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
        let shown = draw::dungeon::Shown { made: &made, request, seed, attempts };
        let write = |out: &mut Vec<u8>| shown.write(out, asked.format, asked.spoiler, false);
        let bytes = asked.bytes(|| shown.engines(), write)?;
        Ok((made.attempt, bytes))
    }
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
