//! Robots: players that choose turns; and complete games between them.
//!
//! [`greedy`] takes the highest score. A [`Casual`] robot knows only words above some commonness and chooses at random
//! among the best few plays. Invariants: a choice depends on the game and the stream alone; a game on its setting,
//! lexicon, robots and attempt. A robot that knows a legal play never passes.

use crate::game::{End, Game, Turn, TurnError};
use crate::lexicon::Lexicon;
use crate::movegen::{AlphabetError, Scratch};
use crate::moves::Move;
use crate::position::{Position, Setting};
use crate::rack::{InHand, RACK_SIZE, Rack};
use search::{Attempt, Stream};

/// The play with the highest score, the first in canonical order. Without a play, an exchange of the whole rack if the
/// bag has enough tiles, else a pass.
#[must_use]
pub fn greedy(game: &Game<'_>, scratch: &mut Scratch) -> Turn {
    match game.prepared().best(scratch) {
        Some(play) => Turn::Play(play),
        None => without_play(game),
    }
}

/// The turn without a legal play: an exchange of the whole rack, or a pass if the bag has too few tiles.
fn without_play(game: &Game<'_>) -> Turn {
    if game.bag().len() < RACK_SIZE {
        return Turn::Pass;
    }
    Turn::Exchange(game.position().rack().tiles().collect())
}

/// A robot with a limited vocabulary and a random choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Casual {
    /// The least commonness of the words it plays, from 0 to 255; 0 allows every word.
    pub commonness: u8,
    /// Number of best plays among which it chooses with equal probability; 0 counts as 1.
    pub among: usize,
}

impl Casual {
    /// Chooses a turn. Draws from the stream once if there is a play, else not at all.
    #[must_use]
    pub fn choose(&self, game: &Game<'_>, stream: &mut Stream, scratch: &mut Scratch) -> Turn {
        let plays = game.prepared().all(scratch);
        let (lexicon, position) = (game.prepared().lexicon(), game.position());
        let known = plays.into_iter().filter(|play| self.knows(play, position, lexicon));
        let best: Vec<Move> = known.take(self.among.max(1)).collect();
        match stream.pick(&best) {
            Some(play) => Turn::Play(*play),
            None => without_play(game),
        }
    }

    /// True if it knows every word that a play forms. It knows all words of a lexicon without ranks.
    fn knows(&self, play: &Move, position: &Position, lexicon: &Lexicon) -> bool {
        if self.commonness == 0 || !lexicon.has_ranks() {
            return true;
        }
        let words = play.words(position);
        words.iter().all(|word| lexicon.rank_of(word).is_some_and(|rank| rank >= self.commonness))
    }
}

/// Player of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Robot {
    /// Always plays the highest score.
    Greedy,
    /// Knows common words only, and plays one of the best few.
    Casual(Casual),
}

impl Robot {
    /// Its name on the command line and in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Robot::Greedy => "greedy",
            Robot::Casual(_) => "casual",
        }
    }

    fn choose(self, game: &Game<'_>, stream: &mut Stream, scratch: &mut Scratch) -> Turn {
        match self {
            Robot::Greedy => greedy(game, scratch),
            Robot::Casual(robot) => robot.choose(game, stream, scratch),
        }
    }
}

/// A complete game.
pub struct Played {
    /// The language and the board.
    pub setting: Setting,
    /// Both players' robots.
    pub robots: [&'static str; 2],
    /// Every turn.
    pub turns: Vec<TurnTaken>,
    /// The board after the last turn.
    pub position: Position,
    /// Letters left on both racks.
    pub racks: [String; 2],
    /// Final scores of both players.
    pub scores: [i32; 2],
    /// The kind of end.
    pub end: End,
}

/// A turn, with the position before it.
pub struct TurnTaken {
    /// The player, 0 or 1.
    pub player: usize,
    /// The rack before it.
    pub rack: String,
    /// The turn.
    pub turn: Turn,
    /// The position in which it was taken.
    pub before: Position,
    /// Scores of both players after it.
    pub totals: [i32; 2],
}

/// Reason why a game was not completed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The lexicon has another alphabet.
    #[error(transparent)]
    Alphabet(#[from] AlphabetError),
    /// A robot broke the rules.
    #[error("a robot took a turn that is not allowed: {0}")]
    Turn(#[from] TurnError),
}

/// Plays a complete game.
///
/// # Errors
/// [`PlayError`] if the lexicon does not fit, or a robot takes a turn that is not allowed.
pub fn play(
    setting: Setting,
    robots: [Robot; 2],
    lexicon: &Lexicon,
    attempt: Attempt,
) -> Result<Played, PlayError> {
    let mut streams = [attempt.phase("robot 1"), attempt.phase("robot 2")];
    let mut game = Game::new(setting, lexicon, attempt)?;
    let (mut scratch, mut turns) = (Scratch::default(), Vec::new());
    let alphabet = lexicon.alphabet();
    let end = loop {
        if let Some(end) = game.end() {
            break end;
        }
        let player = game.to_move();
        let before = game.position().clone();
        let turn = robots[player].choose(&game, &mut streams[player], &mut scratch);
        game.take(&turn)?;
        let (rack, totals) = (before.rack().print(alphabet), game.scores());
        turns.push(TurnTaken { player, rack, turn, before, totals });
    };
    Ok(Played {
        setting,
        robots: robots.map(Robot::name),
        turns,
        position: game.position().clone(),
        racks: game.racks().each_ref().map(|rack| rack.print(alphabet)),
        scores: game.scores(),
        end,
    })
}

/// The tiles of an exchange in the notation of racks.
pub fn tiles(tiles: &[InHand], position: &Position) -> String {
    let mut rack = Rack::default();
    for &tile in tiles {
        rack.put(tile);
    }
    rack.print(position.setting().tiles().alphabet())
}
