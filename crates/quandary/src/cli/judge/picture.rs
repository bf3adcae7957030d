//! Pictures of levels: their format, and the plan that they show.
//!
//! Invariant: a level that cannot be drawn is an error with its name, and nothing is written.

use super::{input, tiled};
use crate::cli::exit::{Exit, invalid};
use crate::output::Target;
use crate::shown::note;
use anyhow::{Context, Result};
use clap::Args;
use draw::level_picture::Overlay;
use draw::{level_png, level_svg};
use level::{Grid, Level};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Largest number of cells of a level that is drawn.
const MOST_CELLS: u64 = 4_000_000;

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// SVG: lines and shapes.
    Svg,
    /// PNG: pixels.
    Png,
}

/// Options of the picture.
#[derive(Debug, Args)]
pub(crate) struct DrawOptions {
    /// Draw the level with the plan to a file .svg, .png or .tmj (a map of Tiled) [default: no picture]
    #[arg(long, value_name = "FILE", value_parser = drawable)]
    draw: Option<PathBuf>,
}

/// The path of a picture; its extension selects the kind.
fn drawable(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if kind(&path).is_some() || is_map(&path) {
        return Ok(path);
    }
    Err("expected a file that ends in .svg, .png or .tmj".to_owned())
}

/// True if the path is that of a map of Tiled.
fn is_map(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("tmj"))
}

fn kind(path: &Path) -> Option<Kind> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "svg" => Some(Kind::Svg),
        "png" => Some(Kind::Png),
        _ => None,
    }
}

impl DrawOptions {
    /// True if a picture is requested.
    pub(crate) fn is_wanted(&self) -> bool {
        self.draw.is_some()
    }

    /// Checks that a requested picture can be drawn.
    ///
    /// # Errors
    /// If the level has no tiles, or too many.
    pub(crate) fn check(&self, name: &str, level: &Level) -> Result<()> {
        if self.is_wanted() { can_be_drawn(name, level) } else { Ok(()) }
    }

    /// Draws a level with the plan; without a plan it draws nothing and prints a note.
    ///
    /// # Errors
    /// If the picture is too large or cannot be written.
    pub(crate) fn write(&self, name: &str, level: &Level, way: Option<&Overlay>) -> Result<()> {
        let Some(path) = &self.draw else { return Ok(()) };
        let Some(way) = way else {
            note!("{}: not drawn, for there is no way to show", path.display());
            return Ok(());
        };
        let target = Target::of(Some(path));
        let written = target.write(|out| {
            match kind(path) {
                Some(kind) => write(out, kind, name, level, Some(way))?,
                None => tiled::write(out, &target, name, level, Some(way))?,
            }
            Ok(Exit::Done)
        });
        written.map(|_| ())
    }
}

/// Writes the picture of a level.
///
/// # Errors
/// If the level has no tiles, is too large, or `out` cannot be written to.
pub(crate) fn write(
    out: &mut dyn Write,
    kind: Kind,
    name: &str,
    level: &Level,
    way: Option<&Overlay>,
) -> Result<()> {
    can_be_drawn(name, level)?;
    let Some(picture) = level_svg::picture(level, way) else {
        return Err(input::no_tiles(name, "drawn"));
    };
    match kind {
        Kind::Svg => Ok(out.write_all(picture.as_bytes())?),
        Kind::Png => level_png::write(out, &picture).with_context(|| name.to_owned()),
    }
}

/// Checks that a level has tiles, and not too many.
///
/// # Errors
/// If it has none, or too many.
pub(crate) fn can_be_drawn(name: &str, level: &Level) -> Result<()> {
    let Some(tiles) = &level.tiles else { return Err(input::no_tiles(name, "drawn")) };
    let size = |floor: &Grid| u64::from(floor.rows()) * u64::from(floor.cols());
    let cells: u64 = tiles.floors.iter().map(size).sum();
    if cells <= MOST_CELLS {
        return Ok(());
    }
    Err(invalid(format_args!(
        "{name}: has {cells} cells; {MOST_CELLS} are the most that can be drawn"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_says_which_kind() {
        assert_eq!(kind(Path::new("a.PNG")), Some(Kind::Png));
        assert_eq!(drawable("a/b.svg"), Ok(PathBuf::from("a/b.svg")));
        assert!(drawable("a.gif").is_err() && drawable("svg").is_err());
        assert!(is_map(Path::new("a.Tmj")) && drawable("a.tmj").is_ok());
    }
}
