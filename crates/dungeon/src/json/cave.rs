//! `quandary/cave/1`: the JSON of a cave.
//!
//! `rows` are strings of `#` (solid) and `.` (open), top row first; they are written one by one, without a second copy
//! of a large map in memory. The optional `distance` has the start cell `from` as `[x, y]` with y downwards, the
//! largest distance `most`, and `rows` of numbers; `null` marks cells without a distance.

use super::Provenance;
use crate::bitgrid::Grid;
use crate::cave::Request;
use crate::cave::distance::{Distances, OUT_OF_REACH};
use crate::cave::{ALGORITHM, Cave};
use search::Seed;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// A map with optional distances.
#[derive(Clone, Copy)]
pub struct MapView<'a> {
    /// The map.
    pub grid: &'a Grid,
    /// The distances.
    pub distances: Option<&'a Distances>,
}

impl MapView<'_> {
    /// Appends a row of the map as characters.
    pub fn line(self, y: u32, line: &mut String) {
        let solid = |x: u32| self.grid.is_solid(i64::from(x), i64::from(y));
        let plain = |x: u32| if solid(x) { '#' } else { '.' };
        match self.distances {
            None => line.extend((0..self.grid.width()).map(plain)),
            Some(distances) => line.extend((0..).zip(distances.row(y)).map(|(x, &far)| {
                let tenth = u64::from(far) * 10 / (u64::from(distances.most) + 1);
                if far == OUT_OF_REACH { plain(x) } else { char::from(b'0' + tenth as u8) }
            })),
        }
    }
}

#[derive(Serialize)]
struct CaveJson<'a> {
    format: &'static str,
    size: (u32, u32),
    seed: u64,
    open_cells: u64,
    regions: usize,
    rows: MapRows<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<DistanceJson<'a>>,
    provenance: Provenance<RequestJson<'a>>,
}

/// The request, with the names of the options as fields.
#[derive(Serialize)]
struct RequestJson<'a> {
    size: (u32, u32),
    #[serde(flatten)]
    request: &'a Request,
    distance: bool,
}

/// Writes a cave.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(
    out: &mut dyn Write,
    request: &Request,
    seed: Seed,
    cave: &Cave,
    view: MapView<'_>,
) -> io::Result<()> {
    let size = (request.width, request.height);
    let request_json = RequestJson { size, request, distance: view.distances.is_some() };
    let seed = seed.value();
    let document = CaveJson {
        format: "quandary/cave/1",
        size,
        seed,
        open_cells: cave.open_cells,
        regions: cave.regions,
        rows: MapRows(MapView { distances: None, ..view }),
        distance: view.distances.map(|distances| DistanceJson {
            from: distances.from,
            most: distances.most,
            rows: DistanceRows(distances, request.height),
        }),
        provenance: Provenance::new(ALGORITHM, seed, 0, request_json),
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    out.write_all(b"\n")
}

struct MapRows<'a>(MapView<'a>);

impl Serialize for MapRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.0.grid.height()).map(|y| {
            let mut line = String::with_capacity(self.0.grid.width() as usize);
            self.0.line(y, &mut line);
            line
        }))
    }
}

#[derive(Serialize)]
struct DistanceJson<'a> {
    from: (u32, u32),
    most: u32,
    rows: DistanceRows<'a>,
}

struct DistanceRows<'a>(&'a Distances, u32);

impl Serialize for DistanceRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = |&far: &u32| (far != OUT_OF_REACH).then_some(far);
        let row = |y| self.0.row(y).iter().map(number).collect::<Vec<_>>();
        serializer.collect_seq((0..self.1).map(row))
    }
}
