//! Distances in passages, whatever gates them.

use super::site::RoomId;
use super::{Gate, Passage, Plan};
use smallvec::SmallVec;

/// The rooms beside each room.
#[derive(Clone, Debug)]
pub(in crate::designed) struct Steps {
    beside: Vec<SmallVec<[RoomId; 6]>>,
}

impl Steps {
    /// Those of a plan.
    pub(in crate::designed) fn of(plan: &Plan) -> Self {
        let mut steps = Self { beside: vec![SmallVec::new(); plan.things.len()] };
        plan.passages.iter().for_each(|passage| steps.join(passage.ends));
        steps
    }

    /// Those of a plan, drops only down.
    pub(in crate::designed) fn directed(plan: &Plan) -> Self {
        Self::with(plan.things.len(), plan.passages.iter())
    }

    /// Those of a plan without one of its passages, drops only down.
    pub(in crate::designed) fn without(plan: &Plan, closed: &Passage) -> Self {
        let open = plan.passages.iter().filter(|passage| passage.ends != closed.ends);
        Self::with(plan.things.len(), open)
    }

    /// Those of so many rooms with some passages, drops only down.
    fn with<'a>(rooms: usize, passages: impl Iterator<Item = &'a Passage>) -> Self {
        let mut steps = Self { beside: vec![SmallVec::new(); rooms] };
        for passage in passages {
            match passage.gate {
                Gate::OneWay => steps.beside[passage.ends[0]].push(passage.ends[1]),
                _ => steps.join(passage.ends),
            }
        }
        steps
    }

    /// Adds a passage.
    pub(super) fn join(&mut self, [a, b]: [RoomId; 2]) {
        self.beside[a].push(b);
        self.beside[b].push(a);
    }

    /// Number of passages from a room to each; `usize::MAX` for what is out of reach.
    pub(in crate::designed) fn from(&self, room: RoomId) -> Vec<usize> {
        self.flood(room).0
    }

    /// Number of passages from one room to another.
    pub(super) fn between(&self, from: RoomId, to: RoomId) -> usize {
        self.from(from)[to]
    }

    /// The rooms of a shortest way, both ends among them.
    pub(super) fn way(&self, from: RoomId, to: RoomId) -> Vec<RoomId> {
        let (_, before) = self.flood(from);
        let mut way = vec![to];
        let mut here = to;
        while here != from && way.len() <= before.len() {
            here = before[here];
            way.push(here);
        }
        way.reverse();
        way
    }

    /// Of each room the distance, and the room before it.
    fn flood(&self, from: RoomId) -> (Vec<usize>, Vec<RoomId>) {
        let mut steps = vec![usize::MAX; self.beside.len()];
        let mut before = vec![from; self.beside.len()];
        // Every room is queued once, so that the queue never grows.
        let mut queue = Vec::with_capacity(self.beside.len());
        queue.push(from);
        steps[from] = 0;
        let mut next = 0;
        while let Some(&here) = queue.get(next) {
            next += 1;
            let there = steps[here] + 1;
            for &to in &self.beside[here] {
                if steps[to] == usize::MAX {
                    steps[to] = there;
                    before[to] = here;
                    queue.push(to);
                }
            }
        }
        (steps, before)
    }
}
