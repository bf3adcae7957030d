//! Ways that are barred until blocks are pushed or a puzzle is solved in the room before them.

use super::fill::Filling;
use super::site::RoomId;
use crate::designed::request::yards;
use search::Stream;

/// Number of rooms from which there are blocks where nobody asks for any.
const ROOMS_OF_BLOCKS: usize = 6;

impl Filling<'_, '_> {
    /// Rooms in which blocks open a portcullis, so many at most: best before what is needed.
    pub(super) fn plates(&mut self, most: usize, stream: &mut Stream) {
        let blocks = self.gating.numbers.blocks;
        if self.rooms() < ROOMS_OF_BLOCKS && blocks.is_none() {
            return;
        }
        let drawn = 1.max(self.share(0.05, 0.09, stream));
        let wanted = blocks.map_or(drawn, |blocks| {
            let yards = yards(blocks);
            drawn.clamp(*yards.start(), *yards.end())
        });
        for (from, to) in self.ways(stream) {
            if self.gating.plan.plates >= wanted.min(most) {
                return;
            }
            self.gating.plate(from, to);
        }
    }

    /// Puzzles, solved by something in the room before them, until two passages of three have a gate.
    pub(super) fn puzzles(&mut self, stream: &mut Stream) {
        let drawn = 1.max(self.share(0.15, 0.2, stream));
        let wanted = self.gating.numbers.puzzles.unwrap_or(drawn);
        let mut ways = self.ways(stream);
        ways.extend(self.ways_around(stream));
        for (from, to) in ways {
            if self.gating.plan.puzzles >= wanted {
                return;
            }
            self.gating.puzzle(from, to);
        }
    }

    /// Passages of the path and of arcs that lead around each other, in a drawn order.
    fn ways_around(&self, stream: &mut Stream) -> Vec<(RoomId, RoomId)> {
        let shape = self.gating.shape;
        let along = (0..self.last()).filter(|&at| !self.gating.bridges[at]);
        let mut ways: Vec<(RoomId, RoomId)> =
            along.map(|at| (shape.path[at], shape.path[at + 1])).collect();
        for arc in &shape.arcs {
            ways.extend(self.gating.rooms_of(arc).windows(2).map(|pair| (pair[0], pair[1])));
        }
        ways.retain(|&(from, _)| Some(from) != self.gating.rest);
        stream.shuffle(&mut ways);
        ways
    }
}
