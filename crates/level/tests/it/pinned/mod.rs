//! What is said of more than a thousand levels, pinned by hash: answers, words, figures, forms, and the work that was counted.
//!
//! Other tests say what is right. This one says that nothing changed, the number of states a search meets included: a
//! heuristic that became weaker is still right, and shows here alone. A list has a line for each kind of levels.
//!
//! Invariant: no clock and no order from a hash map is in what is pinned, so that every build says the same.

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

/// Limits that every build keeps alike.
fn limits(states: u64) -> Limits<'static> {
    Limits { states: Some(states), ..Limits::default() }
}

/// What is said of the levels of a kind, where each is spoken of by itself.
fn each(say: impl Fn(&Case, &mut String)) -> impl Fn(&[Case], &mut String) {
    move |cases, text| {
        for case in cases {
            let _ = writeln!(text, "\n== {} {}", case.family, case.seed);
            say(case, text);
        }
    }
}

/// Holds what is said of the levels of every kind against the list of a name.
fn pinned(name: &str, say: impl Fn(&[Case], &mut String)) {
    let said = kinds().into_iter().map(|Kind { name, cases }| {
        let mut text = String::new();
        say(&cases, &mut text);
        (name, text)
    });
    hold!(name, &said.collect::<Vec<_>>());
}
