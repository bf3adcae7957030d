//! `quandary solve`: finds a cheapest plan for a level, or proves that there is none; or replays moves.

mod replay;

use super::ending::{self, Endings, OutputOptions};
use super::exit::{Exit, usage};
use super::interrupt;
use super::judge::input::{FileOptions, Item, no_tiles};
use super::judge::picture::{self, DrawOptions};
use super::judge::question::QuestionOptions;
use super::judge::{
    self, Guessed, LimitOptions, ReportOptions, RuleOptions, by_guesses, input, interrupted,
    too_much,
};
use super::progress;
use super::watch;
use super::watch::frames_of;
use crate::output::Target;
use anyhow::{Result, bail};
use ask::judge::{SOLVE_STATES, SearchRequest, Solved, solved};
use ask::values::whole;
use clap::{Args, ValueEnum};
use draw::level_picture::{End, Overlay};
use draw::overlay::{overlay_of, steps_of};
use level::Level;
use level::plan::Walk;
use level::rules::Rules;
use level::solve::Verdict;
use std::io::Write;
use std::path::PathBuf;

/// Find a cheapest plan to win a level, or prove that there is none
///
/// There are three results: solvable, with a plan that was replayed move by move; unsolvable, with a proof and the
/// reason; or unknown, if a limit was reached first.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary solve level.json
  quandary solve level.json --draw plan.png
      a picture of the level with the plan
  quandary solve level.json --rule bombs=unlimited --start bombs=1
  quandary solve sokoban.xsb --replay rrUl
      whether these moves win

Exit codes: 0 solvable, or the moves win, 1 the moves do not win, 10 unsolvable, 11 unknown,
3 not a level, 2 usage.")]
pub(crate) struct Options {
    /// Level: JSON (quandary/level/1), a drawing, or a file of another program; - is standard input
    #[arg(value_name = "LEVEL")]
    level: PathBuf,

    #[command(flatten)]
    file: FileOptions,

    #[command(flatten)]
    rules: RuleOptions,

    #[command(flatten)]
    question: QuestionOptions,

    #[command(flatten)]
    search: SearchRequest,

    /// Largest number of states in memory; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = SOLVE_STATES, value_parser = whole::<u64>(0..=u64::MAX))]
    max_states: u64,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    draw: DrawOptions,

    /// With --format json: print the complete state after each move: opened locks, collected pick-ups and positions
    /// of blocks
    #[arg(long)]
    full: bool,

    /// Animate the plan in the terminal instead of printing the report
    #[arg(long, conflicts_with_all = ["format", "output"])]
    watch: bool,

    /// With --watch: speed of the animation
    #[arg(long, value_name = "N", default_value_t = 12.0, value_parser = watch::frames_per_second,
          requires = "watch")]
    fps: f64,

    /// Replay moves instead of a search: letters such as rrUl, steps as in `hint --at`, or a file with either; - is
    /// standard input [default: no moves]
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true,
          conflicts_with_all = ["cost", "heuristic", "collect", "weight", "anytime", "tie_break", "key_boost",
                                "max_states", "time", "memory", "draw", "full", "watch"])]
    replay: Option<String>,

    /// Output format [default: from the file extension, otherwise text]
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    output: OutputOptions,
}

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text for people
    Text,
    /// One JSON object
    Json,
    /// Picture of the level with the plan drawn over it
    Svg,
    /// The same picture as PNG
    Png,
    /// The moves of the plan as letters, capitals where a block is pushed
    Lurd,
}

impl Endings for Format {
    const ENDINGS: &'static [(&'static str, Self)] = &[
        ("txt", Self::Text),
        ("json", Self::Json),
        ("svg", Self::Svg),
        ("png", Self::Png),
        ("lurd", Self::Lurd),
    ];
}

