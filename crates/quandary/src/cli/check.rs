//! `quandary check`: proves whether a level has softlocks, what is needed, in which order things come into
//! reach, and why a level cannot be won.

mod asked;
mod many;
mod mending;

pub(crate) use asked::Options;

use super::exit::Exit;
use super::judge::picture;
use super::progress;
use anyhow::Result;
use asked::Asked;
use draw::level_picture::{End, Overlay};
use draw::overlay::{overlay_of, steps_of};
use level::Level;
use level::check::{Check, Safety};
use level::report::check as wire;
use level::report::text::{self, Terms};
use level::rules::Rules;
use level::solve::Verdict;
use std::io::Write;
use std::path::Path;

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

fn one(options: &Options, path: &Path) -> Result<Exit> {
    if options.repair {
        return mending::run(options, path);
    }
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
            let title = match check.limit {
                None => "losable: a shortest way to get stuck",
                Some(_) => "losable: a way to get stuck",
            };
            (walk, title, End::DeadState)
        }
        (_, Verdict::Solvable { walk, .. }) => (walk, "a way to the goal", End::Goal),
        _ => return None,
    };
    Some(overlay_of(&steps_of(level, rules, walk), title.to_owned(), end))
}
