//! Quandary in a browser: a request as JSON goes in, and the JSON that the program prints comes out.
//!
//! [`levels`] asks the judge and the author of dungeons, [`words`] makes riddles; [`refusal`] says why there is no answer.
//! `exported` is what a browser calls. Invariant: nothing is decided here. A request is read, handed to a library, and
//! the answer is written as the program writes it, byte by byte; `web/tests/bytes.mjs` holds that.

pub mod refusal;
#[cfg(feature = "levels")]
pub mod levels;
#[cfg(feature = "words")]
pub mod words;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod exported;

/// Told now and then of the numbers of attempts made and accepted.
pub type Progress = fn(u64, u64);
