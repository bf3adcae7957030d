//! What is made: dungeons, missions, layouts, areas, caves, riddles, each shown as the command line shows it.

mod area;
mod cave;
mod common;
mod dungeon;
mod layout;
mod mission;
mod plain;
mod riddle;

use crate::failure::Failure;
use crate::level::Level;
pub(crate) use area::make_area;
pub(crate) use cave::make_cave;
pub(crate) use dungeon::make_dungeon;
pub(crate) use layout::make_layout;
pub(crate) use mission::make_mission;
use pyo3::prelude::*;
pub(crate) use riddle::{lexicon, make_riddle};
use std::error::Error;

/// Bytes, or the reason for which there are none.
type Shown = Result<Vec<u8>, Box<dyn Error + Send + Sync>>;

/// A way to show something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// JSON as the command line prints it of one.
    Json,
    /// JSON on one line, as the command line prints it of many.
    Line,
    Text,
    Svg,
    Png,
    /// The level as JSON.
    Level,
    /// A map for Tiled.
    Tmj,
    /// A graph for Graphviz.
    Dot,
}

const FORMATS: [(&str, Format); 8] = [
    ("json", Format::Json),
    ("line", Format::Line),
    ("text", Format::Text),
    ("svg", Format::Svg),
    ("png", Format::Png),
    ("level", Format::Level),
    ("tmj", Format::Tmj),
    ("dot", Format::Dot),
];

/// Something that was made.
trait Thing: Send + Sync {
    /// The seed, and the attempt of it that made this.
    fn origin(&self) -> (u64, u64);
    /// Shows it; `spoiler` with its solution.
    fn shown(&self, format: Format, spoiler: bool) -> Shown;
}

/// The error of a format that a thing is not shown in.
fn not_in(format: Format, what: &str) -> Shown {
    let name = FORMATS.iter().find(|(_, one)| *one == format).map_or("", |(name, _)| name);
    Err(format!("{what} is not shown as {name}").into())
}

/// Something that was made.
#[pyclass(frozen, module = "quandary._native")]
pub(crate) struct Made {
    thing: Box<dyn Thing>,
}

impl Made {
    fn of(thing: impl Thing + 'static) -> Self {
        Self { thing: Box::new(thing) }
    }
}

#[pymethods]
impl Made {
    /// The seed.
    #[getter]
    fn seed(&self) -> u64 {
        self.thing.origin().0
    }

    /// The attempt of the seed that made it.
    #[getter]
    fn attempt(&self) -> u64 {
        self.thing.origin().1
    }

    /// The bytes of a format.
    fn shown(&self, py: Python<'_>, format: &str, spoiler: bool) -> Result<Vec<u8>, Failure> {
        let known = FORMATS.iter().map(|(name, _)| *name);
        let unknown = || Failure::Request(voice::unknown("format", format, known));
        let (_, format) = *FORMATS.iter().find(|(name, _)| *name == format).ok_or_else(unknown)?;
        py.detach(|| self.thing.shown(format, spoiler)).map_err(Failure::request)
    }

    /// The level, to be judged or played.
    fn level(&self, py: Python<'_>) -> Result<Level, Failure> {
        let level = || {
            let json = self.thing.shown(Format::Level, false).map_err(Failure::request)?;
            Ok(::dungeon::json::judged::read(&String::from_utf8_lossy(&json))?)
        };
        py.detach(level).map(Level::of)
    }
}
