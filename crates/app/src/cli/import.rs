//! `quandary import`: levels from elsewhere.

use super::exit::{Exit, input as invalid};
use super::judge::input;
use crate::output::Target;
use crate::wire::import::Report;
use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use level::vglc::graph::{EdgeS, import};
use std::path::PathBuf;

/// Import a level from another format
#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(subcommand)]
    from: From,
}

#[derive(Debug, Subcommand)]
enum From {
    Vglc(Vglc),
}

/// Import a dungeon of the Video Game Level Corpus
///
/// Reads the room graph of a dungeon of The Legend of Zelda (`LoZ_1.dot`) and writes a level. What was
/// odd in the data is told on standard error.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary import vglc --graph LoZ_1.dot -o level.json
  quandary import vglc --graph LoZ_4.dot --edge-s impassable | quandary check -")]
struct Vglc {
    /// The room graph, a .dot file of the corpus; - is standard input
    #[arg(long, value_name = "FILE", required = true)]
    graph: PathBuf,

    /// What an edge marked s is
    #[arg(long, value_enum, default_value_t = EdgeKind::Stair)]
    edge_s: EdgeKind,

    /// Write what was noticed as JSON to a file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Write the level to a file, whole or not at all; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What an edge marked `s` is.
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
    }
}

fn vglc(options: &Vglc) -> Result<Exit> {
    let edge_s = match options.edge_s {
        EdgeKind::Stair => EdgeS::Stair,
        EdgeKind::Impassable => EdgeS::Impassable,
    };
    let text = input::text(&options.graph)?;
    let mut import = import(&text, edge_s)
        .map_err(|error| invalid(format_args!("{}: {error}", input::name(&options.graph))))?;
    let stem = options.graph.file_stem().filter(|stem| *stem != "-");
    import.level.name = stem.map(|stem| stem.to_string_lossy().into_owned());
    let report = Report::new(&import);
    anstream::eprint!("{}", report.text());
    if let Some(path) = &options.report {
        Target::of(Some(path)).write(|out| {
            serde_json::to_writer(&mut *out, &report)?;
            writeln!(out)?;
            Ok(Exit::Done)
        })?;
    }
    Target::of(options.output.as_deref()).write(|out| {
        writeln!(out, "{}", level::json::print(&import.level))?;
        Ok(Exit::Done)
    })
}
