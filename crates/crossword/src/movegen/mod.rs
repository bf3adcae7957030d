//! Move generation: all moves, one after another, or the best one.
//!
//! A position is [`Prepared`] for a lexicon once and updated after each move. Each line is searched from its anchors
//! (`search`). Every legal play is found exactly once. Two plays are the same if they place the same tiles on the same
//! squares; a blank standing for another letter makes another play. A single tile is listed across if it forms a word
//! across, else down. On an empty board words run across.

mod hand;
mod search;
mod bound;
mod best;

use crate::board::{Direction, SIZE};
use crate::lexicon::Lexicon;
use crate::lines::{Anchor, Lines};
use crate::moves::Move;
use crate::position::Position;
use crate::rack::Rack;
pub(crate) use best::Counts;
use hand::Hand;
pub use search::Scratch;
use search::{Every, Search, Sink};

/// The lexicon and the position have different alphabets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the lexicon has the alphabet {lexicon:?}, the position {position:?}")]
pub struct AlphabetError {
    /// The name of the lexicon's alphabet.
    pub lexicon: &'static str,
    /// The name of the position's.
    pub position: &'static str,
}

/// Directions of plays on an empty board, where both directions are equivalent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opening {
    /// Across only: each play is listed once.
    #[default]
    Across,
    /// Both ways.
    BothWays,
}

/// A position prepared for a lexicon.
#[derive(Clone, Debug)]
pub struct Prepared<'a> {
    lexicon: &'a Lexicon,
    position: Position,
    lines: Lines,
    opening: Opening,
}

impl<'a> Prepared<'a> {
    /// Prepares a position.
    ///
    /// # Errors
    /// [`AlphabetError`] when they have different alphabets.
    pub fn new(position: Position, lexicon: &'a Lexicon) -> Result<Self, AlphabetError> {
        let alphabet = position.setting().tiles().alphabet();
        if alphabet.name() != lexicon.alphabet().name() {
            let (lexicon, position) = (lexicon.alphabet().name(), alphabet.name());
            return Err(AlphabetError { lexicon, position });
        }
        let lines = Lines::of(&position, lexicon);
        Ok(Self { lexicon, position, lines, opening: Opening::default() })
    }

    /// The same, with other directions on an empty board.
    #[must_use]
    pub fn with_opening(self, opening: Opening) -> Self {
        Self { opening, ..self }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The lexicon.
    #[must_use]
    pub fn lexicon(&self) -> &'a Lexicon {
        self.lexicon
    }

    /// Places the tiles of a move on the board. The rack stays as it is.
    pub fn place(&mut self, a_move: &Move) {
        for (square, tile) in a_move.squares() {
            if let Some(tile) = tile {
                self.position.place(square, tile);
            }
        }
        self.lines.update(&self.position, self.lexicon, a_move);
    }

    /// Gives the position another rack.
    pub fn set_rack(&mut self, rack: Rack) {
        self.position.set_rack(rack);
    }

    /// Calls `visit` with every legal play, in unspecified order.
    pub fn each(&self, scratch: &mut Scratch, visit: impl FnMut(Move)) {
        struct Visit<F>(F);
        impl<F: FnMut(Move)> Sink for Visit<F> {
            #[inline]
            fn take(&mut self, _: u32, make: impl FnOnce() -> Move) {
                (self.0)(make());
            }
        }
        self.search(scratch, &mut Visit(visit));
    }

