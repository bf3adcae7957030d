//! Profiles: requirements on riddles, and the weights that rank them.
//!
//! A profile is a text with a field and its value a line; `#` begins a comment. `design`, `daily` and `open` are part
//! of the program (`data/profiles/*.txt`). A missing limit does not limit, and a missing weight is 0. Weights are
//! decimals with at most three places and are stored in thousandths, so ranks are whole numbers and the same on every
//! machine. Invariant: the limits of a profile that was read do not contradict each other. An unknown field is an
//! error that lists the known ones.

use crate::alphabet::Alphabet;
use crate::lexicon::{LONGEST, SHORTEST};
use crate::rack::{RACK_SIZE, Rack};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Weights of a rank's summands, in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// A point of the best play.
    pub best: i64,
    /// A point between the best play and the second.
    pub gap: i64,
    /// A tile that the best play places.
    pub tiles: i64,
    /// A point of the standard deviation of all scores.
    pub spread: i64,
    /// A best play that places all seven tiles.
    pub bingo: i64,
    /// A point of findability (0 to 100).
    pub findability: i64,
}

/// Required commonness of words, from 0 to 255; some alphabets have their own figure.
///
/// Ranks of different languages come from different sources: a word that most people know has 175 in ranks from sizes
/// of word lists and 140 in ranks from counted texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commonness {
    usual: u8,
    own: BTreeMap<&'static str, u8>,
}

impl Commonness {
    /// Required commonness of words in an alphabet.
    #[must_use]
    pub fn of(&self, alphabet: &Alphabet) -> u8 {
        self.own.get(alphabet.name()).copied().unwrap_or(self.usual)
    }

    /// Reads `140`, or `140 en=175`.
    fn read(text: &str) -> Result<Self, &'static str> {
        const WANTED: &str = "0 to 255, and if need be others by alphabet: 140 en=175";
        let number = |text| count(text, 255).and_then(|n| u8::try_from(n).ok()).ok_or(WANTED);
        let mut parts = text.split_whitespace();
        let usual = number(parts.next().unwrap_or_default())?;
        let mut own = BTreeMap::new();
        for (name, value) in parts.map(|part| part.split_once('=').unwrap_or((part, ""))) {
            let alphabet = Alphabet::named(name).ok_or(WANTED)?;
            if own.insert(alphabet.name(), number(value)?).is_some() {
                return Err(WANTED);
            }
        }
        Ok(Self { usual, own })
    }
}

/// A profile: the requirements on riddles, and the weights of their rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Its name.
    pub name: String,
    /// Allowed numbers of tiles on the board.
    pub tiles: RangeInclusive<u32>,
    /// Allowed numbers of legal plays.
    pub plays: RangeInclusive<u32>,
    /// Allowed numbers of legal plays if the rack has a blank; `None` for the same as `plays`.
    pub blank_plays: Option<RangeInclusive<u32>>,
    /// Least score of the best play.
    pub best: u32,
    /// True if no other play may have the score of the best one.
    pub unique: bool,
    /// Least difference of the scores of the best play and the second.
    pub gap: u32,
    /// Least number of letters of the best play's word.
    pub length: usize,
    /// Least commonness of that word; see [`crate::lexicon::Lexicon::rank`].
    pub answer_commonness: Commonness,
    /// Least commonness of its cross words.
    pub cross_commonness: Commonness,
    /// True if the best play may cover two triple-word squares.
    pub triple_triple: bool,
    /// Number of boards of one game. Each draws its number of tiles from its own share of the range.
    pub boards_per_game: u32,
    /// Number of racks tried on each board: the mover's, then random ones of unseen tiles.
    pub racks_per_board: u32,
    /// Number of further racks on each board that hold the tiles of a known word that can be placed there.
    pub word_racks: u32,
    /// Least commonness of these known words, if higher than that of answers.
    pub word_commonness: Commonness,
    /// Words that may not be the answer, in lower case.
    pub banned: Vec<String>,
    /// True if the program's ban list counts too.
    pub shipped_bans: bool,
    /// Allowed ratings, in hundredths of a point; `None` for any.
    pub difficulty: Option<RangeInclusive<u32>>,
    /// Weights of the rank.
    pub weights: Weights,
}

/// The most tiles on a board that leave the mover a full rack.
const MOST_TILES: u32 = 100 - RACK_SIZE as u32;
/// Upper limit of points, plays and similar fields.
const MOST: u32 = 100_000;

