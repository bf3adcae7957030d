//! Guesses: their legality, and their rank among all plays.
//!
//! Whoever guesses writes the square and the word; a blank may be marked with `?`, and where nothing is marked
//! the play of these letters that is worth most is meant. A single tile that makes words both ways may be
//! written either way. Invariant: what is answered depends on the position alone, never on the stored answer.

use crossword::alphabet::Letter;
use crossword::board::Square;
use crossword::lexicon::Lexicon;
use crossword::movegen::{self, AlphabetError};
use crossword::moves::{Move, MoveError};
use crossword::position::Position;
use serde::Serialize;

/// A guess.
#[derive(Clone, Copy, Debug)]
pub struct Guess<'a> {
    /// Coordinate and direction of the word.
    pub square: &'a str,
    /// The word.
    pub word: &'a str,
}

/// How a guess stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Judged {
    /// Whether it can be played.
    pub legal: bool,
    /// What it is worth.
    pub score: u32,
    /// Whether nothing is worth more.
    pub best: bool,
    /// One more than the number of plays that are worth more; none if it cannot be played.
    pub rank: Option<u32>,
    /// What it is worth of what the best play is worth, from 0 to 1.
    pub fraction: f64,
}

/// Reason for which a guess is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GuessError {
    /// The square is not written as squares are.
    #[error("{0}")]
    Square(MoveError),
    /// The word has a letter that is none.
    #[error("{0}")]
    Word(MoveError),
    /// The lexicon is of another language.
    #[error(transparent)]
    Alphabet(#[from] AlphabetError),
}

impl Judged {
    /// The judgement of a guess that cannot be played.
    const ILLEGAL: Self = Self { legal: false, score: 0, best: false, rank: None, fraction: 0.0 };
}

/// Judges a guess.
///
/// # Errors
/// When it is no square, or no word of the alphabet.
pub fn judge(
    guess: Guess<'_>,
    position: &Position,
    lexicon: &Lexicon,
) -> Result<Judged, GuessError> {
    let Some(wanted) = tiles(guess, position)? else { return Ok(Judged::ILLEGAL) };
    let plays = movegen::all(position, lexicon)?;
    let meant = plays.iter().filter(|play| wanted.are_of(play)).max_by_key(|play| play.score());
    let Some(meant) = meant else { return Ok(Judged::ILLEGAL) };
    let better = plays.iter().filter(|play| play.score() > meant.score()).count() as u32;
    let most = plays.iter().map(Move::score).max().unwrap_or_default();
    Ok(Judged {
        legal: true,
        score: meant.score(),
        best: better == 0,
        rank: Some(better + 1),
        fraction: f64::from(meant.score()) / f64::from(most.max(1)),
    })
}

/// The tiles that a guess lays.
struct Wanted {
    laid: Vec<(Square, Letter)>,
    /// The squares on which blanks are to lie; none where the guess leaves it open.
    blanks: Option<Vec<Square>>,
}

impl Wanted {
    /// True if a play lays these tiles.
    fn are_of(&self, play: &Move) -> bool {
        let tiles = || play.squares().filter_map(|(square, tile)| Some((square, tile?)));
        let same =
            tiles().map(|(square, tile)| (square, tile.letter())).eq(self.laid.iter().copied());
        let blanks = tiles().filter(|(_, tile)| tile.is_blank()).map(|(square, _)| square);
        same && self.blanks.as_ref().is_none_or(|marked| blanks.eq(marked.iter().copied()))
    }
}

/// The tiles that a guess lays; none if they cannot lie there.
fn tiles(guess: Guess<'_>, position: &Position) -> Result<Option<Wanted>, GuessError> {
    let read = match Move::read(&guess.square.to_uppercase(), guess.word, position) {
        Ok(read) => read,
        Err(error @ MoveError::Coordinate { .. }) => return Err(GuessError::Square(error)),
        Err(error @ MoveError::Letter { .. }) => return Err(GuessError::Word(error)),
        Err(_) => return Ok(None),
    };
    let laid = || read.squares().filter_map(|(square, tile)| Some((square, tile?)));
    let blanks: Vec<_> =
        laid().filter(|(_, tile)| tile.is_blank()).map(|(square, _)| square).collect();
    Ok(Some(Wanted {
        laid: laid().map(|(square, tile)| (square, tile.letter())).collect(),
        blanks: (!blanks.is_empty()).then_some(blanks),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossword::lexicon::{Options, build};
    use crossword::locale::Locale;
    use crossword::position::{Notation, Setting};

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
        let judged = judge(Guess { square, word }, &position, &lexicon()).unwrap();
        assert_eq!(judged.rank.map(|rank| (judged.score, rank)), expect, "{square} {word}");
        assert_eq!(judged.legal, expect.is_some());
        assert_eq!(judged.best, expect.is_some_and(|(_, rank)| rank == 1));
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
        let score = |word| judge(Guess { square: "H8", word }, &position, &lexicon).unwrap().score;
        assert_eq!((score("cats"), score("cat?s")), (6, 5));
    }

    #[test]
    fn what_is_no_guess_is_an_error() {
        let (position, lexicon) = (position(".......CAT.....", "SA?"), lexicon());
        let error = |square, word| judge(Guess { square, word }, &position, &lexicon).unwrap_err();
        assert!(matches!(error("H16", "cats"), GuessError::Square(_)));
        assert!(matches!(error("", "cats"), GuessError::Square(_)));
        assert!(matches!(error("H8", "c1ts"), GuessError::Word(_)));
        assert!(matches!(error("H8", "cats?"), GuessError::Word(_)));
    }
}
