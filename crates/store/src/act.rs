//! Acts of operators: the deed, its subject, and its outcome.

use super::key::{Key, Slot};
use crossword::locale::Locale;
use jiff::Timestamp;

/// Kind of an operator's act.
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
    /// Read what is not public.
    Read,
}

impl Deed {
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

/// An operator's deed at a moment.
#[derive(Clone, Debug)]
pub struct Act {
    /// The name of the operator's key; `None` without a key.
    pub operator: Option<String>,
    /// The deed.
    pub deed: Deed,
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
