//! What would be so if something were otherwise: questions, reasons, repairs.

use crate::levels::Case;
use crate::{each, pinned};
use quandary_level::check::repair::{mends, repair};
use quandary_level::check::what_if::{Freeable, Round, WhatIf};
use quandary_level::hint::explain::explain;
use quandary_level::report::{self, text::Terms};
use quandary_level::{Limits, check};
use std::fmt::Write as _;

fn limits() -> Limits<'static> {
    Limits { states: Some(3_000), ..Limits::default() }
}

#[test]
fn questions_and_reasons() {
    pinned(
        "asked",
        each(|case, text| {
            let (level, rules) = (&case.level, &case.rules);
            let nothing = "nothing of this kind".to_owned();
            // The errors name every thing that can be asked about.
            for asked in [
                WhatIf { without: vec![nothing.clone()], ..WhatIf::default() },
                WhatIf { free: vec![nothing.clone()], ..WhatIf::default() },
                WhatIf { goal: Some(nothing.clone()), ..WhatIf::default() },
                WhatIf { wall: vec![nothing], ..WhatIf::default() },
            ] {
                let _ = writeln!(text, "{:?}", asked.of(level, rules).err());
            }
            let locks: Vec<String> =
                Freeable::all(level, rules).into_iter().map(|lock| lock.name).collect();
            let Ok(mut round) = Round::of(level, rules) else { return };
            let _ = writeln!(text, "{:?}", round.plan(3_000));
            for lock in locks.iter().take(6) {
                let free = WhatIf { free: vec![lock.clone()], ..WhatIf::default() };
                let _ =
                    writeln!(text, "{lock} {:?} {}", round.ask(&free, true, 3_000), round.met());
                let without = WhatIf { without: vec![lock.clone()], ..WhatIf::default() };
                let _ =
                    writeln!(text, "{lock} {:?} {}", round.ask(&without, true, 3_000), round.met());
                let _ = writeln!(text, "{:?}", explain(level, rules, lock, &limits()));
            }
        }),
    );
}

/// Repairs ask much: of the first levels of each kind.
fn is_mended(case: &Case) -> bool {
    case.seed < 40 && case.family != "dungeon" && case.family != "long"
}

#[test]
fn repairs() {
    pinned(
        "mended",
        each(|case, text| {
            let (level, rules, limits) = (&case.level, &case.rules, limits());
            let _ = writeln!(text, "{:?}", mends(level, rules).map(|mends| mends.len()));
            if is_mended(case) {
                let checked = check(level, rules, &limits).expect("few bits");
                let outcome = repair(level, rules, &checked, &limits);
                *text += &report::repair::text(level, Terms { rules, limits: &limits }, &outcome);
                let _ = writeln!(text, "{outcome:?}");
            }
        }),
    );
}
