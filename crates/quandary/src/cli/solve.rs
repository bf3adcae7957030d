//! `quandary solve`: finds a cheapest plan for a level, or proves that there is none.

use super::exit::{Exit, usage};
use super::interrupt;
use super::judge::input::{FileOptions, Item, no_tiles};
use super::judge::picture::{self, DrawOptions};
use super::judge::question::QuestionOptions;
use super::judge::{
    Guessed, LimitOptions, ReportOptions, RuleOptions, by_guesses, input, interrupted, too_much,
};
use super::progress;
use super::watch;
use super::watch::frames_of;
use anyhow::{Result, bail};
use ask::judge::{self, SOLVE_STATES, SearchRequest, Solved};
use ask::values::whole;
use clap::Args;
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
  quandary mission --seed 7 --format level | quandary solve -
  quandary solve level.json --rule bombs=unlimited --start bombs=1

Exit codes: 0 solvable, 10 unsolvable, 11 unknown, 3 not a level, 2 usage.")]
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

    #[command(flatten)]
    report: ReportOptions,
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
    options.can_show(&name, &level)?;
    if options.full && !options.report.is_json()? {
        bail!(usage("--full goes with --format json"));
    }
    let limits = options.limits.limits(options.max_states);
    let search = options.search.options().map_err(usage)?;
    let line = progress::show("solving");
    let solved = judge::solved(&level, rules, &search, &limits);
    drop(line);
    let solved = solved.map_err(|error| too_much(&name, error))?;
    let Solved { rules, found, .. } = &solved;
    let wire = solved.wire(&level, options.full);
    let words = || by_guesses(&guesses) + &solved.words(&level, &limits);
    if interrupt::came() {
        return Ok(interrupted(&words()));
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
    options.report.write(&Guessed { guessed: &guesses, report: &wire }, words, draw)?;
    Ok(exit(&level, &found.verdict))
}

impl Options {
    /// Checks before the search that the requested pictures and frames can be shown.
    fn can_show(&self, name: &str, level: &Level) -> Result<()> {
        self.draw.check(name, level)?;
        self.report.check(name, level)?;
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
