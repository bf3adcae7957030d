//! `quandary convert`: writes a level in another format.

use super::ending::OutputOptions;
use super::ending::{self, Endings};
use super::exit::{Exit, invalid};
use super::judge::input::{self, FileOptions, PlaceOptions};
use super::judge::picture::{self, Kind};
use super::judge::tiled;
use crate::output::Target;
use anyhow::Result;
use ask::file::Form;
use clap::{Args, ValueEnum};
use diagnostics::json;
use formats::xsb;
use level::Level;
use level::model::level::LevelError;
use std::path::PathBuf;

/// Convert a level to another format, or to a picture
///
/// A level is JSON, a text drawing with one character per tile, or a file of another program; the format is detected.
/// JSON, drawings and maps of Tiled convert to each other without loss. Only a level that Sokoban can express is written
/// as .xsb or .sok; any other level is an error that names the reason. A map that goes to a file gets the picture of its
/// tiles, quandary-tiles.png, beside it, unless a file of that name exists.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary convert level.json
      the level as a drawing
  quandary convert level.json -o level.svg
      a picture
  quandary convert level.json -o level.tmj
      a map for Tiled, with quandary-tiles.png
  quandary convert drawing.txt -o level.json
      the drawing as JSON

Exit codes: 0 done, 3 not a level, or not possible in the format, 2 usage.")]
pub(crate) struct Options {
    /// Level: JSON (quandary/level/1), a drawing, or a file of another program; - is standard input
    #[arg(value_name = "LEVEL")]
    level: PathBuf,

    #[command(flatten)]
    file: FileOptions,

    #[command(flatten)]
    place: PlaceOptions,

    /// Output format [default: from the file extension; otherwise a drawing for JSON, and JSON for any other input]
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    output: OutputOptions,
}

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// JSON, one line per row, room and node
    Json,
    /// Drawing, one character per tile
    Text,
    /// Map of the editor Tiled, in JSON
    Tmj,
    /// Map of the editor Tiled, in XML
    Tmx,
    /// Level of Sokoban
    Xsb,
    /// Level of Sokoban for programs that read .sok
    Sok,
    /// SVG picture
    Svg,
    /// PNG picture
    Png,
}

impl Endings for Format {
    const ENDINGS: &'static [(&'static str, Self)] = &[
        ("json", Self::Json),
        ("txt", Self::Text),
        ("text", Self::Text),
        ("tmj", Self::Tmj),
        ("tmx", Self::Tmx),
        ("xsb", Self::Xsb),
        ("sok", Self::Sok),
        ("svg", Self::Svg),
        ("png", Self::Png),
    ];
}

impl Format {
    /// The default format for an input of this format.
    fn other(form: Form) -> Self {
        match form {
            Form::Json => Self::Text,
            _ => Self::Json,
        }
    }
}

/// Converts a level.
///
/// # Errors
/// If the level is not valid, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let places = options.place.places();
    let input::Item { level, form, .. } = options.file.only(&options.level, places)?;
    let output = options.output.path();
    let format = ending::format(options.format, output, Format::other(form))?;
    let target = Target::of(output);
    write(&level, &input::name(&options.level), format, &target)
}

/// Writes a level.
///
/// # Errors
/// If the level is not possible in the format, or the target cannot be written.
pub(super) fn write(level: &Level, name: &str, format: Format, target: &Target) -> Result<Exit> {
    target.write(|out| {
        match format {
            Format::Json => json::lines(out, level)?,
            Format::Text => out.write_all(level::formats::text::print(level).as_bytes())?,
            Format::Tmj => tiled::write(out, target, name, level, None)?,
            Format::Tmx => tiled::write_xml(out, target, name, level)?,
            Format::Xsb => out.write_all(sokoban(name, xsb::print(level))?.as_bytes())?,
            Format::Sok => {
                let text = sokoban(name, xsb::print_all(std::slice::from_ref(level)))?;
                out.write_all(text.as_bytes())?;
            }
            Format::Svg => picture::write(out, Kind::Svg, name, level, None)?,
            Format::Png => picture::write(out, Kind::Png, name, level, None)?,
        }
        Ok(Exit::Done)
    })
}

/// Writes levels as one file of Sokoban.
///
/// # Errors
/// If a level is no level of Sokoban, or the target cannot be written.
pub(super) fn write_sok(levels: &[Level], name: &str, target: &Target) -> Result<Exit> {
    let text = sokoban(name, xsb::print_all(levels))?;
    target.write(|out| {
        out.write_all(text.as_bytes())?;
        Ok(Exit::Done)
    })
}

/// The text of levels of Sokoban.
fn sokoban(name: &str, printed: std::result::Result<String, LevelError>) -> Result<String> {
    printed.map_err(|error| invalid(format_args!("{name}: {error}")))
}
