//! `quandary check`: proves whether a level has softlocks, which things are needed, in which order things become
//! reachable, and why a level cannot be won.
//!
//! For one level it prints a full report and can draw a picture; `--explain` explains why a thing is needed, and
//! `--repair` searches for the smallest change that makes the level softlock-free. Several levels are checked in
//! parallel, with one line each. Invariant: the lines are in the order of the arguments, for any number of threads.

use super::exit::{Exit, invalid, is_board, of_error, usage};
use super::judge::input::{self, FileOptions, Item, Names};
use super::judge::picture::{self, DrawOptions};
use super::judge::question::QuestionOptions;
use super::judge::{
    Guessed, LimitOptions, ReportOptions, RuleOptions, by_guesses, interrupted, too_much,
};
use super::{convert, ending, interrupt, progress, solve};
use crate::output::Target;
use crate::shown::note;
use anyhow::{Context, Result};
use ask::judge::{CHECK_STATES, checked};
use ask::values::{MOST_THREADS, whole};
use clap::Args;
use diagnostics::{counted, shown};
use draw::level_picture::{End, Overlay};
use draw::overlay::{overlay_of, steps_of};
use level::check::repair::{Outcome, repair};
use level::check::{Check, Safety};
use level::hint::explain::{Explanation, Unexplained, explain};
use level::report::check::CheckJson;
use level::report::check::repair_text;
use level::report::text::{self, Terms};
use level::rules::Rules;
use level::solve::Verdict;
use level::{Level, Limits};
use rayon::ThreadPoolBuilder;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

/// Prove whether a player can get stuck, and show how
///
/// A level is winnable if a goal can be reached. It is unlosable (softlock-free) if a goal can still be reached from
/// every reachable state. Both are proved over the complete state space. For a losable level the report shows the
/// shortest path into a dead state; for a level that cannot be won, the cause and the smallest repair.
///
/// Several levels are reported in one line each, in the order of the arguments, and a last line counts them. With
/// `--format json` the output is one JSON object per level and line: the object of a single level with `file` in
/// front, or `file` and `error` if the file is not a level. The exit code is then the most serious one: 3 before 11,
/// 11 before 10, 10 before 1.
///
/// `--repair` searches for the smallest change that makes a winnable but losable level unlosable: at most three of
/// (1) make a one-way edge two-way, (2) add a pick-up, (3) open a lock, (4) move a pick-up to an earlier sphere,
/// (5) set the rule blocks=reset. Fewer changes come first, then the smaller sum of these numbers, then the order in
/// the file. `-o FILE` then writes the repaired level (.json, .txt, .tmj, .xsb, .svg or .png), and the report goes to
/// standard output. Without a repair no file is written. The exit code is that of the original level.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary check level.json
  quandary check level.json --draw stuck.png
      a picture with the shortest path into a dead state, or the plan, or why there is none
  quandary check level.json --repair -o repaired.json
      the smallest change that prevents getting stuck, and the changed level
  quandary check dungeon.json --explain \"cook's key\"
      why the key is needed; item:3,4 names the item at row 3, column 4

Exit codes: 0 winnable and unlosable, 1 losable, 10 not winnable, 11 unknown, 3 no level, 2 usage.")]
pub(crate) struct Options {
    /// Levels: JSON (quandary/level/1), drawings, or files of other programs; - is standard input
    #[arg(value_name = "LEVEL", required = true)]
    levels: Vec<PathBuf>,

    #[command(flatten)]
    file: FileOptions,

    /// Number of levels to check at the same time, each within its own limits; the output does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    jobs: usize,

    /// Search for the smallest change that makes the level unlosable; -o FILE writes the repaired level
    #[arg(long)]
    repair: bool,

    /// Explain in at most five sentences why a thing is needed, instead of the report: a THING of --without, room:ID,
    /// its name in the dungeon, or bombs, key, boss_key or key_item if there is only one [default: none]
    #[arg(long, value_name = "THING", conflicts_with = "repair")]
    explain: Option<String>,

