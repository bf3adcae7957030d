//! A mission under construction: the tree of rooms, and the cell of each room.
//!
//! One attempt after another reuses its memory; [`Draft::clear`] resets it. Invariants: a parent has a lower index
//! than its children; `lock` is the symbol of the edge to the parent; the condition of a child is that of its parent
//! plus the one that the lock implies.

use super::graph::{Edge, Mission, Room, RoomId};
use super::request::KeyTiers;
use super::request::Request;
use super::space::{Cell, Cells, Constraints};
use super::symbol::{Condition, MOST_SWITCHES, Symbol};
use search::Stream;
use smallvec::SmallVec;

/// The id that stands for no room.
pub(crate) const NONE: RoomId = RoomId::MAX;

/// One room of a draft.
#[derive(Clone, Debug)]
pub(crate) struct DraftRoom {
    pub(crate) cell: Cell,
    pub(crate) item: Option<Symbol>,
    pub(crate) condition: Condition,
    pub(crate) intensity: f64,
    pub(crate) parent: RoomId,
    /// The lock of the edge to the parent.
    pub(crate) lock: Option<Symbol>,
    /// The key-level of the room; the boss and the goal have a level of their own.
    pub(crate) level: u8,
    pub(crate) children: u32,
    pub(crate) first_child: RoomId,
    pub(crate) next_sibling: RoomId,
    /// The index in a preorder walk of the tree, and the index after the last descendant.
    pub(crate) preorder: (u32, u32),
}

/// A mission under construction.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) rooms: Vec<DraftRoom>,
    /// The extra edges, beyond the tree.
    pub(crate) links: Vec<Edge>,
    pub(crate) tiers: KeyTiers,
    pub(crate) boss: RoomId,
    pub(crate) goal: RoomId,
    /// By switch: the room that holds its object.
    pub(crate) switch_rooms: Vec<RoomId>,
    /// By key: the room that holds it.
    pub(crate) key_rooms: Vec<RoomId>,
    /// Keys, from 1, that must lie where a switch is on, each with that switch.
    pub(crate) behind: SmallVec<[(usize, u8); MOST_SWITCHES]>,
    /// By cell: the id of its room plus one; 0 for a free cell.
    at: Vec<u32>,
    /// The levels by key-level.
    pub(crate) levels: Vec<Level>,
    /// Rooms of all levels that may border free cells.
    fringe: Vec<RoomId>,
    near: Cells,
}

/// The rooms of a key-level.
#[derive(Clone, Default)]
pub(crate) struct Level {
    /// The rooms grown at this level.
    pub(crate) rooms: Vec<RoomId>,
    /// Those of them that may border free cells.
    pub(crate) fringe: Vec<RoomId>,
    /// The near sides of its locks: rooms with an edge that is locked with the level's key.
    pub(crate) near: Vec<RoomId>,
}

impl Level {
    fn clear(&mut self) {
        self.rooms.clear();
        self.fringe.clear();
        self.near.clear();
    }
}

impl Draft {
    /// Clears the draft for an attempt in a space of `cells` cells, with `levels` key-levels.
    pub(crate) fn clear(&mut self, cells: usize, levels: usize) {
        for room in &self.rooms {
            if let Some(at) = self.at.get_mut(room.cell as usize) {
                *at = 0;
            }
        }
        if self.at.len() != cells {
            self.at = vec![0; cells];
        }
        self.rooms.clear();
        self.links.clear();
        self.switch_rooms.clear();
        self.key_rooms.clear();
        self.behind.clear();
        (self.boss, self.goal) = (NONE, NONE);
        self.levels.iter_mut().for_each(Level::clear);
        self.levels.resize(levels, Level::default());
        self.fringe.clear();
    }

