//! `quandary/layout/1`: the JSON of a layout.

use super::Provenance;
use crate::layout::{ALGORITHM, Bounds, Category, Generator, Layout, Request, Room};
use serde::Serialize;

/// A layout with its provenance.
#[derive(Serialize)]
pub struct LayoutJson<'a> {
    format: &'static str,
    category: &'a Category,
    generator: Generator,
    bounds: Bounds,
    seed: u64,
    rooms: &'a [Room],
    provenance: Provenance<&'a Request>,
}

impl<'a> LayoutJson<'a> {
    /// The document of a layout.
    pub fn new(layout: &'a Layout, request: &'a Request, seed: u64) -> Self {
        Self {
            format: "quandary/layout/1",
            category: layout.category,
            generator: layout.generator(),
            bounds: layout.bounds,
            seed,
            rooms: &layout.rooms,
            provenance: Provenance::new(ALGORITHM, seed, 0, request),
        }
    }
}
