//! Words: lexicons, the plays of a position, riddles.
//!
//! ```
//! use quandary::words::{Locale, lexicon, plays, riddle};
//!
//! let lexicon = lexicon(Locale::EnUs)?;
//! let board = [""; 0]; // an empty one; else fifteen rows of fifteen letters and dots
//! let (position, plays) = plays(&lexicon, &board, "quiz?ng")?;
//! println!("{}, the best of {}", plays[0].describe(&position), plays.len());
//! let riddle = riddle(&lexicon, "daily", 7)?;
//! println!("{}\n{}: {}", riddle.board().join("\n"), riddle.rack(), riddle.description());
//! # Ok::<(), quandary::Error>(())
//! ```

use crate::Error;
use ask::Refusal;
use search::{Budget, Control, Goal, Seed};

pub use crossword::lexicon::Lexicon;
pub use crossword::locale::Locale;
pub use crossword::moves::Move;
pub use crossword::position::{Notation, Position, Setting};
pub use crossword::riddle::{Profile, Riddle};

/// Number of attempts for a riddle.
const ATTEMPTS: u64 = 20_000;

/// The lexicon of a language that comes with the library.
///
/// # Errors
/// When none comes with it, as for Norwegian.
pub fn lexicon(locale: Locale) -> Result<Lexicon, Error> {
    Ok(crossword::lexicon::shipped(locale)?)
}

/// A position on the standard board, and all plays of a rack on it, the highest score first. An upper-case letter is a
/// tile, a lower-case one a blank; no rows are an empty board.
///
/// # Errors
/// When the rows or the rack cannot be.
pub fn plays<R: AsRef<str>>(
    lexicon: &Lexicon,
    rows: &[R],
    rack: &str,
) -> Result<(Position, Vec<Move>), Error> {
    let setting = Setting::standard(lexicon.about().locale);
    let position = match rows {
        [] => Position::empty(setting),
        rows => Position::read(setting, rows, Notation::Batch)?,
    };
    let position = position.with_rack(rack)?;
    let plays = crossword::movegen::all(&position, lexicon)?;
    Ok((position, plays))
}

/// The first riddle of a seed below 2^53 by a profile: `design`, `daily` or `open`.
///
/// # Errors
/// When there is no such profile, or nothing was found.
pub fn riddle(lexicon: &Lexicon, profile: &str, seed: u64) -> Result<Riddle, Error> {
    let setting = Setting::standard(lexicon.about().locale);
    let request = crossword::riddle::Request::new(setting, Profile::named(profile)?);
    let budget = Budget { goal: Goal::First, attempts: Some(ATTEMPTS), time: None };
    let seed = Seed::new(seed)?;
    let report = crossword::riddle::make(&request, lexicon, seed, &budget, &Control::default())?;
    let none = || {
        Refusal::nothing(format_args!("no riddle in {ATTEMPTS} attempts: {}", report.tally)).into()
    };
    report.riddles.first().cloned().ok_or_else(none)
}
