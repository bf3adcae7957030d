//! Pictures that files for engines refer to, written beside them.

use super::judge::tiled::{self, picture_beside};
use crate::output::Target;
use anyhow::Result;
use draw::dungeon::Format;
use draw::engines::{Asked, Engines};

/// Writes the picture that a dungeon in a format refers to beside it, where it goes to a file.
///
/// # Errors
/// When it cannot be drawn or written.
pub(super) fn beside(
    target: &Target,
    format: Format,
    engines: impl Fn() -> Result<Engines>,
) -> Result<()> {
    match format {
        Format::Tmj => tiled::beside(target),
        Format::Tscn | Format::Ldtk => sheet(target, &engines()?, &Asked::default()),
        Format::Foundry => floor(target, &engines()?, &Asked::default()),
        _ => Ok(()),
    }
}

/// Writes the picture of the tiles beside a file.
///
/// # Errors
/// When it cannot be drawn or written.
pub(super) fn sheet(target: &Target, engines: &Engines, asked: &Asked) -> Result<()> {
    picture_beside(target, &engines.sheet(asked).0, || engines.drawn_sheet(asked))
}

/// Writes the picture of a floor beside a file.
///
/// # Errors
/// When it cannot be drawn or written.
pub(super) fn floor(target: &Target, engines: &Engines, asked: &Asked) -> Result<()> {
    match engines.drawn_floor(asked)? {
        Some((name, picture)) => picture_beside(target, &name, || Ok(picture)),
        None => Ok(()),
    }
}
