//! `quandary import`: reads levels in other formats: the Video Game Level Corpus, LDtk, Tiled, Sokoban.
//!
//! Files of LDtk and of Sokoban hold several levels: one is written in the requested format, several as one JSON line
//! or one file each. `--map` is a table of tile names in such files.

use super::convert::{self, Format};
use super::ending;
use super::exit::{Exit, invalid, usage};
use super::judge::input::{self, FileOptions, MapOption, PlaceOptions};
use super::judge::kept;
use super::many::numbered;
use crate::output::Target;
use crate::shown::note;
use anyhow::Result;
use ask::file::Form;
use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use formats::tiled;
use formats::vglc::graph::EdgeS;
use formats::vglc::report::ReportView;
use formats::vglc::{ImportError, import_with};
use level::Level;
use level::formats::json;
use std::path::{Path, PathBuf};

/// Import a level from another format
#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(subcommand)]
    from: From,
}

#[derive(Debug, Subcommand)]
enum From {
    Vglc(Vglc),
    /// Import levels of Sokoban
    ///
    /// Reads levels as `quandary check` does, whatever the extension of the file: #@$.*+ and blanks, - or _ for
    /// floor, numbers for repeats, | for the end of a row. One level is written in the requested format; several are
    /// JSON, one level per line, or with -o NAME.EXT the files NAME-N.EXT, counted from 1; -o NAME.sok is one file of all.
    #[command(after_help = "\
Examples:
  quandary import xsb microban.xsb -o microban.json
      writes microban-1.json, microban-2.json and so on
  quandary import xsb microban.xsb --level 7 | quandary check -

Exit codes: 0 done, 1 a level has a fault and is left out, 3 no levels of Sokoban, 2 usage.")]
    Xsb(Foreign),
    /// Import a map of the editor Tiled
    ///
    /// Reads a map as `quandary check` does: XML (.tmx) or JSON (.tmj), with its tile sets in the map or in files
    /// beside it (.tsx, .tsj).
    #[command(after_help = "\
Examples:
  quandary import tmx cellar.tmx -o cellar.json
  quandary import tmx cellar.tmx --map names.toml -o cellar.txt

Exit codes: 0 done, 3 not a map, 2 usage.")]
    Tmx(Foreign),
    /// Import levels of the editor LDtk
    ///
    /// Reads a project as `quandary check` does. One level is written in the requested format; several are JSON, one
    /// level per line, or with -o NAME.EXT the files NAME-N.EXT, counted from 1.
    #[command(after_help = "\
Examples:
  quandary import ldtk world.ldtk --map names.toml -o world.json
      writes world-1.json, world-2.json and so on
  quandary import ldtk world.ldtk --map names.toml --level 1 | quandary check -

Exit codes: 0 done, 1 a level has a fault and is left out, 3 not a project, 2 usage.")]
    Ldtk(Foreign),
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
    aliases: MapOption,

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
        From::Xsb(options) => options.import(Form::Sokoban),
        From::Tmx(options) => options.import(Form::Tiled),
        From::Ldtk(options) => options.import(Form::Ldtk),
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
            "--map gives meanings to letters of the tiles; give the tiles with --tiles FILE",
        ));
    }
    let aliases = options.aliases.table()?;
    let texts = [tiles, graph].map(|path| path.map(input::text).transpose());
    let [tiles_text, graph_text] = texts;
    let (tiles_text, graph_text) = (tiles_text?, graph_text?);
    let mut import = import_with(tiles_text.as_deref(), graph_text.as_deref(), edge_s, &aliases)
        .map_err(|error| wrong(&error, tiles, graph))?;
    import.report.notes.extend(aliases.unmet());
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

/// A file of another program.
#[derive(Debug, Args)]
struct Foreign {
    /// File; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    read: FileOptions,

    #[command(flatten)]
    place: PlaceOptions,

    /// Write the level to this file, completely or not at all, in the format of its extension; - is standard output
    /// [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Foreign {
    /// Reads all levels of a file, and writes all of them or the requested one.
    ///
    /// # Errors
    /// If the file has no levels, there is no requested level, or the output cannot be written.
    fn import(&self, form: Form) -> Result<Exit> {
        let output = self.output.as_deref();
        let format = ending::format(None, output, Format::Json)?;
        let (name, text) = (input::name(&self.file), self.read.text(&self.file)?);
        if form == Form::Tiled && !tiled::is_map(text.trim_start_matches('\u{feff}')) {
            return Err(invalid(format_args!(
                "{name}: is no map of Tiled; try `quandary convert`"
            )));
        }
        let items = self.read.items_of(&self.file, &text, self.place.places(), Some(form))?;
        let (items, exit) = kept(items)?;
        let levels: Vec<Level> = items.into_iter().map(|item| item.level).collect();
        write_levels(&levels, form, &name, format, &Target::of(output)).map(|_| exit)
    }
}

/// Writes levels: one JSON line or one file each; a map of Tiled in the format.
///
/// # Errors
/// If a level is not possible in the format, or the output cannot be written.
fn write_levels(
    levels: &[Level],
    form: Form,
    name: &str,
    format: Format,
    target: &Target,
) -> Result<Exit> {
    match (target, levels) {
        (target, _) if format == Format::Sok => convert::write_sok(levels, name, target),
        (target, [level]) if form == Form::Tiled => convert::write(level, name, format, target),
        (Target::Stdout, _) => lines(levels),
        (target, [level]) => convert::write(level, name, format, target),
        (Target::File(path), _) => files(levels, name, format, path),
    }
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
