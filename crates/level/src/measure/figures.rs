//! Figures of levels from the literature: linearity, leniency, linear coefficient, exploration, nonlinearity.
//!
//! Sources: linearity and leniency are from G. Smith and J. Whitehead (*Analyzing the expressive range of a level
//! generator*, 2010), transferred from side views to maps. The linear coefficient and the leniency of rooms are from
//! B. M. F. Viana, L. T. Pereira and C. F. M. Toledo (*Illuminating the space of dungeon maps, locked-door missions
//! and enemy placement through MAP-Elites*, 2022). Exploration is from A. Liapis, G. N. Yannakakis and J. Togelius
//! (*Towards a generic method of evaluating game levels*, 2013), nonlinearity from Metazelda.

use super::interior::Ground;
use super::links::{Links, steps};
use super::names::{Measure, Metrics};
use super::{Contents, Thing, held};
use crate::model::{Cell, Content, Graph, Level, NodeIndex, Requirement, Tile, Tiles};
use crate::rules::Position;
use rustc_hash::FxHashMap;
use serde::Serialize;

/// The figures of a level; `None` if nothing is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// The closeness of the centres of rooms to one straight line; 1 if all are on it. Needs at least two rooms with
    /// rectangles.
    pub linearity: Option<f64>,
    /// The share of rooms without enemies.
    pub leniency: Option<f64>,
    /// The mean number of children of the rooms that have any, in the tree of shortest paths from the start: 1 if
    /// there is only one path.
    pub linear_coefficient: Option<f64>,
    /// The share of places that a flood fills before it reaches its target: the mean over start to goal and keys to
    /// their locks. Places are rooms, or the non-solid cells of a map without rooms.
    pub exploration: Option<f64>,
    /// The number of times that the plan enters a room again.
    pub nonlinearity: Option<u64>,
}

/// Computes the figures of a level that [`Level::checked`] accepts. `path` and `contents` are as for
/// [`measure`](super::measure).
///
/// ```
/// use quandary_level::measure::{Contents, figures};
/// let level = quandary_level::formats::text::read("#######\n#@...*#\n#.....#\n#######\n")?;
/// // Seven of ten cells are nearer to the start than the goal, which is the eighth.
/// assert_eq!(figures(&level, &[], Contents::OnTiles).exploration, Some(0.8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn figures(level: &Level, path: &[Position], contents: Contents) -> Figures {
    let (links, ground) = (Links::of(&level.graph), Ground::of(level));
    let held = held(level, &ground, contents);
    let fought = |things: &&Vec<Thing>| {
        things.iter().any(|thing| matches!(thing, Thing::Enemy | Thing::Boss))
    };
    let safe = held.len() - held.iter().filter(fought).count();
    let start = held.iter().position(|things| things.contains(&Thing::Start));
    Figures {
        linearity: linearity(level),
        leniency: (!held.is_empty()).then(|| safe as f64 / held.len() as f64),
        linear_coefficient: start.and_then(|start| coefficient(&links, start as NodeIndex)),
        exploration: exploration(level, &links, &held),
        nonlinearity: entered_again(path, &ground, links.rooms()),
    }
}

/// The mean number of children of the rooms that have any, in the tree of shortest paths from a room.
fn coefficient(links: &Links<'_>, start: NodeIndex) -> Option<f64> {
    let steps = links.steps(start);
    let mut children = vec![0_u32; steps.len()];
    for (room, step) in (0..).zip(&steps) {
        let parent = step.filter(|step| *step > 0).and_then(|step| {
            links.near(room).iter().copied().find(|&near| steps[near as usize] == Some(step - 1))
        });
        parent.into_iter().for_each(|parent| children[parent as usize] += 1);
    }
    let leading = children.iter().filter(|children| **children > 0).count();
    (leading > 0).then(|| f64::from(children.iter().sum::<u32>()) / leading as f64)
}

// -------------------------------------------------------------------------------------------------
// The closeness of the centres of rooms to one straight line.
//
// The line may have any direction, because a map has no ground: it is the line with the least sum of squared
// distances. The distances from the line are relative to the distances from the common centre.

