//! Maps of Tiled on the command line: the map, and beside it the picture of its tiles.
//!
//! A file that has the picture's name but is another is never overwritten: somebody may have drawn tiles of their
//! own, and a map shows them as well. Invariant: the picture is there, whole, before the map is.

use crate::cli::exit::{Exit, input as invalid};
use crate::output::Target;
use crate::shown::note;
use anyhow::{Context, Result};
use draw::level_picture::Overlay;
use draw::overlay;
use draw::tile_sheet;
use formats::pack;
use formats::tiled::{self, IMAGE};
use level::Level;
use std::fs;
use std::io::{ErrorKind, Write};

/// Writes the map of a level to `out`, which leads to `target`; if that is a file, the picture of its tiles too.
///
/// # Errors
/// When the level has no tiles, is too large for a map, or one of the files cannot be written.
pub(crate) fn write(
    out: &mut dyn Write,
    target: &Target,
    name: &str,
    level: &Level,
    way: Option<&Overlay>,
) -> Result<()> {
    let map = map(name, level, way)?;
    beside(target)?;
    Ok(out.write_all(map.as_bytes())?)
}

/// The map of a level.
///
/// # Errors
/// When the level has no tiles, or is too large for a map.
pub(crate) fn map(name: &str, level: &Level, way: Option<&Overlay>) -> Result<String> {
    if level.tiles.is_none() {
        return Err(super::input::no_tiles(name, "written as maps of Tiled"));
    }
    tiled::print(level, way.map(overlay::way_of).as_ref())
        .map_err(|error| invalid(format_args!("{name}: {error}")))
}

/// Writes the picture of the tiles beside a map that goes to a file, and its licence.
///
/// # Errors
/// When one of them cannot be written.
pub(crate) fn beside(target: &Target) -> Result<()> {
    write_beside(target, IMAGE, tile_sheet::png)?;
    licence_beside(target)
}

/// Writes the licence of our pictures beside a file that shows them.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn licence_beside(target: &Target) -> Result<()> {
    write_beside(target, pack::LICENCE, || Ok(pack::licence().into_bytes()))
}

/// Writes a picture, or its licence, beside what goes to a file, unless a file of that name is there.
///
/// # Errors
/// When it cannot be drawn or written.
pub(crate) fn write_beside(
    target: &Target,
    name: &str,
    bytes: impl FnOnce() -> Result<Vec<u8>>,
) -> Result<()> {
    let Target::File(map) = target else { return Ok(()) };
    // A terminal or a pipe has nothing beside it.
    if fs::metadata(map).is_ok_and(|found| !found.is_file()) {
        return Ok(());
    }
    let path = map.with_file_name(name);
    let bytes = bytes()?;
    match fs::read(&path) {
        Ok(found) if found == bytes => Ok(()),
        Ok(_) => {
            note!(
                "{}: left as it is, though it is not the one that goes with the map; move it away to have that one \
                 written",
                path.display()
            );
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let written = Target::File(path).write(|out| {
                out.write_all(&bytes)?;
                Ok(Exit::Done)
            });
            written.map(|_| ())
        }
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}