/// Solves a level.
///
/// # Errors
/// If the level or the rules are not valid, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let places = options.question.places(options.rules.places());
    let Item { level, guesses, .. } = options.file.only(&options.level, places)?;
    let rules = options.rules.rules(&level)?;
    let level = options.question.ask(level, &rules)?;
    let name = input::name(&options.level);
    let format = ending::format(options.format, options.output.path(), Format::Text)?;
    if let Some(moves) = &options.replay {
        return replay::run(&level, &rules, moves, &options.replayed(format)?);
    }
    let report = options.report(format);
    options.can_show(&report, &name, &level)?;
    if options.full && format != Format::Json {
        bail!(usage("--full goes with --format json"));
    }
    let limits = options.limits.limits(options.max_states);
    let search = options.search.options().map_err(usage)?;
    let line = progress::show("solving");
    let solved = solved(&level, rules, &search, &limits);
    drop(line);
    let solved = solved.map_err(|error| too_much(&name, error))?;
    let Solved { rules, found, .. } = &solved;
    let wire = solved.wire(&level, options.full);
    let words = || by_guesses(&guesses) + &solved.words(&level, &limits);
    if interrupt::came() {
        return Ok(interrupted(&words()));
    }
    if let (Verdict::Solvable { plan, .. }, Format::Lurd) = (&found.verdict, format) {
        replay::write(&level, rules, plan, &name, &Target::of(options.output.path()))?;
        return Ok(Exit::Done);
    }
    if let Verdict::Solvable { walk, .. } = &found.verdict {
        if let Some(watched) = options.show(&name, &level, rules, walk, &words())? {
            return Ok(watched);
        }
    } else {
        options.draw.write(&name, &level, None)?;
    }
    let way = || match &found.verdict {
        Verdict::Solvable { walk, .. } => Some(way(&level, rules, walk, &words())),
        _ => None,
    };
    let draw = |out: &mut dyn Write, kind| picture::write(out, kind, &name, &level, way().as_ref());
    report.write(&Guessed { guessed: &guesses, report: &wire }, words, draw)?;
    Ok(exit(&level, &found.verdict))
}

impl Options {
    /// Format and target of the report. Where there is no plan to write as letters, the report is text on standard
    /// output.
    fn report(&self, format: Format) -> ReportOptions {
        let (format, output) = match format {
            Format::Text => (judge::Format::Text, self.output.clone()),
            Format::Json => (judge::Format::Json, self.output.clone()),
            Format::Svg => (judge::Format::Svg, self.output.clone()),
            Format::Png => (judge::Format::Png, self.output.clone()),
            Format::Lurd => (judge::Format::Text, OutputOptions::default()),
        };
        ReportOptions::of(format, output)
    }

    /// Format and target of the report on moves.
    fn replayed(&self, format: Format) -> Result<ReportOptions> {
        match format {
            Format::Text | Format::Json => Ok(self.report(format)),
            _ => Err(usage("--replay goes with --format text or json")),
        }
    }

    /// Checks before the search that the requested pictures and frames can be shown.
    fn can_show(&self, report: &ReportOptions, name: &str, level: &Level) -> Result<()> {
        self.draw.check(name, level)?;
        report.check(name, level)?;
        if self.watch {
            watch::check_terminal()?;
        }
        if self.watch && level.tiles.is_none() { Err(no_tiles(name, "watched")) } else { Ok(()) }
    }

    /// Draws the plan and shows it in the terminal, if requested; returns how watching ended.
    fn show(
        &self,
        name: &str,
        level: &Level,
        rules: &Rules,
        walk: &Walk,
        words: &str,
    ) -> Result<Option<Exit>> {
        if !self.watch && !self.draw.is_wanted() {
            return Ok(None);
        }
        self.draw.write(name, level, Some(&way(level, rules, walk, words)))?;
        if !self.watch {
            return Ok(None);
        }
        let frames = frames_of(steps_of(level, rules, walk));
        let verdict = words.lines().next().unwrap_or_default();
        watch::watch(level, frames, self.fps, verdict).map(Some)
    }
}

/// The plan for a picture, with the first line of the report as title.
fn way(level: &Level, rules: &Rules, walk: &Walk, words: &str) -> Overlay {
    let verdict = words.lines().next().unwrap_or_default();
    overlay_of(&steps_of(level, rules, walk), verdict.to_owned(), End::Goal)
}

/// The exit code of a verdict.
pub(super) fn exit(level: &Level, verdict: &Verdict) -> Exit {
    match verdict {
        Verdict::Unsolvable if !level.has_goal() => Exit::Nothing,
        Verdict::Solvable { .. } => Exit::Done,
        Verdict::Unsolvable => Exit::NotWinnable,
        Verdict::Unknown(_) => Exit::Nothing,
    }
}
