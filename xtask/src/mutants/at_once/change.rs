//! A change, as cargo-mutants lists it, and its place.

use serde::Deserialize;

/// A change, as cargo-mutants lists it.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Change {
    pub(super) file: String,
    pub(super) name: String,
    pub(super) genre: Genre,
    pub(super) replacement: String,
    pub(super) span: Span,
    /// Its place in the list, from 1: what the variable is set to.
    #[serde(skip)]
    pub(super) number: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum Genre {
    FnValue,
    BinaryOperator,
    UnaryOperator,
    MatchArm,
    MatchArmGuard,
    StructField,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct Span {
    pub(super) start: At,
}

/// A place in a file: line and column, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
pub(super) struct At {
    pub(super) line: usize,
    pub(super) column: usize,
}
