//! `quandary check --explain THING`: why a lock, a key or a room is needed.

use super::asked::{Asked, Options};
use crate::cli::exit::{Exit, input, usage};
use crate::cli::interrupt;
use crate::cli::judge::names::Names;
use crate::cli::judge::{interrupted, picture};
use crate::cli::progress;
use anyhow::Result;
use level::hint::explain::{Explanation, Unexplained, explain};
use std::io::Write;
use std::path::Path;
use voice::shown;

/// Explains a thing of a level.
///
/// # Errors
/// When the level, the rules or the thing will not do, or the output cannot be written.
pub(super) fn run(options: &Options, path: &Path, thing: &str) -> Result<Exit> {
    let Asked { name, level, rules, names } = &Asked::of(options, path)?;
    options.report.check(name, level)?;
    let limits = options.limits();
    let line = progress::show("explaining");
    let explained =
        explain(level, rules, names.thing(thing), &limits).map_err(|error| match error {
            Unexplained::Unknown(_) => usage(format_args!("--explain {thing}: {error}")),
            Unexplained::Unplayable(_) => input(format_args!("{name}: {error}")),
        })?;
    drop(line);
    if interrupt::came() {
        return Ok(interrupted(&words(&explained, names)));
    }
    let draw = |out: &mut dyn Write, kind| picture::write(out, kind, name, level, None);
    options.report.write(&explained, || words(&explained, names), draw)?;
    Ok(match explained {
        Explanation { winnable: Some(false), .. } => Exit::NotWinnable,
        Explanation { needed: Some(_), .. } => Exit::Done,
        _ => Exit::Nothing,
    })
}

/// The sentences, a line each, and what is called how in them.
fn words(explained: &Explanation, names: &Names) -> String {
    let lines = explained.sentences.iter().map(|sentence| format!("{}\n", shown(sentence)));
    let words: String = lines.collect();
    let legend = names.legend(&words);
    words + &legend
}
