//! What must not be told: keys, and addresses that have passwords in them.
//!
//! Invariant: neither printing for debugging nor an error shows what is in here.

use serde::de::{Deserialize, Deserializer, Error};
use sha2::{Digest, Sha256};
use std::fmt::{self, Debug, Display};
use subtle::ConstantTimeEq;

/// A key. It has no `Display`, and its `Debug` says only that there is one.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

impl Secret {
    /// A key out of a text, without the blanks around it.
    ///
    /// # Errors
    /// When nothing is left.
    pub(crate) fn new(text: &str) -> Result<Self, &'static str> {
        match text.trim() {
            "" => Err("the key is empty"),
            text => Ok(Self(text.to_owned())),
        }
    }

    /// Whether a text is this key; it takes as long whatever the text is.
    pub(crate) fn is(&self, given: &[u8]) -> bool {
        // Hashes are equally long, so that nothing can be learnt about the length either.
        Sha256::digest(&self.0).ct_eq(&Sha256::digest(given)).into()
    }

    /// How many bytes it has: the only thing about it that may be said.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

impl Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl<'de> Deserialize<'de> for Secret {
    /// Whatever is wrong, the value is not part of the message.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from).map_err(|_| D::Error::custom("a key is a text"))?;
        Self::new(&text).map_err(D::Error::custom)
    }
}

/// Where the store is: a URL that may hold a password, which is left out wherever it is shown.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct StoreUrl(String);

impl StoreUrl {
    /// The whole of it, for whoever opens the store.
    pub(crate) fn whole(&self) -> &str {
        &self.0
    }

    /// The kinds of stores.
    const KINDS: [&'static str; 3] = ["sqlite:", "postgres://", "postgresql://"];

    /// A file beside the program.
    pub(crate) fn usual() -> Self {
        Self("sqlite:quandary.db".to_owned())
    }
}

impl std::str::FromStr for StoreUrl {
    type Err = String;

    /// Reads `sqlite:FILE` or `postgres://…`; the text itself is not part of the error.
    fn from_str(text: &str) -> Result<Self, String> {
        let known =
            Self::KINDS.iter().any(|kind| text.starts_with(kind) && text.len() > kind.len());
        let wanted = "a store is sqlite:FILE or postgres://USER@HOST/NAME";
        if known { Ok(Self(text.to_owned())) } else { Err(wanted.to_owned()) }
    }
}

impl Display for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::store::shown(&self.0))
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
    fn keys_are_not_shown() {
        let key = Secret::new(" hush-hush \n").unwrap();
        assert_eq!((format!("{key:?}"), key.len()), ("Secret(…)".to_owned(), 9));
        assert!(Secret::new(" \n").is_err());
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
