//! Things that seeds stand for: the thing of one seed is shown, those of many are a line of JSON or a file each.

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

/// Makes the things of the seeds, and has `show` write what is not a line of JSON to a target. `progress` is told of the
/// attempts at the thing of one seed.
///
/// # Errors
/// When the request cannot be satisfied, or the output cannot be written.
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

/// Makes the line of a seed.
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
            Ok(Line::Made(bytes))
        }
        Err(Refusal { kind: RefusalKind::NoResult, error, .. }) => Ok(Line::Nothing(error)),
        Err(Refusal { kind: RefusalKind::Interrupted, .. }) => Ok(Line::Interrupted),
        Err(refusal) => Err(wrong(&refusal)),
    }
}

/// Writes what `write` writes to a target; a map in words goes with a hint to the ending of a picture.
///
/// # Errors
/// When the output cannot be written.
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

/// Says on standard error why there is nothing, and answers with which exit code the program ends.
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

/// The error of a request that cannot be satisfied; the option is named where it is one's.
pub(super) fn wrong(refusal: &Refusal) -> anyhow::Error {
    match refusal.field.as_str() {
        "" => usage(&refusal.error),
        field => usage(format_args!("--{}: {}", field.replace('_', "-"), refusal.error)),
    }
}
