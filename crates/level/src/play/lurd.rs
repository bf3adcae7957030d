//! Moves in the notation of Sokoban programs: `l`, `u`, `r` and `d`, as capitals where a block is pushed.
//!
//! A number before a move repeats it, and a number before a group in parentheses repeats the group: `2(3rU)` is
//! `rrrUrrrU`. White space is ignored. Readers accept any case, because the moves are the same.

use super::letters::{LETTERS, letters};
use super::saved::{self, StateError};
use super::step::{self, Command, Step, StepError};
use super::{Game, Refusal, Unplayable};
use crate::model::Level;
use crate::rules::Rules;

pub use super::letters::is_moves;

/// Reads moves. It does not check them against the rules.
///
/// # Errors
/// [`StepError`] for the first character that is no part of moves, an unbalanced parenthesis, the number 0, or more
/// than [`MOST_STEPS`](super::step::MOST_STEPS) moves.
///
/// ```
/// use quandary_level::play::lurd;
/// assert_eq!(lurd::read("2(3rU)")?, lurd::read("rrrUrrrU")?);
/// # Ok::<(), quandary_level::play::StepError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Step>, StepError> {
    step::of_letters(text)
}

/// Writes the steps of a game; `None` if one is no plain move up, down, left or right.
#[must_use]
pub fn write(game: &Game<'_>) -> Option<String> {
    let letter = |(step, is_push): (&Step, bool)| {
        let Step { command: Command::Go(way), by: 0 } = *step else { return None };
        let (letter, _) = LETTERS.into_iter().find(|(_, known)| *known == way)?;
        Some(if is_push { letter.to_ascii_uppercase() } else { letter })
    };
    let pushes = game.records().map(|record| record.pushed.is_some());
    game.steps().iter().zip(pushes).map(letter).collect()
}

/// A replay that won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Won {
    /// The number of moves until it won; later moves are not made.
    pub moves: usize,
    /// The number of moves that pushed a block.
    pub pushes: usize,
}

/// Replays moves, steps in words or a saved game from the start. The error of a replay that does not win says in words
/// which move is not allowed, or that the goal is not reached.
///
/// # Errors
/// [`StateError`] for a text that is none of these.
pub fn replay(level: &Level, rules: &Rules, text: &str) -> Result<Result<Won, String>, StateError> {
    if is_moves(text) {
        return Ok(played(level, rules, named(text)?.into_iter()));
    }
    let (steps, _) = saved::read_under(level, rules, text)?;
    Ok(played(level, rules, steps.into_iter().map(|step| (step, step.words(level)))))
}

/// Checks that moves win a level by its own rules.
///
/// # Errors
/// The first move that is none or is not allowed, or that the goal is not reached, in words.
pub fn solves(level: &Level, text: &str) -> Result<(), String> {
    let moves = named(text).map_err(|error| error.to_string())?;
    played(level, &level.rules_under(None), moves.into_iter()).map(|_| ())
}

/// The steps of moves, each with its letter.
fn named(text: &str) -> Result<Vec<(Step, char)>, StepError> {
    let moves = letters(text).map_err(StepError::from)?;
    Ok(moves.into_iter().map(|(way, letter)| (Command::Go(way).into(), letter)).collect())
}

/// Replays steps, each with its name.
fn played<N: std::fmt::Display>(
    level: &Level,
    rules: &Rules,
    steps: impl Iterator<Item = (Step, N)>,
) -> Result<Won, String> {
    let mut game = Game::of(level, rules).map_err(|error: Unplayable| error.to_string())?;
    let mut won = Won { moves: 0, pushes: 0 };
    for (step, name) in steps {
        if game.is_won() {
            break;
        }
        won.moves += 1;
        let record = game.step(step);
        let fault = |refusal: Refusal| refusal.words(level);
        let record = record.map_err(|no| format!("move {}, {name}: {}", won.moves, fault(no)))?;
        won.pushes += usize::from(record.pushed.is_some());
    }
    match game.is_won() {
        true => Ok(won),
        false => {
            let moves = diagnostics::counted(won.moves as u64, "move", "moves");
            Err(format!("the goal is not reached after {moves}"))
        }
    }
}
