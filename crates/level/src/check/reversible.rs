//! Levels too large to explore in which nothing is ever lost: every way can be walked back, and nothing is
//! flipped, used up or pushed.
//!
//! There a player who takes whatever can be taken is never worse off. So one walk that always fetches the
//! nearest thing that is new decides everything: if it ends at a goal the level can be won, and since whoever
//! got anywhere can walk back to the start with more in hand, nobody can get stuck. Missions and areas with dozens
//! of independent locks have too many states to count and are judged in a moment here.

use super::certify::wins;
use crate::model::graph::Graph;
use crate::plan::{Move, Plan};
use crate::rules::Location;
use crate::rules::Rules;
use crate::rules::bits::Bits;
use crate::rules::blocks::Blocks;
use crate::rules::facts::{Facts, with_width};
use crate::rules::room;
use crate::rules::world::builder::WorldBuilder;
use crate::rules::world::{Config, World};
use crate::rules::{Fact, TooManyBits};
use std::collections::VecDeque;

/// A certificate of a level in which nothing is ever lost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Certificate {
    /// A plan, replayed; not a cheapest one. `None` for a level that cannot be won.
    pub plan: Option<Plan>,
    /// The number of nodes that cannot be reached.
    pub unreachable: usize,
    /// The symbols without which the level can still be won.
    pub needless: Vec<Fact>,
}

/// Judges a graph in which nothing is ever lost; `None` for any other.
///
/// # Errors
/// When there is too much to keep track of.
pub fn certify(graph: &Graph, rules: &Rules) -> Result<Option<Certificate>, TooManyBits> {
    let facts = Facts::of(graph, rules);
    with_width!(facts.len(), certify_in::<W>(graph, rules, &facts))
}

