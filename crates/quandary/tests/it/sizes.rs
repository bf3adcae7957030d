//! Dungeons of all sizes and categories, and tight or unusual requests: each gives a dungeon, or an error of one
//! sentence. These tests take minutes and run with `.ci/deep sizes`.

use crate::pages::root;
use crate::program::quandary;
use serde_json::Value;
use std::fs;

/// Tight or unusual requests, and the number of rooms of each.
const ODD: [(usize, &str); 18] = [
    (4, ""),
    (2001, ""),
    (5, "--keys 3"),
    (5, "--keys 0"),
    (5, "--floors 5"),
    (5, "--floors 6"),
    (8, "--floors 3"),
    (24, "--floors 4"),
    (24, "--room-size 7x7"),
    (24, "--room-size 5x5"),
    (12, "--room-size 40x30"),
    (30, "--keys 26"),
    (60, "--keys 26"),
    (24, "--keys 27"),
    (16, "--switches 3"),
    (16, "--puzzles 0"),
    (16, "--puzzles 16"),
    (12, "--keys 2 --switches 1 --puzzles 2"),
];

/// The beginning of the line that names the help.
const HELP: &str = "For more information, try";

/// The names of all categories.
fn categories() -> Vec<String> {
    let text = fs::read_to_string(root().join("crates/dungeon/data/categories.json")).unwrap();
    let rows: Vec<Value> = serde_json::from_str(&text).unwrap();
    rows.iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
}

/// Requests a dungeon: it has the requested number of rooms, or one line gives the reason.
fn ask(rooms: usize, words: &str) {
    let words = format!("dungeon --rooms {rooms} {words} --seed 1 --format json");
    let output = quandary(&words, "");
    if output.status.success() {
        let made: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(made["rooms"].as_array().map(Vec::len), Some(rooms), "{words}");
        return;
    }
    // If an option cannot be read, the usage follows.
    let said = String::from_utf8_lossy(&output.stderr);
    let lines = said.lines().filter(|line| !line.is_empty() && !line.starts_with(HELP)).count();
    let code = output.status.code();
    assert!(matches!(code, Some(1..=99)) && output.stdout.is_empty(), "{words}: {code:?}");
    assert!(lines == 1 && !said.contains("panicked"), "{words}: {said}");
}

#[test]
#[ignore = "it takes minutes: .ci/deep asks for it"]
fn small_dungeons_of_every_category_are_made_or_refused() {
    for category in categories() {
        for rooms in [5, 6, 8] {
            ask(rooms, &format!("--category {category}"));
        }
    }
}

#[test]
#[ignore = "it takes minutes: .ci/deep asks for it"]
fn large_dungeons_of_every_category_are_made_or_refused() {
    for category in categories() {
        for rooms in [60, 400] {
            ask(rooms, &format!("--category {category} --attempts 1"));
        }
    }
    for category in ["dungeon", "cave", "tavern", "tower"] {
        ask(2_000, &format!("--category {category} --attempts 1"));
    }
}

#[test]
#[ignore = "it takes minutes: .ci/deep asks for it"]
fn odd_requests_are_met_or_refused() {
    for (rooms, words) in ODD {
        ask(rooms, words);
    }
}
