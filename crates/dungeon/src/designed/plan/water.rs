//! The item that crosses water, the water that asks for it, and what lies beyond.

use super::fill::Filling;
use super::site::RoomId;
use super::{Gate, Passage, Thing};
use search::Stream;

/// Number of rooms from which there is water, and an item that crosses it.
const ROOMS_OF_WATER: usize = 12;

impl Filling<'_, '_> {
    /// Lays the key item in the middle of the way, and water on the way behind it; returns the place on the path.
    pub(super) fn item(&mut self, stream: &mut Stream) -> Option<usize> {
        if self.rooms() < ROOMS_OF_WATER {
            return None;
        }
        let (low, high) = (self.last() * 2 / 5, self.last() * 3 / 5);
        let bridges = self.bridges(stream);
        // The boss's door is the last of them, and has a lock of its own.
        let boss = self.last() - 2;
        let later = |at: usize| bridges.iter().copied().filter(|&b| b >= at && b != boss).min();
        let middle = |room: &RoomId| (low..=high).contains(&self.gating.plan.at[*room]);
        let mut rooms: Vec<RoomId> = (0..self.rooms())
            .filter(|room| !self.gating.full[*room] && middle(room))
            .filter(|&room| later(self.gating.plan.at[room]).is_some())
            .collect();
        stream.shuffle(&mut rooms);
        let passages = |room: RoomId| self.gating.plan.passages_of(room).count();
        let cut = |room: RoomId| self.gating.is_cut_off(self.gating.plan.at[room]);
        // Best where it hangs before the water: whoever comes for it has seen that.
        let seen = |room: RoomId| {
            let at = self.gating.plan.at[room];
            later(at) == Some(at) && self.gating.shape.path[at] != room
        };
        let room =
            rooms.into_iter().min_by_key(|&room| (cut(room), !seen(room), passages(room)))?;
        let is_seen = seen(room);
        let at = self.gating.plan.at[room];
        let bridge = later(at)?;
        let (from, to) = (self.gating.shape.path[bridge], self.gating.shape.path[bridge + 1]);
        if !self.gating.close(from, to, Gate::Water) {
            return None;
        }
        self.gating.lay(room, Thing::Item);
        self.need(room);
        if !is_seen {
            self.shore(at, stream);
        }
        Some(at)
    }

    /// Water before a treasure that hangs on the path before the item, which lies at a place of it: so it is seen before.
    fn shore(&mut self, item: usize, stream: &mut Stream) {
        let path = self.gating.shape.path.clone();
        let place = |room: RoomId| path.iter().position(|&other| other == room);
        let seen = |&(on, _): &(RoomId, RoomId)| {
            place(on).filter(|&at| at < item && !self.gating.is_cut_off(at)).is_some()
        };
        let leaves: Vec<_> = self.leaves(stream).into_iter().filter(seen).collect();
        // It is no stair, whose way cannot be barred.
        let _ = leaves.into_iter().any(|(on, leaf)| self.treasure(on, leaf, Gate::Water));
    }

    /// Water before treasures, where there is an item.
    pub(super) fn water(&mut self, item: Option<usize>, stream: &mut Stream) {
        let Some(at) = item else { return };
        // A leaf that is seen before the item comes first.
        let path = &self.gating.shape.path;
        let mut leaves = self.leaves(stream);
        leaves.sort_by_key(|&(on, _)| (self.gating.plan.at[on] >= at, !path.contains(&on)));
        let is_wet = |passage: &&Passage| passage.gate == Gate::Water;
        let wet = self.gating.plan.passages.iter().filter(is_wet).count();
        let wanted = (1 + 2.max(self.share(0.04, 0.08, stream))).saturating_sub(wet);
        leaves.retain(|leaf| !self.needed[leaf.1]);
        for (on, leaf) in leaves.into_iter().take(wanted) {
            self.treasure(on, leaf, Gate::Water);
        }
    }
}
