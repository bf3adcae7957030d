//! The file format `.qlex`: pure, versioned, checksummed.
//!
//! ```text
//! magic     8 bytes   89 "QLEX" 0D 0A 1A
//! version   u32       1
//! sections  u32       how many
//! each      tag (4 bytes), length u64, CRC-32 of its bytes u32
//! checksum  u32       CRC-32 of everything before it
//! then the bytes of the sections, one after another, up to the end of the file
//! ```
//!
//! All numbers are little-endian. `meta` is text: locale, letters of the alphabet, number of words, SHA-256 of
//! the source, then the licence. Then either `dawg` (the packed automaton, small; the graph is made of it
//! when it is read) or `arcs` and `filt` (the graph and the filter as they lie in memory, fast), and ranks where
//! they are known, packed (`rank`) or a byte each (`rnkb`). Invariant: a file is read exactly as it was written, or refused with the reason.

use super::dawg::Dawg;
use super::filter::Filter;
use super::graph::{Arc, Graph, GraphError};
use super::packed::{self, PackedError};
use super::{About, Lexicon, gaddag};
use crate::locale::Locale;

const MAGIC: &[u8; 8] = b"\x89QLEX\r\n\x1a";

/// The version of the format that is written, and the only one that is read.
pub const VERSION: u32 = 1;

