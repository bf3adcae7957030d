//! Refusals: why a step may not be taken.

use super::Stuck;
use crate::model::graph::Requirement;
use crate::model::level::Level;
use crate::model::tile::Tile;

/// The reason why a step may not be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The level is won: no step leaves a goal.
    Won,
    /// Nobody can stand there: a wall, or nothing at all.
    Solid(Tile),
    /// Steps are not diagonal by the rules.
    Diagonal,
    /// A diagonal step would brush something solid, a door, or a block.
    Corner,
    /// The passage leads the other way only.
    OneWay,
    /// Some of what it asks for is missing, or must not be held.
    Locked(Vec<Requirement>),
    /// Water or lava, and no key item.
    Water,
    /// A block stands there and does not move.
    Block(Stuck),
    /// A block stands where the warp lands.
    Landing,
    /// No edge leads from here to that node.
    NoEdge,
    /// No warp leads from here to that node.
    NoWarp,
    /// That toggle is not here.
    NoToggle,
    /// There are fewer ways to do it; so many.
    FewerWays(usize),
}

impl Refusal {
    /// In words, without a full stop; `level` has the names.
    #[must_use]
    pub fn words(&self, level: &Level) -> String {
        let words = match self {
            Self::Won => "it is won: no step leaves a goal",
            Self::Solid(Tile::Wall) => "there is a wall",
            Self::Solid(Tile::Block) => "there is a block, and blocks are not pushed",
            Self::Solid(_) => "there is nothing to stand on",
            Self::Diagonal => "steps are not diagonal",
            Self::Corner => "something at the corner is in the way",
            Self::OneWay => "that way leads only from there to here",
            Self::Locked(missing) => return locked(level, missing),
            Self::Water => "there is water, and nothing to cross it with: it asks for the key item",
            Self::Block(Stuck::Ahead) => "the block cannot stand on what is behind it",
            Self::Block(Stuck::Behind) => "another block stands behind the block",
            Self::Block(Stuck::Pushed) => "the block was pushed, and a block moves but once",
            Self::Block(Stuck::Diagonal) => "a block is not pushed diagonally",
            Self::Landing => "a block stands where one would come out",
            Self::NoEdge => "no passage leads there from here",
            Self::NoWarp => "no stair or door leads there from here",
            Self::NoToggle => "there is no such switch here",
            Self::FewerWays(ways) => {
                let ways = voice::counted(*ways as u64, "way", "ways");
                return format!("there are not so many ways to do it: {ways}");
            }
        };
        words.to_owned()
    }
}

/// The words for what a lock asks for and does not find.
fn locked(level: &Level, missing: &[Requirement]) -> String {
    let all: Vec<String> = missing.iter().map(|&asked| want(level, asked)).collect();
    format!("it is locked: it asks for {}", all.join(" and "))
}

/// A requirement as a player is told of it.
pub(crate) fn want(level: &Level, asked: Requirement) -> String {
    let plate = |id: u32| level.graph.plates.get(id as usize).map_or("?", String::as_str);
    match asked {
        Requirement::KeyLocked => "a small key".to_owned(),
        Requirement::BossLocked => "the boss key".to_owned(),
        Requirement::Bombable => "a bomb".to_owned(),
        Requirement::ItemLocked => "the key item".to_owned(),
        Requirement::Switch => "a switch that was entered".to_owned(),
        Requirement::Symbol(id) => format!("symbol {}", level.graph.symbol_name(id)),
        Requirement::Lacks(id) => format!("symbol {} not to be held", level.graph.symbol_name(id)),
        Requirement::Plate(id) => format!("plate {} to be down", plate(id)),
        Requirement::Toggle(id, on) => {
            format!("switch {id} to be {}", if on { "on" } else { "off" })
        }
        Requirement::SoftLocked | Requirement::Stair => "nothing".to_owned(),
    }
}