    #[command(flatten)]
    rules: RuleOptions,

    #[command(flatten)]
    question: QuestionOptions,

    /// Largest number of states in memory, with connected open ground counted as one position; 0 for no limit except
    /// memory [default: 10,000,000 states; 500,000 states if these decide everything but the number of states]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX))]
    max_states: Option<u64>,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    draw: DrawOptions,

    #[command(flatten)]
    report: ReportOptions,
}

impl Options {
    /// Limits of the check.
    fn limits(&self) -> Limits<'static> {
        self.limits.limits(self.max_states.unwrap_or(CHECK_STATES))
    }
}

/// A level to check, with its rules.
struct Request {
    name: String,
    level: Level,
    rules: Rules,
    /// Names that the file gives to its things.
    names: Names,
    /// The guesses on which the level rests.
    guesses: Vec<String>,
}

impl Request {
    /// Reads the level of a file.
    ///
    /// # Errors
    /// If the level, the rules or the what-if options are not valid.
    fn of(options: &Options, item: Item) -> Result<Self> {
        let Item { name, level, names, guesses, .. } = item;
        let rules = options.rules.rules(&level)?;
        let level = options.question.ask(level, &rules)?;
        Ok(Self { name, level, rules, names, guesses })
    }

    /// The findings, the exit code, and the limits of the check.
    ///
    /// # Errors
    /// If the level is too large.
    fn check(&self, options: &Options) -> Result<(Check, Exit, Limits<'static>)> {
        let mut limits = options.limits();
        let has_number = options.max_states.is_some();
        let check = checked(&self.level, &self.rules, &mut limits, has_number);
        let check = check.map_err(|error| too_much(&self.name, error))?;
        let exit = match (solve::exit(&self.level, &check.verdict), &check.safety) {
            _ if interrupt::came() => Exit::Interrupted,
            (Exit::Done, Safety::Softlock(_)) => Exit::Softlock,
            (Exit::Done, Safety::Unknown(_)) => Exit::Nothing,
            (exit, _) => exit,
        };
        Ok((check, exit, limits))
    }
}

/// Checks levels.
///
/// # Errors
/// If the only level or the rules are not valid, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    if options.levels.iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        return Err(usage("standard input is named twice"));
    }
    let mut items = Vec::new();
    for path in &options.levels {
        let places = options.question.places(options.rules.places());
        let found = options.file.items(path, places).unwrap_or_else(|error| vec![Err(error)]);
        items.extend(found.into_iter().map(|item| (path.as_path(), item)));
    }
    if options.explain.is_some() && items.len() > 1 {
        return Err(usage("--explain takes one level; several are given"));
    }
    match (items.pop(), items.len(), &options.explain) {
        (Some((_, item)), 0, Some(thing)) => explain_thing(options, item?, thing),
        (Some((_, item)), 0, None) => one(options, item?),
        (last, ..) => check_many(options, items.into_iter().chain(last).collect()),
    }
}

fn one(options: &Options, item: Item) -> Result<Exit> {
    if options.repair {
        return mend(options, item);
    }
    let request = Request::of(options, item)?;
    let Request { name, level, rules, names, guesses } = &request;
    options.draw.check(name, level)?;
    options.report.check(name, level)?;
    let line = progress::show("checking");
    let (check, exit, limits) = request.check(options)?;
    drop(line);
    let words = || {
        let words = text::check(level, Terms { rules, limits: &limits }, &check);
        let legend = names.legend(&words);
        by_guesses(guesses) + &words + &legend
    };
    if exit == Exit::Interrupted {
        return Ok(interrupted(&words()));
    }
    if options.draw.is_wanted() {
        options.draw.write(name, level, way(level, rules, &check).as_ref())?;
    }
    let draw = |out: &mut dyn Write, kind| {
        picture::write(out, kind, name, level, way(level, rules, &check).as_ref())
    };
    let report = CheckJson::new(level, rules, &check);
    options.report.write(&Guessed { guessed: guesses, report }, words, draw)?;
    Ok(exit)
}