/// The linearity of a level's rooms, with all floors stacked. `None` for fewer than two centres.
pub(super) fn linearity(level: &Level) -> Option<f64> {
    let middle = |from: u32, many: u32| f64::from(from) + f64::from(many) / 2.0;
    let middles: Vec<[f64; 2]> = level
        .rooms()
        .iter()
        .map(|room| [middle(room.corner.row, room.rows), middle(room.corner.col, room.cols)])
        .collect();
    let many = middles.len() as f64;
    let sum = |what: &dyn Fn(&[f64; 2]) -> f64| middles.iter().map(what).sum::<f64>();
    let centre = [sum(&|at| at[0]) / many, sum(&|at| at[1]) / many];
    let off = |at: &[f64; 2]| [at[0] - centre[0], at[1] - centre[1]];
    let length = |[y, x]: [f64; 2]| y.hypot(x);
    let spread = sum(&|at| length(off(at)));
    if middles.len() < 2 || spread <= 0.0 {
        return None;
    }
    let [yy, xx, xy] = [
        sum(&|at| off(at)[0] * off(at)[0]),
        sum(&|at| off(at)[1] * off(at)[1]),
        sum(&|at| off(at)[0] * off(at)[1]),
    ];
    // The direction of the largest variance, as an angle from the axis of columns.
    let (sin, cos) = (0.5 * (2.0 * xy).atan2(xx - yy)).sin_cos();
    let beside = sum(&|at| {
        let [y, x] = off(at);
        (y * cos - x * sin).abs()
    });
    Some((1.0 - beside / spread).clamp(0.0, 1.0))
}

// -------------------------------------------------------------------------------------------------
// Exploration: the share of places that a flood fills, step by step, before it reaches its target.

/// The mean of the shares filled from the start to the nearest goal, and from the nearest key of each lock to the
/// lock.
fn exploration(level: &Level, links: &Links<'_>, held: &[Vec<Thing>]) -> Option<f64> {
    let shares = match (&level.tiles, held.is_empty()) {
        (Some(tiles), true) => over_cells(tiles),
        _ => over_rooms(level, links, held),
    };
    let many = shares.len() as f64;
    (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / many)
}

/// The distance of the nearest target, and the share that is filled when it is reached: all nearer places and the
/// target itself, without other places at the same distance.
fn filled(steps: &[Option<usize>], targets: &[NodeIndex]) -> Option<(usize, f64)> {
    let reached = targets.iter().filter_map(|&at| *steps.get(at as usize)?).min()?;
    let nearer = steps.iter().flatten().filter(|&&step| step < reached).count();
    let all = steps.iter().flatten().count();
    Some((reached, (nearer + 1) as f64 / all as f64))
}

fn over_rooms(level: &Level, links: &Links<'_>, held: &[Vec<Thing>]) -> Vec<f64> {
    let rooms = 0..held.len() as NodeIndex;
    let with = |what: Thing| rooms.clone().filter(move |&room| held[room as usize].contains(&what));
    let mut shares = Vec::new();
    if let Some(start) = with(Thing::Start).next() {
        let goals: Vec<NodeIndex> = with(Thing::Goal).collect();
        shares.extend(filled(&links.steps(start), &goals).map(|(_, share)| share));
    }
    for (&(a, b), passage) in &links.passages {
        let asked = passage.ways.iter().flatten().flat_map(|edge| edge.requires.iter().copied());
        let asked = asked.into_iter().chain(locked_between(level, (a, b)));
        let key = asked.filter_map(|requirement| key_of(requirement, &level.graph)).min();
        let Some(key) = key else { continue };
        // The nearest key: the one whose flood reaches the lock first; among equal ones, the smallest share.
        let ends = [a, b];
        let floods = rooms_with(level, key).into_iter();
        let floods = floods.filter_map(|from| filled(&links.steps(from), &ends));
        let nearest =
            floods.min_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
        shares.extend(nearest.map(|(_, share)| share));
    }
    shares
}

/// The requirements of the tile locks between two rooms.
fn locked_between(level: &Level, (a, b): (NodeIndex, NodeIndex)) -> Vec<Requirement> {
    let Some(tiles) = &level.tiles else { return Vec::new() };
    let room = |node| tiles.rooms.iter().find(move |room| room.node == node);
    let (Some(a), Some(b)) = (room(a), room(b)) else { return Vec::new() };
    let beside = |cell: &Cell, other: &crate::Room| cell.neighbours().any(|at| other.contains(at));
    let joins = |cell: &Cell| {
        (a.contains(*cell) && beside(cell, b)) || (b.contains(*cell) && beside(cell, a))
    };
    let locks = tiles.locks.iter().filter(|lock| lock.cells.iter().any(joins));
    locks.flat_map(|lock| lock.needs.iter().copied()).collect()
}

/// The key that opens a lock; `None` if no key does.
fn key_of(requirement: Requirement, graph: &Graph) -> Option<Content> {
    match requirement {
        Requirement::KeyLocked => Some(Content::Key),
        Requirement::BossLocked => Some(Content::BossKey),
        Requirement::Symbol(id) if !graph.symbol_name(id).contains(':') => {
            Some(Content::Symbol(id))
        }
        _ => None,
    }
}

