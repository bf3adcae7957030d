//! The facade of the library: dungeons, checks of any level, and one error type.

use ask::file::{self, File, FileLevels, LevelFileError};
use ask::judge::{self, SOLVE_STATES, Solved};
use ask::{DungeonRequest, Generated, GeneratedDungeon, Look, Refusal, Request, Task};
use draw::dungeon::Format;
use dungeon::Scratch;
use formats::aliases::Aliases;
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

/// A dungeon with its proofs: it can be won, and no player can get stuck. It derefs to its rooms, passages, loops, claims
/// and level ([`dungeon::Dungeon`]).
///
/// A loaded dungeon has the claims of the file; [`check`](crate::check()) of its level proves them again.
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
    document: dungeon::Dungeon,
    /// The part that a file does not hold; `None` for a loaded dungeon.
    made: Option<Box<GeneratedDungeon>>,
}

impl Dungeon {
    /// Generates the dungeon of a category, such as `temple` or `cave`, from a seed below 2^53: the best of 50
    /// attempts.
    ///
    /// # Errors
    /// If the category or the seed is not valid.
    pub fn generate(category: &str, seed: u64) -> Result<Self, Error> {
        let category = category.to_owned();
        Self::of_request(&DungeonRequest { category, ..DungeonRequest::default() }, seed)
    }

    /// Generates the requested dungeon.
    ///
    /// # Errors
    /// If the request cannot be satisfied, or no attempt gave a dungeon.
    pub fn of_request(request: &DungeonRequest, seed: u64) -> Result<Self, Error> {
        Self::controlled(request, seed, &Control::default())
    }

    /// Like [`of_request`](Self::of_request), with a number of threads and a flag that stops the search; the dungeon
    /// depends on neither.
    ///
    /// # Errors
    /// If the request cannot be satisfied, no attempt gave a dungeon, or the search was stopped.
    pub fn controlled(
        request: &DungeonRequest,
        seed: u64,
        control: &Control<'_>,
    ) -> Result<Self, Error> {
        let made = request.task()?.make(Seed::new(seed)?, control, &mut Scratch::default())?;
        let document = made.shown().document();
        Ok(Self { document, made: Some(Box::new(made)) })
    }

    /// Reads the output of [`to_json`](Self::to_json) or of `quandary dungeon --format json`.
    ///
    /// # Errors
    /// The fault of the text, with its line and column or its field.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        Ok(Self { document: dungeon::Dungeon::read(text)?, made: None })
    }

    /// The complete dungeon as JSON (`quandary/dungeon/2`).
    ///
    /// # Errors
    /// If a number is not finite.
    pub fn to_json(&self) -> Result<String, Error> {
        let mut out = Vec::new();
        let written = diagnostics::json::outline(&mut out, &self.document, 3);
        written.map_err(|error| Error::Picture(error.to_string()))?;
        text(out)
    }

    /// The tiles as text with a legend; for a generated dungeon also the proofs.
    ///
    /// # Errors
    /// If the level has no tiles.
    pub fn map(&self) -> Result<String, Error> {
        match &self.made {
            Some(made) => text(written(made, Format::Map)?),
            None => draw::dungeon_map::render(&self.level, &Default::default(), false)
                .ok_or_else(no_tiles),
        }
    }

    /// An SVG picture; a generated dungeon has the look of its family.
    ///
    /// # Errors
    /// If the level has no tiles.
    pub fn to_svg(&self) -> Result<String, Error> {
        match &self.made {
            Some(made) => text(written(made, Format::Svg)?),
            None => draw::level_svg::picture(&self.level, None).ok_or_else(no_tiles),
        }
    }

    /// The same picture as PNG.
    ///
    /// # Errors
    /// If it is too large for pixels.
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
    type Target = dungeon::Dungeon;

    fn deref(&self) -> &dungeon::Dungeon {
        &self.document
    }
}

/// Reads a level from text in any format of the program: JSON, a drawing, a map of Tiled, a project of LDtk, a room
/// graph. A text that looks like a drawing of ours is read as one; [`read_level_file`] reads levels of Sokoban.
///
/// # Errors
/// The fault of the text, with its place.
pub fn read_level(text: &str) -> Result<Level, Error> {
    Ok(file::levels_of(text)?.only()?)
}

/// Reads the only level of a file in any format of the program, together with the files beside it that it names.
///
/// # Errors
/// If the file cannot be read or has several levels, or the fault of its text, with its place.
pub fn read_level_file(path: impl AsRef<Path>) -> Result<Level, Error> {
    Ok(read_levels_file(path, &Aliases::default(), None)?.only()?)
}

