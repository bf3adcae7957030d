//! The store: the riddles of days, banned words, the audit, and the project seed, in SQLite or PostgreSQL.
//!
//! Both databases are spoken to with the same statements; where they differ is [`Backend`]. Invariants: a row
//! is there whole or not at all; no two dates that lie within [`APART`] days of each other share an answer;
//! of several that make the riddle of a day at once, one is kept, for all.

pub mod stored_riddle;
pub mod daily;
mod secret;
mod error;
mod address;
mod open;
mod health;
mod rows;
mod riddles;
mod bans;
mod audit;

#[cfg(test)]
mod tests;
#[cfg(test)]
#[path = "../../../tests/database/mod.rs"]
mod database;
#[cfg(test)]
#[allow(dead_code, reason = "several crates share these")]
#[path = "../../../tests/samples/riddles.rs"]
mod samples;

pub use address::{Backend, shown};
pub use audit::{Act, Deed, Noted, Outcome, Subject};
pub use error::StoreError;
pub use health::WRITE;
pub use riddles::{Approved, Earlier, Put};
pub use rows::Kept;
pub use secret::SecretError;
pub use secret::{ProjectSeed, commitment, hex};

use crossword::locale::Locale;
use health::Health;
use jiff::civil::Date;
use sqlx::AnyPool;
use std::fmt::{self, Display};
use std::sync::Arc;

/// Dates that lie within so many days of each other have different answers.
pub const APART: i64 = 60;

/// Where riddles are kept.
#[derive(Clone, Debug)]
pub struct Store {
    /// Connections for whoever reads.
    readers: AnyPool,
    /// Those for whoever writes.
    writers: AnyPool,
    backend: Backend,
    secret: ProjectSeed,
    /// Shared by all clones.
    health: Arc<Health>,
    /// On whose behalf it is changed; nobody's, unless an operator asks.
    act: Option<Arc<Act>>,
}

/// Which riddle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The language.
    pub locale: Locale,
    /// Of which day, or of none.
    pub slot: Slot,
    /// How often it was replaced, from 1; evergreens are numbered by it.
    pub revision: u32,
}

/// What a riddle is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// A day.
    Day(Date),
    /// Any day that has none.
    Evergreen,
}

impl Slot {
    /// The date as the store has it; nothing for evergreens.
    fn date_text(self) -> String {
        match self {
            Self::Day(date) => date.to_string(),
            Self::Evergreen => String::new(),
        }
    }

    /// What the store calls it.
    fn kind(self) -> &'static str {
        match self {
            Self::Day(_) => "daily",
            Self::Evergreen => "evergreen",
        }
    }
}

impl Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Day(date) => date.fmt(f),
            Self::Evergreen => f.write_str("evergreen"),
        }
    }
}

/// How far a riddle has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Made by the program.
    Made,
    /// Seen by a person too: nothing replaces it unasked.
    Approved,
    /// An evergreen that has become the riddle of a day.
    Used,
    /// Replaced before its day began: nobody has seen it, and it does not count.
    Withdrawn,
}

impl State {
    const ALL: [Self; 4] = [Self::Made, Self::Approved, Self::Used, Self::Withdrawn];

    /// What the store calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Made => "made",
            Self::Approved => "approved",
            Self::Used => "used",
            Self::Withdrawn => "withdrawn",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

impl Store {
    /// The secret that seeds and salts come from.
    pub fn secret(&self) -> &ProjectSeed {
        &self.secret
    }
}
