//! Moves in the notation of Sokoban programs: `l`, `u`, `r` and `d`, as capitals where a block is pushed.
//!
//! A number before a move repeats it, and a number before a group in parentheses repeats the group: `2(3rU)` is
//! `rrrUrrrU`. White space is ignored. Readers accept any case, because the moves are the same.

use super::saved::{self, StateError};
use super::step::{Command, MOST_STEPS, Step, StepError};
use super::{Game, Refusal, Unplayable};
use crate::model::Level;
use crate::rules::{Rules, Way};

/// The letters of the moves.
const LETTERS: [(char, Way); 4] =
    [('l', Way::Left), ('u', Way::Up), ('r', Way::Right), ('d', Way::Down)];

/// The move of a letter, in any case.
fn way(letter: char) -> Option<Way> {
    let is = |known: &&(char, Way)| known.0 == letter.to_ascii_lowercase();
    LETTERS.iter().find(is).map(|(_, way)| *way)
}

/// True if a text has a move, and otherwise only moves, digits, parentheses and white space.
#[must_use]
pub fn is_moves(text: &str) -> bool {
    let is_other = |letter: char| {
        letter.is_ascii_digit() || letter.is_whitespace() || matches!(letter, '(' | ')')
    };
    text.chars().all(|letter| way(letter).is_some() || is_other(letter))
        && text.contains(|letter| way(letter).is_some())
}

/// Reads moves. It does not check them against the rules.
///
/// # Errors
/// [`StepError`] for the first character that is no part of moves, an unbalanced parenthesis, the number 0, or more
/// than [`MOST_STEPS`] moves.
///
/// ```
/// use quandary_level::play::lurd;
/// assert_eq!(lurd::read("2(3rU)")?, lurd::read("rrrUrrrU")?);
/// # Ok::<(), quandary_level::play::StepError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Step>, StepError> {
    Ok(letters(text)?.into_iter().map(|(step, _)| step).collect())
}

/// The moves of a text, each with its letter.
fn letters(text: &str) -> Result<Vec<(Step, char)>, StepError> {
    let mut reader = Reader::default();
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        let index = reader.moves.len();
        reader.letter(letter).map_err(|message| StepError { index, message })?;
    }
    let index = reader.moves.len();
    reader.end().map_err(|message| StepError { index, message })?;
    Ok(reader.moves)
}

/// The deepest group within groups.
const DEEPEST: usize = 100;
/// The fault of a number without anything after it.
const BARE: &str = "a number stands before the move or the group that it repeats";

/// A text of moves with the state of reading.
#[derive(Default)]
struct Reader {
    moves: Vec<(Step, char)>,
    /// The open groups: how often each is repeated, and the index of its first move.
    open: Vec<(usize, usize)>,
    /// The number before the next move or group.
    times: Option<usize>,
}

impl Reader {
    fn letter(&mut self, letter: char) -> Result<(), String> {
        if let Some(digit) = letter.to_digit(10) {
            let number = self.times.unwrap_or(0).saturating_mul(10);
            self.times = Some(number.saturating_add(digit as usize));
            return Ok(());
        }
        let (times, begin) = (self.times.take(), self.moves.len());
        match (letter, way(letter)) {
            _ if times == Some(0) => Err("a move or a group is repeated 0 times".to_owned()),
            ('(', _) if self.open.len() == DEEPEST => {
                Err(format!("more than {DEEPEST} groups are within each other"))
            }
            ('(', _) => {
                self.open.push((times.unwrap_or(1), begin));
                Ok(())
            }
            (')', _) if times.is_some() => Err(BARE.to_owned()),
            (')', _) => {
                let (times, begin) = self.open.pop().ok_or("a ) closes no group")?;
                self.repeat(begin, times)
            }
            (_, Some(way)) => {
                self.moves.push((Step::from(Command::Go(way)), letter));
                self.repeat(begin, times.unwrap_or(1))
            }
            _ => Err(format!("{letter:?} is no move; moves are l, u, r, d")),
        }
    }

    /// Repeats the moves from an index on, so that they are there `times` times.
    fn repeat(&mut self, begin: usize, times: usize) -> Result<(), String> {
        let end = self.moves.len();
        let more = (end - begin).saturating_mul(times - 1);
        if end.saturating_add(more) > MOST_STEPS {
            return Err(format!("more than {} steps", diagnostics::grouped(MOST_STEPS as u64)));
        }
        for at in (begin..end).cycle().take(more) {
            self.moves.extend(self.moves.get(at).copied());
        }
        Ok(())
    }

    fn end(&self) -> Result<(), String> {
        match (self.times, self.open.is_empty()) {
            (Some(_), _) => Err(BARE.to_owned()),
            (None, false) => Err("a ( is not closed".to_owned()),
            (None, true) => Ok(()),
        }
    }
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
        return Ok(played(level, rules, letters(text)?.into_iter()));
    }
    let (steps, _) = saved::read_under(level, rules, text)?;
    Ok(played(level, rules, steps.into_iter().map(|step| (step, step.words(level)))))
}

/// Checks that moves win a level by its own rules.
///
/// # Errors
/// The first move that is none or is not allowed, or that the goal is not reached, in words.
pub fn solves(level: &Level, text: &str) -> Result<(), String> {
    let moves = letters(text).map_err(|error| error.to_string())?;
    played(level, &level.rules_under(None), moves.into_iter()).map(|_| ())
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
