//! Hints: a ladder of four, each told by a cheapest plan out of the state in which a player is.
//!
//! The rungs: the state of things; the place to go to next; what that is for; the next moves until something changes. A
//! hint says nothing that belongs on a higher rung, and it is never the author's word, but what the judge finds from
//! here. A player who can no longer win is told how many steps to take back.

mod words;
pub mod explain;

use crate::limits::{Limit, Limits};
use crate::model::{Level, NodeIndex};
use crate::play::{Aim, Back, Game, Outlook, Step};
use crate::rules::Position;
use clock::Instant;

/// The rung of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintLevel {
    /// The standing: if it can be won from here, and if not, how far back it could.
    Standing,
    /// The room or the part of the map to go to next.
    Where,
    /// The thing to be done there, and its purpose.
    What,
    /// The next moves until something changes.
    Moves,
}

impl HintLevel {
    /// All, the lowest first.
    pub const ALL: [Self; 4] = [Self::Standing, Self::Where, Self::What, Self::Moves];

    /// Its number, from 1.
    #[must_use]
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The rung of a number, from 1 to 4.
    #[must_use]
    pub fn of_number(number: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|level| u64::from(level.number()) == number)
    }
}

/// The state of things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is won.
    Won,
    /// It can be won from here.
    Winnable,
    /// It cannot be won from here.
    Lost(Back),
    /// Not decided: this limit came first.
    Unknown(Limit),
}

/// A place to go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A room: a node of the graph.
    Room(NodeIndex),
    /// A part of a map without rooms there: its floor, and which third of its rows and of its columns, from 0.
    Part {
        /// The floor.
        floor: u32,
        /// The third of the rows.
        row: u32,
        /// The third of the columns.
        col: u32,
    },
}

/// A hint. What belongs on a higher rung than its own is `None`, and so is all but the standing of a game that is won,
/// lost or not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Its rung.
    pub level: HintLevel,
    /// The state of things.
    pub standing: Standing,
    /// The place to go to next, and true if the player is there.
    pub place: Option<(Place, bool)>,
    /// The thing to be done there, and its purpose.
    pub aim: Option<Aim>,
    /// The next moves until something changes.
    pub moves: Option<Vec<Step>>,
    /// True if it is proved that no way from here costs less than the one that it tells of.
    pub is_cheapest: bool,
}

/// The hint of a rung for a game where it stands. The limit on states is that of each search, that on time of all together.
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

/// The room or the part of the map of a position.
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
