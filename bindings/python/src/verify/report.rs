//! The result of `check`.

use crate::failure::Failure;
use draw::level_picture::End;
use draw::overlay::{overlay_of, steps_of};
use level::report::check::CheckJson;
use level::report::solution::{limit, verdict};
use level::report::text::{self, Terms};
use level::{Check, Level, Limits, Rules, Safety, Verdict};
use pyo3::prelude::*;
use std::sync::Arc;

/// The findings of a check.
#[pyclass(frozen, module = "quandary._native")]
pub(crate) struct Report {
    pub(crate) level: Arc<Level>,
    pub(crate) rules: Rules,
    pub(crate) found: Check,
}

#[pymethods]
impl Report {
    /// `solvable`, `unsolvable`, `no goal` or `unknown`.
    #[getter]
    fn verdict(&self) -> &'static str {
        verdict(&self.level, &self.found.verdict)
    }

    /// True if the level can be won; `None` if undecided.
    #[getter]
    fn winnable(&self) -> Option<bool> {
        match self.found.verdict {
            Verdict::Solvable { .. } => Some(true),
            Verdict::Unsolvable => self.level.has_goal().then_some(false),
            Verdict::Unknown(_) => None,
        }
    }

    /// True if the level is softlock-free; `None` if undecided.
    #[getter]
    fn unlosable(&self) -> Option<bool> {
        match self.found.safety {
            Safety::SoftlockFree => Some(true),
            Safety::Softlock(_) => self.level.has_goal().then_some(false),
            Safety::Unknown(_) => None,
        }
    }

    /// Number of states found.
    #[getter]
    fn states(&self) -> u64 {
        self.found.states
    }

    /// Number of dead states among them.
    #[getter]
    fn dead_states(&self) -> Option<u64> {
        self.found.dead_states
    }

    /// The limit that ended the check, if any.
    #[getter]
    fn limit(&self) -> Option<&'static str> {
        self.found.limit.map(limit)
    }

    /// The JSON of `quandary check`.
    fn to_json(&self) -> Result<String, Failure> {
        let wire = CheckJson::new(&self.level, &self.rules, &self.found);
        serde_json::to_string(&wire).map(|json| json + "\n").map_err(Failure::request)
    }

    /// The report as text.
    fn words(&self) -> String {
        let terms = Terms { rules: &self.rules, limits: &Limits::default() };
        text::check(&self.level, terms, &self.found)
    }

    /// A picture of the level, overlaid with the shortest way to get stuck, or else the way to the goal.
    fn svg(&self) -> Option<String> {
        let (walk, end) = match (&self.found.safety, &self.found.verdict) {
            (Safety::Softlock(Some((_, walk))), _) => (Some(walk), End::DeadState),
            (_, Verdict::Solvable { walk, .. }) => (Some(walk), End::Goal),
            _ => (None, End::Goal),
        };
        let title = || self.words().lines().next().unwrap_or_default().to_owned();
        let way =
            walk.map(|walk| overlay_of(&steps_of(&self.level, &self.rules, walk), title(), end));
        draw::level_svg::picture(&self.level, way.as_ref())
    }
}
