//! The embedding problem: rooms that touch, nodes that are linked, and the cost of each mismatch.
//!
//! The cost is a weighted sum, in which a door pair without an edge is the worst. Invariant: [`Problem::cost`] is the
//! only definition; the search adds up the same sum step by step.

use crate::vglc::tiles::{Map, Side};
use level::{Content, Graph, NodeIndex, Requirement};
use std::collections::BinaryHeap;

/// No node, or no room.
pub(super) const NONE: u32 = u32::MAX;

/// A door pair that no edge explains.
pub(super) const UNEXPLAINED: i64 = 1000;
/// An edge other than a stair, between rooms that do not touch.
pub(super) const STRETCHED: i64 = 700;
/// An edge that needs no bomb, between rooms that touch without a door pair.
pub(super) const DOORLESS: i64 = 250;
/// A node without a room that does not look like a cellar.
pub(super) const HOMELESS: i64 = 500;
/// A room without a node.
pub(super) const EMPTY: i64 = 300;
/// A node that shares the room of another.
pub(super) const SHARED: i64 = 30;
/// A door pair whose edges all need a bomb; such walls should show no door.
pub(super) const BOMBED_DOOR: i64 = 20;
/// A door pair whose edges are all stairs.
pub(super) const STAIR_DOOR: i64 = 60;
/// Reduction of the cost of a passage for each end in a room with a stair. A passage is an edge without requirements,
/// between rooms that do not touch.
pub(super) const PASSAGE: i64 = 150;
/// An end of a stair or a cellar in a room without a stair.
pub(super) const STAIRLESS: i64 = 10;

/// A goal outside the chamber of the triforce, on a map that has one.
pub(super) const ASTRAY: i64 = 15;

/// Kind of a link between two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// By stairs only.
    Stair,
    /// With bombs only, stairs aside.
    Bomb,
    /// Any other.
    Walk,
}

/// All edges between a node and another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) to: u32,
    pub(super) kind: Kind,
    /// True if both may be parts of one room, because water or an edge marked `s` joins them.
    pub(super) fuses: bool,
    /// True if an edge has no requirements.
    pub(super) free: bool,
}

/// The room on the other side of a border.
#[derive(Clone, Copy, Debug)]
pub(super) struct Border {
    pub(super) room: u32,
    /// True if doors face each other.
    pub(super) pair: bool,
}

/// An embedding problem: the rooms of a map and the nodes of a graph.
pub(super) struct Problem {
    /// The rooms beyond the sides of each room.
    pub(super) borders: Vec<Vec<Border>>,
    /// True for each room with a stair.
    pub(super) stairs: Vec<bool>,
    /// True for each room that looks like the chamber of the triforce.
    pub(super) chamber: Vec<bool>,
    /// True for each node that is a goal.
    goal: Vec<bool>,
    /// The links of each node, except those of the pointer.
    pub(super) links: Vec<Vec<Link>>,
    /// True for each node that looks like an item cellar.
    pub(super) cellar: Vec<bool>,
    /// The start pointer, which has no room.
    pub(super) pointer: u32,
    /// The room with the entrance, and its node.
    pub(super) entrance: Option<(u32, u32)>,
}

/// The room of each node, or [`NONE`].
pub(super) type Rooms = Vec<u32>;

impl Problem {
    pub(super) fn new(map: &Map, graph: &Graph, entrance: Option<(usize, NodeIndex)>) -> Self {
        let pointer = graph.start.unwrap_or(NONE);
        let links = links(graph, pointer);
        let locked = locked(graph);
        let cellar = graph.nodes.iter().zip(&links).zip(&locked);
        let cellar = cellar.map(|((node, links), locked)| {
            let item = |c| matches!(c, Content::KeyItem | Content::ItemMinor | Content::BossKey);
            let items = !node.contents.is_empty() && node.contents.iter().all(|&c| item(c));
            items && !locked && links.len() == 1
        });
        let chambers = map.rooms.iter().any(|slot| slot.chamber);
        let border = |room: usize, side: Side| {
            let beyond = map.rooms[room].beyond(side)?;
            Some(Border { room: beyond as u32, pair: map.is_pair(room, side) })
        };
        Self {
            borders: (0..map.rooms.len())
                .map(|room| Side::ALL.into_iter().filter_map(|side| border(room, side)).collect())
                .collect(),
            stairs: map.rooms.iter().map(|slot| slot.stair).collect(),
            chamber: map.rooms.iter().map(|slot| slot.chamber || !chambers).collect(),
            goal: graph.nodes.iter().map(|node| node.contents.contains(&Content::Goal)).collect(),
            cellar: cellar.collect(),
            links,
            pointer,
            entrance: entrance.map(|(room, node)| (room as u32, node)),
        }
    }

