//! Secrets: keys, and addresses with passwords.
//!
//! Keys are too long to guess, so a plain hash protects them as well as a slow salted one: there is no list of likely
//! keys. Invariant: neither `Debug` output nor an error shows a secret.

use serde::de::{Deserialize, Deserializer, Error};
use sha2::{Digest, Sha256};
use std::fmt::{self, Debug, Display};
use subtle::ConstantTimeEq;

/// The least number of bytes of a key: a random one of that length cannot be guessed.
pub const LEAST: usize = 16;
/// Number of bytes of a random key.
const DRAWN: usize = 32;

/// The message for an invalid or missing hash.
const NO_HASH: &str = "key_sha256 is the SHA-256 of a key in 64 hexadecimal digits; \
                       `quandary serve --make-key NAME` prints that of a new key";

/// A key. It has no `Display`, and its `Debug` hides the text.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// SHA-256 of a key: identifies the key without revealing it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct KeyHash([u8; 32]);

impl Secret {
    /// A key from a text without surrounding white space.
    ///
    /// # Errors
    /// If it is too short.
    pub fn new(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.len() < LEAST {
            let found = text.len();
            return Err(format!(
                "the key has {found} bytes, so that it may be guessed; expected at least {LEAST}, and \
                 `quandary serve --make-key NAME` makes one"
            ));
        }
        Ok(Self(text.to_owned()))
    }

    /// A random key.
    ///
    /// # Errors
    /// If the system has no randomness.
    pub fn draw() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; DRAWN];
        getrandom::fill(&mut bytes)?;
        Ok(Self(hex::encode(bytes)))
    }

    /// Its hash.
    pub fn hash(&self) -> KeyHash {
        KeyHash::of(self.0.as_bytes())
    }

    /// The text of the key.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl KeyHash {
    /// The hash of some bytes as a key.
    pub fn of(given: &[u8]) -> Self {
        Self(Sha256::digest(given).into())
    }

    /// True if both are equal; the comparison takes constant time.
    pub fn is(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }

    /// The form in the configuration: hexadecimal.
    pub fn text(&self) -> String {
        hex::encode(self.0)
    }
}

impl std::str::FromStr for KeyHash {
    type Err = String;

    /// Reads 64 hexadecimal digits. The error does not contain the text, which may be a key.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| NO_HASH.to_owned())?;
        Ok(Self(bytes))
    }
}

impl Debug for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyHash(…)")
    }
}

impl<'de> Deserialize<'de> for KeyHash {
    /// No error message contains the value.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from).map_err(|_| D::Error::custom(NO_HASH))?;
        text.parse().map_err(D::Error::custom)
    }
}

impl Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl<'de> Deserialize<'de> for Secret {
    /// No error message contains the value.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from).map_err(|_| D::Error::custom("a key is a text"))?;
        Self::new(&text).map_err(D::Error::custom)
    }
}

/// Address of the store: a URL that may contain a password, which is never displayed.
#[derive(Clone, PartialEq, Eq)]
pub struct StoreUrl(String);

impl StoreUrl {
    /// The whole URL, for opening the store.
    pub fn whole(&self) -> &str {
        &self.0
    }

    /// The kinds of stores.
    const KINDS: [&'static str; 3] = ["sqlite:", "postgres://", "postgresql://"];

    /// The default: a file in the working directory.
    pub fn usual() -> Self {
        Self("sqlite:quandary.db".to_owned())
    }
}

impl std::str::FromStr for StoreUrl {
    type Err = String;

    /// Reads `sqlite:FILE` or `postgres://…`. The error does not contain the text.
    fn from_str(text: &str) -> Result<Self, String> {
        let known =
            Self::KINDS.iter().any(|kind| text.starts_with(kind) && text.len() > kind.len());
        let wanted = "a store is sqlite:FILE or postgres://USER@HOST/NAME";
        if known { Ok(Self(text.to_owned())) } else { Err(wanted.to_owned()) }
    }
}

impl Display for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&store::shown(&self.0))
    }
}

impl Debug for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl<'de> Deserialize<'de> for StoreUrl {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from).map_err(|_| D::Error::custom("a store is a text"))?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_not_shown_and_not_short() {
        let key = Secret::new(" hush-hush-hush-hush \n").unwrap();
        assert_eq!(
            (format!("{key:?}"), key.expose()),
            ("Secret(…)".to_owned(), "hush-hush-hush-hush")
        );
        for short in [" \n", "123", "fifteen bytes.."] {
            let error = Secret::new(short).unwrap_err();
            assert!(error.contains("at least 16") && error.contains("--make-key"), "{error}");
            assert!(short.trim().is_empty() || !error.contains(short.trim()), "{error}");
        }
        assert!(Secret::new("sixteen bytes...").is_ok());
    }

    #[test]
    fn of_a_key_its_sha256_is_kept() {
        let key = Secret::new("sixteen bytes...").unwrap();
        let hash: KeyHash =
            "0796834ae778ad5495ef50031f6730d038f9df25066e2c0cd9c65732b154a6d1".parse().unwrap();
        assert_eq!(key.hash().text().parse::<KeyHash>().unwrap(), key.hash());
        assert!(key.hash().is(&KeyHash::of(b"sixteen bytes...")) && !key.hash().is(&hash));
        assert_eq!(format!("{hash:?}"), "KeyHash(…)");
        let [one, two] = [Secret::draw().unwrap(), Secret::draw().unwrap()];
        assert!(one != two && one.expose().len() == 64);
        for wrong in
            ["", "hush-hush-hush-hush", &one.expose()[1..], &one.expose().replace(|_| true, "é")]
        {
            let error = wrong.parse::<KeyHash>().unwrap_err();
            assert!(error.contains("64 hexadecimal") && !error.contains("hush"), "{error}");
        }
    }

    #[test]
    fn passwords_are_not_shown() {
        let check = |url: &str, expect: &str| {
            let url: StoreUrl = url.parse().unwrap();
            assert_eq!((url.to_string().as_str(), format!("{url:?}").as_str()), (expect, expect));
        };
        check("sqlite:quandary.db", "sqlite:quandary.db");
        check("postgres://me:p@ss@db:5432/q?password=x", "postgres://db:5432/q");
        check("postgres://me:pa?ss@h/d", "postgres://…");
        for wrong in ["", "sqlite:", "mysql://me:hush@db/q"] {
            let error = wrong.parse::<StoreUrl>().unwrap_err();
            assert!(!error.contains("hush"), "{error}");
        }
    }
}