    /// Appends every legal play, in unspecified order. Stops after the line in which their number exceeds `most`.
    pub(crate) fn up_to(&self, most: usize, scratch: &mut Scratch, plays: &mut Vec<Move>) {
        struct UpTo<'a>(usize, &'a mut Vec<Move>);
        impl Sink for UpTo<'_> {
            #[inline]
            fn take(&mut self, _: u32, make: impl FnOnce() -> Move) {
                self.1.push(make());
            }
            #[inline]
            fn has_enough(&self) -> bool {
                self.1.len() > self.0
            }
        }
        self.search(scratch, &mut UpTo(most, plays));
    }

    /// Every legal play, in canonical order.
    #[must_use]
    pub fn all(&self, scratch: &mut Scratch) -> Vec<Move> {
        let mut moves = Vec::new();
        self.each(scratch, |found| moves.push(found));
        let alphabet = self.lexicon.alphabet();
        moves.sort_unstable_by(|a, b| a.canonical_cmp(b, alphabet));
        moves
    }

    fn search(&self, scratch: &mut Scratch, sink: &mut impl Sink) {
        let hand = &Hand::of(self.position.rack(), self.position.setting().tiles());
        let graph = self.lexicon.graph();
        if self.position.is_empty() {
            let ways = if self.opening == Opening::Across { 1 } else { 2 };
            for direction in Direction::BOTH.into_iter().take(ways) {
                let start = self.position.setting().board().start();
                let (number, at) = direction.place(start);
                let line = self.lines.line(direction, number);
                let search =
                    Search { graph, hand, line, at: (direction, number), restriction: Every };
                search.run([(Anchor::Hook(at + 1), 0)].into_iter(), scratch, sink);
            }
            return;
        }
        for direction in Direction::BOTH {
            for number in 0..SIZE {
                if sink.has_enough() {
                    return;
                }
                let line = self.lines.line(direction, number);
                let search =
                    Search { graph, hand, line, at: (direction, number), restriction: Every };
                search.run(line.anchors(), scratch, sink);
            }
        }
    }
}

/// Every legal play of a position, in canonical order.
///
/// # Errors
/// [`AlphabetError`] when position and lexicon have different alphabets.
pub fn all(position: &Position, lexicon: &Lexicon) -> Result<Vec<Move>, AlphabetError> {
    Ok(Prepared::new(position.clone(), lexicon)?.all(&mut Scratch::default()))
}

