//! The reason why a step is illegal, by the rules and in words.

use super::step::Command;
use super::{Site, State};
use crate::model::{Level, NodeIndex, Requirement, Tile};
use crate::rules::world::report::Stuck;
use crate::rules::{Blocks, Door, Location, Position, Way};
use rustc_hash::FxHashSet;

/// The reason why a step is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The level is won: no step leaves a goal.
    Won,
    /// The cell cannot be entered: a wall, or no floor.
    Solid(Tile),
    /// The rules forbid diagonal steps.
    Diagonal,
    /// A diagonal step would touch something solid, a door, or a block.
    Corner,
    /// The passage is one-way, in the other direction.
    OneWay,
    /// Unmet requirements, some of which may forbid a symbol.
    Locked(Vec<Requirement>),
    /// Water or lava, without the key item.
    Water,
    /// A pit that no block has filled.
    Pit,
    /// A block that cannot be pushed.
    Block(Stuck),
    /// A block on the landing cell of the warp.
    Landing,
    /// No edge leads from here to that node.
    NoEdge,
    /// No warp leads from here to that node.
    NoWarp,
    /// There is no such toggle here.
    NoToggle,
    /// There are only so many ways to do it.
    FewerWays(usize),
}

impl Refusal {
    /// The reason in words, without a full stop. `level` provides the names.
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
            Self::Pit => "there is a pit: only a block that is pushed onto it makes it floor",
            Self::Block(Stuck::Ahead) => "the block cannot stand on what is behind it",
            Self::Block(Stuck::Behind) => "another block stands behind the block",
            Self::Block(Stuck::Pushed) => "the block was pushed, and a block moves but once",
            Self::Block(Stuck::Diagonal) => "a block is not pushed diagonally",
            Self::Landing => "a block stands where one would come out",
            Self::NoEdge => "no passage leads there from here",
            Self::NoWarp => "no stair or door leads there from here",
            Self::NoToggle => "there is no such switch here",
            Self::FewerWays(ways) => {
                let ways = diagnostics::counted(*ways as u64, "way", "ways");
                return format!("there are not so many ways to do it: {ways}");
            }
        };
        words.to_owned()
    }
}

/// The unmet requirements of a lock, in words.
fn locked(level: &Level, missing: &[Requirement]) -> String {
    let all: Vec<String> = missing.iter().map(|&asked| want(level, asked)).collect();
    format!("it is locked: it asks for {}", all.join(" and "))
}

/// A requirement in words for the player.
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

// -------------------------------------------------------------------------------------------------
// Finding the reason.

/// The reason why a command is illegal in a state, or has fewer ways than requested.
pub(super) fn refused<const W: usize>(
    site: &Site<'_, W>,
    state: State<W>,
    (command, ways): (Command, usize),
    blocks: &mut Blocks,
) -> Refusal {
    let (at, config) = state;
    if site.world.is_goal(at, &config) {
        return Refusal::Won;
    }
    if ways > 0 {
        return Refusal::FewerWays(ways);
    }
    let doors = site.world.doors(at).iter().copied();
    let mut those =
        doors.filter(|door| door.way != Way::Warp && Site::<W>::command(*door) == command);
    match (command, those.next()) {
        (Command::Flip(_), _) => Refusal::NoToggle,
        (Command::Warp(node), _) => no_warp(site, state, node, blocks),
        (_, Some(door)) => closed(site, state, door, blocks),
        (Command::Goto(_), None) => Refusal::NoEdge,
        (Command::Go(way), None) => no_door(site, state, way, blocks),
    }
}

/// The reason why a door cannot be passed.
fn closed<const W: usize>(
    site: &Site<'_, W>,
    (_, config): State<W>,
    door: Door,
    blocks: &Blocks,
) -> Refusal {
    if site.world.is_open_pit(&config, door.to, blocks) {
        return Refusal::Pit;
    }
    let missing = site.world.unmet(&config, door);
    if missing[..] == [Requirement::ItemLocked] && tile(site, door.to) == Some(Tile::Element) {
        return Refusal::Water;
    }
    if !missing.is_empty() {
        return Refusal::Locked(missing);
    }
    if site.world.brushes_a_block(&config, door, blocks) {
        return Refusal::Corner;
    }
    let is_warp = matches!(door.way, Way::Warp | Way::Pass);
    match site.world.stuck(&config, door, blocks) {
        Some(_) if is_warp => Refusal::Landing,
        Some(stuck) => Refusal::Block(stuck),
        None => Refusal::OneWay,
    }
}

/// The reason why there is no door in a direction.
fn no_door<const W: usize>(
    site: &Site<'_, W>,
    (at, config): State<W>,
    way: Way,
    blocks: &Blocks,
) -> Refusal {
    let (Some(Position::Cell(cell)), Some((rows, cols))) = (site.world.position(at), offset(way))
    else {
        return Refusal::NoEdge;
    };
    let tiles = site.level.tiles.as_ref();
    let there = cell.offset(rows, cols).and_then(|there| tiles?.tile(there));
    let place = cell.offset(rows, cols).map(Position::Cell);
    let locations = place.map(|there| site.world.locations_of(there, site.level));
    let locations = locations.unwrap_or_default();
    let stands = !locations.is_empty();
    let is_filled = locations.iter().any(|&at| site.world.is_filled(&config, at, blocks));
    match there.unwrap_or_default() {
        _ if way.is_diagonal() && !site.world.has_diagonals() => Refusal::Diagonal,
        // No step leads onto a pit that no block can fill.
        Tile::Pit if !is_filled => Refusal::Pit,
        tile if !stands => Refusal::Solid(tile),
        _ if way.is_diagonal() => Refusal::Corner,
        _ => Refusal::OneWay,
    }
}

/// The reason why no warp lands in a node's rectangle: the first obstacle, if a warp leads there at all.
fn no_warp<const W: usize>(
    site: &Site<'_, W>,
    (at, config): State<W>,
    node: NodeIndex,
    blocks: &mut Blocks,
) -> Refusal {
    let warps = |door: &&Door| matches!(door.way, Way::Warp | Way::Pass);
    let mut met = FxHashSet::default();
    let mut waiting: Vec<(Location, Option<Refusal>)> = vec![(at, None)];
    let mut next = 0;
    while let Some((from, refusal)) = waiting.get(next).cloned() {
        next += 1;
        for &door in site.world.doors(from).iter().filter(warps) {
            // Things taken during the warp are ignored: the reason holds for the current holdings.
            let closed = || {
                let passes = site.world.step(&config, door, blocks).is_some();
                (!passes).then(|| self::closed(site, (from, config), door, blocks))
            };
            let refusal = refusal.clone().or_else(closed);
            match site.node(door.to) {
                Some(found) if found == node => return refusal.unwrap_or(Refusal::NoWarp),
                Some(_) => {}
                None if met.insert(door.to) => waiting.push((door.to, refusal)),
                None => {}
            }
        }
    }
    Refusal::NoWarp
}

fn tile<const W: usize>(site: &Site<'_, W>, at: Location) -> Option<Tile> {
    match site.world.position(at)? {
        Position::Cell(cell) => site.level.tiles.as_ref()?.tile(cell),
        Position::Node(_) => None,
    }
}

/// The row and column offset of a step.
fn offset(way: Way) -> Option<(i32, i32)> {
    let step = Way::STEPS.into_iter().find(|(step, _)| *step == way);
    step.map(|(_, offset)| offset)
}
