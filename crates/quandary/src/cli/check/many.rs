//! `quandary check` of several levels: a line each, and how many of which kind there are.
//!
//! Invariant: lines come in the order in which the levels are named, whatever the threads.

use super::asked::{Asked, Options};
use crate::cli::exit::{Exit, of_error, usage};
use crate::cli::interrupt;
use crate::cli::judge::input;
use crate::cli::progress;
use anyhow::{Context, Result};
use level::report::check::Wire;
use level::report::text;
use rayon::ThreadPoolBuilder;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use voice::{counted, shown};

/// The outcomes of a level, the worse the later, with the words that count them.
const OUTCOMES: [(Exit, &str); 5] = [
    (Exit::Done, "winnable and unlosable"),
    (Exit::Softlock, "losable"),
    (Exit::NotWinnable, "not winnable"),
    (Exit::Nothing, "unknown"),
    (Exit::Invalid, "no level"),
];

/// The line about a level, and its exit code.
type Told = Result<(String, Exit)>;

/// The line about a level in JSON.
#[derive(Serialize)]
struct Line<'a, T> {
    file: &'a str,
    #[serde(flatten)]
    said: T,
}

/// The line about a file that holds no level.
#[derive(Serialize)]
struct Fault<'a> {
    error: &'a str,
}

/// Checks levels, and answers with the worst exit code.
///
/// # Errors
/// When the options ask for what cannot be, or the output cannot be written.
pub(super) fn run(options: &Options, levels: &[PathBuf]) -> Result<Exit> {
    options.report.is_of_many()?;
    if options.draw.is_wanted() {
        return Err(usage("--draw is for one level; here are several"));
    }
    if options.repair {
        return Err(usage("--repair is for one level; here are several"));
    }
    if levels.iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        return Err(usage("standard input is named twice"));
    }
    let is_json = options.report.is_json()?;
    let pool = ThreadPoolBuilder::new().num_threads(options.jobs).build();
    let pool = pool.context("cannot start threads")?;
    let (sender, receiver) = channel();
    let stop = AtomicBool::new(false);
    pool.in_place_scope_fifo(|scope| {
        for (number, path) in levels.iter().enumerate() {
            let (sender, stop) = (sender.clone(), &stop);
            scope.spawn_fifo(move |_| {
                if !stop.load(Ordering::Relaxed) {
                    // Whoever hears no more has failed, and says so.
                    let _ = sender.send((number, told(options, path, is_json)));
                }
            });
        }
        drop(sender);
        let mut exit = Exit::Done;
        let written = options.report.target().write(|out| {
            exit = write(out, levels.len(), &receiver, is_json)?;
            // A finding is a result, whatever it is; an interruption is none.
            Ok(if exit == Exit::Interrupted { exit } else { Exit::Done })
        });
        stop.store(true, Ordering::Relaxed);
        written.map(|_| exit)
    })
}

/// Writes what is told, in order, and the summary.
fn write(
    out: &mut dyn Write,
    levels: usize,
    receiver: &Receiver<(usize, Told)>,
    is_json: bool,
) -> Result<Exit> {
    let template = "{wide_bar} {human_pos} of {human_len}, {eta} left";
    let bar = progress::bar(false, Some(levels as u64), template);
    let mut waiting: Vec<Option<Told>> = (0..levels).map(|_| None).collect();
    let mut exits = Vec::with_capacity(levels);
    for (number, told) in receiver {
        if let Some(place) = waiting.get_mut(number) {
            *place = Some(told);
        }
        while let Some(told) = waiting.get_mut(exits.len()).and_then(Option::take) {
            let (line, exit) = told?;
            if exit == Exit::Interrupted {
                return Ok(exit);
            }
            bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()))?;
            bar.inc(1);
            exits.push(exit);
        }
    }
    bar.finish_and_clear();
    if !is_json {
        writeln!(out, "{}", summary(&exits))?;
    }
    let worst = OUTCOMES.iter().rev().find(|(exit, _)| exits.contains(exit));
    Ok(worst.map_or(Exit::Done, |(exit, _)| *exit))
}

/// Number of levels by how they came out: `3 levels: 2 losable, 1 unknown`.
fn summary(exits: &[Exit]) -> String {
    let many = |wanted: Exit| exits.iter().filter(|&&exit| exit == wanted).count();
    let counts = OUTCOMES.iter().map(|&(exit, words)| (many(exit), words));
    let counts: Vec<String> = counts
        .filter(|(many, _)| *many > 0)
        .map(|(many, words)| format!("{many} {words}"))
        .collect();
    format!("{}: {}", counted(exits.len() as u64, "level", "levels"), counts.join(", "))
}

/// The line about the level of a file. A file that holds none is told there too.
fn told(options: &Options, path: &Path, is_json: bool) -> Told {
    let name = input::name(path);
    checked(options, path, is_json).or_else(|error| {
        if of_error(&error) == Exit::Usage {
            return Err(error.context(name));
        }
        let said = format!("{error:#}");
        let said = said.strip_prefix(&format!("{name}: ")).unwrap_or(&said);
        let line = match is_json {
            true => json(&name, Fault { error: said })?,
            false => {
                format!("{}: {}", shown(&name), said.lines().next().unwrap_or_default())
            }
        };
        Ok((line, Exit::Invalid))
    })
}

fn checked(options: &Options, path: &Path, is_json: bool) -> Told {
    if interrupt::came() {
        return Ok((String::new(), Exit::Interrupted));
    }
    let asked = Asked::of(options, path)?;
    let (check, exit, _) = asked.check(options)?;
    let Asked { name, level, rules, .. } = &asked;
    let line = match is_json {
        true => json(name, Wire::new(level, rules, &check))?,
        false => format!("{}: {}", shown(name), text::line(level, &check)),
    };
    Ok((line, exit))
}

fn json(file: &str, said: impl Serialize) -> Result<String> {
    Ok(serde_json::to_string(&Line { file, said })?)
}
