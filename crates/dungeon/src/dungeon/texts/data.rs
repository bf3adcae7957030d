//! The text files: phrases of each family, phrases shared by all families, and the colours and shapes for drawings.
//!
//! Invariant: every file parses (verified by the tests of the texts).

use crate::dungeon::rooms::Family;
use crate::named::named;
use crate::purpose::{Holder, Purpose};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// A kind of enemy.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnemyKind {
    /// Its name.
    pub name: String,
    /// The name of several.
    pub plural: String,
    /// Its load, from 1 to 5.
    pub load: u8,
    /// The shape in drawings.
    pub figure: Figure,
}

/// The use of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemUse {
    /// The key item of the level: crosses water, and comes with bombs.
    KeyItem,
    /// Pulls the player across.
    Hook,
}

/// An item that overcomes an obstacle.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Its use.
    #[serde(rename = "use")]
    pub of: ItemUse,
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub text: String,
}

/// A thing that opens a passage elsewhere when pulled.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lever {
    /// Its name.
    pub name: String,
    /// A sentence for the description of its room.
    pub line: String,
    /// A sentence about it.
    pub text: String,
}

/// Names composed of two parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pairs {
    pub(super) first: Vec<String>,
    pub(super) last: Vec<String>,
}

/// The phrases of a family.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// The word for a wall.
    pub(super) wall: String,
    /// First clauses of descriptions.
    pub(super) openings: Vec<String>,
    /// Second clauses of descriptions.
    pub(super) details: Vec<String>,
    /// Sentences for each purpose.
    pub(super) lines: BTreeMap<String, Vec<String>>,
    /// Clauses about cracked walls.
    pub(super) cracks: Vec<String>,
    pub(super) adjectives: Vec<String>,
    pub(super) nouns: Vec<String>,
    pub(super) tails: Vec<String>,
    pub(super) treasures: Vec<String>,
    pub(super) keepers: Vec<String>,
    /// Things that open passages.
    pub(super) levers: Vec<Lever>,
    /// Names of the holders of its keys, best suited first.
    pub(super) holders: Vec<String>,
    pub(super) items: Vec<Item>,
    pub(super) enemies: Vec<EnemyKind>,
    #[serde(default)]
    pub(super) errands: Vec<String>,
    /// Names of lesser bosses.
    pub(super) lesser: Vec<String>,
    /// Names of bosses.
    pub(super) masters: Pairs,
    pub(super) goals: Vec<String>,
    /// For each goal item, a description.
    pub(super) prizes: Vec<String>,
    /// For each first name of a boss, a description.
    pub(super) portraits: Vec<String>,
    /// Sentences about a boss that is present.
    pub(super) presences: Vec<String>,
    /// Sentences for each sense.
    pub(super) senses: BTreeMap<String, Vec<String>>,
    /// For each category, nouns for names of places.
    pub(super) places: BTreeMap<String, Vec<String>>,
    pub(super) palette: Palette,
}

impl Texts {
    /// The colours of the family.
    #[must_use]
    pub fn palette(&self) -> Palette {
        self.palette
    }

    /// The kinds of enemies; empty for a peaceful family.
    #[must_use]
    pub fn enemies(&self) -> &[EnemyKind] {
        &self.enemies
    }

    /// The holders of the family's keys, best suited first.
    pub fn holders(&self) -> impl Iterator<Item = Holder> {
        self.holders.iter().filter_map(|name| Holder::named(name))
    }

    /// True if the family has rooms with a purpose.
    #[must_use]
    pub fn occurs(&self, purpose: Purpose) -> bool {
        purpose == Purpose::Puzzle || self.lines.contains_key(purpose.name())
    }
}

/// The file of a family.
pub(super) const fn file(family: Family) -> &'static str {
    match family {
        Family::Cave => include_str!("../../../data/texts/cave.json"),
        Family::Mine => include_str!("../../../data/texts/mine.json"),
        Family::Fortress => include_str!("../../../data/texts/fortress.json"),
        Family::Temple => include_str!("../../../data/texts/temple.json"),
        Family::Tomb => include_str!("../../../data/texts/tomb.json"),
        Family::Tower => include_str!("../../../data/texts/tower.json"),
        Family::Settlement => include_str!("../../../data/texts/settlement.json"),
        Family::House => include_str!("../../../data/texts/house.json"),
        Family::Wild => include_str!("../../../data/texts/wild.json"),
        Family::Shrine => include_str!("../../../data/texts/shrine.json"),
    }
}

impl Texts {
    /// The phrases of a family.
    #[must_use]
    pub fn of(family: Family) -> &'static Self {
        static READ: [OnceLock<Texts>; Family::ALL.len()] =
            [const { OnceLock::new() }; Family::ALL.len()];
        READ[family as usize].get_or_init(|| serde_json::from_str(file(family)).unwrap_or_default())
    }
}

/// The file of shared phrases.
pub(super) const FILE: &str = include_str!("../../../data/texts/shared.json");

