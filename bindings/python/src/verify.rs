//! Verification of levels: verdicts, plans, ratings, hints.

pub(crate) mod report;
pub(crate) mod solution;

use crate::failure::Failure;
use crate::level::Level;
use crate::long::{long, watched};
use crate::rules::request;
use ask::judge::{self, CHECK_STATES, SOLVE_STATES, SearchRequest};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use report::Report;
use solution::Solution;
use std::sync::Arc;

/// Finds a cheapest plan, or proves that there is none.
#[pyfunction]
#[pyo3(signature = (level, rules=None, limits=None, progress=None, **search))]
pub(crate) fn solve(
    py: Python<'_>,
    level: &Bound<'_, Level>,
    rules: Option<&Bound<'_, PyAny>>,
    limits: Option<&Bound<'_, PyDict>>,
    progress: Option<&Bound<'_, PyAny>>,
    search: Option<&Bound<'_, PyDict>>,
) -> PyResult<Solution> {
    let level = Arc::clone(&level.get().level);
    let rules = crate::rules::rules(&level, rules)?;
    let limits = crate::rules::limits(py, limits, SOLVE_STATES)?;
    let search: SearchRequest = search.map_or_else(|| Ok(Default::default()), request)?;
    let options = search.options().map_err(Failure::request)?;
    let progress = progress.map(|progress| progress.clone().unbind());
    let solved = watched(py, progress.as_ref(), limits, |limits| {
        judge::solved(&level, rules, &options, limits).map_err(Failure::large)
    })?;
    Ok(Solution { level, solved })
}

/// Checks whether a level can be won, and whether a player can get stuck.
#[pyfunction]
#[pyo3(signature = (level, rules=None, limits=None, progress=None))]
pub(crate) fn check(
    py: Python<'_>,
    level: &Bound<'_, Level>,
    rules: Option<&Bound<'_, PyAny>>,
    limits: Option<&Bound<'_, PyDict>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Report> {
    let level = Arc::clone(&level.get().level);
    let rules = crate::rules::rules(&level, rules)?;
    let has_number = limits.is_some_and(|limits| limits.contains("states").unwrap_or(true));
    let limits = crate::rules::limits(py, limits, CHECK_STATES)?;
    let progress = progress.map(|progress| progress.clone().unbind());
    let found = watched(py, progress.as_ref(), limits, |limits| {
        judge::checked(&level, &rules, &mut { *limits }, has_number).map_err(Failure::large)
    })?;
    Ok(Report { level, rules, found })
}

/// The JSON of `quandary rate`.
#[pyfunction]
#[pyo3(signature = (level, name, rules=None, progress=None))]
pub(crate) fn rate(
    py: Python<'_>,
    level: &Bound<'_, Level>,
    name: &str,
    rules: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let level = Arc::clone(&level.get().level);
    let rules = crate::rules::rules(&level, rules)?;
    let progress = progress.map(|progress| progress.clone().unbind());
    let rated = long(py, progress.as_ref(), |_| judge::rated(&level, &rules, name))?;
    let rated = rated.map_err(Failure::large)?;
    serde_json::to_string(&rated)
        .map(|json| json + "\n")
        .map_err(|error| Failure::request(error).into())
}

/// The hint of a level (`rung`) after some steps: the JSON of `quandary hint`, and the text.
#[pyfunction]
#[pyo3(signature = (level, at, rung, rules=None, limits=None, progress=None))]
pub(crate) fn hint(
    py: Python<'_>,
    level: &Bound<'_, Level>,
    at: &str,
    rung: u64,
    rules: Option<&Bound<'_, PyAny>>,
    limits: Option<&Bound<'_, PyDict>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, String)> {
    let level = Arc::clone(&level.get().level);
    let rules = crate::rules::rules(&level, rules)?;
    let limits = crate::rules::limits(py, limits, SOLVE_STATES)?;
    let progress = progress.map(|progress| progress.clone().unbind());
    watched(py, progress.as_ref(), limits, |limits| {
        let hint = judge::hinted(&level, &rules, (at, rung), limits)?;
        Ok((format!("{}\n", hint.json(&level)), hint.words(&level)))
    })
}
