//! The result of `solve`.

use crate::failure::Failure;
use ask::judge::Solved;
use draw::level_picture::End;
use draw::overlay::{overlay_of, steps_of};
use level::play;
use level::report::solution::{limit, verdict};
use level::{Level, Limits, Verdict};
use pyo3::prelude::*;
use std::sync::Arc;

/// A verdict with its plan.
#[pyclass(frozen, module = "quandary._native")]
pub(crate) struct Solution {
    pub(crate) level: Arc<Level>,
    pub(crate) solved: Solved,
}

#[pymethods]
impl Solution {
    /// `solvable`, `unsolvable`, `no goal` or `unknown`.
    #[getter]
    fn verdict(&self) -> &'static str {
        verdict(&self.level, &self.solved.found.verdict)
    }

    /// The limit that ended the search, if any.
    #[getter]
    fn limit(&self) -> Option<&'static str> {
        self.solved.found.limit.map(limit)
    }

    /// The JSON of `quandary solve`.
    fn to_json(&self) -> Result<String, Failure> {
        let wire = self.solved.wire(&self.level, false);
        serde_json::to_string(&wire).map(|json| json + "\n").map_err(Failure::request)
    }

    /// The solution as text.
    fn words(&self) -> String {
        self.solved.words(&self.level, &Limits::default())
    }

    /// The steps of the plan, in the notation that `hint` and games read.
    fn steps(&self) -> Result<Option<String>, Failure> {
        let Verdict::Solvable { plan, .. } = &self.solved.found.verdict else { return Ok(None) };
        let game = play::Game::of(&self.level, &self.solved.rules).map_err(Failure::large)?;
        Ok(game.steps_of(plan).map(|steps| play::step::write(&self.level, &steps)))
    }

    /// A picture of the level overlaid with the way; `None` for a level without tiles.
    fn svg(&self) -> Option<String> {
        let way = match &self.solved.found.verdict {
            Verdict::Solvable { walk, .. } => {
                let steps = steps_of(&self.level, &self.solved.rules, walk);
                let title = self.words().lines().next().unwrap_or_default().to_owned();
                Some(overlay_of(&steps, title, End::Goal))
            }
            Verdict::Unsolvable | Verdict::Unknown(_) => None,
        };
        draw::level_svg::picture(&self.level, way.as_ref())
    }
}
