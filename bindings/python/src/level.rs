//! Reading, writing and drawing levels.

use crate::failure::Failure;
use crate::floors;
use ask::file::{File, FileLevels, LevelFileError, levels};
use dungeon::json::verifiable;
use formats::aliases::{Aliases, Spot};
use level::formats::json::ReadError;
use level::formats::{json, text};
use level::{Content, Grid, Tile, Tiles};
use numpy::{PyArray2, PyReadonlyArray2};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use std::ffi::CString;
use std::fmt::Display;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// A level.
#[pyclass(frozen, module = "quandary._native")]
pub(crate) struct Level {
    pub(crate) level: Arc<level::Level>,
}

impl Level {
    pub(crate) fn of(level: level::Level) -> Self {
        Self { level: Arc::new(level) }
    }
}

/// Reads the levels of a text in any format of the command line; `path` is the path of its file. Also returns notes for
/// the designer of the map.
fn read(
    path: &str,
    text: &str,
    aliases: &Aliases,
    game: Option<&str>,
) -> Result<(FileLevels, Vec<String>), LevelFileError> {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    let beside = |name: &str| {
        fs::read_to_string(folder.join(name)).map_err(|error| diagnostics::of_io(&error))
    };
    let file = File { name: path, text, form: None, game, aliases, beside: &beside };
    let mut found = levels(&file)?;
    let mut notes = std::mem::take(&mut found.notes);
    let guesses = found.guesses();
    if !guesses.is_empty() {
        notes.push(format!("guessed: {}", guesses.join(", ")));
    }
    Ok((found, notes))
}

/// A column and a row.
type Place = (i64, i64);

#[pymethods]
impl Level {
    /// Reads a drawing.
    #[staticmethod]
    fn from_text(text: &str) -> Result<Self, Failure> {
        Ok(Self::of(text::read(text)?))
    }

    /// Reads the JSON of a level, an area or a dungeon.
    #[staticmethod]
    fn from_json(text: &str) -> Result<Self, Failure> {
        Ok(Self::of(verifiable::read(text)?))
    }

    /// Reads the levels of a text in any format; the file name decides the format if the text does not. `wanted` is the
    /// number or the name of one level, and empty for the only one; without it all levels are returned. `places` are
    /// the start and the goal as column and row. Notes for the designer of a map and levels with a fault become warnings.
    #[staticmethod]
    fn read(
        py: Python<'_>,
        path: &str,
        text: &str,
        mapping: Vec<(String, String)>,
        game: Option<&str>,
        places: (Option<Place>, Option<Place>),
        wanted: Option<&str>,
    ) -> PyResult<Vec<Self>> {
        // Stack level 2: the caller of the Python function that calls this one.
        let warn = |note: &dyn Display| {
            let note = CString::new(format!("{path}: {note}").replace('\0', ""))?;
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &note, 2)
        };
        let mut aliases = Aliases::of(mapping).map_err(|error| Failure::field("mapping", error))?;
        aliases.start = places.0.map(Spot::at);
        aliases.goals = places.1.map(Spot::at).into_iter().collect();
        let (found, notes) = read(path, text, &aliases, game).map_err(Failure::from)?;
        for note in notes {
            warn(&note)?;
        }
        let one = match wanted {
            None => {
                let mut levels = Vec::new();
                for (number, level) in (1..).zip(found.levels) {
                    match level {
                        Ok(level) => levels.push(Self::of(level)),
                        Err(error) => warn(&format_args!("level {number} is left out: {error}"))?,
                    }
                }
                return Ok(levels);
            }
            Some("") => found.only(),
            Some(wanted) => found.pick(wanted),
        };
        Ok(vec![Self::of(one.map_err(Failure::from)?)])
    }

    /// A level of tiles only, from their ids.
    #[staticmethod]
    fn from_floors(
        floors: Vec<PyReadonlyArray2<'_, u8>>,
        name: Option<String>,
    ) -> Result<Self, Failure> {
        let grid = |(number, floor): (usize, &PyReadonlyArray2<'_, u8>)| {
            let rows: Vec<Vec<Tile>> = (0..)
                .zip(floor.as_array().rows())
                .map(|(row, tiles)| {
                    (0..).zip(tiles).map(|(col, &id)| tile(id, [number, row, col])).collect()
                })
                .collect::<Result<_, Failure>>()?;
            Grid::of_rows(&rows).map_err(|error| Failure::field(format!("floors[{number}]"), error))
        };
        let floors = floors.iter().enumerate().map(grid).collect::<Result<_, _>>()?;
        let level = level::Level::of_tiles(Tiles { floors, ..Tiles::default() });
        let level = level::Level { name, ..level };
        Ok(Self::of(level.checked().map_err(ReadError::from)?))
    }

    /// The name.
    #[getter]
    fn name(&self) -> Option<&str> {
        self.level.name.as_deref()
    }

    /// The tiles of each floor as arrays that share the memory of the level.
    #[getter]
    fn floors<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyArray2<u8>>>> {
        floors::floors(py, &self.level)
    }

    /// Number of symbols and number of switches of the level.
    #[getter]
    fn things(&self) -> (usize, usize) {
        let of_tiles =
            self.level.tiles.iter().flat_map(|tiles| &tiles.marks).map(|mark| mark.gives);
        let of_nodes = self.level.graph.nodes.iter().flat_map(|node| node.contents.iter().copied());
        let switch = |content| match content {
            Content::Toggle(id) => Some(id as usize + 1),
            _ => None,
        };
        let switches = of_tiles.chain(of_nodes).filter_map(switch).max().unwrap_or(0);
        (self.level.graph.symbols.len(), switches)
    }

    /// JSON (`quandary/level/1`).
    fn to_json(&self) -> String {
        json::print(&self.level)
    }

    /// A drawing.
    fn to_text(&self) -> String {
        text::print(&self.level)
    }

    /// A picture; `None` for a level without tiles.
    fn svg(&self) -> Option<String> {
        draw::level_svg::picture(&self.level, None)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| *other.get().level == *self.level)
    }
}

/// The tile with an id; the floor, row and column are for the error.
fn tile(id: u8, [floor, row, col]: [usize; 3]) -> Result<Tile, Failure> {
    let unknown = || {
        let known = level::model::tile::known();
        let field = format!("floors[{floor}][{row}][{col}]");
        Failure::field(field, format_args!("there is no tile {id}; known are {known}"))
    };
    Tile::from_id(id.into()).ok_or_else(unknown)
}
