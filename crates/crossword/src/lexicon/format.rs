//! The file format `.qlex`: pure, versioned, checksummed.
//!
//! ```text
//! magic     8 bytes   89 "QLEX" 0D 0A 1A
//! version   u32       2
//! sections  u32       how many
//! each      tag (4 bytes), length u64, CRC-32 of its bytes u32
//! checksum  u32       CRC-32 of everything before it
//! then the bytes of the sections, one after another, up to the end of the file
//! ```
//!
//! All numbers are little-endian. `meta` is text: locale, letters of the alphabet, number of words, SHA-256 of
//! the source, then the licence. `fore` is the automaton that reads words, `back` the one that reads parts of
//! them from right to left, and `rank`, where ranks are known, those of all words, deflated. Invariant: a file is read exactly as it was written, or refused with the reason.

use super::dawg::Dawg;
use super::graph::Graph;
use super::packed::{self, PackedError};
use super::{About, Lexicon};
use crate::locale::Locale;

const MAGIC: &[u8; 8] = b"\x89QLEX\r\n\x1a";

/// The version of the format that is written, and the only one that is read.
pub const VERSION: u32 = 2;

/// Reason why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// It does not begin with the magic bytes.
    #[error("this is no lexicon file: it does not begin with the mark of one")]
    Foreign,
    /// It has another version.
    #[error(
        "the file has version {found} of the format, and this program reads version {VERSION}; make it anew of \
         its word list: `quandary lexicon build`, for Norwegian `quandary lexicon install`"
    )]
    Version {
        /// The version it has.
        found: u32,
    },
    /// It ends too early.
    #[error("the file is cut off: it has {found} of its {needed} bytes")]
    CutOff {
        /// Number of bytes in the file.
        found: usize,
        /// Number of bytes needed.
        needed: usize,
    },
    /// It has bytes behind the last section.
    #[error("the file goes on behind the end of the lexicon, by {}", diagnostics::counted(*.0 as u64, "byte", "bytes"))]
    TooLong(usize),
    /// A checksum does not match.
    #[error("the file is damaged: the checksum of {section:?} does not fit")]
    Damaged {
        /// The tag of the section, or `head`.
        section: String,
    },
    /// A section is missing.
    #[error("the section {0:?} is missing")]
    Missing(&'static str),
    /// Its metadata is wrong.
    #[error("the section \"meta\" is wrong: {0}")]
    About(String),
    /// Its alphabet is not that of its locale.
    #[error("the file has the letters {found:?}, and {locale} has {expected:?}")]
    Alphabet {
        /// Its locale.
        locale: Locale,
        /// Its letters.
        found: String,
        /// Those of the locale.
        expected: String,
    },
    /// A section cannot be unpacked.
    #[error("the section {section:?} is wrong: {error}")]
    Section {
        /// The tag of the section.
        section: &'static str,
        /// The error of the automaton.
        error: PackedError,
    },
    /// Its contents are inconsistent.
    #[error("{0}")]
    Content(String),
}

impl Lexicon {
    /// Writes the lexicon as a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let [fore, back] =
            [self.graph.forth(), self.graph.back()].map(|side| packed::pack(&Dawg::of_side(side)));
        let meta = self.meta().into_bytes();
        let mut sections = vec![(b"meta", meta), (b"fore", fore), (b"back", back)];
        if self.has_ranks() {
            let mut ranks = Vec::new();
            packed::put_stream(&self.ranks, &mut ranks);
            sections.push((b"rank", ranks));
        }
        assemble(&sections)
    }

    /// Reads a lexicon from the bytes of a file.
    ///
    /// # Errors
    /// [`ReadError`] if anything differs from what was written.
    ///
    /// ```
    /// use quandary_crossword::{lexicon::{self, Lexicon}, locale::Locale};
    /// let options = lexicon::Options::default();
    /// let (lexicon, _) = lexicon::build(b"cab\ncabs\n", Locale::EnGb, &options)?;
    /// let mut file = lexicon.write();
    /// assert!(Lexicon::read(&file)?.contains("cabs"));
    /// file[70] ^= 1;
    /// assert!(Lexicon::read(&file).unwrap_err().to_string().contains("damaged"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(file: &[u8]) -> Result<Self, ReadError> {
        let sections = sections(file)?;
        let section = |tag: &'static str| {
            let found = sections.iter().find(|(name, _)| name == tag.as_bytes());
            found.map(|(_, bytes)| *bytes).ok_or(ReadError::Missing(tag))
        };
        let about = about(section("meta")?)?;
        let letters = about.locale.alphabet().all();
        let side = |section: &'static str, bytes| {
            packed::unpack(bytes, letters).map_err(|error| ReadError::Section { section, error })
        };
        let fore = side("fore", section("fore")?)?;
        let graph = Graph::new(fore, side("back", section("back")?)?);
        let lexicon = Self::of_parts(about, graph).map_err(ReadError::Content)?;
        let Ok(mut ranks) = section("rank") else { return Ok(lexicon) };
        let wrong = |error| ReadError::Section { section: "rank", error };
        let ranks = packed::take_stream(&mut ranks).map_err(wrong)?;
        lexicon.with_ranks(ranks).map_err(|e| ReadError::Content(e.to_string()))
    }

    fn meta(&self) -> String {
        let About { locale, licence, source, words } = &self.about;
        let letters: String = locale.alphabet().letters().collect();
        let source = hex::encode(source);
        format!("{locale}\n{letters}\n{words}\n{source}\n{licence}")
    }
}

