//! Why a level cannot be won, and what would mend it, in words.

use crate::check::change::Change;
use crate::check::why_not::{Tried, WhyNot};
use crate::model::level::Level;
use crate::report::names::Thing;
use std::fmt::Write as _;
use voice::shown;

/// Reasons why a level cannot be won, if they were found.
pub(super) fn reason_or_limit(level: &Level, why_not: Option<&WhyNot>) -> String {
    match why_not {
        _ if !level.has_goal() => format!("why not: {}\n", no_goal(level)),
        Some(why_not) => blocked(level, why_not),
        None => "why not: not found out within the limits\n".to_owned(),
    }
}

/// Advice on giving a level a goal.
fn no_goal(level: &Level) -> &'static str {
    match level.tiles {
        Some(_) => {
            "this level has no goal: draw a TRIFORCE tile (* in a drawing), or name its cell in \"goals\""
        }
        None => {
            "this level has no goal: let a node hold \"goal\" among its contents, or name it in graph.goals"
        }
    }
}

/// The core of a level that cannot be won: its locks and missing things.
pub fn core(level: &Level, why_not: &WhyNot) -> String {
    if !level.has_goal() {
        return no_goal(level).to_owned();
    }
    if why_not.core.is_empty() {
        return "no way leads to a goal, even with every lock open".to_owned();
    }
    let mut counted: Vec<(String, u32)> = Vec::new();
    for words in why_not.core.iter().map(|change| Thing::of(level, change).words()) {
        match counted.iter_mut().find(|(known, _)| *known == words) {
            Some((_, many)) => *many += 1,
            None => counted.push((words, 1)),
        }
    }
    let words = counted.into_iter().map(|(words, many)| match many {
        1 => words,
        many => format!("{words} ({many})"),
    });
    words.collect::<Vec<_>>().join(", ")
}

fn blocked(level: &Level, why_not: &WhyNot) -> String {
    let core = core(level, why_not);
    let else_tried = match why_not.tried {
        Tried::Some => " (a limit came before all else was tried)",
        _ if !why_not.also.is_empty() => "",
        Tried::Together => " (changing anything else does not help)",
        Tried::Singly => " (no other single change helps)",
    };
    let mut text = match why_not.core[..] {
        [] => format!("why not: {core}\n"),
        _ => format!("why not: {core}{else_tried}\n"),
    };
    let done = |changes: &[Change]| changes.iter().map(|c| advice(level, c)).collect::<Vec<_>>();
    if let Some(repair) = &why_not.repair {
        let kind =
            if why_not.smallest { "smallest repair" } else { "a repair, perhaps not the smallest" };
        let _ = writeln!(text, "{kind}: {}", done(repair).join(", and "));
    }
    if !why_not.also.is_empty() {
        let _ = writeln!(text, "also enough: {}", done(&why_not.also).join(", or "));
    }
    text
}

/// A change as advice.
fn advice(level: &Level, change: &Change) -> String {
    match change {
        Change::Grant(content) => {
            format!("give the player {}", shown(&level.graph.content_name(*content)))
        }
        Change::Rule(rule) => format!("play by --rule {rule}"),
        Change::Return(_) => {
            Thing::of(level, change).words().replacen("no way back", "a way back", 1)
        }
        other => format!("open {}", Thing::of(level, other).words()),
    }
}
