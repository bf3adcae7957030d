//! `quandary cave`: generates maps of any size with a cellular automaton.
//!
//! Invariant: the output depends only on the options and the seed. A map is written row by row, so a picture takes no
//! more memory than the map.

use super::ending::OutputOptions;
use super::ending::{self, Endings};
use super::exit::{Exit, usage};
use super::{interrupt, made, progress, seed};
use crate::output::Target;
use anyhow::Result;
use ask::CaveRequest;
use ask::values::{MOST_THREADS, whole};
use clap::{Args, ValueEnum};
use dungeon::cave::Request;
use dungeon::cave::distance::{self, Distances};
use dungeon::cave::{self, Cave, CaveError};
use dungeon::json;
use dungeon::json::cave::MapView;
use indicatif::ProgressBar;
use search::{Control, Seed};

/// Generate a cave of any size with a cellular automaton
///
/// Cells are solid at random at first. In each pass a cell becomes solid or open by the number of its solid
/// neighbours. Then the largest open region is kept, or all regions, or tunnels join them. The same seed gives the
/// same cave.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary cave
      a cave that fits a terminal, from a random seed
  quandary cave --size 160x48 --seed 7
  quandary cave --size 1000x1000 --keep bridge --min 50 --format png -o cave.png
  quandary cave --size 400x400 --distance --format png -o distances.png
      darker cells are farther from the middle")]
pub(crate) struct Options {
    #[command(flatten)]
    request: CaveRequest,

    /// Seed of all random choices, below 2^53 [default: a random seed]
    #[arg(long, value_name = "N", value_parser = seed::parse)]
    seed: Option<Seed>,

    /// Print the distance of each open cell from the open cell nearest to the middle
    #[arg(long)]
    distance: bool,

    /// Output format [default: from the file extension, otherwise text]
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    output: OutputOptions,

    /// Number of threads; the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    threads: usize,
}

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// `#` and `.`; with --distance digits, from 0 (near) to 9 (far)
    Text,
    /// The map and its provenance (quandary/cave/1)
    Json,
    /// Picture, one pixel per cell; with --distance in grey
    Png,
}

impl Endings for Format {
    const ENDINGS: &'static [(&'static str, Self)] =
        &[("txt", Self::Text), ("json", Self::Json), ("png", Self::Png)];
}

/// Number of cells from which on a progress bar is shown.
const MANY: u64 = 50_000_000;

/// Generates the requested cave.
///
/// # Errors
/// If the request cannot be satisfied, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let output = options.output.path();
    let format = ending::format(options.format, output, Format::Text)?;
    let target = Target::of(output);
    let request = options.request.cave().map_err(|refusal| made::wrong(&refusal))?;
    if options.distance {
        request.check_counted("distances").map_err(usage)?;
    }
    let seed = options.seed.unwrap_or_else(|| Seed::random(1));
    let cancel = interrupt::listen();
    let bar = bar(&request);
    let progress = |done, stages| {
        bar.set_length(stages);
        bar.set_position(done);
    };
    let control = Control { threads: options.threads, cancel, progress: &progress };
    target.write_map((format == Format::Text).then_some("png"), |out| {
        let cave = match cave::generate(
            &request,
            seed,
            dungeon::Options { control, ..dungeon::Options::default() },
        ) {
            Ok(cave) => cave,
            Err(CaveError::Cancelled) => return Ok(Exit::Interrupted),
            Err(CaveError::Request(error)) => return Err(usage(error)),
        };
        let distances = options.distances(&cave);
        let drawn = MapView { grid: &cave.grid, distances: distances.as_ref() };
        bar.set_message("writing");
        match format {
            Format::Text => draw::cave::text(out, drawn)?,
            Format::Png => draw::cave::png(out, drawn)?,
            Format::Json => json::cave::write(out, &request, seed, &cave, drawn)?,
        }
        bar.finish_and_clear();
        Ok(Exit::Done)
    })
}

impl Options {
    /// The distances, if they are requested and there is a cell to measure from.
    fn distances(&self, cave: &Cave) -> Option<Distances> {
        let from = self.distance.then(|| distance::nearest_the_middle(&cave.grid))??;
        distance::measure(&cave.grid, from)
    }
}

/// A progress bar, hidden for little work.
fn bar(request: &Request) -> ProgressBar {
    let little = u64::from(request.width) * u64::from(request.height) < MANY;
    progress::bar(little, None, "{wide_bar} {pos} of {len} {msg}, {elapsed}").with_message("stages")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::exit::of_error;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    fn options(line: &str) -> Result<Options, clap::Error> {
        let words = ["cave"].into_iter().chain(line.split_whitespace());
        Line::try_parse_from(words).map(|line| line.options)
    }

    #[test]
    fn the_defaults_are_those_of_the_library() {
        assert_eq!(options("").unwrap().request, CaveRequest::default());
    }

    #[test]
    fn what_is_no_size_says_what_one_is() {
        let check = |line: &str, part: &str| {
            let error = options(line).unwrap_err();
            assert_eq!(error.exit_code(), 2);
            assert!(error.to_string().contains(part), "{error}");
        };
        check("--size 0x5", "0x5 has no cells");
        check("--size abc", "two whole numbers");
        check("--size 5x", "two whole numbers");
        check("--size 70000x5", "at most 65535");
        check("--size 5x5 --fill 1.5", "expected a number from 0 to 1");
        check("--size 5x5 --birth 10", "expected a whole number from 0 to 9");
    }

    #[test]
    fn what_cannot_be_is_a_usage_error() {
        let check = |line: &str, part: &str| {
            let error = run(&options(line).unwrap()).unwrap_err();
            assert_eq!(of_error(&error), Exit::Usage, "{line}");
            assert!(error.to_string().contains(part), "{error}");
        };
        check("--size 20000x20000 --distance", "distances are made for at most");
        check("--size 20000x20000 --keep bridge", "tunnels are made for at most");
    }
}
