//! The facade of the library: a dungeon, the judgement of a level of anybody's, and one error for all of it.

use ask::file::{self, File, LevelFileError};
use ask::judge::{self, SOLVE_STATES, Solved};
use ask::{DungeonRequest, Generated, GeneratedDungeon, Look, Refusal, Request, Task};
use draw::dungeon::Format;
use dungeon::{Dungeon as Document, Scratch};
use level::formats::json::ReadError;
use level::rate::Rating;
use level::report::text::Terms;
use level::rules::TooManyBits;
use level::{Check, Level, Limits, Rules, Verdict};
use search::{Control, Seed, SeedError};
use std::fmt::{self, Display};
use std::fs;
use std::ops::Deref;
use std::path::Path;

/// A dungeon with everything that was proved of it when it was made: it can be won, and no player can get stuck. It derefs to
/// its rooms, passages, loops, claims and its level ([`dungeon::Dungeon`]).
///
/// A loaded dungeon is what a file says; [`check`](crate::check()) of its level proves it again.
///
/// ```
/// use quandary::Dungeon;
///
/// let crypt = Dungeon::generate("crypt", 7)?;
/// for passage in &crypt.passages {
///     println!("{} to {}: {}", passage.a, passage.b, passage.kind.name());
/// }
/// assert_eq!(Dungeon::from_json(&crypt.to_json()?)?, crypt);
/// # Ok::<(), quandary::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dungeon {
    document: Document,
    /// What a file does not hold, of a dungeon that was made here.
    made: Option<Box<GeneratedDungeon>>,
}

impl Dungeon {
    /// Makes the dungeon of a category, such as `temple` or `cave`, that a seed below 2^53 stands for: of fifty attempts the
    /// best.
    ///
    /// # Errors
    /// When the category or the seed is none.
    pub fn generate(category: &str, seed: u64) -> Result<Self, Error> {
        let category = category.to_owned();
        Self::of_request(&DungeonRequest { category, ..DungeonRequest::default() }, seed)
    }

    /// Makes the dungeon that is asked for.
    ///
    /// # Errors
    /// When the request cannot be satisfied, or no attempt gave a dungeon.
    pub fn of_request(request: &DungeonRequest, seed: u64) -> Result<Self, Error> {
        Self::controlled(request, seed, &Control::default())
    }

    /// The same with a number of threads, and until a flag stops it; the dungeon depends on neither.
    ///
    /// # Errors
    /// When the request cannot be satisfied, no attempt gave a dungeon, or it was stopped.
    pub fn controlled(
        request: &DungeonRequest,
        seed: u64,
        control: &Control<'_>,
    ) -> Result<Self, Error> {
        let made = request.task()?.make(Seed::new(seed)?, control, &mut Scratch::default())?;
        let document = made.shown().document();
        Ok(Self { document, made: Some(Box::new(made)) })
    }

    /// Reads what [`to_json`](Self::to_json) or `quandary dungeon --format json` wrote.
    ///
    /// # Errors
    /// The fault of the text, with its line and column or its field.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        Ok(Self { document: Document::read(text)?, made: None })
    }

    /// The JSON of all of it (`quandary/dungeon/2`).
    ///
    /// # Errors
    /// When a number in it is none.
    pub fn to_json(&self) -> Result<String, Error> {
        let mut out = Vec::new();
        let written = diagnostics::json::outline(&mut out, &self.document, 3);
        written.map_err(|error| Error::Picture(error.to_string()))?;
        text(out)
    }

    /// The tiles as text, with a legend; of a dungeon that was made here, with what was proved too.
    ///
    /// # Errors
    /// When the level has no tiles.
    pub fn map(&self) -> Result<String, Error> {
        match &self.made {
            Some(made) => text(written(made, Format::Map)?),
            None => draw::dungeon_map::render(&self.level, &Default::default(), false)
                .ok_or_else(no_tiles),
        }
    }

    /// A picture as SVG; of a dungeon that was made here, in the look of its family.
    ///
    /// # Errors
    /// When the level has no tiles.
    pub fn to_svg(&self) -> Result<String, Error> {
        match &self.made {
            Some(made) => text(written(made, Format::Svg)?),
            None => draw::level_svg::picture(&self.level, None).ok_or_else(no_tiles),
        }
    }

    /// The same picture as PNG.
    ///
    /// # Errors
    /// When it is too large for pixels.
    pub fn to_png(&self) -> Result<Vec<u8>, Error> {
        let mut png = Vec::new();
        let written = draw::level_png::write(&mut png, &self.to_svg()?);
        written.map_err(|error| Error::Picture(error.to_string()))?;
        Ok(png)
    }
}

