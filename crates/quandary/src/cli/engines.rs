//! Files of dungeons: their extensions, and the pictures beside engine formats.

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

/// Checks that a format can hold the requested number of floors.
///
/// # Errors
/// If a file of the format has one floor, and more are requested.
pub(super) fn fits(format: Format, floors: u32) -> Result<()> {
    if !format.is_a_floor() || floors == 1 {
        return Ok(());
    }
    Err(usage(format_args!(
        "a file of this format has one floor, and {floors} are asked for: write the dungeon with --format json, and then all \
         of its floors with `quandary export FILE --to DIR`"
    )))
}

/// Checks that a format can show the walkthrough, if it is requested.
///
/// # Errors
/// If it is requested, and the format cannot show it, or always does.
pub(super) fn tells(format: Format, spoiler: bool) -> Result<()> {
    if !spoiler || matches!(format, Format::Map | Format::Svg | Format::Png) {
        return Ok(());
    }
    Err(usage(
        "--spoiler goes with --format map, svg and png; JSON, maps for Tiled and animations have the way without it",
    ))
}

/// Writes the picture that a dungeon in this format refers to, if the output is a file.
///
/// # Errors
/// If it cannot be drawn or written.
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
/// If it cannot be drawn or written.
pub(super) fn sheet(target: &Target, engines: &Engines, cut: &Cut) -> Result<()> {
    tiled::write_beside(target, &engines.sheet(cut).0, || engines.drawn_sheet(cut))?;
    tiled::licence_beside(target)
}

/// Writes the picture of a floor beside a file.
///
/// # Errors
/// If it cannot be drawn or written.
pub(super) fn floor(target: &Target, engines: &Engines, cut: &Cut) -> Result<()> {
    match engines.drawn_floor(cut)? {
        Some((name, picture)) => {
            tiled::write_beside(target, &name, || Ok(picture))?;
            tiled::licence_beside(target)
        }
        None => Ok(()),
    }
}
