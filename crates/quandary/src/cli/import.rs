//! `quandary import`: reads levels in other formats: the Video Game Level Corpus, LDtk, Tiled, Sokoban.
//!
//! Files of LDtk and of Sokoban hold several levels: one is written in the requested format, several as one JSON line
//! or one file each. `--aliases` is a table of tile names in such files.

use super::convert::{self, Format};
use super::ending;
use super::exit::{Exit, invalid, usage};
use super::judge::{input, kept};
use super::many::numbered;
use crate::output::Target;
use crate::shown::note;
use anyhow::Result;
use ask::values::whole;
use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use diagnostics::counted;
use formats::Import;
use formats::aliases::Aliases;
use formats::vglc::graph::EdgeS;
use formats::vglc::report::ReportView;
use formats::vglc::{ImportError, import_with};
use formats::{ldtk, tiled, xsb};
use level::Level;
use level::formats::json::{self, ReadError};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// Import a level from another format
#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(subcommand)]
    from: From,
}

#[derive(Debug, Subcommand)]
enum From {
    Vglc(Vglc),
    Xsb(Xsb),
    Tmx(Tmx),
    Ldtk(Ldtk),
}

/// Import a dungeon of the Video Game Level Corpus
///
/// Reads the tile text of a dungeon of The Legend of Zelda (`tloz1_1.txt`), its room graph (`LoZ_1.dot`), or both,
/// and writes a level. With both, the nodes of the graph are matched with the rooms of the map. Problems in the data
/// are reported on standard error.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("texts").args(["tiles", "graph"]).required(true).multiple(true))]
#[command(after_help = "\
Examples:
  quandary import vglc --graph LoZ_1.dot -o level.json
  quandary import vglc --tiles tloz1_1.txt --graph LoZ_1.dot -o level.json
  quandary import vglc --graph LoZ_4.dot --edge-s impassable | quandary check -")]
struct Vglc {
    /// Tiles: a .txt file of the corpus; - is standard input [default: no tiles]
    #[arg(long, value_name = "FILE")]
    tiles: Option<PathBuf>,

    /// Room graph: a .dot file of the corpus; - is standard input [default: no graph]
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,

    #[command(flatten)]
    aliases: AliasOptions,

    /// Meaning of an edge marked s
    #[arg(long, value_enum, default_value_t = EdgeKind::Stair)]
    edge_s: EdgeKind,

    /// Write the import report as JSON to this file [default: no file]
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Write the level to this file, completely or not at all, in the format of its extension; - is standard output
    /// [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Meaning of an edge marked `s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EdgeKind {
    /// A stair
    Stair,
    /// Visible but impassable: left out
    Impassable,
}

/// Imports a level.
///
/// # Errors
/// If the input is not valid, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    match &options.from {
        From::Vglc(options) => vglc(options),
        From::Xsb(options) => from_xsb(options),
        From::Tmx(options) => from_tmx(options),
        From::Ldtk(options) => from_ldtk(options),
    }
}

fn vglc(options: &Vglc) -> Result<Exit> {
    let edge_s = match options.edge_s {
        EdgeKind::Stair => EdgeS::Stair,
        EdgeKind::Impassable => EdgeS::Impassable,
    };
    let output = options.output.as_deref();
    let format = ending::format(None, output, Format::Json)?;
    let target = Target::of(output);
    let [tiles, graph] = [&options.tiles, &options.graph].map(Option::as_deref);
    let stdin = Some(Path::new("-"));
    if tiles == stdin && graph == stdin {
        return Err(usage("standard input cannot be both the tiles and the graph"));
    }
    if tiles.is_none() && options.aliases.is_given() {
        return Err(usage(
            "--aliases gives meanings to letters of the tiles; give the tiles with --tiles FILE",
        ));
    }
    let aliases = options.aliases.table()?;
    let texts = [tiles, graph].map(|path| path.map(input::text).transpose());
    let [tiles_text, graph_text] = texts;
    let (tiles_text, graph_text) = (tiles_text?, graph_text?);
    let mut import = import_with(tiles_text.as_deref(), graph_text.as_deref(), edge_s, &aliases)
        .map_err(|error| wrong(&error, tiles, graph))?;
    let named = [graph, tiles].into_iter().flatten().find(|path| Some(*path) != stdin);
    let stem = named.and_then(Path::file_stem);
    import.level.name = stem.map(|stem| stem.to_string_lossy().into_owned());
    let report = ReportView::new(&import);
    note!("{}", report.text().trim_end());
    if let Some(path) = &options.report {
        Target::of(Some(path)).write(|out| {
            serde_json::to_writer(&mut *out, &report)?;
            writeln!(out)?;
            Ok(Exit::Done)
        })?;
    }
    if format == Format::Json {
        // One line, as in earlier versions.
        return target.write(|out| {
            writeln!(out, "{}", level::formats::json::print(&import.level))?;
            Ok(Exit::Done)
        });
    }
    let name = import.level.name.clone().unwrap_or_default();
    convert::write(&import.level, &name, format, &target)
}