    /// The border between two rooms, if they touch.
    pub(super) fn border(&self, a: u32, b: u32) -> Option<Border> {
        self.borders[a as usize].iter().find(|border| border.room == b).copied()
    }

    /// Cost of a link between rooms `a` and `b`, apart from door pairs.
    pub(super) fn link_cost(&self, link: Link, a: u32, b: u32) -> i64 {
        if a == b {
            return 0;
        }
        let stairs = [a, b].iter().filter(|&&room| self.stairs[room as usize]).count() as i64;
        match (link.kind, self.border(a, b)) {
            (Kind::Stair, _) => STAIRLESS * (2 - stairs),
            (_, None) if link.free => STRETCHED - PASSAGE * stairs,
            (_, None) => STRETCHED,
            (Kind::Walk, Some(Border { pair: false, .. })) => DOORLESS,
            (Kind::Walk | Kind::Bomb, Some(_)) => 0,
        }
    }

    /// Cost of a door pair with `kind` as its best link.
    pub(super) fn pair_cost(kind: Option<Kind>) -> i64 {
        match kind {
            None => UNEXPLAINED,
            Some(Kind::Stair) => STAIR_DOOR,
            Some(Kind::Bomb) => BOMBED_DOOR,
            Some(Kind::Walk) => 0,
        }
    }

    /// Cost of a room with these nodes.
    pub(super) fn room_cost(&self, room: u32, nodes: &[u32]) -> i64 {
        let goals = nodes.iter().filter(|&&node| self.goal[node as usize]).count() as i64;
        let astray = if self.chamber[room as usize] { 0 } else { ASTRAY * goals };
        match nodes.len() as i64 {
            0 => EMPTY,
            many => SHARED * (many - 1) + astray,
        }
    }

    /// Cost of a node without a room.
    pub(super) fn homeless_cost(&self, node: u32, rooms: &Rooms) -> i64 {
        let links = &self.links[node as usize];
        if !self.cellar[node as usize] {
            let placed =
                links.iter().filter(|l| rooms[l.to as usize] != NONE && l.kind != Kind::Stair);
            return HOMELESS + STRETCHED * placed.count() as i64;
        }
        let host = links.first().map_or(NONE, |link| rooms[link.to as usize]);
        if self.stairs.get(host as usize).is_some_and(|stair| *stair) { 0 } else { STAIRLESS }
    }

    /// The total cost of an embedding.
    pub(super) fn cost(&self, rooms: &Rooms) -> i64 {
        let inside = inside(rooms, self.borders.len());
        let mut cost = 0;
        for (node, &room) in (0u32..).zip(rooms).filter(|(node, _)| *node != self.pointer) {
            if room == NONE {
                cost += self.homeless_cost(node, rooms);
                continue;
            }
            for link in self.links[node as usize].iter().filter(|link| link.to > node) {
                let other = rooms[link.to as usize];
                cost += if other == NONE { 0 } else { self.link_cost(*link, room, other) };
            }
        }
        for (room, nodes) in (0u32..).zip(&inside) {
            cost += self.room_cost(room, nodes);
            for border in self.borders[room as usize].iter().filter(|b| b.pair && b.room > room) {
                cost += Self::pair_cost(self.best_link(nodes, border.room, rooms));
            }
        }
        cost
    }

