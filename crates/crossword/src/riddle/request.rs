//! Requests for riddles, and the program's ban lists of answers, one for each alphabet.
//!
//! A list is a data file, `data/banned/*.txt`, of words and of stems: a stem ends with a star and bans every word that
//! begins with it. `#` begins a comment. A profile enables the list with `shipped_bans yes`. Invariant: a ban depends
//! on the list alone, never on earlier queries.

use super::profile::Profile;
use crate::position::Setting;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Version of the algorithm: under one version a seed and an attempt always give the same riddle.
pub const ALGORITHM: &str = "riddle/2";

/// A request for a riddle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The language and the board.
    pub setting: Setting,
    /// Requirements on riddles, and the weights of their rank.
    pub profile: Profile,
    /// Banned answers besides those of the profile, in lower case.
    pub banned: BTreeSet<String>,
}

impl Request {
    /// A request with a profile and no further banned words.
    #[must_use]
    pub fn new(setting: Setting, profile: Profile) -> Self {
        Self { setting, profile, banned: BTreeSet::new() }
    }

    /// True if a lower-case word is banned.
    #[must_use]
    pub fn bans(&self, word: &str) -> bool {
        let shipped = || BanList::shipped(self.setting.tiles().alphabet().name());
        self.banned.contains(word)
            || self.profile.banned.iter().any(|banned| banned == word)
            || (self.profile.shipped_bans && shipped().bans(word))
    }
}

/// Banned words and stems, in lower case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BanList {
    words: BTreeSet<String>,
    stems: BTreeSet<String>,
}

impl BanList {
    /// Reads a list of words separated by spaces or lines. A star at the end marks a stem; `#` begins a comment.
    ///
    /// ```
    /// use quandary_crossword::riddle::BanList;
    /// let list = BanList::read("heck # mild\ndarn*");
    /// assert!(list.bans("heck") && list.bans("darning") && !list.bans("heckle"));
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut list = Self::default();
        let rows = text.lines().map(|row| row.split('#').next().unwrap_or_default());
        for word in rows.flat_map(str::split_whitespace).map(str::to_lowercase) {
            match word.strip_suffix('*') {
                Some(stem) => list.stems.insert(stem.to_owned()),
                None => list.words.insert(word),
            };
        }
        list
    }

    /// The program's list for an alphabet; empty if there is none.
    #[must_use]
    pub fn shipped(alphabet: &str) -> &'static Self {
        static LISTS: LazyLock<[(&str, BanList); 4]> = LazyLock::new(|| {
            [
                ("en", BanList::read(include_str!("../../data/banned/en.txt"))),
                ("is", BanList::read(include_str!("../../data/banned/is.txt"))),
                ("no", BanList::read(include_str!("../../data/banned/no.txt"))),
                ("pl", BanList::read(include_str!("../../data/banned/pl.txt"))),
            ]
        });
        static NONE: BanList = BanList { words: BTreeSet::new(), stems: BTreeSet::new() };
        LISTS.iter().find(|(name, _)| *name == alphabet).map_or(&NONE, |(_, list)| list)
    }

    /// True if the list bans a lower-case word.
    #[must_use]
    pub fn bans(&self, word: &str) -> bool {
        let mut ends = word.char_indices().map(|(at, c)| at + c.len_utf8());
        self.words.contains(word)
            || ends.any(|end| word.get(..end).is_some_and(|stem| self.stems.contains(stem)))
    }

    /// All entries, stems with their star.
    pub fn entries(&self) -> impl Iterator<Item = String> + '_ {
        self.words.iter().cloned().chain(self.stems.iter().map(|stem| format!("{stem}*")))
    }

    /// True if the list has no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.stems.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_end_with_a_star() {
        let list = BanList::read("# all\nÆTT* gæs\n\n  hé # not this\n");
        let check = |word: &str, expect| assert_eq!(list.bans(word), expect, "{word}");
        for word in ["ætt", "ættin", "gæs", "hé"] {
            check(word, true);
        }
        for word in ["", "æt", "gæsir", "not", "hét", "sætt"] {
            check(word, false);
        }
        assert_eq!(list.entries().collect::<Vec<_>>(), ["gæs", "hé", "ætt*"]);
    }

    #[test]
    fn each_alphabet_has_a_list_that_spares_plain_words() {
        let check = |alphabet, banned: &[&str], spared: &[&str]| {
            let list = BanList::shipped(alphabet);
            assert!(banned.iter().all(|word| list.bans(word)), "{alphabet}");
            assert!(spared.iter().all(|word| !list.bans(word)), "{alphabet}");
        };
        let plain =
            ["assess", "cocktail", "rapeseed", "scrape", "title", "retardant", "shitake", "dicker"];
        check("en", &["shitty", "whores", "rapists"], &plain);
        let plain = ["ciotka", "duplikat", "ruchach", "szczaw", "gwałtowny", "pedał", "srebro"];
        check("pl", &["kurwa", "jebać", "gówno"], &plain);
        check("is", &["hóra", "nauðgun"], &["horn", "tittlingur", "píkkóló", "rass"]);
        check("no", &["faen", "knulle"], &["pult", "pikkolo", "kukelure", "mongolsk"]);
        assert!(BanList::shipped("xx").is_empty() && !BanList::shipped("en").is_empty());
    }
}