/// An error with the name of its file.
fn wrong(error: &ImportError, tiles: Option<&Path>, graph: Option<&Path>) -> anyhow::Error {
    let file = match error {
        ImportError::Graph(_) => graph,
        _ => tiles,
    };
    match file {
        Some(file) => invalid(format_args!("{}: {error}", input::name(file))),
        None => invalid(error),
    }
}

/// Import levels of the editor LDtk
///
/// Reads a project (.ldtk). The name of a thing in a cell is the identifier of a value of an IntGrid layer, the value
/// of an enum with which a tile is tagged, or the identifier of an entity. `--aliases` maps these names to tiles;
/// names of tiles need no alias, and `empty` is an empty cell. One level is written in the requested format; several
/// are JSON, one level per line, or with -o NAME.EXT the files NAME-N.EXT, counted from 1.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary import ldtk world.ldtk --aliases names.toml -o world.json
      writes world-1.json, world-2.json and so on
  quandary import ldtk world.ldtk --aliases names.toml --level 1 | quandary check -

Exit codes: 0 done, 3 not a project or an unknown name, 2 usage.")]
struct Ldtk {
    /// Project of LDtk; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    several: SeveralOptions,
}

/// Imports levels of LDtk.
///
/// # Errors
/// If the file has no levels, a name is unknown, or the output cannot be written.
fn from_ldtk(options: &Ldtk) -> Result<Exit> {
    options.several.import(&options.file, |text, aliases| {
        let ldtk::LdtkImport { levels, notes } = ldtk::read(text, aliases)?;
        Ok(Import { levels: levels.into_iter().map(Ok).collect(), notes })
    })
}

/// Import levels of Sokoban
///
/// Reads levels in the formats XSB, .sok and .slc: #@$.*+ and blanks, - or _ for floor, numbers for repeats, | for the
/// end of a row. The title of a level is a line `; TITLE` above it or `Title: TITLE` below it. Blocks can be pushed any
/// number of times, and a level is won when there is a block on every target. Letters in `--aliases` map to FLOOR,
/// WALL, BLOCK, START (the player), TRIFORCE (a target), VOID or nothing. A level with a fault is left out, and the
/// others are written. One level is written in the requested format; several are JSON, one level per line, or with -o
/// NAME.EXT the files NAME-N.EXT, counted from 1; -o NAME.sok is one file of all.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary import xsb microban.xsb -o microban.json
      writes microban-1.json, microban-2.json and so on
  quandary import xsb microban.xsb --level 7 -o seventh.xsb
  quandary import xsb microban.xsb --level 7 | quandary check -

Exit codes: 0 done, 3 not levels of Sokoban, 2 usage.")]
struct Xsb {
    /// Levels of Sokoban in the format XSB, .sok or .slc; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    several: SeveralOptions,
}

/// Imports levels of Sokoban.
///
/// # Errors
/// If the file has no levels, or the output cannot be written.
fn from_xsb(options: &Xsb) -> Result<Exit> {
    options.several.import(&options.file, |text, aliases| Ok(xsb::boards(text, aliases)))
}

/// Import a map of the editor Tiled
///
/// Reads a map in XML (.tmx) or JSON (.tmj), with its tile sets in the map or in files beside it (.tsx, .tsj). The
/// class or the property `tile` of a tile names its kind, by a name of ours or of `--aliases`; the class of an object
/// gives its meaning. Ignored objects are reported on standard error.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary import tmx cellar.tmx -o cellar.json
  quandary import tmx cellar.tmx --aliases names.toml -o cellar.txt

Exit codes: 0 done, 3 not a map, 2 usage.")]
struct Tmx {
    /// Map of Tiled; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    aliases: AliasOptions,

    /// Write the level to this file, completely or not at all, in the format of its extension; - is standard output
    /// [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Imports a map.
///
/// # Errors
/// If the file has no level, or the output cannot be written.
fn from_tmx(options: &Tmx) -> Result<Exit> {
    let output = options.output.as_deref();
    let format = ending::format(None, output, Format::Json)?;
    let name = input::name(&options.file);
    let text = input::text(&options.file)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if !tiled::is_map(text) {
        return Err(invalid(format_args!("{name}: is no map of Tiled; try `quandary convert`")));
    }
    let level = input::map(&options.file, text, &options.aliases.table()?)
        .map_err(|error| invalid(format_args!("{name}: {error}")))?;
    convert::write(&level, &name, format, &Target::of(output))
}

/// Options of imports of several levels.
#[derive(Debug, Args)]
struct SeveralOptions {
    #[command(flatten)]
    aliases: AliasOptions,

    /// Import only level number N of the file, counted from 1 [default: all levels]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=u64::MAX))]
    level: Option<usize>,

