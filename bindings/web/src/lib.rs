//! Quandary in a browser: takes a request in JSON and returns the JSON that the program prints.
//!
//! [`levels`] has the verifier and the generators of dungeons, [`words`] generates riddles, and [`refusal`] has the
//! reasons of failed queries. The browser calls `exported`. Invariant: this crate makes no decisions. It reads a
//! request, calls a library, and writes the answer as the program does, byte by byte; `web/tests/bytes.mjs` checks
//! that.

pub mod refusal;
#[cfg(feature = "levels")]
pub mod levels;
#[cfg(feature = "words")]
pub mod words;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod exported;

/// A progress callback: called regularly with the number of attempts made and accepted.
pub type Progress = fn(u64, u64);
