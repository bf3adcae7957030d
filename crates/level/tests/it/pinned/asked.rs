//! What-if questions, reasons and repairs.

use crate::pinned::{each, limits, pinned};
use crate::tile_twin::levels::Case;
use quandary_level::check;
use quandary_level::check::repair::{repair, repair_changes};
use quandary_level::check::what_if::{Batch, Freeable, WhatIf};
use quandary_level::hint::explain::explain;
use quandary_level::report::{self, text::Terms};
use std::fmt::Write as _;

/// A question about one thing.
fn about(question: &str, thing: &str) -> WhatIf {
    let thing = thing.to_owned();
    match question {
        "without" => WhatIf { without: vec![thing], ..WhatIf::default() },
        "free" => WhatIf { free: vec![thing], ..WhatIf::default() },
        "goal" => WhatIf { goal: Some(thing), ..WhatIf::default() },
        _ => WhatIf { wall: vec![thing], ..WhatIf::default() },
    }
}

/// The names that a question allows, as listed in the error of an unknown name.
fn names(question: &str, case: &Case, text: &mut String) -> Vec<String> {
    let Err(error) = about(question, "nothing").of(&case.level, &case.rules) else {
        return Vec::new();
    };
    let said = error.to_string();
    let _ = writeln!(text, "{}: {said}", error.question());
    let listed = said.split_once("known are ").map_or("", |(_, listed)| listed);
    let listed = listed.split_once(" and ").map_or(listed, |(listed, _)| listed);
    listed.split(", ").filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

#[test]
fn questions() {
    pinned(
        "asked",
        each(|case, text| {
            let (level, rules) = (&case.level, &case.rules);
            let Ok(mut round) = Batch::of(level, rules) else { return };
            let _ = writeln!(text, "{:?}", round.plan(3_000));
            for question in ["without", "free", "goal", "wall"] {
                let names = names(question, case, text);
                for (number, name) in names.iter().enumerate().take(12) {
                    let mut asked = about(question, name);
                    // Some questions name two things.
                    asked.without.extend(
                        names
                            .get(number + 3)
                            .filter(|_| question == "without" && number % 3 == 0)
                            .cloned(),
                    );
                    let answer = round.ask(&asked, number % 4 != 3, 3_000);
                    let _ = writeln!(text, "{name} {answer:?} {}", round.met());
                }
            }
        }),
    );
}

#[test]
fn reasons() {
    pinned(
        "reasons",
        each(|case, text| {
            let locks = Freeable::all(&case.level, &case.rules);
            for lock in locks.iter().take(6) {
                let why = explain(&case.level, &case.rules, &lock.name, &limits(3_000));
                let _ = writeln!(text, "{} {why:?}", lock.name);
            }
        }),
    );
}

/// Repairs are slow, so only the first levels of each kind are tested.
fn is_mended(case: &Case) -> bool {
    case.seed < 40 && case.family != "dungeon" && case.family != "long"
}

#[test]
fn repairs() {
    pinned(
        "mended",
        each(|case, text| {
            let (level, rules, limits) = (&case.level, &case.rules, limits(3_000));
            let _ =
                writeln!(text, "{:?}", repair_changes(level, rules).map(|changes| changes.len()));
            if is_mended(case) {
                let checked = check(level, rules, &limits).expect("few bits");
                let outcome = repair(level, rules, &checked, &limits);
                *text +=
                    &report::check::repair_text(level, Terms { rules, limits: &limits }, &outcome);
                let _ = writeln!(text, "{outcome:?}");
            }
        }),
    );
}
