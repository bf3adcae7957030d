//! `quandary riddles`: the riddles of many days, made one after the other and kept in a store.
//!
//! Days are made in their order and each is kept before the next is begun, so that a run that was cut off has
//! made the first of them and goes on with `--resume`. Invariant: nothing is printed from which an answer, a
//! seed or the project seed could be learnt, unless the answers are asked for.

mod order;
mod batch;
mod summary;

use self::batch::Batch;
use self::order::order;
use super::exit::{Exit, input as invalid};
use super::judge::quantity;
use super::lexicons::{board_types, locales};
use super::profiles::profile;
use super::values::{MOST_THREADS, whole};
use crate::cli::exit::unreadable;
use crate::output::Target;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use crossword::board::BoardType;
use crossword::lexicon::Lexicon;
use crossword::lexicon::installed::lexicon_of;
use crossword::locale::Locale;
use crossword::riddle::Algorithm;
use jiff::civil::Date;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use store::{ProjectSeed, Store, StoreError};

/// How long one riddle is searched, unless the command line says otherwise.
const TIME: Duration = Duration::from_secs(5);

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
    from: Option<Date>,

    /// The last day
    #[arg(long, value_name = "DATE", requires = "from")]
    to: Option<Date>,

    /// Make riddles of no day until there are N that were not used: they serve where a day has none
    #[arg(long, value_name = "N", conflicts_with_all = ["from", "to", "replace", "resume"])]
    evergreen: Option<u32>,

    /// The languages, with commas between them: en_US, en_GB, is_IS, pl_PL, nb_NO, nn_NO
    #[arg(long, value_name = "LOCALES", value_delimiter = ',', required = true, value_parser = locales())]
    locales: Vec<Locale>,

    /// Where riddles are kept: sqlite:FILE or postgres://USER:PASSWORD@HOST:PORT/DATABASE
    #[arg(long, value_name = "URL", env = "QUANDARY_STORE", hide_env_values = true)]
    store: String,

    /// Which positions are riddles: design, daily, open, or a file
    #[arg(long, value_name = "NAME|FILE", default_value = "daily")]
    profile: String,

    /// The board: standard or explo
    #[arg(long, value_name = "BOARD", default_value = "standard", value_parser = board_types())]
    board_type: BoardType,

    /// How long each riddle is searched, such as 5s; that is what happens without --attempts
    #[arg(long, value_name = "TIME", value_parser = quantity::time, conflicts_with = "attempts")]
    time: Option<Duration>,

    /// How many attempts are made for each riddle: the same project seed gives the same riddles then
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    attempts: Option<u64>,

    /// How many threads work, 0 for one a core; the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    threads: usize,

    /// A file whose bytes, 16 or more, are the secret of a new store; without it one is drawn
    #[arg(long, value_name = "FILE")]
    project_seed_file: Option<PathBuf>,

    /// Make what is missing, and leave what is there; with --replace, what was replaced before
    #[arg(long)]
    resume: bool,

    /// Make new ones for days that have one; those that a person has approved stay
    #[arg(long)]
    replace: bool,

    /// Say what would be made, and make nothing
    #[arg(long)]
    dry_run: bool,

    /// Show the answers too
    #[arg(long)]
    solution: bool,

    /// How each riddle is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How each riddle is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for people to read
    Text,
    /// A line of JSON
    Json,
}

/// Makes all that was asked for.
///
/// # Errors
/// When the options ask for what cannot be, a lexicon is missing, or the store cannot be read or written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("cannot start the runtime of the store")?;
    Target::Stdout.write(|out| runtime.block_on(make_all(options, out)))
}

async fn make_all(options: &Options, out: &mut dyn Write) -> Result<Exit> {
    order::span(options)?;
    let profile = profile(&options.profile, Algorithm::default())?;
    let secret = options.project_seed_file.as_deref().map(secret).transpose()?;
    if options.dry_run {
        let store = Store::open_existing(&options.store).await;
        let store = store.map(Some).or_else(none_yet).map_err(invalid)?;
        return order::tell(&order(options, store.as_ref()).await?, out);
    }
    let lexicons = options.locales.iter().map(|&locale| lexicon_of(Some(locale), None));
    let lexicons: Vec<Lexicon> = lexicons.collect::<Result<_, _>>()?;
    let store = Store::open(&options.store, secret).await.map_err(invalid)?;
    let orders = order(options, Some(&store)).await?;
    let made = Batch::new(options, profile, &store, &lexicons, &orders).make(&orders, out).await;
    store.close().await;
    made
}

/// A store that is not there yet holds nothing.
fn none_yet(error: StoreError) -> Result<Option<Store>, StoreError> {
    if matches!(error, StoreError::Missing(_)) { Ok(None) } else { Err(error) }
}

/// The secret of a file.
fn secret(path: &Path) -> Result<ProjectSeed> {
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    let name = path.display();
    ProjectSeed::of_file(&bytes).map_err(|error| invalid(format_args!("{name}: {error}")))
}
