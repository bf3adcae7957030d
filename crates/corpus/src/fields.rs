//! The values that rows of several kinds have.

use crate::column::Column;
use crate::error::Unmade;
use crate::row::{Row, Value};
use level::rate::{self, Part, Rating};
use level::survey::{self, of_trial};
use level::trial::Trial;
use level::{Level, Rules};
use search::{Nothing, Seed};
use serde::Serialize;

/// The first values of every row.
pub(crate) fn first(seed: Seed, attempt: u64, request: &str) -> Vec<Value> {
    vec![seed.value().into(), attempt.into(), request.into(), Value::Nothing]
}

/// The row of a seed of which nothing was made, and why; `known` is what was known of it beforehand.
///
/// # Errors
/// When the search was interrupted.
pub(crate) fn nothing(
    (seed, request): (Seed, &str),
    why: Nothing,
    known: &[Value],
    columns: &[Column],
) -> Result<Row, Unmade> {
    let Nothing::Rejected(why) = why else { return Err(Unmade::Interrupted) };
    let mut values = vec![seed.value().into(), Value::Nothing, request.into(), Value::Text(why)];
    values.extend_from_slice(known);
    values.resize(columns.len(), Value::Nothing);
    Ok(Row { values })
}

/// A value as one line of JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<Value, Unmade> {
    Ok(Value::Text(serde_json::to_string(value)?))
}

/// What a trial found of a level: verdicts, measures, the rating.
pub(crate) fn judged(level: &Level, rules: &Rules, trial: &Trial, values: &mut Vec<Value>) {
    let row = of_trial(level, rules, trial);
    let cost = trial.walk.as_ref().map(|walk| walk.cost.value());
    values.push(trial.winnable.into());
    values.push(trial.unlosable().into());
    values.push(trial.walk.as_ref().map(|_| trial.is_cheapest).into());
    values.push(cost.into());
    values.extend(survey::Column::all().into_iter().map(|column| row.value(column).into()));
    let rating = rate::of_trial(level, rules, trial);
    values.push(rating.as_ref().map(|rating| rating.is_sure).into());
    let part = |part: Part| rating.as_ref().map(|Rating { parts, .. }| parts.get(part)).into();
    values.extend(Part::ALL.map(part));
}
