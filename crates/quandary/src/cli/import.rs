//! `quandary import`: levels from elsewhere.

mod aliases;
mod several;
mod ldtk;
mod tmx;
mod xsb;

use super::convert::{self, Format};
use super::ending;
use super::exit::{Exit, input as invalid, usage};
use super::judge::input;
use crate::output::Target;
use crate::shown::note;
use aliases::AliasOptions;
use anyhow::Result;
use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use std::path::{Path, PathBuf};
use vglc::graph::EdgeS;
use vglc::report::Report;
use vglc::{ImportError, import_with};

/// Import a level from another format
#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(subcommand)]
    from: From,
}

#[derive(Debug, Subcommand)]
enum From {
    Vglc(Vglc),
    Xsb(xsb::Options),
    Tmx(tmx::Options),
    Ldtk(ldtk::Options),
}

/// Import a dungeon of the Video Game Level Corpus
///
/// Reads the tile text of a dungeon of The Legend of Zelda (`tloz1_1.txt`), its room graph (`LoZ_1.dot`),
/// or both, and writes a level. With both, the nodes of the graph are found in the rooms of the map. How
/// well that went, and what was odd in the data, is told on standard error. `--aliases` tells what letters
/// of the tiles mean.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("texts").args(["tiles", "graph"]).required(true).multiple(true))]
#[command(after_help = "\
Examples:
  quandary import vglc --tiles tloz1_1.txt --graph LoZ_1.dot -o level.json
  quandary import vglc --graph LoZ_1.dot -o level.json
  quandary import vglc --graph LoZ_4.dot --edge-s impassable | quandary check -")]
struct Vglc {
    /// The tiles, a .txt file of the corpus; - is standard input
    #[arg(long, value_name = "FILE")]
    tiles: Option<PathBuf>,

    /// The room graph, a .dot file of the corpus; - is standard input
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,

    #[command(flatten)]
    aliases: AliasOptions,

    /// What an edge marked s is
    #[arg(long, value_enum, default_value_t = EdgeKind::Stair)]
    edge_s: EdgeKind,

    /// Write what was noticed as JSON to a file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Write the level to a file, whole or not at all, in the form that its ending says; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The kind of an edge marked `s`.
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
/// When the input will not do, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    match &options.from {
        From::Vglc(options) => vglc(options),
        From::Xsb(options) => xsb::run(options),
        From::Tmx(options) => tmx::run(options),
        From::Ldtk(options) => ldtk::run(options),
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
            "--aliases tells what letters of the tiles mean; give them with --tiles FILE",
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
    let report = Report::new(&import);
    note!("{}", report.text().trim_end());
    if let Some(path) = &options.report {
        Target::of(Some(path)).write(|out| {
            serde_json::to_writer(&mut *out, &report)?;
            writeln!(out)?;
            Ok(Exit::Done)
        })?;
    }
    if format == Format::Json {
        // On one line, as imports have always been written.
        return target.write(|out| {
            writeln!(out, "{}", level::formats::json::print(&import.level))?;
            Ok(Exit::Done)
        });
    }
    let name = import.level.name.clone().unwrap_or_default();
    convert::write(&import.level, &name, format, &target)
}

/// An error with the file in which it is.
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
