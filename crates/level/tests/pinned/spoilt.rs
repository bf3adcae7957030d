//! Files with small faults: what is read of them all the same, or what is said.

use crate::dice::Random;
use crate::lists;
use quandary_level::formats::aliases::Aliases;
use quandary_level::formats::tiled::{self, Read};
use quandary_level::formats::{json, ldtk, text, xsb};
use std::fmt::Display;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Faults of each file.
const FAULTS: u64 = 300;

/// A text with a fault: a letter, a digit, a word or a line is not what it was.
fn spoilt(text: &str, dice: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = |dice: &mut Random, length: usize| dice.below(length.max(1) as u32) as usize;
    let here = at(dice, letters.len());
    match dice.below(8) {
        0 => _ = letters.remove(here),
        1 => letters.insert(here, letters[here]),
        2 => letters[here] = letters[at(dice, letters.len())],
        3 => letters.truncate(here),
        4 | 5 => {
            // The next digit is another one, or a sign is put before it.
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
                lines.swap(one, other)
            } else {
                _ = lines.remove(one)
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

/// Says what a reader makes of the files of a folder, whole and spoilt.
fn said<R, E: Display>(
    folder: &str,
    read: impl Fn(&str) -> Result<R, E>,
    print: impl Fn(R) -> String,
) -> String {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(folder);
    let mut files: Vec<_> = fs::read_dir(files)
        .expect("a folder of seeds")
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    let mut said = String::new();
    for file in files {
        let whole = fs::read_to_string(&file).expect("a text");
        for number in 0..FAULTS {
            let text =
                if number == 0 { whole.clone() } else { spoilt(&whole, &mut Random(number)) };
            let told = match read(&text) {
                Ok(read) => print(read),
                Err(error) => error.to_string(),
            };
            let _ = writeln!(said, "{number}: {told}");
        }
    }
    said
}

#[test]
fn spoilt_files() {
    let levels = |levels: Vec<_>| levels.iter().map(json::print).collect();
    let map = |text: &str| tiled::read(text, &Read::no_files);
    let told = |read: Read| format!("{} {:?}", json::print(&read.level), read.notes);
    let aliases = Aliases::default();
    let said = [
        ("level_json", said("level_json", json::read, |level| json::print(&level))),
        ("level_text", said("level_text", text::read, |level| json::print(&level))),
        ("xsb", said("xsb", xsb::read, levels)),
        ("ldtk", said("ldtk", |text| ldtk::read(text, &aliases), levels)),
        ("tiled_map", said("tiled_map", map, told)),
        ("tmx", said("tmx", map, told)),
    ];
    lists::hold("spoilt", &said);
}
