//! Parts of an interior: what connects, with or without the means to cross water.

use super::drawing::{Drawing, Ground, Spot};

/// The part of each cell, row by row: 0 for none, else numbered from 1 in the order of their first cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    pub(super) of: Vec<u16>,
    /// Number of parts.
    pub(super) count: u16,
}

impl Parts {
    /// The parts of the cells whose ground can be walked on.
    fn of(drawing: &Drawing, walks: impl Fn(Ground) -> bool) -> Self {
        let (cols, glyphs) = (drawing.cols(), drawing.glyphs());
        let mut parts = Self { of: vec![0; glyphs.len()], count: 0 };
        let mut open = Vec::new();
        for from in 0..glyphs.len() {
            let number = parts.count + 1;
            let mut meet = |at: usize, open: &mut Vec<usize>| {
                let (Some(part), Some(&glyph)) = (parts.of.get_mut(at), glyphs.get(at)) else {
                    return;
                };
                if *part == 0 && walks(Ground::of(glyph)) {
                    (*part, parts.count) = (number, number);
                    open.push(at);
                }
            };
            meet(from, &mut open);
            while let Some(at) = open.pop() {
                let col = at % cols;
                // Above the first row there is no index, and below the last one no cell.
                meet(at.wrapping_sub(cols), &mut open);
                meet(at + cols, &mut open);
                if col > 0 {
                    meet(at - 1, &mut open);
                }
                if col + 1 < cols {
                    meet(at + 1, &mut open);
                }
            }
        }
        parts
    }

    /// The parts of the floor, without any means.
    pub(super) fn dry(drawing: &Drawing) -> Self {
        Self::of(drawing, |ground| ground == Ground::Floor)
    }

    /// The parts of floor and water, with the means to cross it.
    pub(super) fn wet(drawing: &Drawing) -> Self {
        Self::of(drawing, |ground| ground != Ground::Solid)
    }

    /// The part of a cell; 0 where there is none.
    pub(super) fn at(&self, drawing: &Drawing, at: Spot) -> u16 {
        drawing.index(at).and_then(|i| self.of.get(i)).copied().unwrap_or(0)
    }
}

/// True if all floor connects: where water splits it, with the means to cross it, and there are several parts
/// without them.
pub(super) fn connects(drawing: &Drawing, splits: bool) -> bool {
    let dry = Parts::dry(drawing).count;
    if splits { dry >= 2 && Parts::wet(drawing).count == 1 } else { dry == 1 }
}
