//! `quandary check --repair`: the smallest change after which a level cannot be lost, and the level so changed.

use super::asked::{Asked, Options};
use super::way::way;
use crate::cli::convert;
use crate::cli::ending;
use crate::cli::exit::{Exit, usage};
use crate::cli::interrupt;
use crate::cli::judge::{interrupted, picture};
use crate::cli::progress;
use crate::output::Target;
use crate::shown::note;
use anyhow::Result;
use level::check::repair::{Outcome, repair};
use level::report::check::Wire;
use level::report::repair as told;
use level::report::text::{self, Terms};
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// Checks a level and looks for a repair. The exit code is that of the level as it is.
///
/// # Errors
/// When the level, the rules or the options will not do, or the output cannot be written.
pub(super) fn run(options: &Options, path: &Path) -> Result<Exit> {
    let form = form(options)?;
    let asked = Asked::of(options, path)?;
    let Asked { name, level, rules, .. } = &asked;
    let report = options.report.without_file();
    options.draw.check(name, level)?;
    report.check(name, level)?;
    let limits = options.limits();
    let (line, begin) = (progress::show("checking"), Instant::now());
    let (check, exit, checked) = asked.check(options)?;
    let outcome = repair(level, rules, &check, &limits.since(begin));
    drop(line);
    let [checked, mended] = [&checked, &limits].map(|limits| Terms { rules, limits });
    let words = || text::check(level, checked, &check) + &told::text(level, mended, &outcome);
    if interrupt::came() {
        return Ok(interrupted(&words()));
    }
    if options.draw.is_wanted() {
        options.draw.write(name, level, way(level, rules, &check).as_ref())?;
    }
    if let Some((format, path)) = form {
        write(format, path, name, &outcome)?;
    }
    let draw = |out: &mut dyn Write, kind| {
        picture::write(out, kind, name, level, way(level, rules, &check).as_ref())
    };
    let json = Wire::new(level, rules, &check).with_repair(level, &outcome);
    report.write(&json, words, draw)?;
    Ok(exit)
}

/// The form in which the mended level is written, and where.
fn form(options: &Options) -> Result<Option<(convert::Format, &Path)>> {
    if options.question.is_asked() {
        return Err(usage(
            "--repair mends the level as it is; leave out --without, --free, --goal and --wall",
        ));
    }
    let Some(path) = options.report.path() else { return Ok(None) };
    if Target::of(Some(path)) == Target::Stdout {
        return Err(usage(
            "-o -: with --repair the report goes to standard output; name a file for the mended level",
        ));
    }
    Ok(Some((ending::format(None, Some(path), convert::Format::Json)?, path)))
}

/// Writes the mended level, if there is one.
fn write(format: convert::Format, path: &Path, name: &str, outcome: &Outcome) -> Result<()> {
    let Outcome::Mended(repair) = outcome else {
        note!("{}: not written, for there is no mended level", path.display());
        return Ok(());
    };
    let target = Target::of(Some(path));
    convert::write(&repair.level, name, format, &target).map(|_| ())
}
