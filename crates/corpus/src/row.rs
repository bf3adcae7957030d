//! A row of a corpus.

use crate::column::Column;

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing is said.
    Nothing,
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
        at.and_then(|at| self.values.get(at)).unwrap_or(&Value::Nothing)
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

    /// The answer of a column.
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
    /// A number with at most six decimals, which say all there is to say and do not depend on the last bits of logarithms.
    fn from(number: Option<f64>) -> Self {
        number.map_or(Self::Nothing, |number| Self::Number((number * 1e6).round() / 1e6))
    }
}

impl From<Option<bool>> for Value {
    fn from(answer: Option<bool>) -> Self {
        answer.map_or(Self::Nothing, Self::YesNo)
    }
}

impl From<u64> for Value {
    /// A whole number; all that are counted here are below 2^63.
    fn from(number: u64) -> Self {
        Self::Whole(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}
