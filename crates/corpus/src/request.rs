//! The request for a corpus: the kind and its parameters, the seeds, and the number of parts. Its JSON determines
//! every byte of a corpus.

mod text;

use crate::error::{MOST_PARTS, RequestError};
use crate::row::Value;
use crossword::board::BoardType;
use crossword::locale::Locale;
use dungeon::dungeon::rooms::Family;
use dungeon::layout::{UnknownCategory, categories, category};
use dungeon::mission::{KeyOrder, KeyStyle, SwitchStyle};
use level::rate::Band;
use search::Seed;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A request for a corpus. Row `n` has the seed `seed + n`.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The kind and its parameters.
    pub make: Make,
    /// The seed of the first row.
    pub seed: u64,
    /// Number of rows.
    pub count: u64,
    /// Number of parts.
    pub parts: u64,
}

/// A kind and all its parameters except the seed.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Make {
    /// Dungeons, as from `quandary dungeon`.
    Dungeon(Dungeons),
    /// Missions, as from `quandary mission`.
    Mission(Missions),
    /// Levels of dungeons, as from `quandary dungeon --format level`.
    Level(Dungeons),
    /// Riddles, as from `quandary riddle --attempts N`.
    Riddle(Riddles),
}

/// The kind of a corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Dungeons.
    Dungeon,
    /// Missions.
    Mission,
    /// The levels of dungeons.
    Level,
    /// Riddles.
    Riddle,
}

/// Parameters of dungeons or of their levels.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Dungeons {
    /// The categories of successive rows, cyclically; `all` and `families` stand for many.
    pub categories: Vec<String>,
    /// Number of rooms.
    pub rooms: usize,
    /// Number of floors.
    pub floors: u32,
    /// Tiles of a room across and down, walls included.
    pub room_size: [u32; 2],
    /// Number of keys; drawn to suit if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<usize>,
    /// Number of switches; drawn to suit if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub switches: Option<usize>,
    /// Number of puzzles; drawn to suit if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzles: Option<usize>,
    /// Number of pushable blocks; drawn to suit if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<usize>,
    /// The allowed ratings.
    #[serde(with = "text::some", skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Band>,
    /// Number of attempts; the best result is taken.
    pub attempts: u64,
}

/// Missions.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Missions {
    /// Number of rooms.
    pub rooms: usize,
    /// Number of keys, that of the boss among them.
    pub keys: u8,
    /// Number of switches.
    pub switches: u8,
    /// The positions in which switches are required.
    pub switch_style: SwitchStyle,
    /// The order in which keys can be had.
    pub order: KeyOrder,
    /// The style of keys.
    pub key_style: KeyStyle,
    /// True if the goal has its own room behind the boss.
    pub goal_room: bool,
    /// True if the boss's room is locked.
    pub boss_locked: bool,
    /// Probability of a link between neighbouring rooms beyond the tree; the default if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_chance: Option<f64>,
    /// Number of attempts from which the most nonlinear is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linearity: Option<u64>,
    /// The most attempts.
    pub attempts: u64,
}

/// Riddles.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Riddles {
    /// The language.
    #[serde(with = "text")]
    pub locale: Locale,
    /// The board.
    #[serde(with = "text")]
    pub board_type: BoardType,
    /// The name of the profile.
    pub profile: String,
    /// The allowed ratings.
    #[serde(with = "text::some", skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Band>,
    /// Number of attempts; the best result is taken.
    pub attempts: u64,
    /// The SHA-256 of the list that the lexicon is built from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lexicon: Option<String>,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Dungeon, Self::Mission, Self::Level, Self::Riddle];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Dungeon => "dungeon",
            Self::Mission => "mission",
            Self::Level => "level",
            Self::Riddle => "riddle",
        }
    }
}

impl Make {
    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Dungeon(_) => Kind::Dungeon,
            Self::Mission(_) => Kind::Mission,
            Self::Level(_) => Kind::Level,
            Self::Riddle(_) => Kind::Riddle,
        }
    }
}

impl Default for Dungeons {
    fn default() -> Self {
        Self {
            categories: vec!["dungeon".to_owned()],
            rooms: 16,
            floors: 1,
            room_size: [16, 11],
            keys: None,
            switches: None,
            puzzles: None,
            blocks: None,
            difficulty: None,
            attempts: dungeon::dungeon::ATTEMPTS,
        }
    }
}