/// The path for a picture: the shortest path into a dead state, otherwise the plan. For a level that cannot be won it
/// is only the start, with the reason; without a goal it is the start, with the things in reach.
fn way(level: &Level, rules: &Rules, check: &Check) -> Option<Overlay> {
    if check.verdict == Verdict::Unsolvable {
        let start = level.tiles.as_ref()?.start_cell()?;
        let core = check.why_not.as_ref().map(|why_not| text::core(level, why_not));
        let (title, why) = match core {
            _ if !level.has_goal() => ("there is no goal", text::line(level, check)),
            Some(core) => ("it cannot be won", format!("stuck from the start: {core}")),
            None => ("it cannot be won", "why was not found out within the limits".to_owned()),
        };
        return Some(Overlay {
            title: title.to_owned(),
            cells: vec![start],
            events: vec![(0, why)],
            end: End::DeadState,
            ..Overlay::default()
        });
    }
    let (walk, title, end) = match (&check.safety, &check.verdict) {
        (Safety::Softlock(Some((_, walk))), _) => {
            let title = match check.limit {
                None => "losable: a shortest way to get stuck",
                Some(_) => "losable: a way to get stuck",
            };
            (walk, title, End::DeadState)
        }
        (_, Verdict::Solvable { walk, .. }) => (walk, "a way to the goal", End::Goal),
        _ => return None,
    };
    Some(overlay_of(&steps_of(level, rules, walk), title.to_owned(), end))
}

/// Explains a thing of a level.
///
/// # Errors
/// If the level, the rules or the thing are not valid, or the output cannot be written.
fn explain_thing(options: &Options, item: Item, thing: &str) -> Result<Exit> {
    let Request { name, level, rules, names, .. } = &Request::of(options, item)?;
    options.report.check(name, level)?;
    let limits = options.limits();
    let line = progress::show("explaining");
    let explained =
        explain(level, rules, names.thing(thing), &limits).map_err(|error| match error {
            Unexplained::Unknown(_) => usage(format_args!("--explain {thing}: {error}")),
            Unexplained::Unplayable(_) => invalid(format_args!("{name}: {error}")),
        })?;
    drop(line);
    if interrupt::came() {
        return Ok(interrupted(&sentences(&explained, names)));
    }
    let draw = |out: &mut dyn Write, kind| picture::write(out, kind, name, level, None);
    options.report.write(&explained, || sentences(&explained, names), draw)?;
    Ok(match explained {
        Explanation { winnable: Some(false), .. } => Exit::NotWinnable,
        Explanation { needed: Some(_), .. } => Exit::Done,
        _ => Exit::Nothing,
    })
}

/// The sentences, one per line, and a legend of the names in them.
fn sentences(explained: &Explanation, names: &Names) -> String {
    let lines = explained.sentences.iter().map(|sentence| format!("{}\n", shown(sentence)));
    let words: String = lines.collect();
    let legend = names.legend(&words);
    words + &legend
}

/// Checks a level and searches for a repair. The exit code is that of the original level.
///
/// # Errors
/// If the level, the rules or the options are not valid, or the output cannot be written.
fn mend(options: &Options, item: Item) -> Result<Exit> {
    let form = mended_form(options)?;
    let request = Request::of(options, item)?;
    let Request { name, level, rules, .. } = &request;
    let report = options.report.without_file();
    options.draw.check(name, level)?;
    report.check(name, level)?;
    let limits = options.limits();
    let (line, begin) = (progress::show("checking"), Instant::now());
    let (check, exit, checked) = request.check(options)?;
    let outcome = repair(level, rules, &check, &limits.since(begin));
    drop(line);
    let [checked, mended] = [&checked, &limits].map(|limits| Terms { rules, limits });
    let guesses = by_guesses(&request.guesses);
    let words = || {
        format!(
            "{guesses}{}{}",
            text::check(level, checked, &check),
            repair_text(level, mended, &outcome)
        )
    };
    if interrupt::came() {
        return Ok(interrupted(&words()));
    }
    if options.draw.is_wanted() {
        options.draw.write(name, level, way(level, rules, &check).as_ref())?;
    }
    if let Some((format, path)) = form {
        write_mended(format, path, name, &outcome)?;
    }
    let draw = |out: &mut dyn Write, kind| {
        picture::write(out, kind, name, level, way(level, rules, &check).as_ref())
    };
    let json = CheckJson::new(level, rules, &check).with_repair(level, &outcome);
    report.write(&Guessed { guessed: &request.guesses, report: json }, words, draw)?;
    Ok(exit)
}

