//! What is said of some hundred levels, pinned by hash: answers, words, figures, forms, and the work that was counted.
//!
//! Other tests say what is right. This one says that nothing changed, the number of states a search meets included: a
//! heuristic that became weaker is still right, and shows here alone. `tests/pinned/NAME.txt` has a line for each kind
//! of levels. Where one differs, what was said is kept in a file, to be compared with the same of another day;
//! `PINNED=write` writes the lists anew.
//!
//! Invariant: no clock and no order from a hash map is in what is pinned, so that every build says the same.

#![expect(clippy::expect_used, clippy::panic, reason = "this is how a test fails")]

#[path = "../../../../tests/skipped.rs"]
#[expect(dead_code, reason = "other tests skip parts")]
mod skipped;
#[path = "../tile_twin/levels.rs"]
mod levels;
#[path = "../tile_twin/workshop.rs"]
mod workshop;
#[path = "../naive_twin/levels.rs"]
mod graphs;
#[path = "../dice/mod.rs"]
mod dice;
#[path = "../repair/levels.rs"]
mod mended;
mod kinds;
mod asked;
mod forms;
mod judged;
mod measured;
mod played;
mod solved;

use kinds::{Kind, kinds};
use levels::Case;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// 64 bits of the hash of Fowler, Noll and Vo ("FNV-1a").
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
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
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/pinned/{name}.txt"));
    let mut list = String::new();
    let mut said = Vec::new();
    for Kind { name: kind, cases } in kinds() {
        let mut text = String::new();
        say(&cases, &mut text);
        let _ = writeln!(list, "{kind}\t{:016x}", hash(&text));
        said.push((kind, text));
    }
    if std::env::var_os("PINNED").is_some_and(|what| what == "write") {
        fs::write(&file, list).expect("a list that can be written");
        return;
    }
    let known = fs::read_to_string(&file).unwrap_or_default();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut differ = Vec::new();
    for (line, (kind, text)) in list.lines().zip(said) {
        if !known.lines().any(|known| known == line) {
            let kept = folder.join(format!("{name}-{kind}.txt"));
            fs::write(&kept, text).expect("a file for what was said");
            differ.push(kept.display().to_string());
        }
    }
    assert!(
        differ.is_empty(),
        "{name}: something else is said than was; now it is\n{}",
        differ.join("\n")
    );
    assert_eq!(known.lines().count(), list.lines().count(), "{name}: kinds that are no more");
}