impl Default for Missions {
    fn default() -> Self {
        let usual = dungeon::mission::Request::default();
        Self {
            rooms: 25,
            keys: usual.keys,
            switches: usual.switches,
            switch_style: usual.switch_style,
            order: usual.order,
            key_style: usual.key_style,
            goal_room: usual.goal_room,
            boss_locked: usual.boss_locked,
            link_chance: None,
            linearity: usual.linearity,
            attempts: usual.attempts,
        }
    }
}

impl Default for Riddles {
    fn default() -> Self {
        Self {
            locale: Locale::EnUs,
            board_type: BoardType::Standard,
            profile: "design".to_owned(),
            difficulty: None,
            attempts: 1_000,
            lexicon: None,
        }
    }
}

impl Request {
    /// Reads the JSON of a request. Missing fields of `make` have their defaults.
    ///
    /// # Errors
    /// If the text is no request; the error names the field.
    pub fn read(text: &str) -> Result<Self, RequestError> {
        let mut source = serde_json::Deserializer::from_str(text);
        let read = serde_path_to_error::deserialize(&mut source).map_err(|error| {
            let (path, inner) = (error.path().to_string(), error.inner());
            let said = diagnostics::of_json_at(inner.line(), inner.column(), &inner.to_string());
            RequestError::Json(if path == "." { said } else { format!("{path}: {said}") })
        })?;
        source
            .end()
            .map_err(|error| RequestError::Json(diagnostics::of_json(&error.to_string())))?;
        Ok(read)
    }

    /// Checks the numbers of rows and of parts.
    ///
    /// # Errors
    /// The limit that is broken.
    pub fn check(&self) -> Result<(), RequestError> {
        let &Self { seed: first, count, parts, .. } = self;
        if count == 0 {
            return Err(RequestError::Empty);
        }
        let most = MOST_PARTS.min(count);
        if !(1..=most).contains(&parts) {
            return Err(RequestError::Parts { parts, count, most });
        }
        let last = Seed::new(first).ok().and_then(|seed| seed.after(count - 1));
        last.map(|_| ()).ok_or(RequestError::Seeds { first, count })
    }

    /// The rows of a part. The sizes of parts differ by one row at most.
    ///
    /// # Errors
    /// When there is no such part.
    pub fn rows(&self, part: u64) -> Result<Range<u64>, RequestError> {
        let parts = self.parts;
        if part >= parts {
            return Err(RequestError::Part { part, parts });
        }
        let begin = |part: u64| {
            (u128::from(self.count) * u128::from(part) / u128::from(parts.max(1))) as u64
        };
        Ok(begin(part)..begin(part + 1))
    }
}

/// Every category in turn.
pub(crate) const ALL: &str = "all";
/// Every family in turn, with its categories in turn: the same number of rows for each family.
pub(crate) const FAMILIES: &str = "families";

/// The cycle of categories for some names, each a category, [`ALL`] or [`FAMILIES`].
///
/// # Errors
/// An unknown name.
pub(crate) fn cycle(names: &[String]) -> Result<Vec<&'static str>, UnknownCategory> {
    let mut cycle = Vec::new();
    for name in names {
        match name.as_str() {
            ALL => cycle.extend(categories().iter().map(|row| row.name.as_str())),
            FAMILIES => cycle.extend(families()),
            name => cycle.push(category(name)?.name.as_str()),
        }
    }
    Ok(cycle)
}

/// The values of the columns for the category and its family.
pub(crate) fn of_place(category: &str) -> [Value; 2] {
    let family = Family::of(category).map_or("", Family::name);
    [category, family].map(Value::from)
}

/// The categories, one of each family in turn, until all families restart together.
fn families() -> impl Iterator<Item = &'static str> {
    let of = |family: Family| {
        let rows = categories().iter().filter(move |row| Family::of(&row.name) == Some(family));
        rows.map(|row| row.name.as_str()).collect::<Vec<_>>()
    };
    let families = Family::ALL.map(of);
    let rounds = families.iter().map(Vec::len).fold(1, least_common_multiple);
    (0..rounds).flat_map(move |round| {
        let one = |family: &Vec<&'static str>| family.get(round % family.len().max(1)).copied();
        families.iter().filter_map(one).collect::<Vec<_>>()
    })
}

fn least_common_multiple(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a / x.max(1) * b
}

#[cfg(test)]
mod tests;
