//! The game: two players, a bag, and the rules of playing, exchanging and passing.
//!
//! A game begins with two full racks. A player who plays the last tile while the bag is empty goes out and gets twice
//! the value of the other rack. The game also ends after six turns in a row without points; then each player loses the
//! value of their own rack. Invariant: bag, racks and board together always hold exactly the tiles of the set, and the
//! draws depend on the seed and the turns alone.

use crate::bag::Bag;
use crate::lexicon::Lexicon;
use crate::movegen::{AlphabetError, Prepared};
use crate::moves::Move;
use crate::position::{Position, Setting};
use crate::rack::{InHand, RACK_SIZE, Rack};
use search::{Attempt, Stream};

/// Number of successive turns without points after which a game is over.
pub const SCORELESS_TURNS: usize = 6;

/// A turn of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Places tiles.
    Play(Move),
    /// Puts tiles back into the bag and draws as many others.
    Exchange(Vec<InHand>),
    /// Does nothing.
    Pass,
}

/// Reason why a turn is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TurnError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The rack does not have the tiles.
    #[error("the rack does not have these tiles")]
    Rack,
    /// The play is not legal here.
    #[error("the play is not legal in this position")]
    Illegal,
    /// Tiles can be exchanged only while the bag has a rack full of them.
    #[error("an exchange takes {RACK_SIZE} tiles in the bag, which has {left}")]
    Bag {
        /// Number of tiles left in the bag.
        left: usize,
    },
    /// The exchange has no tiles; that is a pass.
    #[error("an exchange of no tiles is a pass")]
    NoTiles,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A player went out.
    Out {
        /// The player, 0 or 1.
        player: usize,
    },
    /// Six turns in a row brought no points.
    Scoreless,
}

/// A game between two players, 0 and 1.
#[derive(Clone, Debug)]
pub struct Game<'a> {
    prepared: Prepared<'a>,
    stream: Stream,
    bag: Bag,
    racks: [Rack; 2],
    scores: [i32; 2],
    to_move: usize,
    scoreless: usize,
    end: Option<End>,
}

