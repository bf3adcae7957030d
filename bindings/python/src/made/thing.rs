//! Something that was made, and the ways to show it.

use crate::failure::Failure;
use crate::level::Level;
use draw::dungeon::Format as Drawn;
use pyo3::prelude::*;
use std::error::Error;

/// Bytes, or the reason for which there are none.
pub(super) type Shown = Result<Vec<u8>, Box<dyn Error + Send + Sync>>;

/// A way to show something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
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

/// A format of a dungeon by the writer of the command line.
pub(super) fn drawn(format: Format) -> Option<Drawn> {
    Some(match format {
        Format::Json => Drawn::Json,
        Format::Text => Drawn::Map,
        Format::Svg => Drawn::Svg,
        Format::Png => Drawn::Png,
        Format::Level => Drawn::Level,
        Format::Tmj => Drawn::Tmj,
        Format::Dot | Format::Line => return None,
    })
}

/// Something that was made.
pub(super) trait Thing: Send + Sync {
    /// The seed, and the attempt of it that made this.
    fn origin(&self) -> (u64, u64);
    /// Shows it; `spoiler` with its solution.
    fn shown(&self, format: Format, spoiler: bool) -> Shown;
}

/// The error of a format that a thing is not shown in.
pub(super) fn not_in(format: Format, what: &str) -> Shown {
    let name = FORMATS.iter().find(|(_, one)| *one == format).map_or("", |(name, _)| name);
    Err(format!("{what} is not shown as {name}").into())
}

/// Something that was made.
#[pyclass(frozen, module = "quandary._native")]
pub(crate) struct Made {
    thing: Box<dyn Thing>,
}

impl Made {
    pub(super) fn of(thing: impl Thing + 'static) -> Self {
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
