//! What goes wrong, and the exceptions that say so. They are classes of `quandary.errors`.

use ask::file::LevelFileError;
use level::formats::json::ReadError;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use search::NoResult;
use std::fmt::Display;

/// The reason for which there is no answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Failure {
    /// Arguments that cannot be, in words.
    Request(String),
    /// A text or an array that is no level.
    Level(ReadError),
    /// Every attempt was rejected; the tally in words.
    NotFound(String),
    /// A limit came first: its name, and the reason in words.
    Limit(&'static str, String),
    /// Ctrl-C, where whoever called did not say so already.
    Interrupted,
}

impl Failure {
    /// Arguments that cannot be.
    pub(crate) fn request(why: impl Display) -> Self {
        Self::Request(why.to_string())
    }

    /// A level with more to keep track of than the judge has room for.
    pub(crate) fn large(why: impl Display) -> Self {
        Self::Limit("facts", why.to_string())
    }

    /// A level that breaks a rule of its format, with its field.
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

/// The reasons of a tally in words, `3 × reason, 1 × other`, with their numbers.
fn tally(words: &str) -> Vec<(String, u64)> {
    let mut found: Vec<(String, u64)> = Vec::new();
    // A colon ends what stands before the tally; commas stand in reasons too.
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
