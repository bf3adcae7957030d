//! `quandary riddles`: generates the riddles of many days one after another, and keeps them in a store.
//!
//! Each riddle is stored before the next search starts, so an interrupted run has finished its first days, and
//! `--resume` continues it. Invariant: without `--solution` the output reveals no answer, no seed and no project
//! seed.

use super::exit::{Exit, invalid, unreadable, usage};
use super::interrupt;
use super::lexicons::{board_types, locales};
use super::profiles::profile;
use crate::output::Target;
use anyhow::{Context, Result, anyhow};
use ask::values::{self, MOST_THREADS, whole};
use clap::{Args, ValueEnum};
use crossword::board::BoardType;
use crossword::lexicon::Lexicon;
use crossword::lexicon::installed::lexicon_of;
use crossword::locale::Locale;
use crossword::riddle::{KEPT, Profile, RejectReason, Request, RiddleReport, make};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use jiff::ToSpan;
use jiff::civil::Date;
use level::rate::Band;
use search::{Budget, Control, Goal, Seed, Stop, Tally};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use store::daily::{self, Clock, DayOutcome, earlier};
use store::stored_riddle::StoredRiddle;
use store::{Earlier, Key, Progress, ProjectSeed, RiddleEntry, Slot, Store, StoreError};

/// Default search time per riddle.
const TIME: Duration = Duration::from_secs(5);

/// Generate the riddles of many days and keep them in a store
///
/// Each riddle is stored as soon as it is found. --resume continues an interrupted run without repeating riddles. Two
/// days within 60 days of each other never have the same answer. With --attempts the same project seed gives the same
/// riddles. Answers are hidden without --solution.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary riddles --evergreen 30 --locales en_US --store sqlite:q.db
      thirty riddles for days without one
  quandary riddles --from 2026-12-01 --to 2026-12-31 --locales is_IS,en_US --store sqlite:q.db
  quandary riddles --from 2026-12-01 --to 2026-12-31 --locales en_US --store sqlite:q.db --resume
      continues an interrupted run")]
pub(crate) struct Options {
    /// First day, such as 2026-12-01 [default: none; required without --evergreen]
    #[arg(long, value_name = "DATE", required_unless_present = "evergreen", requires = "to")]
    from: Option<Date>,

    /// Last day [default: none; required with --from]
    #[arg(long, value_name = "DATE", requires = "from")]
    to: Option<Date>,

    /// Generate riddles without a day until N unused ones exist; they replace missing riddles of days [default: none]
    #[arg(long, value_name = "N", conflicts_with_all = ["from", "to", "replace", "resume"])]
    evergreen: Option<u32>,

    /// Languages, separated by commas: en_US, en_GB, is_IS, pl_PL, nb_NO, nn_NO
    #[arg(long, value_name = "LOCALES", value_delimiter = ',', required = true, value_parser = locales())]
    locales: Vec<Locale>,

    /// Store of the riddles: sqlite:FILE or postgres://USER:PASSWORD@HOST:PORT/DATABASE
    #[arg(long, value_name = "URL", env = "QUANDARY_STORE", hide_env_values = true)]
    store: String,

    /// Profile that selects and scores riddles: design, daily, open, or a file
    #[arg(long, value_name = "NAME|FILE", default_value = "daily")]
    profile: String,

    /// Accepted ratings of `quandary rate`, from 0 to 100, such as 30..45 [default: any rating]
    #[arg(long, value_name = "LOW..HIGH")]
    difficulty: Option<Band>,

    /// Board: standard or explo
    #[arg(long, value_name = "BOARD", default_value = "standard", value_parser = board_types())]
    board_type: BoardType,

    /// Search time per riddle, such as 5s [default: 5 s, without --attempts]
    #[arg(long, value_name = "TIME", value_parser = values::time, conflicts_with = "attempts")]
    time: Option<Duration>,

    /// Number of attempts per riddle; the same project seed then gives the same riddles [default: no number; see
    /// --time]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    attempts: Option<u64>,

