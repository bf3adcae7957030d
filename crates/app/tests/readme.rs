//! What the README shows is what the program says: its examples are run and compared.

#![expect(clippy::panic, reason = "a test says what is wrong by panicking")]

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
    let mut run = 0;
    for (command, expect) in blocks(&readme, "console").into_iter().flat_map(examples) {
        let (arguments, head) = match command.split_once(" | head -") {
            Some((arguments, lines)) => (arguments, lines.parse().unwrap_or(usize::MAX)),
            None => (command, usize::MAX),
        };
        if let Some(dot) = arguments.split(' ').find(|word| word.ends_with(".dot")) {
            let Some(corpus) = corpus() else { break };
            let copied = fs::copy(corpus.join(dot), folder.path().join(dot));
            copied.unwrap_or_else(|error| panic!("{dot}: {error}"));
        }
        let output = Command::new(env!("CARGO_BIN_EXE_quandary"))
            .args(arguments.split(' '))
            .current_dir(folder.path())
            .output()
            .unwrap_or_else(|error| panic!("{error}"));
        let said = String::from_utf8_lossy(&[output.stderr, output.stdout].concat()).into_owned();
        let said: String = said.split_inclusive('\n').take(head).collect();
        assert_eq!(said, expect, "$ quandary {command}");
        run += 1;
    }
    assert!(run >= 3, "{run} examples were run");
}
