//! The phrases of a family, as its file has them.

use super::figure::Figure;
use super::palette::Palette;
use crate::designed::holder::Holder;
use crate::purpose::Purpose;
use serde::Deserialize;
use std::collections::BTreeMap;

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