    /// Number of threads; with --attempts the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    threads: usize,

    /// File whose bytes, at least 16, are the secret of a new store [default: a random secret]
    #[arg(long, value_name = "FILE")]
    project_seed_file: Option<PathBuf>,

    /// Generate missing riddles and keep existing ones; with --replace, also keep those replaced before
    #[arg(long)]
    resume: bool,

    /// Replace existing riddles, except those that a person has approved
    #[arg(long)]
    replace: bool,

    /// Print the planned riddles without generating them
    #[arg(long)]
    dry_run: bool,

    /// Print the answers too
    #[arg(long)]
    solution: bool,

    /// Output format of each riddle
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Output format of a riddle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line of text
    Text,
    /// One line of JSON
    Json,
}

/// Generates all requested riddles.
///
/// # Errors
/// If the options are not possible, a lexicon is missing, or the store cannot be read or written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("cannot start the runtime of the store")?;
    Target::Stdout.write(|out| runtime.block_on(make_all(options, out)))
}

async fn make_all(options: &Options, out: &mut dyn Write) -> Result<Exit> {
    span(options)?;
    let ratings = options.difficulty.map(|band| band.hundredths());
    let profile = profile(&options.profile)?.rated(ratings);
    let secret = options.project_seed_file.as_deref().map(secret).transpose()?;
    if options.dry_run {
        let store = Store::open_existing(&options.store).await;
        let store = store.map(Some).or_else(none_yet).map_err(invalid)?;
        return tell(&order(options, store.as_ref()).await?, out);
    }
    let lexicons = options.locales.iter().map(|&locale| lexicon_of(Some(locale), None));
    let lexicons: Vec<Lexicon> = lexicons.collect::<Result<_, _>>()?;
    let store = Store::open(&options.store, secret).await.map_err(invalid)?;
    let orders = order(options, Some(&store)).await?;
    let made = Batch::new(options, profile, &store, &lexicons, &orders).make(&orders, out).await;
    store.close().await;
    made
}

/// A store that does not exist yet is empty.
fn none_yet(error: StoreError) -> Result<Option<Store>, StoreError> {
    if matches!(error, StoreError::Missing(_)) { Ok(None) } else { Err(error) }
}

/// The secret in a file.
fn secret(path: &Path) -> Result<ProjectSeed> {
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    let name = path.display();
    ProjectSeed::of_file(&bytes).map_err(|error| invalid(format_args!("{name}: {error}")))
}

/// Largest number of days of one run: ten years.
const MOST_DAYS: i32 = 3660;
/// Largest number of evergreen riddles per language.
const MOST_EVERGREENS: u32 = 10_000;

/// A riddle to generate, or an existing one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Order {
    /// Its key.
    key: Key,
    /// The reason why it is skipped; `None` if it is generated.
    skip: Option<Skip>,
}

/// Reason why a riddle is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Skip {
    /// The riddle exists.
    There,
    /// A person has approved the existing riddle.
    Approved,
    /// The day is over, and its riddle is final.
    Over,
}

/// The requested days, or the requested number of evergreen riddles.
enum Span {
    /// Number of evergreen riddles.
    Evergreens(u32),
    /// All days from the first to the last.
    Days(Date, Date),
}

/// The riddles to generate, in order: by day, then in the order of the languages.
///
/// # Errors
/// If the days are not valid, or riddles exist and neither --resume nor --replace is given.
async fn order(options: &Options, store: Option<&Store>) -> Result<Vec<Order>> {
    let (from, to) = match span(options)? {
        Span::Evergreens(wanted) => return evergreens(options, wanted, store).await,
        Span::Days(from, to) => (from, to),
    };
    let mut latest = BTreeMap::new();
    if let Some(store) = store {
        for &locale in &options.locales {
            for kept in store.days(locale, from, to).await?.whole()? {
                latest.insert((kept.key.slot, locale), kept);
            }
        }
    }
    if !latest.is_empty() && !options.resume && !options.replace && !options.dry_run {
        let there = latest.len();
        return Err(usage(format_args!(
            "{there} of these riddles are in the store already: --resume makes what is missing, \
             --replace makes new ones"
        )));
    }
    let each = from.series(1.day()).take_while(|date| *date <= to);
    let one = |date: Date, &locale: &Locale| {
        let slot = Slot::Day(date);
        of_day(locale, slot, latest.get(&(slot, locale)), options)
    };
    Ok(each
        .flat_map(|date| options.locales.iter().map(move |l| (date, l)))
        .map(|(d, l)| one(d, l))
        .collect())
}

