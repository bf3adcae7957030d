//! How much a plan must still cost, or is guessed to.
//!
//! The exact relaxed distance asks how far the nearest goal is when every door that could ever be opened is
//! open. One search backwards from the goals gives it for all places. It never says too much and never
//! drops by more than a move costs, so that A* with it is optimal and expands no state twice. The others
//! guess: they weigh what stands in the way, and find plans sooner that may cost more.

use super::relax::Relaxed;
use crate::graph::{Graph, Requirement};
use crate::level::{Level, Room};
use crate::plan::Cost;
use crate::rules::world::{Config, Place, Position, World};
use std::collections::{BinaryHeap, VecDeque};
use std::str::FromStr;

/// What guides the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heuristic {
    /// Nothing: states are expanded in the order of their cost.
    None,
    /// The exact relaxed distance: the cost is proved minimal.
    #[default]
    Optimal,
    /// Distance on the map, and a penalty for every obstacle whose means are not in hand.
    Balanced,
    /// Balanced with lighter penalties, and a little bold.
    Speedrunner,
    /// Balanced, and drawn to what can still be picked up.
    Completionist,
}

impl Heuristic {
    /// The names of all, in the order in which they are told.
    pub const NAMES: [(&'static str, Heuristic); 5] = [
        ("optimal", Heuristic::Optimal),
        ("balanced", Heuristic::Balanced),
        ("speedrunner", Heuristic::Speedrunner),
        ("completionist", Heuristic::Completionist),
        ("none", Heuristic::None),
    ];

    /// Whether it never says more than the rest of a plan costs.
    #[must_use]
    pub fn is_admissible(self) -> bool {
        matches!(self, Heuristic::None | Heuristic::Optimal)
    }
}

impl FromStr for Heuristic {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        let known = || Self::NAMES.map(|(name, _)| name).join(", ");
        let found = Self::NAMES.iter().find(|(known, _)| *known == name);
        found
            .map(|&(_, heuristic)| heuristic)
            .ok_or_else(|| format!("unknown heuristic {name:?}; known are {}", known()))
    }
}

/// The distance of a place from which no goal can be reached at best.
pub(crate) const FAR: f64 = f64::INFINITY;

/// By place: the exact relaxed distance to the nearest goal.
pub(crate) fn distances<const W: usize>(world: &World<W>, relaxed: &Relaxed<W>) -> Vec<f64> {
    let passable = |from: Place, door| {
        relaxed.reached[from as usize]
            && world.goes_on(from)
            && world.at_best(&relaxed.held, door).is_some()
    };
    // The doors reversed, in rows by the place they lead to.
    let mut first = vec![0u32; world.places() + 1];
    for from in 0..world.places() as Place {
        for door in world.doors(from).iter().filter(|door| passable(from, **door)) {
            first[door.to as usize] += 1;
        }
    }
    let mut end = 0;
    for count in &mut first {
        end += *count;
        *count = end;
    }
    let mut back = vec![(0, Cost::default()); end as usize];
    let mut diagonal = false;
    for from in (0..world.places() as Place).rev() {
        for door in world.doors(from).iter().rev().filter(|door| passable(from, **door)) {
            let place = &mut first[door.to as usize];
            *place -= 1;
            diagonal |= door.way.is_diagonal();
            back[*place as usize] = (from, Cost::of(door.way));
        }
    }
    let goals = (0..world.places() as Place)
        .filter(|&place| world.is_goal_place(place) && relaxed.reached[place as usize]);
    let mut distance = vec![FAR; world.places()];
    let before =
        |place: Place| &back[first[place as usize] as usize..first[place as usize + 1] as usize];
    match diagonal {
        false => breadth_first(goals, before, &mut distance),
        true => dijkstra(goals, before, &mut distance),
    }
    distance
}

/// Costs of 0 and 1: a queue with two ends.
fn breadth_first<'a>(
    goals: impl Iterator<Item = Place>,
    before: impl Fn(Place) -> &'a [(Place, Cost)],
    distance: &mut [f64],
) {
    let mut queue: VecDeque<(Place, u64)> = goals.map(|goal| (goal, 0)).collect();
    while let Some((place, cost)) = queue.pop_front() {
        if distance[place as usize] <= cost as f64 {
            continue;
        }
        distance[place as usize] = cost as f64;
        for &(from, step) in before(place) {
            match step.straight {
                0 => queue.push_front((from, cost)),
                _ => queue.push_back((from, cost + 1)),
            }
        }
    }
}

