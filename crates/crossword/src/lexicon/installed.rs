//! Finds lexicons by locale or file, for every command and for the service.
//!
//! A lexicon is part of the program, a file in the user's lexicon folder (written by `quandary lexicon install`), or a
//! named file. Invariant: a missing lexicon is never replaced by another; the error says how to get it.

use crate::lexicon::{self, Lexicon, ShippedError};
use crate::locale::Locale;
use diagnostics::of_io;
use std::env;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

/// Reason why there is no lexicon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LexiconError {
    /// Neither a locale nor a file was given.
    #[error("--locale or --lexicon says which words there are")]
    NotAsked,
    /// It is missing, unreadable, or of another locale; the message names it.
    #[error("{0}")]
    Wrong(String),
}

fn wrong(message: impl Display) -> LexiconError {
    LexiconError::Wrong(message.to_string())
}

/// The lexicon of a file, else of a locale.
///
/// # Errors
/// When neither is given, the file cannot be read, or the locale's lexicon is neither part of the program nor
/// installed.
pub fn lexicon_of(locale: Option<Locale>, file: Option<&Path>) -> Result<Lexicon, LexiconError> {
    if let Some(path) = file {
        return read(path);
    }
    let locale = locale.ok_or(LexiconError::NotAsked)?;
    match lexicon::shipped(locale) {
        Ok(lexicon) => return Ok(lexicon),
        Err(error @ ShippedError::Read(_)) => return Err(wrong(error)),
        Err(ShippedError::NotShipped(_) | ShippedError::LeftOut(_)) => {}
    }
    let path = installed(locale).filter(|path| path.exists()).ok_or_else(|| missing(locale))?;
    let lexicon = read(&path)?;
    let found = lexicon.about().locale;
    if found != locale {
        let path = path.display();
        return Err(wrong(format_args!("{path}: is a lexicon of {found}, not of {locale}")));
    }
    Ok(lexicon)
}

/// True if a locale's lexicon is part of the program or installed. Does not open the file.
pub fn is_there(locale: Locale) -> bool {
    lexicon::shipped_file(locale).is_ok() || installed(locale).is_some_and(|path| path.exists())
}

/// The error of a missing lexicon, with advice on getting one.
fn missing(locale: Locale) -> LexiconError {
    let place = installed(locale).map_or("nowhere".to_owned(), |path| path.display().to_string());
    let how = match locale {
        Locale::NbNo | Locale::NnNo => format!(
            "its licence does not let it come with the program; `quandary lexicon install {locale}` \
             builds it from Debian's package wnorwegian"
        ),
        _ => {
            "it was left out when the program was built, and is in one built with --all-features; build that, put one there, \
             or name one with --lexicon"
                .to_owned()
        }
    };
    wrong(format_args!("the lexicon of {locale} is not installed ({place}): {how}"))
}

/// Reads a lexicon file.
///
/// # Errors
/// When it cannot be read, is damaged or is no lexicon. The error names the file.
pub fn read(path: &Path) -> Result<Lexicon, LexiconError> {
    let bytes = fs::read(path)
        .map_err(|error| wrong(format_args!("{}: {}", path.display(), of_io(&error))))?;
    let name = path.display();
    Lexicon::read(&bytes).map_err(|error| wrong(format_args!("{name}: {error}")))
}

/// The user's folder of lexicons: `QUANDARY_LEXICONS`, else `quandary/lexicons` in the folder for data.
pub fn folder() -> Option<PathBuf> {
    if let Some(folder) = env::var_os("QUANDARY_LEXICONS").filter(|folder| !folder.is_empty()) {
        return Some(folder.into());
    }
    let given = env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let data = given.or_else(|| Some(env::home_dir()?.join(".local/share")))?;
    Some(data.join("quandary/lexicons"))
}

/// The path of a locale's installed lexicon, whether it exists or not.
pub fn installed(locale: Locale) -> Option<PathBuf> {
    Some(folder()?.join(format!("{locale}.qlex")))
}