/// The order for a day, given its latest riddle `latest`.
fn of_day(locale: Locale, slot: Slot, latest: Option<&RiddleEntry>, options: &Options) -> Order {
    let key = |revision| Key { locale, slot, revision };
    match latest {
        None => Order { key: key(1), skip: None },
        Some(kept) if !options.replace || options.resume && kept.key.revision > 1 => {
            Order { key: kept.key, skip: Some(Skip::There) }
        }
        Some(kept) if kept.state == Progress::Approved => {
            Order { key: kept.key, skip: Some(Skip::Approved) }
        }
        Some(kept) if earlier(slot, &Clock::System) == Earlier::Stay => {
            Order { key: kept.key, skip: Some(Skip::Over) }
        }
        Some(kept) => Order { key: key(kept.key.revision + 1), skip: None },
    }
}

/// Orders for the missing evergreen riddles.
async fn evergreens(options: &Options, wanted: u32, store: Option<&Store>) -> Result<Vec<Order>> {
    let mut orders = Vec::new();
    for &locale in &options.locales {
        let kept = match store {
            Some(store) => store.evergreens(locale).await?.whole()?,
            None => Vec::new(),
        };
        let unused = kept.iter().filter(|kept| kept.state != Progress::Used).count() as u32;
        let last = kept.last().map_or(0, |kept| kept.key.revision);
        let key = |n| Key { locale, slot: Slot::Evergreen, revision: last + n };
        let missing = wanted.saturating_sub(unused);
        orders.extend((1..=missing).map(|n| Order { key: key(n), skip: None }));
    }
    Ok(orders)
}

/// The requested days or evergreens, before the store is read.
///
/// # Errors
/// If the days are not valid, or too many.
fn span(options: &Options) -> Result<Span> {
    let (from, to) = match (options.evergreen, options.from, options.to) {
        (Some(wanted), ..) if wanted > MOST_EVERGREENS => {
            return Err(usage(format_args!(
                "--evergreen {wanted}: expected a whole number up to {}",
                diagnostics::grouped(MOST_EVERGREENS.into())
            )));
        }
        (Some(wanted), ..) => return Ok(Span::Evergreens(wanted)),
        (_, Some(from), Some(to)) => (from, to),
        _ => return Err(usage("--from and --to say which days")),
    };
    let days = from.until(to)?.get_days();
    match days {
        ..0 => Err(usage(format_args!("--from {from} is after --to {to}"))),
        MOST_DAYS.. => Err(usage(format_args!(
            "--from {from} --to {to}: {days} days are requested; at most {MOST_DAYS} are possible"
        ))),
        _ if from.year() < 1 => Err(usage(format_args!("--from {from} is before the year 1"))),
        _ => Ok(Span::Days(from, to)),
    }
}

/// Prints the orders, one line each.
///
/// # Errors
/// If it cannot be written.
fn tell(orders: &[Order], out: &mut dyn Write) -> Result<Exit> {
    for Order { key: Key { locale, slot, revision }, skip } in orders {
        let what = match skip {
            None => "would be made",
            Some(Skip::There) => "is there",
            Some(Skip::Approved) => "is approved and stays",
            Some(Skip::Over) => "is of a day that is over and stays",
        };
        writeln!(out, "{slot} {locale} revision {revision} {what}")?;
    }
    Ok(Exit::Done)
}

