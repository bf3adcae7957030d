//! A whole dungeon as the program prints it (`quandary/dungeon/1`), and what can be wrong with one.
//!
//! Mission, area and tiles are judged each by itself and against each other; rooms and tiles are
//! searched by a search of this folder's own, by the rules as the description of levels has them.

mod wire;
mod lock;
mod explore;
mod rooms;
mod agree;
mod shape;
mod signs;
mod ground;
mod tiles;
mod play;
mod claims;
mod text;
mod again;
mod judge;
#[cfg(test)]
mod sketch;

pub(super) use judge::{Asked, judge};

use super::area;
use super::ledger::Column;

/// What can be wrong, in the order of the columns; the laws of puzzles come last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Defect {
    Rooms,
    Agree,
    Keys,
    Locked,
    Losable,
    Unneeded,
    Figures,
    Shape,
    Joins,
    Apart,
    Edges,
    Marks,
    Ends,
    Blocks,
    Plan,
    Walkthrough,
    TilesLosable,
    TileStates,
    UnderBlock,
    Claims,
    Check,
    Text,
    Law(area::Defect),
}

impl Column for Defect {
    const FORM: Self = Self::Law(area::Defect::Form);
    const DIFFERS: Self = Self::Law(area::Defect::Differs);

    fn all() -> Vec<Self> {
        // Columns of its own say these of a dungeon.
        let other = [area::Defect::Stuck, area::Defect::NoPuzzle, area::Defect::Short];
        let laws = area::Defect::all().into_iter().filter(|law| !other.contains(law));
        Self::OWN.into_iter().chain(laws.map(Self::Law)).collect()
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Rooms => ("rooms", "not the rooms and floors that were asked for"),
            Self::Agree => ("agree", "area and mission are not of the same rooms and passages"),
            Self::Keys => ("keys", "not the keys and puzzles that were asked for"),
            Self::Locked => ("on-lock", "a puzzle on a passage that has a lock"),
            Self::Losable => ("losable", "by its rooms not winnable, or a player can get stuck"),
            Self::Unneeded => ("unneeded", "a key of the mission that is not needed"),
            Self::Figures => ("figures", "states or length by rooms are not those of the proof"),
            Self::Shape => ("shape", "a room whose rectangle is not where its place is"),
            Self::Joins => {
                ("joins", "a passage without facing doors or stairs, or rooms joined else")
            }
            Self::Apart => ("pieces", "the floor of a room is in pieces, or a room is not entered"),
            Self::Edges => ("edges", "the level's graph does not ask for what the passage does"),
            Self::Marks => ("marks", "what lies on the tiles is not what lies in the rooms"),
            Self::Ends => ("ends", "not one start and one goal, in their rooms"),
            Self::Blocks => ("blocks", "more than four blocks, or not as many as are told"),
            Self::Plan => ("plan", "the plan cannot be walked to the goal"),
            Self::Walkthrough => ("walk", "the walkthrough, typed in, does not win"),
            Self::TilesLosable => ("t-losable", "by its tiles not winnable, or one can get stuck"),
            Self::TileStates => ("t-states", "too many states of tiles, or not those of the proof"),
            Self::UnderBlock => ("hidden", "a key or a switch where a block is or can come to be"),
            Self::Claims => ("claims", "a thing is not needed, or optional, as is claimed"),
            Self::Check => ("check", "`check` says other of the printed level"),
            Self::Text => ("text", "the text claims other, or its legend is not complete"),
            Self::Law(law) => law.words(),
        }
    }
}

impl Defect {
    /// Those that areas alone do not have.
    const OWN: [Self; 22] = [
        Self::Rooms,
        Self::Agree,
        Self::Keys,
        Self::Locked,
        Self::Losable,
        Self::Unneeded,
        Self::Figures,
        Self::Shape,
        Self::Joins,
        Self::Apart,
        Self::Edges,
        Self::Marks,
        Self::Ends,
        Self::Blocks,
        Self::Plan,
        Self::Walkthrough,
        Self::TilesLosable,
        Self::TileStates,
        Self::UnderBlock,
        Self::Claims,
        Self::Check,
        Self::Text,
    ];
}
