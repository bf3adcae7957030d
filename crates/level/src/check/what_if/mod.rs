//! A level judged as it is not: without a thing, with a lock free, with another goal, with a block walled in.
//!
//! The questions are asked by name, such as `item:3,4`, `plate:north` or `passage:1-2`, and each kind of question has
//! its own list of things. The answer is a changed level, which is judged like any other. Invariant: a question
//! changes what it names and nothing else, so that states are counted as those of the level that was asked about.

mod names;
mod effect;
mod round;

use crate::model::graph::NodeIndex;
use crate::model::grid::Cell;
use crate::model::level::Level;
use crate::rules::Rules;
use effect::{Asked, Effect};
use names::Whole;
pub(crate) use names::place;
pub use round::{Answer, Round};

/// Questions about a level: what if it were so changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WhatIf {
    /// Things that are not there: `item:ROW,COL`, `item:KIND@NODE`, `symbol:NAME`, `toggle:N`, `block:ROW,COL`,
    /// `plate:NAME`, `door:ROW,COL`, `passage:A-B`.
    pub without: Vec<String>,
    /// Locks that ask for nothing: `passage:A-B`, `lock:N`, `door:ROW,COL`.
    pub free: Vec<String>,
    /// The only goal: `item:ROW,COL`, `item:KIND@NODE`, `symbol:NAME`, `room:ID`.
    pub goal: Option<String>,
    /// Blocks that are walls where they start: `block:ROW,COL`.
    pub wall: Vec<String>,
}

/// A thing that is not in the level, with those that are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct UnknownThing {
    question: &'static str,
    message: String,
}

impl UnknownThing {
    /// The question that named it, as the fields of [`WhatIf`] are named: `without`, `free`, `goal` or `wall`.
    #[must_use]
    pub fn question(&self) -> &'static str {
        self.question
    }
}

/// A lock that can be made free, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Freeable {
    /// Its name, as it is asked about: `passage:A-B`, `lock:N`, `door:ROW,COL`; of several the first.
    pub name: String,
    effect: Effect,
}

impl Freeable {
    /// The locks of a level that can be made free, in the order of the file, each by one name.
    #[must_use]
    pub fn all(level: &Level, rules: &Rules) -> Vec<Self> {
        let mut whole = Whole::of(level, rules);
        let things = names::things(level, Asked::Free);
        let first = things.filter_map(|(name, effect)| Some((name, whole.first(&effect)?)));
        first.map(|(name, effect)| Self { name, effect }).collect()
    }

    /// The level with some locks free.
    pub(super) fn free(level: &Level, locks: &[&Self]) -> Level {
        let effects = locks.iter().map(|lock| (Asked::Free, lock.effect.clone()));
        effect::changed(level, &effects.collect::<Vec<_>>())
    }

    /// The place of the lock.
    pub(super) fn place(&self) -> LockPlace<'_> {
        match &self.effect {
            Effect::Passage(a, b) => LockPlace::Between(*a, *b),
            Effect::Lock(lock) => LockPlace::Entry(*lock),
            Effect::Door(cells) => LockPlace::Door(cells),
            _ => LockPlace::Door(&[]),
        }
    }
}

/// The place of a lock that can be made free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LockPlace<'a> {
    /// Between two nodes.
    Between(NodeIndex, NodeIndex),
    /// An entry of the level's locks.
    Entry(usize),
    /// The cells of a door.
    Door(&'a [Cell]),
}

/// The most names that an error lists.
const MOST_LISTED: usize = 40;

impl WhatIf {
    /// True if nothing is asked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The lists of names that are not empty.
    fn lists(&self) -> impl Iterator<Item = (Asked, &[String])> {
        let lists = [
            (Asked::Without, &self.without[..]),
            (Asked::Free, &self.free),
            (Asked::Goal, self.goal.as_slice()),
            (Asked::Wall, &self.wall),
        ];
        lists.into_iter().filter(|(_, names)| !names.is_empty())
    }

    /// The level as it is to be judged. `rules` say which tiles are one door.
    ///
    /// # Errors
    /// A name that is no thing of this level, or none that the question can be about, with those that are.
    ///
    /// ```
    /// use quandary_level::check::what_if::WhatIf;
    /// use quandary_level::{Rules, Verdict, check};
    /// let level = quandary_level::formats::text::read("######\n#@k+*#\n######\n")?;
    /// let rules = Rules::default();
    /// let asked = WhatIf { without: vec!["item:1,2".to_owned()], ..WhatIf::default() };
    /// assert_eq!(check(&asked.of(&level, &rules)?, &rules, &Default::default())?.verdict, Verdict::Unsolvable);
    /// let asked = WhatIf { free: vec!["door:1,3".to_owned()], ..asked };
    /// assert_ne!(check(&asked.of(&level, &rules)?, &rules, &Default::default())?.verdict, Verdict::Unsolvable);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(&self, level: &Level, rules: &Rules) -> Result<Level, UnknownThing> {
        let mut effects = Vec::new();
        for (asked, names) in self.lists() {
            let named = names::effects(level, rules, asked, names);
            let named = named.map_err(|name| UnknownThing::of(level, asked, name))?;
            effects.extend(named.into_iter().map(|effect| (asked, effect)));
        }
        Ok(effect::changed(level, &effects))
    }
}

impl UnknownThing {
    /// The error of an unknown name: those of its kind are listed, or where there is none of them, all.
    fn of(level: &Level, asked: Asked, name: &str) -> Self {
        let kind = |name: &str| name.split(':').next().map(str::to_owned);
        let own = kind(name);
        let listed = |is_listed: &dyn Fn(&str) -> bool| {
            let (mut listed, mut many) = (Vec::new(), 0);
            for (known, _) in names::things(level, asked).filter(|(known, _)| is_listed(known)) {
                if listed.len() < MOST_LISTED {
                    listed.push(known);
                }
                many += 1;
            }
            (many - listed.len(), listed)
        };
        let (mut more, mut known) = listed(&|known| kind(known) == own);
        if known.is_empty() {
            (more, known) = listed(&|_| true);
        }
        let message = match (known.is_empty(), more) {
            (true, _) => {
                let name = voice::short(name);
                format!("unknown thing {name:?}; the level has none to ask about")
            }
            (false, 0) => voice::unknown("thing", name, &known),
            (false, more) => format!("{} and {more} more", voice::unknown("thing", name, &known)),
        };
        Self { question: asked.name(), message }
    }
}
