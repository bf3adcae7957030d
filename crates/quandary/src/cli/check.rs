//! `quandary check`: proves whether a level has softlocks, what is needed, in which order things come into
//! reach, and why a level cannot be won.

mod asked;
mod many;
mod way;
mod mending;
mod explaining;

pub(crate) use asked::Options;

use super::exit::{Exit, usage};
use super::judge::{interrupted, picture};
use super::progress;
use anyhow::Result;
use asked::Asked;
use level::report::check as wire;
use level::report::text::{self, Terms};
use std::io::Write;
use std::path::Path;
use way::way;

/// Checks levels.
///
/// # Errors
/// When the only level or the rules will not do, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    match (&options.levels[..], &options.explain) {
        ([level], Some(thing)) => explaining::run(options, level, thing),
        (_, Some(_)) => Err(usage("--explain is about one level; here are several")),
        ([level], None) => one(options, level),
        (levels, None) => many::run(options, levels),
    }
}

fn one(options: &Options, path: &Path) -> Result<Exit> {
    if options.repair {
        return mending::run(options, path);
    }
    let asked = Asked::of(options, path)?;
    let Asked { name, level, rules, names } = &asked;
    options.draw.check(name, level)?;
    options.report.check(name, level)?;
    let line = progress::show("checking");
    let (check, exit, limits) = asked.check(options)?;
    drop(line);
    let words = || {
        let words = text::check(level, Terms { rules, limits: &limits }, &check);
        let legend = names.legend(&words);
        words + &legend
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
    options.report.write(&wire::Wire::new(level, rules, &check), words, draw)?;
    Ok(exit)
}
