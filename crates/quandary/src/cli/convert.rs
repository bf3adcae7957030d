//! `quandary convert`: a level in another form.

use super::ending::OutputOptions;
use super::ending::{self, Endings};
use super::exit::{Exit, input as invalid};
use super::judge::input;
use super::judge::picture::{self, Kind};
use super::judge::tiled;
use crate::output::Target;
use anyhow::Result;
use ask::file::Form;
use clap::{Args, ValueEnum};
use diagnostics::json;
use formats::xsb;
use level::Level;
use std::path::PathBuf;

/// Turn a level into another form, or into a picture
///
/// A level is JSON, a drawing in text, one character a tile, or a map of the editor Tiled in JSON; which of them
/// it is shows. A file .xsb is a level of Sokoban. Without `--format` the name of the output decides (.json, .txt,
/// .tmj, .xsb, .svg, .png), else JSON becomes a drawing and all else JSON. Nothing is lost between the first three;
/// as .xsb a level is written that is one of Sokoban, and any other is an error that says why. Beside a map that goes to a file, the
/// picture of its tiles is written as quandary-tiles.png, unless a file of that name is there.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary convert level.json
      the level as a drawing
  quandary convert drawing.txt -o level.json
      the drawing as JSON
  quandary convert level.json -o level.svg
      a picture
  quandary convert level.json -o level.tmj
      a map for Tiled, and quandary-tiles.png beside it
  quandary convert level.tmj -o level.json
      the level of a map
  quandary convert puzzle.json -o puzzle.xsb
      a level of Sokoban for other programs

Exit codes: 0 done, 3 not a level, or none of the form asked for, 2 usage.")]
pub(crate) struct Options {
    /// A level: JSON (quandary/level/1), a drawing, a file of Tiled, LDtk, Sokoban (.xsb) or VGLC; - is standard input
    #[arg(value_name = "LEVEL")]
    level: PathBuf,

    /// What is written; the other form without it
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    output: OutputOptions,
}

/// The form of what is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// JSON, a line for each row, room and node
    Json,
    /// A drawing, one character a tile
    Text,
    /// A map of the editor Tiled, in JSON
    Tmj,
    /// A level of Sokoban
    Xsb,
    /// A picture of lines and shapes
    Svg,
    /// A picture of pixels
    Png,
}

impl Endings for Format {
    const ENDINGS: &'static [(&'static str, Self)] = &[
        ("json", Self::Json),
        ("txt", Self::Text),
        ("text", Self::Text),
        ("tmj", Self::Tmj),
        ("xsb", Self::Xsb),
        ("svg", Self::Svg),
        ("png", Self::Png),
    ];
}

impl Format {
    /// The other form.
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
/// When the level will not do, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let (level, form) = input::level_and_form(&options.level)?;
    let output = options.output.path();
    let format = ending::format(options.format, output, Format::other(form))?;
    let target = Target::of(output);
    write(&level, &input::name(&options.level), format, &target)
}

/// Writes a level.
///
/// # Errors
/// When it has no such form, or the target cannot be written.
pub(super) fn write(level: &Level, name: &str, format: Format, target: &Target) -> Result<Exit> {
    target.write(|out| {
        match format {
            Format::Json => json::lines(out, level)?,
            Format::Text => out.write_all(level::formats::text::print(level).as_bytes())?,
            Format::Tmj => tiled::write(out, target, name, level, None)?,
            Format::Xsb => out.write_all(sokoban(name, level)?.as_bytes())?,
            Format::Svg => picture::write(out, Kind::Svg, name, level, None)?,
            Format::Png => picture::write(out, Kind::Png, name, level, None)?,
        }
        Ok(Exit::Done)
    })
}

/// A level as one of Sokoban.
fn sokoban(name: &str, level: &Level) -> Result<String> {
    xsb::print(level).map_err(|error| invalid(format_args!("{name}: {error}")))
}