/// A file of sections.
fn assemble(sections: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    file.extend(VERSION.to_le_bytes());
    file.extend((sections.len() as u32).to_le_bytes());
    for (tag, bytes) in sections {
        file.extend(*tag);
        file.extend((bytes.len() as u64).to_le_bytes());
        file.extend(crc32fast::hash(bytes).to_le_bytes());
    }
    file.extend(crc32fast::hash(&file).to_le_bytes());
    for (_, bytes) in sections {
        file.extend(bytes);
    }
    file
}

/// Bytes from the front of a file.
struct Reader<'a> {
    file: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], ReadError> {
        let needed = self.at.saturating_add(length);
        let cut_off = ReadError::CutOff { found: self.file.len(), needed };
        let bytes = self.file.get(self.at..needed).ok_or(cut_off)?;
        self.at = needed;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ReadError> {
        let bytes = self.take(N)?;
        Ok(bytes.try_into().unwrap_or([0; N]))
    }

    fn u32(&mut self) -> Result<u32, ReadError> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, ReadError> {
        self.array().map(u64::from_le_bytes)
    }
}

/// A section: its tag and its bytes.
type Section<'a> = ([u8; 4], &'a [u8]);

/// The sections of a file, each with its tag. Checks every checksum.
fn sections(file: &[u8]) -> Result<Vec<Section<'_>>, ReadError> {
    let mut reader = Reader { file, at: 0 };
    if !file.starts_with(&MAGIC[..file.len().min(MAGIC.len())]) {
        return Err(ReadError::Foreign);
    }
    reader.take(MAGIC.len())?;
    let version = reader.u32()?;
    if version != VERSION {
        return Err(ReadError::Version { found: version });
    }
    let count = reader.u32()?;
    let mut table = Vec::new();
    for _ in 0..count {
        table.push((reader.array::<4>()?, reader.u64()?, reader.u32()?));
    }
    let head = crc32fast::hash(file.get(..reader.at).unwrap_or_default());
    let damaged = |section: &[u8]| ReadError::Damaged {
        section: String::from_utf8_lossy(section).into_owned(),
    };
    if reader.u32()? != head {
        return Err(damaged(b"head"));
    }
    let mut sections = Vec::new();
    for (tag, length, checksum) in table {
        let bytes = reader.take(usize::try_from(length).unwrap_or(usize::MAX))?;
        if crc32fast::hash(bytes) != checksum {
            return Err(damaged(&tag));
        }
        sections.push((tag, bytes));
    }
    match file.len() - reader.at {
        0 => Ok(sections),
        rest => Err(ReadError::TooLong(rest)),
    }
}

/// Metadata of a file.
fn about(meta: &[u8]) -> Result<About, ReadError> {
    let wrong = |what: &str| ReadError::About(what.to_owned());
    let text = std::str::from_utf8(meta).map_err(|_| wrong("it is not UTF-8"))?;
    let mut lines = text.splitn(5, '\n');
    let mut line = || lines.next().ok_or_else(|| wrong("it is cut off"));
    let locale: Locale = line()?.parse().map_err(|error| wrong(&format!("{error}")))?;
    let found = line()?.to_owned();
    let expected: String = locale.alphabet().letters().collect();
    if found != expected {
        return Err(ReadError::Alphabet { locale, found, expected });
    }
    let words = line()?.parse().map_err(|_| wrong("the number of words is none"))?;
    let source = hash(line()?).ok_or_else(|| wrong("the hash of the source is none"))?;
    Ok(About { locale, licence: line()?.to_owned(), source, words })
}

/// The bytes of a hash in hexadecimal.
fn hash(text: &str) -> Option<[u8; 32]> {
    let mut hash = [0; 32];
    hex::decode_to_slice(text, &mut hash).ok()?;
    Some(hash)
}

#[cfg(test)]
mod tests;
