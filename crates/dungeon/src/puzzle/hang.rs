//! Passages made to gate something: where a layout has too few bridges, connections on cycles are closed,
//! so that a room hangs on one passage alone.
//!
//! Invariant: a layout stays in one piece, its stairs and its boss stay what they are.

use super::RoomIndex;
use super::ways::{Passage, UNREACHED, Ways};
use crate::layout::{Kind, Layout};
use search::Stream;

/// So many rooms are tried for one bridge before it is said that there is none.
const TRIES: usize = 200;

/// Makes one more bridge whose near side is not the entry, and, if a room is named, is that room. Only
/// passages of rooms that `may` lose some are closed. Answers whether there was one to be made.
pub(super) fn hang(
    layout: &mut Layout,
    near: Option<RoomIndex>,
    may: &dyn Fn(RoomIndex) -> bool,
    stream: &mut Stream,
) -> bool {
    let ways = Ways::of(layout);
    let entry = layout.entry();
    let bridges = ways.bridges(entry);
    let steps: Vec<u32> = layout.rooms.iter().map(|room| room.distance).collect();
    let nearer = |a: RoomIndex, b: RoomIndex| steps[a as usize] < steps[b as usize];
    let mut found: Vec<(u32, u64, Passage)> = Vec::new();
    for (id, room) in (0..).zip(&layout.rooms) {
        let plain = !room.entry && room.kind != Kind::Boss && !room.connections.has_stairs();
        if !plain || room.connections.is_one() || !may(id) {
            continue;
        }
        for (passage, to) in ways.from(id) {
            let Some(by) = ways.back(passage) else { continue };
            let fits = to != entry && nearer(to, id) && near.is_none_or(|near| near == to);
            if fits && bridges.binary_search(&by).is_err() {
                // Of rooms alike any; the fewer passages are closed, the better.
                found.push((room.connections.len(), stream.next_u64(), passage));
            }
        }
    }
    found.sort_unstable();
    found.truncate(TRIES);
    found.into_iter().any(|(_, _, passage)| close_others(layout, &ways, passage))
}

/// Closes all passages of a room but one, if the laws of layouts allow it.
fn close_others(layout: &mut Layout, ways: &Ways, kept: Passage) -> bool {
    let mut left = ways.clone();
    let others: Vec<Passage> =
        ways.from(kept.room).map(|(passage, _)| passage).filter(|&p| p != kept).collect();
    for &passage in &others {
        left.close(passage);
    }
    let steps = left.distances(layout.entry(), |_| true);
    if steps.contains(&UNREACHED) || !boss_stays(layout, &left, &steps) {
        return false;
    }
    for passage in others {
        layout.close(passage.room, passage.direction);
    }
    layout.settle();
    true
}

/// Whether no dead end at the boss's level would be farther than the boss.
fn boss_stays(layout: &Layout, ways: &Ways, steps: &[u32]) -> bool {
    let boss = layout.rooms.iter().position(|room| room.kind == Kind::Boss);
    let Some(boss) = boss else { return true };
    (0..).zip(&layout.rooms).all(|(id, room)| {
        let end = ways.from(id).count() == 1;
        let rival = end && !room.entry && room.coords[2] == layout.rooms[boss].coords[2];
        !rival || room.connections.has_stairs() || steps[id as usize] <= steps[boss]
    })
}
