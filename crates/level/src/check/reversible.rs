//! Levels in which nothing is ever lost: every move can be undone, and nothing is flipped, used up or pushed.
//!
//! In such a level taking a thing never makes the player worse off. One walk that always fetches the nearest new thing
//! decides everything. If it ends at a goal, the level can be won. The player can always return to the start with more
//! things in hand, so no state is dead. Missions and areas with dozens of independent locks have too many states to
//! count, and are decided here in a moment.

use super::certify::wins;
use crate::model::Graph;
use crate::plan::{Move, Plan};
use crate::rules::facts::with_width;
use crate::rules::world::builder::WorldBuilder;
use crate::rules::{
    Bits, Blocks, Config, Fact, Facts, Location, Rules, TooManyBits, World, prepared,
};
use std::collections::VecDeque;

/// The properties proved of a level in which nothing is ever lost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Certificate {
    /// A plan, replayed, not necessarily cheapest; `None` if the level cannot be won.
    pub plan: Option<Plan>,
    /// Number of unreachable nodes.
    pub unreachable: usize,
    /// The symbols without which the level can still be won.
    pub needless: Vec<Fact>,
}

/// Proves the properties of a graph in which nothing is ever lost; `None` for any other graph.
///
/// # Errors
/// [`TooManyBits`] if the level needs more state bits than the engine has.
pub fn certify(graph: &Graph, rules: &Rules) -> Result<Option<Certificate>, TooManyBits> {
    let facts = Facts::of(graph, rules);
    with_width!(facts.len(), certify_in::<W>(graph, rules, &facts))
}

fn certify_in<const W: usize>(graph: &Graph, rules: &Rules, facts: &Facts) -> Option<Certificate> {
    let mut builder = WorldBuilder::<W>::default();
    prepared::describe(&mut builder, graph, rules, facts);
    let world = builder.finish();
    if !loses_nothing(world) {
        return None;
    }
    let walk = walk(world);
    let plan = walk.plan.filter(|plan| wins(world, plan));
    let mut needless = Vec::new();
    for (bit, fact) in facts.iter().enumerate() {
        world.ban(Bits::one(bit));
        if self::walk(world).plan.is_some() {
            needless.push(fact);
        }
    }
    Some(Certificate { plan, unreachable: walk.unreachable, needless })
}

/// True if a world of rooms has only reversible moves, without flips and without locks that use something up.
pub(super) fn loses_nothing<const W: usize>(world: &World<W>) -> bool {
    let locations = 0..world.locations() as Location;
    let flips = locations.clone().any(|location| !world.flips(location).is_empty());
    let mut doors = locations.flat_map(|location| world.doors(location));
    !world.is_of_tiles()
        && world.is_reversible()
        && !flips
        && !doors.any(|&door| world.uses_up(door))
}

/// A plan through a world in which nothing is ever lost, replayed; `None` if no goal can be reached.
pub(super) fn plan<const W: usize>(world: &World<W>) -> Option<Plan> {
    walk(world).plan.filter(|plan| wins(world, plan))
}

struct Walk {
    plan: Option<Plan>,
    unreachable: usize,
}

/// Fetches the nearest new thing until none is left, then goes to the nearest goal.
fn walk<const W: usize>(world: &World<W>) -> Walk {
    let mut blocks = Blocks::default();
    let mut plan = Plan::default();
    let Some((mut location, mut config)) = world.start(&mut blocks) else {
        return Walk { plan: None, unreachable: world.locations() };
    };
    loop {
        let flood = Flood::from(world, location, &config, &mut blocks);
        let moves = |to| flood.way(to).into_iter().map(|(to, door)| Move::Goto { to, door });
        if let Some((news, after)) = flood.news {
            plan.moves.extend(moves(news));
            (location, config) = (news, after);
            continue;
        }
        let met = flood.by.iter().flatten().count();
        let goal = flood.goal.or_else(|| world.is_goal(location, &config).then_some(location));
        let plan = goal.map(|goal| {
            plan.moves.extend(moves(goal));
            plan
        });
        return Walk { plan, unreachable: world.locations() - met };
    }
}

/// The locations reachable with the given holdings.
struct Flood<const W: usize> {
    /// By location: the location before it and the index of the door taken there; `None` if not reached. The first
    /// location is its own predecessor.
    by: Vec<Option<(Location, u32)>>,
    /// The nearest location with something new, and the configuration there.
    news: Option<(Location, Config<W>)>,
    /// The nearest goal.
    goal: Option<Location>,
}

impl<const W: usize> Flood<W> {
    fn from(world: &World<W>, start: Location, config: &Config<W>, blocks: &mut Blocks) -> Self {
        let mut flood = Self { by: vec![None; world.locations()], news: None, goal: None };
        let mut queue = VecDeque::from([start]);
        flood.by[start as usize] = Some((start, 0));
        while let Some(here) = queue.pop_front() {
            if world.is_goal(here, config) {
                flood.goal = flood.goal.or(Some(here));
                continue;
            }
            for (number, &door) in (0..).zip(world.doors(here)) {
                let met = flood.by[door.to as usize].is_some();
                let Some(after) = world.step(config, door, blocks).filter(|_| !met) else {
                    continue;
                };
                flood.by[door.to as usize] = Some((here, number));
                if after.bits != config.bits && !world.is_goal_location(door.to) {
                    flood.news = Some((door.to, after));
                    return flood;
                }
                queue.push_back(door.to);
            }
        }
        flood
    }

    /// The path to a reached location: for each step the location it leads to and the index of the door.
    fn way(&self, to: Location) -> Vec<(Location, u32)> {
        let (mut way, mut here) = (Vec::new(), to);
        while let Some((before, door)) =
            self.by[here as usize].filter(|&(before, _)| before != here)
        {
            way.push((here, door));
            here = before;
        }
        way.reverse();
        way
    }
}
