//! The files of dungeons: their endings, and what lies beside those for engines.

use super::ending::Endings;
use super::exit::usage;
use super::judge::tiled;
use crate::output::Target;
use anyhow::Result;
use draw::dungeon::Format;
use draw::engines::{Cut, Engines};

impl Endings for Format {
    const ENDINGS: &'static [(&'static str, Self)] = &[
        ("txt", Self::Map),
        ("json", Self::Json),
        ("json", Self::Level),
        ("svg", Self::Svg),
        ("svg", Self::Animation),
        ("png", Self::Png),
        ("tmj", Self::Tmj),
        ("tscn", Self::Tscn),
        ("ldtk", Self::Ldtk),
        ("dd2vtt", Self::Uvtt),
        ("uvtt", Self::Uvtt),
        ("json", Self::Foundry),
    ];
}

/// Checks that a format takes as many floors as are asked for.
///
/// # Errors
/// When a file of the format has one floor, and more are asked for.
pub(super) fn fits(format: Format, floors: u32) -> Result<()> {
    if !format.is_a_floor() || floors == 1 {
        return Ok(());
    }
    Err(usage(format_args!(
        "a file of this format has one floor, and {floors} are asked for: write the dungeon with --format json, and then all \
         of its floors with `quandary export FILE --to DIR`"
    )))
}

/// Checks that the walkthrough can be told in a format, if it is asked for.
///
/// # Errors
/// When it is asked for, and the format has no place for it, or tells it anyhow.
pub(super) fn tells(format: Format, spoiler: bool) -> Result<()> {
    if !spoiler || matches!(format, Format::Map | Format::Svg | Format::Png) {
        return Ok(());
    }
    Err(usage(
        "--spoiler goes with --format map, svg and png; JSON, maps for Tiled and animations have the way without it",
    ))
}

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
        Format::Tmj => {
            tiled::beside(target)?;
            tiled::licence_beside(target)
        }
        Format::Tscn | Format::Ldtk => sheet(target, &engines()?, &Cut::default()),
        Format::Foundry => floor(target, &engines()?, &Cut::default()),
        _ => Ok(()),
    }
}

/// Writes the picture of the tiles beside a file.
///
/// # Errors
/// When it cannot be drawn or written.
pub(super) fn sheet(target: &Target, engines: &Engines, asked: &Cut) -> Result<()> {
    tiled::write_beside(target, &engines.sheet(asked).0, || engines.drawn_sheet(asked))?;
    tiled::licence_beside(target)
}

/// Writes the picture of a floor beside a file.
///
/// # Errors
/// When it cannot be drawn or written.
pub(super) fn floor(target: &Target, engines: &Engines, asked: &Cut) -> Result<()> {
    match engines.drawn_floor(asked)? {
        Some((name, picture)) => {
            tiled::write_beside(target, &name, || Ok(picture))?;
            tiled::licence_beside(target)
        }
        None => Ok(()),
    }
}
