//! The phrases that all families share.
//!
//! Invariant: the file can be read (held by the tests of the texts).

use super::data::Pairs;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

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
