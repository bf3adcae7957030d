//! A layout as the program prints it, what can be wrong with one, and the table of all that is.
//!
//! Written from the description of the format and of the laws, with a search of its own.

mod judge;
mod tally;

pub(super) use judge::{judge, way};
pub(super) use tally::{Tally, table};

/// What is read of `quandary/layout/1`.
#[derive(serde::Deserialize)]
pub(super) struct Layout {
    pub(super) format: String,
    pub(super) category: String,
    pub(super) generator: String,
    pub(super) bounds: [i64; 6],
    pub(super) seed: u64,
    pub(super) rooms: Vec<Room>,
}

/// A room.
#[derive(serde::Deserialize)]
pub(super) struct Room {
    pub(super) coords: [i64; 3],
    pub(super) kind: String,
    pub(super) connections: Vec<String>,
    pub(super) entry: bool,
    pub(super) distance: u64,
}

/// What can be wrong, in the order of the columns: the peers' defects first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Defect {
    Few,
    Single,
    Apart,
    NoBoss,
    BossOnStairs,
    BossNotAtEnd,
    NoTreasure,
    NoPuzzle,
    Entry,
    OneWay,
    Outside,
    Near,
    Bridges,
    Ends,
    Kinds,
    Distance,
    Form,
}

impl Defect {
    /// All of them.
    pub(super) const ALL: [Self; 17] = [
        Self::Few,
        Self::Single,
        Self::Apart,
        Self::NoBoss,
        Self::BossOnStairs,
        Self::BossNotAtEnd,
        Self::NoTreasure,
        Self::NoPuzzle,
        Self::Entry,
        Self::OneWay,
        Self::Outside,
        Self::Near,
        Self::Bridges,
        Self::Ends,
        Self::Kinds,
        Self::Distance,
        Self::Form,
    ];

    /// The head of its column, and what it means.
    pub(super) fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Few => ("<5", "fewer than 5 rooms"),
            Self::Single => ("single", "a level that is one cell, or none"),
            Self::Apart => ("apart", "a room or a level that is not reached"),
            Self::NoBoss => {
                ("no-boss", "not one boss room where one belongs, or one where none does")
            }
            Self::BossOnStairs => ("on-stairs", "the boss on the stairs"),
            Self::BossNotAtEnd => ("not-end", "the boss not at a dead end although there is one"),
            Self::NoTreasure => ("no-treasure", "no treasure room"),
            Self::NoPuzzle => ("no-puzzle", "no puzzle room"),
            Self::Entry => ("entry", "not one entry, at its level, nearest the centre"),
            Self::OneWay => ("one-way", "a connection that does not lead back"),
            Self::Outside => ("outside", "a room out of bounds, or two in one place"),
            Self::Near => ("near", "the boss not at the farthest dead end of its level"),
            Self::Bridges => ("bridges", "eight rooms or more, and fewer than three bridges"),
            Self::Ends => ("ends", "eight rooms or more, and fewer than three dead ends"),
            Self::Kinds => ("kinds", "a corridor, chamber, treasure or puzzle that is none"),
            Self::Distance => ("distance", "a distance that is not the least number of steps"),
            Self::Form => ("form", "a line that is not the layout asked for"),
        }
    }
}
