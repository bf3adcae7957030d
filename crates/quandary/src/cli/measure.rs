//! `quandary measure`: what levels of anybody's are like, a row each, and what the set of them is like.

mod survey;
mod table;
mod told;

use super::ending::{self, Endings, OutputOptions};
use super::exit::{Exit, usage};
use super::judge::{LimitOptions, RuleOptions};
use super::values::{MOST_THREADS, among, whole};
use crate::output::Target;
use anyhow::Result;
use clap::{Args, ValueEnum};
use draw::{heat_map, level_png};
use level::survey::Column;
use level::survey::range::{Axis, Range};
use std::path::PathBuf;
use survey::{Surveyed, surveyed};

/// Measure levels: a row each, and what the set of them is like
///
/// The rows have the measures of rooms, passages and interiors, and what the literature knows: linearity, leniency, linear
/// coefficient, exploration; then spheres, nonlinearity, the share of dead states and the rating. The page
/// "Measures" of the book says how each is counted. What a level has none of is left empty.
///
/// Of the set it is told how many can be won and how many cannot be lost, which levels are the same, and how far they are
/// apart: `tiles`, the share of cells that differ, and `rows`, the distance of the rows in standard deviations.
///
/// A file may hold many levels: one JSON value after another, or a collection of Sokoban.
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
    /// Files of levels (quandary/level/1), areas, dungeons, drawings, maps of Tiled or .xsb; - is standard input
    #[arg(value_name = "FILE", required = true)]
    levels: Vec<PathBuf>,

    /// Read the levels as the dungeons of the corpus are read: what only nodes hold counts too, and the plan goes along
    /// the graph, with one bomb that is never used up
    #[arg(long)]
    corpus: bool,

    /// Print the table of the set beside that of a corpus
    #[arg(long, value_name = "NAME", value_parser = among("corpus", ["vglc"]), conflicts_with_all = ["range", "over"])]
    against: Option<String>,

    /// Count the set by two numbers of the rows, such as leniency,linearity: drawn with -o FILE.svg or .png
    #[arg(long, value_name = "X,Y", value_parser = axes)]
    range: Option<[Column; 2]>,

    /// Number of cells along each side of the range
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<usize>(2..=200), requires = "range")]
    bins: usize,

    /// Lay these levels over the range as rings; they are read as with --corpus
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "range")]
    over: Vec<PathBuf>,

    #[command(flatten)]
    rules: RuleOptions,

    /// The most states that a question about a level may take by itself; 0 for no limit but memory's
    #[arg(long, value_name = "N", default_value_t = level::rate::STATES, value_parser = whole::<u64>(0..=u64::MAX))]
    max_states: u64,

    #[command(flatten)]
    limits: LimitOptions,

    /// How many levels are measured at a time, 0 for one a core; the output does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    jobs: usize,

    /// What is printed; by itself as the file ends, else text
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    output: OutputOptions,
}

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table, and the set in words
    Text,
    /// Comma-separated values, without the set
    Csv,
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

/// Measures levels.
///
/// # Errors
/// When one is none, the options do not go together, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let format = ending::format(options.format, options.output.path(), Format::Text)?;
    let is_picture = matches!(format, Format::Svg | Format::Png);
    if is_picture && options.range.is_none() {
        return Err(usage("a picture is of a range; say of what with --range X,Y"));
    }
    if options.against.is_some() && format == Format::Csv {
        return Err(usage("--against goes with --format text and json"));
    }
    let stdin = options.levels.iter().chain(&options.over).filter(|path| path.as_os_str() == "-");
    if stdin.count() > 1 {
        return Err(usage("standard input is named twice"));
    }
    let set = surveyed(options, &options.levels, options.corpus)?;
    let over = surveyed(options, &options.over, true)?;
    let range = options.range.map(|axes| ranged(axes, options.bins, [&set, &over]));
    Target::of(options.output.path()).write(|out| {
        match format {
            Format::Text => out.write_all(told::text(options, &set, range.as_ref()).as_bytes())?,
            Format::Csv => out.write_all(table::csv(&set).as_bytes())?,
            Format::Json => {
                serde_json::to_writer(&mut *out, &told::Wire::of(options, &set, range.as_ref()))?;
                writeln!(out)?;
            }
            Format::Svg => out.write_all(picture(&set, range.as_ref()).as_bytes())?,
            Format::Png => level_png::write(out, &picture(&set, range.as_ref()))?,
        }
        Ok(Exit::Done)
    })
}

/// A range, and the points that are laid over it.
struct Ranged {
    range: Range,
    over: Vec<[f64; 2]>,
}

/// The range of a set by two columns, wide enough for what is laid over it.
fn ranged(axes: [Column; 2], bins: usize, sets: [&[Surveyed]; 2]) -> Ranged {
    let point = |one: &Surveyed| {
        let [x, y] = axes.map(|column| one.row.value(column));
        Some([x?, y?])
    };
    let [points, over] = sets.map(|set| set.iter().filter_map(point).collect::<Vec<[f64; 2]>>());
    let axis = |n: usize| {
        let values = points.iter().chain(&over).map(|point| point[n]);
        Axis::holding(axes[n].name(), values, bins)
    };
    Ranged { range: Range::of(axis(0), axis(1), &points), over }
}

/// The picture of a range.
fn picture(set: &[Surveyed], ranged: Option<&Ranged>) -> String {
    let Some(Ranged { range, over }) = ranged else { return String::new() };
    let levels = voice::counted(set.len() as u64, "level", "levels");
    let title = match over.len() {
        0 => levels,
        more => format!("{levels}, {more} laid over"),
    };
    heat_map::render(range, over, &title)
}