impl Profile {
    /// The names of the program's profiles.
    pub const NAMES: [&'static str; 3] = ["design", "daily", "open"];

    /// The program's profile called `name`.
    ///
    /// # Errors
    /// [`ProfileError::Name`] if there is none.
    pub fn named(name: &str) -> Result<Self, ProfileError> {
        match name {
            "design" => Self::read(include_str!("../../data/profiles/design.txt")),
            "daily" => Self::read(include_str!("../../data/profiles/daily.txt")),
            "open" => Self::read(include_str!("../../data/profiles/open.txt")),
            _ => Err(ProfileError::Name(name.to_owned())),
        }
    }

    /// Reads a profile.
    ///
    /// # Errors
    /// [`ProfileError`], with the line if there is one.
    ///
    /// ```
    /// use quandary_crossword::riddle::Profile;
    /// let profile = Profile::read("tiles 20..50\nbest 40\nweight.best 1.5 # and nothing else\n")?;
    /// assert_eq!((profile.best, profile.weights.best), (40, 1500));
    /// let error = Profile::read("tiles 20..50\nbets 40").unwrap_err().to_string();
    /// assert!(error.starts_with("line 2: unknown field \"bets\" (did you mean best?); known are name, tiles"));
    /// # Ok::<(), quandary_crossword::riddle::ProfileError>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, ProfileError> {
        let mut profile = Self::unlimited();
        let mut given = Vec::new();
        for (line, row) in (1..).zip(text.lines()) {
            let row = row.split('#').next().unwrap_or_default().trim();
            if row.is_empty() {
                continue;
            }
            let (name, value) = row.split_once(char::is_whitespace).unwrap_or((row, ""));
            let known = FIELDS.into_iter().find(|known| *known == name);
            let field =
                known.ok_or_else(|| ProfileError::Unknown { line, field: name.to_owned() })?;
            if given.contains(&field) && field != "ban" {
                return Err(ProfileError::Twice { line, field });
            }
            given.push(field);
            let value = value.trim();
            profile.set(field, value).map_err(|wanted| {
                let value = value.to_owned();
                ProfileError::Value { line, field, value, wanted }
            })?;
        }
        profile.check(&given)
    }

    /// A profile without limits or weights.
    fn unlimited() -> Self {
        Self {
            name: "custom".to_owned(),
            tiles: 1..=MOST_TILES,
            plays: 1..=MOST,
            blank_plays: None,
            best: 0,
            unique: true,
            gap: 0,
            length: 2,
            answer_commonness: Commonness::default(),
            cross_commonness: Commonness::default(),
            triple_triple: true,
            boards_per_game: 0,
            racks_per_board: 1,
            word_racks: 0,
            word_commonness: Commonness::default(),
            banned: Vec::new(),
            shipped_bans: false,
            difficulty: None,
            weights: Weights::default(),
        }
    }

    /// The profile with other allowed ratings, in hundredths of a point, if given.
    #[must_use]
    pub fn rated(self, ratings: Option<RangeInclusive<u32>>) -> Self {
        Self { difficulty: ratings.or(self.difficulty), ..self }
    }

    /// Allowed numbers of legal plays with such a rack.
    #[must_use]
    pub fn plays_of(&self, rack: &Rack) -> RangeInclusive<u32> {
        let own = self.blank_plays.clone().filter(|_| rack.blanks() > 0);
        own.unwrap_or_else(|| self.plays.clone())
    }

    /// Total number of racks tried on each board.
    #[must_use]
    pub fn racks(&self) -> u32 {
        self.racks_per_board + self.word_racks
    }

