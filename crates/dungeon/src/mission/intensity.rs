//! Phase 5: intensity, the relative difficulty of a room.
//!
//! Along a level children rise by one over their parents, give or take 5 %; a new level starts at 0.8 of
//! the highest before it, a breath for the player. Then all is scaled to 0.99, the boss is 1 and the goal 0.
//! Invariant: what has its parent in its own level is above it, unless it is the goal. (At first it was the whole
//! value that strayed by 5 %, by which deep in a large mission many rooms fell below their parents.)

use super::draft::Draft;
use super::request::{Request, Version};
use search::Attempt;

/// How far a rise may stray from one.
const JITTER: f64 = 0.05;
/// Where a new level starts, as a share of the highest intensity before it.
const EASE: f64 = 0.8;
/// The highest intensity but the boss's.
const HIGHEST: f64 = 0.99;

/// Gives every room its intensity.
pub(crate) fn rise(draft: &mut Draft, request: &Request, attempt: Attempt) {
    let mut stream = attempt.phase("intensity");
    let ends = [draft.boss, draft.goal];
    let (mut highest, mut base) = (0.0_f64, 0.0);
    for level in 0..draft.levels.len() {
        for at in 0..draft.levels[level].rooms.len() {
            let id = draft.levels[level].rooms[at];
            if ends.contains(&id) {
                continue;
            }
            // Parents stand before their children, so that a parent's own is known.
            let parent = draft.rooms.get(draft.rooms[id as usize].parent as usize);
            let stray = 1.0 - JITTER + 2.0 * JITTER * stream.unit();
            let above = parent.filter(|parent| usize::from(parent.level) == level);
            let intensity = match (request.version, above.map(|parent| parent.intensity)) {
                (Version::V1, Some(above)) => (above + 1.0) * stray,
                (Version::V2, Some(above)) => above + stray,
                (Version::V1, None) => base * stray,
                (Version::V2, None) if level == 0 => 0.0,
                (Version::V2, None) => (base + stray - 1.0).max(0.0),
            };
            draft.rooms[id as usize].intensity = intensity;
            highest = highest.max(intensity);
        }
        base = highest * EASE;
    }
    let scale = if highest > 0.0 { HIGHEST / highest } else { 0.0 };
    draft.rooms.iter_mut().for_each(|room| room.intensity *= scale);
    draft.rooms[draft.goal as usize].intensity = 0.0;
    draft.rooms[draft.boss as usize].intensity = 1.0;
}
