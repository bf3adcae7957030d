//! The plan that leads to a state that was met: its moves are asked from the rules again.

use super::{NONE, Node, Search};
use crate::plan::{Cost, Move, Plan};
use crate::rules::world::World;

impl<const W: usize> Search<W> {
    /// The plan that leads to a state: for every state on the way, the move by which the rules lead on to it.
    pub(in crate::solve) fn plan(&mut self, world: &World<W>, state: u32) -> Plan {
        let mut states = vec![state];
        while let Some(&last) = states.last()
            && self.nodes[last as usize].parent != NONE
        {
            states.push(self.nodes[last as usize].parent);
        }
        states.reverse();
        let mut moves = Vec::with_capacity(states.len());
        for pair in states.windows(2) {
            moves.extend(self.move_between(world, pair[0], pair[1]));
        }
        Plan { moves }
    }

    /// The cheapest move that leads from one state to another.
    fn move_between(&mut self, world: &World<W>, from: u32, to: u32) -> Option<Move> {
        let Node { config, location, .. } = self.nodes[from as usize];
        let Node { config: wanted, location: there, .. } = self.nodes[to as usize];
        let config = *self.configs.get(config);
        let wanted = *self.configs.get(wanted);
        let mut doors: Vec<_> =
            (0..).zip(world.doors(location)).filter(|(_, d)| d.to == there).collect();
        doors.sort_by_key(|(_, door)| Cost::of(door.way));
        for (number, &door) in doors {
            if world.step(&config, door, &mut self.blocks) == Some(wanted) {
                return Some(Move::Goto { to: there, door: number });
            }
        }
        let mut flips = (0..).zip(world.flips(location));
        let flip = flips.find(|(_, toggle)| world.flip(&config, toggle) == Some(wanted));
        flip.map(|(flip, _)| Move::Flip { flip })
    }
}
