//! `cargo xtask audit sizes`: designed dungeons of all sizes and categories, and requests that are tight or odd. Each is
//! made, or refused in one sentence that says why.

use crate::category::categories;
use crate::seeds::Seeds;
use anyhow::{Context, Result};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// The rooms that are asked of every category, and of some.
const OF_ALL: [u64; 5] = [5, 6, 8, 60, 400];
const LARGE: u64 = 2_000;
const OF_LARGE: [&str; 4] = ["dungeon", "cave", "tavern", "tower"];
/// Requests that are tight or odd.
const ODD: [&str; 18] = [
    "--rooms 4",
    "--rooms 2001",
    "--rooms 5 --keys 3",
    "--rooms 5 --keys 0",
    "--rooms 5 --floors 5",
    "--rooms 5 --floors 6",
    "--rooms 8 --floors 3",
    "--rooms 24 --floors 4",
    "--rooms 24 --room-size 7x7",
    "--rooms 24 --room-size 5x5",
    "--rooms 12 --room-size 40x30",
    "--rooms 30 --keys 26",
    "--rooms 60 --keys 26",
    "--rooms 24 --keys 27",
    "--rooms 16 --switches 3",
    "--rooms 16 --puzzles 0",
    "--rooms 16 --puzzles 16",
    "--rooms 12 --keys 2 --switches 1 --puzzles 2",
];

/// The beginning of the line that names the help.
const HELP: &str = "For more information, try";

/// Ask for designed dungeons of all sizes and categories, and for some that are tight or odd
#[derive(clap::Args)]
#[command(mut_arg("count", |count| count.default_value("1")))]
pub(crate) struct Sizes {
    #[command(flatten)]
    seeds: Seeds,
    /// The categories; by themselves all
    #[arg(long = "category", value_name = "C", num_args = 1..)]
    categories: Vec<String>,
    /// The most rooms that are asked for
    #[arg(long, value_name = "R", default_value_t = LARGE)]
    most: u64,
}

/// The answer to a request.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Made,
    /// The sentence that says why not.
    Refused(String),
    /// Something else.
    Wrong(String),
}

impl Sizes {
    /// Prints what is refused and what is wrong; the exit code says if anything is.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let (program, first) = (self.seeds.program()?, self.seeds.first());
        let (mut made, mut refused, mut wrong) = (0, 0, 0);
        for (rooms, request) in self.requests() {
            for seed in first..first + self.seeds.count() {
                let words = format!("dungeon {request} --seed {seed} --format json");
                match ask(&program, &words, rooms)? {
                    Answer::Made => made += 1,
                    Answer::Refused(why) => {
                        refused += 1;
                        println!("refused: {words}: {why}");
                    }
                    Answer::Wrong(what) => {
                        wrong += 1;
                        println!("WRONG: {words}: {what}");
                    }
                }
            }
        }
        println!("{made} made, {refused} refused, {wrong} wrong");
        Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// The requests, each with its number of rooms.
    fn requests(&self) -> Vec<(u64, String)> {
        let named: Vec<&str> = self.categories.iter().map(String::as_str).collect();
        let all = || categories().map(|(name, _)| name).collect();
        let all: Vec<&str> = if named.is_empty() { all() } else { named };
        let of = |rooms: u64, category: &str| {
            // Of many rooms one attempt, which is what their time is told of.
            let once = if rooms >= 400 { " --attempts 1" } else { "" };
            (rooms, format!("--category {category} --rooms {rooms}{once}"))
        };
        let mut requests: Vec<(u64, String)> = Vec::new();
        for category in all {
            requests.extend(OF_ALL.map(|rooms| of(rooms, category)));
            requests.extend(OF_LARGE.contains(&category).then(|| of(LARGE, category)));
        }
        requests.extend(ODD.map(|odd| {
            let rooms = odd.split(' ').nth(1).and_then(|rooms| rooms.parse().ok());
            (rooms.unwrap_or(0), odd.to_owned())
        }));
        // What is beyond the limits costs nothing to ask for.
        requests.retain(|(rooms, _)| *rooms <= self.most || *rooms > LARGE);
        requests
    }
}

/// Asks the program.
fn ask(program: &Path, words: &str, rooms: u64) -> Result<Answer> {
    let output = Command::new(program)
        .args(words.split_whitespace())
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot run {}", program.display()))?;
    let said = String::from_utf8_lossy(&output.stderr);
    Ok(judged(output.status.code(), &output.stdout, said.trim(), rooms))
}

/// The answer of a program that ended with a code, printed something, and said something.
fn judged(code: Option<i32>, printed: &[u8], said: &str, rooms: u64) -> Answer {
    if code == Some(0) {
        let found: Option<Value> = serde_json::from_slice(printed).ok();
        let there = found.as_ref().and_then(|found| found["rooms"].as_array()).map(Vec::len);
        return match there {
            Some(there) if there as u64 == rooms => Answer::Made,
            there => Answer::Wrong(format!("{there:?} rooms are printed")),
        };
    }
    // Where an option cannot be read, the way to its help follows.
    let lines: Vec<&str> = said.lines().filter(|line| !line.starts_with(HELP)).collect();
    let said = lines.join("\n");
    let said = said.trim();
    let is_said = !said.is_empty() && !said.contains('\n') && !said.contains("panicked");
    let is_ended = matches!(code, Some(1..=99));
    if is_said && is_ended && printed.is_empty() {
        Answer::Refused(said.to_owned())
    } else {
        Answer::Wrong(format!("ended with {code:?}: {said}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dungeon_or_one_sentence_is_an_answer_and_nothing_else_is() {
        let two = br#"{"rooms": [{}, {}]}"#;
        assert_eq!(judged(Some(0), two, "", 2), Answer::Made);
        let why = "error: nothing found in 50 attempts: 50 × too few rooms";
        let helped = format!("{why}\n\n{HELP} '--help'.");
        for said in [why, &helped] {
            assert_eq!(judged(Some(3), b"", said, 2), Answer::Refused(why.to_owned()));
        }
        for (code, printed, said) in [
            (Some(0), &two[..], ""),
            (Some(0), b"", ""),
            (Some(3), b"", ""),
            (Some(3), b"", "one\ntwo"),
            (Some(3), b"{", why),
            (Some(101), b"", "thread 'main' panicked"),
            (None, b"", why),
        ] {
            assert!(matches!(judged(code, printed, said, 3), Answer::Wrong(_)), "{code:?} {said}");
        }
    }
}
