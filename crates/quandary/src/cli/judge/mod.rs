//! The common part of the commands that verify a level: reading it, rules, limits, and the report.

pub(crate) mod input;
mod mapping;
pub(crate) mod question;
pub(crate) mod picture;
pub(crate) mod tiled;

use super::complain::with_causes;
use super::ending::OutputOptions;
use super::ending::{self, Endings};
use super::exit::{Exit, invalid, is_board, of_error, usage};
use super::interrupt;
use crate::output::Target;
use crate::shown::note;
use anyhow::Result;
use ask::values::{named, rule};
use clap::{Args, ValueEnum};
use diagnostics::counted;
use draw::folded::folded;
use formats::aliases::Spot;
use input::Places;
use level::Level;
use level::Limits;
use level::limits::usual_memory;
use level::rules::{Inventory, Preset, RuleError, Rules};
use picture::Kind;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

/// Rules under which a level is checked.
#[derive(Debug, Args)]
pub(crate) struct RuleOptions {
    /// Base rules, instead of those of the level [default: the rules of the level; strict if it has none]
    #[arg(long, value_name = "NAME", value_parser = named::<Preset>(Preset::ALL.map(Preset::name)))]
    preset: Option<Preset>,

    /// Set one rule: locks, push, push_onto, blocks, bombs, bomb_pickup, one_way, warps, stair_edges, diagonals,
    /// switches; may be repeated [default: no change]
    #[arg(long = "rule", value_name = "NAME=VALUE", value_parser = rule(), hide_possible_values = true)]
    rules: Vec<String>,

    /// Allow diagonal steps: the rule diagonals=true
    #[arg(long)]
    diagonals: bool,

    /// Inventory at the start, such as keys=1,bombs=0,boss_key=false,key_item=true; or the start cell, X,Y or
    /// X,Y,FLOOR with column X and row Y as the editor counts them, from 0; or a node of a drawn graph; may be repeated
    /// [default: empty; the start of the level]
    #[arg(long, value_name = "ITEMS|X,Y|NODE")]
    start: Vec<Start>,
}

/// The start: an inventory, a cell, or a node of a drawn graph.
#[derive(Clone, Debug)]
enum Start {
    Inventory(Inventory),
    Cell(Spot),
    Node(String),
}

impl FromStr for Start {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match input::cell(text) {
            Some(cell) => Ok(Self::Cell(cell)),
            None if !text.is_empty() && !text.contains('=') => Ok(Self::Node(text.to_owned())),
            None => {
                Ok(Self::Inventory(text.parse().map_err(|error: RuleError| error.to_string())?))
            }
        }
    }
}

/// Limits of a search.
#[derive(Debug, Args)]
pub(crate) struct LimitOptions {
    /// Time limit: a number with s, ms or m, such as 2s [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = ask::values::time)]
    time: Option<Duration>,

    /// Memory limit for states: a number with K, M or G [default: half of the machine's memory, at most 4G]
    #[arg(long, value_name = "SIZE", value_parser = ask::values::memory)]
    memory: Option<u64>,
}

impl RuleOptions {
    /// True if any rule option is given.
    pub(crate) fn is_given(&self) -> bool {
        let Self { preset, rules, diagonals, start } = self;
        preset.is_some() || !rules.is_empty() || *diagonals || !start.is_empty()
    }

    /// The rules of the options, over those of the level.
    ///
    /// # Errors
    /// An unknown rule or value, with the known ones.
    pub(crate) fn rules(&self, level: &Level) -> Result<Rules> {
        let mut rules = level.rules_under(self.preset);
        rules.diagonals |= self.diagonals;
        for rule in &self.rules {
            rules.set(rule).map_err(|error| usage(format_args!("--rule {rule}: {error}")))?;
        }
        for start in &self.start {
            if let Start::Inventory(inventory) = start {
                rules.start = *inventory;
            }
        }
        Ok(rules)
    }

    /// The start cell, if it is given.
    pub(crate) fn places(&self) -> Places {
        let mut places = Places::default();
        for start in &self.start {
            match start {
                Start::Cell(cell) => places.start = Some(*cell),
                Start::Node(name) => places.nodes[0] = Some(name.clone()),
                Start::Inventory(_) => {}
            }
        }
        places
    }
}

impl LimitOptions {
    /// The limits, with a limit on states; 0 means none. An interrupt from the keyboard also ends the search.
    pub(crate) fn limits(&self, states: u64) -> Limits<'static> {
        Limits {
            states: (states > 0).then_some(states),
            time: self.time,
            memory: Some(self.memory.unwrap_or_else(usual_memory)),
            cancel: Some(interrupt::listen()),
            progress: Some(&super::progress::STATES),
            watch: None,
        }
    }
}

/// Format and target of a report.
#[derive(Debug, Args)]
pub(crate) struct ReportOptions {
    /// Output format [default: from the file extension, otherwise text]
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    output: OutputOptions,
}

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people
    Text,
    /// One JSON object
    Json,
    /// Picture of the level with the plan drawn over it
    Svg,
    /// The same picture as PNG
    Png,
}

