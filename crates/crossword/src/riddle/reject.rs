//! The reject reasons in the order of their checks, and the checks of the best play alone: score, length, squares and
//! words.

use super::{Profile, Request};
use crate::board::BoardType;
use crate::lexicon::Lexicon;
use crate::moves::Move;
use crate::position::Position;
use std::fmt::{self, Display};

/// Reason why an attempt gave no riddle, in the order of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RejectReason {
    /// The game ended before enough tiles were on the board.
    GameOver,
    /// The board holds more tiles than the profile allows.
    Tiles,
    /// The board is that of the attempt before.
    SameBoard,
    /// There are too few tiles for a full rack.
    Rack,
    /// No word that is common enough and fits on the board was found.
    NoWord,
    /// There is no legal play.
    NoPlay,
    /// The score of the best play is too low.
    BestScore,
    /// Its word is too short.
    AnswerLength,
    /// It covers two triple-word squares and is too obvious.
    TripleTriple,
    /// Its word is on the ban list.
    Banned,
    /// Its word is not common enough.
    AnswerUnfamiliar,
    /// One of its cross words is not common enough.
    CrossUnfamiliar,
    /// There are too few legal plays.
    FewPlays,
    /// There are too many legal plays.
    ManyPlays,
    /// Another play has the same score.
    Tie,
    /// The second play has nearly the same score.
    Gap,
    /// Its rating is outside the allowed range.
    Difficulty,
}

impl RejectReason {
    /// Every reason, in the order of the checks.
    pub const ALL: [Self; 17] = [
        Self::GameOver,
        Self::Tiles,
        Self::SameBoard,
        Self::Rack,
        Self::NoWord,
        Self::NoPlay,
        Self::BestScore,
        Self::AnswerLength,
        Self::TripleTriple,
        Self::Banned,
        Self::AnswerUnfamiliar,
        Self::CrossUnfamiliar,
        Self::FewPlays,
        Self::ManyPlays,
        Self::Tie,
        Self::Gap,
        Self::Difficulty,
    ];

    /// Its name in results.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.told().0
    }

    /// Its name and description.
    fn told(self) -> (&'static str, &'static str) {
        match self {
            Self::GameOver => ("game_over", "the game was over too soon"),
            Self::Tiles => ("too_many_tiles", "too many tiles"),
            Self::SameBoard => ("same_board", "the same board again"),
            Self::Rack => ("short_rack", "no full rack"),
            Self::NoWord => ("no_word", "no known word that fits"),
            Self::NoPlay => ("no_play", "nothing to play"),
            Self::BestScore => ("low_score", "the best play worth too little"),
            Self::AnswerLength => ("short_answer", "the answer too short"),
            Self::TripleTriple => ("two_triple_words", "two triple-word squares"),
            Self::Banned => ("banned", "the answer banned"),
            Self::AnswerUnfamiliar => ("unfamiliar_answer", "the answer unfamiliar"),
            Self::CrossUnfamiliar => ("unfamiliar_cross_word", "a cross word unfamiliar"),
            Self::FewPlays => ("few_plays", "too few plays"),
            Self::ManyPlays => ("many_plays", "too many plays"),
            Self::Tie => ("tie", "a tie"),
            Self::Gap => ("small_gap", "the second too near"),
            Self::Difficulty => ("other_difficulty", "too easy or too hard"),
        }
    }
}

impl Display for RejectReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.told().1)
    }
}

impl std::error::Error for RejectReason {}

/// Checks the best play's score, length and squares.
pub(super) fn shape(
    best: &Move,
    position: &Position,
    profile: &Profile,
) -> Result<(), RejectReason> {
    if best.score() < profile.best {
        return Err(RejectReason::BestScore);
    }
    if best.len() < profile.length {
        return Err(RejectReason::AnswerLength);
    }
    if !profile.triple_triple && triple_words(best, position.setting().board) >= 2 {
        return Err(RejectReason::TripleTriple);
    }
    Ok(())
}

/// Number of triple-word squares that a play covers with new tiles.
fn triple_words(play: &Move, board: BoardType) -> usize {
    let placed = play.squares().filter(|(_, tile)| tile.is_some());
    placed.filter(|(square, _)| board.board().premium(*square).word == 3).count()
}

/// Checks the best play's words. In a lexicon without ranks every word is familiar.
pub(super) fn words(
    best: &Move,
    position: &Position,
    request: &Request,
    lexicon: &Lexicon,
) -> Result<(), RejectReason> {
    let (profile, alphabet) = (&request.profile, lexicon.alphabet());
    if request.bans(&plain(best, position)) {
        return Err(RejectReason::Banned);
    }
    let answer = profile.answer_commonness.of(alphabet);
    let cross = profile.cross_commonness.of(alphabet);
    if !lexicon.has_ranks() || answer.max(cross) == 0 {
        return Ok(());
    }
    let words = best.words(position);
    let mut ranks = words.iter().map(|word| lexicon.rank_of(word).unwrap_or(0));
    if ranks.next().is_some_and(|rank| rank < answer) {
        return Err(RejectReason::AnswerUnfamiliar);
    }
    if ranks.any(|rank| rank < cross) {
        return Err(RejectReason::CrossUnfamiliar);
    }
    Ok(())
}

/// The word of a play in lower case, with the letters of blanks unmarked.
pub(super) fn plain(play: &Move, position: &Position) -> String {
    let alphabet = position.setting().tiles().alphabet();
    play.letters(position).map(|letter| alphabet.lower(letter)).collect()
}
