//! The answer of `solve`.

use crate::failure::Failure;
use draw::level_picture::End;
use draw::overlay::{overlay_of, steps_of};
use level::check::why_not::WhyNot;
use level::play;
use level::report::solution::{Wire, limit, verdict};
use level::report::text::{self, Terms};
use level::{Level, Limits, Rules, Verdict};
use pyo3::prelude::*;
use std::sync::Arc;

/// A verdict with its plan.
#[pyclass(frozen, module = "quandary._native")]
pub(crate) struct Solution {
    pub(crate) level: Arc<Level>,
    pub(crate) rules: Rules,
    pub(crate) found: level::Solution,
    pub(crate) reason: Option<WhyNot>,
    pub(crate) millis: f64,
}

#[pymethods]
impl Solution {
    /// `solvable`, `unsolvable` or `unknown`.
    #[getter]
    fn verdict(&self) -> &'static str {
        verdict(&self.found.verdict)
    }

    /// The limit that ended the search, if one did.
    #[getter]
    fn limit(&self) -> Option<&'static str> {
        self.found.limit.map(limit)
    }

    /// The JSON of `quandary solve`.
    fn to_json(&self) -> Result<String, Failure> {
        let Self { level, rules, found, reason, millis } = self;
        let wire = Wire::new(level, rules, found, reason.as_ref(), *millis);
        serde_json::to_string(&wire).map(|json| json + "\n").map_err(Failure::request)
    }

    /// The same in words.
    fn words(&self) -> String {
        let terms = Terms { rules: &self.rules, limits: &Limits::default() };
        text::solution(&self.level, terms, &self.found, self.reason.as_ref())
    }

    /// The steps of the plan in the words that `hint` and games take.
    fn steps(&self) -> Result<Option<String>, Failure> {
        let Verdict::Solvable { plan, .. } = &self.found.verdict else { return Ok(None) };
        let game = play::Game::of(&self.level, &self.rules).map_err(Failure::large)?;
        Ok(game.steps_of(plan).map(|steps| play::step::write(&self.level, &steps)))
    }

    /// A picture of the level with the way drawn over it; `None` of a level without tiles.
    fn svg(&self) -> Option<String> {
        let way = match &self.found.verdict {
            Verdict::Solvable { walk, .. } => {
                let steps = steps_of(&self.level, &self.rules, walk);
                let title = self.words().lines().next().unwrap_or_default().to_owned();
                Some(overlay_of(&steps, title, End::Goal))
            }
            Verdict::Unsolvable | Verdict::Unknown(_) => None,
        };
        draw::level_svg::picture(&self.level, way.as_ref())
    }
}
