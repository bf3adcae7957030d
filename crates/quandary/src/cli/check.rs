//! `quandary check`: proves whether a level has softlocks, what is needed, in which order things come into
//! reach, and why a level cannot be won.

mod many;

use super::exit::Exit;
use super::judge::picture::{self, DrawOptions};
use super::judge::question::QuestionOptions;
use super::judge::{LimitOptions, ReportOptions, RuleOptions, input, too_much};
use super::progress;
use super::solve::exit as exit_of;
use super::values::{MOST_THREADS, whole};
use anyhow::Result;
use clap::Args;
use draw::level_picture::{End, Overlay};
use draw::overlay::{overlay_of, steps_of};
use level::Level;
use level::check::{Check, Safety, check};
use level::report::check as wire;
use level::report::text::{self, Terms};
use level::rules::Rules;
use level::solve::Verdict;
use level::{Limit, Limits};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Find out whether a player can get stuck, and show how
///
/// A level is winnable when a goal can be reached, and unlosable when it can still be reached from every
/// state that a player can get into. Both are proved over the whole space of states. For a losable level
/// the shortest way into a dead state is shown; for one that cannot be won, what blocks it, and the
/// smallest change that would mend it.
///
/// Of several levels each is told in one line, in the order in which they are named, and a last line counts them;
/// with `--format json` each is one JSON object on a line, the same as of one level but with `file` before all, or
/// `file` and `error` where it is none, and nothing else is printed. The exit code is then the worst: 3 before 11,
/// 11 before 10, 10 before 1.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary check level.json
  quandary check level.json --format json | jq .witness
  quandary check level.json --draw stuck.png
      the level with the shortest way to get stuck drawn over it, or else the way to the goal, or else
      why there is none
  quandary import vglc --graph LoZ_5.dot | quandary check - --start bombs=1 --max-states 0
  quandary check levels/*.json --jobs 4
      a line for each, and how many of them can be won, and lost

Exit codes: 0 winnable and unlosable, 1 losable, 10 not winnable, 11 unknown, 3 not a level, 2 usage.")]
pub(crate) struct Options {
    /// Levels (quandary/level/1): JSON, a drawing, a map of Tiled, or a file .xsb; - is standard input
    #[arg(value_name = "LEVEL", required = true)]
    levels: Vec<PathBuf>,

    /// How many of several levels are checked at a time, 0 for one a core, each within its own limits; the output does
    /// not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    jobs: usize,

    #[command(flatten)]
    rules: RuleOptions,

    #[command(flatten)]
    question: QuestionOptions,

    /// The most states that are kept, with open ground counted as one place; 0 for no limit but memory's
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = whole::<u64>(0..=u64::MAX))]
    max_states: u64,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    draw: DrawOptions,

    #[command(flatten)]
    report: ReportOptions,
}

/// Checks levels.
///
/// # Errors
/// When the only level or the rules will not do, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    match &options.levels[..] {
        [level] => one(options, level),
        levels => many::run(options, levels),
    }
}

/// A level that is to be checked, and how.
struct Asked {
    name: String,
    level: Level,
    rules: Rules,
}

impl Asked {
    fn of(options: &Options, path: &Path) -> Result<Self> {
        let level = input::level(path)?;
        let rules = options.rules.rules(&level)?;
        let level = options.question.ask(level, &rules)?;
        Ok(Self { name: input::name(path), level, rules })
    }

    /// What is found out about it, and the exit code.
    fn check(&self, limits: &Limits<'_>) -> Result<(Check, Exit)> {
        let check = check(&self.level, &self.rules, limits);
        let check = check.map_err(|error| too_much(&self.name, error))?;
        let exit = match (exit_of(&check.verdict, limits), &check.safety) {
            (Exit::Done, Safety::Softlock(_)) => Exit::Softlock,
            (Exit::Done, Safety::Unknown(Limit::Cancelled)) => Exit::Interrupted,
            (Exit::Done, Safety::Unknown(_)) => Exit::Nothing,
            (exit, _) => exit,
        };
        Ok((check, exit))
    }
}

fn one(options: &Options, path: &Path) -> Result<Exit> {
    let asked = Asked::of(options, path)?;
    let Asked { name, level, rules } = &asked;
    options.draw.check(name, level)?;
    options.report.check(name, level)?;
    let limits = options.limits.limits(options.max_states);
    let line = progress::show("checking");
    let (check, exit) = asked.check(&limits)?;
    drop(line);
    if options.draw.is_wanted() {
        options.draw.write(name, level, way(level, rules, &check).as_ref())?;
    }
    let words = || text::check(level, Terms { rules, limits: &limits }, &check);
    let draw = |out: &mut dyn Write, kind| {
        picture::write(out, kind, name, level, way(level, rules, &check).as_ref())
    };
    options.report.write(&wire::Wire::new(level, rules, &check), words, draw)?;
    Ok(exit)
}

/// The way that a picture shows: the shortest way into a dead state, or else the way to the goal. For a level
/// that cannot be won it is the start alone, with the reason.
fn way(level: &Level, rules: &Rules, check: &Check) -> Option<Overlay> {
    if check.verdict == Verdict::Unsolvable {
        let start = level.tiles.as_ref()?.start_cell()?;
        let core = check.why_not.as_ref().map(|why_not| text::core(level, why_not));
        let why = core.unwrap_or_else(|| "why was not found out within the limits".to_owned());
        return Some(Overlay {
            title: "it cannot be won".to_owned(),
            cells: vec![start],
            events: vec![(0, format!("stuck from the start: {why}"))],
            end: End::DeadState,
            ..Overlay::default()
        });
    }
    let (walk, title, end) = match (&check.safety, &check.verdict) {
        (Safety::Softlock(Some((_, walk))), _) => {
            (walk, "losable: a shortest way to get stuck", End::DeadState)
        }
        (_, Verdict::Solvable { walk, .. }) => (walk, "a way to the goal", End::Goal),
        _ => return None,
    };
    Some(overlay_of(&steps_of(level, rules, walk), title.to_owned(), end))
}
