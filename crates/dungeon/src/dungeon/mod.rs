//! Dungeons with loops, secrets, many kinds of gates, and hand-drawn room templates.
//!
//! [`mod@plan`] draws rooms, passages, loops and gates; [`mod@rooms`] holds room templates; [`mod@tiling`] converts
//! both to tiles, and [`mod@texts`] names and describes them. [`generate()`] ranks many such candidates and has the
//! verifier prove the best with all its claims; [`crate::game`] is the text game.

pub mod rooms;
pub mod texts;
pub mod request;
pub mod plan;
pub mod tiling;
pub mod rank;
pub mod claims;
pub mod flavour;
mod search;

pub use flavour::FlavourText;
pub use request::{Request, RequestError};
pub use search::{ATTEMPTS, GenerateError, generate};

use crate::layout;
use crate::options::Scratch;
use crate::reject::RejectReason;
use ::search::Attempt;
use claims::Claims;
use level::measure::Metrics;
use level::plan::Walk;
use level::rules::Position;
use level::{Cell, Content, Level, Tile};
use plan::site::Site;
use plan::{COMPARED_UP_TO, Plan};
use rank::Targets;
use std::collections::BTreeSet;
use std::sync::Arc;
use tiling::Tiled;

/// Minimum and maximum share of rooms that is added as cells joined to other rooms.
const JOINED: [f64; 2] = [0.06, 0.29];

/// Number of shapes drawn for a site, and number of gatings per shape. Only the best plan is converted to tiles: plans
/// are cheap, tiles are expensive.
const SHAPES: usize = 40;
const GATINGS: usize = 3;
/// Maximum factor on the number of drawn shapes, to find shapes with a long arc.
const DRAWN: usize = 3;

/// The candidate of an attempt, not proved: the best of several plans under the targets of the seed, and its tiles.
///
/// # Errors
/// The reason why the attempt fails.
pub fn candidate(
    request: &Request,
    targets: Targets,
    attempt: Attempt,
    scratch: &mut Scratch,
) -> Result<Candidate, RejectReason> {
    // Makes categories differ even if their rooms are laid out alike.
    let attempt = attempt.part(&request.layout.category.name);
    let part = attempt.part("layout");
    let mut layout = layout::attempt(&request.layout, part, scratch);
    let [least, most] = JOINED;
    let share = least + (most - least) * part.phase("joined").unit();
    let joined = (request.rooms as f64 * share).round() as usize;
    plan::site::fit(&mut layout, request.rooms + joined, &mut part.phase("fit"));
    let site = Site::of(&layout, joined, &mut part.phase("site"));
    if site.rooms.len() != request.rooms {
        return Err(RejectReason::OtherNumbers);
    }
    let plan = best_plan(request, &Arc::new(site), targets, attempt)?;
    let names = flavour::treasures(&plan, request.family, attempt.phase("treasures"));
    let plan = Plan { treasure_names: names, ..plan };
    let tiled = tiling::tile_plan(&plan, request, attempt.part("tiles"))?;
    let holders = tiling::holders(&plan, &tiled);
    Ok(Candidate { plan: Plan { holders, ..plan }, tiled })
}

/// The plan of a site with the highest score.
fn best_plan(
    request: &Request,
    site: &Arc<Site>,
    targets: Targets,
    attempt: Attempt,
) -> Result<Plan, RejectReason> {
    let (shapes, gatings) =
        if request.rooms <= COMPARED_UP_TO { (SHAPES, GATINGS) } else { (1, 1) };
    let mut best: Result<(f64, Plan), RejectReason> = Err(RejectReason::NoPath);
    let mut gated = 0;
    for number in 0..DRAWN * shapes {
        if gated == shapes {
            break;
        }
        let stream = &mut attempt.part("plans").phase(&format!("plan {number}"));
        let Ok(shape) = plan::shape::Shape::draw(site, stream) else { continue };
        let is_last = number >= (DRAWN - 1) * shapes;
        if !is_last && !shape.has_arc_of(rank::LONG) {
            continue;
        }
        gated += 1;
        for _ in 0..gatings {
            let (plan, playthrough) = plan::gate(Arc::clone(site), &shape, request, stream);
            if !plan.has(&request.numbers) {
                best = best.or(Err(RejectReason::OtherNumbers));
                continue;
            }
            let score = rank::score_terms(&plan, playthrough.as_ref(), targets).iter().sum();
            if best.as_ref().map_or(true, |(most, _)| score > *most) {
                best = Ok((score, plan));
            }
        }
    }
    best.map(|(_, plan)| plan)
}

/// A candidate: its plan and its tiles.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Candidate {
    /// The plan.
    pub plan: Plan,
    /// The tiles.
    pub tiled: Tiled,
}

/// A proved dungeon.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ProvedDungeon {
    /// The number of its attempt.
    pub attempt: u64,
    /// Its rank.
    pub rank: f64,
    /// The plan and the tiles.
    pub candidate: Candidate,
    /// Number of places from which a goal is reachable, even with the smallest inventory possible there.
    pub places: u64,
    /// A plan, replayed.
    pub walk: Walk,
    /// True if it is proved that no plan costs less.
    pub is_cheapest: bool,
    /// Number of states that the search for the plan expanded; `None` if it was found by other means.
    pub explored: Option<u64>,
    /// The measures.
    pub metrics: Metrics,
    /// The claims that hold.
    pub claims: Claims,
    /// Its flavour text.
    pub flavour: FlavourText,
}

impl ProvedDungeon {
    /// The enemies of a room: the cell of each, and its name.
    #[must_use]
    pub fn foes(&self, room: usize) -> Vec<(Cell, &str)> {
        let Some(tiles) = &self.candidate.tiled.level.tiles else { return Vec::new() };
        let rectangle = tiles.rooms.iter().find(|one| one.node as usize == room);
        let cells = rectangle.into_iter().flat_map(level::Room::cells);
        let is_foe = |tile: Tile| matches!(tile, Tile::Enemy | Tile::Boss);
        let there = cells.filter(|&cell| tiles.tile(cell).is_some_and(is_foe));
        let name = |at| self.flavour.foes.get(room).map_or("enemy", |foes| foes.name(at));
        there.enumerate().map(|(at, cell)| (cell, name(at))).collect()
    }
}

/// The rooms of the plan in order, with the items taken in each.
#[must_use]
pub fn route(level: &Level, walk: &Walk) -> Vec<String> {
    let Some(tiles) = &level.tiles else { return Vec::new() };
    let mut lines = Vec::new();
    let mut here = None;
    let mut taken = BTreeSet::new();
    for position in walk.positions() {
        let Position::Cell(cell) = position else { continue };
        let Some(room) = tiles.rooms.iter().find(|room| room.contains(cell)) else { continue };
        let id = room.node as usize;
        if here != Some(id) {
            lines.push(match here {
                None => format!("start in room {id}"),
                Some(_) => format!("go to room {id}"),
            });
            here = Some(id);
        }
        let mark = tiles.marks.iter().find(|mark| mark.cell == cell).map(|mark| mark.gives);
        let gives = mark.or(match tiles.tile(cell) {
            Some(Tile::KeyItem) => Some(Content::KeyItem),
            Some(Tile::ItemMinor) => Some(Content::ItemMinor),
            _ => None,
        });
        if let Some(gives) = gives.filter(|_| taken.insert(cell)) {
            lines.push(format!("take {}", level.graph.content_name(gives)));
        }
    }
    lines
}