    /// Places the first room, or a child of `parent` behind `lock`, in a free cell.
    pub(crate) fn add(
        &mut self,
        cell: Cell,
        parent: RoomId,
        lock: Option<Symbol>,
        level: usize,
    ) -> RoomId {
        let id = self.rooms.len() as RoomId;
        let mut condition = Condition::default();
        let mut next_sibling = NONE;
        if let Some(parent) = self.rooms.get_mut(parent as usize) {
            condition = parent.condition;
            next_sibling = std::mem::replace(&mut parent.first_child, id);
            parent.children += 1;
        }
        if lock.is_some() {
            condition = condition.and(self.stands_for(lock, level));
        }
        self.rooms.push(DraftRoom {
            cell,
            item: None,
            condition,
            intensity: 0.0,
            parent,
            lock,
            level: level as u8,
            children: 0,
            first_child: NONE,
            next_sibling,
            preorder: (0, 0),
        });
        self.at[cell as usize] = id + 1;
        if let Some(Symbol::Key(n)) = lock {
            self.levels[usize::from(n)].near.push(parent);
        }
        self.levels[level].rooms.push(id);
        self.levels[level].fringe.push(id);
        self.fringe.push(id);
        id
    }

    /// The condition that a lock implies on the way to a room of `level`.
    pub(crate) fn stands_for(&self, lock: Option<Symbol>, level: usize) -> Condition {
        match lock {
            Some(Symbol::Key(n)) => Condition::of_keys(self.tiers.implied_by(n.into())),
            Some(Symbol::SmallKey) => Condition::of_keys(((1u64 << level) - 1) as u32),
            Some(Symbol::Switch(s, position)) => Condition::default().and_switch(s, position),
            _ => Condition::default(),
        }
    }

    /// The room in a cell.
    pub(crate) fn room_at(&self, cell: Cell) -> Option<RoomId> {
        self.at.get(cell as usize).and_then(|&at| at.checked_sub(1))
    }

    /// A free neighbour of a room's cell for a room of `level`.
    pub(crate) fn free_neighbour<C: Constraints + ?Sized>(
        &mut self,
        space: &C,
        room: RoomId,
        level: usize,
        stream: &mut Stream,
    ) -> Option<Cell> {
        let Self { near, at, rooms, .. } = self;
        let from = rooms[room as usize].cell;
        near.clear();
        space.neighbours(from, level, near);
        near.retain(|&cell| at[cell as usize] == 0);
        let free = &near[..];
        if space.is_weighted() {
            return by_weight(free, |cell| space.weight(from, cell, level), stream);
        }
        match free {
            [] => None,
            [only] => Some(*only),
            several => several.get(stream.index(several.len())).copied(),
        }
    }

