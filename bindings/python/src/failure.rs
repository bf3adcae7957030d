//! Failures and their Python exceptions, which are classes of `quandary.errors`.

use ask::file::LevelFileError;
use level::formats::json::ReadError;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use search::NoResult;
use std::fmt::Display;

/// The reason why a call returns no result.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Failure {
    /// Invalid arguments; the message.
    Request(String),
    /// A text or an array that is not a valid level.
    Level(ReadError),
    /// Every attempt was rejected; the message ends with the tally of reject reasons.
    NotFound(String),
    /// A limit was reached: its name, and the message.
    Limit(&'static str, String),
    /// The work was interrupted (Ctrl-C), and no exception is set yet.
    Interrupted,
}

impl Failure {
    /// The failure of invalid arguments.
    pub(crate) fn request(why: impl Display) -> Self {
        Self::Request(why.to_string())
    }

    /// A level with more facts than the verifier can store.
    pub(crate) fn large(why: impl Display) -> Self {
        Self::Limit("facts", why.to_string())
    }

    /// A level that breaks a rule of its format, with the field at fault.
    pub(crate) fn field(field: impl Into<String>, message: impl Display) -> Self {
        Self::Level(ReadError::Field { field: field.into(), message: message.to_string() })
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        Self::Level(error)
    }
}

impl From<LevelFileError> for Failure {
    fn from(error: LevelFileError) -> Self {
        match error {
            LevelFileError::Level(error) => Self::Level(error),
            LevelFileError::Map(_) => Self::field("map", error),
            other => Self::field("level", other),
        }
    }
}

impl From<NoResult> for Failure {
    fn from(nothing: NoResult) -> Self {
        match nothing {
            NoResult::Rejected(why) => Self::NotFound(why),
            NoResult::Interrupted => Self::Interrupted,
        }
    }
}

/// Parses a tally such as `3 × reason, 1 × other` into reasons and counts.
fn tally(words: &str) -> Vec<(String, u64)> {
    let mut found: Vec<(String, u64)> = Vec::new();
    // The tally follows the last colon. Reasons may contain commas.
    for part in words.split(": ").last().unwrap_or_default().split(", ") {
        let counted = part.split_once(" × ").and_then(|(n, why)| Some((why, n.parse().ok()?)));
        match (counted, found.last_mut()) {
            (Some((why, n)), _) => found.push((why.to_owned(), n)),
            (None, Some((why, _))) => *why += &format!(", {part}"),
            (None, None) => {}
        }
    }
    found
}

/// The exception of a failure.
fn exception(py: Python<'_>, failure: Failure) -> PyResult<PyErr> {
    let errors = py.import("quandary.errors")?;
    let raised = |name: &str, words: String| errors.getattr(name)?.call1((words,));
    let value = match failure {
        Failure::Interrupted => return Ok(PyKeyboardInterrupt::new_err(())),
        Failure::Request(words) => raised("InvalidRequest", words)?,
        Failure::NotFound(words) => {
            let tally = tally(&words);
            errors.getattr("NotFound")?.call1((words, tally))?
        }
        Failure::Limit(limit, words) => errors.getattr("LimitReached")?.call1((words, limit))?,
        Failure::Level(error) => {
            let words = error.to_string();
            let (line, column, field) = match error {
                ReadError::Json { line, column, field, .. } => (Some(line), Some(column), field),
                ReadError::Field { field, .. } => (None, None, field),
            };
            let field = Some(field).filter(|field| !matches!(field.as_str(), "" | "." | "?"));
            errors.getattr("InvalidLevel")?.call1((words, line, column, field))?
        }
    };
    Ok(PyErr::from_value(value))
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        Python::attach(|py| exception(py, failure).unwrap_or_else(|error| error))
    }
}
