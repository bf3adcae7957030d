//! The files of texts: the phrases of each family, those that all families share, and what a family has for drawings, its
//! colours and the few shapes by which kinds of enemies are told apart.
//!
//! Invariant: every file can be read (held by the tests of the texts).

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
pub struct Kind {
    /// Its name.
    pub name: String,
    /// The name of several.
    pub plural: String,
    /// Its load, from 1 to 5.
    pub load: u8,
    /// The shape that it is drawn in.
    pub figure: Figure,
}

/// The use of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Use {
    /// It is the level's key item: it crosses water, and comes with bombs.
    KeyItem,
    /// It pulls its owner across.
    Hook,
}

/// An item that crosses what bars the way.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Its use.
    #[serde(rename = "use")]
    pub of: Use,
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub text: String,
}

/// What opens a way elsewhere when it is pulled.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lever {
    /// Its name.
    pub name: String,
    /// A sentence about the room that has it.
    pub line: String,
    /// A sentence about it.
    pub text: String,
}

/// Names of two parts.
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
    /// Clauses that begin a text.
    pub(super) openings: Vec<String>,
    /// Clauses that go on.
    pub(super) details: Vec<String>,
    /// Sentences of each purpose.
    pub(super) lines: BTreeMap<String, Vec<String>>,
    /// Clauses about cracked walls.
    pub(super) cracks: Vec<String>,
    pub(super) adjectives: Vec<String>,
    pub(super) nouns: Vec<String>,
    pub(super) tails: Vec<String>,
    pub(super) treasures: Vec<String>,
    pub(super) keepers: Vec<String>,
    /// What opens its ways.
    pub(super) levers: Vec<Lever>,
    /// What keeps its keys, by name, what suits it best first.
    pub(super) holders: Vec<String>,
    pub(super) items: Vec<Item>,
    pub(super) enemies: Vec<Kind>,
    #[serde(default)]
    pub(super) errands: Vec<String>,
    /// Names of lesser bosses.
    pub(super) lesser: Vec<String>,
    /// Names of bosses.
    pub(super) masters: Pairs,
    pub(super) goals: Vec<String>,
    /// Of each goal a sentence about it.
    pub(super) prizes: Vec<String>,
    /// Of each first name of a boss a sentence about it.
    pub(super) portraits: Vec<String>,
    /// Sentences about a boss that is there.
    pub(super) presences: Vec<String>,
    /// Sentences about what one hears, smells and feels.
    pub(super) senses: BTreeMap<String, Vec<String>>,
    /// Of each category the nouns of places.
    pub(super) places: BTreeMap<String, Vec<String>>,
    pub(super) palette: Palette,
}

impl Texts {
    /// The colours of the family.
    #[must_use]
    pub fn palette(&self) -> Palette {
        self.palette
    }

    /// The kinds of enemies; none in a peaceful family.
    #[must_use]
    pub fn enemies(&self) -> &[Kind] {
        &self.enemies
    }

    /// What keeps the keys of the family, what suits it best first.
    pub fn holders(&self) -> impl Iterator<Item = Holder> {
        self.holders.iter().filter_map(|name| Holder::named(name))
    }

    /// True if there are rooms of a purpose in the family.
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

/// The file.
pub(super) const FILE: &str = include_str!("../../../data/texts/shared.json");

/// Sentences that end a dungeon.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Endings {
    pub(super) goal: Vec<String>,
    /// The boss was beaten.
    pub(super) beaten: Vec<String>,
    /// It was not.
    pub(super) spared: Vec<String>,
    /// All treasures were found.
    pub(super) all: Vec<String>,
    /// Some were.
    pub(super) some: Vec<String>,
    /// None was.
    pub(super) none: Vec<String>,
    pub(super) last: Vec<String>,
}

/// Sentences about a fight that was won.
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
    /// Sentences of each purpose.
    pub(super) lines: BTreeMap<String, Vec<String>>,
    /// Sentences of each holder of a key.
    pub(super) holders: BTreeMap<String, Vec<String>>,
    // Clauses about what is seen.
    pub(super) cracks: Vec<String>,
    pub(super) water: Vec<String>,
    pub(super) void: Vec<String>,
    pub(super) blocks: Vec<String>,
    pub(super) drops: Vec<String>,
    pub(super) plates: Vec<String>,
    pub(super) locks: Vec<String>,
    // Sentences about stones and their plates.
    pub(super) stones: Vec<String>,
    // Sentences about an enemy that is there, and about several.
    pub(super) foe: Vec<String>,
    pub(super) foes: Vec<String>,
    pub(super) fights: Fights,
    // Sentences about an enemy that looks on, and about several.
    pub(super) watcher: Vec<String>,
    pub(super) watchers: Vec<String>,
    // Sentences about lesser bosses that are looked at.
    pub(super) seconds: Vec<String>,
    // Sentences about enemies that are spoken to.
    pub(super) answers: Vec<String>,
    // What to make of something that the text of a room names.
    pub(super) glances: Vec<String>,
    /// Sentences about what one hears, smells and feels.
    pub(super) senses: BTreeMap<String, Vec<String>>,
    // Sentences that say what is sought, with a boss and without.
    pub(super) quests: Vec<String>,
    pub(super) errand_quests: Vec<String>,
    // Sentences about a treasure that is looked at.
    pub(super) appraisals: Vec<String>,
    pub(super) errands: Vec<String>,
    /// Of each kind of gate words for it.
    pub(super) gates: BTreeMap<String, Vec<String>>,
    /// Words for keys of one keeper.
    pub(super) key_forms: Vec<String>,
    /// Words that tell rooms of one name apart.
    pub(super) ordinals: Vec<String>,
    /// Adjectives of rooms with water.
    pub(super) wet: Vec<String>,
    /// Nouns of rooms of each purpose.
    pub(super) nouns: BTreeMap<String, Vec<String>>,
    /// Syllables of names of places.
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

/// A colour that cannot be read.
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
    /// Places without a floor.
    pub void: Colour,
    /// Blocks that can be pushed.
    pub block: Colour,
    /// Things that stand out: treasures, keys, signs.
    pub accent: Colour,
}

named! {
    /// The shape that a kind of enemy is drawn in.
    pub enum Figure {
        /// It goes on four legs.
        Beast = "beast",
        /// It has wings.
        Flyer = "flyer",
        /// It has more legs than four.
        Crawler = "crawler",
        /// It has no legs.
        Serpent = "serpent",
        /// It floats, and can be seen through.
        Ghost = "ghost",
        /// It burns.
        Flame = "flame",
        /// It bears arms.
        Fighter = "fighter",
        /// It hides its face.
        Hood = "hood",
        /// It is hollow, or bare bones.
        Bones = "bones",
        /// It was made for work, and moves by itself.
        Engine = "engine",
        /// It is far larger than others.
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
