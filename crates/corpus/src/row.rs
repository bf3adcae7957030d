//! The rows of a corpus: columns and values, and those that several kinds share.

use crate::error::RowError;
use level::rate::{self, Part, Rating};
use level::survey::{self, of_trial};
use level::trial::Trial;
use level::{Level, Rules};
use search::{NoResult, Seed};
use serde::Serialize;

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// No value.
    Null,
    /// Text.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// A number.
    Number(f64),
    /// Yes or no.
    YesNo(bool),
}

/// A row: a value for each column of its kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The values.
    pub values: Vec<Value>,
}

impl Row {
    /// The value of a column, by its name.
    #[must_use]
    pub fn value(&self, columns: &[Column], name: &str) -> &Value {
        let at = columns.iter().position(|column| column.name == name);
        at.and_then(|at| self.values.get(at)).unwrap_or(&Value::Null)
    }

    /// The text of a column.
    #[must_use]
    pub fn text(&self, columns: &[Column], name: &str) -> Option<&str> {
        match self.value(columns, name) {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The whole number of a column.
    #[must_use]
    pub fn whole(&self, columns: &[Column], name: &str) -> Option<i64> {
        match *self.value(columns, name) {
            Value::Whole(number) => Some(number),
            _ => None,
        }
    }

    /// The number of a column.
    #[must_use]
    pub fn number(&self, columns: &[Column], name: &str) -> Option<f64> {
        match *self.value(columns, name) {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The yes or no of a column.
    #[must_use]
    pub fn yes(&self, columns: &[Column], name: &str) -> Option<bool> {
        match *self.value(columns, name) {
            Value::YesNo(answer) => Some(answer),
            _ => None,
        }
    }

    /// The first column whose value differs from that of another row, with both values.
    #[must_use]
    pub fn differs<'a>(
        &'a self,
        other: &'a Self,
        columns: &'a [Column],
    ) -> Option<(&'a str, &'a Value, &'a Value)> {
        let values = self.values.iter().zip(&other.values);
        let mut each = columns.iter().zip(values);
        each.find_map(|(column, (one, two))| {
            (one != two).then_some((column.name.as_str(), one, two))
        })
    }
}

impl From<Option<f64>> for Value {
    /// A number rounded to six decimals, which do not depend on the last bits of logarithms.
    fn from(number: Option<f64>) -> Self {
        number.map_or(Self::Null, |number| Self::Number((number * 1e6).round() / 1e6))
    }
}

impl From<Option<bool>> for Value {
    fn from(answer: Option<bool>) -> Self {
        answer.map_or(Self::Null, Self::YesNo)
    }
}

impl From<u64> for Value {
    /// A whole number; all counts here are below 2^63.
    fn from(number: u64) -> Self {
        Self::Whole(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// A column: its name and the form of its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// The form of its values.
    pub form: Form,
}

/// The form of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Text that differs from row to row.
    Text,
    /// Text with few distinct values, such as names.
    Name,
    /// Whole numbers.
    Whole,
    /// Numbers.
    Number,
    /// Yes or no.
    YesNo,
}

impl Column {
    fn new(name: impl Into<String>, form: Form) -> Self {
        Self { name: name.into(), form }
    }
}

/// The columns that every kind begins with.
fn first() -> Vec<Column> {
    vec![
        Column::new("seed", Form::Whole),
        Column::new("attempt", Form::Whole),
        Column::new("request", Form::Name),
        Column::new("nothing", Form::Text),
    ]
}

/// The columns of a rating, by the names of its parts.
fn rating(parts: impl IntoIterator<Item = &'static str>) -> impl Iterator<Item = Column> {
    let sure = Column::new("rating_sure", Form::YesNo);
    let of = |name| Column::new(format!("rating_{name}"), Form::Number);
    [sure].into_iter().chain(parts.into_iter().map(of))
}

/// The columns of kinds verified as a level. `category` adds the columns of category and family; `bare` adds the level
/// beside the JSON.
pub(crate) fn of_levels(category: bool, bare: bool) -> Vec<Column> {
    let mut columns = first();
    if category {
        columns.push(Column::new("category", Form::Name));
        columns.push(Column::new("family", Form::Name));
    }
    columns.extend(
        [
            ("winnable", Form::YesNo),
            ("unlosable", Form::YesNo),
            ("cheapest", Form::YesNo),
            ("cost", Form::Number),
        ]
        .map(|(name, form)| Column::new(name, form)),
    );
    let measures = survey::Column::all();
    columns.extend(measures.into_iter().map(|column| Column::new(column.name(), Form::Number)));
    columns.extend(rating(level::rate::Part::ALL.map(level::rate::Part::name)));
    columns.push(Column::new("claims", Form::Text));
    columns.push(Column::new("json", Form::Text));
    if bare {
        columns.push(Column::new("level", Form::Text));
    }
    columns
}

/// The columns of riddles.
pub(crate) fn of_riddles() -> Vec<Column> {
    let mut columns = first();
    columns.extend(
        [
            ("locale", Form::Name),
            ("unique", Form::YesNo),
            ("answer", Form::Text),
            ("plays", Form::Whole),
            ("best_score", Form::Whole),
            ("second_score", Form::Whole),
            ("average_score", Form::Number),
            ("spread", Form::Number),
            ("tiles_laid", Form::Whole),
            ("bingo", Form::YesNo),
            ("rank", Form::Number),
            ("difficulty", Form::Number),
        ]
        .map(|(name, form)| Column::new(name, form)),
    );
    use crossword::riddle::Part;
    columns.extend(rating(Part::ALL.map(Part::name)));
    columns.push(Column::new("json", Form::Text));
    columns
}

/// The first values of every row.
pub(crate) fn first_values(seed: Seed, attempt: u64, request: &str) -> Vec<Value> {
    vec![seed.value().into(), attempt.into(), request.into(), Value::Null]
}

/// The row of a seed without a result, with the reason. `known` holds the values known beforehand.
///
/// # Errors
/// If the search was interrupted.
pub(crate) fn empty_row(
    (seed, request): (Seed, &str),
    why: NoResult,
    known: &[Value],
    columns: &[Column],
) -> Result<Row, RowError> {
    let NoResult::Rejected(why) = why else { return Err(RowError::Interrupted) };
    let mut values = vec![seed.value().into(), Value::Null, request.into(), Value::Text(why)];
    values.extend_from_slice(known);
    values.resize(columns.len(), Value::Null);
    Ok(Row { values })
}

/// A value as one line of JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<Value, RowError> {
    Ok(Value::Text(serde_json::to_string(value)?))
}

/// Appends the results of a level's trial: verdicts, measures and the rating.
pub(crate) fn add_level_values(
    level: &Level,
    rules: &Rules,
    trial: &Trial,
    values: &mut Vec<Value>,
) {
    let row = of_trial(level, rules, trial);
    let cost = trial.walk.as_ref().map(|walk| walk.cost.value());
    values.push(trial.winnable.into());
    values.push(trial.softlock_free().into());
    values.push(trial.walk.as_ref().map(|_| trial.is_cheapest).into());
    values.push(cost.into());
    values.extend(survey::Column::all().into_iter().map(|column| row.value(column).into()));
    let rating = rate::of_trial(level, rules, trial);
    values.push(rating.as_ref().map(|rating| rating.is_sure).into());
    let part = |part: Part| rating.as_ref().map(|Rating { parts, .. }| parts.get(part)).into();
    values.extend(Part::ALL.map(part));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_columns_have_one_name() {
        for columns in [of_levels(true, true), of_riddles()] {
            let names: BTreeSet<&str> = columns.iter().map(|column| column.name.as_str()).collect();
            assert_eq!(names.len(), columns.len());
        }
    }
}
