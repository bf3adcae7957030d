//! The space a mission is to fill: a number of rooms, a mask, or a colour map.

use crate::cli::exit::input;
use crate::mask::{self, ColourMap};
use anyhow::Result;
use dungeon::mission::constraints::{Constraints, Count, Freeform, Mask};
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// A space, the file it came from, and what of it belongs into the provenance.
pub(super) struct Shape {
    /// The space.
    pub(super) constraints: Box<dyn Constraints>,
    /// The number of rooms, where no file says it.
    pub(super) rooms: Option<usize>,
    /// The cells of a mask.
    pub(super) space: Option<Vec<mask::Cell>>,
    /// The cells of free-form rooms.
    pub(super) colours: Option<Vec<Vec<mask::Cell>>>,
    file: Option<PathBuf>,
}

impl Shape {
    /// A number of rooms in an unbounded half-plane.
    pub(super) fn count(rooms: usize) -> Self {
        let constraints = Box::new(Count::new(rooms));
        Self { constraints, rooms: Some(rooms), space: None, colours: None, file: None }
    }

    /// The mask in a file.
    pub(super) fn mask(path: &Path) -> Result<Self> {
        let cells = mask::space(path)?;
        let constraints = Box::new(Mask::new(&cells).map_err(|why| unfit(path, why))?);
        let file = Some(path.to_owned());
        Ok(Self { constraints, rooms: None, space: Some(cells), colours: None, file })
    }

    /// The colour map in a file.
    pub(super) fn colours(path: &Path) -> Result<Self> {
        let ColourMap { rooms, neighbours } = mask::colours(path)?;
        let freeform = Freeform::new(rooms.clone(), neighbours).map_err(|why| unfit(path, why))?;
        let (constraints, file) = (Box::new(freeform), Some(path.to_owned()));
        Ok(Self { constraints, rooms: None, space: None, colours: Some(rooms), file })
    }

    /// The error that the file does not fit the request; none where there is no file.
    pub(super) fn unfit(&self, why: impl Display) -> Option<anyhow::Error> {
        self.file.as_deref().map(|path| unfit(path, why))
    }
}

fn unfit(path: &Path, why: impl Display) -> anyhow::Error {
    input(format_args!("cannot use {}: {why}", path.display()))
}
