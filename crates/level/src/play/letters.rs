//! The letters of moves in the notation LURD.

use crate::rules::Way;

/// Limit on steps.
pub const MOST_STEPS: usize = 100_000;

/// A fault of a text, with the number of moves before it.
pub(super) struct Fault {
    pub(super) index: usize,
    pub(super) message: String,
}

/// The letters of the moves.
pub(super) const LETTERS: [(char, Way); 4] =
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

/// The moves of a text, each with its letter.
pub(super) fn letters(text: &str) -> Result<Vec<(Way, char)>, Fault> {
    let mut reader = Reader::default();
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        let index = reader.moves.len();
        reader.letter(letter).map_err(|message| Fault { index, message })?;
    }
    let index = reader.moves.len();
    reader.end().map_err(|message| Fault { index, message })?;
    Ok(reader.moves)
}

/// The deepest group within groups.
const DEEPEST: usize = 100;
/// The fault of a number without anything after it.
const BARE: &str = "a number stands before the move or the group that it repeats";

/// A text of moves with the state of reading.
#[derive(Default)]
struct Reader {
    moves: Vec<(Way, char)>,
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
                self.moves.push((way, letter));
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
