//! The reason why a query has no answer.

use serde::Serialize;
use std::fmt::Display;

/// The kind of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The request is malformed or invalid.
    Request,
    /// An input, such as a level, is invalid.
    Input,
    /// Nothing was found.
    Nothing,
}

/// A refusal: its kind and its message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The kind.
    pub kind: Kind,
    /// The message.
    pub error: String,
}

impl Refusal {
    /// The refusal of an invalid request.
    pub fn request(error: impl Display) -> Self {
        Self { kind: Kind::Request, error: error.to_string() }
    }

    /// The refusal of an invalid input.
    pub fn input(error: impl Display) -> Self {
        Self { kind: Kind::Input, error: error.to_string() }
    }

    /// The refusal if nothing was found.
    pub fn nothing(error: impl Display) -> Self {
        Self { kind: Kind::Nothing, error: error.to_string() }
    }

    /// The refusal as JSON.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(feature = "levels")]
impl From<ask::file::LevelFileError> for Refusal {
    fn from(error: ask::file::LevelFileError) -> Self {
        Self::input(error)
    }
}

impl From<ask::Refusal> for Refusal {
    fn from(refusal: ask::Refusal) -> Self {
        let kind = match refusal.kind {
            ask::RefusalKind::Request => Kind::Request,
            ask::RefusalKind::Input => Kind::Input,
            ask::RefusalKind::NoResult | ask::RefusalKind::Interrupted => Kind::Nothing,
        };
        Self { kind, error: refusal.to_string() }
    }
}

/// An answer as JSON on one line.
pub(crate) fn written(answer: &impl Serialize) -> Result<String, Refusal> {
    serde_json::to_string(answer).map_err(Refusal::request)
}
