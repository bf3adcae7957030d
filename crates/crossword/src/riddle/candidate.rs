//! Candidates for riddles: a board of a game between robots, and a full rack.
//!
//! Two greedy robots play from a full bag. The profile's range of tile counts is cut into as many shares as a game
//! gives boards, and one count is drawn from each share. So over many games all counts are equally likely. The board
//! is the first of the game with at least the drawn count. The rack is the mover's; further racks on the same board,
//! if the profile has them, are drawn from the unseen tiles.
//!
//! Invariant: a candidate depends on the request, the seed and the number of the attempt alone. Successive attempts
//! share a game, which a thread keeps and continues. A single attempt plays its game from the start.
//!
//! Few best plays form words that people know: one in a hundred in a language with many inflected forms. So some racks
//! start from a word: a permitted answer is drawn from the lexicon, and if it can be placed on the board with unseen
//! tiles, the rack gets these tiles and is filled up with random unseen ones. The verifier then decides if the best
//! play, this word or another, is a permitted answer.

use super::reject::{shape, words};
use super::{RejectReason, Request};
use crate::alphabet::{Letter, MOST_LETTERS};
use crate::bag::Bag;
use crate::game::{Game, Turn};
use crate::lexicon::{LONGEST, Lexicon};
use crate::movegen::{Counts, Prepared, Scratch};
use crate::moves::Move;
use crate::position::{Position, Setting};
use crate::rack::{InHand, RACK_SIZE, Rack};
use crate::robot;
use search::{Attempt, Stream};
use std::ptr;

/// A board, a rack, and the best play.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The board and the mover's rack.
    pub position: Position,
    /// The best play, from the bounded search; the verifier lists all plays.
    pub best: Option<Move>,
}

/// The numbers of an attempt's game, board and rack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    /// Number of the game.
    game: u64,
    /// Number of the board in its game.
    board: u32,
    /// Number of the rack on that board; 0 is the mover's.
    rack: u32,
}

impl Place {
    fn of(number: u64, request: &Request) -> Self {
        let racks = u64::from(request.profile.racks());
        let boards = u64::from(request.profile.boards_per_game);
        let (rack, number) = ((number % racks) as u32, number / racks);
        Self { game: number / boards, board: (number % boards) as u32, rack }
    }
}

/// Number of the game that an attempt plays.
pub(super) fn game_of(number: u64, request: &Request) -> u64 {
    Place::of(number, request).game
}

/// Cache for successive attempts: the current game. It never changes a result.
#[derive(Default)]
pub struct Table<'a> {
    scratch: Scratch,
    run: Option<Run<'a>>,
    /// The last board with a rack other than the mover's.
    other: Option<Prepared<'a>>,
    plays: Vec<Move>,
}

/// A game in progress, just after the play that completed the last requested board.
struct Run<'a> {
    /// Source of the game's random streams.
    source: Attempt,
    game: Game<'a>,
    /// Number of tiles on the board.
    tiles: u32,
    /// Number of tiles on the board before the last play.
    before: u32,
    /// The next turn, once computed.
    next: Option<Turn>,
}

impl<'a> Run<'a> {
    fn start(
        setting: Setting,
        lexicon: &'a Lexicon,
        source: Attempt,
    ) -> Result<Self, RejectReason> {
        // The constructor of the problem has checked that the alphabets agree.
        let game = Game::new(setting, lexicon, source).map_err(|_| RejectReason::GameOver)?;
        Ok(Self { source, game, tiles: 0, before: 0, next: None })
    }

    /// True if it is this very game and has not gone beyond the first board with at least `tiles` tiles.
    fn leads_to(&self, lexicon: &Lexicon, setting: Setting, source: Attempt, tiles: u32) -> bool {
        let same = self.source == source
            && self.game.position().setting() == setting
            && ptr::eq(self.game.prepared().lexicon(), lexicon);
        let over = self.game.end().is_some() && tiles <= self.tiles;
        same && self.before < tiles && !over
    }

    /// Plays until the board has at least `tiles` tiles.
    fn play_to(&mut self, tiles: u32, scratch: &mut Scratch) -> Result<(), RejectReason> {
        while self.tiles < tiles && self.game.end().is_none() {
            let turn = self.next.take().unwrap_or_else(|| robot::greedy(&self.game, scratch));
            self.game.take(&turn).map_err(|_| RejectReason::GameOver)?;
            if let Turn::Play(play) = turn {
                self.before = self.tiles;
                self.tiles += play.tiles_placed() as u32;
            }
        }
        if self.game.end().is_some() { Err(RejectReason::GameOver) } else { Ok(()) }
    }

