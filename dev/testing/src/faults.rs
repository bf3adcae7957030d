//! Texts with faults, for tests of parsers.

use crate::dice::Random;
use std::fmt::{Debug, Display};

/// A copy of a text with one change, selected by number: of a letter, a digit, a word or a line.
pub fn spoilt(text: &str, number: u64) -> String {
    let dice = &mut Random(number);
    let mut letters: Vec<char> = text.chars().collect();
    let at = |dice: &mut Random, length: usize| dice.below(length.max(1) as u32) as usize;
    let here = at(dice, letters.len());
    match dice.below(8) {
        0 => _ = letters.remove(here),
        1 => letters.insert(here, letters[here]),
        2 => letters[here] = letters[at(dice, letters.len())],
        3 => letters.truncate(here),
        4 | 5 => {
            // Changes the next digit, or puts a sign before it.
            let Some(digit) = letters[here..].iter().position(char::is_ascii_digit) else {
                return text.to_owned();
            };
            match dice.below(4) {
                0 => letters.insert(here + digit, '-'),
                other => letters[here + digit] = ['0', '3', '7'][other as usize - 1],
            }
        }
        6 => {
            let mut lines: Vec<&str> = text.lines().collect();
            let (one, other) = (at(dice, lines.len()), at(dice, lines.len()));
            if dice.below(2) == 0 {
                lines.swap(one, other);
            } else {
                lines.remove(one);
            }
            return lines.join("\n");
        }
        _ => {
            let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            let words: Vec<&str> = words.collect();
            let [one, other] =
                [(); 2].map(|()| words.get(at(dice, words.len())).copied().unwrap_or("-"));
            return text.replacen(one, other, 1);
        }
    }
    letters.into_iter().collect()
}

/// The errors of a text after single changes, each with its expected part; `changes` has one change per line, written
/// `from → to ⇒ expected`.
pub fn refused<'a, T: Debug, E: Display>(
    sound: &str,
    read: fn(&str) -> Result<T, E>,
    changes: &'a str,
) -> impl Iterator<Item = (String, &'a str)> {
    changes.trim().lines().map(move |line| {
        let (from, rest) = line.trim_start().split_once(" → ").expect(line);
        let (to, expected) = rest.split_once("⇒ ").expect(line);
        let changed = sound.replacen(from, to.strip_suffix(' ').unwrap_or(to), 1);
        assert_ne!(changed, sound, "{from}");
        let said = read(&changed).map_err(|error| error.to_string()).expect_err(line);
        (said, expected)
    })
}

/// Asserts that each message contains its expected part.
#[track_caller]
pub fn said<'a>(all: impl Iterator<Item = (String, &'a str)>) {
    for (said, part) in all {
        assert!(said.contains(part), "{part:?} is not in {said:?}");
    }
}