/// Format and path of the repaired level.
fn mended_form(options: &Options) -> Result<Option<(convert::Format, &Path)>> {
    if options.question.is_given() {
        return Err(usage(
            "--repair repairs the unchanged level; leave out --without, --free, --goal and --wall",
        ));
    }
    let Some(path) = options.report.path() else { return Ok(None) };
    if Target::of(Some(path)) == Target::Stdout {
        return Err(usage(
            "-o -: with --repair the report goes to standard output; name a file for the repaired level",
        ));
    }
    Ok(Some((ending::format(None, Some(path), convert::Format::Json)?, path)))
}

/// Writes the repaired level, if there is one.
fn write_mended(format: convert::Format, path: &Path, name: &str, outcome: &Outcome) -> Result<()> {
    let Outcome::Mended(repair) = outcome else {
        note!("{}: not written, because there is no repair", path.display());
        return Ok(());
    };
    let target = Target::of(Some(path));
    convert::write(&repair.level, name, format, &target).map(|_| ())
}

/// The results of a level, worst last, with the words of the summary.
const OUTCOMES: [(Finding, &str); 6] = [
    (Finding::Judged(Exit::Done), "winnable and unlosable"),
    (Finding::Judged(Exit::Softlock), "losable"),
    (Finding::LeftOut, "left out"),
    (Finding::Judged(Exit::NotWinnable), "not winnable"),
    (Finding::Judged(Exit::Nothing), "unknown"),
    (Finding::Judged(Exit::Invalid), "no level"),
];

/// The outcome for a level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Finding {
    Judged(Exit),
    /// A level of a collection with a fault.
    LeftOut,
}

impl Finding {
    fn exit(self) -> Exit {
        match self {
            Self::Judged(exit) => exit,
            Self::LeftOut => Exit::LEFT_OUT,
        }
    }
}

/// The line about a level, and its outcome.
type Report = Result<(String, Finding)>;

/// The line about a level as JSON.
#[derive(Serialize)]
struct Line<'a, T> {
    file: &'a str,
    #[serde(flatten)]
    report: T,
}

/// The line about a file without a level.
#[derive(Serialize)]
struct Fault<'a> {
    error: &'a str,
}

/// Checks levels, and returns the worst exit code.
///
/// # Errors
/// If the options are not possible, or the output cannot be written.
fn check_many(options: &Options, levels: Vec<(&Path, Result<Item>)>) -> Result<Exit> {
    options.report.is_of_many()?;
    if options.draw.is_wanted() {
        return Err(usage("--draw takes one level; several are given"));
    }
    if options.repair {
        return Err(usage("--repair takes one level; several are given"));
    }
    let is_json = options.report.is_json()?;
    let pool = ThreadPoolBuilder::new().num_threads(options.jobs).build();
    let pool = pool.context("cannot start threads")?;
    let (sender, receiver) = channel();
    let stop = AtomicBool::new(false);
    let many = levels.len();
    pool.in_place_scope_fifo(|scope| {
        for (number, (path, item)) in levels.into_iter().enumerate() {
            let (sender, stop) = (sender.clone(), &stop);
            scope.spawn_fifo(move |_| {
                if !stop.load(Ordering::Relaxed) {
                    // If the receiver is gone, writing has failed, and that error is reported.
                    let _ = sender.send((number, line_of(options, path, item, is_json)));
                }
            });
        }
        drop(sender);
        let mut exit = Exit::Done;
        let written = options.report.target().write(|out| {
            exit = write_lines(out, many, &receiver, is_json)?;
            // Any finding counts as a result; an interruption does not.
            Ok(if exit == Exit::Interrupted { exit } else { Exit::Done })
        });
        stop.store(true, Ordering::Relaxed);
        written.map(|_| exit)
    })
}

