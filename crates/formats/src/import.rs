//! The levels of a file from another program, with notes for the user, and the names of the file with the meanings
//! that they were given.

use crate::meaning::Meaning;
use indexmap::IndexMap;
use level::Level;
use level::formats::json::ReadError;
use level::model::tile::Tile;
use rustc_hash::FxBuildHasher;

/// The levels of a file, in order.
#[derive(Debug, Default)]
pub struct Import {
    /// Each level, or the fault for which it is left out.
    pub levels: Vec<Result<Level, ReadError>>,
    /// Notes on data that was interpreted or ignored, one a line.
    pub notes: Vec<String>,
    /// The foreign names of the file.
    pub names: Vec<ForeignName>,
    /// Other guesses on which the levels rest, in words.
    pub guessed: Vec<String>,
}

impl Import {
    /// A file of some levels, without foreign names.
    #[must_use]
    pub fn of(levels: Vec<Result<Level, ReadError>>, notes: Vec<String>) -> Self {
        Self { levels, notes, ..Self::default() }
    }

    /// A file of one level.
    #[must_use]
    pub fn one(level: Level, notes: Vec<String>) -> Self {
        Self::of(vec![Ok(level)], notes)
    }

    /// All levels.
    ///
    /// # Errors
    /// The first fault of a level.
    pub fn whole(self) -> Result<Vec<Level>, ReadError> {
        self.levels.into_iter().collect()
    }
}

/// The reason for the meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// It is a name of this project.
    Own,
    /// The table of the user.
    Given,
    /// A guess, with its reason.
    Guessed(&'static str),
    /// Nothing: its meaning is a default.
    Unknown,
}

impl Basis {
    /// True for a meaning that is no guess.
    pub(crate) fn is_sure(self) -> bool {
        matches!(self, Self::Own | Self::Given)
    }
}

/// A name in a foreign file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignName {
    /// The name, as a key of a table of names.
    pub name: String,
    /// What it names, such as "layer".
    pub kind: &'static str,
    /// The number of its cells or objects.
    pub times: u64,
    /// The first of them.
    pub first: String,
    /// What it is taken for.
    pub meaning: Meaning,
    /// The reason.
    pub basis: Basis,
}

impl ForeignName {
    /// True if the level rests on a guess of its meaning. An object without a meaning changes nothing.
    fn is_guess(&self) -> bool {
        let is_object = matches!(self.kind, "object" | "entity");
        let has_no_effect = is_object && self.meaning.is_nothing();
        !(self.basis.is_sure() || has_no_effect)
    }
}

/// The guesses on which the levels of a file rest, in words: `layer "Walls": WALL`. Names of which nothing is known
/// are counted.
#[must_use]
pub fn guesses(names: &[ForeignName]) -> Vec<String> {
    let is_unknown = |found: &&&ForeignName| found.basis == Basis::Unknown;
    let guesses: Vec<&ForeignName> = names.iter().filter(|found| found.is_guess()).collect();
    let unknown = guesses.iter().filter(is_unknown).count();
    let known = guesses.iter().filter(|found| !is_unknown(found));
    let mut words: Vec<String> = known
        .map(|ForeignName { name, kind, meaning, first, .. }| match *kind {
            "place" => format!("{name} at {first}"),
            _ => format!("{kind} {:?}: {meaning}", diagnostics::short(name)),
        })
        .collect();
    if unknown > 0 {
        let many = diagnostics::counted(unknown as u64, "name", "names");
        words.push(format!("{many} of tiles that nothing explains: FLOOR"));
    }
    words
}

/// The names of a file, in the order of their first use.
#[derive(Debug, Default)]
pub(crate) struct ForeignNames(IndexMap<String, ForeignName, FxBuildHasher>);

/// The most names that are kept.
const MOST: usize = 10_000;

impl ForeignNames {
    /// Counts a use of a name. Names of this project are not foreign.
    pub(crate) fn used(&mut self, found: &ForeignName, first: impl FnOnce() -> String) {
        if found.basis == Basis::Own {
            return;
        }
        if let Some(known) = self.0.get_mut(&found.name) {
            known.times += 1;
        } else if self.0.len() < MOST {
            let new = ForeignName { times: 1, first: first(), ..found.clone() };
            self.0.insert(found.name.clone(), new);
        }
    }

    /// True if a meaning is a guess.
    pub(crate) fn are_guesses(&self) -> bool {
        self.0.values().any(ForeignName::is_guess)
    }

    /// True if empty cells have a meaning.
    pub(crate) fn has_empty(&self) -> bool {
        self.0.contains_key("empty")
    }

    /// The names.
    pub(crate) fn list(self) -> Vec<ForeignName> {
        self.0.into_values().collect()
    }
}

/// A meaning with its reason; the name is that of a table.
pub(crate) fn named(
    kind: &'static str,
    name: impl Into<String>,
    meaning: Meaning,
    basis: Basis,
) -> ForeignName {
    ForeignName { name: name.into(), kind, times: 0, first: String::new(), meaning, basis }
}

/// The meaning of bare floor.
pub(crate) fn floor() -> Meaning {
    Tile::Floor.into()
}
