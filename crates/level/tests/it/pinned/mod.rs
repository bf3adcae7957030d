//! Results for more than a thousand levels, pinned by hash: answers, texts, figures, formats, and amounts of work.
//!
//! Other tests check that results are correct. This one checks that nothing changed, including the number of states
//! that a search finds: a weaker heuristic is still correct and shows only here. A list has one line per kind of level.
//!
//! Invariant: pinned results depend on no clock and no hash map order, so every build gives the same.

mod kinds;
mod asked;
mod forms;
mod judged;
mod measured;
mod played;
mod solved;
mod spoilt;

use crate::tile_twin::levels::Case;
use kinds::{Kind, kinds};
use quandary_level::Limits;
use std::fmt::Write as _;
use testing::pinned::hold;

/// Limits that do not depend on the machine.
fn limits(states: u64) -> Limits<'static> {
    Limits { states: Some(states), ..Limits::default() }
}

/// Results for the levels of a kind, one after another.
fn each(say: impl Fn(&Case, &mut String)) -> impl Fn(&[Case], &mut String) {
    move |cases, text| {
        for case in cases {
            let _ = writeln!(text, "\n== {} {}", case.family, case.seed);
            say(case, text);
        }
    }
}

/// Compares the results for the levels of every kind with a pinned list.
fn pinned(name: &str, say: impl Fn(&[Case], &mut String)) {
    let said = kinds().into_iter().map(|Kind { name, cases }| {
        let mut text = String::new();
        say(&cases, &mut text);
        (name, text)
    });
    hold!(name, &said.collect::<Vec<_>>());
}
