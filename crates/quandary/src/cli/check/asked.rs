//! The options of `quandary check`, and a level that they ask about.

use crate::cli::exit::Exit;
use crate::cli::interrupt;
use crate::cli::judge::names::Names;
use crate::cli::judge::picture::DrawOptions;
use crate::cli::judge::question::QuestionOptions;
use crate::cli::judge::{LimitOptions, ReportOptions, RuleOptions, input, too_much};
use crate::cli::solve::exit as exit_of;
use crate::cli::values::{MOST_THREADS, whole};
use anyhow::Result;
use clap::Args;
use level::check::{Check, Safety, USUAL_STATES, check, usual};
use level::rules::Rules;
use level::{Level, Limits};
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
///
/// With `--repair` a level that can be won and lost is given the smallest change after which it cannot be lost: at most
/// three of (1) a one-way edge made two-way, (2) a pick-up added, (3) a lock made free, (4) a pick-up moved to an earlier
/// sphere, (5) the rule blocks=reset; fewer changes first, then the least sum of these numbers, then the order of the
/// file. `-o FILE` then writes the mended level, as the name ends: .json, .txt, .tmj, .xsb, .svg or .png; the report
/// goes to standard output. Nothing is written where nothing is mended. The exit code is that of the level as it is.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary check level.json
  quandary check level.json --format json | jq .witness
  quandary check level.json --draw stuck.png
      the level with the shortest way to get stuck drawn over it, or else the way to the goal, or else
      why there is none
  quandary import vglc --graph LoZ_5.dot | quandary check - --start bombs=1 --max-states 0
  quandary check level.json --repair -o mended.json
      the smallest change after which nobody can get stuck, and the level so changed
  quandary check level.json --explain item:3,4
      why that key is needed, in at most five sentences; passages, doors and room:ID too
  quandary check dungeon.json --explain \"cook's key\"
      the same by the name that the dungeon gives it
  quandary check levels/*.json --jobs 4
      a line for each, and how many of them can be won, and lost

Exit codes: 0 winnable and unlosable, 1 losable, 10 not winnable, 11 unknown, 3 not a level, 2 usage.")]
pub(crate) struct Options {
    /// Levels (quandary/level/1): JSON, a drawing, a map of Tiled, or a file .xsb; - is standard input
    #[arg(value_name = "LEVEL", required = true)]
    pub(super) levels: Vec<PathBuf>,

    /// How many of several levels are checked at a time, 0 for one a core, each within its own limits; the output does
    /// not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    pub(super) jobs: usize,

    /// Look for the smallest change after which the level cannot be lost; -o FILE writes the mended level
    #[arg(long)]
    pub(super) repair: bool,

    /// Say in at most five sentences why a thing is needed, in place of the report: a THING that --without takes, room:ID, the
    /// name that a dungeon gives it, or bombs, key, boss_key or key_item where there is one
    #[arg(long, value_name = "THING", conflicts_with = "repair")]
    pub(super) explain: Option<String>,

    #[command(flatten)]
    pub(super) rules: RuleOptions,

    #[command(flatten)]
    pub(super) question: QuestionOptions,

    /// The most states that are kept, with open ground counted as one place; 0 for no limit but memory's. Without it 500,000
    /// where all but their number is decided then, else 10,000,000
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX))]
    max_states: Option<u64>,

    #[command(flatten)]
    pub(super) limits: LimitOptions,

    #[command(flatten)]
    pub(super) draw: DrawOptions,

    #[command(flatten)]
    pub(super) report: ReportOptions,
}

impl Options {
    /// The most that may be spent.
    pub(super) fn limits(&self) -> Limits<'static> {
        self.limits.limits(self.max_states.unwrap_or(USUAL_STATES[1]))
    }
}

/// A level that is to be checked, and how.
pub(super) struct Asked {
    pub(super) name: String,
    pub(super) level: Level,
    pub(super) rules: Rules,
    /// The names that the file gives to its things.
    pub(super) names: Names,
}

impl Asked {
    /// The level of a file.
    ///
    /// # Errors
    /// When it will not do, or the rules or what is asked of it will not.
    pub(super) fn of(options: &Options, path: &Path) -> Result<Self> {
        let (level, names) = input::level_and_names(path)?;
        let rules = options.rules.rules(&level)?;
        let level = options.question.ask(level, &rules)?;
        Ok(Self { name: input::name(path), level, rules, names })
    }

    /// The findings about it, the exit code, and the limits under which it was checked.
    ///
    /// # Errors
    /// When it is too large.
    pub(super) fn check(&self, options: &Options) -> Result<(Check, Exit, Limits<'static>)> {
        let mut limits = options.limits();
        let check = match options.max_states {
            Some(_) => check(&self.level, &self.rules, &limits),
            None => usual(&self.level, &self.rules, &mut limits),
        };
        let check = check.map_err(|error| too_much(&self.name, error))?;
        let exit = match (exit_of(&check.verdict), &check.safety) {
            _ if interrupt::came() => Exit::Interrupted,
            (Exit::Done, Safety::Softlock(_)) => Exit::Softlock,
            (Exit::Done, Safety::Unknown(_)) => Exit::Nothing,
            (exit, _) => exit,
        };
        Ok((check, exit, limits))
    }
}
