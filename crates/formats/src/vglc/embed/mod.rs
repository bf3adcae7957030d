//! Embeds the nodes of a room graph in the rooms of a map.
//!
//! Nodes have no positions, so rooms are matched by adjacency: a door pair needs an edge, and an edge that is no stair
//! needs rooms that touch. Nodes joined by water or by edges marked `s` may be parts of one room. A leaf that holds
//! only an item may be a cellar without a room.
//!
//! The search assigns nodes to one room after another, from the entrance on, and keeps the best 120 partial embeddings
//! (a beam search; Lowerre 1976). All partial embeddings fill the rooms in the same order, which makes them comparable.
//! The cost of each includes the cost so far and a lower bound of the cost at the border: rooms with more doors than
//! links left, or more links than neighbours. Partial embeddings with the same assigned nodes and the same nodes on the
//! border have the same future; the cheaper one is kept. Invariant: the same map and graph give the same embedding. The
//! work is counted, not timed, and bounded for any size.

mod problem;

use super::tiles::Map;
use level::{Graph, NodeIndex};
use problem::{
    DOORLESS, HOMELESS, Kind, NONE, PASSAGE, Problem, Rooms, STRETCHED, UNEXPLAINED, Ways, inside,
    order,
};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// An assignment of the nodes of a graph to the rooms of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Embedding {
    /// The room of each node, as an index in [`Map::rooms`].
    pub(crate) room: Vec<Option<usize>>,
    /// The nodes of each room, in order.
    pub(crate) inside: Vec<Vec<NodeIndex>>,
    /// The number of door pairs of the map.
    pub(crate) door_pairs: usize,
    /// The number of door pairs that an edge explains.
    pub(crate) explained: usize,
}

/// The number of partial embeddings to keep.
const WIDTH: usize = 120;
/// The orders of rooms to try until all door pairs are explained.
const WAYS: [Ways; 3] =
    [Ways { pair: 2, wall: 1 }, Ways { pair: 4, wall: 1 }, Ways { pair: 1, wall: 0 }];
/// Limit on the work of the search, in link visits.
const WORK: u64 = 40_000_000;

/// Embeds a graph in a map. `entrance` is the room where the player enters, and its node.
pub(crate) fn embed(map: &Map, graph: &Graph, entrance: Option<(usize, NodeIndex)>) -> Embedding {
    let problem = Problem::new(map, graph, entrance);
    let mut best: (i64, Rooms) = (i64::MAX, vec![NONE; graph.nodes.len()]);
    for ways in WAYS {
        for rooms in Grower::new(&problem, ways, WORK / WAYS.len() as u64).grow(WIDTH) {
            let cost = problem.cost(&rooms);
            if cost < best.0 {
                best = (cost, rooms);
            }
        }
        if best.0 == 0 {
            break;
        }
    }
    let rooms = best.1;
    finish(map, &problem, &rooms)
}

fn finish(map: &Map, problem: &Problem, rooms: &Rooms) -> Embedding {
    Embedding {
        room: rooms.iter().map(|&room| (room != NONE).then_some(room as usize)).collect(),
        inside: inside(rooms, map.rooms.len()),
        door_pairs: map.borders().filter(|&(room, side, _)| map.is_pair(room, side)).count(),
        explained: problem.explained(rooms),
    }
}

/// The most nodes that are parts of one room.
const MOST_PARTS: usize = 4;
/// The most groups of one node with others in its room.
const MOST_GROUPS: usize = 16;
/// Up to this number of nodes, all unassigned nodes are tried in every room, not only linked ones.
const FEW_NODES: usize = 128;

/// Nodes that share a room.
type Group = SmallVec<[u32; 4]>;

/// A partial embedding.
#[derive(Clone)]
struct Start {
    rooms: Rooms,
    inside: Vec<Group>,
    /// Cost so far, plus the lower bound of the future cost.
    cost: i64,
    /// The number of nodes without a room, not counting cellars.
    left: usize,
    /// The number of nodes in excess of rooms: at most this many may share a room.
    spare: usize,
    /// A hash of everything on which the rest of the search depends.
    future: u64,
}