    /// The children of a room, the youngest first.
    pub(crate) fn children(&self, room: RoomId) -> impl Iterator<Item = RoomId> + '_ {
        let known = |id: RoomId| (id != NONE).then_some(id);
        std::iter::successors(known(self.rooms[room as usize].first_child), move |&child| {
            known(self.rooms[child as usize].next_sibling)
        })
    }

    /// A room and its ancestors, up to the entrance.
    pub(crate) fn up(&self, room: RoomId) -> impl Iterator<Item = RoomId> + '_ {
        let known = |id: RoomId| (id != NONE).then_some(id);
        std::iter::successors(known(room), move |&room| known(self.rooms[room as usize].parent))
    }

    /// Numbers the tree in preorder, for [`Draft::is_under`].
    pub(crate) fn number_tree(&mut self) {
        for room in &mut self.rooms {
            room.preorder = (0, 1);
        }
        for id in (1..self.rooms.len()).rev() {
            let size = self.rooms[id].preorder.1;
            let parent = self.rooms[id].parent;
            self.rooms[parent as usize].preorder.1 += size;
        }
        // Until its children are numbered, the second number of a room is the index of its next child.
        for id in 0..self.rooms.len() {
            let size = self.rooms[id].preorder.1;
            let parent = self.rooms[id].parent;
            let begin = match self.rooms.get_mut(parent as usize) {
                Some(parent) => {
                    let begin = parent.preorder.1;
                    parent.preorder.1 += size;
                    begin
                }
                None => 0,
            };
            self.rooms[id].preorder = (begin, begin + 1);
        }
    }

    /// True if `room` is `ancestor` or one of its descendants.
    pub(crate) fn is_under(&self, room: RoomId, ancestor: RoomId) -> bool {
        let (begin, end) = self.rooms[ancestor as usize].preorder;
        let at = self.rooms[room as usize].preorder.0;
        begin <= at && at < end
    }

    /// True if a room has no item, and `item` may lie in it.
    pub(crate) fn is_free_for<C: Constraints + ?Sized>(
        &self,
        space: &C,
        room: RoomId,
        item: Symbol,
    ) -> bool {
        let place = &self.rooms[room as usize];
        place.item.is_none() && space.may_hold(place.cell, item)
    }

    /// Number of rooms without an item whose condition requires exactly this set of keys.
    pub(crate) fn free_rooms_at(&self, keys: u32) -> usize {
        let free = |&&id: &&RoomId| {
            let room = &self.rooms[id as usize];
            room.item.is_none() && room.condition.keys() == keys
        };
        self.levels[keys.count_ones() as usize].rooms.iter().filter(free).count()
    }

    /// The rooms of a level, or of all levels, that may border free cells.
    pub(crate) fn fringe(&mut self, level: Option<usize>) -> &mut Vec<RoomId> {
        match level {
            Some(level) => &mut self.levels[level].fringe,
            None => &mut self.fringe,
        }
    }

    /// True if some room can hold named key `n` without lying on the way to one of its locks, or to a further lock at
    /// `next`. It considers the tree only; [`super::keys`] decides.
    pub(crate) fn key_can_lie(&self, n: usize, next: RoomId) -> bool {
        let set = self.tiers.before(n);
        let mut passed: SmallVec<[RoomId; 64]> = SmallVec::new();
        for &near in self.levels[n].near.iter().chain([&next]) {
            // Only rooms that require the whole set can lie above rooms that require it.
            let asks = |room: &RoomId| self.rooms[*room as usize].condition.keys() & set == set;
            passed.extend(self.up(near).take_while(asks));
        }
        // A room that requires the whole set was grown at the level of its last key.
        self.levels[set.count_ones() as usize].rooms.iter().any(|&id| {
            let room = &self.rooms[id as usize];
            room.condition.keys() == set && room.item.is_none() && !passed.contains(&id)
        })
    }

    /// The finished mission.
    pub(crate) fn mission<C: Constraints + ?Sized>(&self, space: &C, request: &Request) -> Mission {
        let mut edges = Vec::with_capacity(self.rooms.len() + self.links.len());
        let mut rooms = Vec::with_capacity(self.rooms.len());
        for (id, place) in (0..).zip(&self.rooms) {
            let parent = (place.parent != NONE).then_some(place.parent);
            edges.extend(parent.map(|a| Edge { a, b: id, symbol: place.lock }));
            rooms.push(Room {
                coords: space.coords(place.cell),
                item: place.item,
                precondition: place.condition,
                intensity: place.intensity,
                parent,
            });
        }
        edges.extend(&self.links);
        Mission {
            rooms,
            edges,
            start: 0,
            boss: self.boss,
            goal: self.goal,
            keys: request.keys,
            switches: request.switches,
            key_style: request.key_style,
        }
    }
}

/// A random cell by weight; `None` if all weights are 0.
fn by_weight(cells: &[Cell], weight: impl Fn(Cell) -> f64, stream: &mut Stream) -> Option<Cell> {
    let weight = |cell| weight(cell).max(0.0);
    let mut point = stream.unit() * cells.iter().map(|&cell| weight(cell)).sum::<f64>();
    let heavy = cells.iter().copied().filter(|&cell| weight(cell) > 0.0);
    let mut last = None;
    for cell in heavy {
        last = Some(cell);
        point -= weight(cell);
        if point < 0.0 {
            break;
        }
    }
    last
}