fn written(made: &GeneratedDungeon, format: Format) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    let written = made.write(&mut out, format, Look::default());
    written.map_err(|error| Error::Picture(error.to_string()))?;
    Ok(out)
}

fn text(bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes).map_err(|error| Error::Picture(error.to_string()))
}

fn no_tiles() -> Error {
    Error::Picture("the level has no tiles".to_owned())
}

/// Two dungeons are equal if their data are.
impl PartialEq for Dungeon {
    fn eq(&self, other: &Self) -> bool {
        self.document == other.document
    }
}

impl Deref for Dungeon {
    type Target = Document;

    fn deref(&self) -> &Document {
        &self.document
    }
}

/// Reads the level of a text of any kind that the program reads: JSON, a drawing, a map of Tiled, a project of LDtk, a room
/// graph. What looks like one of our drawings is one; levels of Sokoban are read by [`read_level_file`].
///
/// # Errors
/// The fault of the text, with its place.
pub fn read_level(text: &str) -> Result<Level, Error> {
    Ok(file::levels_of(text)?.only()?)
}

/// Reads the level of a file of any kind that the program reads, with the files beside it that it names.
///
/// # Errors
/// When it cannot be read, or the fault of its text, with its place.
pub fn read_level_file(path: impl AsRef<Path>) -> Result<Level, Error> {
    let path = path.as_ref();
    let text = fs::read_to_string(path).map_err(|error| {
        Error::File(format!("{}: {}", path.display(), diagnostics::of_io(&error)))
    })?;
    let beside = |name: &str| {
        let beside = path.with_file_name("").join(name);
        fs::read_to_string(beside).map_err(|error| diagnostics::of_io(&error))
    };
    let (name, aliases) = (path.to_string_lossy(), Default::default());
    let file = File { name: &name, text: &text, aliases: &aliases, beside: &beside };
    Ok(file::levels(&file)?.only()?)
}

/// Verdicts of the judge on a level. It prints itself in words.
#[derive(Debug)]
pub struct Judgement<'a> {
    level: &'a Level,
    rules: Rules,
    /// All that was found out.
    pub check: Check,
}

/// Judges a level by its own rules, or where it has none by the strict ones, with no limit but memory.
///
/// # Errors
/// When it has more keys, locks and blocks than a state can hold.
pub fn check(level: &Level) -> Result<Judgement<'_>, Error> {
    check_with(level, level.rules_under(None), &Limits::default())
}

/// Judges a level by other rules, and within limits. A verdict that a limit cut short is unknown.
///
/// # Errors
/// When it has more keys, locks and blocks than a state can hold.
pub fn check_with<'a>(
    level: &'a Level,
    rules: Rules,
    limits: &Limits<'_>,
) -> Result<Judgement<'a>, Error> {
    let check = level::check(level, &rules, limits)?;
    Ok(Judgement { level, rules, check })
}

impl Judgement<'_> {
    /// True if it is proved that the goal can be reached.
    #[must_use]
    pub fn is_winnable(&self) -> bool {
        matches!(self.check.verdict, Verdict::Solvable { .. })
    }

    /// True if it is proved that the level has no softlock: the goal can be reached from every state a player
    /// can get into.
    #[must_use]
    pub fn is_softlock_free(&self) -> bool {
        self.check.is_softlock_free()
    }
}

