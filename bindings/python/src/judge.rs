//! The judge: verdicts, plans, ratings, hints.

pub(crate) mod report;
pub(crate) mod solution;

use crate::failure::Failure;
use crate::fields::Fields;
use crate::level::Level;
use crate::long::{long, watched};
use ::level::Rules;
use ::level::check::why_not;
use ::level::hint::Rung;
use ::level::play;
use ::level::rate::FORMAT;
use ::level::solve::{Collect, CostModel, Heuristic, Options, Verdict};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use report::Report;
use serde_json::json;
use solution::Solution;
use std::sync::Arc;
use std::time::Instant;

/// The most states that `solve` and `hint` keep by themselves, as the command line has them.
const SOLVE_STATES: u64 = 200_000;
/// The most states that `check` keeps by itself.
const CHECK_STATES: u64 = ::level::check::USUAL_STATES[1];

/// The options of a search.
fn options(py: Python<'_>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    let mut fields = Fields::of(py, given)?;
    let usual = Options::default();
    let cost = [("moves", CostModel::Moves), ("pushes", CostModel::Pushes)];
    let collect = [("all", Collect::Everything)];
    let options = Options {
        cost: fields.among("cost", &cost)?.unwrap_or(usual.cost),
        heuristic: fields.named::<Heuristic>("heuristic")?.unwrap_or(usual.heuristic),
        weight: fields.or("weight", usual.weight)?,
        collect: fields.among("collect", &collect)?.unwrap_or(usual.collect),
        anytime: fields.or("anytime", usual.anytime)?,
        tie_break: fields.or("tie_break", usual.tie_break)?,
        key_boost: fields.or("key_boost", usual.key_boost)?,
    };
    fields.end()?;
    Ok(options.checked().map_err(Failure::request)?)
}

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
    let options = options(py, search)?;
    let progress = progress.map(|progress| progress.clone().unbind());
    let (found, reason, millis) = watched(py, progress.as_ref(), limits, |limits| {
        let begin = Instant::now();
        let found = ::level::solve(&level, &rules, &options, limits).map_err(Failure::large)?;
        let reason = match found.verdict {
            Verdict::Unsolvable => {
                why_not::why_not(&level, &rules, options.collect, &limits.since(begin))
            }
            Verdict::Solvable { .. } | Verdict::Unknown(_) => None,
        };
        Ok((found, reason, begin.elapsed().as_secs_f64() * 1000.0))
    })?;
    Ok(Solution { level, rules, found, reason, millis })
}

/// Finds out whether a level can be won, and whether a player can get stuck.
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
        let found = match has_number {
            true => ::level::check(&level, &rules, limits),
            false => ::level::check::usual(&level, &rules, &mut { *limits }),
        };
        found.map_err(Failure::large)
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
    let rated = long(py, progress.as_ref(), |_| ::level::rate::rate(&level, &rules))?;
    let rated = rated.map_err(Failure::large)?;
    let (winnable, rating) = match rated {
        Ok(rating) => (Some(true), Some(rating)),
        Err(unrated) => (unrated.winnable(), None),
    };
    let mut wire = json!({"format": FORMAT, "level": name, "winnable": winnable});
    if let (Some(fields), Some(rating)) = (wire.as_object_mut(), rating) {
        let rating = serde_json::to_value(rating).map_err(Failure::request)?;
        fields.extend(rating.as_object().cloned().unwrap_or_default());
    }
    Ok(format!("{wire}\n"))
}

/// The hint of a rung after some steps: its JSON, as `quandary hint` has it, and its words.
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
    let rules: Rules = crate::rules::rules(&level, rules)?;
    let limits = crate::rules::limits(py, limits, SOLVE_STATES)?;
    let rung = Rung::of_number(rung)
        .ok_or_else(|| Failure::Request("rung: a number from 1 to 4 is wanted".to_owned()))?;
    let steps = play::saved::read(&level, at);
    let steps = steps.map_err(|error| Failure::request(format_args!("at: {error}")))?;
    let progress = progress.map(|progress| progress.clone().unbind());
    watched(py, progress.as_ref(), limits, |limits| {
        let mut game = play::Game::of(&level, &rules).map_err(Failure::large)?;
        let followed = game.follow(&steps);
        followed.map_err(|stopped| Failure::request(format_args!("at: {stopped}")))?;
        let hint = ::level::hint::hint(&game, rung, limits);
        Ok((format!("{}\n", hint.json(&level)), hint.words(&level)))
    })
}
