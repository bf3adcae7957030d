//! The store: the riddles of days, banned words, the audit, and the project seed, in SQLite or PostgreSQL.
//!
//! Both databases are spoken to with the same statements; where they differ is [`Backend`]. Invariants: a row
//! is there whole or not at all; no two dates that lie within [`APART`] days of each other share an answer;
//! of several that make the riddle of a day at once, one is kept, for all.

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
