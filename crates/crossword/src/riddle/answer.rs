//! Requirements on an answer: its length, its squares, and the words that it makes.

use super::reject::Reject;
use super::{Profile, Request};
use crate::board::BoardType;
use crate::lexicon::Lexicon;
use crate::moves::Move;
use crate::position::Position;

/// Checks the best play's score, length and squares.
pub(super) fn shape(best: &Move, position: &Position, profile: &Profile) -> Result<(), Reject> {
    if best.score() < profile.best {
        return Err(Reject::BestScore);
    }
    if best.len() < profile.length {
        return Err(Reject::AnswerLength);
    }
    if !profile.triple_triple && triple_words(best, position.setting().board) >= 2 {
        return Err(Reject::TripleTriple);
    }
    Ok(())
}

/// Number of triple-word squares that a play covers with new tiles.
fn triple_words(play: &Move, board: BoardType) -> usize {
    let laid = play.squares().filter(|(_, tile)| tile.is_some());
    laid.filter(|(square, _)| board.board().premium(*square).word == 3).count()
}

/// Checks the best play's words. In a lexicon without ranks every word is familiar.
pub(super) fn words(
    best: &Move,
    position: &Position,
    request: &Request,
    lexicon: &Lexicon,
) -> Result<(), Reject> {
    let (profile, alphabet) = (&request.profile, lexicon.alphabet());
    if request.bans(&plain(best, position)) {
        return Err(Reject::Banned);
    }
    let answer = profile.answer_commonness.of(alphabet);
    let cross = profile.cross_commonness.of(alphabet);
    if !lexicon.has_ranks() || answer.max(cross) == 0 {
        return Ok(());
    }
    let words = best.words(position);
    let mut ranks = words.iter().map(|word| lexicon.rank_of(word).unwrap_or(0));
    if ranks.next().is_some_and(|rank| rank < answer) {
        return Err(Reject::AnswerUnfamiliar);
    }
    if ranks.any(|rank| rank < cross) {
        return Err(Reject::CrossUnfamiliar);
    }
    Ok(())
}

/// The word of a play in lower case, blanks as the letters that they stand for.
pub(super) fn plain(play: &Move, position: &Position) -> String {
    let alphabet = position.setting().tiles().alphabet();
    play.letters(position).map(|letter| alphabet.lower(letter)).collect()
}