    /// Sets a field. The error lists its possible values.
    fn set(&mut self, field: &'static str, value: &str) -> Result<(), &'static str> {
        match field {
            "name" => self.name = name(value)?,
            "tiles" => self.tiles = range(value, MOST_TILES).ok_or("a range within 1..93")?,
            "plays" => self.plays = range(value, MOST).ok_or("a range such as 20..300")?,
            "plays_with_blank" => {
                self.blank_plays = Some(range(value, MOST).ok_or("a range such as 20..2000")?);
            }
            "best" => self.best = count(value, MOST).ok_or("a whole number")?,
            "unique" => self.unique = yes_no(value)?,
            "gap" => self.gap = count(value, MOST).ok_or("a whole number")?,
            "length" => self.length = length(value).ok_or("a whole number from 2 to 15")?,
            "answer_commonness" => self.answer_commonness = Commonness::read(value)?,
            "cross_commonness" => self.cross_commonness = Commonness::read(value)?,
            "triple_triple" => self.triple_triple = yes_no(value)?,
            "boards_per_game" => self.boards_per_game = share(value)?,
            "racks_per_board" => self.racks_per_board = share(value)?,
            "word_racks" => {
                self.word_racks = count(value, 16).ok_or("a whole number from 0 to 16")?;
            }
            "word_commonness" => self.word_commonness = Commonness::read(value)?,
            "ban" => self.banned.extend(value.split_whitespace().map(str::to_lowercase)),
            "shipped_bans" => self.shipped_bans = yes_no(value)?,
            "difficulty" => self.difficulty = Some(band(value)?),
            "weight.best" => self.weights.best = weight(value)?,
            "weight.gap" => self.weights.gap = weight(value)?,
            "weight.tiles" => self.weights.tiles = weight(value)?,
            "weight.spread" => self.weights.spread = weight(value)?,
            "weight.bingo" => self.weights.bingo = weight(value)?,
            _ => self.weights.findability = weight(value)?,
        }
        Ok(())
    }

    /// Checks the fields against each other and fills in dependent ones.
    fn check(mut self, given: &[&str]) -> Result<Self, ProfileError> {
        if !given.contains(&"tiles") {
            return Err(ProfileError::Missing("tiles"));
        }
        if self.weights == Weights::default() {
            return Err(ProfileError::Missing("a weight that is not 0"));
        }
        let numbers = self.tiles.end() - self.tiles.start() + 1;
        if self.boards_per_game == 0 {
            self.boards_per_game = BOARDS_PER_GAME.min(numbers);
        }
        if self.boards_per_game > numbers {
            return Err(ProfileError::Boards { boards: self.boards_per_game, numbers });
        }
        Ok(self)
    }
}

/// Default number of boards of a game. In the usual ranges a turn places about as many tiles as a share has numbers,
/// so few boards repeat.
const BOARDS_PER_GAME: u32 = 8;

/// The fields of a profile.
const FIELDS: [&str; 24] = [
    "name",
    "tiles",
    "plays",
    "plays_with_blank",
    "best",
    "unique",
    "gap",
    "length",
    "answer_commonness",
    "cross_commonness",
    "triple_triple",
    "boards_per_game",
    "racks_per_board",
    "word_racks",
    "word_commonness",
    "ban",
    "shipped_bans",
    "difficulty",
    "weight.best",
    "weight.gap",
    "weight.tiles",
    "weight.spread",
    "weight.bingo",
    "weight.findability",
];

/// An invalid line of a profile, or a profile that no candidate can meet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProfileError {
    /// The field is unknown.
    #[error("line {line}: {}", diagnostics::unknown("field", field, FIELDS))]
    Unknown {
        /// The line, from 1.
        line: usize,
        /// The field.
        field: String,
    },
    /// The field cannot have this value.
    #[error("line {line}: {field}: expected {wanted}, found {value:?}")]
    Value {
        /// The line, from 1.
        line: usize,
        /// The field.
        field: &'static str,
        /// The value found.
        value: String,
        /// The values allowed.
        wanted: &'static str,
    },
    /// The field is given twice.
    #[error("line {line}: {field} is given twice")]
    Twice {
        /// The line, from 1.
        line: usize,
        /// The field.
        field: &'static str,
    },
    /// A required field is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A game has more boards than there are tile counts to draw.
    #[error("boards_per_game is {boards}; the most that the range of tiles allows is {numbers}")]
    Boards {
        /// Number of boards of a game.
        boards: u32,
        /// Number of tile counts.
        numbers: u32,
    },
    /// The program has no profile of this name.
    #[error("{}", diagnostics::unknown("profile", .0, Profile::NAMES))]
    Name(String),
}

fn name(value: &str) -> Result<String, &'static str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let fits = !value.is_empty() && value.len() <= 64 && value.chars().all(plain);
    if fits { Ok(value.to_owned()) } else { Err("a name of letters, digits, - and _") }
}

fn count(value: &str, most: u32) -> Option<u32> {
    let plain = value.bytes().all(|b| b.is_ascii_digit());
    value.parse().ok().filter(|n| plain && *n <= most)
}

fn range(value: &str, most: u32) -> Option<RangeInclusive<u32>> {
    let (low, high) = value.split_once("..")?;
    let (low, high) = (count(low, most)?, count(high, most)?);
    (1 <= low && low <= high).then_some(low..=high)
}

fn length(value: &str) -> Option<usize> {
    let n = count(value, LONGEST as u32)? as usize;
    (n >= SHORTEST).then_some(n)
}

fn yes_no(value: &str) -> Result<bool, &'static str> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("yes or no"),
    }
}

fn share(value: &str) -> Result<u32, &'static str> {
    count(value, 16).filter(|n| *n > 0).ok_or("a whole number from 1 to 16")
}

/// A range of ratings in whole points, in hundredths of one.
fn band(value: &str) -> Result<RangeInclusive<u32>, &'static str> {
    let ends = value.split_once("..").and_then(|(l, h)| Some((count(l, 100)?, count(h, 100)?)));
    let ends = ends.filter(|(low, high)| low <= high);
    ends.map(|(low, high)| 100 * low..=100 * high).ok_or("a range within 0..100, such as 30..45")
}

/// A decimal with at most three places, in thousandths.
fn weight(value: &str) -> Result<i64, &'static str> {
    const WANTED: &str = "a number from -1000 to 1000 with at most three decimals";
    let (sign, digits) = match value.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, value),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let whole = count(whole, 1000).ok_or(WANTED)?;
    let thousandths = count(part, 999).filter(|_| part.len() <= 3).ok_or(WANTED)?;
    let thousandths = thousandths * 10u32.pow(3 - part.len() as u32);
    Ok(sign * (i64::from(whole) * 1000 + i64::from(thousandths)))
}

#[cfg(test)]
mod tests;
