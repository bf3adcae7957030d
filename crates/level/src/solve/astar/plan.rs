//! The plan that leads to a state that was met: its moves are asked from the rules again.

use super::passing::Full;
use super::{Node, Search};
use crate::plan::{Cost, Move, Plan};
use crate::rules::world::World;

impl<const W: usize> Search<W> {
    /// The plan that leads to a state: for every state on the way, the move by which the rules lead on to it, or the
    /// moves through a room.
    pub(in crate::solve) fn plan(&mut self, world: &World<W>, state: u32) -> Plan {
        let states = self.states_to(state);
        let mut moves = Vec::with_capacity(states.len());
        for pair in states.windows(2) {
            let [from, to] = [pair[0], pair[1]].map(|state| {
                let Node { config, location, .. } = self.nodes[state as usize];
                (location, *self.configs.get(config))
            });
            match self.single(world, from, to) {
                Some(single) => moves.push(single),
                None => moves.extend(self.moves_through(world, pair[0], pair[1])),
            }
        }
        Plan { moves }
    }

    /// The cheapest move that leads from one state to another.
    pub(super) fn single(&mut self, world: &World<W>, from: Full<W>, to: Full<W>) -> Option<Move> {
        let ((location, config), (there, wanted)) = (from, to);
        let mut doors: Vec<_> =
            (0..).zip(world.doors(location)).filter(|(_, d)| d.to == there).collect();
        doors.sort_by_key(|(_, door)| Cost::of(door.way));
        for (number, &door) in doors {
            if world.step(&config, door, &mut self.blocks) == Some(wanted) {
                return Some(Move::Goto { to: there, door: number });
            }
        }
        let mut flips = (0..).zip(world.flips(location));
        let leads = |toggle| there == location && world.flip(&config, toggle) == Some(wanted);
        let flip = flips.find(|(_, toggle)| leads(*toggle));
        flip.map(|(flip, _)| Move::Flip { flip })
    }
}
