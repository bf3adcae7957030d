//! Builds a lexicon from the bytes of a word list and reports the lines left out.
//!
//! A list has one word a line. Lines may end in CRLF, the list may begin with a byte-order mark, case does not matter,
//! and a letter followed by a combining mark is composed (NFC). Invariant: every non-blank line is counted exactly
//! once, as a word, a duplicate, or under the reason for leaving it out. The order of the lines does not matter.

use super::back::back;
use super::dawg::Dawg;
use super::graph::{Graph, GraphError};
use super::words::{Curation, Packed, Unplayable};
use super::{About, Lexicon};
use crate::alphabet::Alphabet;
use crate::locale::Locale;
use sha2::{Digest, Sha256};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Character encoding of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with or without a byte-order mark. Other bytes are an error.
    #[default]
    Utf8,
    /// ISO 8859-1: each byte is the character with its number.
    Latin1,
}

/// Treatment of words with capital letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Capitals {
    /// They are normalised to lower case: a list may be written in capitals.
    #[default]
    Fold,
    /// They are left out: in lists for spell checkers they are names.
    LeaveOut,
}

/// Selection of short words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShortWords {
    /// All.
    #[default]
    All,
    /// Of words of up to three letters, those that the locale's curation keeps.
    Curated,
}

/// Settings for reading a list, and the licence of its words.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Character encoding of the list.
    pub encoding: Encoding,
    /// Treatment of words with capital letters.
    pub capitals: Capitals,
    /// Selection of short words.
    pub short_words: ShortWords,
    /// The full licence text of the words.
    pub licence: String,
}

/// Counts of a list's lines by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildReport {
    /// Lines that are not blank.
    pub lines: usize,
    /// Distinct words in the lexicon.
    pub words: usize,
    /// Lines that repeat an earlier word, perhaps in another case.
    pub duplicates: usize,
    /// Lines left out because a character is no letter of the alphabet.
    pub outside_alphabet: usize,
    /// Lines left out because the word has fewer than 2 letters or more than 15.
    pub outside_length: usize,
    /// Lines left out because of a capital letter, under [`Capitals::LeaveOut`].
    pub capitalised: usize,
    /// Lines left out because the curation does not keep the short word, under [`ShortWords::Curated`].
    pub curated: usize,
}

/// Reason why a list gives no lexicon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A line is not UTF-8.
    #[error(
        "line {line} is not UTF-8 (byte {byte:#04x}); if the list is written in Latin-1, say so \
         with the encoding"
    )]
    NotUtf8 {
        /// The line, counted from 1.
        line: usize,
        /// The first byte that does not fit.
        byte: u8,
    },
    /// There is no word that could be played.
    #[error(
        "no word of the list can be played with the alphabet {letters}: of {} {outside_alphabet} \
         with other characters, {outside_length} of the wrong length", diagnostics::counted(*lines as u64, "line", "lines")
    )]
    NoWords {
        /// The letters of the alphabet.
        letters: String,
        /// Lines that are not blank.
        lines: usize,
        /// Lines with other characters.
        outside_alphabet: usize,
        /// Lines with fewer than 2 letters or more than 15.
        outside_length: usize,
    },
    /// The words make a graph that does not fit.
    #[error("the words make a graph that does not fit: {0}")]
    Graph(#[from] GraphError),
    /// There are more words than fit.
    #[error("the words do not fit: {0}")]
    TooMany(String),
}

/// Builds a lexicon from the bytes of a word list.
///
/// # Errors
/// [`BuildError`] when a line is not in the encoding, or no word is left.
///
/// ```
/// use quandary_crossword::{lexicon, locale::Locale};
/// let list = "\u{feff}Æsir\r\nfo\u{301}r\r\nfór\nc\n".as_bytes();
/// let (lexicon, report) = lexicon::build(list, Locale::IsIs, &lexicon::Options::default())?;
/// assert_eq!((report.words, report.duplicates, report.outside_alphabet), (2, 1, 1));
/// assert!(lexicon.contains("fór") && lexicon.contains("ÆSIR") && !lexicon.contains("for"));
/// # Ok::<(), lexicon::BuildError>(())
/// ```
pub fn build(
    list: &[u8],
    locale: Locale,
    options: &Options,
) -> Result<(Lexicon, BuildReport), BuildError> {
    let (words, report) = read(list, locale.alphabet(), options)?;
    let about = About {
        locale,
        licence: options.licence.clone(),
        source: Sha256::digest(list).into(),
        words: report.words,
    };
    let (forth, letters) = (Dawg::of_sorted(&words), locale.alphabet().all());
    let graph = Graph::new(forth.side(letters)?, back(&forth).side(letters)?);
    let lexicon = Lexicon::of_parts(about, graph).map_err(BuildError::TooMany)?;
    Ok((lexicon, report))
}

/// The words of a list, sorted and without duplicates.
fn read(
    list: &[u8],
    alphabet: &Alphabet,
    options: &Options,
) -> Result<(Vec<Packed>, BuildReport), BuildError> {
    let curation = match options.short_words {
        ShortWords::All => None,
        ShortWords::Curated => Some(Curation::of(alphabet)),
    };
    let list = match options.encoding {
        Encoding::Utf8 => list.strip_prefix("\u{feff}".as_bytes()).unwrap_or(list),
        Encoding::Latin1 => list,
    };
    let mut report = BuildReport::default();
    let mut words = Vec::new();
    for (number, line) in (1..).zip(list.split(|&b| b == b'\n')) {
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        report.lines += 1;
        match word(line, alphabet, options) {
            Ok(word) if curation.as_ref().is_some_and(|c| !c.keeps(word)) => report.curated += 1,
            Ok(word) => words.push(word),
            Err(NoWord::Unplayable(Unplayable::Capitals)) => report.capitalised += 1,
            Err(NoWord::Unplayable(Unplayable::Letters)) => report.outside_alphabet += 1,
            Err(NoWord::Unplayable(Unplayable::Length)) => report.outside_length += 1,
            Err(NoWord::NotUtf8(byte)) => return Err(BuildError::NotUtf8 { line: number, byte }),
        }
    }
    let played = words.len();
    words.sort_unstable();
    words.dedup();
    report.words = words.len();
    report.duplicates = played - words.len();
    if words.is_empty() {
        let BuildReport { lines, outside_alphabet, outside_length, .. } = report;
        let letters = alphabet.letters().collect();
        return Err(BuildError::NoWords { letters, lines, outside_alphabet, outside_length });
    }
    Ok((words, report))
}

