//! Lexicons by locale or file, for every command that plays with words.
//!
//! A lexicon comes with the program, or lies in the user's folder of lexicons, where `quandary lexicon
//! install` puts it, or in a file that is named. Invariant: no other lexicon is ever taken in place of the
//! one that was asked for; where it is missing, the error says how to get it.

use super::exit::{input as invalid, usage};
use anyhow::Result;
use clap::Args;
use crossword::board::BoardType;
use crossword::lexicon::{self, Lexicon, ShippedError};
use crossword::locale::Locale;
use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Which words there are.
#[derive(Debug, Args)]
pub(crate) struct LexiconOptions {
    /// The language: en_US, en_GB, is_IS, pl_PL, nb_NO, nn_NO, or a short name such as is
    #[arg(long, value_name = "LOCALE", required_unless_present = "lexicon")]
    locale: Option<Locale>,

    /// A lexicon of one's own, from `quandary lexicon build`; it knows its language
    #[arg(long, value_name = "FILE", conflicts_with = "locale")]
    lexicon: Option<PathBuf>,
}

impl LexiconOptions {
    /// The lexicon that was asked for.
    ///
    /// # Errors
    /// When it cannot be had; the error says how it could.
    pub(crate) fn open(&self) -> Result<Lexicon> {
        lexicon_of(self.locale, self.lexicon.as_deref())
    }
}

/// Reads `--board-type`; for clap, which wants to own what it reads.
pub(crate) fn board_type(text: &str) -> Result<BoardType, String> {
    text.parse().map_err(|error: crossword::board::BoardTypeError| error.to_string())
}

/// The lexicon of a file, else of a locale.
///
/// # Errors
/// When neither is given, the file cannot be read, or no lexicon of the locale comes with the program or is installed.
pub(crate) fn lexicon_of(locale: Option<Locale>, file: Option<&Path>) -> Result<Lexicon> {
    if let Some(path) = file {
        return read(path);
    }
    let locale = locale.ok_or_else(|| usage("--locale or --lexicon says which words there are"))?;
    match lexicon::shipped(locale) {
        Ok(lexicon) => return Ok(lexicon),
        Err(error @ ShippedError::Read(_)) => return Err(invalid(error)),
        Err(ShippedError::NotShipped(_) | ShippedError::LeftOut(_)) => {}
    }
    let path = installed(locale).filter(|path| path.exists()).ok_or_else(|| missing(locale))?;
    let lexicon = read(&path)?;
    let found = lexicon.about().locale;
    if found != locale {
        let path = path.display();
        return Err(invalid(format_args!("{path}: is a lexicon of {found}, not of {locale}")));
    }
    Ok(lexicon)
}

/// What is missing, and how one comes by it.
fn missing(locale: Locale) -> anyhow::Error {
    let place = installed(locale).map_or("nowhere".to_owned(), |path| path.display().to_string());
    let how = match locale {
        Locale::NbNo | Locale::NnNo => format!(
            "its licence does not let it come with the program; `quandary lexicon install {locale}` \
             builds it from Debian's package wnorwegian"
        ),
        _ => {
            "it was left out when the program was built; put one there, or name one with --lexicon"
                .to_owned()
        }
    };
    invalid(format_args!("the lexicon of {locale} is not installed ({place}): {how}"))
}

/// Reads a lexicon file.
///
/// # Errors
/// When it cannot be read, or is damaged or no lexicon; the file is named.
pub(super) fn read(path: &Path) -> Result<Lexicon> {
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    let name = path.display();
    Lexicon::read(&bytes).map_err(|error| invalid(format_args!("{name}: {error}")))
}

/// Why a file cannot be read, with its name.
pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> anyhow::Error {
    let name = path.display();
    match error.kind() {
        ErrorKind::NotFound => invalid(format_args!("{name}: there is no such file")),
        _ => invalid(format_args!("{name}: {error}")),
    }
}

/// The user's folder of lexicons: `QUANDARY_LEXICONS`, else `quandary/lexicons` in the folder for data.
pub(super) fn folder() -> Option<PathBuf> {
    if let Some(folder) = env::var_os("QUANDARY_LEXICONS").filter(|folder| !folder.is_empty()) {
        return Some(folder.into());
    }
    let given = env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let data = given.or_else(|| Some(env::home_dir()?.join(".local/share")))?;
    Some(data.join("quandary/lexicons"))
}

/// Where the lexicon of a locale is installed, whether it is there or not.
pub(super) fn installed(locale: Locale) -> Option<PathBuf> {
    Some(folder()?.join(format!("{locale}.qlex")))
}