/// The first play of a position in canonical order: the highest score; ties go to the first string.
///
/// # Errors
/// [`AlphabetError`] when position and lexicon have different alphabets.
pub fn best(position: &Position, lexicon: &Lexicon) -> Result<Option<Move>, AlphabetError> {
    Ok(Prepared::new(position.clone(), lexicon)?.best(&mut Scratch::default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::{Options, build};
    use crate::locale::Locale;
    use crate::position::Setting;

    #[test]
    fn an_empty_board_has_both_ways_on_request() {
        let (lexicon, _) = build(b"ab\nbad\n", Locale::EnUs, &Options::default()).unwrap();
        let position = Position::empty(Setting::standard(Locale::EnUs)).with_rack("ABD").unwrap();
        let mut scratch = Scratch::default();
        let across = Prepared::new(position.clone(), &lexicon).unwrap();
        assert_eq!(across.all(&mut scratch).len(), 2 + 3);
        let both = Prepared::new(position, &lexicon).unwrap().with_opening(Opening::BothWays);
        let all = both.all(&mut scratch);
        assert_eq!(all.len(), 2 * (2 + 3));
        let across_first = |play: &Move| play.direction() == Direction::Across;
        assert_eq!(all.iter().filter(|play| across_first(play)).count(), 5);
        assert_eq!(both.best(&mut scratch), all.first().copied());
    }

    /// On boards of a game: the best play from any known play, and the best place of each word.
    #[test]
    fn whoever_knows_a_play_or_a_word_finds_the_same_best() {
        let lexicon = crate::lexicon::shipped(Locale::EnUs).unwrap();
        let (setting, seed) = (Setting::standard(Locale::EnUs), ::search::Seed::new(3).unwrap());
        let (mut scratch, mut words) = (Scratch::default(), 0);
        for n in 0..6 {
            let mut game = crate::game::Game::new(setting, &lexicon, seed.attempt(n)).unwrap();
            for _ in 0..8 {
                let (prepared, position) = (game.prepared(), game.position());
                let all = prepared.all(&mut scratch);
                let Some(best) = all.first().copied() else { break };
                for play in all.iter().step_by(1 + all.len() / 20).filter(|_| !position.is_empty())
                {
                    assert_eq!(prepared.best_from(*play, &mut scratch), Some(best));
                }
                let mut tiles: Counts = [0; 32];
                position.rack().letters().for_each(|l| tiles[usize::from(l.number())] += 1);
                let plain = |play: &&Move| {
                    let laid = || play.squares().filter_map(|(_, tile)| tile);
                    laid().count() > 1 && laid().all(|tile| !tile.is_blank())
                };
                let mut met = std::collections::BTreeMap::new();
                for play in all.iter().filter(plain).filter(|_| !position.is_empty()) {
                    let word: Vec<_> = play.letters(position).collect();
                    met.entry(word).or_insert(*play);
                }
                words += met.len();
                for (word, play) in met {
                    assert_eq!(prepared.best_of(&word, &tiles), Some(play));
                }
                if !position.is_empty() {
                    let mut at = Vec::new();
                    for index in (0..lexicon.len()).step_by(997) {
                        assert!(lexicon.word_at(index, &mut at));
                        let found = prepared.best_of(&at, &tiles);
                        let found = found.filter(|play| play.tiles_placed() > 1);
                        let listed = |play: &Move| play.letters(position).eq(at.iter().copied());
                        let expect = all.iter().filter(|p| plain(p)).find(|p| listed(p));
                        assert_eq!(found.as_ref(), expect);
                    }
                }
                game.take(&crate::game::Turn::Play(best)).unwrap();
            }
        }
        assert!(words > 1000, "{words}");
    }

    /// The exact sum of the bounds of a few games: bounds that are too high still find the same plays, only later.
    #[test]
    fn bounds_are_as_tight_as_they_were() {
        let lexicon = crate::lexicon::shipped(Locale::EnUs).unwrap();
        let (mut scratch, mut sums) = (Scratch::default(), Vec::new());
        for board in [crate::board::BoardType::Standard, crate::board::BoardType::Explo] {
            let setting = Setting { locale: Locale::EnUs, board };
            let seed = ::search::Seed::new(7).unwrap();
            let (mut count, mut bounds, mut scores) = (0, 0, 0);
            for n in 0..12 {
                let mut game = crate::game::Game::new(setting, &lexicon, seed.attempt(n)).unwrap();
                while game.end().is_none() {
                    let Some(best) = game.prepared().best(&mut scratch) else { break };
                    if !game.position().is_empty() {
                        let most = scratch.candidates.first().map_or(0, |first| first.bound);
                        assert!(most >= best.score());
                        count += scratch.candidates.len();
                        bounds +=
                            scratch.candidates.iter().map(|c| u64::from(c.bound)).sum::<u64>();
                        scores += best.score();
                    }
                    game.take(&crate::game::Turn::Play(best)).unwrap();
                }
            }
            sums.push((count, bounds, scores));
        }
        assert_eq!(sums, [(13_845, 312_253, 9_255), (12_942, 314_605, 9_814)]);
    }

    #[test]
    fn a_play_worth_nothing_is_a_play() {
        let (lexicon, _) = build(b"ab\nba\n", Locale::EnUs, &Options::default()).unwrap();
        let setting = Setting::standard(Locale::EnUs);
        let mut rows = ["..............."; 15];
        rows[6] = "...........b...";
        let position = Position::read(setting, &rows, crate::position::Notation::Batch).unwrap();
        let alone = position.with_rack("?").unwrap();
        let mut scratch = Scratch::default();
        let prepared = Prepared::new(alone, &lexicon).unwrap();
        let all = prepared.all(&mut scratch);
        assert_eq!(all.len(), 4);
        assert!(all.iter().all(|play| play.score() == 0));
        assert_eq!(prepared.best(&mut scratch), all.first().copied());
    }

    #[test]
    fn alphabets_must_agree() {
        let (lexicon, _) = build(b"ab\n", Locale::PlPl, &Options::default()).unwrap();
        let position = Position::empty(Setting::standard(Locale::EnUs));
        let error = all(&position, &lexicon).unwrap_err();
        assert!(error.to_string().contains("\"pl\"") && error.to_string().contains("\"en\""));
    }
}
