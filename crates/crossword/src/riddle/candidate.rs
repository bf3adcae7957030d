//! The candidate of a riddle: the board of a game between robots, and a full rack.
//!
//! Two highest-score robots play from a fresh bag. The profile's range of tiles is cut into as many shares as
//! a game gives boards, and a number is drawn from each share, so that over many games every number comes up
//! alike; the board is the first that holds so many tiles, the rack is the mover's or, if the profile asks for
//! more racks on a board, drawn from the unseen tiles.
//!
//! Invariant: a candidate depends on the request, the seed and the number of the attempt alone. Attempts that
//! follow each other are of the same game, which a thread remembers and plays on; whoever asks for one alone
//! has the game played from the start.
//!
//! Of the best plays of robots few make words that people know: in a language with many forms one in a hundred.
//! So some racks are drawn the other way round: a word that may be an answer is drawn from the lexicon, and if
//! it can be laid on the board with unseen tiles, the rack has these, and others drawn from the unseen for what is left.
//! It is for the judge to say if that word is the best play, or another one that may be an answer.

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

/// A board, a rack, and the play that a robot would make.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The board and the mover's rack.
    pub position: Position,
    /// The best play, as the bounded search has it; the judge looks at all plays.
    pub best: Option<Move>,
}

/// The candidate of an attempt: game, board and rack.
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

/// Working memory of attempts: a game under way. None of it decides a result.
#[derive(Default)]
pub struct Table<'a> {
    scratch: Scratch,
    run: Option<Run<'a>>,
    /// The last board with a rack that was not the mover's.
    other: Option<Prepared<'a>>,
    plays: Vec<Move>,
}

/// A game on its way. It stands where a board was asked for, just after a play.
struct Run<'a> {
    /// Source of the game's random streams.
    source: Attempt,
    game: Game<'a>,
    /// Number of tiles on the board.
    tiles: u32,
    /// Number of tiles on the board before the last play.
    before: u32,
    /// Next turn of the player to move, once it is known.
    next: Option<Turn>,
}

impl<'a> Run<'a> {
    fn start(
        setting: Setting,
        lexicon: &'a Lexicon,
        source: Attempt,
    ) -> Result<Self, RejectReason> {
        // The maker of a problem has seen to it that the alphabets agree.
        let game = Game::new(setting, lexicon, source).map_err(|_| RejectReason::GameOver)?;
        Ok(Self { source, game, tiles: 0, before: 0, next: None })
    }

    /// True if it is this very game, and the first board with at least `tiles` tiles is not passed.
    fn leads_to(&self, lexicon: &Lexicon, setting: Setting, source: Attempt, tiles: u32) -> bool {
        let same = self.source == source
            && self.game.position().setting() == setting
            && ptr::eq(self.game.prepared().lexicon(), lexicon);
        let over = self.game.end().is_some() && tiles <= self.tiles;
        same && self.before < tiles && !over
    }

    /// Plays until at least `tiles` tiles lie on the board.
    fn play_to(&mut self, tiles: u32, scratch: &mut Scratch) -> Result<(), RejectReason> {
        while self.tiles < tiles && self.game.end().is_none() {
            let turn = self.next.take().unwrap_or_else(|| robot::greedy(&self.game, scratch));
            self.game.take(&turn).map_err(|_| RejectReason::GameOver)?;
            if let Turn::Play(play) = turn {
                self.before = self.tiles;
                self.tiles += play.laid() as u32;
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
    /// Makes the candidate of an attempt.
    pub(super) fn generate(
        &mut self,
        request: &Request,
        lexicon: &'a Lexicon,
        attempt: Attempt,
    ) -> Result<Candidate, RejectReason> {
        let (place, setting) = (Place::of(attempt.number(), request), request.setting);
        // The language is part of what the numbers are drawn from.
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

    /// Every legal play of a position, in no order that is promised; if there are more than `most`, enough of
    /// them to see that.
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

/// Least numbers of tiles on the board before the one with this number, if there is one, and on that one.
fn numbers(request: &Request, game: Attempt, board: u32) -> (Option<u32>, u32) {
    let (tiles, boards) = (&request.profile.tiles, request.profile.boards_per_game);
    let all = tiles.end() - tiles.start() + 1;
    let first = |board| i64::from(tiles.start() + board * all / boards);
    let mut stream = game.phase("tiles");
    let mut drawn = (0..=board).map(|n| stream.between(first(n), first(n + 1) - 1) as u32);
    let earlier = drawn.by_ref().take(board as usize).last();
    (earlier, drawn.next().unwrap_or(*tiles.end()))
}

/// A rack of seven.
fn full(rack: &Rack) -> Result<(), RejectReason> {
    if rack.len() == RACK_SIZE { Ok(()) } else { Err(RejectReason::Rack) }
}

/// Number of words of the lexicon after which the search for one is given up.
const WORDS: u32 = 4000;

/// A rack, and a play that it has.
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
