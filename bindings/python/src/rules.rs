//! Rules and limits, as they are given: a preset by its name, or a mapping of rules; a mapping of limits.

use crate::failure::Failure;
use crate::fields::Fields;
use level::limits::usual_memory;
use level::{Level, Limits, Preset, Rules};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use std::time::Duration;

/// What a rule is set to, as the command line writes it.
fn written(value: &Bound<'_, PyAny>) -> PyResult<String> {
    match value.cast::<PyBool>() {
        Ok(value) => Ok(value.is_true().to_string()),
        Err(_) => Ok(value.str()?.to_string()),
    }
}

/// The rules over those of the level.
///
/// # Errors
/// An unknown preset, rule or value, with the known ones.
pub(crate) fn rules(level: &Level, given: Option<&Bound<'_, PyAny>>) -> PyResult<Rules> {
    let Some(given) = given.filter(|given| !given.is_none()) else {
        return Ok(level.rules_under(None));
    };
    let preset = |name: &str| name.parse::<Preset>().map_err(Failure::request);
    if let Ok(name) = given.extract::<String>() {
        return Ok(level.rules_under(Some(preset(&name)?)));
    }
    let given = given.cast::<PyDict>().map_err(|_| {
        Failure::request(
            "rules are the name of a preset, or a dict of rules such as {\"bombs\": \"unlimited\"}",
        )
    })?;
    let named = given.get_item("preset")?.map(|name| written(&name)).transpose()?;
    let named = named.map(|name| preset(&name)).transpose()?;
    let mut rules = level.rules_under(named);
    for (name, value) in given.iter() {
        match (name.to_string().as_str(), value.cast::<PyDict>()) {
            ("preset", _) => {}
            ("start", Ok(items)) => {
                let item = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
                    Ok(format!("{name}={}", written(&value)?))
                };
                let items = items.iter().map(item).collect::<PyResult<Vec<_>>>()?;
                rules.start = items.join(",").parse().map_err(Failure::request)?;
            }
            ("start", Err(_)) => {
                rules.start = written(&value)?.parse().map_err(Failure::request)?;
            }
            (name, _) => {
                let value = written(&value)?;
                rules.set(&format!("{name}={value}")).map_err(Failure::request)?;
            }
        }
    }
    Ok(rules)
}

/// The limits of a search; `states` are those that it has by itself, and 0 is none.
///
/// # Errors
/// An unknown limit, with the known ones.
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
