//! Checks for every command that reads a file that a terminal executes no control characters of the file or of its
//! name.

use crate::program::quandary;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Sets the title of a terminal, clears it, turns text around, and goes to the next line.
const BAD: &str = "x\u{1b}]0;x\u{7}\u{9b}2J\u{202e}\u{7f}forged";

/// Commands that read a file, to which the file name is appended.
const COMMANDS: [&str; 48] = [
    "check",
    "check --format json",
    "check --repair",
    "check --explain what",
    "check --explain item:9,9",
    "check --without symbol:none",
    "check --draw none",
    "solve",
    "solve --format json",
    "solve --full",
    "solve --watch",
    "solve --format svg",
    "hint",
    "hint --format json",
    "hint --rung 9",
    "hint --at none",
    "measure",
    "measure --format csv",
    "measure --format json",
    "rate",
    "rate --format json",
    "convert --format text",
    "convert --format json",
    "convert --format xsb",
    "convert --format tmj",
    "convert --format svg",
    "convert none -o",
    "export --format json",
    "export --format tscn",
    "export --format ldtk",
    "export --to",
    "import tmx",
    "import xsb",
    "import ldtk",
    "import vglc --graph",
    "import vglc --tiles",
    "play",
    "play --script",
    "play --map",
    "expand",
    "mission --space",
    "mission --colors",
    "area --templates",
    "corpus verify",
    "riddles",
    "serve --config",
    "nothing",
    "check --none",
];

fn is_raw(letter: char) -> bool {
    let is_line = matches!(letter, '\n' | '\t');
    !is_line && (letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}'))
}

/// Runs the program, and checks that its output has no control characters, and that no name starts a new line.
fn check(args: &str, input: &str) -> String {
    let output = quandary(args, input);
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8(said).unwrap_or_else(|error| panic!("{args}: {error}"));
    let raw: Vec<char> = said.chars().filter(|&letter| is_raw(letter)).collect();
    assert!(raw.is_empty(), "{args}: {raw:?} in {said:?}");
    // A file for another program may have texts of several lines.
    let is_told = !args.starts_with("export");
    let is_forged = is_told && said.lines().any(|line| line.starts_with("forged"));
    assert!(!is_forged, "{args}: {said:?}");
    said
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap_or_else(|error| panic!("{error}"));
    path.display().to_string()
}

/// A level with control characters in all names, optionally with a floor.
fn level(has_floor: bool) -> String {
    let bad = format!("{BAD}\r\nforged");
    let (a, b, symbol) = (format!("a{bad}"), format!("b{bad}"), format!("symbol:{bad}"));
    let edge = |from, to| json!({"from": from, "to": to, "requires": [symbol]});
    let graph = json!({
        "nodes": [{"id": a, "contents": ["start", symbol]}, {"id": b, "contents": ["goal"]}],
        "edges": [edge(&a, &b)],
    });
    let floors = json!([{"grid": [[2, 2, 2, 2, 2], [2, 21, 1, 22, 2], [2, 2, 2, 2, 2]]}]);
    let mut level = json!({"format": "quandary/level/1", "name": bad, "graph": graph});
    if has_floor {
        level["floors"] = floors;
        level["graph"] = json!({"nodes": [], "edges": []});
        level["marks"] = json!([{"floor": 0, "row": 1, "col": 2, "gives": symbol}]);
        level["locks"] = json!([{"cells": [[0, 1, 3]], "needs": [symbol]}]);
        level["plates"] = json!([{"name": bad, "cells": [[0, 1, 2]]}]);
    }
    level.to_string()
}

/// The JSON of a command, with control characters in every free text.
fn spoilt(command: &str) -> String {
    fn spoil(value: &mut Value) {
        match value {
            Value::Array(values) => values.iter_mut().for_each(spoil),
            Value::Object(fields) => {
                for (name, value) in fields.iter_mut() {
                    let is_told = ["name", "text", "goal", "ending", "description", "hint"];
                    match value {
                        Value::String(text) if is_told.contains(&name.as_str()) => *text += BAD,
                        value => spoil(value),
                    }
                }
            }
            _ => {}
        }
    }
    let made = quandary(&format!("{command} --seed 3 --format json"), "").stdout;
    let made = serde_json::from_slice(&made);
    let mut made: Value = made.unwrap_or_else(|error| panic!("{command}: {error}"));
    spoil(&mut made);
    made.to_string()
}

#[test]
fn nothing_that_a_file_holds_is_obeyed_by_a_terminal() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let folder = folder.path();
    let graph = write(folder, &format!("{BAD}.json"), &level(false));
    let floor = write(folder, &format!("{BAD}2.json"), &level(true));
    let wrong = write(folder, &format!("{BAD}3.json"), &format!("{{\"{BAD}\": 1}}"));
    let other = write(folder, &format!("{BAD}4.txt"), &format!("#{BAD}#\n"));
    let words = write(folder, "words.txt", "house\nhorse\nmouse\n");
    let licence = write(folder, "licence.txt", &format!("{BAD}\nMIT"));
    let lexicon = folder.join(format!("{BAD}.qlex")).display().to_string();
    let built =
        format!("lexicon build --words {words} --alphabet en_US --licence {licence} -o {lexicon}");
    assert!(check(&built, "").contains("3 words"));
    assert!(check(&format!("lexicon info {lexicon}"), "").contains("\\u001b]0;x\\u0007\\u009b2J"));
    let solved = check(&format!("check {floor}"), "");
    assert!(solved.contains("solvable in 2 moves"), "{solved}");
    for args in ["lexicon verify", "lexicon words", "lexicon info"] {
        for file in [&lexicon, &words, &wrong] {
            check(&format!("{args} {file}"), "");
        }
    }
    check(&format!("moves --lexicon {lexicon} --locale en_US {wrong}"), "");
    check(&format!("riddle --play {wrong}"), "");
    check(&format!("game --lexicon {wrong} --seed 1"), "");
    let made = ["dungeon --rooms 6 --attempts 2", "area"].map(spoilt);
    let [dungeon, area] = [0, 1].map(|n| write(folder, &format!("{BAD}5{n}.json"), &made[n]));
    assert!(check(&format!("play {dungeon}"), "look\n").contains("forged"));
    assert!(check(&format!("play {area}"), "look\n").contains("The script has ended"));
    for file in [&graph, &floor, &wrong, &other, &dungeon, &area] {
        for args in COMMANDS {
            check(&format!("{args} {file}"), "look\ninventory\nhint\nhelp\nsave none/none\n");
        }
        check(&format!("check {file} {floor} {wrong}"), "");
        check(&format!("rate {file} {floor} {wrong}"), "");
        check(&format!("measure {file} {floor} {wrong}"), "");
    }
}

#[test]
fn what_is_escaped_on_a_terminal_is_whole_in_json_and_in_files() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let file = write(folder.path(), "level.json", &level(false));
    let printed = check(&format!("convert {file} --format json"), "");
    let read = |text: &str| {
        serde_json::from_str::<Value>(text).unwrap_or_else(|error| panic!("{error}: {text}"))
    };
    assert_eq!(read(&printed)["name"], read(&level(false))["name"]);
    let out = folder.path().join("out.txt");
    assert!(quandary(&format!("check {file} -o {}", out.display()), "").stdout.is_empty());
    let said = fs::read_to_string(&out).unwrap_or_else(|error| panic!("{error}"));
    assert!(!said.contains('\u{1b}'), "what the judge says is on lines of its own: {said:?}");
}