/// The rooms that contain a thing, on tiles or in the node.
fn rooms_with(level: &Level, what: Content) -> Vec<NodeIndex> {
    let mut rooms: Vec<NodeIndex> = level.graph.holding(what).collect();
    if let Some(tiles) = &level.tiles {
        let tile = match what {
            Content::Key => Some(Tile::KeySmall),
            Content::BossKey => Some(Tile::KeyBoss),
            _ => None,
        };
        let lying = tile.into_iter().flat_map(|tile| tiles.holding(tile).collect::<Vec<_>>());
        let marked = tiles.marks.iter().filter(|mark| mark.gives == what).map(|mark| mark.cell);
        for cell in lying.chain(marked) {
            rooms.extend(tiles.rooms.iter().find(|room| room.contains(cell)).map(|room| room.node));
        }
    }
    rooms.sort_unstable();
    rooms.dedup();
    rooms
}

/// The shares of a map without rooms: from the start to a goal, and from keys to doors.
fn over_cells(tiles: &Tiles) -> Vec<f64> {
    let open: Vec<Cell> =
        tiles.cells().filter(|(_, tile)| !tile.is_solid()).map(|at| at.0).collect();
    let number: FxHashMap<Cell, u32> = open.iter().copied().zip(0..).collect();
    let near: Vec<Vec<u32>> = open
        .iter()
        .map(|cell| cell.neighbours().filter_map(|at| number.get(&at).copied()).collect())
        .collect();
    let places = |cells: &[Cell]| -> Vec<u32> {
        cells.iter().filter_map(|cell| number.get(cell).copied()).collect()
    };
    let steps = |from: &[Cell]| steps(&near, &places(from));
    let mut shares = Vec::new();
    if let Some(start) = tiles.start_cell() {
        let goals = places(&tiles.goal_cells());
        shares.extend(filled(&steps(&[start]), &goals).map(|(_, share)| share));
    }
    let kinds = [(Tile::KeySmall, Tile::DoorLocked), (Tile::KeyBoss, Tile::DoorBoss)];
    for (key, door) in kinds {
        for lock in tiles.holding(door) {
            let floods =
                tiles.holding(key).filter_map(|key| filled(&steps(&[key]), &places(&[lock])));
            let nearest =
                floods.min_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
            shares.extend(nearest.map(|(_, share)| share));
        }
    }
    shares
}

// -------------------------------------------------------------------------------------------------
// The path of a plan, as the rooms it visits.

/// Counts the steps that enter a room again, and the rooms that are never entered. Sets nothing for a plan that
/// visits no room.
pub(super) fn count(path: &[Position], ground: &Ground<'_>, rooms: usize, metrics: &mut Metrics) {
    let Some(Passed { steps, again, rooms: passed }) = passed(path, ground, rooms) else { return };
    metrics.set(Measure::Reentry, again, steps);
    metrics.set(Measure::OffPlan, rooms - passed, rooms);
}

/// The number of times that a plan enters a room again; `None` for a plan that visits no room.
pub(super) fn entered_again(path: &[Position], ground: &Ground<'_>, rooms: usize) -> Option<u64> {
    passed(path, ground, rooms).map(|passed| passed.again as u64)
}

/// The counts of a plan: steps from room to room, steps into a room visited before, and different rooms.
struct Passed {
    steps: usize,
    again: usize,
    rooms: usize,
}

fn passed(path: &[Position], ground: &Ground<'_>, rooms: usize) -> Option<Passed> {
    let way = rooms_of(path, ground);
    let mut passed = vec![false; rooms];
    let mut again = 0;
    for &room in &way {
        if let Some(passed) = passed.get_mut(room as usize) {
            again += usize::from(std::mem::replace(passed, true));
        }
    }
    let steps = way.len().checked_sub(1)?;
    Some(Passed { steps, again, rooms: passed.iter().filter(|passed| **passed).count() })
}

/// The rooms that a path visits, without repetitions in a row.
fn rooms_of(path: &[Position], ground: &Ground<'_>) -> Vec<NodeIndex> {
    let mut way: Vec<NodeIndex> =
        path.iter().filter_map(|&position| room(position, ground)).collect();
    way.dedup();
    way
}

/// The room of a position; `None` between rooms.
pub(crate) fn room(position: Position, ground: &Ground<'_>) -> Option<NodeIndex> {
    match position {
        Position::Node(node) => Some(node),
        Position::Cell(cell) => ground.room(cell),
    }
}
