//! Moves that are replayed, and plans that are written as moves.

use crate::cli::exit::{Exit, invalid};
use crate::cli::judge::{ReportOptions, input, too_much};
use crate::output::Target;
use anyhow::Result;
use diagnostics::counted;
use level::Level;
use level::plan::Plan;
use level::play::lurd::{self, Won};
use level::play::{Command, Game, Step};
use level::rules::{Rules, Way};
use serde::Serialize;
use std::ffi::OsStr;
use std::path::Path;

/// A replay as JSON.
#[derive(Serialize)]
struct Replayed {
    wins: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pushes: Option<usize>,
    /// The reason if it does not win.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl From<Result<Won, String>> for Replayed {
    fn from(replayed: Result<Won, String>) -> Self {
        match replayed {
            Ok(Won { moves, pushes }) => {
                Self { wins: true, moves: Some(moves), pushes: Some(pushes), reason: None }
            }
            Err(reason) => Self { wins: false, moves: None, pushes: None, reason: Some(reason) },
        }
    }
}

/// Replays moves, or those of a file, and tells whether they win.
///
/// # Errors
/// If the text is no list of moves, or the output cannot be written.
pub(super) fn run(
    level: &Level,
    rules: &Rules,
    moves: &str,
    report: &ReportOptions,
) -> Result<Exit> {
    let path = Path::new(moves);
    let is_file = path.as_os_str() == OsStr::new("-") || path.is_file();
    let (text, place) = match is_file {
        true => (input::text(path)?, input::name(path)),
        false => (moves.to_owned(), "--replay".to_owned()),
    };
    let replayed = lurd::replay(level, rules, &text);
    let replayed = replayed.map_err(|error| invalid(format_args!("{place}: {error}")))?;
    let words = match &replayed {
        Ok(Won { moves, pushes }) => {
            let moves = counted(*moves as u64, "move", "moves");
            format!("wins in {moves}, {}\n", counted(*pushes as u64, "push", "pushes"))
        }
        Err(reason) => format!("does not win: {reason}\n"),
    };
    let exit = if replayed.is_ok() { Exit::Done } else { Exit::UNWON };
    report.write(&Replayed::from(replayed), || words, |_, _| Ok(()))?;
    Ok(exit)
}

/// Writes a plan as moves.
///
/// # Errors
/// If a step of the plan is no plain move, or the output cannot be written.
pub(super) fn write(
    level: &Level,
    rules: &Rules,
    plan: &Plan,
    name: &str,
    target: &Target,
) -> Result<()> {
    let mut game = Game::of(level, rules).map_err(|error| too_much(name, error))?;
    let steps = game.steps_of(plan).unwrap_or_default();
    let moves = game.follow(&steps).ok().and_then(|()| lurd::write(&game));
    let Some(moves) = moves.filter(|_| game.is_won()) else {
        let other = steps.iter().find(|step| !is_plain(**step));
        let other = other.map(|step| step.words(level)).unwrap_or_default();
        return Err(invalid(format_args!(
            "{name}: the plan has the step `{other}`, and the letters of .lurd are only moves up, down, left and right"
        )));
    };
    let written = target.write(|out| {
        writeln!(out, "{moves}")?;
        Ok(Exit::Done)
    });
    written.map(|_| ())
}

/// True for a move up, down, left or right.
fn is_plain(step: Step) -> bool {
    matches!(step.command, Command::Go(Way::Up | Way::Down | Way::Left | Way::Right))
        && step.by == 0
}
