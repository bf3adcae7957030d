//! Distances in passages, whatever gates them.

use super::site::RoomId;
use super::{Gate, Passage, Plan};
use smallvec::SmallVec;

/// The rooms beside each room.
#[derive(Clone, Debug)]
pub(in crate::designed) struct Steps {
    beside: Vec<SmallVec<[RoomId; 6]>>,
    /// The same as bits; only the first so many rooms have any.
    bits: Vec<u64>,
}

/// Number of rooms up to which distances are counted by bits.
const BITS: usize = u64::BITS as usize;

impl Steps {
    /// Those of a plan.
    pub(in crate::designed) fn of(plan: &Plan) -> Self {
        let mut steps = Self::none(plan.things.len());
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
        let mut steps = Self::none(rooms);
        for passage in passages {
            match passage.gate {
                Gate::OneWay => steps.lead(passage.ends),
                _ => steps.join(passage.ends),
            }
        }
        steps
    }

    /// Those of so many rooms without passages.
    fn none(rooms: usize) -> Self {
        Self { beside: vec![SmallVec::new(); rooms], bits: vec![0; rooms.min(BITS)] }
    }

    /// Adds a way from one room to another.
    fn lead(&mut self, [from, to]: [RoomId; 2]) {
        self.beside[from].push(to);
        if let Some(bits) = self.bits.get_mut(from).filter(|_| to < BITS) {
            *bits |= 1 << to;
        }
    }

    /// Adds a passage.
    pub(super) fn join(&mut self, [a, b]: [RoomId; 2]) {
        self.lead([a, b]);
        self.lead([b, a]);
    }

    /// Number of passages from a room to each; `usize::MAX` for what is out of reach.
    pub(in crate::designed) fn from(&self, room: RoomId) -> Vec<usize> {
        if self.beside.len() > BITS {
            return self.flood(room).0;
        }
        let mut steps = vec![usize::MAX; self.beside.len()];
        let (mut met, mut edge) = (0, 1_u64 << room);
        let mut step = 0;
        while edge != 0 {
            met |= edge;
            let mut beyond = 0;
            while edge != 0 {
                let here = edge.trailing_zeros() as usize;
                edge &= edge - 1;
                steps[here] = step;
                beyond |= self.bits[here];
            }
            edge = beyond & !met;
            step += 1;
        }
        steps
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

#[cfg(test)]
mod tests {
    use super::*;
    use search::Seed;

    #[test]
    fn distances_by_bits_are_those_of_a_flood() {
        let stream = &mut Seed::new(5).unwrap().attempt(0).phase("steps");
        for rooms in 1..=BITS {
            let mut steps = Steps::none(rooms);
            for _ in 0..stream.index(2 * rooms) {
                let ends = [stream.index(rooms), stream.index(rooms)];
                if stream.chance(0.3) { steps.lead(ends) } else { steps.join(ends) }
            }
            for room in 0..rooms {
                assert_eq!(steps.from(room), steps.flood(room).0);
            }
        }
    }
}
