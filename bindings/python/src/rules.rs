//! Rules and limits. Rules are the name of a preset or a mapping; limits are a mapping.

use crate::failure::Failure;
use crate::fields::Fields;
use ask::judge::RulesRequest;
use level::limits::usual_memory;
use level::{Level, Limits, Preset, Rules};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// Reads a request from keyword arguments or a mapping.
///
/// # Errors
/// An unknown name or value; the message lists the known ones.
pub(crate) fn request<T: DeserializeOwned>(given: &Bound<'_, PyDict>) -> PyResult<T> {
    let text: String = given.py().import("json")?.call_method1("dumps", (given,))?.extract()?;
    Ok(ask::json(&text).map_err(Failure::from)?)
}

/// The rules of the level, with the given ones replaced.
///
/// # Errors
/// An unknown preset, rule or value; the message lists the known ones.
pub(crate) fn rules(level: &Level, given: Option<&Bound<'_, PyAny>>) -> PyResult<Rules> {
    let Some(given) = given.filter(|given| !given.is_none()) else {
        return Ok(level.rules_under(None));
    };
    if let Ok(name) = given.extract::<String>() {
        let preset = name.parse::<Preset>().map_err(Failure::request)?;
        return Ok(level.rules_under(Some(preset)));
    }
    let given = given.cast::<PyDict>().map_err(|_| {
        Failure::request(
            "rules are the name of a preset, or a dict of rules such as {\"bombs\": \"unlimited\"}",
        )
    })?;
    let given = given.copy()?;
    let start: Option<String> = given.get_item("start")?.and_then(|start| start.extract().ok());
    if start.is_some() {
        given.del_item("start")?;
    }
    let request: RulesRequest = request(&given)?;
    let mut rules = request.rules(level).map_err(Failure::from)?;
    if let Some(start) = start {
        rules.start = start.parse().map_err(Failure::request)?;
    }
    Ok(rules)
}

/// The limits of a search; `states` is the default limit on states, and 0 means no limit.
///
/// # Errors
/// An unknown limit; the message lists the known ones.
pub(crate) fn limits(
    py: Python<'_>,
    given: Option<&Bound<'_, PyDict>>,
    states: u64,
) -> PyResult<Limits<'static>> {
    let mut fields = Fields::of(py, given)?;
    let states = fields.or("states", states)?;
    let seconds: Option<f64> = fields.take("seconds")?;
    let memory = fields.take("memory")?.unwrap_or_else(usual_memory);
    fields.end()?;
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    Ok(Limits {
        states: (states > 0).then_some(states),
        time: time.map_err(|error| Failure::request(format_args!("seconds: {error}")))?,
        memory: Some(memory),
        ..Limits::default()
    })
}
