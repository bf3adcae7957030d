//! Silhouettes that a dungeon has used: its interiors as solid, water and floor.

use super::drawing::{Axis, Drawing, Ground};
use std::collections::BTreeMap;

/// Up to so many rooms a silhouette is used at most [`MOST`] times, and in proportion in larger dungeons.
const ROOMS: usize = 40;
const MOST: usize = 2;

/// An interior as solid, water and floor; mirrored or turned by half it is the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Silhouette(usize, Vec<Ground>);

impl Silhouette {
    pub(super) fn of(drawing: &Drawing) -> Self {
        let [left, top] = Axis::BOTH.map(|axis| drawing.flipped(axis));
        let turned = left.flipped(Axis::TopBottom);
        let grounds = |one: &Drawing| one.glyphs().iter().map(|&g| Ground::of(g)).collect();
        let least = [drawing, &left, &top, &turned].map(grounds).into_iter().min();
        Self(drawing.cols(), least.unwrap_or_default())
    }
}

/// Number of times that each silhouette was used in a dungeon.
#[derive(Clone, Debug, Default)]
pub struct Used {
    times: BTreeMap<Silhouette, usize>,
    rooms: usize,
}

impl Used {
    /// Nothing used yet, in a dungeon of so many rooms.
    #[must_use]
    pub fn new(rooms: usize) -> Self {
        Self { times: BTreeMap::new(), rooms }
    }

    /// Number of times that a silhouette was used.
    pub(super) fn times(&self, silhouette: &Silhouette) -> usize {
        self.times.get(silhouette).copied().unwrap_or(0)
    }

    /// True if a silhouette was used as often as it may be.
    pub(super) fn is_worn(&self, silhouette: &Silhouette) -> bool {
        self.times(silhouette) >= MOST * self.rooms.div_ceil(ROOMS).max(1)
    }

    /// Counts a silhouette.
    pub(super) fn note(&mut self, silhouette: Silhouette) {
        *self.times.entry(silhouette).or_default() += 1;
    }
}
