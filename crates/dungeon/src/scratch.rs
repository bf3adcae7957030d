//! Working memory of generators, for making one thing after another. Invariant: nothing in it decides a result.

use crate::layout::canvas::Canvas;
use crate::layout::cellular::Rock;
use crate::layout::form::Work;
use crate::layout::reach::Reach;
use crate::mission::draft::Draft;
use level::Graph;
use level::check::certify::Judge;

/// Working memory of the generators, to be kept by callers that make many things on one thread.
#[derive(Default)]
pub struct Scratch {
    /// The cells of a layout.
    pub(crate) canvas: Canvas,
    /// The noise of a layout's caves.
    pub(crate) rock: Rock,
    /// Distances in a layout.
    pub(crate) reach: Reach,
    /// The walls of a layout's halls.
    pub(crate) form: Work,
    /// Dead ends of a layout.
    pub(crate) ends: Vec<u32>,
    /// A mission in the making.
    pub(crate) draft: Draft,
    /// The room graph that is put before the judge.
    pub(crate) graph: Graph,
    /// The judge's own memory.
    pub(crate) judge: Judge,
}
