//! Designed dungeons: the best of some drafts, proved, with every claim.

use super::request::told;
use super::{finished, nothing, unwritten};
use crate::pool::Leave;
use crate::problem::Problem;
use draw::designed::Shown;
use draw::dungeon::Format;
use dungeon::designed::{ATTEMPTS, Request, generate};
use dungeon::{Attempts, Options};
use search::{Budget, Control, Seed};

/// A designed dungeon to be made.
pub(super) struct Designing {
    pub(super) request: Request,
    /// The one attempt that is to be made, if it is one.
    pub(super) attempt: Option<u64>,
    /// The effort that the search may take.
    pub(super) budget: Budget,
}

impl Designing {
    /// Makes the dungeon, and writes it.
    pub(super) fn make(
        self,
        seed: Seed,
        format: Format,
        spoiler: bool,
        leave: &Leave,
    ) -> Result<(u64, Vec<u8>), Problem> {
        if format == Format::Dot {
            let error = "dot draws a mission, which a designed dungeon has none of";
            return Err(Problem::unprocessable("format", error));
        }
        let whole = self.budget.time.is_none();
        let budget = Budget { time: Some(leave.left()), ..self.budget };
        let attempts = self.attempt.map_or(Attempts::Within(budget), Attempts::Only);
        let control = Control { cancel: leave.cancel(), ..Control::default() };
        let made = generate(&self.request, seed, Options { attempts, control, scratch: None });
        let made = made.map_err(|error| told(&error))?.map_err(nothing)?;
        if whole {
            finished(leave)?;
        }
        let attempts = attempts.number(ATTEMPTS);
        let shown = Shown { made: &made, request: &self.request, seed, attempts };
        let mut bytes = Vec::new();
        shown.write(&mut bytes, format, spoiler, false).map_err(|error| unwritten(&error))?;
        Ok((made.attempt, bytes))
    }
}
