//! Maps of Tiled, with the picture of their tiles beside them.
//!
//! An existing file with the name of the picture is never overwritten: it may hold tiles of the user, which the map
//! then shows. Invariant: the picture is complete before the map is written.

use crate::cli::exit::{Exit, invalid};
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

/// Writes the map of a level to `out`, which belongs to `target`; if that is a file, also the picture of its tiles.
///
/// # Errors
/// If the level has no tiles, is too large for a map, or one of the files cannot be written.
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

/// The same as XML.
///
/// # Errors
/// As [`write`].
pub(crate) fn write_xml(
    out: &mut dyn Write,
    target: &Target,
    name: &str,
    level: &Level,
) -> Result<()> {
    let xml = tiled::to_xml(&map(name, level, None)?);
    let xml = xml.map_err(|error| invalid(format_args!("{name}: {error}")))?;
    beside(target)?;
    Ok(out.write_all(xml.as_bytes())?)
}

/// The map of a level.
///
/// # Errors
/// If the level has no tiles, or is too large for a map.
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
/// If one of them cannot be written.
pub(crate) fn beside(target: &Target) -> Result<()> {
    write_beside(target, IMAGE, tile_sheet::png)?;
    licence_beside(target)
}

/// Writes the licence of our pictures beside a file that shows them.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn licence_beside(target: &Target) -> Result<()> {
    write_beside(target, pack::LICENCE, || Ok(pack::licence().into_bytes()))
}

/// Writes a picture or its licence beside an output file, unless a file of that name exists.
///
/// # Errors
/// If it cannot be drawn or written.
pub(crate) fn write_beside(
    target: &Target,
    name: &str,
    bytes: impl FnOnce() -> Result<Vec<u8>>,
) -> Result<()> {
    let Target::File(map) = target else { return Ok(()) };
    // A terminal or a pipe has no folder.
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
