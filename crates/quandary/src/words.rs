//! Words: lexicons, the plays of a position, riddles.
//!
//! ```
//! use quandary::words::{Locale, RiddleRequest, lexicon, plays, riddle, riddle_of};
//!
//! let lexicon = lexicon(Locale::EnUs)?;
//! let board = [""; 0]; // an empty board; otherwise fifteen rows of fifteen letters and dots
//! let (position, plays) = plays(&lexicon, &board, "quiz?ng")?;
//! println!("{}, the best of {}", plays[0].describe(&position), plays.len());
//! let riddle = riddle(&lexicon, "daily", 7)?;
//! println!("{}\n{}: {}", riddle.board().join("\n"), riddle.rack(), riddle.description());
//! let request = RiddleRequest { seed: Some(7), attempts: Some(300), ..RiddleRequest::default() };
//! println!("{}", riddle_of(&lexicon, &request)?.description()); // as `quandary riddle --seed 7 --attempts 300`
//! # Ok::<(), quandary::Error>(())
//! ```

use crate::Error;
use search::{Control, Goal, Seed};

pub use ask::RiddleRequest;
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
/// If no lexicon comes with the library, as for Norwegian.
pub fn lexicon(locale: Locale) -> Result<Lexicon, Error> {
    Ok(crossword::lexicon::shipped(locale)?)
}

/// A position on the standard board, and all plays of a rack on it, highest score first. An upper-case letter is a
/// tile, a lower-case letter a blank; no rows are an empty board.
///
/// # Errors
/// If the rows or the rack are not valid.
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

/// The first riddle of a seed below 2^53 under a profile: `design`, `daily` or `open`.
///
/// # Errors
/// If there is no such profile, or nothing was found.
pub fn riddle(lexicon: &Lexicon, profile: &str, seed: u64) -> Result<Riddle, Error> {
    let profile = Some(profile.to_owned());
    let request = RiddleRequest { profile, attempts: Some(ATTEMPTS), ..RiddleRequest::default() };
    let mut task = request.task()?;
    task.budget.goal = Goal::First;
    Ok(task.make(lexicon, Seed::new(seed)?, &Control::default())?.0)
}

/// The best riddle for a request, as `quandary riddle` generates it; without a seed the seed is random.
///
/// # Errors
/// If the request cannot be satisfied, or nothing was found.
pub fn riddle_of(lexicon: &Lexicon, request: &RiddleRequest) -> Result<Riddle, Error> {
    let seed = request.seed.map_or_else(|| Ok(Seed::random(1)), Seed::new)?;
    Ok(request.task()?.make(lexicon, seed, &Control::default())?.0)
}
