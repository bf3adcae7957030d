//! `quandary export`: writes a level for game engines, editors and virtual tabletops.

use super::ending::{self, Endings, OutputOptions};
use super::engines;
use super::exit::{Exit, invalid, usage};
use super::judge::input::{self, FileOptions, PlaceOptions};
use crate::output::Target;
use crate::shown::note;
use anyhow::{Context, Result};
use ask::values::whole;
use clap::{Args, ValueEnum};
use draw::engines::{Cut, Engines};
use formats::ldtk::Worlds;
use formats::{annotations, format, layout, pack};
use level::Level;
use level::formats::json;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// Export a level or a layout for Godot, LDtk, Tiled, virtual tabletops and Foundry
///
/// Locks, keys, switches, plates, one-way passages, rooms and enemies become objects with typed fields that refer to
/// each other. --to writes all formats into a folder, with a README.md that describes them. -o writes one format,
/// given by the file extension (.tscn, .ldtk, .tmj, .dd2vtt, and .json for everything) or by --format. The tile
/// picture of the format and its licence are written beside it, unless files of those names exist. A layout is
/// exported as rooms with open doors.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary export keep.json --to keep
      all formats, into the folder keep
  quandary export keep.json -o keep.tscn
      a scene for Godot, and the picture of its tiles
  quandary export tower.json -o cellar.dd2vtt --floor 1
      the second floor, for a virtual tabletop
  quandary export keep.json --format foundry -o scene.json
      a scene for Foundry; without --format, .json means everything

Exit codes: 0 done, 3 not a level, or not possible in the format, 2 usage.")]
pub(crate) struct Options {
    /// Dungeon, layout, or level in any format; - is standard input
    #[arg(value_name = "LEVEL")]
    level: PathBuf,

    #[command(flatten)]
    file: FileOptions,

    #[command(flatten)]
    place: PlaceOptions,

    /// Write all formats into this folder, which is created if needed [default: none; see --output]
    #[arg(long, value_name = "DIR", conflicts_with_all = ["output", "format", "floor", "worlds"])]
    to: Option<PathBuf>,

    /// Output format, whatever the file extension [default: from the file extension]
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Part of the dungeon that becomes one level of LDtk
    #[arg(long, value_enum, default_value_t = World::Floors)]
    worlds: World,

    /// Floor of a format that holds one floor, counted from 0 [default: the only floor]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=u64::from(u32::MAX)))]
    floor: Option<u32>,

    /// Side of a tile in the tile picture, in pixels
    #[arg(long, value_enum, default_value_t = Tiles::Large)]
    tiles: Tiles,

    #[command(flatten)]
    output: OutputOptions,
}

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Scene of Godot 4.3 and later
    Tscn,
    /// Project of LDtk 1.5.3
    Ldtk,
    /// Map of Tiled 1.10
    Tmj,
    /// Universal VTT floor for virtual tabletops
    Uvtt,
    /// One floor as a scene of Foundry VTT 13
    Foundry,
    /// Everything, as JSON
    Json,
}

/// Part of the dungeon that becomes one level of LDtk
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum World {
    /// Each floor
    Floors,
    /// Each room
    Rooms,
}

/// Sizes of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Tiles {
    /// 16 pixels
    #[value(name = "16")]
    Small,
    /// 32 pixels
    #[value(name = "32")]
    Large,
}

impl Endings for Format {
    const ENDINGS: &'static [(&'static str, Self)] = &[
        ("tscn", Self::Tscn),
        ("ldtk", Self::Ldtk),
        ("tmj", Self::Tmj),
        ("dd2vtt", Self::Uvtt),
        ("uvtt", Self::Uvtt),
        ("json", Self::Json),
        ("json", Self::Foundry),
    ];
}

