//! The reason why a request has no result.

use dungeon::dungeon::GenerateError;
use search::NoResult;
use std::fmt::{self, Display};

/// The kind of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// The request is malformed, or not possible.
    Request,
    /// Given data, such as a level, is not usable.
    Input,
    /// Every attempt was rejected.
    NoResult,
    /// The caller ended the search.
    Interrupted,
}

/// A refusal: its kind, the field of the request where it is one field's, and the reason in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Its kind.
    pub kind: RefusalKind,
    /// The field of the request; empty where it is the whole.
    pub field: String,
    /// The reason.
    pub error: String,
    /// The allowed values, if they are a list.
    pub known: Vec<String>,
}

impl Refusal {
    fn of(kind: RefusalKind, field: &str, error: impl Display) -> Self {
        Self { kind, field: field.to_owned(), error: error.to_string(), known: Vec::new() }
    }

    /// A request that is not possible.
    pub fn request(error: impl Display) -> Self {
        Self::of(RefusalKind::Request, "", error)
    }

    /// A request with a field that is not possible.
    pub fn of_field(field: &str, error: impl Display) -> Self {
        Self::of(RefusalKind::Request, field, error)
    }

    /// Given data in a field that is not usable.
    pub fn input(field: &str, error: impl Display) -> Self {
        Self::of(RefusalKind::Input, field, error)
    }

    /// No result was found.
    pub fn no_result(error: impl Display) -> Self {
        Self::of(RefusalKind::NoResult, "", error)
    }

    /// Adds the allowed values of the field.
    #[must_use]
    pub fn known<T: ToString>(mut self, known: impl IntoIterator<Item = T>) -> Self {
        self.known = known.into_iter().map(|name| name.to_string()).collect();
        self
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field.as_str() {
            "" => f.write_str(&self.error),
            field => write!(f, "{field}: {}", self.error),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<GenerateError> for Refusal {
    fn from(error: GenerateError) -> Self {
        match error {
            GenerateError::Request(error) => Self::request(error),
            GenerateError::Nothing(nothing) => nothing.into(),
        }
    }
}

impl From<NoResult> for Refusal {
    fn from(nothing: NoResult) -> Self {
        match nothing {
            NoResult::Rejected(why) => Self::of(RefusalKind::NoResult, "", why),
            NoResult::Interrupted => {
                Self::of(RefusalKind::Interrupted, "", "the search was stopped")
            }
        }
    }
}
