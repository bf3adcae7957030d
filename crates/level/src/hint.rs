//! Hints of four levels, each derived from a cheapest plan from the player's current state.
//!
//! The levels: the standing; the next place; the thing to do there and its purpose; the next moves until something
//! changes. A hint contains nothing of a higher level. It never uses the generator's data, only what the solver finds
//! from here. A player who can no longer win gets the number of steps to take back.

mod words;
pub mod explain;

use crate::limits::{Limit, Limits};
use crate::model::{Level, NodeIndex};
use crate::play::{Aim, Back, Game, Outlook, Step};
use crate::rules::Position;
use clock::Instant;

/// The level of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintLevel {
    /// The state of the game: winnable, or the number of steps to take back.
    Standing,
    /// The next room or part of the map.
    Where,
    /// The thing to do there, and its purpose.
    What,
    /// The next moves until something changes.
    Moves,
}

impl HintLevel {
    /// All levels, the lowest first.
    pub const ALL: [Self; 4] = [Self::Standing, Self::Where, Self::What, Self::Moves];

    /// The number of the level, from 1.
    #[must_use]
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The level with a number from 1 to 4.
    #[must_use]
    pub fn of_number(number: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|level| u64::from(level.number()) == number)
    }
}

/// The standing of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The game is won.
    Won,
    /// The game can be won from here.
    Winnable,
    /// The game cannot be won from here.
    Lost(Back),
    /// Not decided: this limit came first.
    Unknown(Limit),
}

/// A place to go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A room: a node of the graph.
    Room(NodeIndex),
    /// A part of the map outside of all rooms: its floor, and the third of its rows and of its columns, from 0.
    Part {
        /// The floor.
        floor: u32,
        /// The third of the rows.
        row: u32,
        /// The third of the columns.
        col: u32,
    },
}

/// A hint. Parts of a higher level are `None`. If the game is won, lost or undecided, all parts but the standing are
/// `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The level of the hint.
    pub level: HintLevel,
    /// The standing of the game.
    pub standing: Standing,
    /// The next place, and true if the player is there.
    pub place: Option<(Place, bool)>,
    /// The thing to do there, and its purpose.
    pub aim: Option<Aim>,
    /// The next moves until something changes.
    pub moves: Option<Vec<Step>>,
    /// True if the hint's plan is proved cheapest from here.
    pub is_cheapest: bool,
}

/// A hint for a game in its current state. The limit on states applies to each search, the time limit to all searches
/// together.
#[must_use]
pub fn hint(game: &Game<'_>, level: HintLevel, limits: &Limits<'_>) -> Hint {
    let mut hint = Hint {
        level,
        standing: Standing::Won,
        place: None,
        aim: None,
        moves: None,
        is_cheapest: false,
    };
    if game.is_won() {
        return hint;
    }
    let begin = Instant::now();
    let (steps, plan) = match game.outlook(limits) {
        Outlook::Winnable { steps, plan, optimal, .. } => {
            (hint.standing, hint.is_cheapest) = (Standing::Winnable, optimal);
            (steps, plan)
        }
        Outlook::Lost => {
            hint.standing = Standing::Lost(game.last_winnable(&limits.since(begin)));
            return hint;
        }
        Outlook::Unknown(limit) => {
            hint.standing = Standing::Unknown(limit);
            return hint;
        }
    };
    if level >= HintLevel::Where {
        let aim = game.aim(&plan);
        let there = aim.as_ref().map(|aim| place(game.level(), aim.record.position));
        let here = place(game.level(), game.position());
        hint.place = there.map(|there| (there, there == here));
        hint.aim = aim.filter(|_| level >= HintLevel::What);
    }
    if level == HintLevel::Moves {
        let change = game.changes_after(&steps);
        hint.moves = Some(steps.into_iter().take(change).collect());
    }
    hint
}

/// The room or part of the map at a position.
fn place(level: &Level, position: Position) -> Place {
    let cell = match position {
        Position::Node(node) => return Place::Room(node),
        Position::Cell(cell) => cell,
    };
    if let Some(node) = level.node_at(cell) {
        return Place::Room(node);
    }
    let floor = level.tiles.as_ref().and_then(|tiles| tiles.floors.get(cell.floor as usize));
    let (rows, cols) = floor.map_or((1, 1), |floor| (floor.rows().max(1), floor.cols().max(1)));
    Place::Part { floor: cell.floor, row: third(cell.row, rows), col: third(cell.col, cols) }
}

fn third(at: u32, many: u32) -> u32 {
    (u64::from(at) * 3 / u64::from(many)).min(2) as u32
}