    /// The best play of the player to move.
    fn best(&mut self, scratch: &mut Scratch) -> Option<Move> {
        match self.next.get_or_insert_with(|| robot::greedy(&self.game, scratch)) {
            Turn::Play(play) => Some(*play),
            _ => None,
        }
    }
}

impl<'a> Table<'a> {
    /// Generates the candidate of an attempt.
    pub(super) fn generate(
        &mut self,
        request: &Request,
        lexicon: &'a Lexicon,
        attempt: Attempt,
    ) -> Result<Candidate, RejectReason> {
        let (place, setting) = (Place::of(attempt.number(), request), request.setting);
        // The random streams depend on the language.
        let source = |attempt: Attempt| attempt.part(setting.locale.name());
        let game = source(attempt.seed().attempt(place.game));
        let (earlier, tiles) = numbers(request, game, place.board);
        let kept = self.run.take().filter(|r| r.leads_to(lexicon, setting, game, tiles));
        let run = match kept {
            Some(run) => self.run.insert(run),
            None => self.run.insert(Run::start(setting, lexicon, game)?),
        };
        run.play_to(tiles, &mut self.scratch)?;
        if run.tiles > *request.profile.tiles.end() {
            return Err(RejectReason::Tiles);
        }
        if earlier.is_some_and(|earlier| earlier > run.before) {
            return Err(RejectReason::SameBoard);
        }
        let own = run.game.prepared();
        if place.rack == 0 {
            let position = own.position().clone();
            full(position.rack())?;
            let best = run.best(&mut self.scratch);
            return Ok(Candidate { position, best });
        }
        let (rack, known) = if place.rack < request.profile.racks_per_board {
            let mut rack = Rack::default();
            Bag::unseen(own.position()).fill(&mut rack, &mut source(attempt).phase("rack"));
            (rack, None)
        } else {
            let drawn = known_rack(own, request, lexicon, source(attempt));
            let (rack, play) = drawn.ok_or(RejectReason::NoWord)?;
            (rack, Some(play))
        };
        full(&rack)?;
        let mut prepared = own.clone();
        prepared.set_rack(rack);
        let best = match known {
            Some(play) => prepared.best_from(play, &mut self.scratch),
            None => prepared.best(&mut self.scratch),
        };
        let position = self.other.insert(prepared).position().clone();
        Ok(Candidate { position, best })
    }

    /// Every legal play of a position in unspecified order; if there are more than `most`, at least `most + 1` of
    /// them.
    pub(super) fn plays(
        &mut self,
        position: &Position,
        lexicon: &'a Lexicon,
        most: u32,
    ) -> &mut Vec<Move> {
        let most = most as usize;
        let Self { scratch, run, other, plays } = self;
        plays.clear();
        let met = run.as_ref().map(|run| run.game.prepared());
        let mut ready = met.into_iter().chain(other.as_ref());
        match ready.find(|r| r.position() == position && ptr::eq(r.lexicon(), lexicon)) {
            Some(ready) => ready.up_to(most, scratch, plays),
            None => {
                if let Ok(anew) = Prepared::new(position.clone(), lexicon) {
                    anew.up_to(most, scratch, plays);
                }
            }
        }
        plays
    }
}

/// The least numbers of tiles on the board before this one, if there is one, and on this one.
fn numbers(request: &Request, game: Attempt, board: u32) -> (Option<u32>, u32) {
    let (tiles, boards) = (&request.profile.tiles, request.profile.boards_per_game);
    let all = tiles.end() - tiles.start() + 1;
    let first = |board| i64::from(tiles.start() + board * all / boards);
    let mut stream = game.phase("tiles");
    let mut drawn = (0..=board).map(|n| stream.between(first(n), first(n + 1) - 1) as u32);
    let earlier = drawn.by_ref().take(board as usize).last();
    (earlier, drawn.next().unwrap_or(*tiles.end()))
}

/// Checks that a rack has seven tiles.
fn full(rack: &Rack) -> Result<(), RejectReason> {
    if rack.len() == RACK_SIZE { Ok(()) } else { Err(RejectReason::Rack) }
}

/// Number of drawn words after which the search for a fitting one ends.
const WORDS: u32 = 4000;

/// A rack and a play of its tiles.
fn known_rack(
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

/// A play of a word drawn from the lexicon that may be the answer, as far as this play alone can show.
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