impl Endings for Format {
    const ENDINGS: &'static [(&'static str, Self)] =
        &[("txt", Self::Text), ("json", Self::Json), ("svg", Self::Svg), ("png", Self::Png)];
}

impl ReportOptions {
    /// A report in a format to a file or to standard output.
    pub(crate) fn of(format: Format, output: OutputOptions) -> Self {
        Self { format: Some(format), output }
    }

    /// Format of the output.
    fn format(&self) -> Result<Format> {
        ending::format(self.format, self.output.path(), Format::Text)
    }

    /// The file, as it was typed.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.output.path()
    }

    /// The same report on standard output, for commands that write something else to the file.
    pub(crate) fn without_file(&self) -> Self {
        Self { format: self.format, output: OutputOptions::default() }
    }

    /// True if JSON is requested.
    ///
    /// # Errors
    /// If the extension of the file does not match the format.
    pub(crate) fn is_json(&self) -> Result<bool> {
        Ok(self.format()? == Format::Json)
    }

    /// Target of the report.
    pub(crate) fn target(&self) -> Target {
        Target::of(self.output.path())
    }

    /// Checks that no picture is requested, because there are several levels.
    ///
    /// # Errors
    /// If a picture is requested.
    pub(crate) fn is_of_many(&self) -> Result<()> {
        match self.format()? {
            Format::Svg | Format::Png => Err(usage("a picture shows one level; several are given")),
            Format::Text | Format::Json => Ok(()),
        }
    }

    /// Checks that a requested picture can be drawn.
    ///
    /// # Errors
    /// If the level has no tiles, or too many.
    pub(crate) fn check(&self, name: &str, level: &Level) -> Result<()> {
        match self.format()? {
            Format::Svg | Format::Png => picture::can_be_drawn(name, level),
            Format::Text | Format::Json => Ok(()),
        }
    }

    /// Writes a report as text, as JSON or as a picture.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn write(
        &self,
        json: &impl Serialize,
        words: impl FnOnce() -> String,
        draw: impl FnOnce(&mut dyn Write, Kind) -> Result<()>,
    ) -> Result<()> {
        let (format, target) = (self.format()?, self.target());
        let written = target.write(|out| {
            match format {
                Format::Json => {
                    serde_json::to_writer(&mut *out, json)?;
                    writeln!(out)?;
                }
                Format::Text => out.write_all(folded(&words(), target.width()).as_bytes())?,
                Format::Svg => draw(out, Kind::Svg)?,
                Format::Png => draw(out, Kind::Png)?,
            }
            Ok(Exit::Done)
        });
        written.map(|_| ())
    }
}

/// The results of several inputs, in their order, and [`Exit::Done`] if all succeeded. Errors are printed on standard
/// error and left out.
///
/// # Errors
/// A usage error; the last error if there is no result.
pub(crate) fn kept<T>(results: impl IntoIterator<Item = Result<T>>) -> Result<(Vec<T>, Exit)> {
    let (mut kept, mut wrong) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(one) => kept.push(one),
            Err(error) if of_error(&error) == Exit::Usage => return Err(error),
            Err(error) => wrong.push(error),
        }
    }
    let last = if kept.is_empty() { wrong.pop() } else { None };
    let worst = if wrong.iter().all(is_board) { Exit::LEFT_OUT } else { Exit::Invalid };
    wrong.iter().for_each(|error| note!("left out: {}", with_causes(error)));
    match last {
        Some(error) => Err(error),
        None => Ok((kept, if wrong.is_empty() { Exit::Done } else { worst })),
    }
}

/// The results of several files that hold several inputs each, as [`kept`].
///
/// # Errors
/// As [`kept`].
pub(crate) fn several<T>(
    files: impl IntoIterator<Item = Result<Vec<Result<T>>>>,
) -> Result<(Vec<T>, Exit)> {
    let each = |file: Result<Vec<Result<T>>>| file.unwrap_or_else(|error| vec![Err(error)]);
    kept(files.into_iter().flat_map(each))
}

/// A report as JSON, with the guesses on which its level rests.
#[derive(Serialize)]
pub(crate) struct Guessed<'a, T> {
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub(crate) guessed: &'a [String],
    #[serde(flatten)]
    pub(crate) report: T,
}

/// The beginning of a verdict on a level that rests on guesses; empty if it rests on none.
pub(crate) fn by_guesses(guesses: &[String]) -> String {
    match guesses.len() as u64 {
        0 => String::new(),
        many => format!("by {}: ", counted(many, "guess", "guesses")),
    }
}

/// Ends an interrupted check: prints the findings on standard error, so that they are not mistaken for a complete
/// report.
pub(crate) fn interrupted(words: &str) -> Exit {
    note!("interrupted; findings so far:\n{}", words.trim_end());
    Exit::Interrupted
}

/// Adds the file name to the error of a level that is too large.
pub(crate) fn too_much(name: &str, error: impl std::fmt::Display) -> anyhow::Error {
    invalid(format_args!("{name}: {error}"))
}