fn dijkstra<'a>(
    goals: impl Iterator<Item = Place>,
    before: impl Fn(Place) -> &'a [(Place, Cost)],
    distance: &mut [f64],
) {
    let mut heap: BinaryHeap<(std::cmp::Reverse<Cost>, Place)> =
        goals.map(|goal| (std::cmp::Reverse(Cost::default()), goal)).collect();
    while let Some((std::cmp::Reverse(cost), place)) = heap.pop() {
        if distance[place as usize] <= cost.value() {
            continue;
        }
        distance[place as usize] = cost.value();
        for &(from, step) in before(place) {
            heap.push((std::cmp::Reverse(cost.plus(step)), from));
        }
    }
}

/// By place: Manhattan distance to the nearest goal on the floor, or the distance in rooms to the nearest
/// goal's room where that is more.
pub(crate) fn on_the_map<const W: usize>(world: &World<W>, level: &Level) -> Vec<f64> {
    let Some(tiles) = &level.tiles else { return in_rooms(&level.graph, &level.graph.goals) };
    let goals = tiles.goal_cells();
    let room_of = |cell| tiles.rooms.iter().find(|room: &&Room| room.contains(cell));
    let nodes: Vec<_> = goals.iter().filter_map(|&goal| room_of(goal)).map(|r| r.node).collect();
    let rooms = in_rooms(&level.graph, &nodes);
    let mut by_room: Vec<(&Room, f64)> = Vec::new();
    by_room.extend(tiles.rooms.iter().map(|room| (room, rooms[room.node as usize])));
    let of_place = |place: Place| {
        let Some(Position::Cell(cell)) = world.position(place) else { return 0.0 };
        let on_floor = goals.iter().filter(|goal| goal.floor == cell.floor);
        let steps = on_floor.map(|goal| goal.row.abs_diff(cell.row) + goal.col.abs_diff(cell.col));
        let steps = f64::from(steps.min().unwrap_or(0));
        let room = by_room.iter().find(|(room, _)| room.contains(cell));
        room.map_or(steps, |(_, far)| if far.is_finite() { steps.max(*far) } else { steps })
    };
    (0..world.places() as Place).map(of_place).collect()
}

/// By node: how many edges away the nearest of some nodes is.
fn in_rooms(graph: &Graph, goals: &[u32]) -> Vec<f64> {
    let mut back = vec![Vec::new(); graph.nodes.len()];
    for edge in &graph.edges {
        back[edge.to as usize].push(edge.from);
        if edge.asks(Requirement::SoftLocked) {
            back[edge.from as usize].push(edge.to);
        }
    }
    let mut far = vec![FAR; graph.nodes.len()];
    let mut queue: VecDeque<(u32, f64)> = goals.iter().map(|&goal| (goal, 0.0)).collect();
    while let Some((node, distance)) = queue.pop_front() {
        if far[node as usize] <= distance {
            continue;
        }
        far[node as usize] = distance;
        queue.extend(back[node as usize].iter().map(|&from| (from, distance + 1.0)));
    }
    far
}

/// What stands in the way in a configuration: the penalties of the guessing heuristics.
pub(crate) fn penalty<const W: usize>(
    heuristic: Heuristic,
    world: &World<W>,
    config: &Config<W>,
) -> f64 {
    let obstacles = world.obstacles(config);
    let keys = 10.0 * f64::from(obstacles.key_doors_beyond_keys)
        + if obstacles.boss_door { 20.0 } else { 0.0 }
        + if obstacles.bomb_door { 15.0 } else { 0.0 }
        + if obstacles.water { 15.0 } else { 0.0 };
    match heuristic {
        Heuristic::None | Heuristic::Optimal => 0.0,
        Heuristic::Balanced => keys,
        Heuristic::Speedrunner => 0.7 * keys,
        Heuristic::Completionist => keys + 2.0 * f64::from(obstacles.pickups_left),
    }
}

/// What a whole estimate is multiplied with.
pub(crate) fn scale(heuristic: Heuristic) -> f64 {
    if heuristic == Heuristic::Speedrunner { 0.9 } else { 1.0 }
}
