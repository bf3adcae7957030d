//! What the README shows is what the program says: its examples are run and compared.

#![expect(clippy::panic, reason = "a test says what is wrong by panicking")]

#[path = "../../../tests/skipped.rs"]
mod skipped;

use skipped::skipped;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The blocks of the README that begin with a fence of this kind.
fn blocks<'a>(readme: &'a str, kind: &str) -> Vec<&'a str> {
    let fence = format!("```{kind}\n");
    let begun = readme.split(fence.as_str()).skip(1);
    begun.filter_map(|rest| rest.split_once("```")).map(|(block, _)| block).collect()
}

/// The examples of a console block: each command, and what follows it.
fn examples(block: &str) -> Vec<(&str, String)> {
    let mut examples = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ quandary "), examples.last_mut()) {
            (Some(command), _) => examples.push((command, String::new())),
            (None, Some((_, said))) => *said += &format!("{line}\n"),
            (None, None) => panic!("no command before {line:?}"),
        }
    }
    examples
}

/// The reference data that some examples read.
fn corpus() -> Option<PathBuf> {
    std::env::var_os("QUANDARY_DATA").map(|data| Path::new(&data).join("vglc"))
}

#[test]
fn the_readme_tells_the_truth() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = fs::read_to_string(path).unwrap_or_else(|error| panic!("{error}"));
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let level = blocks(&readme, "json").remove(0);
    fs::write(folder.path().join("level.json"), level).unwrap_or_else(|error| panic!("{error}"));
    // The first block of text is a drawing; others are drawings too, or what the program says of them.
    let texts = blocks(&readme, "text");
    fs::write(folder.path().join("keys.txt"), texts[0]).unwrap_or_else(|error| panic!("{error}"));
    // The word list and the positions of the crossword examples.
    for (kind, name) in [("words", "words.txt"), ("jsonl", "positions.jsonl")] {
        let block = blocks(&readme, kind).concat();
        fs::write(folder.path().join(name), block).unwrap_or_else(|error| panic!("{error}"));
    }
    let told = texts.into_iter().filter(|block| block.starts_with("$ quandary "));
    let mut run = 0;
    for (command, expect) in blocks(&readme, "console").into_iter().chain(told).flat_map(examples) {
        let (arguments, head) = match command.split_once(" | head -") {
            Some((arguments, lines)) => (arguments, lines.parse().unwrap_or(usize::MAX)),
            None => (command, usize::MAX),
        };
        let from_corpus = |word: &&str| word.ends_with(".dot") || word.starts_with("tloz");
        let Some(corpus) = corpus().or((!arguments.contains("LoZ")).then(PathBuf::new)) else {
            skipped(format_args!("QUANDARY_DATA is not set, and {command} needs it"));
            continue;
        };
        for file in arguments.split(' ').filter(from_corpus) {
            let copied = fs::copy(corpus.join(file), folder.path().join(file));
            copied.unwrap_or_else(|error| panic!("{file}: {error}"));
        }
        let output = Command::new(env!("CARGO_BIN_EXE_quandary"))
            .args(arguments.split(' '))
            .current_dir(folder.path())
            .env("QUANDARY_LEXICONS", folder.path())
            .output()
            .unwrap_or_else(|error| panic!("{error}"));
        let said = String::from_utf8_lossy(&[output.stderr, output.stdout].concat()).into_owned();
        let said: String = said.split_inclusive('\n').take(head).collect();
        assert_eq!(said, expect, "$ quandary {command}");
        run += 1;
    }
    assert!(run >= 3, "{run} examples were run");
}
