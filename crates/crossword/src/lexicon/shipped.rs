//! The lexicons that are part of the program.
//!
//! English is always included. Icelandic and Polish are crates of their own, behind default features. All are
//! compressed for size and take a moment to read; a program that starts often can write them once in the fast form.
//! The licence of the Norwegian lists forbids embedding. Users build a lexicon from their own copy, and the embedded
//! ranks fit it. `data/lexicons/manifest.txt` lists the sources, and `cargo xtask lexicons` makes the files.
//! Invariant: each file has the hash in the manifest.

use super::packed::take_stream;
use super::{Lexicon, RanksError, ReadError};
use crate::locale::Locale;
use std::collections::HashMap;

/// Reason why a locale has no embedded lexicon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShippedError {
    /// The licence of its words forbids it.
    #[error(
        "no lexicon of {0} comes with the program: its licence does not allow it; install one from \
         the Debian package wnorwegian"
    )]
    NotShipped(Locale),
    /// The program was built without it.
    #[error("the lexicon of {0} was left out when the program was built")]
    LeftOut(Locale),
    /// The embedded file is invalid.
    #[error("the lexicon that comes with the program cannot be read: {0}")]
    Read(#[from] ReadError),
}

const EN_US: &[u8] = include_bytes!("../../data/lexicons/en_US.qlex");
const EN_GB: &[u8] = include_bytes!("../../data/lexicons/en_GB.qlex");
#[cfg(feature = "embed-icelandic")]
const IS_IS: Option<&[u8]> = Some(lexicon_is::FILE);
#[cfg(not(feature = "embed-icelandic"))]
const IS_IS: Option<&[u8]> = None;
#[cfg(feature = "embed-polish")]
const PL_PL: Option<&[u8]> = Some(lexicon_pl::FILE);
#[cfg(not(feature = "embed-polish"))]
const PL_PL: Option<&[u8]> = None;
const NORWEGIAN_RANKS: &[u8] = include_bytes!("../../data/lexicons/no.ranks");

/// The bytes of a locale's embedded lexicon file.
///
/// # Errors
/// [`ShippedError`] if there is none.
pub fn shipped_file(locale: Locale) -> Result<&'static [u8], ShippedError> {
    match locale {
        Locale::EnUs => Ok(EN_US),
        Locale::EnGb => Ok(EN_GB),
        Locale::IsIs => IS_IS.ok_or(ShippedError::LeftOut(locale)),
        Locale::PlPl => PL_PL.ok_or(ShippedError::LeftOut(locale)),
        Locale::NbNo | Locale::NnNo => Err(ShippedError::NotShipped(locale)),
    }
}

/// Reads a locale's embedded lexicon.
///
/// # Errors
/// [`ShippedError`] if there is none.
///
/// ```
/// use quandary_crossword::{lexicon, locale::Locale};
/// let lexicon = lexicon::shipped(Locale::EnUs)?;
/// assert!(lexicon.contains("color") && !lexicon.contains("colour"));
/// assert!(lexicon.rank("water") > lexicon.rank("jarosite"));
/// # Ok::<(), lexicon::ShippedError>(())
/// ```
pub fn shipped(locale: Locale) -> Result<Lexicon, ShippedError> {
    Ok(Lexicon::read(shipped_file(locale)?)?)
}

impl Lexicon {
    /// Adds the embedded ranks to a Norwegian lexicon; Nynorsk takes those of Bokmål. Any other lexicon stays as it
    /// is.
    ///
    /// # Errors
    /// [`RanksError`] does not occur: there is a rank for each word.
    pub fn with_shipped_ranks(self) -> Result<Self, RanksError> {
        if self.alphabet().name() != "no" {
            return Ok(self);
        }
        let text = take_stream(&mut &NORWEGIAN_RANKS[..]).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let rows = text.lines().filter_map(|row| row.split_once('\t'));
        let known: HashMap<&str, u8> =
            rows.filter_map(|(word, rank)| Some((word, rank.parse().ok()?))).collect();
        let mut ranks = Vec::with_capacity(self.len());
        self.words(|word| ranks.push(known.get(word).copied().unwrap_or(0)));
        self.with_ranks(ranks)
    }
}
