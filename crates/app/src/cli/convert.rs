//! `quandary convert`: a level in another form.

use super::exit::Exit;
use super::judge::input::{self, Form};
use super::judge::picture::{self, Kind};
use super::judge::tiled;
use crate::output::Target;
use crate::wire::lines;
use anyhow::Result;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// Turn a level into another form, or into a picture
///
/// A level is JSON, a drawing in text, one character a tile, or a map of the editor Tiled in JSON; which of them
/// it is shows. Without `--format` the name of the output decides (.json, .txt, .tmj, .svg, .png), else JSON
/// becomes a drawing and all else JSON. Nothing is lost between these three. Beside a map that goes to a file, the
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

Exit codes: 0 done, 3 not a level, or one without tiles that is to be drawn, 2 usage.")]
pub(crate) struct Options {
    /// A level (quandary/level/1): JSON, a drawing, or a map of Tiled; - is standard input
    #[arg(value_name = "LEVEL")]
    level: PathBuf,

    /// What is written; the other form without it
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Write to a file, whole or not at all; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// JSON, a line for each row, room and node
    Json,
    /// A drawing, one character a tile
    Text,
    /// A map of the editor Tiled, in JSON
    Tmj,
    /// A picture of lines and shapes
    Svg,
    /// A picture of pixels
    Png,
}

impl Format {
    /// What the name of a file asks for.
    fn of_path(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "json" => Some(Self::Json),
            "txt" | "text" => Some(Self::Text),
            "tmj" => Some(Self::Tmj),
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            _ => None,
        }
    }

    /// The other form.
    fn other(form: Form) -> Self {
        match form {
            Form::Json => Self::Text,
            Form::Text | Form::Tiled => Self::Json,
        }
    }
}

/// Converts a level.
///
/// # Errors
/// When the level will not do, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let (level, form) = input::level_and_form(&options.level)?;
    let named = || options.output.as_deref().and_then(Format::of_path);
    let format = options.format.or_else(named).unwrap_or(Format::other(form));
    let target = Target::of(options.output.as_deref());
    if format == Format::Png && target == Target::Stdout {
        picture::no_terminal()?;
    }
    let name = input::name(&options.level);
    target.write(|out| {
        match format {
            Format::Json => lines::write(out, &level)?,
            Format::Text => out.write_all(level::text::print(&level).as_bytes())?,
            Format::Tmj => tiled::write(out, &target, &name, &level, None)?,
            Format::Svg => picture::write(out, Kind::Svg, &name, &level, None)?,
            Format::Png => picture::write(out, Kind::Png, &name, &level, None)?,
        }
        Ok(Exit::Done)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_says_its_format() {
        let of = |name: &str| Format::of_path(Path::new(name));
        assert_eq!(of("a/b.SVG"), Some(Format::Svg));
        assert_eq!(of("level.json"), Some(Format::Json));
        assert_eq!(of("map.tmj"), Some(Format::Tmj));
        assert_eq!([of("-"), of("level"), of("a.gif")], [None; 3]);
    }
}
