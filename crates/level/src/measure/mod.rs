//! Measures of a level as a place to play in: how full its rooms are, how they hang together, what is gated, and
//! what lies in their interiors.
//!
//! [`measure`] takes a level and the way of a plan through it, and asks nobody else. A [`Metrics`] keeps the part and
//! the whole of each [`Measure`], so that a set of levels can be told by its median as well as pooled. Rooms are the
//! nodes of the graph; what lies on tiles belongs to the room whose rectangle it is in. `names` has the list,
//! `links` the graph as rooms and passages, `ground` the rectangles, `held` what rooms hold, `gates` the passages
//! that ask for something, `interior` the rooms from inside, and `way` the plan.

mod names;
mod figures;
pub(crate) mod links;
pub(crate) mod ground;
mod held;
mod gates;
mod interior;
pub(crate) mod way;
use crate::model::graph::NodeIndex;
use crate::model::level::Level;
use crate::rules::Position;
use ground::Ground;
use held::{Thing, held};
use links::Links;

pub use figures::{Figures, figures};
pub use gates::off_main_floors;
pub use held::Contents;
pub use names::{Measure, Metrics, Share};

/// Measures a level, one that [`Level::checked`] accepts. `path` are the positions of a plan through it, the start
/// included, as [`Walk::positions`](crate::plan::Walk::positions) has them; without any the measures of the plan count
/// nothing.
///
/// ```
/// use quandary_level::measure::{Contents, Measure, measure};
/// let text = r#"{"format": "quandary/level/1", "graph": {"nodes": [{"id": 0, "contents": ["start"]}, {"id": 1},
///     {"id": 2, "contents": ["goal"]}], "edges": [{"from": 0, "to": 1}, {"from": 1, "to": 2}]}}"#;
/// let metrics = measure(&quandary_level::formats::json::read(text)?, &[], Contents::OnTiles);
/// assert_eq!(metrics.value(Measure::Gated), Some(1.0)); // no way back anywhere
/// assert_eq!(metrics.value(Measure::Reentry), None);
/// # Ok::<(), quandary_level::formats::json::ReadError>(())
/// ```
#[must_use]
pub fn measure(level: &Level, path: &[Position], contents: Contents) -> Metrics {
    let (links, ground) = (Links::of(&level.graph), Ground::of(level));
    let held = held(level, &ground, contents);
    let mut metrics = Metrics::default();
    holdings(&held, &links, &mut metrics);
    shape(&held, &links, &mut metrics);
    gates::count(level, &links, &ground, &mut metrics);
    interior::count(level, &mut metrics);
    way::count(path, &ground, links.rooms(), &mut metrics);
    metrics
}

/// Counts rooms by what they hold.
fn holdings(held: &[Vec<Thing>], links: &Links<'_>, metrics: &mut Metrics) {
    let rooms = held.len();
    let rooms_with =
        |what: fn(&Thing) -> bool| held.iter().filter(|things| things.iter().any(what)).count();
    metrics.set(Measure::Empty, held.iter().filter(|things| things.is_empty()).count(), rooms);
    metrics.set(Measure::Keys, rooms_with(|thing| *thing == Thing::Key), rooms);
    metrics.set(Measure::Puzzles, rooms_with(|thing| *thing == Thing::Puzzle), rooms);
    let fought = |thing: &Thing| matches!(thing, Thing::Enemy | Thing::Boss);
    metrics.set(Measure::Enemies, rooms_with(fought), rooms);
    let ends = || {
        (0..rooms).filter(|&room| links.is_dead_end(room) && !held[room].contains(&Thing::Start))
    };
    let rewards = ends().filter(|&room| held[room].iter().any(|thing| *thing != Thing::Enemy));
    metrics.set(Measure::DeadEnds, rewards.count(), ends().count());
}

/// Measures how the rooms hang together.
fn shape(held: &[Vec<Thing>], links: &Links<'_>, metrics: &mut Metrics) {
    let rooms = held.len();
    metrics.set(Measure::Cycles, links.cycles(), rooms);
    metrics.set(Measure::OnCycle, links.on_cycle(), rooms);
    let Some(start) = held.iter().position(|things| things.contains(&Thing::Start)) else { return };
    let steps = links.steps(start as NodeIndex);
    let goals = steps.iter().zip(held).filter(|(_, things)| things.contains(&Thing::Goal));
    let Some(goal) = goals.filter_map(|(steps, _)| *steps).min() else { return };
    metrics.set(Measure::Distance, goal, rooms);
    let farthest = steps.iter().flatten().max().copied();
    metrics.set(Measure::Eccentric, goal, farthest.unwrap_or_default());
}
