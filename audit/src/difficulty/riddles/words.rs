//! Words by how common they are, and vocabularies: the so many most common ones.
//!
//! Many words are as common as each other; of those on which a vocabulary ends everybody knows others.

use anyhow::{Context, Result, ensure};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::process::Command;

/// All words.
pub(crate) struct Words {
    commonness: HashMap<String, u8>,
    /// Of each commonness the number of commoner words, and of words as common.
    places: BTreeMap<u8, [usize; 2]>,
}

/// A word in the order of commonness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    /// So many words are commoner, and so many at least as common.
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// By which it is told from others.
    mark: u64,
}

impl Words {
    /// The words of a lexicon of the program.
    pub(crate) fn ask(program: &Path, locale: &str) -> Result<Self> {
        let mut command = Command::new(program);
        command.args(["lexicon", "words", locale, "--ranks"]);
        let output =
            command.output().with_context(|| format!("cannot run {}", program.display()))?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Self::read(&String::from_utf8_lossy(&output.stdout))
    }

    /// Words and their commonness, a line each.
    pub(crate) fn read(text: &str) -> Result<Self> {
        let one = |line: &str| -> Option<(String, u8)> {
            let (word, rank) = line.split_once('\t')?;
            Some((word.to_owned(), rank.parse().ok()?))
        };
        let read = text.lines().map(|line| one(line).with_context(|| format!("no word: {line}")));
        let commonness: HashMap<String, u8> = read.collect::<Result<_>>()?;
        let mut many: BTreeMap<u8, usize> = BTreeMap::new();
        commonness.values().for_each(|rank| *many.entry(*rank).or_default() += 1);
        let mut before = 0;
        let places = many.into_iter().rev().map(|(rank, many)| {
            before += many;
            (rank, [before - many, before])
        });
        Ok(Self { places: places.collect(), commonness })
    }

    /// The number of words.
    pub(crate) fn len(&self) -> usize {
        self.commonness.len()
    }

    /// The place of a word; none if it is no word.
    pub(crate) fn place(&self, word: &str) -> Option<Place> {
        let [from, to] = *self.places.get(self.commonness.get(word)?)?;
        let mix = |mark: u64, byte: u8| (mark ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        let mark = word.bytes().fold(0xCBF2_9CE4_8422_2325, mix);
        Some(Place { from, to, mark })
    }
}

impl Place {
    /// True if somebody who knows so many words knows it; `who` says which of those that are as common.
    pub(crate) fn is_known(&self, vocabulary: usize, who: u64) -> bool {
        let share = vocabulary.saturating_sub(self.from) as f64 / (self.to - self.from) as f64;
        super::super::dice::Dice::of(self.mark, who).unit() < share
    }

    /// Its rarity: the doublings from the thousandth word to its place, 0 for all before.
    pub(crate) fn rarity(&self) -> f64 {
        let middle = (self.from + self.to) as f64 / 2.0;
        (middle / 1000.0).log2().max(0.0)
    }
}