    /// The number of door pairs an embedding explains.
    pub(super) fn explained(&self, rooms: &Rooms) -> usize {
        let inside = inside(rooms, self.borders.len());
        let pairs = (0u32..).zip(&inside).flat_map(|(room, nodes)| {
            let borders = self.borders[room as usize].iter();
            borders.filter(move |b| b.pair && b.room > room).map(move |b| (nodes, b.room))
        });
        pairs
            .filter(|(nodes, room)| {
                Self::pair_cost(self.best_link(nodes, *room, rooms)) < UNEXPLAINED
            })
            .count()
    }

    /// The best link from any of `nodes` into a room.
    pub(super) fn best_link(&self, nodes: &[u32], room: u32, rooms: &Rooms) -> Option<Kind> {
        let links = nodes.iter().flat_map(|&node| &self.links[node as usize]);
        links.filter(|link| rooms[link.to as usize] == room).map(|link| link.kind).max()
    }
}

/// The nodes of each room.
pub(super) fn inside(rooms: &Rooms, many: usize) -> Vec<Vec<u32>> {
    let mut inside = vec![Vec::new(); many];
    for (node, &room) in (0u32..).zip(rooms).filter(|(_, room)| **room != NONE) {
        inside[room as usize].push(node);
    }
    inside
}

/// True for each node with an edge that has requirements.
fn locked(graph: &Graph) -> Vec<bool> {
    let mut locked = vec![false; graph.nodes.len()];
    for edge in &graph.edges {
        if edge.requires.iter().any(|asked| *asked != Requirement::SoftLocked) {
            for end in [edge.from, edge.to] {
                locked[end as usize] = true;
            }
        }
    }
    locked
}

/// The links of each node: its edges grouped by the other end, without self edges and the edges of the pointer.
fn links(graph: &Graph, pointer: NodeIndex) -> Vec<Vec<Link>> {
    let mut links: Vec<Vec<Link>> = vec![Vec::new(); graph.nodes.len()];
    for edge in &graph.edges {
        let ends = [edge.from, edge.to];
        if edge.from == edge.to || ends.contains(&pointer) {
            continue;
        }
        let kind = if edge.requires(Requirement::Stair) {
            Kind::Stair
        } else if edge.requires(Requirement::Bombable) {
            Kind::Bomb
        } else {
            Kind::Walk
        };
        let fuses = edge.requires(Requirement::Stair) || edge.requires(Requirement::ItemLocked);
        let free = edge.requires.iter().all(|asked| *asked == Requirement::SoftLocked);
        for (from, to) in [(edge.from, edge.to), (edge.to, edge.from)] {
            links[from as usize].push(Link { to, kind, fuses, free });
        }
    }
    for links in &mut links {
        links.sort_by_key(|link| (link.to, std::cmp::Reverse(link.kind), !link.fuses));
        links.dedup_by(|later, first| {
            if later.to == first.to {
                first.fuses |= later.fuses;
                first.free |= later.free;
            }
            later.to == first.to
        });
    }
    links
}

/// Weights of a room's borders with the rooms before it, which determine the order of rooms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    pub(super) pair: u32,
    pub(super) wall: u32,
}

/// The order of rooms, from the entrance on. The next room is always the one with the greatest weight of borders to
/// those before it, where door pairs weigh more than walls; of equal rooms the first that was met.
pub(super) fn order(problem: &Problem, ways: Ways) -> Vec<u32> {
    let many = problem.borders.len();
    let mut score = vec![0u32; many];
    let mut met = vec![u32::MAX; many];
    let mut done = vec![false; many];
    let mut heap = BinaryHeap::new();
    let mut order = Vec::with_capacity(many);
    let first = problem.entrance.map_or(0, |(room, _)| room);
    let mut meetings = 0;
    for root in std::iter::once(first).chain(0..many as u32) {
        heap.push((0, std::cmp::Reverse(0), root));
        while let Some((_, _, room)) = heap.pop() {
            if std::mem::replace(&mut done[room as usize], true) {
                continue;
            }
            order.push(room);
            for border in problem.borders[room as usize].iter().filter(|b| !done[b.room as usize]) {
                let other = border.room as usize;
                score[other] += if border.pair { ways.pair } else { ways.wall };
                if met[other] == u32::MAX {
                    met[other] = meetings;
                    meetings += 1;
                }
                heap.push((score[other], std::cmp::Reverse(met[other]), border.room));
            }
        }
    }
    order
}
