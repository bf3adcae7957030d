//! The options of `quandary measure`.

use crate::cli::ending::{Endings, OutputOptions};
use crate::cli::judge::{LimitOptions, RuleOptions};
use crate::cli::values::{MOST_THREADS, among, whole};
use anyhow::Result;
use clap::{Args, ValueEnum};
use level::survey::Column;
use std::path::PathBuf;

/// Measure levels: a row each, and what the set of them is like
///
/// The rows have the measures of rooms, passages and interiors, and what the literature knows: linearity, leniency, linear
/// coefficient, exploration; then spheres, nonlinearity, the share of dead states and the rating. The page
/// "Measures" of the book says how each is counted. What a level has none of is left empty.
///
/// Of the set it is told how many can be won and how many cannot be lost, which levels are the same, and how far they are
/// apart: `tiles`, the share of cells that differ, and `rows`, the distance of the rows in standard deviations.
///
/// A file may hold many levels: one JSON value after another, or a collection of Sokoban. One that holds none is told on
/// standard error and left out (exit code 3).
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary measure levels/*.json
  quandary dungeon --seed 1 --count 20 --format json | quandary measure - --format csv
  quandary measure made.jsonl --against vglc
      the set held against the nine dungeons of the corpus
  quandary measure made.jsonl --range leniency,linearity -o range.svg
      the expressive range of the set as a heat map

Exit codes: 0 measured, 3 not a level, 2 usage.")]
pub(crate) struct Options {
    /// Files of levels (quandary/level/1), missions, areas, dungeons, drawings, maps of Tiled or .xsb; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(super) levels: Vec<PathBuf>,

    /// Read the levels as the dungeons of the corpus are read: what only nodes hold counts too, and the plan goes along
    /// the graph, with one bomb that is never used up
    #[arg(long)]
    pub(super) corpus: bool,

    /// Print the table of the set beside that of a corpus
    #[arg(long, value_name = "NAME", value_parser = among("corpus", ["vglc"]), conflicts_with_all = ["range", "over"])]
    pub(super) against: Option<String>,

    /// Count the set by two numbers of the rows, such as leniency,linearity: drawn with -o FILE.svg or .png
    #[arg(long, value_name = "X,Y", value_parser = axes)]
    pub(super) range: Option<[Column; 2]>,

    /// Number of cells along each side of the range
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<usize>(2..=200), requires = "range")]
    pub(super) bins: usize,

    /// Lay these levels over the range as rings; they are read as with --corpus
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "range")]
    pub(super) over: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) rules: RuleOptions,

    /// The most states that a question about a level may take by itself; 0 for no limit but memory's
    #[arg(long, value_name = "N", default_value_t = level::trial::STATES, value_parser = whole::<u64>(0..=u64::MAX))]
    pub(super) max_states: u64,

    #[command(flatten)]
    pub(super) limits: LimitOptions,

    /// How many levels are measured at a time, 0 for one a core; the output does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    pub(super) jobs: usize,

    /// What is printed [default: by the file's ending, else text]
    #[arg(long, value_enum)]
    pub(super) format: Option<Format>,

    #[command(flatten)]
    pub(super) output: OutputOptions,
}

/// The form of what is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A table, and the set in words
    Text,
    /// Comma-separated values, without the set
    Csv,
    /// The same rows as Parquet, with their types
    Parquet,
    /// One JSON object
    Json,
    /// The range as a picture
    Svg,
    /// The same picture in pixels
    Png,
}

impl Endings for Format {
    const ENDINGS: &'static [(&'static str, Self)] = &[
        ("txt", Self::Text),
        ("csv", Self::Csv),
        ("parquet", Self::Parquet),
        ("json", Self::Json),
        ("svg", Self::Svg),
        ("png", Self::Png),
    ];
}

/// Two columns, by their names.
fn axes(text: &str) -> Result<[Column; 2], String> {
    let (x, y) = text.split_once(',').ok_or("X,Y is wanted, such as leniency,linearity")?;
    let column = |name: &str| {
        let name = name.trim().to_lowercase();
        let known = || voice::unknown("number", &name, Column::all().into_iter().map(Column::name));
        Column::named(&name).ok_or_else(known)
    };
    Ok([column(x)?, column(y)?])
}
