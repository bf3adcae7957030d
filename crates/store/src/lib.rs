//! The store: the riddles of days, banned words, the audit, and the project seed, in SQLite or PostgreSQL.
//!
//! Both databases use the same statements; [`Backend`] covers the differences. Invariants: a row is written completely
//! or not at all. Two dates within [`APART`] days of each other never share an answer. If several programs generate
//! the riddle of a day at once, one riddle is stored, for all.

pub mod stored_riddle;
pub mod daily;
mod key;
mod secret;
mod error;
mod address;
mod handle;
mod open;
mod rows;
mod riddles;
mod audit;

#[cfg(test)]
mod tests;
#[cfg(test)]
#[allow(dead_code, reason = "several crates share these")]
#[path = "../../../tests/samples/riddles.rs"]
mod samples;

pub use address::{Backend, makes, shown};
pub use audit::{AuditEntry, AuditNote};
pub use error::{Cause, StoreError};
pub use handle::{Store, WRITE};
pub use key::{APART, Act, Key, Outcome, Progress, Scope, Slot, Subject};
pub use open::READERS;
pub use riddles::{Approved, Earlier};
pub use rows::{Put, RiddleEntry};
pub use secret::{ProjectSeed, SecretError, commitment};
