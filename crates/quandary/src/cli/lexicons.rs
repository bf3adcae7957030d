//! Options of lexicons and boards, for every crossword command.

use crate::shown::note;
use anyhow::Result;
use ask::values::{Named, named};
use clap::{ArgGroup, Args};
use crossword::board::BoardType;
use crossword::lexicon::Lexicon;
use crossword::lexicon::installed::lexicon_of;
use crossword::locale::Locale;
use std::path::PathBuf;

/// Options of the lexicon.
#[derive(Debug, Args)]
pub(crate) struct LexiconOptions {
    /// Language: en_US, en_GB, is_IS, pl_PL, nb_NO, nn_NO, or a short name such as is [default: en_US; required by
    /// moves and game without --lexicon]
    #[arg(long, value_name = "LOCALE", value_parser = locales())]
    locale: Option<Locale>,

    /// Lexicon file of `quandary lexicon build`, which also sets the language [default: the lexicon of --locale]
    #[arg(long, value_name = "FILE", conflicts_with = "locale")]
    lexicon: Option<PathBuf>,
}

impl LexiconOptions {
    /// The requested lexicon.
    ///
    /// # Errors
    /// If there is none; the error says how to get it.
    pub(crate) fn open(&self) -> Result<Lexicon> {
        Ok(lexicon_of(self.locale, self.lexicon.as_deref())?)
    }

    /// The requested lexicon, otherwise that of the default locale, with a note that names it.
    ///
    /// # Errors
    /// If there is none; the error says how to get it.
    pub(crate) fn open_or(&self, usual: Locale) -> Result<Lexicon> {
        if self.locale.is_none() && self.lexicon.is_none() {
            note!("--locale {usual}, since no other is named ({})", usual.title());
            return Ok(lexicon_of(Some(usual), None)?);
        }
        self.open()
    }
}

/// The options of which one is required, for commands without a default language.
pub(crate) fn words() -> ArgGroup {
    ArgGroup::new("words").args(["locale", "lexicon"]).required(true)
}

/// Reads a locale, by its name or a short one.
pub(crate) fn locales() -> Named<impl Fn(&str) -> Result<Locale, String> + Clone> {
    named(Locale::ALL.map(Locale::name))
}

/// Reads `--board-type`.
pub(crate) fn board_types() -> Named<impl Fn(&str) -> Result<BoardType, String> + Clone> {
    named(BoardType::ALL.map(BoardType::name))
}
