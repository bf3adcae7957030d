//! Guesses of players: legality, and rank among all plays.
//!
//! A guess names a square and a word. Blanks may be marked with `?`; without marks the guess means the highest-scoring
//! play of these letters. A single tile that forms words in both directions may be written either way. Invariant: the
//! evaluation depends on the position alone, never on the stored answer.

use crate::alphabet::Letter;
use crate::board::Square;
use crate::game::TurnError;
use crate::lexicon::Lexicon;
use crate::movegen::{self, AlphabetError};
use crate::moves::{Move, MoveError};
use crate::position::{Fault, Position, PositionError};
use crate::rack::InHand;
use serde::Serialize;

/// A guess.
#[derive(Clone, Copy, Debug)]
pub struct Guess<'a> {
    /// Coordinate and direction of the word.
    pub square: &'a str,
    /// The word.
    pub word: &'a str,
}

/// The evaluation of a guess.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Evaluation {
    /// True if it can be played.
    pub legal: bool,
    /// Its score; 0 if it cannot be played.
    pub score: u32,
    /// True if no play has a higher score.
    pub best: bool,
    /// 1 plus the number of plays with a higher score; absent if it cannot be played.
    pub rank: Option<u32>,
    /// Its score divided by that of the best play, from 0 to 1.
    pub fraction: f64,
}

/// Reason why a guess is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GuessError {
    /// The square is not in the notation of squares.
    #[error("{0}")]
    Square(MoveError),
    /// The word has a character that is no letter of the alphabet.
    #[error("{0}")]
    Word(MoveError),
    /// The lexicon has another alphabet.
    #[error(transparent)]
    Alphabet(#[from] AlphabetError),
}

