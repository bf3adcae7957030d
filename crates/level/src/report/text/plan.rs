//! A plan in words, move by move.

use super::super::place::Place;
use super::super::walk::{Step, steps};
use crate::model::level::Level;
use crate::plan::Walk;
use std::fmt::Write as _;

/// The moves of a walk, a line each.
pub(super) fn plan(level: &Level, walk: &Walk) -> String {
    let start = Place::of(level, walk.start);
    let place = start.to_string();
    let mut text = format!("   0  start {} {}\n", at(&start), voice::shown(&place));
    for (i, step) in steps(level, walk).iter().enumerate() {
        let _ = writeln!(text, "{:4}  {}", i + 1, voice::shown(&words(step)));
    }
    text
}

/// The word before a place.
pub(in crate::report) fn at(place: &Place<'_>) -> &'static str {
    if matches!(place, Place::Node(_)) { "in" } else { "at" }
}

fn words(step: &Step<'_>) -> String {
    let place = &step.position;
    let mut words = match step.action {
        "flip" => format!("flip {} {place}; on now: {:?}", at(place), step.held.toggles),
        "goto" => format!("go to {place}"),
        "warp" => format!("warp to {place}"),
        way => format!("{} to {place}", way.replace('_', " and ")),
    };
    if let Some([from, to]) = &step.pushed {
        let _ = write!(words, ", pushing the block of {from} to {to}");
    }
    for (names, does) in [(&step.pressed, "pressing"), (&step.released, "releasing")] {
        if !names.is_empty() {
            let _ = write!(words, ", {does} plate {}", names.join(", "));
        }
    }
    if !step.opened.is_empty() {
        let _ = write!(words, ", opening {}", step.opened.join(", "));
    }
    if !step.collected.is_empty() {
        let bombs = if step.with_bombs { " with bombs" } else { "" };
        let _ = write!(words, ", taking {}{bombs}", step.collected.join(", "));
    }
    words
}
