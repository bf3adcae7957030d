//! Figures of levels that the literature knows: linearity, leniency, linear coefficient, exploration, nonlinearity.
//!
//! Sources: linearity and leniency are those of G. Smith and J. Whitehead (*Analyzing the expressive range of a level
//! generator*, 2010), carried over from side views to maps; linear coefficient and the leniency of rooms those of
//! B. M. F. Viana, L. T. Pereira and C. F. M. Toledo (*Illuminating the space of dungeon maps, locked-door missions and
//! enemy placement through MAP-Elites*, 2022); exploration that of A. Liapis, G. N. Yannakakis and J. Togelius
//! (*Towards a generic method of evaluating game levels*, 2013); nonlinearity that of Metazelda.

use super::flood;
use super::ground::Ground;
use super::held::{Contents, Thing, held};
use super::linearity::linearity;
use super::links::Links;
use super::way;
use crate::model::graph::NodeIndex;
use crate::model::level::Level;
use crate::rules::Position;
use serde::Serialize;

/// The figures of a level; `None` where nothing is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// The nearness of the rooms' middles to one straight line: 1 on it. Of two rooms with rectangles or more.
    pub linearity: Option<f64>,
    /// The share of rooms without enemies.
    pub leniency: Option<f64>,
    /// Rooms a room leads on to, the mean of those that lead on at all, in the tree of shortest ways from the start: 1
    /// where there is one way only.
    pub linear_coefficient: Option<f64>,
    /// The share of places a flood fills before it reaches what is looked for, the mean of start to goal and of keys to
    /// their locks. Places are rooms; of a map without rooms the cells that are not solid.
    pub exploration: Option<f64>,
    /// The number of times that the plan enters a room that it was in before.
    pub nonlinearity: Option<u64>,
}

/// Finds the figures of a level, one that [`Level::checked`] accepts; `path` and `contents` as of
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
        exploration: flood::exploration(level, &links, &held),
        nonlinearity: way::entered_again(path, &ground, links.rooms()),
    }
}

/// The mean number of children of the rooms that have any, in the tree of shortest ways from a room.
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