/// Sentences at the end of a dungeon.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Endings {
    pub(super) goal: Vec<String>,
    /// The boss was beaten.
    pub(super) beaten: Vec<String>,
    /// The boss was not beaten.
    pub(super) spared: Vec<String>,
    /// All treasures were found.
    pub(super) all: Vec<String>,
    /// Some treasures were found.
    pub(super) some: Vec<String>,
    /// No treasure was found.
    pub(super) none: Vec<String>,
    pub(super) last: Vec<String>,
}

/// Sentences after a fight.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Fights {
    pub(super) one: Vec<String>,
    pub(super) several: Vec<String>,
    pub(super) boss: Vec<String>,
}

/// The phrases that all families share.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Shared {
    /// Sentences for each purpose.
    pub(super) lines: BTreeMap<String, Vec<String>>,
    /// Sentences for each holder of a key.
    pub(super) holders: BTreeMap<String, Vec<String>>,
    // Clauses about visible features.
    pub(super) cracks: Vec<String>,
    pub(super) water: Vec<String>,
    pub(super) void: Vec<String>,
    pub(super) blocks: Vec<String>,
    pub(super) drops: Vec<String>,
    pub(super) plates: Vec<String>,
    pub(super) locks: Vec<String>,
    // Sentences about stones and their plates.
    pub(super) stones: Vec<String>,
    // Sentences about pits and the stones that fill them.
    pub(super) bridges: Vec<String>,
    // Sentences about one enemy that is present, and about several.
    pub(super) foe: Vec<String>,
    pub(super) foes: Vec<String>,
    pub(super) fights: Fights,
    // Sentences about one enemy that watches, and about several.
    pub(super) watcher: Vec<String>,
    pub(super) watchers: Vec<String>,
    // Descriptions of lesser bosses.
    pub(super) seconds: Vec<String>,
    // Replies of enemies that are spoken to.
    pub(super) answers: Vec<String>,
    // Replies for looking at something mentioned in a description.
    pub(super) glances: Vec<String>,
    /// Sentences for each sense.
    pub(super) senses: BTreeMap<String, Vec<String>>,
    // Sentences about the quest, with a boss and without.
    pub(super) quests: Vec<String>,
    pub(super) errand_quests: Vec<String>,
    // Descriptions of treasures.
    pub(super) appraisals: Vec<String>,
    pub(super) errands: Vec<String>,
    /// For each kind of gate, nouns.
    pub(super) gates: BTreeMap<String, Vec<String>>,
    /// Forms for the names of keys with an owner.
    pub(super) key_forms: Vec<String>,
    /// Ordinals for rooms with the same name.
    pub(super) ordinals: Vec<String>,
    /// Adjectives for rooms with water.
    pub(super) wet: Vec<String>,
    /// Nouns for rooms of each purpose.
    pub(super) nouns: BTreeMap<String, Vec<String>>,
    /// Syllables for names of places.
    pub(super) places: Pairs,
    pub(super) endings: Endings,
}

impl Shared {
    /// The phrases.
    pub(super) fn phrases() -> &'static Self {
        static READ: OnceLock<Shared> = OnceLock::new();
        READ.get_or_init(|| serde_json::from_str(FILE).unwrap_or_default())
    }
}

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

/// A text that is not a colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no colour; colours are written `#rrggbb`, in hexadecimal digits")]
pub struct ColourError(String);

impl FromStr for Colour {
    type Err = ColourError;

    fn from_str(text: &str) -> Result<Self, ColourError> {
        let wrong = || ColourError(text.to_owned());
        let digits = text.strip_prefix('#').ok_or_else(wrong)?;
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let number = u32::from_str_radix(digits, 16).map_err(|_| wrong())?;
        let [_, red, green, blue] = number.to_be_bytes();
        Ok(Self([red, green, blue]))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The colours of a family.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Palette {
    /// Floor.
    pub floor: Colour,
    /// Walls.
    pub wall: Colour,
    /// Water.
    pub water: Colour,
    /// Pits without a floor.
    pub void: Colour,
    /// Blocks that can be pushed.
    pub block: Colour,
    /// Conspicuous things: treasures, keys, signs.
    pub accent: Colour,
}

named! {
    /// The shape of a kind of enemy in drawings.
    pub enum Figure {
        /// Four legs.
        Beast = "beast",
        /// Wings.
        Flyer = "flyer",
        /// More than four legs.
        Crawler = "crawler",
        /// No legs.
        Serpent = "serpent",
        /// Floating and translucent.
        Ghost = "ghost",
        /// Burning.
        Flame = "flame",
        /// Armed.
        Fighter = "fighter",
        /// With a hidden face.
        Hood = "hood",
        /// Hollow, or bare bones.
        Bones = "bones",
        /// A machine that moves by itself.
        Engine = "engine",
        /// Far larger than others.
        Brute = "brute",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_read_as_it_is_written_or_refused() {
        let colour: Colour = "#0a80ff".parse().unwrap();
        assert_eq!(colour, Colour([10, 128, 255]));
        assert_eq!(colour.to_string(), "#0a80ff");
        for wrong in ["", "0a80ff", "#0a80f", "#0a80fff", "#+a80ff", "#0a80fg", "#äöü"] {
            let message = wrong.parse::<Colour>().unwrap_err().to_string();
            assert!(message.contains("#rrggbb"), "{wrong}");
        }
    }
}