/// Reason why a guess cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum Illegal {
    /// Its tiles cannot be placed.
    Move(#[from] MoveError),
    /// The rack does not have the tiles.
    Rack(#[from] TurnError),
    /// It touches no tile on the board.
    Apart(#[from] PositionError),
    /// It forms an invalid word, or leaves the start free.
    Fault(#[from] Fault),
}

impl Evaluation {
    /// The evaluation of a guess that cannot be played.
    const ILLEGAL: Self = Self { legal: false, score: 0, best: false, rank: None, fraction: 0.0 };

    /// The evaluation of a guess, given all plays of the position.
    fn among(guessed: &GuessedTiles, plays: &[Move]) -> Self {
        let meant =
            plays.iter().filter(|play| guessed.match_play(play)).max_by_key(|play| play.score());
        let Some(meant) = meant else { return Self::ILLEGAL };
        let better = plays.iter().filter(|play| play.score() > meant.score()).count() as u32;
        let most = plays.iter().map(Move::score).max().unwrap_or_default();
        Self {
            legal: true,
            score: meant.score(),
            best: better == 0,
            rank: Some(better + 1),
            fraction: f64::from(meant.score()) / f64::from(most.max(1)),
        }
    }
}

/// Evaluates a guess.
///
/// # Errors
/// If the square is invalid, or the word has letters outside the alphabet.
pub fn evaluate(
    guess: Guess<'_>,
    position: &Position,
    lexicon: &Lexicon,
) -> Result<Evaluation, GuessError> {
    match tiles(guess, position)? {
        Some(guessed) => Ok(Evaluation::among(&guessed, &movegen::all(position, lexicon)?)),
        None => Ok(Evaluation::ILLEGAL),
    }
}

/// Evaluates a guess, given all plays of the position.
///
/// # Errors
/// If the square is invalid, or the word has letters outside the alphabet.
pub(super) fn evaluate_among(
    guess: Guess<'_>,
    position: &Position,
    plays: &[Move],
) -> Result<Evaluation, GuessError> {
    let guessed = tiles(guess, position)?;
    Ok(guessed.map_or(Evaluation::ILLEGAL, |guessed| Evaluation::among(&guessed, plays)))
}

/// Reason why a guess cannot be played.
pub(super) fn why_not(guess: Guess<'_>, position: &Position, lexicon: &Lexicon) -> Illegal {
    match GuessedTiles::read(guess, position) {
        Ok(guessed) => guessed.why_not(position, lexicon),
        Err(error) => error.into(),
    }
}

/// The tiles that a guess places.
struct GuessedTiles {
    placed: Vec<(Square, Letter)>,
    /// The squares of marked blanks; `None` if the guess marks none.
    blanks: Option<Vec<Square>>,
    read: Move,
}

impl GuessedTiles {
    /// Reads a guess and checks that its tiles can be placed.
    fn read(guess: Guess<'_>, position: &Position) -> Result<Self, MoveError> {
        let read = Move::read(&guess.square.to_uppercase(), guess.word, position)?;
        let placed = || read.squares().filter_map(|(square, tile)| Some((square, tile?)));
        let blanks: Vec<_> =
            placed().filter(|(_, tile)| tile.is_blank()).map(|(square, _)| square).collect();
        Ok(Self {
            placed: placed().map(|(square, tile)| (square, tile.letter())).collect(),
            blanks: (!blanks.is_empty()).then_some(blanks),
            read,
        })
    }

    /// True if a play places these tiles.
    fn match_play(&self, play: &Move) -> bool {
        let tiles = || play.squares().filter_map(|(square, tile)| Some((square, tile?)));
        let same =
            tiles().map(|(square, tile)| (square, tile.letter())).eq(self.placed.iter().copied());
        let blanks = tiles().filter(|(_, tile)| tile.is_blank()).map(|(square, _)| square);
        same && self.blanks.as_ref().is_none_or(|marked| blanks.eq(marked.iter().copied()))
    }

    /// Reason why these tiles cannot be played, provided that they cannot.
    fn why_not(&self, position: &Position, lexicon: &Lexicon) -> Illegal {
        let mut rack = position.rack().clone();
        let mut has = |&(square, letter): &(Square, Letter)| match &self.blanks {
            Some(marked) if marked.contains(&square) => rack.take(InHand::Blank),
            Some(_) => rack.take(InHand::Letter(letter)),
            None => rack.take(InHand::Letter(letter)) || rack.take(InHand::Blank),
        };
        if !self.placed.iter().all(&mut has) {
            return TurnError::Rack.into();
        }
        let mut after = position.clone();
        for (square, tile) in self.read.squares() {
            if let Some(tile) = tile {
                after.place(square, tile);
            }
        }
        if let (Err(_), Some(&(square, _))) = (after.check_islands(), self.placed.first()) {
            return PositionError::Island { square }.into();
        }
        // Faults of the position before the guess do not count.
        let before = position.faults(lexicon);
        let fault = after.faults(lexicon).into_iter().find(|fault| !before.contains(fault));
        fault.map_or_else(|| TurnError::Illegal.into(), Illegal::from)
    }
}

/// The tiles that a guess places; `None` if they cannot be placed.
fn tiles(guess: Guess<'_>, position: &Position) -> Result<Option<GuessedTiles>, GuessError> {
    match GuessedTiles::read(guess, position) {
        Ok(guessed) => Ok(Some(guessed)),
        Err(error @ MoveError::Coordinate { .. }) => Err(GuessError::Square(error)),
        Err(error @ MoveError::Letter { .. }) => Err(GuessError::Word(error)),
        Err(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::{Options, build};
    use crate::locale::Locale;
    use crate::position::{Notation, Setting};

    fn position(row: &str, rack: &str) -> Position {
        let mut rows = vec![".".repeat(15); 15];
        rows[7] = row.to_owned();
        let setting = Setting::standard(Locale::EnUs);
        Position::read(setting, &rows, Notation::Batch).unwrap().with_rack(rack).unwrap()
    }

    fn lexicon() -> Lexicon {
        build(b"at\nat\ncat\ncats\nsat\nas\nta\ntat\n", Locale::EnUs, &Options::default())
            .unwrap()
            .0
    }

    fn check(square: &str, word: &str, expect: Option<(u32, u32)>) {
        let position = position(".......CAT.....", "SA?");
        let evaluation = evaluate(Guess { square, word }, &position, &lexicon()).unwrap();
        assert_eq!(evaluation.rank.map(|rank| (evaluation.score, rank)), expect, "{square} {word}");
        assert_eq!(evaluation.legal, expect.is_some());
        assert_eq!(evaluation.best, expect.is_some_and(|(_, rank)| rank == 1));
    }

    #[test]
    fn guesses_stand_among_all_plays() {
        // Two words, SAT down through the S of CATS.
        check("11H", "sat", Some((8, 1)));
        check("11h", "SAT", Some((8, 1)));
        check("H8", "cats", Some((6, 5)));
        check("H8", "ca", None);
        check("H8", "catz", None);
        check("A1", "at", None);
        check("H8", "cat", None);
    }

    #[test]
    fn blanks_may_be_marked() {
        let position = position(".......CAT.....", "SA?");
        let lexicon = lexicon();
        let score =
            |word| evaluate(Guess { square: "H8", word }, &position, &lexicon).unwrap().score;
        assert_eq!((score("cats"), score("cat?s")), (6, 5));
    }

    #[test]
    fn what_is_no_guess_is_an_error() {
        let (position, lexicon) = (position(".......CAT.....", "SA?"), lexicon());
        let error =
            |square, word| evaluate(Guess { square, word }, &position, &lexicon).unwrap_err();
        assert!(matches!(error("H16", "cats"), GuessError::Square(_)));
        assert!(matches!(error("", "cats"), GuessError::Square(_)));
        assert!(matches!(error("H8", "c1ts"), GuessError::Word(_)));
        assert!(matches!(error("H8", "cats?"), GuessError::Word(_)));
    }

    #[test]
    fn what_cannot_be_played_says_why() {
        let (lexicon, position) = (lexicon(), position(".......CAT.....", "SAE?"));
        let plays = movegen::all(&position, &lexicon).unwrap();
        let check = |square, word, why: &str| {
            let guess = Guess { square, word };
            assert!(!evaluate_among(guess, &position, &plays).unwrap().legal, "{square} {word}");
            let told = why_not(guess, &position, &lexicon).to_string();
            assert_eq!(told, why, "{square} {word}");
        };
        check("H8", "ca", "H10: a tile lies there, and belongs to the word");
        check("H8", "catzz", "the rack does not have these tiles");
        check("H8", "cat?e", "H8: \"cate\" is no word");
        check("8A", "as", "A8: the tiles here are not connected to the others");
        check("H8", "dat", "H8: another tile lies there");
        check("H15", "as", "the word leaves the board");
        check("H8", "cat", "a move lays a tile and makes a word of two letters or more");
        let stands = |word| evaluate_among(Guess { square: "H8", word }, &position, &plays);
        assert_eq!(stands("cats").unwrap().score, 6);
        assert!(stands("c1ts").is_err());
    }
}