/// How a file holds the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// In as few bytes as can be; takes a moment to read.
    Small,
    /// As it lies in memory; is read at once.
    Fast,
}

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It does not begin as a lexicon does.
    #[error("this is no lexicon file: it does not begin with the mark of one")]
    Foreign,
    /// It has another version.
    #[error("the file has version {found} of the format, and this program reads version {VERSION}")]
    Version {
        /// The version it has.
        found: u32,
    },
    /// It ends too early.
    #[error("the file is cut off: it has {found} of its {needed} bytes")]
    CutOff {
        /// How many bytes there are.
        found: usize,
        /// How many there should be.
        needed: usize,
    },
    /// It goes on behind its end.
    #[error("the file goes on behind the end of the lexicon, by {}", voice::counted(*.0 as u64, "byte", "bytes"))]
    TooLong(usize),
    /// A checksum does not fit.
    #[error("the file is damaged: the checksum of {section:?} does not fit")]
    Damaged {
        /// The tag of the section, or `head`.
        section: String,
    },
    /// A section is missing.
    #[error("the section {0:?} is missing")]
    Missing(&'static str),
    /// What it says about itself is wrong.
    #[error("the section \"meta\" is wrong: {0}")]
    About(String),
    /// It is of another alphabet than its locale.
    #[error("the file has the letters {found:?}, and {locale} has {expected:?}")]
    Alphabet {
        /// Its locale.
        locale: Locale,
        /// Its letters.
        found: String,
        /// Those of the locale.
        expected: String,
    },
    /// The graph is none.
    #[error("the graph is wrong: {0}")]
    Graph(#[from] GraphError),
    /// The packed automaton is none.
    #[error("the automaton is wrong: {0}")]
    Packed(#[from] PackedError),
    /// Other contents do not fit together.
    #[error("{0}")]
    Content(String),
}

impl Lexicon {
    /// Writes the lexicon as a file.
    #[must_use]
    pub fn write(&self, form: Form) -> Vec<u8> {
        let mut sections: Vec<(&[u8; 4], Vec<u8>)> = vec![(b"meta", self.meta().into_bytes())];
        match form {
            Form::Small => sections.push((b"dawg", packed::pack(&Dawg::of_graph(&self.graph)))),
            Form::Fast => {
                sections.push((b"arcs", arcs(&self.graph)));
                let filter = self.filter.words().iter().flat_map(|word| word.to_le_bytes());
                sections.push((b"filt", filter.collect()));
            }
        }
        match form {
            Form::Small if self.has_ranks() => {
                let mut ranks = Vec::new();
                packed::put_stream(&self.ranks, &mut ranks);
                sections.push((b"rank", ranks));
            }
            Form::Fast if self.has_ranks() => sections.push((b"rnkb", self.ranks.clone())),
            _ => {}
        }
        assemble(&sections)
    }

    /// Reads a lexicon from the bytes of a file.
    ///
    /// # Errors
    /// [`ReadError`] with the reason, if anything is not as it was written.
    ///
    /// ```
    /// use crossword::{lexicon::{self, Form, Lexicon}, locale::Locale};
    /// let options = lexicon::Options::default();
    /// let (lexicon, _) = lexicon::build(b"cab\ncabs\n", Locale::EnGb, &options)?;
    /// let mut file = lexicon.write(Form::Small);
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
        let words = about.words;
        let mut lexicon = if let Ok(packed) = section("dawg") {
            let graph = gaddag::expand(&packed::unpack(packed, letters)?, letters)?;
            let filter = Filter::of(&graph, words);
            Self::of_parts(about, graph, filter)
        } else {
            let graph = graph(section("arcs")?, letters)?;
            let filter = filter(section("filt")?)?;
            Self::of_parts(about, graph, filter)
        }
        .map_err(ReadError::Content)?;
        let ranks = match (section("rank"), section("rnkb")) {
            (Ok(mut packed), _) => packed::take_stream(&mut packed)?,
            (_, Ok(bytes)) => bytes.to_vec(),
            _ => return Ok(lexicon),
        };
        lexicon = lexicon.with_ranks(ranks).map_err(|e| ReadError::Content(e.to_string()))?;
        Ok(lexicon)
    }

    fn meta(&self) -> String {
        let About { locale, licence, source, words } = &self.about;
        let letters: String = locale.alphabet().letters().collect();
        let source: String = source.iter().map(|byte| format!("{byte:02x}")).collect();
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

/// The sections of a file, each with its tag; every checksum fits.
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

/// What a file says about itself.
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
    for (byte, at) in hash.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(text.get(at..at + 2)?, 16).ok()?;
    }
    (text.len() == 64).then_some(hash)
}

/// A graph as bytes: how many of its arcs are the forward part, both roots, all arcs.
fn arcs(graph: &Graph) -> Vec<u8> {
    let head = [graph.forward() as u64, graph.root().0, graph.left_root().0];
    let words = head.into_iter().chain(graph.arcs().iter().map(|arc| arc.0));
    words.flat_map(u64::to_le_bytes).collect()
}

fn graph(bytes: &[u8], letters: u32) -> Result<Graph, ReadError> {
    let wrong = || ReadError::Content("the arcs are cut off".to_owned());
    let (head, arcs) = bytes.split_first_chunk::<24>().ok_or_else(wrong)?;
    let [forward, root, left_root] = [0, 8, 16].map(|at| {
        head.get(at..at + 8).and_then(|b| b.try_into().ok()).map_or(0, u64::from_le_bytes)
    });
    let numbers = u64s(arcs).ok_or_else(wrong)?;
    // With room for what the graph puts behind them, so that they are not moved again.
    let mut arcs = Vec::with_capacity(numbers.len() + 64);
    arcs.extend(numbers.map(Arc));
    let forward = usize::try_from(forward).unwrap_or(usize::MAX);
    Ok(Graph::new(arcs, forward, Arc(root), Arc(left_root), letters)?)
}

fn filter(bytes: &[u8]) -> Result<Filter, ReadError> {
    let words = u64s(bytes).map(Iterator::collect);
    let wrong = || ReadError::Content("the filter has no size that a filter can have".to_owned());
    words.and_then(Filter::from_words).ok_or_else(wrong)
}

/// The numbers that bytes are made of; none if they are not whole ones.
fn u64s(bytes: &[u8]) -> Option<impl ExactSizeIterator<Item = u64> + '_> {
    let (numbers, rest) = bytes.as_chunks::<8>();
    rest.is_empty().then(|| numbers.iter().map(|number| u64::from_le_bytes(*number)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::{Options, build};

    fn lexicon(locale: Locale, words: &str) -> Lexicon {
        let options = Options { licence: "Anyone\nmay use it.".to_owned(), ..Options::default() };
        let lexicon = build(words.as_bytes(), locale, &options).unwrap().0;
        let ranks = (0..lexicon.len()).map(|n| n as u8 * 7).collect();
        lexicon.with_ranks(ranks).unwrap()
    }

    fn all_words(lexicon: &Lexicon) -> Vec<String> {
        let mut words = Vec::new();
        lexicon.words(|word| words.push(word.to_owned()));
        words
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        for form in [Form::Small, Form::Fast] {
            for (locale, words) in
                [(Locale::EnUs, "cab\nscab\nat\nscabs\n"), (Locale::PlPl, "żółw\nłąka\n")]
            {
                let lexicon = lexicon(locale, words);
                let file = lexicon.write(form);
                let read = Lexicon::read(&file).unwrap();
                assert_eq!(read.about(), lexicon.about());
                assert_eq!(all_words(&read), all_words(&lexicon));
                assert_eq!(read.graph(), lexicon.graph());
                assert_eq!(read.filter(), lexicon.filter());
                assert_eq!(read.ranks, lexicon.ranks);
                assert_eq!(read.write(form), file, "the same bytes again");
                assert_eq!(read.rank(words.lines().next().unwrap()), Some(read.ranks[1]));
            }
        }
    }

    #[test]
    fn every_damaged_byte_is_noticed() {
        for form in [Form::Small, Form::Fast] {
            let file = lexicon(Locale::EnUs, "cab\nscab\nat\nscabs\nabs\n").write(form);
            for at in 0..file.len() {
                for flip in [1, 0x80, 0xff] {
                    let mut damaged = file.clone();
                    damaged[at] ^= flip;
                    assert!(Lexicon::read(&damaged).is_err(), "byte {at}");
                }
            }
            for length in 0..file.len() {
                let error = Lexicon::read(&file[..length]).unwrap_err();
                let expected = matches!(error, ReadError::CutOff { .. });
                assert!(expected, "{length}: {error}");
            }
            let longer = [file, vec![0]].concat();
            assert_eq!(Lexicon::read(&longer).err(), Some(ReadError::TooLong(1)));
        }
    }

    #[test]
    fn other_versions_and_alphabets_are_refused() {
        let said = |file: &[u8]| Lexicon::read(file).unwrap_err().to_string();
        let file = lexicon(Locale::EnUs, "cab\nat\n").write(Form::Small);
        let mut other = file.clone();
        other[8] = 2;
        assert!(said(&other).contains("has version 2"));
        assert!(said(b"PK\x03\x04 and more").contains("no lexicon file"));
        assert!(said(b"").contains("cut off"));
        let meta = |text: &str| assemble(&[(b"meta", text.as_bytes().to_vec())]);
        let hash = "0".repeat(64);
        assert!(said(&meta(&format!("en_US\nabc\n1\n{hash}\n"))).contains("letters \"abc\""));
        assert!(said(&meta("xx\n")).contains("unknown locale"));
        assert!(said(&meta("en_US\nabcdefghijklmnopqrstuvwxyz\n1\nzz\n")).contains("hash"));
        let missing = format!("en_US\nabcdefghijklmnopqrstuvwxyz\n1\n{hash}\n");
        assert!(said(&meta(&missing)).contains("\"arcs\" is missing"));
    }

    /// Files whose checksums fit, and whose contents do not: made by someone else, or by mistake.
    #[test]
    fn contents_that_do_not_fit_are_refused() {
        let lexicon = lexicon(Locale::EnUs, "cab\nat\ncabs\n");
        let with = |arcs: Vec<u8>, words: &str| {
            let meta = lexicon.meta().replacen("\n3\n", words, 1).into_bytes();
            let filter = vec![0; 8];
            let file = assemble(&[(b"meta", meta), (b"arcs", arcs), (b"filt", filter)]);
            Lexicon::read(&file)
        };
        let good = arcs(lexicon.graph());
        assert!(with(good.clone(), "\n3\n").is_ok());
        assert!(with(good.clone(), "\n4\n").unwrap_err().to_string().contains("4"));
        for at in 0..good.len() {
            for flip in [1, 2, 16, 0x80] {
                let mut bent = good.clone();
                bent[at] ^= flip;
                // Whatever is read can be used without harm.
                if let Ok(read) = with(bent, "\n3\n") {
                    let _ = all_words(&read);
                    assert!(read.index("cabs").is_none_or(|index| index < 3));
                }
            }
        }
    }
}