impl Display for Judgement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms = Terms { rules: &self.rules, limits: &Limits::default() };
        f.write_str(&level::report::text::check(self.level, terms, &self.check))
    }
}

/// A cheapest plan through a level, or the proof that there is none. It prints itself in words.
#[derive(Debug)]
pub struct Solution<'a> {
    level: &'a Level,
    /// The verdict, the rules that were in force, and why there is no way.
    pub solved: Solved,
}

/// Looks for a plan through a level by its own rules, or where it has none by the strict ones, with no limit but memory.
///
/// # Errors
/// When it has more keys, locks and blocks than a state can hold.
pub fn solve(level: &Level) -> Result<Solution<'_>, Error> {
    solve_with(level, level.rules_under(None), &Default::default(), &Limits::default())
}

/// Looks for a plan by other rules, in another way, and within limits. A verdict that a limit cut short is unknown.
///
/// # Errors
/// When it has more keys, locks and blocks than a state can hold.
pub fn solve_with<'a>(
    level: &'a Level,
    rules: Rules,
    options: &level::Options,
    limits: &Limits<'_>,
) -> Result<Solution<'a>, Error> {
    Ok(Solution { level, solved: judge::solved(level, rules, options, limits)? })
}

impl Solution<'_> {
    /// The number of moves of the plan; `None` where there is none.
    #[must_use]
    pub fn moves(&self) -> Option<usize> {
        match &self.solved.found.verdict {
            Verdict::Solvable { walk, .. } => Some(walk.records.len()),
            Verdict::Unsolvable | Verdict::Unknown(_) => None,
        }
    }
}

impl Display for Solution<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.solved.words(self.level, &Limits::default()))
    }
}

/// Help for whoever plays a level, after some steps such as `right 3, up`; `rung` is how much is told: 1 how things stand, 2 where
/// to go, 3 what for, 4 the next moves.
///
/// # Errors
/// When the level is too large, a step is none or not allowed, or there is no such rung.
pub fn hint(level: &Level, at: &str, rung: u64) -> Result<String, Error> {
    let limits = Limits { states: Some(SOLVE_STATES), ..Limits::default() };
    Ok(judge::hinted(level, &level.rules_under(None), (at, rung), &limits)?.words(level))
}

/// Rates how hard a level is, from 0 to 100; `None` where it cannot be won, or that was not decided.
///
/// # Errors
/// When it has more keys, locks and blocks than a state can hold.
pub fn rate(level: &Level) -> Result<Option<Rating>, Error> {
    Ok(judge::rating(level, &level.rules_under(None))?.1)
}

/// Reason for which a library function failed, in words.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A seed of 2^53 or more.
    #[error(transparent)]
    Seed(#[from] SeedError),
    /// What is asked for cannot be, or nothing was found, or the search was stopped: its kind says which.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A text is no dungeon; with the line and column, or the field.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A text is no level; with its place, or the kind that it is.
    #[error(transparent)]
    Level(#[from] LevelFileError),
    /// A file cannot be read: its path, and why.
    #[error("{0}")]
    File(String),
    /// A level has more things to keep track of than the judge has bits.
    #[error(transparent)]
    Large(#[from] TooManyBits),
    /// A picture or a file of JSON could not be made.
    #[error("{0}")]
    Picture(String),
    /// There is no such lexicon.
    #[error(transparent)]
    Lexicon(#[from] crossword::lexicon::ShippedError),
    /// A board or a rack is wrong.
    #[error(transparent)]
    Position(#[from] crossword::position::PositionError),
    /// A lexicon is of another alphabet than the board.
    #[error(transparent)]
    Alphabet(#[from] crossword::movegen::AlphabetError),
}
