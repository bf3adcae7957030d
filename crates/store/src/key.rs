//! Keys of riddles, and their states.

use crossword::locale::Locale;
use jiff::civil::Date;
use std::fmt::{self, Display};

/// Dates at most this many days apart have different answers.
pub const APART: i64 = 60;

/// Key of a riddle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The language.
    pub locale: Locale,
    /// Of which day, or of none.
    pub slot: Slot,
    /// Number of the revision, from 1; for evergreens a serial number.
    pub revision: u32,
}

/// Purpose of a riddle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// A day.
    Day(Date),
    /// Any day that has none.
    Evergreen,
}

impl Slot {
    /// The date as the store has it; nothing for evergreens.
    pub(super) fn date_text(self) -> String {
        match self {
            Self::Day(date) => date.to_string(),
            Self::Evergreen => String::new(),
        }
    }

    /// Its name in the store.
    pub(super) fn kind(self) -> &'static str {
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

/// State of a riddle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Made by the program.
    Made,
    /// Seen by a person too: nothing replaces it unasked.
    Approved,
    /// An evergreen that has become the riddle of a day.
    Used,
    /// Replaced before its day began: it was never shown, and does not count.
    Withdrawn,
}

impl State {
    const ALL: [Self; 4] = [Self::Made, Self::Approved, Self::Used, Self::Withdrawn];

    /// Its name in the store.
    pub fn name(self) -> &'static str {
        match self {
            Self::Made => "made",
            Self::Approved => "approved",
            Self::Used => "used",
            Self::Withdrawn => "withdrawn",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}