impl Format {
    /// The engine format; `None` for JSON.
    fn engine(self) -> Option<format::Format> {
        match self {
            Self::Tscn => Some(format::Format::Tscn),
            Self::Ldtk => Some(format::Format::Ldtk),
            Self::Tmj => Some(format::Format::Tmj),
            Self::Uvtt => Some(format::Format::Uvtt),
            Self::Foundry => Some(format::Format::Foundry),
            Self::Json => None,
        }
    }
}

/// Writes a level in one format, or in all of them.
///
/// # Errors
/// If the level is not valid, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let selection = options.selection()?;
    let (name, text) = (input::name(&options.level), options.file.text(&options.level)?);
    let fault = |error: &dyn std::fmt::Display| invalid(format_args!("{name}: {error}"));
    let level = match layout::read(&text) {
        Some(level) => level.map_err(|error| fault(&error))?,
        None => {
            let places = options.place.places();
            let items = options.file.items_of(&options.level, &text, places, None)?;
            input::only(&options.level, items)?.level
        }
    };
    let annotations = annotations::read(&text).map_err(|error| fault(&error))?;
    let written = Engines::of(&level, &annotations).map_err(|error| fault(&error))?;
    match selection {
        Selection::All(folder) => {
            all(&written.files(&everything(text, &level), &options.cut())?, folder)
        }
        Selection::One(format, target) => match format.engine() {
            None => told_whole(&everything(text, &level), &target),
            Some(format) => one(&written, format, &options.cut(), &target).map_err(|error| {
                match error.downcast_ref::<formats::ExportError>() {
                    Some(error) => fault(error),
                    None => error,
                }
            }),
        },
    }
}

/// Everything, as JSON
fn everything(text: String, level: &Level) -> String {
    #[derive(Deserialize)]
    struct Head {
        format: String,
    }
    let head = serde_json::from_str::<Head>(text.trim_start_matches('\u{feff}'));
    match head {
        Ok(head) if head.format.starts_with("quandary/") => text,
        _ => json::print(level),
    }
}

fn told_whole(json: &str, target: &Target) -> Result<Exit> {
    target.write(|out| {
        out.write_all(json.as_bytes())?;
        Ok(Exit::Done)
    })
}

/// The requested output.
enum Selection<'a> {
    All(&'a Path),
    One(Format, Target),
}

impl Options {
    fn selection(&self) -> Result<Selection<'_>> {
        if let Some(folder) = &self.to {
            return Ok(Selection::All(folder));
        }
        let output = self.output.path();
        if output.is_none() && self.format.is_none() {
            return Err(usage(
                "name a folder for all formats with --to DIR, or a file for one with -o FILE",
            ));
        }
        // An explicit format is written with any file extension: none of these formats is dangerous as text.
        let format = match self.format {
            Some(format) => format,
            None => ending::format(None, output, Format::Tscn)?,
        };
        Ok(Selection::One(format, Target::of(output)))
    }

    fn cut(&self) -> Cut {
        Cut {
            worlds: match self.worlds {
                World::Floors => Worlds::Floors,
                World::Rooms => Worlds::Rooms,
            },
            side: Some(if self.tiles == Tiles::Small { 16 } else { 32 }),
            floor: self.floor,
        }
    }
}

/// Writes one format, and the picture that it refers to beside it.
fn one(written: &Engines, format: format::Format, cut: &Cut, target: &Target) -> Result<Exit> {
    let text = written.text(format, cut)?;
    match format {
        _ if format.has_sheet() => engines::sheet(target, written, cut)?,
        format::Format::Foundry => engines::floor(target, written, cut)?,
        _ => {}
    }
    target.write(|out| {
        out.write_all(text.as_bytes())?;
        Ok(Exit::Done)
    })
}

/// Writes all files into a folder. All of them are generated before the first is written.
fn all(files: &[pack::File], folder: &Path) -> Result<Exit> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for file in files {
        let target = Target::File(folder.join(&file.name));
        target.write(|out| {
            out.write_all(&file.bytes)?;
            Ok(Exit::Done)
        })?;
    }
    note!("{} files written into {}", files.len(), folder.display());
    Ok(Exit::Done)
}
