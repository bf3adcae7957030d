//! The lexicons that come with the program.
//!
//! English always, Icelandic and Polish, which are crates of their own, unless their features are switched off.
//! They are packed as small as can be and take a moment to read; whoever starts often writes them down in the fast form once. The
//! Norwegian lists may not be embedded: who has them builds a lexicon of them, and the ranks that come with
//! the program fit it. Where all this was made from is said by `data/lexicons/manifest.txt`, and how by
//! `cargo xtask lexicons`. Invariant: each file has the hash that the manifest says.

use super::packed::take_stream;
use super::{Lexicon, RanksError, ReadError};
use crate::locale::Locale;
use std::collections::HashMap;

/// Reason for which there is no lexicon of a locale.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShippedError {
    /// Its words may not be shipped.
    #[error(
        "no lexicon of {0} comes with the program: its licence does not allow it; install one from \
         the Debian package wnorwegian"
    )]
    NotShipped(Locale),
    /// The program was built without it.
    #[error("the lexicon of {0} was left out when the program was built")]
    LeftOut(Locale),
    /// The file is wrong.
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

/// The bytes of the lexicon file of a locale that comes with the program.
///
/// # Errors
/// [`ShippedError`] when none comes with it.
pub fn shipped_file(locale: Locale) -> Result<&'static [u8], ShippedError> {
    match locale {
        Locale::EnUs => Ok(EN_US),
        Locale::EnGb => Ok(EN_GB),
        Locale::IsIs => IS_IS.ok_or(ShippedError::LeftOut(locale)),
        Locale::PlPl => PL_PL.ok_or(ShippedError::LeftOut(locale)),
        Locale::NbNo | Locale::NnNo => Err(ShippedError::NotShipped(locale)),
    }
}

/// Reads the lexicon of a locale that comes with the program.
///
/// # Errors
/// [`ShippedError`] when none comes with it.
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
    /// A Norwegian lexicon with the ranks that come with the program, those of Bokmål for Nynorsk too;
    /// any other is as it was.
    ///
    /// # Errors
    /// [`RanksError`] does not come up, since there is a rank for each word.
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