/// Reads all levels of a file, with the notes and guesses about them. `aliases` says what foreign names mean, as
/// `--map` does; `game` is the game of a level of GVGAI or of an array: its name, or the text of its description.
///
/// # Errors
/// If the file cannot be read or is not UTF-8 text, or the fault of its text, with its place.
pub fn read_levels_file(
    path: impl AsRef<Path>,
    aliases: &Aliases,
    game: Option<&str>,
) -> Result<FileLevels, Error> {
    let path = path.as_ref();
    let text = fs::read_to_string(path).map_err(|error| {
        Error::File(format!("{}: {}", path.display(), diagnostics::of_io(&error)))
    })?;
    let beside = |name: &str| {
        let beside = path.with_file_name("").join(name);
        fs::read_to_string(beside).map_err(|error| diagnostics::of_io(&error))
    };
    let name = path.to_string_lossy();
    let file = File { name: &name, text: &text, form: None, game, aliases, beside: &beside };
    Ok(file::levels(&file)?)
}

/// The verdicts on a level. `Display` prints them as text.
#[derive(Debug)]
pub struct Judgement<'a> {
    level: &'a Level,
    rules: Rules,
    /// All findings.
    pub check: Check,
}

/// Checks a level under its own rules, or under the strict rules if it has none, with no limit except memory.
///
/// # Errors
/// If it has more keys, locks and blocks than a state can hold.
pub fn check(level: &Level) -> Result<Judgement<'_>, Error> {
    check_with(level, level.rules_under(None), &Limits::default())
}

/// Checks a level under the given rules and limits. A verdict is unknown if a limit was reached first.
///
/// # Errors
/// If it has more keys, locks and blocks than a state can hold.
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

    /// True if it is proved that the level has no softlock: the goal can be reached from every reachable state.
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

/// A cheapest plan for a level, or the proof that there is none. `Display` prints it as text.
#[derive(Debug)]
pub struct Solution<'a> {
    level: &'a Level,
    /// The verdict, the rules, and the reason if there is no plan.
    pub solved: Solved,
}

/// Searches for a plan under the rules of the level, or under the strict rules if it has none, with no limit except
/// memory.
///
/// # Errors
/// If it has more keys, locks and blocks than a state can hold.
pub fn solve(level: &Level) -> Result<Solution<'_>, Error> {
    solve_with(level, level.rules_under(None), &Default::default(), &Limits::default())
}

/// Searches for a plan under the given rules, search options and limits. A verdict is unknown if a limit was reached
/// first.
///
/// # Errors
/// If it has more keys, locks and blocks than a state can hold.
pub fn solve_with<'a>(
    level: &'a Level,
    rules: Rules,
    options: &level::Options,
    limits: &Limits<'_>,
) -> Result<Solution<'a>, Error> {
    Ok(Solution { level, solved: judge::solved(level, rules, options, limits)? })
}

impl Solution<'_> {
    /// Number of moves of the plan; `None` without a plan.
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

/// A hint after some steps such as `right 3, up`. `rung` is the hint level: 1 winnable or not, 2 the next place, 3
/// the purpose, 4 the next moves.
///
/// # Errors
/// If the level is too large, a step is unknown or not allowed, or there is no such hint level.
pub fn hint(level: &Level, at: &str, rung: u64) -> Result<String, Error> {
    let limits = Limits { states: Some(SOLVE_STATES), ..Limits::default() };
    Ok(judge::hinted(level, &level.rules_under(None), (at, rung), &limits)?.words(level))
}

/// Rates the difficulty of a level from 0 to 100; `None` if it cannot be won, or that was not decided.
///
/// # Errors
/// If it has more keys, locks and blocks than a state can hold.
pub fn rate(level: &Level) -> Result<Option<Rating>, Error> {
    Ok(judge::rating(level, &level.rules_under(None))?.1)
}

/// The reason why a library function failed, as text.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A seed of 2^53 or more.
    #[error(transparent)]
    Seed(#[from] SeedError),
    /// The request is not possible, nothing was found, or the search was stopped: the kind says which.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A text is not a dungeon; with the line and column, or the field.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A text is not a level; with its place, or with the kind of file that it is.
    #[error(transparent)]
    Level(#[from] LevelFileError),
    /// A file cannot be read; with its path and the reason.
    #[error("{0}")]
    File(String),
    /// A level has more things to track than the verifier has bits.
    #[error(transparent)]
    Large(#[from] TooManyBits),
    /// A picture or a JSON file could not be created.
    #[error("{0}")]
    Picture(String),
    /// There is no such lexicon.
    #[error(transparent)]
    Lexicon(#[from] crossword::lexicon::ShippedError),
    /// A board or a rack is not valid.
    #[error(transparent)]
    Position(#[from] crossword::position::PositionError),
    /// A lexicon has another alphabet than the board.
    #[error(transparent)]
    Alphabet(#[from] crossword::movegen::AlphabetError),
}
