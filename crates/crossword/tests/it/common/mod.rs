//! Shared by the tests: the reference data, and the hash that compares lists of plays.

use flate2::read::GzDecoder;
use quandary_crossword::lexicon::{self, Lexicon};
use quandary_crossword::locale::Locale;
use std::io::Read as _;
use std::path::PathBuf;
use std::sync::OnceLock;
use testing::skipped;

/// A file of the reference data, unpacked. Without the data, `None` and a line that says so.
pub(crate) fn reference(name: &str) -> Option<Vec<u8>> {
    let Some(data) = std::env::var_os("QUANDARY_DATA").map(PathBuf::from) else {
        skipped(format_args!("QUANDARY_DATA is not set, and {name} is needed"));
        return None;
    };
    let path = data.join("crossword").join(name);
    let Ok(packed) = std::fs::read(&path) else {
        skipped(format_args!("{} is not there", path.display()));
        return None;
    };
    let mut bytes = Vec::new();
    GzDecoder::new(packed.as_slice()).read_to_end(&mut bytes).unwrap();
    Some(bytes)
}

/// The lexicon of the reference data.
pub(crate) fn enable() -> Option<&'static Lexicon> {
    static ENABLE: OnceLock<Option<Lexicon>> = OnceLock::new();
    let build = || {
        let list = reference("ENABLE15.txt.gz")?;
        Some(lexicon::build(&list, Locale::EnUs, &lexicon::Options::default()).unwrap().0)
    };
    ENABLE.get_or_init(build).as_ref()
}

/// The lexicon of a locale: the embedded one, or a Norwegian one if Debian's word lists are installed.
pub(crate) fn lexicon_of(locale: Locale) -> Option<Lexicon> {
    let list = match locale {
        Locale::NbNo => "/usr/share/dict/bokmaal",
        Locale::NnNo => "/usr/share/dict/nynorsk",
        _ => return Some(lexicon::shipped(locale).unwrap()),
    };
    let Ok(bytes) = std::fs::read(list) else {
        skipped(format_args!("{list} is not there (Debian's package wnorwegian)"));
        return None;
    };
    let options = lexicon::Options {
        encoding: lexicon::Encoding::Latin1,
        capitals: lexicon::Capitals::LeaveOut,
        ..lexicon::Options::default()
    };
    Some(lexicon::build(&bytes, locale, &options).unwrap().0)
}

/// FNV-1a, 64 bits.
pub(crate) fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The random numbers of tests.
pub(crate) struct Dice(search::Stream);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(search::Seed::new(seed).unwrap().attempt(0).phase("dice"))
    }

    /// A number below `bound`; 0 when that is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0.index(bound)
    }
}