/// A running batch.
struct Batch<'a> {
    options: &'a Options,
    profile: Profile,
    budget: Budget,
    store: &'a Store,
    by_locale: BTreeMap<Locale, Part<'a>>,
    bars: MultiProgress,
    cancel: &'static AtomicBool,
}

/// Lexicon, counts and progress bar of a language.
struct Part<'a> {
    lexicon: &'a Lexicon,
    summary: Summary,
    bar: ProgressBar,
}

impl<'a> Batch<'a> {
    /// A batch with no results yet.
    fn new(
        options: &'a Options,
        profile: Profile,
        store: &'a Store,
        lexicons: &'a [Lexicon],
        orders: &[Order],
    ) -> Self {
        let bars = MultiProgress::new();
        let part = |(&locale, lexicon): (&Locale, &'a Lexicon)| {
            let days = orders.iter().filter(|order| order.key.locale == locale).count();
            let bar = bars.add(bar(locale, days as u64));
            (locale, Part { lexicon, summary: Summary::default(), bar })
        };
        let by_locale = options.locales.iter().zip(lexicons).map(part).collect();
        let time = options.attempts.is_none().then(|| options.time.unwrap_or(TIME));
        let budget = Budget { goal: Goal::Best(KEPT), attempts: options.attempts, time };
        let cancel = interrupt::listen();
        Self { options, profile, budget, store, by_locale, bars, cancel }
    }

    /// Generates the riddles of some orders, and reports each.
    async fn make(&mut self, orders: &[Order], out: &mut dyn Write) -> Result<Exit> {
        for order in orders {
            if self.cancel.load(Ordering::Relaxed) {
                break;
            }
            self.one(order, out).await?;
        }
        let cancelled = self.cancel.load(Ordering::Relaxed);
        for (locale, Part { summary, bar, .. }) in &self.by_locale {
            bar.finish_and_clear();
            match self.options.format {
                Format::Text => writeln!(out, "{locale}: {summary}")?,
                Format::Json => writeln!(out, "{}", summary.json(*locale))?,
            }
        }
        let failed = self.by_locale.values().any(|part| part.summary.failed > 0);
        Ok(match (cancelled, failed) {
            (true, _) => Exit::Interrupted,
            (_, true) => Exit::Nothing,
            _ => Exit::Done,
        })
    }

    /// Generates one riddle, or skips an existing one.
    async fn one(&mut self, order: &Order, out: &mut dyn Write) -> Result<()> {
        let (key, cancel) = (order.key, self.cancel);
        let recipe = (&self.profile, self.options.board_type);
        let Some(part) = self.by_locale.get_mut(&key.locale) else { return Ok(()) };
        if order.skip.is_some() {
            part.summary.there += 1;
            part.bar.inc(1);
            return Ok(());
        }
        let control = Control { threads: self.options.threads, cancel, progress: &|_, _| () };
        let (lexicon, budget) = (part.lexicon, self.budget);
        let search = async |request: Request, seed: Seed| -> Result<RiddleReport> {
            let report = make(&request, lexicon, seed, &budget, &control)?;
            // A stopped search may have missed the best riddle, so its results are dropped.
            let found = if report.stop == Stop::Cancelled { None } else { Some(report) };
            found.ok_or_else(|| anyhow!(Cancelled))
        };
        let line = match daily::make(self.store, &key, recipe, &Clock::System, search).await {
            Ok(DayOutcome::Stored(stored, report)) => {
                part.summary.count(Some(&stored), &report);
                self.options.format.made(&key, &stored, self.options.solution)
            }
            Ok(DayOutcome::NoRiddle(report)) => {
                part.summary.count(None, &report);
                self.options.format.nothing(&key, &report)
            }
            Ok(DayOutcome::AlreadyStored | DayOutcome::Over) => {
                part.summary.there += 1;
                return Ok(());
            }
            Err(error) if error.is::<Cancelled>() => return Ok(()),
            Err(error) => return Err(error),
        };
        part.bar.inc(1);
        // Flushed, so that a reader sees the line at once; printed above the bars.
        self.bars.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()))?;
        Ok(())
    }
}

