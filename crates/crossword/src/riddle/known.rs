//! Racks with a known word in them.
//!
//! Of the best plays of robots few make words that people know: in a language with many forms one in a hundred.
//! So some racks are drawn the other way round: a word that may be an answer is drawn from the lexicon, and if
//! it can be laid on the board with unseen tiles, the rack has these, and others drawn from the unseen for what is left.
//! It is for the judge to say if that word is the best play, or another one that may be an answer.
//!
//! Invariant: the rack depends on the board, the request and the stream alone; no tile is taken twice.

use super::Request;
use super::answer::{shape, words};
use crate::alphabet::{Letter, MOST_LETTERS};
use crate::bag::Bag;
use crate::lexicon::{LONGEST, Lexicon};
use crate::movegen::{Counts, Prepared};
use crate::moves::Move;
use crate::rack::{InHand, Rack};
use search::{Attempt, Stream};

/// Number of words of the lexicon after which the search for one is given up.
const WORDS: u32 = 4000;

/// A rack, and a play that it has.
pub(super) fn rack(
    board: &Prepared<'_>,
    request: &Request,
    lexicon: &Lexicon,
    attempt: Attempt,
) -> Option<(Rack, Move)> {
    let mut bag = Bag::unseen(board.position());
    let mut tiles: Counts = [0; MOST_LETTERS];
    for tile in bag.tiles() {
        if let InHand::Letter(letter) = tile {
            tiles[usize::from(letter.number())] += 1;
        }
    }
    let play = play(board, request, lexicon, &tiles, &mut attempt.phase("word"))?;
    let mut rack = Rack::default();
    for tile in play.taken() {
        bag.take(tile);
        rack.put(tile);
    }
    bag.fill(&mut rack, &mut attempt.phase("rack"));
    Some((rack, play))
}

/// A play of a word drawn from the lexicon that may be an answer, as far as it can be told without the others.
fn play(
    board: &Prepared<'_>,
    request: &Request,
    lexicon: &Lexicon,
    tiles: &Counts,
    stream: &mut Stream,
) -> Option<Move> {
    let (profile, position) = (&request.profile, board.position());
    let alphabet = lexicon.alphabet();
    let least = profile.word_commonness.of(alphabet).max(profile.answer_commonness.of(alphabet));
    let mut word: Vec<Letter> = Vec::with_capacity(LONGEST);
    for _ in 0..WORDS {
        let index = stream.index(lexicon.len());
        if lexicon.rank_at(index) < least || !lexicon.word_at(index, &mut word) {
            continue;
        }
        let Some(play) = board.best_of(&word, tiles) else { continue };
        let fits = shape(&play, position, profile).is_ok();
        if fits && words(&play, position, request, lexicon).is_ok() {
            return Some(play);
        }
    }
    None
}
