//! The parts of a rating, read off an answer and the plays beside it.

use crate::riddle::finding::Finding;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A part of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Rarity of the answer's word: 255 less its commonness.
    Rarity,
    /// Rarity of its rarest cross word; 0 without cross words.
    Crossing,
    /// Letters of the word.
    Length,
    /// Letters of the word that lie on the board already.
    Through,
    /// Words on the board that it makes longer, or joins.
    Extension,
    /// Cross words.
    Hooks,
    /// Blanks that are laid.
    Blank,
    /// Legal plays.
    Plays,
    /// Plays of commoner words alone: a reader who tries common words first comes to them before the answer.
    Before,
    /// Nearness of the second: its score in hundredths of the best.
    Nearness,
}

/// The rarity of a word of which nothing is known.
const UNKNOWN: u8 = 128;

impl Part {
    /// Every part.
    pub const ALL: [Self; 10] = [
        Self::Rarity,
        Self::Crossing,
        Self::Length,
        Self::Through,
        Self::Extension,
        Self::Hooks,
        Self::Blank,
        Self::Plays,
        Self::Before,
        Self::Nearness,
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rarity => "rarity",
            Self::Crossing => "crossing",
            Self::Length => "length",
            Self::Through => "through",
            Self::Extension => "extension",
            Self::Hooks => "hooks",
            Self::Blank => "blank",
            Self::Plays => "plays",
            Self::Before => "before",
            Self::Nearness => "nearness",
        }
    }
}

/// A number for each part, none below 0. Its JSON is an object by name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parts([f64; Part::ALL.len()]);

impl Parts {
    /// A number for each part.
    #[must_use]
    pub fn from(of: impl FnMut(Part) -> f64) -> Self {
        Self(Part::ALL.map(of))
    }

    /// The parts of an answer among `plays` plays, with the scores of the best and the second.
    pub(super) fn of(finding: &Finding, plays: u32, (best, second): (u32, u32)) -> Self {
        let rarity = |commonness: Option<u8>| f64::from(u8::MAX - commonness.unwrap_or(UNKNOWN));
        Self::from(|part| match part {
            Part::Rarity => rarity(finding.word),
            Part::Crossing if finding.hooks == 0 => 0.0,
            Part::Crossing => rarity(finding.crossing),
            Part::Length => f64::from(finding.length),
            Part::Through => f64::from(finding.through),
            Part::Extension => f64::from(finding.extension),
            Part::Hooks => f64::from(finding.hooks),
            Part::Blank => f64::from(finding.blanks),
            Part::Plays => f64::from(plays),
            Part::Before => f64::from(finding.before),
            Part::Nearness => 100.0 * f64::from(second.min(best)) / f64::from(best.max(1)),
        })
    }

    /// The number of a part.
    #[must_use]
    pub fn get(&self, part: Part) -> f64 {
        self.0[part as usize]
    }

    /// The same with another number for one part.
    #[must_use]
    pub fn with(mut self, part: Part, number: f64) -> Self {
        self.0[part as usize] = number;
        self
    }
}

impl Serialize for Parts {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(Part::ALL.len()))?;
        for part in Part::ALL {
            // Six decimals say all there is to say, and do not depend on the last bits of logarithms.
            map.serialize_entry(part.name(), &((self.get(part) * 1e6).round() / 1e6))?;
        }
        map.end()
    }
}
