//! What an operator does, to what, and what comes of it.

use super::key::{Key, Slot};
use crossword::locale::Locale;
use jiff::Timestamp;

/// What an operator can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Make riddles.
    Make,
    /// Approve one.
    Approve,
    /// Replace one.
    Replace,
    /// Ban words.
    Ban,
    /// Look at what nobody else may see.
    Read,
}

impl Deed {
    /// What the store calls it.
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

/// Who does what, and when it was asked for.
#[derive(Clone, Debug)]
pub struct Act {
    /// The name of the operator's key; none for whoever has none.
    pub operator: Option<String>,
    /// What.
    pub deed: Deed,
    /// When.
    pub at: Timestamp,
}

/// What it was done to, as far as that was told.
#[derive(Clone, Copy, Debug, Default)]
pub struct Subject {
    /// The language.
    pub locale: Option<Locale>,
    /// Which riddle.
    pub slot: Option<Slot>,
    /// Which revision of it.
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

/// What came of it.
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
    /// Whoever asked has no key.
    Refused,
}

impl Outcome {
    /// What the store calls it.
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
