//! The space a mission is to fill: a number of rooms, a mask, or a colour map.

use crate::cli::exit::{input, usage};
use crate::cli::judge::input::name as input_name;
use crate::mask::{self, ColourMap};
use anyhow::Result;
use dungeon::mission::require::{Require, Required};
use dungeon::mission::{Constraints, Count, Given, SpaceError};
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// Settings that spaces of every kind have.
#[derive(Clone, Debug, Default)]
pub(super) struct Terms {
    /// Cell of the entrance.
    pub(super) start: Option<(i32, i32)>,
    /// Probability of extra links, from 0 to 1.
    pub(super) link_chance: Option<f64>,
    /// The requirements of a finished mission.
    pub(super) require: Vec<Require>,
}

impl Terms {
    /// The space with these settings.
    fn told<S: Constraints + 'static>(
        &self,
        mut space: S,
        starting_at: impl FnOnce(S, i32, i32) -> Result<S, SpaceError>,
        with_link_chance: impl FnOnce(S, f64) -> Result<S, SpaceError>,
    ) -> Result<Box<dyn Constraints>> {
        if let Some((x, y)) = self.start {
            let said = |error| usage(format_args!("--start {x},{y}: {error}"));
            space = starting_at(space, x, y).map_err(said)?;
        }
        if let Some(p) = self.link_chance {
            let said = |error| usage(format_args!("--link-chance {p}: {error}"));
            space = with_link_chance(space, p).map_err(said)?;
        }
        Ok(Required::of(Box::new(space), self.require.clone()))
    }
}

/// A space, the file it came from, and its part of the provenance.
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
    pub(super) fn count(rooms: usize, terms: &Terms) -> Result<Self> {
        let space = Count::new(rooms);
        let constraints = terms.told(space, Count::starting_at, Count::with_link_chance)?;
        Ok(Self { constraints, rooms: Some(rooms), space: None, colours: None, file: None })
    }

    /// The mask in a file.
    pub(super) fn mask(path: &Path, terms: &Terms) -> Result<Self> {
        let cells = mask::space(path)?;
        let space = Given::squares(&cells).map_err(|why| unfit(path, why))?;
        let constraints = terms.told(space, Given::starting_at, Given::with_link_chance)?;
        let file = Some(path.to_owned());
        Ok(Self { constraints, rooms: None, space: Some(cells), colours: None, file })
    }

    /// The colour map in a file.
    pub(super) fn colours(path: &Path, terms: &Terms) -> Result<Self> {
        let ColourMap { rooms, neighbours } = mask::colours(path)?;
        let space = Given::regions(rooms.clone(), neighbours).map_err(|why| unfit(path, why))?;
        let constraints = terms.told(space, Given::starting_at, Given::with_link_chance)?;
        let file = Some(path.to_owned());
        Ok(Self { constraints, rooms: None, space: None, colours: Some(rooms), file })
    }

    /// The error that the file does not fit the request; none where there is no file.
    pub(super) fn unfit(&self, why: impl Display) -> Option<anyhow::Error> {
        self.file.as_deref().map(|path| unfit(path, why))
    }
}

fn unfit(path: &Path, why: impl Display) -> anyhow::Error {
    input(format_args!("{}: {why}", input_name(path)))
}
