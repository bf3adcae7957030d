//! The options of `quandary riddles`.

use crate::cli::lexicons::{board_types, locales};
use crate::cli::values::{self, MOST_THREADS, whole};
use clap::{Args, ValueEnum};
use crossword::board::BoardType;
use crossword::locale::Locale;
use jiff::civil::Date;
use level::rate::Band;
use std::path::PathBuf;
use std::time::Duration;

/// Default time of the search for one riddle.
pub(super) const TIME: Duration = Duration::from_secs(5);

/// Make the riddles of many days, and keep them in a store
///
/// Each riddle is kept as soon as it is found; a run that was cut off goes on with --resume, and makes nothing
/// twice. No two days within 60 days of each other have the same answer. Under --attempts the same project seed
/// gives the same riddles. Answers are not shown unless asked for.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary riddles --from 2026-12-01 --to 2026-12-31 --locales is_IS,en_US --store sqlite:quandary.db
  quandary riddles --from 2026-12-01 --to 2026-12-31 --locales en_US --store sqlite:quandary.db --resume
  quandary riddles --evergreen 30 --locales en_US --store postgres://quandary@localhost/quandary
      thirty riddles for days that have none")]
pub(crate) struct Options {
    /// The first day, such as 2026-12-01
    #[arg(long, value_name = "DATE", required_unless_present = "evergreen", requires = "to")]
    pub(super) from: Option<Date>,

    /// The last day
    #[arg(long, value_name = "DATE", requires = "from")]
    pub(super) to: Option<Date>,

    /// Make riddles of no day until there are N that were not used: they serve where a day has none
    #[arg(long, value_name = "N", conflicts_with_all = ["from", "to", "replace", "resume"])]
    pub(super) evergreen: Option<u32>,

    /// The languages, with commas between them: en_US, en_GB, is_IS, pl_PL, nb_NO, nn_NO
    #[arg(long, value_name = "LOCALES", value_delimiter = ',', required = true, value_parser = locales())]
    pub(super) locales: Vec<Locale>,

    /// Where riddles are kept: sqlite:FILE or postgres://USER:PASSWORD@HOST:PORT/DATABASE
    #[arg(long, value_name = "URL", env = "QUANDARY_STORE", hide_env_values = true)]
    pub(super) store: String,

    /// Which positions are riddles: design, daily, open, or a file
    #[arg(long, value_name = "NAME|FILE", default_value = "daily")]
    pub(super) profile: String,

    /// Only riddles that are so hard, by the rating that `quandary rate` gives them, such as 30..45
    #[arg(long, value_name = "LOW..HIGH")]
    pub(super) difficulty: Option<Band>,

    /// The board: standard or explo
    #[arg(long, value_name = "BOARD", default_value = "standard", value_parser = board_types())]
    pub(super) board_type: BoardType,

    /// How long each riddle is searched, such as 5s; that is what happens without --attempts
    #[arg(long, value_name = "TIME", value_parser = values::time, conflicts_with = "attempts")]
    pub(super) time: Option<Duration>,

    /// How many attempts are made for each riddle: the same project seed gives the same riddles then
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    pub(super) attempts: Option<u64>,

    /// How many threads work, 0 for one a core; the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    pub(super) threads: usize,

    /// A file whose bytes, 16 or more, are the secret of a new store; without it one is drawn
    #[arg(long, value_name = "FILE")]
    pub(super) project_seed_file: Option<PathBuf>,

    /// Make what is missing, and leave what is there; with --replace, what was replaced before
    #[arg(long)]
    pub(super) resume: bool,

    /// Make new ones for days that have one; those that a person has approved stay
    #[arg(long)]
    pub(super) replace: bool,

    /// Say what would be made, and make nothing
    #[arg(long)]
    pub(super) dry_run: bool,

    /// Show the answers too
    #[arg(long)]
    pub(super) solution: bool,

    /// How each riddle is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(super) format: Format,
}

/// The form in which each riddle is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A line for people to read
    Text,
    /// A line of JSON
    Json,
}