/// Writes the reports in order, and the summary.
fn write_lines(
    out: &mut dyn Write,
    levels: usize,
    receiver: &Receiver<(usize, Report)>,
    is_json: bool,
) -> Result<Exit> {
    let template = "{wide_bar} {human_pos} of {human_len}, {eta} left";
    let bar = progress::bar(false, Some(levels as u64), template);
    let mut waiting: Vec<Option<Report>> = (0..levels).map(|_| None).collect();
    let mut exits = Vec::with_capacity(levels);
    for (number, report) in receiver {
        if let Some(place) = waiting.get_mut(number) {
            *place = Some(report);
        }
        while let Some(report) = waiting.get_mut(exits.len()).and_then(Option::take) {
            let (line, outcome) = report?;
            if outcome.exit() == Exit::Interrupted {
                return Ok(outcome.exit());
            }
            bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()))?;
            bar.inc(1);
            exits.push(outcome);
        }
    }
    bar.finish_and_clear();
    if !is_json {
        writeln!(out, "{}", summary(&exits))?;
    }
    let worst = OUTCOMES.iter().rev().find(|(exit, _)| exits.contains(exit));
    Ok(worst.map_or(Exit::Done, |(outcome, _)| outcome.exit()))
}

/// Numbers of levels by result: `3 levels: 2 losable, 1 unknown`.
fn summary(exits: &[Finding]) -> String {
    let many = |wanted: Finding| exits.iter().filter(|&&exit| exit == wanted).count();
    let counts = OUTCOMES.iter().map(|&(exit, words)| (many(exit), words));
    let counts: Vec<String> = counts
        .filter(|(many, _)| *many > 0)
        .map(|(many, words)| format!("{many} {words}"))
        .collect();
    format!("{}: {}", counted(exits.len() as u64, "level", "levels"), counts.join(", "))
}

/// The line about the level of a file; a file without a level also gets a line.
fn line_of(options: &Options, path: &Path, item: Result<Item>, is_json: bool) -> Report {
    let name = input::name(path);
    item.and_then(|item| report_of(options, item, is_json)).or_else(|error| {
        if of_error(&error) == Exit::Usage {
            return Err(error.context(name));
        }
        let outcome =
            if is_board(&error) { Finding::LeftOut } else { Finding::Judged(Exit::Invalid) };
        let error = format!("{error:#}");
        // The error of a level of a collection begins with the number of the level.
        let (name, error) = match error.split_once(": ") {
            Some((numbered, error)) if numbered.starts_with(&name) => (numbered, error),
            _ => (name.as_str(), error.as_str()),
        };
        let line = match is_json {
            true => json(name, &[], Fault { error })?,
            false => {
                format!("{}: {}", shown(name), error.lines().next().unwrap_or_default())
            }
        };
        Ok((line, outcome))
    })
}

fn report_of(options: &Options, item: Item, is_json: bool) -> Report {
    if interrupt::came() {
        return Ok((String::new(), Finding::Judged(Exit::Interrupted)));
    }
    let request = Request::of(options, item)?;
    let (check, exit, _) = request.check(options)?;
    let Request { name, level, rules, guesses, .. } = &request;
    let line = match is_json {
        true => json(name, guesses, CheckJson::new(level, rules, &check))?,
        false => {
            format!("{}: {}{}", shown(name), by_guesses(guesses), text::line(level, &check))
        }
    };
    Ok((line, Finding::Judged(exit)))
}

fn json(file: &str, guessed: &[String], report: impl Serialize) -> Result<String> {
    Ok(serde_json::to_string(&Line { file, report: Guessed { guessed, report } })?)
}