/// A partial embedding extended by one room.
struct Step {
    cost: i64,
    from: usize,
    group: Group,
    future: u64,
    charge: i64,
}

/// A search over one problem.
struct Grower<'a> {
    problem: &'a Problem,
    order: Vec<u32>,
    /// The turn in which each room is filled.
    turn: Vec<usize>,
    /// For each turn, the rooms whose last neighbour is filled.
    closing: Vec<Vec<u32>>,
    /// The units of work that remain.
    work: u64,
}

impl<'a> Grower<'a> {
    /// A search with a limit on its work, in the order of rooms for `ways`.
    fn new(problem: &'a Problem, ways: Ways, work: u64) -> Self {
        let order = order(problem, ways);
        let mut turn = vec![0; order.len()];
        for (i, &room) in order.iter().enumerate() {
            turn[room as usize] = i;
        }
        let mut closing = vec![Vec::new(); order.len()];
        for (room, borders) in (0u32..).zip(&problem.borders) {
            let last = borders.iter().map(|border| turn[border.room as usize]).max();
            closing[last.unwrap_or(0).max(turn[room as usize])].push(room);
        }
        Self { problem, order, turn, closing, work }
    }

    /// The best embeddings with all rooms filled, the best first.
    fn grow(&mut self, width: usize) -> Vec<Rooms> {
        let problem = self.problem;
        let nodes = problem.links.len();
        let cellars = problem.cellar.iter().filter(|cellar| **cellar).count();
        let placeable = nodes - usize::from((problem.pointer as usize) < nodes);
        let mut starts = vec![Start {
            rooms: vec![NONE; nodes],
            inside: vec![Group::new(); self.order.len()],
            cost: 0,
            left: placeable - cellars,
            spare: placeable.saturating_sub(self.order.len()),
            future: 0,
        }];
        for turn in 0..self.order.len() {
            let width = if self.work == 0 { 1 } else { width };
            let mut steps = Vec::new();
            for (from, start) in starts.iter_mut().enumerate().take(width) {
                self.steps(turn, from, start, &mut steps);
            }
            starts = self.survivors(turn, starts, steps, width);
        }
        starts.into_iter().map(|start| start.rooms).collect()
    }

    /// Adds all ways to fill the room of a turn.
    fn steps(&mut self, turn: usize, from: usize, start: &mut Start, steps: &mut Vec<Step>) {
        for group in self.groups(turn, start) {
            let (charge, future) = self.charge(turn, start, &group);
            let rooms_left = self.order.len() - turn - 1;
            let own = group.iter().filter(|&&node| !self.problem.cellar[node as usize]).count();
            let over = (start.left - own).saturating_sub(rooms_left) as i64;
            let cost = start.cost + charge + HOMELESS * over;
            steps.push(Step { cost, from, group, future, charge });
        }
    }

    /// Applies the best steps with different futures.
    fn survivors(
        &mut self,
        turn: usize,
        starts: Vec<Start>,
        mut steps: Vec<Step>,
        width: usize,
    ) -> Vec<Start> {
        steps.sort_by_key(|step| (step.cost, step.from));
        let mut seen = FxHashSet::default();
        steps.retain(|step| seen.len() < width && seen.insert(step.future));
        let mut heirs = vec![0u32; starts.len()];
        for step in &steps {
            heirs[step.from] += 1;
        }
        let mut starts: Vec<Option<Start>> = starts.into_iter().map(Some).collect();
        // Copies count as work. The last partial embedding is moved and needs none.
        let copying = if steps.len() > 1 { self.order.len() as u64 } else { 0 };
        let take = |step: Step| {
            heirs[step.from] -= 1;
            let from = &mut starts[step.from];
            let mut start = if heirs[step.from] == 0 { from.take() } else { from.clone() }?;
            self.work = self.work.saturating_sub(copying);
            let room = self.order[turn];
            for &node in &step.group {
                start.rooms[node as usize] = room;
                start.left -= usize::from(!self.problem.cellar[node as usize]);
            }
            start.spare -= step.group.len().saturating_sub(1).min(start.spare);
            start.inside[room as usize] = step.group;
            start.cost += step.charge;
            start.future = step.future;
            Some(start)
        };
        steps.into_iter().filter_map(take).collect()
    }