/// Reason why a line gives no word.
enum NoWord {
    /// It cannot be played.
    Unplayable(Unplayable),
    /// The first byte that is not UTF-8.
    NotUtf8(u8),
}

/// The word of a line.
fn word(line: &[u8], alphabet: &Alphabet, options: &Options) -> Result<Packed, NoWord> {
    let capitals = options.capitals;
    let word = match options.encoding {
        Encoding::Latin1 => composed(line.iter().map(|&b| char::from(b)), alphabet, capitals),
        Encoding::Utf8 => match std::str::from_utf8(line) {
            Ok(text) => composed(text.chars(), alphabet, capitals),
            Err(error) => {
                let byte = line.get(error.valid_up_to()).copied().unwrap_or(0);
                return Err(NoWord::NotUtf8(byte));
            }
        },
    };
    word.map_err(NoWord::Unplayable)
}

/// The word of a line after composition (NFC).
fn composed(
    text: impl Iterator<Item = char> + Clone,
    alphabet: &Alphabet,
    capitals: Capitals,
) -> Result<Packed, Unplayable> {
    if capitals == Capitals::LeaveOut && text.clone().any(char::is_uppercase) {
        return Err(Unplayable::Capitals);
    }
    if is_nfc_quick(text.clone()) == IsNormalized::Yes {
        return Packed::read(text, alphabet);
    }
    Packed::read(text.nfc(), alphabet)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(list: &[u8], locale: Locale, encoding: Encoding, expect: [usize; 5], has: &str) {
        let options = Options { encoding, ..Options::default() };
        let (lexicon, report) = build(list, locale, &options).unwrap();
        let BuildReport { lines, words, duplicates, outside_alphabet, outside_length, .. } = report;
        assert_eq!([lines, words, duplicates, outside_alphabet, outside_length], expect);
        let mut all = Vec::new();
        lexicon.words(|word| all.push(word.to_owned()));
        assert_eq!(all.join(" "), has);
        assert_eq!(lexicon.len(), words);
    }

    #[test]
    fn odd_lists_are_read() {
        use Encoding::{Latin1, Utf8};
        use Locale::{EnUs, IsIs, NbNo, PlPl};
        check(b"\xef\xbb\xbfAb\r\nab\n\nBA \n", EnUs, Utf8, [3, 2, 1, 0, 0], "ab ba");
        check(b"ab", EnUs, Utf8, [1, 1, 0, 0, 0], "ab");
        check(b"b\na-b\nit's\nabcdefghijklmnop\nab", EnUs, Utf8, [5, 1, 0, 2, 2], "ab");
        check("ŻÓŁW\nz\u{307}o\u{301}łw\n".as_bytes(), PlPl, Utf8, [2, 1, 1, 0, 0], "żółw");
        check(b"bl\xe5b\xc6r\nqu\n", NbNo, Latin1, [2, 1, 0, 1, 0], "blåbær");
        check("þæð\nzz\n".as_bytes(), IsIs, Utf8, [2, 1, 0, 1, 0], "þæð");
        // In Latin-1 the bytes of a byte-order mark are letters outside the alphabet.
        check(b"\xef\xbb\xbfab\nba\n", EnUs, Latin1, [2, 1, 0, 1, 0], "ba");
    }

    #[test]
    fn names_and_junk_are_left_out_if_asked() {
        let options = Options {
            capitals: Capitals::LeaveOut,
            short_words: ShortWords::Curated,
            ..Options::default()
        };
        let list = b"Paris\nat\nbs\nPC\ncat\n";
        let (lexicon, report) = build(list, Locale::EnUs, &options).unwrap();
        assert_eq!((report.words, report.capitalised, report.curated), (2, 2, 1));
        assert!(lexicon.contains("at") && !lexicon.contains("bs") && !lexicon.contains("paris"));
    }

    #[test]
    fn the_order_of_lines_does_not_matter() {
        let lexicon = |list: &str| {
            build(list.as_bytes(), Locale::EnUs, &Options::default()).unwrap().0.graph().clone()
        };
        assert_eq!(lexicon("tap\ntop\ntaps\n"), lexicon("TOP\ntaps\ntop\ntap"));
    }

    #[test]
    fn what_cannot_be_read_is_said_with_its_line() {
        let fail =
            |list: &[u8], locale| build(list, locale, &Options::default()).unwrap_err().to_string();
        let error = fail(b"ab\nbl\xe5b\xe6r\n", Locale::NbNo);
        assert!(error.starts_with("line 2 is not UTF-8 (byte 0xe5)"), "{error}");
        assert!(error.contains("Latin-1"), "{error}");
        let error = fail(b"\xff\xfea\0b\0", Locale::EnUs);
        assert!(error.starts_with("line 1 is not UTF-8"), "{error}");
        for list in ["", "\n\n", "a\n", "żółw"] {
            assert!(fail(list.as_bytes(), Locale::EnUs).contains("no word"), "{list}");
        }
    }
}