impl<'a> Game<'a> {
    /// Starts a game: both players draw, player 0 first. The bag has the stream of the phase `bag`.
    ///
    /// # Errors
    /// [`AlphabetError`] when the lexicon has another alphabet than the setting.
    ///
    /// ```
    /// use quandary_crossword::{game::Game, lexicon, locale::Locale, position::Setting, robot};
    /// # use quandary_crossword::movegen::Scratch;
    /// let words = b"at tea eat ate ten net rest nest toe note".map(|b| if b == b' ' { b'\n' } else { b });
    /// let (lexicon, _) = lexicon::build(&words, Locale::EnUs, &lexicon::Options::default())?;
    /// let attempt = search::Seed::new(1)?.attempt(0);
    /// let mut game = Game::new(Setting::standard(Locale::EnUs), &lexicon, attempt)?;
    /// while game.end().is_none() {
    ///     let turn = robot::greedy(&game, &mut Scratch::default());
    ///     game.take(&turn)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        setting: Setting,
        lexicon: &'a Lexicon,
        attempt: Attempt,
    ) -> Result<Self, AlphabetError> {
        let mut game = Self {
            prepared: Prepared::new(Position::empty(setting), lexicon)?,
            stream: attempt.phase("bag"),
            bag: Bag::full(setting.tiles()),
            racks: Default::default(),
            scores: [0; 2],
            to_move: 0,
            scoreless: 0,
            end: None,
        };
        for rack in &mut game.racks {
            game.bag.fill(rack, &mut game.stream);
        }
        game.prepared.set_rack(game.racks[0].clone());
        Ok(game)
    }

    /// The position of the player to move.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.prepared.position()
    }

    /// The position of the player to move, prepared for move generation.
    #[must_use]
    pub fn prepared(&self) -> &Prepared<'a> {
        &self.prepared
    }

    /// The player to move, 0 or 1.
    #[must_use]
    pub fn to_move(&self) -> usize {
        self.to_move
    }

    /// Scores of both players.
    #[must_use]
    pub fn scores(&self) -> [i32; 2] {
        self.scores
    }

    /// Both racks.
    #[must_use]
    pub fn racks(&self) -> &[Rack; 2] {
        &self.racks
    }

    /// The bag.
    #[must_use]
    pub fn bag(&self) -> &Bag {
        &self.bag
    }

    /// The end of the game; `None` while it goes on.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Takes an unchecked turn: a play is first looked up among the legal ones.
    ///
    /// # Errors
    /// [`TurnError`] if the turn is not allowed; then nothing has changed.
    pub fn try_take(&mut self, turn: &Turn) -> Result<(), TurnError> {
        if let Turn::Play(play) = turn {
            let mut legal = false;
            let mut scratch = crate::movegen::Scratch::default();
            self.prepared.each(&mut scratch, |found| legal |= found.same_tiles(play));
            if !legal {
                return Err(TurnError::Illegal);
            }
        }
        self.take(turn)
    }

    /// Takes a turn. A play must have been generated for this very position.
    ///
    /// # Errors
    /// [`TurnError`] when the game is over or the tiles are not there; then nothing has changed.
    pub fn take(&mut self, turn: &Turn) -> Result<(), TurnError> {
        if self.end.is_some() {
            return Err(TurnError::Over);
        }
        let points = match turn {
            Turn::Play(play) => self.play(play)?,
            Turn::Exchange(tiles) => self.exchange(tiles)?,
            Turn::Pass => 0,
        };
        self.scoreless = if points == 0 { self.scoreless + 1 } else { 0 };
        if self.racks[self.to_move].is_empty() {
            self.go_out();
        } else if self.scoreless == SCORELESS_TURNS {
            self.give_up();
        }
        self.to_move = 1 - self.to_move;
        self.prepared.set_rack(self.racks[self.to_move].clone());
        Ok(())
    }

    fn play(&mut self, play: &Move) -> Result<u32, TurnError> {
        let mut rack = self.racks[self.to_move].clone();
        if !play.taken().all(|tile| rack.take(tile)) {
            return Err(TurnError::Rack);
        }
        self.bag.fill(&mut rack, &mut self.stream);
        self.racks[self.to_move] = rack;
        self.prepared.place(play);
        self.scores[self.to_move] += play.score() as i32;
        Ok(play.score())
    }

    /// Draws first and puts back afterwards: no returned tile is drawn again at once.
    fn exchange(&mut self, tiles: &[InHand]) -> Result<u32, TurnError> {
        let left = self.bag.len();
        let mut rack = self.racks[self.to_move].clone();
        if tiles.is_empty() {
            return Err(TurnError::NoTiles);
        }
        if left < RACK_SIZE {
            return Err(TurnError::Bag { left });
        }
        if !tiles.iter().all(|&tile| rack.take(tile)) {
            return Err(TurnError::Rack);
        }
        self.bag.fill(&mut rack, &mut self.stream);
        tiles.iter().for_each(|&tile| self.bag.put_back(tile));
        self.racks[self.to_move] = rack;
        Ok(0)
    }

    /// The player to move and the bag have no tiles left: the player gets twice the value of the other rack.
    fn go_out(&mut self) {
        let player = self.to_move;
        self.scores[player] += 2 * self.worth(1 - player);
        self.end = Some(End::Out { player });
    }

    /// Ends a scoreless game: each player loses the value of their own rack.
    fn give_up(&mut self) {
        for player in [0, 1] {
            self.scores[player] -= self.worth(player);
        }
        self.end = Some(End::Scoreless);
    }

    /// Sum of the values of a player's rack.
    fn worth(&self, player: usize) -> i32 {
        let tiles = self.position().setting().tiles();
        self.racks[player].letters().map(|letter| i32::from(tiles.value(letter))).sum()
    }
}
