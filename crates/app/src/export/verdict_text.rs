//! Judgements in words, for the terminal.

use crate::wire::names::Thing;
use crate::wire::place::Place;
use crate::wire::walk::{Step, steps};
use level::check::change::Change;
use level::check::levels::Levels;
use level::check::why_not::WhyNot;
use level::check::{Check, Safety};
use level::level::Level;
use level::plan::Walk;
use level::solve::space::Limit;
use level::solve::{Solution, Verdict};
use std::fmt::Write as _;

/// What `quandary solve` says.
pub(crate) fn solution(level: &Level, solution: &Solution, reason: Option<&WhyNot>) -> String {
    let mut text = verdict(&solution.verdict);
    if let Verdict::Solvable { walk, .. } = &solution.verdict {
        text += &plan(level, walk);
    }
    if solution.verdict == Verdict::Unsolvable {
        text += &reason_or_limit(level, reason);
    }
    let _ = writeln!(text, "states explored: {}", solution.explored);
    text
}

/// What `quandary check` says.
pub(crate) fn check(level: &Level, check: &Check) -> String {
    let mut text = verdict(&check.verdict);
    text += &safety(level, check);
    if !check.needed.is_empty() {
        let needed = |wanted| {
            let things = check.needed.iter().filter(|need| need.needed == wanted);
            let words: Vec<_> = things.map(|n| Thing::of(level, &n.without).words()).collect();
            if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
        };
        let _ = writeln!(text, "needed: {}", needed(Some(true)));
        let _ = writeln!(text, "not needed: {}", needed(Some(false)));
        if check.needed.iter().any(|need| need.needed.is_none()) {
            let _ = writeln!(text, "not decided within the limits: {}", needed(None));
        }
    }
    for (i, sphere) in check.spheres.iter().enumerate() {
        let words =
            sphere.iter().map(|&(node, content)| Thing::pickup(level, node, content).words());
        let _ = writeln!(text, "sphere {}: {}", i + 1, words.collect::<Vec<_>>().join(", "));
    }
    if check.verdict == Verdict::Unsolvable {
        text += &reason_or_limit(level, check.why_not.as_ref());
    }
    if let Some(levels) = &check.levels {
        text += &rooms(levels);
    }
    for finding in &check.lint {
        let _ = writeln!(text, "lint: {} ({})", finding.message, finding.code);
    }
    text
}

fn verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Solvable { walk, optimal, .. } => {
            let cost = match walk.cost.diagonal {
                0 => moves(walk.cost.straight),
                _ => format!("{} (cost {})", moves(walk.records.len() as u64), walk.cost),
            };
            let proved = if *optimal { "optimal" } else { "not proved optimal" };
            format!("solvable in {cost} ({proved})\n")
        }
        Verdict::Unsolvable => {
            "unsolvable: everything in reach holds no goal (proved)\n".to_owned()
        }
        Verdict::Unknown(limit) => format!("unknown: {} came first\n", limit_words(*limit)),
    }
}

/// Where tiles and graph do not say the same.
fn rooms(levels: &Levels) -> String {
    if levels.agree != Some(false) {
        return String::new();
    }
    let says = if levels.room_winnable == Some(true) { "can" } else { "cannot" };
    let mut text = format!("the room graph disagrees: by it the level {says} be won\n");
    for reason in &levels.reasons {
        let _ = writeln!(text, "  {reason}");
    }
    text
}

fn moves(number: u64) -> String {
    if number == 1 { "1 move".to_owned() } else { format!("{number} moves") }
}

fn limit_words(limit: Limit) -> &'static str {
    match limit {
        Limit::States => "the limit on states (--max-states)",
        Limit::Time => "the limit on time (--time)",
        Limit::Memory => "the limit on memory (--memory)",
        Limit::Cancelled => "an interrupt",
    }
}

fn safety(level: &Level, check: &Check) -> String {
    let dead = check.dead_states.unwrap_or_default();
    match &check.safety {
        Safety::Unlosable if check.limit.is_some() => {
            format!(
                "unlosable: nothing can ever be lost; {} states were counted before a limit\n",
                check.states
            )
        }
        Safety::Unlosable => {
            format!("unlosable: a goal can be reached from all {} states\n", check.states)
        }
        Safety::Losable(None) if check.limit.is_some() => {
            format!("every state is dead; {} were counted before a limit\n", check.states)
        }
        Safety::Losable(None) => format!("all {} states are dead\n", check.states),
        Safety::Losable(Some((_, walk))) => {
            let head = format!(
                "losable: {dead} of {} states are dead; the shortest way into one, {}:\n",
                check.states,
                moves(walk.records.len() as u64)
            );
            head + &plan(level, walk)
        }
        Safety::Unknown(limit) => format!(
            "whether it is losable is unknown: {} came first, after {} states\n",
            limit_words(*limit),
            check.states
        ),
    }
}

/// The moves of a walk, a line each.
fn plan(level: &Level, walk: &Walk) -> String {
    let start = Place::of(level, walk.start);
    let mut text = format!("   0  start {} {start}\n", at(&start));
    for (i, step) in steps(level, walk).iter().enumerate() {
        let _ = writeln!(text, "{:4}  {}", i + 1, words(step));
    }
    text
}

/// The word before a place.
fn at(place: &Place<'_>) -> &'static str {
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
    if !step.opened.is_empty() {
        let _ = write!(words, ", opening {}", step.opened.join(", "));
    }
    if !step.collected.is_empty() {
        let bombs = if step.with_bombs { " with bombs" } else { "" };
        let _ = write!(words, ", taking {}{bombs}", step.collected.join(", "));
    }
    words
}

/// Why a level cannot be won, if that was found out.
fn reason_or_limit(level: &Level, why_not: Option<&WhyNot>) -> String {
    match why_not {
        Some(why_not) => blocked(level, why_not),
        None => "why not: not found out within the limits\n".to_owned(),
    }
}

/// What keeps a level from being won: the locks and missing things of its core.
pub(crate) fn core(level: &Level, why_not: &WhyNot) -> String {
    if why_not.core.is_empty() {
        return "no way leads to a goal, even with every lock open".to_owned();
    }
    let words = why_not.core.iter().map(|change| Thing::of(level, change).words());
    words.collect::<Vec<_>>().join(", ")
}

fn blocked(level: &Level, why_not: &WhyNot) -> String {
    let core = core(level, why_not);
    if why_not.core.is_empty() {
        return format!("why not: {core}\n");
    }
    let mut text = format!("why not: {core} (changing anything else does not help)\n");
    if let Some(repair) = &why_not.repair {
        let words = repair.iter().map(|change| match change {
            Change::Grant(content) => {
                format!("give the player {}", level.graph.content_name(*content))
            }
            Change::Allow(allowance) => format!("play by the rule {}", allowance.rule()),
            other => format!("open {}", Thing::of(level, other).words()),
        });
        let kind =
            if why_not.smallest { "smallest repair" } else { "a repair, perhaps not the smallest" };
        let _ = writeln!(text, "{kind}: {}", words.collect::<Vec<_>>().join(", and "));
    }
    text
}