/// The error of a cancelled search.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
struct Cancelled;

impl Format {
    /// The line of a stored riddle.
    fn made(self, key: &Key, stored: &StoredRiddle, solution: bool) -> String {
        let Key { locale, slot, revision } = key;
        let (analysis, answer) = (&stored.riddle.analysis, &stored.riddle.solution);
        let (best, second) = (analysis.best_move_score, analysis.second_best_move_score);
        let difficulty = stored.difficulty.points;
        if self == Self::Json {
            let mut line = json!({"date": slot.to_string(), "locale": locale.name(),
                "revision": revision, "best_score": best, "gap": best - second,
                "is_bingo": analysis.is_bingo, "difficulty": difficulty,
                "total_moves": analysis.total_moves});
            if solution {
                line["solution"] = json!(answer);
            }
            return line.to_string();
        }
        let bingo = if analysis.is_bingo { ", bingo" } else { "" };
        let gap = best - second;
        let told = format!(
            "{slot} {locale} {best:>3} points, gap {gap}{bingo}, difficulty {difficulty}, revision {revision}"
        );
        if solution { format!("{told}: {} {}", answer.square, answer.description) } else { told }
    }

    /// The line of a search without a result.
    fn nothing(self, key: &Key, report: &RiddleReport) -> String {
        let Key { locale, slot, .. } = key;
        let (attempts, tally) = (report.attempts, &report.tally);
        match self {
            Self::Text => format!("{slot} {locale} nothing found in {attempts} attempts: {tally}"),
            Self::Json => json!({"date": slot.to_string(), "locale": locale.name(),
                "error": "nothing found", "attempts": attempts})
            .to_string(),
        }
    }
}

/// The progress bar of a language, which is visible only in terminals.
fn bar(locale: Locale, days: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos} of {len}, {eta} left");
    let bar = ProgressBar::new(days).with_message(locale.name());
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Counts of the riddles of a language.
#[derive(Default)]
struct Summary {
    made: u64,
    /// Number of existing riddles.
    there: u64,
    /// Number of riddles without a result.
    failed: u64,
    bingos: u64,
    best: u64,
    attempts: u64,
    rejects: Tally<RejectReason>,
}

impl Summary {
    /// Counts a stored riddle, or a search without a result.
    fn count(&mut self, made: Option<&StoredRiddle>, report: &RiddleReport) {
        self.attempts += report.attempts;
        self.rejects.add(&report.tally);
        match made {
            None => self.failed += 1,
            Some(stored) => {
                let analysis = &stored.riddle.analysis;
                self.made += 1;
                self.best += u64::from(analysis.best_move_score);
                self.bingos += u64::from(analysis.is_bingo);
            }
        }
    }

    /// Mean score of the best plays.
    fn mean(&self) -> Option<f64> {
        (self.made > 0).then(|| self.best as f64 / self.made as f64)
    }

    /// One JSON line.
    fn json(&self, locale: Locale) -> Value {
        let rejects: Map<_, _> =
            self.rejects.iter().map(|(reason, n)| (reason.name().to_owned(), n.into())).collect();
        json!({"summary": locale.name(), "made": self.made, "there": self.there,
            "failed": self.failed, "mean_best": self.mean(), "bingos": self.bingos,
            "attempts": self.attempts, "rejects": rejects})
    }
}

impl Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { made, there, failed, bingos, attempts, rejects, .. } = self;
        write!(f, "{made} made, {there} there already, {failed} failed")?;
        if let Some(mean) = self.mean() {
            write!(f, "; best play {mean:.1} in the mean, bingos: {bingos}")?;
        }
        if *attempts > 0 {
            write!(f, "; {attempts} attempts, rejected: {rejects}")?;
        }
        Ok(())
    }
}
