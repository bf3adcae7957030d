//! Locales: the languages of play and their names.
//!
//! The table is a data file, `data/locales.txt`. Invariant: an unknown name is an error that lists the known ones;
//! there is no fallback to English.

use crate::alphabet::Alphabet;
use crate::board::BoardType;
use crate::tile::TileSet;
use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::LazyLock;

/// A language of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Locale {
    /// English with US spelling.
    EnUs,
    /// English with British spelling.
    EnGb,
    /// Icelandic.
    IsIs,
    /// Polish.
    PlPl,
    /// Norwegian Bokmål.
    NbNo,
    /// Norwegian Nynorsk.
    NnNo,
}

/// The table of locales.
const TABLE: &str = include_str!("../data/locales.txt");

/// The tile sets by locale and board, read from the table once because move generation needs them often.
static TILES: LazyLock<[[&TileSet; 2]; 6]> = LazyLock::new(|| {
    Locale::ALL.map(|locale| BoardType::ALL.map(|board| locale.read_tiles(board)))
});

impl Locale {
    /// Every locale.
    pub const ALL: [Self; 6] =
        [Self::EnUs, Self::EnGb, Self::IsIs, Self::PlPl, Self::NbNo, Self::NnNo];

    /// Its name, such as `en_US`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::EnUs => "en_US",
            Self::EnGb => "en_GB",
            Self::IsIs => "is_IS",
            Self::PlPl => "pl_PL",
            Self::NbNo => "nb_NO",
            Self::NnNo => "nn_NO",
        }
    }

    /// Its short names, such as `nb` and `no`.
    pub fn short_names(self) -> impl Iterator<Item = &'static str> {
        self.column(1).unwrap_or("-").split(',').filter(|name| *name != "-")
    }

    /// English name.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.row().and_then(|row| row.splitn(5, ' ').nth(4)).unwrap_or_default()
    }

    /// Its tile set on a board.
    #[must_use]
    pub fn tiles(self, board: BoardType) -> &'static TileSet {
        TILES[self as usize][board as usize]
    }

    fn read_tiles(self, board: BoardType) -> &'static TileSet {
        let column = match board {
            BoardType::Standard => 2,
            BoardType::Explo => 3,
        };
        self.column(column).and_then(TileSet::named).unwrap_or(TileSet::english())
    }

    /// Its letters.
    #[must_use]
    pub fn alphabet(self) -> &'static Alphabet {
        self.tiles(BoardType::Standard).alphabet()
    }

    fn row(self) -> Option<&'static str> {
        TABLE.lines().find(|row| row.split(' ').next() == Some(self.name()))
    }

    fn column(self, column: usize) -> Option<&'static str> {
        self.row()?.split(' ').nth(column)
    }
}

impl Display for Locale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An unknown locale name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown locale {:?}{}; known are {}",
    diagnostics::short(name),
    did_you_mean(name),
    known()
)]
#[non_exhaustive]
pub struct LocaleError {
    /// The name.
    pub name: String,
}

/// The nearest locale, short names aside.
fn did_you_mean(name: &str) -> String {
    diagnostics::did_you_mean(name, &Locale::ALL.map(Locale::name))
}

/// The names of all locales, with their short names in brackets.
fn known() -> String {
    let one = |locale: Locale| {
        let short: Vec<_> = locale.short_names().collect();
        match short.is_empty() {
            true => locale.name().to_owned(),
            false => format!("{locale} ({})", short.join(", ")),
        }
    };
    Locale::ALL.map(one).join(", ")
}

impl FromStr for Locale {
    type Err = LocaleError;

    /// Reads a name or short name. Hyphens count as underscores, and case does not matter.
    ///
    /// ```
    /// use quandary_crossword::locale::Locale;
    /// assert_eq!("is-IS".parse(), Ok(Locale::IsIs));
    /// assert_eq!("no".parse(), Ok(Locale::NbNo));
    /// let error = "de_DE".parse::<Locale>().unwrap_err().to_string();
    /// assert!(error.contains("pl_PL (pl)"), "{error}");
    /// ```
    fn from_str(text: &str) -> Result<Self, LocaleError> {
        let name = text.replace('-', "_");
        let is = |known: &str| known.eq_ignore_ascii_case(&name);
        let found = Self::ALL.into_iter().find(|l| is(l.name()) || l.short_names().any(is));
        found.ok_or_else(|| LocaleError { name: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_is_a_locale() {
        let rows: Vec<_> = TABLE.lines().filter(|row| !row.starts_with('#')).collect();
        assert_eq!(rows.len(), Locale::ALL.len());
        for (row, locale) in rows.iter().zip(Locale::ALL) {
            assert!(row.starts_with(locale.name()), "{row}");
            for column in [2, 3] {
                assert!(TileSet::named(locale.column(column).unwrap()).is_some(), "{row}");
            }
            assert!(!locale.title().is_empty());
        }
    }

    #[test]
    fn names_are_read_both_ways() {
        let check = |text: &str, expect| assert_eq!(text.parse(), Ok(expect), "{text}");
        for locale in Locale::ALL {
            check(locale.name(), locale);
            check(&locale.name().replace('_', "-"), locale);
        }
        check("en", Locale::EnUs);
        check("is", Locale::IsIs);
        check("pl", Locale::PlPl);
        check("nb", Locale::NbNo);
        check("no", Locale::NbNo);
        check("nn", Locale::NnNo);
        for unknown in ["", "e", "english", "en_AU", "en US", "-", "de"] {
            let error = unknown.parse::<Locale>().unwrap_err().to_string();
            for locale in Locale::ALL {
                assert!(error.contains(locale.name()), "{error}");
            }
        }
    }

    #[test]
    fn only_english_has_tiles_of_its_own_on_the_explo_board() {
        for locale in Locale::ALL {
            let [standard, explo] =
                [BoardType::Standard, BoardType::Explo].map(|b| locale.tiles(b));
            let english = matches!(locale, Locale::EnUs | Locale::EnGb);
            assert_eq!(standard.name() != explo.name(), english);
        }
    }
}
