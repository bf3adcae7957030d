//! The project seed: the secret from which the seed and salt of every date are derived.
//!
//! A derivation is HMAC-SHA-256 (RFC 2104), keyed by the project seed, over the purpose, the date, the locale and the
//! revision, separated by zero bytes; none of them contains one. Invariant: the secret is never printed, not even by
//! `Debug`. Only salts are published, each once its day is over.

use super::Key;
use hmac::{Hmac, KeyInit, Mac};
use search::{Seed, SeedError};
use sha2::{Digest, Sha256};
use std::fmt::{self, Debug};

/// The least number of bytes of a project seed.
const LEAST: usize = 16;
/// Number of bytes of a random project seed.
const DRAWN: usize = 32;

/// A secret of at least 16 bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct ProjectSeed(Vec<u8>);

/// Reason why a secret is unusable.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    /// There are too few bytes.
    #[error("a project seed has at least {LEAST} bytes; this has {0}")]
    Short(usize),
    /// The system has no randomness.
    #[error("no project seed can be drawn: {0}")]
    Draw(getrandom::Error),
    /// The value in the store is not hexadecimal.
    #[error("the project seed in the store is damaged")]
    Damaged,
}

impl Debug for ProjectSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProjectSeed(secret)")
    }
}

impl ProjectSeed {
    /// A secret from its bytes.
    ///
    /// # Errors
    /// When there are too few.
    pub fn new(bytes: &[u8]) -> Result<Self, SecretError> {
        match bytes.len() {
            short @ ..LEAST => Err(SecretError::Short(short)),
            _ => Ok(Self(bytes.to_owned())),
        }
    }

    /// A secret from a file: its bytes without trailing white space.
    ///
    /// # Errors
    /// When there are too few.
    pub fn of_file(bytes: &[u8]) -> Result<Self, SecretError> {
        Self::new(bytes.trim_ascii_end())
    }

    /// A secret drawn from the system's randomness.
    ///
    /// # Errors
    /// When the system has none.
    pub fn draw() -> Result<Self, SecretError> {
        let mut bytes = vec![0; DRAWN];
        getrandom::fill(&mut bytes).map_err(SecretError::Draw)?;
        Ok(Self(bytes))
    }

    /// The form in the store: hexadecimal.
    pub(super) fn stored(&self) -> String {
        hex::encode(&self.0)
    }

    /// Reads the form in the store.
    ///
    /// # Errors
    /// If the text is no hexadecimal, or too short.
    pub(super) fn from_stored(text: &str) -> Result<Self, SecretError> {
        Self::new(&hex::decode(text).map_err(|_| SecretError::Damaged)?)
    }

    /// The seed of the search for a riddle.
    ///
    /// # Errors
    /// Never: the derived number is below 2^53.
    pub fn seed(&self, key: &Key) -> Result<Seed, SeedError> {
        let first = self.derive("seed", key).into_iter().take(8);
        Seed::new(first.fold(0, |number, byte| number << 8 | u64::from(byte)) >> 11)
    }

    /// The 32 bytes that are hashed with an answer.
    pub fn salt(&self, key: &Key) -> [u8; 32] {
        self.derive("salt", key)
    }

    fn derive(&self, purpose: &str, key: &Key) -> [u8; 32] {
        // HMAC takes keys of any length, so this error does not occur.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) else { return [0; 32] };
        let (date, revision) = (key.slot.date_text(), key.revision.to_string());
        mac.update([purpose, &date, key.locale.name(), &revision].join("\0").as_bytes());
        mac.finalize().into_bytes().into()
    }
}

/// Commitment to an answer, published before its day is over: the SHA-256, in hexadecimal, of the salt's bytes
/// followed by `SQUARE MOVE`.
pub fn commitment(salt: &[u8; 32], square: &str, word: &str) -> String {
    let hash = Sha256::new().chain_update(salt).chain_update(format!("{square} {word}"));
    hex::encode(hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::super::Slot;
    use super::*;
    use crossword::locale::Locale;
    use jiff::civil::date;
    use std::collections::BTreeSet;

    fn key(locale: Locale, day: i8, revision: u32) -> Key {
        Key { locale, slot: Slot::Day(date(2026, 12, day)), revision }
    }

    #[test]
    fn every_part_of_a_key_counts() {
        let (one, two) = (ProjectSeed::new(&[7; 16]).unwrap(), ProjectSeed::new(&[8; 16]).unwrap());
        let keys = [
            key(Locale::EnUs, 1, 1),
            key(Locale::EnUs, 1, 2),
            key(Locale::EnUs, 2, 1),
            key(Locale::IsIs, 1, 1),
            Key { locale: Locale::EnUs, slot: Slot::Evergreen, revision: 1 },
        ];
        let seeds = [&one, &two].into_iter().flat_map(|p| keys.iter().map(|k| p.seed(k).unwrap()));
        assert_eq!(seeds.collect::<BTreeSet<_>>().len(), 10);
        assert_ne!(one.salt(&keys[0])[..8], one.derive("seed", &keys[0])[..8]);
    }

    /// The expected values were computed with another implementation (Python's hmac and hashlib).
    #[test]
    fn derivations_stay_as_they_are() {
        let project = ProjectSeed::new(b"sixteen bytes, or more").unwrap();
        let key = key(Locale::IsIs, 1, 1);
        assert_eq!(
            hex::encode(project.salt(&key)),
            "42491fe96afb271d565b4c644d8ccd269f4c0718aceb1c1a1b160b1d7382ca9f"
        );
        assert_eq!(project.seed(&key).unwrap().value(), 5_643_712_693_945_689);
        assert_eq!(
            commitment(&[0; 32], "8H", "gæs"),
            "9cee548d5721ce7f66681821db5ca47d7003fcf08ff6568e212a9d19bdee15d8"
        );
    }

    #[test]
    fn secrets_are_long_enough_and_never_shown() {
        assert!(matches!(ProjectSeed::new(&[0; 15]), Err(SecretError::Short(15))));
        assert!(ProjectSeed::of_file(b"0123456789abcde\n").is_err());
        assert_eq!(
            ProjectSeed::of_file(b"0123456789abcdef\n").unwrap().0,
            b"0123456789abcdef".to_vec()
        );
        let drawn = ProjectSeed::draw().unwrap();
        assert_ne!(drawn, ProjectSeed::draw().unwrap());
        assert_eq!(ProjectSeed::from_stored(&drawn.stored()).unwrap(), drawn);
        assert_eq!(format!("{drawn:?}"), "ProjectSeed(secret)");
        for damaged in ["0", "zz", "é", "00", ""] {
            assert!(ProjectSeed::from_stored(damaged).is_err());
        }
    }
}