    /// Candidates for the room of a turn: single nodes, groups of nodes, no node.
    fn groups(&self, turn: usize, start: &Start) -> Vec<Group> {
        let mut groups = Vec::new();
        let single = |node: u32| self.with_parts(node, start);
        if let (0, Some((_, node))) = (turn, self.problem.entrance) {
            return single(node);
        }
        let few = start.rooms.len() <= FEW_NODES && self.work > 0;
        let all = (0u32..).zip(&start.rooms).filter(|(_, room)| **room == NONE);
        let mut all = all.map(|(node, _)| node).filter(|node| *node != self.problem.pointer);
        if few {
            all.for_each(|node| groups.extend(single(node)));
        } else {
            let mut linked = self.linked(turn, start);
            if linked.is_empty() {
                linked.extend(all.next());
            }
            linked.into_iter().for_each(|node| groups.extend(single(node)));
        }
        if self.work > 0 || groups.is_empty() {
            groups.push(Group::new());
        }
        groups
    }

    /// The unassigned nodes that are linked to the rooms around the room of a turn; only the first when the work limit
    /// is reached.
    fn linked(&self, turn: usize, start: &Start) -> Vec<u32> {
        let most = if self.work > 0 { FEW_NODES } else { 1 };
        let borders = &self.problem.borders[self.order[turn] as usize];
        let inside = borders.iter().flat_map(|border| &start.inside[border.room as usize]);
        let links = inside.flat_map(|&node| &self.problem.links[node as usize]);
        let free = links.filter(|link| start.rooms[link.to as usize] == NONE);
        let mut linked: Vec<u32> =
            free.filter(|link| link.kind != Kind::Stair).map(|link| link.to).take(most).collect();
        linked.sort_unstable();
        linked.dedup();
        linked
    }

    /// A node alone, and together with nodes that may share its room.
    fn with_parts(&self, node: u32, start: &Start) -> Vec<Group> {
        let mut groups: Vec<Group> = vec![SmallVec::from_slice(&[node])];
        let mut at = 0;
        while at < groups.len() && groups.len() < MOST_GROUPS && self.work > 0 {
            let group = groups[at].clone();
            at += 1;
            if group.len() > start.spare.min(MOST_PARTS - 1) {
                continue;
            }
            for link in group.iter().flat_map(|&part| &self.problem.links[part as usize]) {
                if link.fuses && start.rooms[link.to as usize] == NONE && !group.contains(&link.to)
                {
                    let mut wider = group.clone();
                    wider.push(link.to);
                    wider[1..].sort_unstable();
                    if !groups.contains(&wider) && groups.len() < MOST_GROUPS {
                        groups.push(wider);
                    }
                }
            }
        }
        groups
    }

    /// The change in cost if `group` fills the room of a turn, and the hash of the resulting future.
    fn charge(&mut self, turn: usize, start: &mut Start, group: &Group) -> (i64, u64) {
        if self.work == 0 {
            return (0, turn as u64);
        }
        let room = self.order[turn];
        let around = self.around(turn, start, group);
        let mut charge = self.fit(turn, start, group);
        for &other in &around {
            charge -= self.outlook(turn, start, other);
        }
        for &node in group {
            start.rooms[node as usize] = room;
        }
        start.inside[room as usize].clone_from(group);
        for &other in around.iter().chain([&room]) {
            charge += self.outlook(turn + 1, start, other);
        }
        let future = self.future(turn, start, group);
        for &node in group {
            start.rooms[node as usize] = NONE;
        }
        start.inside[room as usize].clear();
        (charge, future)
    }

