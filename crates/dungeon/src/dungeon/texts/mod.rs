//! Names and descriptions of dungeons.
//!
//! The files of `data/texts`, one per family and one shared by all, contain phrases. A [`TextGenerator`] combines them
//! for one dungeon without repeats. [`RoomFacts`] holds the purpose and the visible features of a room; a [`Note`] is
//! true for some time.

mod data;
mod facts;
mod phrases;
mod names;
mod replies;
mod area;

pub use area::{with_more_words, with_words};
pub use data::{Colour, ColourError, Figure, Palette};
pub use data::{EnemyKind, Item, ItemUse, Lever, Texts};
pub use facts::{
    Feature, LeverFact, Note, NoteTime, NoteTimeError, RoomFacts, ThingFact, VisibleGate,
};
pub use names::{plural, symbol};
pub use replies::{
    Sense, appraisal, bested, company, family_of, fought, glanced, parley, portrait, presence,
    prize, quest, sensed, spoils, watched,
};

use crate::dungeon::rooms::Family;
use names::{Keys, Levers, Names, Paired, RoomNames, place};
use phrases::Phrases;
use replies::ending;
use search::Stream;

#[cfg(test)]
mod tests;

/// Name and description of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomText {
    /// Its name.
    pub name: String,
    /// Its description, which is always true.
    pub text: String,
    /// Sentences that are true for some time.
    pub notes: Vec<Note>,
}

/// Generates the names and descriptions of one dungeon. The same calls in the same order give the same texts.
#[derive(Clone, Debug)]
pub struct TextGenerator {
    texts: &'static Texts,
    stream: Stream,
    phrases: Phrases,
    names: RoomNames,
    treasures: Names,
    errands: Names,
    goals: Names,
    lesser: Names,
    masters: Paired,
    keys: Keys,
    levers: Levers,
}

impl TextGenerator {
    /// A generator for a dungeon of a family.
    #[must_use]
    pub fn new(family: Family, mut stream: Stream) -> Self {
        let texts = Texts::of(family);
        // Shuffles shared phrases differently for each family.
        for _ in 0..family as usize {
            stream.next_u64();
        }
        Self {
            texts,
            stream,
            phrases: Phrases::of(texts),
            names: RoomNames::of(texts),
            treasures: Names::of(&texts.treasures),
            errands: Names::of(&texts.errands),
            goals: Names::of(&texts.goals),
            lesser: Names::of(&texts.lesser),
            masters: Paired::of(&texts.masters),
            keys: Keys::of(texts),
            levers: Levers::of(texts),
        }
    }

    /// Name and description of a room, both new.
    pub fn room(&mut self, facts: &RoomFacts<'_>) -> RoomText {
        let text = self.phrases.text(facts, &mut self.stream);
        let notes = self.phrases.notes(facts, &mut self.stream);
        RoomText { name: self.names.name(facts, &mut self.stream), text, notes }
    }

    /// Name of a place in a category, such as `Oldmere Priory`; none for a category of another family.
    pub fn place(&mut self, category: &str) -> Option<String> {
        place(self.texts, category, &mut self.stream)
    }

    /// Name of a treasure, in lower case and without an article.
    pub fn treasure(&mut self) -> String {
        self.treasures.next(&mut self.stream).unwrap_or_default()
    }

    /// Name of a key, such as `the cook's key`.
    pub fn key(&mut self) -> String {
        self.keys.next(&mut self.stream)
    }

    /// A lever, and its name without an article.
    pub fn lever(&mut self) -> Option<(String, &'static Lever)> {
        self.levers.next(&mut self.stream)
    }

    /// An item with this use.
    pub fn item(&mut self, of: ItemUse) -> Option<&'static Item> {
        let items: Vec<&'static Item> =
            self.texts.items.iter().filter(|item| item.of == of).collect();
        self.stream.pick(&items).copied()
    }

    /// A kind of enemy with this load, or the largest smaller load; none in a peaceful family.
    pub fn enemy(&mut self, load: u8) -> Option<&'static EnemyKind> {
        let most =
            self.texts.enemies.iter().map(|kind| kind.load).filter(|&known| known <= load).max()?;
        let kinds: Vec<&'static EnemyKind> =
            self.texts.enemies.iter().filter(|kind| kind.load == most).collect();
        self.stream.pick(&kinds).copied()
    }

    /// An errand, with an article; none except in a peaceful family, and none once all were used.
    pub fn errand(&mut self) -> Option<String> {
        self.errands.once(&mut self.stream)
    }

    /// Name of a lesser boss; none in a peaceful family.
    pub fn lesser(&mut self) -> Option<String> {
        self.lesser.next(&mut self.stream)
    }

    /// Name of a boss; none in a peaceful family.
    pub fn master(&mut self) -> Option<String> {
        self.masters.next(&mut self.stream)
    }

    /// Name of the goal item, with an article.
    pub fn goal(&mut self) -> String {
        self.goals.next(&mut self.stream).unwrap_or_default()
    }

    /// The text on winning, with the place and the goal item.
    pub fn ending(&mut self, place: &str, goal: &str) -> String {
        ending(place, goal, &mut self.stream)
    }
}
