//! The versions of the algorithm that makes riddles of a seed.
//!
//! In `riddle/1` every language draws the same numbers, so that one seed gives American and British English the
//! same games; profiles knew neither racks of known words nor limits of their own for racks with a blank, and
//! `design` took answers whatever the word. In `riddle/2` the language is part of what the numbers are drawn from.
//! Invariant: a version, a seed and an attempt give the same riddle for ever.

use super::profile::{Profile, ProfileError};
use crate::locale::Locale;
use search::Attempt;
use std::fmt::{self, Display};
use std::str::FromStr;

/// A version of the algorithm that makes riddles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// The first, `riddle/1`.
    First,
    /// The one in use, `riddle/2`.
    #[default]
    Second,
}

/// No version of that name is known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", voice::unknown("algorithm", .0, Algorithm::ALL.map(Algorithm::name)))]
pub struct AlgorithmError(pub String);

impl Algorithm {
    /// Every version, the oldest first.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// Its name, as results have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "riddle/1",
            Self::Second => "riddle/2",
        }
    }

    /// Source of random streams for an attempt in a locale.
    pub(super) fn source(self, attempt: Attempt, locale: Locale) -> Attempt {
        match self {
            Self::First => attempt,
            Self::Second => attempt.part(locale.name()),
        }
    }

    /// A profile that comes with the program, as this version has it.
    ///
    /// # Errors
    /// [`ProfileError::Name`] when none is called so.
    pub fn profile(self, name: &str) -> Result<Profile, ProfileError> {
        match (self, name) {
            (Self::First, "design") => {
                let open = self.profile("open")?;
                Ok(Profile { name: name.to_owned(), ..open })
            }
            (Self::First, _) => {
                Ok(Profile { blank_plays: None, word_racks: 0, ..Profile::named(name)? })
            }
            (Self::Second, _) => Profile::named(name),
        }
    }
}

impl Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = AlgorithmError;

    /// Reads its name.
    fn from_str(text: &str) -> Result<Self, AlgorithmError> {
        let known = Self::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(text));
        known.ok_or_else(|| AlgorithmError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_go_by_name() {
        for version in Algorithm::ALL {
            assert_eq!(version.to_string().parse(), Ok(version));
        }
        let error = "riddle/3".parse::<Algorithm>().unwrap_err().to_string();
        assert_eq!(error, "unknown algorithm \"riddle/3\"; known are riddle/1, riddle/2");
        assert_eq!(Algorithm::default(), Algorithm::Second);
    }

    #[test]
    fn the_first_version_keeps_its_profiles() {
        let design = Algorithm::First.profile("design").unwrap();
        assert_eq!(design.name, "design");
        assert_eq!(design.answer_commonness, Default::default());
        for name in Profile::NAMES {
            let profile = Algorithm::First.profile(name).unwrap();
            assert_eq!(
                (profile.name.as_str(), profile.blank_plays, profile.word_racks),
                (name, None, 0)
            );
            assert_eq!(Algorithm::Second.profile(name), Profile::named(name));
        }
        assert!(Algorithm::First.profile("dayly").is_err());
    }
}
