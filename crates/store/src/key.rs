//! Keys of riddles and their states, and the acts of operators upon them: the scope, its subject, and its outcome.

use crossword::locale::Locale;
use jiff::Timestamp;
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
pub enum Progress {
    /// Made by the program.
    Made,
    /// Seen by a person too: nothing replaces it unasked.
    Approved,
    /// An evergreen that has become the riddle of a day.
    Used,
    /// Replaced before its day began: it was never shown, and does not count.
    Withdrawn,
}

impl Progress {
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

/// Kind of an operator's act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Make riddles.
    Make,
    /// Approve one.
    Approve,
    /// Replace one.
    Replace,
    /// Ban words.
    Ban,
    /// Read what is not public.
    Read,
}

impl Scope {
    /// Its name in the store.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Make => "make",
            Self::Approve => "approve",
            Self::Replace => "replace",
            Self::Ban => "ban",
            Self::Read => "read",
        }
    }
}

/// An operator's scope at a moment.
#[derive(Clone, Debug)]
pub struct Act {
    /// The name of the operator's key; `None` without a key.
    pub operator: Option<String>,
    /// The scope.
    pub scope: Scope,
    /// The moment at which it was requested.
    pub at: Timestamp,
}

/// The riddle that an act is done to, as far as it was named.
#[derive(Clone, Copy, Debug, Default)]
pub struct Subject {
    /// The language.
    pub locale: Option<Locale>,
    /// Its day, or evergreen.
    pub slot: Option<Slot>,
    /// Its revision.
    pub revision: u32,
}

impl From<&Key> for Subject {
    fn from(key: &Key) -> Self {
        Self { locale: Some(key.locale), slot: Some(key.slot), revision: key.revision }
    }
}

impl Subject {
    /// A language alone.
    pub fn language(locale: Locale) -> Self {
        Self { locale: Some(locale), ..Self::default() }
    }
}

/// Outcome of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is done.
    Done,
    /// There was one already.
    There,
    /// None was found.
    Nothing,
    /// It was not done, and this status says why.
    Failed(u16),
    /// Refused: no key was shown.
    Refused,
}

impl Outcome {
    /// Its name in the store.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::There => "there",
            Self::Nothing => "nothing",
            Self::Failed(_) => "failed",
            Self::Refused => "refused",
        }
    }

    /// More about it; nothing, unless it failed.
    pub(super) fn detail(self) -> String {
        match self {
            Self::Failed(status) => status.to_string(),
            _ => String::new(),
        }
    }
}