fn certify_in<const W: usize>(graph: &Graph, rules: &Rules, facts: &Facts) -> Option<Certificate> {
    let mut builder = WorldBuilder::<W>::default();
    room::describe(&mut builder, graph, rules, facts);
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

/// True if nothing in a world of rooms is ever lost.
pub(super) fn loses_nothing<const W: usize>(world: &World<W>) -> bool {
    let locations = 0..world.locations() as Location;
    let flips = locations.clone().any(|location| !world.flips(location).is_empty());
    let mut doors = locations.flat_map(|location| world.doors(location));
    !world.is_of_tiles()
        && world.is_reversible()
        && !flips
        && !doors.any(|&door| world.uses_up(door))
}

/// A plan through a world in which nothing is ever lost, replayed; `None` where there is none at all.
pub(super) fn plan<const W: usize>(world: &World<W>) -> Option<Plan> {
    walk(world).plan.filter(|plan| wins(world, plan))
}

struct Walk {
    plan: Option<Plan>,
    unreachable: usize,
}

/// Fetches the nearest thing that is new, again and again, and then goes to the nearest goal.
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

/// Everything that can be reached with the given holdings.
struct Flood<const W: usize> {
    /// Of each location that was met, whence and by which of its doors; the first is its own.
    by: Vec<Option<(Location, u32)>>,
    /// The nearest location with something new, and the holdings there.
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

    /// The way to a location that was met: where each step leads, and by which door.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::certify::{self, Judge};
    use crate::check::{Safety, check};
    use crate::formats::json;
    use crate::limits::{Limit, Limits};
    use crate::model::level::Level;
    use crate::solve::Verdict;

    fn graph(nodes: &str, edges: &str) -> Graph {
        let text = format!(
            r#"{{"format":"quandary/level/1","name":"","graph":{{"nodes":[{nodes}],"edges":[{edges}]}}}}"#
        );
        json::read(&text).unwrap().graph
    }

    /// A hall with `n` cupboards, each behind a lock whose symbol lies in the one before it.
    fn cupboards(n: usize) -> Graph {
        let mut nodes = r#"{"id":"hall","contents":["start","symbol:s0"]}"#.to_owned();
        let mut edges = Vec::new();
        for i in 0..n {
            nodes += &format!(r#",{{"id":"c{i}","contents":["symbol:s{}"]}}"#, i + 1);
            for (from, to) in
                [("hall".to_owned(), format!("c{i}")), (format!("c{i}"), "hall".to_owned())]
            {
                edges.push(format!(r#"{{"from":"{from}","to":"{to}","requires":"symbol:s{i}"}}"#));
            }
        }
        nodes += r#",{"id":"end","contents":["goal"]}"#;
        for (from, to) in [("hall", "end"), ("end", "hall")] {
            edges.push(format!(r#"{{"from":"{from}","to":"{to}","requires":"symbol:s{n}"}}"#));
        }
        graph(&nodes, &edges.join(","))
    }

    #[test]
    fn the_two_certificates_agree() {
        for n in [0, 1, 5, 9] {
            let graph = cupboards(n);
            let rules = Rules::default();
            let one = certify(&graph, &rules).unwrap().unwrap();
            let other = certify::certify(&graph, &rules, &Limits::default(), &mut Judge::default());
            let other = other.unwrap();
            assert_eq!(one.plan.as_ref().map(Plan::len), other.plan.as_ref().map(Plan::len));
            assert_eq!((one.unreachable, one.needless), (other.unreachable, other.needless), "{n}");
        }
    }

    #[test]
    fn a_check_that_runs_out_of_states_still_knows() {
        // Thirty rooms that can be visited in any order: far more states than may be counted.
        let mut nodes = r#"{"id":"hall","contents":["start"]}"#.to_owned();
        let mut edges = Vec::new();
        let mut wants = Vec::new();
        for i in 0..30 {
            nodes += &format!(r#",{{"id":"r{i}","contents":["symbol:s{i}"]}}"#);
            edges.push(format!(r#"{{"from":"hall","to":"r{i}"}},{{"from":"r{i}","to":"hall"}}"#));
            wants.push(format!(r#""symbol:s{i}""#));
        }
        nodes += r#",{"id":"end","contents":["goal"]}"#;
        let wants = wants.join(",");
        for (from, to) in [("hall", "end"), ("end", "hall")] {
            edges.push(format!(r#"{{"from":"{from}","to":"{to}","requires":[{wants}]}}"#));
        }
        let level = Level::of_graph(graph(&nodes, &edges.join(",")));
        let limits = Limits { states: Some(10_000), ..Limits::default() };
        let found = check(&level, &Rules::default(), &limits).unwrap();
        assert!(matches!(found.verdict, Verdict::Solvable { optimal: false, .. }));
        assert_eq!((found.safety, found.limit), (Safety::SoftlockFree, Some(Limit::States)));
        assert!(found.needed.iter().all(|need| need.needed == Some(true)), "{:?}", found.needed);
        let mut without = level.clone();
        without.graph.nodes[7].contents.clear();
        let found = check(&without, &Rules::default(), &limits).unwrap();
        assert_eq!((found.verdict, found.safety), (Verdict::Unsolvable, Safety::Softlock(None)));
        assert!(found.why_not.is_some_and(|why_not| !why_not.core.is_empty()));
    }

    #[test]
    fn a_locked_in_key_is_no_way_to_win() {
        let mut graph = cupboards(4);
        graph.nodes[2].contents.clear();
        let found = certify(&graph, &Rules::default()).unwrap().unwrap();
        assert_eq!((found.plan, found.unreachable), (None, 3));
    }

    #[test]
    fn dozens_of_locks_are_no_matter_and_small_keys_are_not_judged() {
        let found = certify(&cupboards(200), &Rules::default()).unwrap().unwrap();
        assert_eq!(found.plan.unwrap().len(), 401);
        let small = graph(
            r#"{"id":1,"contents":["start","key"]},{"id":2,"contents":["goal"]}"#,
            r#"{"from":1,"to":2,"requires":"key_locked"},{"from":2,"to":1,"requires":"key_locked"}"#,
        );
        assert_eq!(certify(&small, &Rules::default()), Ok(None));
    }
}
