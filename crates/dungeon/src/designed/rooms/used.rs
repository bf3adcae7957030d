//! Silhouettes and templates that a dungeon has used.

use super::drawing::{Axis, Drawing, Ground, mirrored};
use std::collections::BTreeMap;

/// Up to so many rooms a silhouette is used at most [`MOST`] times, and in proportion in larger dungeons.
const ROOMS: usize = 40;
const MOST: usize = 2;

/// An interior as solid, water and floor; mirrored or turned by half it is the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Silhouette(usize, Vec<Ground>);

impl Silhouette {
    pub(super) fn of(drawing: &Drawing) -> Self {
        let cols = drawing.cols();
        let drawn: Vec<Ground> = drawing.glyphs().iter().map(|&glyph| Ground::of(glyph)).collect();
        let [left, top] = Axis::BOTH.map(|axis| mirrored(&drawn, cols, axis));
        let turned = drawn.iter().rev().copied().collect();
        Self(cols, drawn.min(left).min(top).min(turned))
    }
}

/// Number of times that each silhouette and each template was used in a dungeon.
#[derive(Clone, Debug, Default)]
pub struct Used {
    times: BTreeMap<Silhouette, usize>,
    templates: BTreeMap<String, u64>,
    rooms: usize,
}

impl Used {
    /// Nothing used yet, in a dungeon of so many rooms.
    #[must_use]
    pub fn new(rooms: usize) -> Self {
        Self { rooms, ..Self::default() }
    }

    /// Number of times that a silhouette was used.
    pub(super) fn times(&self, silhouette: &Silhouette) -> usize {
        self.times.get(silhouette).copied().unwrap_or(0)
    }

    /// True if a silhouette was used as often as it may be.
    pub(super) fn is_worn(&self, silhouette: &Silhouette) -> bool {
        self.times(silhouette) >= MOST * self.rooms.div_ceil(ROOMS).max(1)
    }

    /// Number of times that a template was used, whatever became of its drawing.
    pub(super) fn of_template(&self, name: &str) -> u64 {
        self.templates.get(name).copied().unwrap_or(0)
    }

    /// Counts a silhouette, and the template that it is of.
    pub(super) fn note(&mut self, silhouette: Silhouette, template: &str) {
        *self.times.entry(silhouette).or_default() += 1;
        *self.templates.entry(template.to_owned()).or_default() += 1;
    }
}
