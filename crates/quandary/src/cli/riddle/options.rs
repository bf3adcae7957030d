//! The options of `quandary riddle`.

use crate::cli::ending::{Endings, OutputOptions};
use crate::cli::lexicons::{LexiconOptions, board_types};
use crate::cli::seed;
use crate::cli::values::{self, MOST_THREADS, whole};
use clap::{Args, ValueEnum};
use crossword::board::BoardType;
use level::rate::Band;
use search::Seed;
use std::path::PathBuf;
use std::time::Duration;

/// Find a riddle: a crossword position with one best play
///
/// Two robots play games; their positions, with a full rack, are judged by a profile, and the best are kept. The
/// answer is hidden unless --solution asks for it. The same seed and the same number of attempts give the same
/// riddle; after a search within a time, --seed and --attempt make it again. Without --time, --attempts or --attempt it
/// searches for 15 seconds.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary riddle
      the best that is found in 15 seconds in American English, without its answer
  quandary riddle --locale is --time 2s --profile daily --solution
      with the answer and the ten best plays
  quandary riddle --locale pl_PL --seed 7 --attempts 5000 -o riddle.json
      the same bytes every time
  quandary riddle --locale en_US --seed 7 --attempt 77
      one attempt alone: again what a search had found
  quandary riddle --locale is -o riddle.png
      a picture
  quandary riddle --locale en_GB --top 5 --format json
      five riddles, a line each
  quandary riddle --difficulty 20..35 --seed 7 --attempts 2000
      an easy one
  quandary riddle --play
      played in the terminal: letters lay tiles, Enter plays, F1 lists the keys
  quandary riddle --locale pl_PL --play riddle.json
      one that was made before, from lines where there is no terminal: H8 word, hint, give up, quit")]
pub(crate) struct Options {
    #[command(flatten)]
    pub(super) lexicon: LexiconOptions,

    /// The board: standard or explo
    #[arg(long, value_name = "BOARD", default_value = "standard", value_parser = board_types())]
    pub(super) board_type: BoardType,

    /// Take this long, such as 2s or 500ms, opening the lexicon included; 15s without --attempts
    #[arg(long, value_name = "TIME", value_parser = values::time, conflicts_with = "attempts")]
    pub(super) time: Option<Duration>,

    /// Search in this many attempts: the same riddle every time
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    pub(super) attempts: Option<u64>,

    /// Make this attempt alone: again what a search had found
    #[arg(long, value_name = "K", requires = "seed", conflicts_with_all = ["attempts", "time"],
          value_parser = whole::<u64>(0..=u64::MAX))]
    pub(super) attempt: Option<u64>,

    /// How many threads work, 0 for one a core; with --attempts the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    pub(super) threads: usize,

    /// Where all choices come from, below 2^53; without it one is drawn
    #[arg(long, value_name = "N", value_parser = seed::parse)]
    pub(super) seed: Option<Seed>,

    /// What makes a riddle and a good one: design, daily, open, or a file
    #[arg(long, value_name = "PROFILE", default_value = "design")]
    pub(super) profile: String,

    /// Only riddles that are so hard, by the rating that `quandary rate` gives them, such as 30..45; nothing is printed where
    /// none of the attempts is (exit code 11)
    #[arg(long, value_name = "LOW..HIGH")]
    pub(super) difficulty: Option<Band>,

    /// Play it, in the terminal or from lines; with FILE one that --format json printed, whose language and board are not in
    /// it: --locale, --board-type
    #[arg(long, value_name = "FILE", num_args = 0..=1,
          conflicts_with_all = ["format", "output", "solution", "top"])]
    #[expect(clippy::option_option, reason = "without the option, without a file, with one")]
    pub(super) play: Option<Option<PathBuf>>,

    /// With --play: where days are kept on which riddles were solved; in a terminal, a file in the user's folder of states by
    /// itself
    #[arg(long, value_name = "FILE", requires = "play")]
    pub(super) streaks: Option<PathBuf>,

    /// Words that may not be the answer, one a line; # begins a comment
    #[arg(long, value_name = "FILE")]
    pub(super) ban: Option<PathBuf>,

    /// How many riddles are printed, the best first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..=1000))]
    pub(super) top: usize,

    /// What is printed [default: by the file's ending, else text]
    #[arg(long, value_enum)]
    pub(super) format: Option<Format>,

    /// Tell the answer and the plays nearest to it; JSON always has the answer
    #[arg(long)]
    pub(super) solution: bool,

    #[command(flatten)]
    pub(super) output: OutputOptions,
}

/// The form of what is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// The board, the rack, and what a player may know
    Text,
    /// What the service answers; with --top a line each
    Json,
    /// A picture
    Svg,
    /// The same picture in pixels
    Png,
}

impl Endings for Format {
    const ENDINGS: &'static [(&'static str, Self)] = &[
        ("txt", Self::Text),
        ("json", Self::Json),
        ("jsonl", Self::Json),
        ("svg", Self::Svg),
        ("png", Self::Png),
    ];
}