    /// Write the level to this file, completely or not at all, in the format of its extension; - is standard output
    /// [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl SeveralOptions {
    /// Reads all levels of a file with notes, and writes all of them or the requested one. Levels with a fault are left
    /// out with a note.
    ///
    /// # Errors
    /// If the file has no levels, there is no level of the requested number, or the output cannot be written.
    fn import(
        &self,
        file: &Path,
        read: fn(&str, &Aliases) -> Result<Import, ReadError>,
    ) -> Result<Exit> {
        let output = self.output.as_deref();
        let format = ending::format(None, output, Format::Json)?;
        let aliases = self.aliases.table()?;
        let name = input::name(file);
        let fault = |error: ReadError| invalid(format_args!("{name}: {error}"));
        let Import { mut levels, notes } = read(&input::text(file)?, &aliases).map_err(fault)?;
        for note in notes {
            note!("{name}: note: {note}");
        }
        if let Some(number) = self.level {
            levels = vec![pick(levels, number)?];
        }
        let (levels, exit) = kept(levels.into_iter().map(|level| level.map_err(fault)))?;
        let written = write_levels(&levels, &name, format, &Target::of(output))?;
        Ok(if written == Exit::Done { exit } else { written })
    }
}

/// Writes levels: one JSON line or one file each, or one file .sok.
///
/// # Errors
/// If a level is not possible in the format, or the output cannot be written.
fn write_levels(levels: &[Level], name: &str, format: Format, target: &Target) -> Result<Exit> {
    match (target, levels) {
        (target, _) if format == Format::Sok => convert::write_sok(levels, name, target),
        (Target::Stdout, _) => lines(levels),
        (target, [level]) => convert::write(level, name, format, target),
        (Target::File(path), _) => files(levels, name, format, path),
    }
}

/// The level of a number, counted from 1.
fn pick<T>(levels: Vec<T>, number: usize) -> Result<T> {
    let many = counted(levels.len() as u64, "level", "levels");
    let level = levels.into_iter().nth(number - 1);
    level.ok_or_else(|| usage(format_args!("--level {number}: the file holds {many}")))
}

/// Writes levels to standard output, one JSON line each.
fn lines(levels: &[Level]) -> Result<Exit> {
    Target::Stdout.write(|out| {
        for level in levels {
            writeln!(out, "{}", json::print(level))?;
        }
        Ok(Exit::Done)
    })
}

/// Writes one file per level.
fn files(levels: &[Level], name: &str, format: Format, path: &Path) -> Result<Exit> {
    for (number, level) in (1..).zip(levels) {
        let target = Target::File(numbered(path, number));
        convert::write(level, &format!("{name}, level {number}"), format, &target)?;
    }
    let first = numbered(path, 1);
    note!("{} levels written, as {}", levels.len(), first.display());
    Ok(Exit::Done)
}

/// Options of the tile names in the file.
#[derive(Debug, Args)]
struct AliasOptions {
    /// TOML table that maps foreign names or letters to tiles, one per line: bricks = "WALL", or moss = "nothing"
    /// [default: none]
    #[arg(long, value_name = "FILE")]
    aliases: Option<PathBuf>,
}

impl AliasOptions {
    /// True if a table is given.
    fn is_given(&self) -> bool {
        self.aliases.is_some()
    }

    /// The table; empty without the option.
    ///
    /// # Errors
    /// If the file cannot be read, is not such a table, or names an unknown tile.
    fn table(&self) -> Result<Aliases> {
        let Some(path) = &self.aliases else { return Ok(Aliases::default()) };
        let wrong = |error: &dyn Display| {
            invalid(format_args!("{}: {}", input::name(path), error.to_string().trim_end()))
        };
        let text = input::text(path)?;
        let table: Table = toml::from_str(&text).map_err(|error| wrong(&placed(&text, &error)))?;
        let mut pairs = Vec::new();
        flatten("", &table, &mut pairs).map_err(|error| wrong(&error))?;
        Aliases::of(pairs).map_err(|error| wrong(&error))
    }
}

/// The fault of a TOML text, in one line, with its place.
fn placed(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    let said = error.message().lines().collect::<Vec<_>>().join(", ");
    format!("line {line}, column {column}: is not TOML: {said}")
}

/// The names of a table and their meanings; names in a nested table start with the name of that table and a dot.
fn flatten(before: &str, table: &Table, pairs: &mut Vec<(String, String)>) -> Result<(), String> {
    for (name, value) in table {
        let name = format!("{before}{name}");
        match value {
            Value::String(meaning) => pairs.push((name, meaning.clone())),
            Value::Table(inner) => flatten(&format!("{name}."), inner, pairs)?,
            other => {
                let name = diagnostics::short(&name);
                let kind = other.type_str();
                return Err(format!(
                    "{name}: is of the type {kind}; expected the name of a tile in quotes, or \"nothing\""
                ));
            }
        }
    }
    Ok(())
}
