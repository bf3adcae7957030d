//! The provenance of what is made: all it takes to make it again.

use serde::Serialize;

/// All it takes to make something again.
#[derive(Serialize)]
pub struct Provenance<R> {
    version: &'static str,
    algorithm: &'static str,
    seed: u64,
    attempt: u64,
    request: R,
}

impl<R: Serialize> Provenance<R> {
    /// The provenance of an attempt of a seed, by its request and its algorithm.
    pub fn new(algorithm: &'static str, seed: u64, attempt: u64, request: R) -> Self {
        Self { version: env!("CARGO_PKG_VERSION"), algorithm, seed, attempt, request }
    }
}