    /// The filled rooms whose lower bound changes when the room of a turn is filled.
    fn around(&self, turn: usize, start: &Start, group: &Group) -> SmallVec<[u32; 12]> {
        let borders = self.problem.borders[self.order[turn] as usize].iter().map(|b| b.room);
        let mut around: SmallVec<[u32; 12]> =
            borders.filter(|&other| self.turn[other as usize] < turn).collect();
        let links = group.iter().flat_map(|&node| &self.problem.links[node as usize]);
        around.extend(links.map(|link| start.rooms[link.to as usize]).filter(|&r| r != NONE));
        around.sort_unstable();
        around.dedup();
        around
    }

    /// The cost of filling the room of a turn, against the rooms already filled.
    fn fit(&mut self, turn: usize, start: &Start, group: &Group) -> i64 {
        let problem = self.problem;
        let links = group.iter().map(|&node| problem.links[node as usize].len() as u64);
        self.work = self.work.saturating_sub(4 + links.sum::<u64>());
        let room = self.order[turn];
        let mut cost = problem.room_cost(room, group);
        for border in problem.borders[room as usize].iter().filter(|border| border.pair) {
            if self.turn[border.room as usize] < turn {
                cost += Problem::pair_cost(problem.best_link(group, border.room, &start.rooms));
            }
        }
        for link in group.iter().flat_map(|&node| &problem.links[node as usize]) {
            let other = start.rooms[link.to as usize];
            cost += if other == NONE { 0 } else { problem.link_cost(*link, room, other) };
        }
        cost
    }

    /// The lower bound of the future cost of a filled room, from the rooms left around it and the nodes left that link
    /// to it.
    fn outlook(&mut self, turn: usize, start: &Start, room: u32) -> i64 {
        let (mut pairs, mut walls) = (0i64, 0i64);
        for border in &self.problem.borders[room as usize] {
            if self.turn[border.room as usize] >= turn {
                *if border.pair { &mut pairs } else { &mut walls } += 1;
            }
        }
        let (mut walks, mut bombs, mut perhaps) = (0i64, 0i64, 0i64);
        let mut work = 4;
        for &node in &start.inside[room as usize] {
            work += self.problem.links[node as usize].len() as u64;
            for link in &self.problem.links[node as usize] {
                if start.rooms[link.to as usize] != NONE || link.kind == Kind::Stair {
                    continue;
                }
                *if self.problem.cellar[link.to as usize] || link.fuses {
                    &mut perhaps
                } else if link.kind == Kind::Bomb {
                    &mut bombs
                } else {
                    &mut walks
                } += 1;
            }
        }
        self.work = self.work.saturating_sub(work);
        let lacking = (pairs - walks - bombs - perhaps).max(0);
        let stretched = (walks + bombs - pairs - walls).max(0);
        let doorless = (walks - pairs).clamp(0, walls);
        let stair = PASSAGE * i64::from(self.problem.stairs[room as usize]);
        UNEXPLAINED * lacking + (STRETCHED - PASSAGE - stair) * stretched + DOORLESS * doorless
    }

    /// The hash of the assigned nodes and the nodes on the border, after the room of a turn is filled.
    fn future(&self, turn: usize, start: &Start, group: &Group) -> u64 {
        let laid = group.iter().fold(0, |hash, &node| hash ^ mix(u64::from(node), 0));
        let edge = |room: u32| {
            let nodes = start.inside[room as usize].iter();
            nodes.fold(0, |hash, &node| hash ^ mix(u64::from(node), u64::from(room) + 1))
        };
        let closed = self.closing[turn].iter().fold(0, |hash, &room| hash ^ edge(room));
        start.future ^ laid ^ edge(self.order[turn]) ^ closed
    }
}

/// A hash of two numbers (the finisher of SplitMix64; Steele, Lea and Flood 2014).
fn mix(a: u64, b: u64) -> u64 {
    let mut z = (a << 32 | b).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
