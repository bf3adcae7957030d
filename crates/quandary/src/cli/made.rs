//! Generates the results of seeds: one result is shown, many are one JSON line or one file each.

use super::exit::{Exit, usage};
use super::interrupt;
use super::many::{self, Line};
use super::seed::Seeds;
use crate::output::Target;
use crate::shown::note;
use anyhow::Result;
use ask::{Generated, Refusal, RefusalKind, Task};
use dungeon::Scratch;
use search::{Control, Seed};
use std::io::Write;

/// Generates the results of the seeds; `show` writes a result that is not a JSON line to a target. For a single seed
/// `progress` gets the number of attempts.
///
/// # Errors
/// If the request cannot be satisfied, or the output cannot be written.
pub(super) fn run<T: Task>(
    task: &T,
    (seeds, threads): (Seeds, usize),
    target: &Target,
    progress: &(dyn Fn(u64, u64) + Sync),
    show: impl Fn(&T::Output, &Target) -> Result<Exit> + Send + Sync,
) -> Result<Exit> {
    let write = |scratch: &mut Scratch, seed, target: &Target, control: &Control<'_>| match task
        .make(seed, control, scratch)
    {
        Ok(made) => show(&made, target),
        Err(refusal) => ending(&refusal),
    };
    match seeds {
        Seeds::One(seed) => {
            let control = Control { threads, cancel: interrupt::listen(), progress };
            write(&mut Scratch::default(), seed, target, &control)
        }
        Seeds::Lines { first, count } => {
            many::run(first, count, threads, target, |scratch, seed, cancel| {
                let control = Control { threads: 1, cancel, ..Control::default() };
                line(task, seed, &control, scratch)
            })
        }
        Seeds::Files { first, count } => {
            many::files(first, count, threads, target, |scratch, seed, file, cancel| {
                write(scratch, seed, file, &Control { threads: 1, cancel, ..Control::default() })
            })
        }
    }
}

/// Generates the line of a seed.
fn line<T: Task>(
    task: &T,
    seed: Seed,
    control: &Control<'_>,
    scratch: &mut Scratch,
) -> Result<Line> {
    match task.make(seed, control, scratch) {
        Ok(made) => {
            let mut bytes = Vec::with_capacity(1 << 14);
            made.write_line(&mut bytes)?;
            Ok(Line::Json(bytes))
        }
        Err(Refusal { kind: RefusalKind::NoResult, error, .. }) => Ok(Line::Nothing(error)),
        Err(Refusal { kind: RefusalKind::Interrupted, .. }) => Ok(Line::Interrupted),
        Err(refusal) => Err(wrong(&refusal)),
    }
}

/// Writes the output of `write` to a target; a text map comes with a note on the file extension of a picture.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn written(
    target: &Target,
    picture: Option<&'static str>,
    write: impl FnOnce(&mut dyn Write) -> Result<()>,
) -> Result<Exit> {
    target.write_map(picture, |out| {
        write(out)?;
        Ok(Exit::Done)
    })
}

/// Prints on standard error why there is no result, and returns the exit code.
pub(super) fn ending(refusal: &Refusal) -> Result<Exit> {
    match refusal.kind {
        RefusalKind::NoResult => {
            note!("{}", refusal.error);
            Ok(Exit::Nothing)
        }
        RefusalKind::Interrupted => Ok(Exit::Interrupted),
        RefusalKind::Request | RefusalKind::Input => Err(wrong(refusal)),
    }
}

/// The error of a request that cannot be satisfied; it names the option if there is one.
pub(super) fn wrong(refusal: &Refusal) -> anyhow::Error {
    match refusal.field.as_str() {
        "" => usage(&refusal.error),
        field => usage(format_args!("--{}: {}", field.replace('_', "-"), refusal.error)),
    }
}
