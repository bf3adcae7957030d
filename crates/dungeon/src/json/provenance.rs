//! The provenance of what is made: all it takes to make it again.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// All it takes to make something again.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Provenance<R> {
    /// The version of the program that made it.
    pub version: Cow<'static, str>,
    /// The algorithm, with its version.
    pub algorithm: Cow<'static, str>,
    /// The seed.
    pub seed: u64,
    /// The attempt of that seed.
    pub attempt: u64,
    /// All that decides the result besides these.
    pub request: R,
}

impl<R> Provenance<R> {
    /// The provenance of an attempt of a seed, by its request and its algorithm.
    pub fn new(algorithm: &'static str, seed: u64, attempt: u64, request: R) -> Self {
        let version = Cow::Borrowed(env!("CARGO_PKG_VERSION"));
        Self { version, algorithm: Cow::Borrowed(algorithm), seed, attempt, request }
    }
}
