//! `quandary riddle`: every language, the fields of its JSON, the same bytes again, and searches without a result.

use crate::pages::Page;
use crate::program::quandary;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;
use testing::skipped;

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The output of a successful run.
fn said(args: &str) -> String {
    let output = quandary(&format!("riddle {args}"), "");
    assert_eq!(output.status.code(), Some(0), "{args}: {}", stderr(&output));
    stdout(&output)
}

/// A run without output ends with a code and a message.
fn refused(args: &str, code: i32, parts: &[&str]) {
    let output = quandary(&format!("riddle {args}"), "");
    let why = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{args}: {why}");
    assert_eq!(stdout(&output), "", "{args}");
    for part in parts {
        assert!(why.contains(part), "{args}: {why}");
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"))
}

fn put(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap_or_else(|error| panic!("{error}"));
    path.display().to_string()
}

/// The names of an object's fields, in their order.
fn fields(value: &Value) -> Vec<&str> {
    let fields = value.as_object().unwrap_or_else(|| panic!("{value}"));
    fields.keys().map(String::as_str).collect()
}

fn checked(riddle: &Value) {
    let parts = ["board", "blanks", "rack", "solution", "analysis", "provenance"];
    assert_eq!(fields(riddle), parts);
    assert_eq!(fields(&riddle["solution"]), ["move", "square", "score", "description"]);
    let figures = ["totalMoves", "bestMoveScore", "secondBestMoveScore", "averageScore", "isBingo"];
    assert_eq!(fields(&riddle["analysis"]), figures);
    assert_eq!(fields(&riddle["provenance"]), ["seed", "attempt", "profile", "version"]);
    let schema = json(&stdout(&quandary("schema riddle", "")));
    let schema = jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{error}"));
    assert!(schema.is_valid(riddle), "{riddle}");
    let (word, score) = (riddle["solution"]["move"].as_str(), &riddle["solution"]["score"]);
    let word = word.unwrap_or_default();
    assert_eq!(riddle["solution"]["description"], format!("{word}({score})"));
    assert_eq!(&riddle["analysis"]["bestMoveScore"], score);
    let second = &riddle["analysis"]["secondBestMoveScore"];
    assert!(second.as_u64() < score.as_u64());
}

/// The shipped languages, with a number of attempts, which makes runs independent of the load of the machine.
#[test]
fn every_language_has_riddles() {
    for (args, profile) in [
        ("--locale en_GB --attempts 300 --profile daily --seed 1", "daily"),
        ("--locale is --attempts 400 --board-type explo --seed 1", "design"),
        ("--locale pl_PL --attempts 2000 --profile daily --seed 1", "daily"),
        ("--locale en_US --attempts 400 --profile open --seed 1", "open"),
    ] {
        let riddle = json(&said(&format!("{args} --format json")));
        checked(&riddle);
        assert_eq!(riddle["provenance"]["profile"], profile);
    }
}

/// A time limit; a longer one for a busy machine.
#[test]
fn time_gives_riddles() {
    let found = ["1s", "8s", "60s"].into_iter().find_map(|time| {
        let args = format!("riddle --locale en_US --time {time} --threads 1 --format json");
        let output = quandary(&args, "");
        assert!(matches!(output.status.code(), Some(0 | 11)), "{}", stderr(&output));
        (output.status.code() == Some(0)).then(|| json(&stdout(&output)))
    });
    checked(&found.unwrap_or_else(|| panic!("nothing is found in a minute")));
}

/// Norwegian, if the word lists of Debian are installed.
#[test]
fn norwegian_has_riddles_once_it_is_installed() {
    for (locale, list) in [("nb_NO", "bokmaal"), ("nn_NO", "nynorsk")] {
        let list = format!("/usr/share/dict/{list}");
        if !Path::new(&list).exists() {
            skipped(format_args!("{list} is not there (Debian's package wnorwegian)"));
            continue;
        }
        let folder = folder();
        let file = folder.path().join("no.qlex").display().to_string();
        let build = format!("lexicon build --words {list} --alphabet {locale} --latin1");
        let built = quandary(&format!("{build} -o {file}"), "");
        assert_eq!(built.status.code(), Some(0), "{}", stderr(&built));
        checked(&json(&said(&format!("--lexicon {file} --attempts 400 --seed 2 --format json"))));
    }
}

#[test]
fn the_same_again_with_any_number_of_threads() {
    for format in ["json", "text", "svg"] {
        let args = format!("--locale en_US --attempts 300 --seed 11 --format {format}");
        let alone = said(&format!("{args} --threads 1"));
        for threads in [2, 8] {
            assert_eq!(said(&format!("{args} --threads {threads}")), alone);
        }
    }
    let args = "--locale en_US --attempts 600 --seed 12 --top 5 --format json";
    let (alone, many) =
        (said(&format!("{args} --threads 1")), said(&format!("{args} --threads 3")));
    assert_eq!(alone, many);
    assert_eq!(alone.lines().count(), 5);
    let mut answers = Vec::new();
    for line in alone.lines() {
        let riddle = json(line);
        checked(&riddle);
        let attempt = &riddle["provenance"]["attempt"];
        let again = format!("--locale en_US --seed 12 --attempt {attempt} --format json");
        assert_eq!(json(&said(&again)), riddle);
        answers.push(riddle["solution"]["move"].to_string());
    }
    answers.sort();
    answers.dedup();
    assert_eq!(answers.len(), 5, "no answer twice");
}

#[test]
fn a_drawn_seed_is_told() {
    let found = json(&said("--locale en_US --attempts 300 --format json"));
    let (seed, attempt) = (&found["provenance"]["seed"], &found["provenance"]["attempt"]);
    let again = format!("--locale en_US --seed {seed} --attempt {attempt} --format json");
    assert_eq!(json(&said(&again)), found);
    let text = said("--locale en_US --attempts 300");
    assert!(text.contains("made by     --seed "), "{text}");
}

/// The answer is hidden without --solution. Its word may already be on the board, so the test searches for the
/// description and for the square with the word.
#[test]
fn the_answer_is_hidden() {
    for seed in 1..4 {
        let args = format!("--locale en_US --attempts 200 --seed {seed}");
        let riddle = json(&said(&format!("{args} --format json")));
        let solution = &riddle["solution"];
        let (word, square) = (solution["move"].as_str(), solution["square"].as_str());
        let (word, square) = (word.unwrap_or_default(), square.unwrap_or_default());
        for format in ["text", "svg"] {
            let output = quandary(&format!("riddle {args} --format {format}"), "");
            let both = format!("{}{}", stdout(&output), stderr(&output));
            assert!(!both.to_lowercase().contains(word), "{word} in {both}");
            assert!(!both.contains(&format!(" {square} ")), "{both}");
            let told = said(&format!("{args} --format {format} --solution"));
            assert!(told.contains(word) && told.contains(square), "{told}");
        }
        let told = said(&format!("{args} --solution"));
        let near = told.lines().filter(|line| line.starts_with("   ") && line.len() > 25).count();
        assert!(near >= 10, "{told}");
        assert!(told.contains(&format!(
            "answer      {}",
            solution["description"].as_str().unwrap_or_default()
        )));
    }
}

#[test]
fn what_was_tried_stands_on_standard_error() {
    let output = quandary("riddle --locale en_US --attempts 200 --seed 1", "");
    let (told, shown) = (stderr(&output), stdout(&output));
    assert!(told.starts_with("200 attempts on ") && told.contains("rejected: "), "{told}");
    assert!(!shown.contains("rejected"), "{shown}");
    let output =
        quandary("riddle --locale en_US --attempts 20 --top 50 --seed 1 --format json", "");
    assert!(stderr(&output).starts_with("only "), "{}", stderr(&output));
}

#[test]
fn nothing_found_says_why_and_writes_nothing() {
    let folder = folder();
    let profile = put(folder.path(), "high.txt", "tiles 20..50\nbest 2000\nweight.best 1\n");
    let place = folder.path().join("riddle");
    let args = format!("--locale en_US --attempts 100 --seed 1 --profile {profile}");
    for format in ["text", "json", "svg"] {
        let out = format!("--format {format} -o {}", place.display());
        refused(
            &format!("{args} --format {format}"),
            11,
            &["seed 1: nothing found in 100", "too little"],
        );
        refused(&format!("{args} {out}"), 11, &["× the best play worth too little"]);
        assert!(!place.exists());
    }
    let one = format!("--locale en_US --seed 1 --attempt 0 --profile {profile}");
    refused(&one, 11, &["seed 1, attempt 0 makes no riddle: "]);
    refused("--locale en_US --time 0s --seed 1", 11, &["nothing rejected"]);
}

#[test]
fn a_file_is_written_whole() {
    let folder = folder();
    let place = folder.path().join("riddle.svg");
    let args = "--locale en_US --attempts 100 --seed 3 --format svg";
    assert_eq!(said(&format!("{args} -o {}", place.display())), "");
    let written = fs::read_to_string(&place).unwrap_or_default();
    assert_eq!(written, said(args));
    let picture = roxmltree::Document::parse(&written);
    let picture = picture.unwrap_or_else(|error| panic!("{error}"));
    assert!(picture.root_element().has_attribute("viewBox"));
    assert!(picture.descendants().any(|node| node.text() == Some("3W")));
}

/// A PNG picture, the same bytes again, and another picture with the answer.
#[test]
fn a_picture_is_drawn_in_pixels() {
    let folder = folder();
    let draw = |name: &str, more: &str| {
        let place = folder.path().join(name);
        let args = "--locale is --attempts 200 --seed 3";
        assert_eq!(said(&format!("{args} {more} -o {}", place.display())), "");
        fs::read(&place).unwrap_or_else(|error| panic!("{error}"))
    };
    let hidden = draw("riddle.png", "");
    let picture = draw::pixels::read(&hidden, 9999).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((picture.width, picture.height), (1120, 1336));
    assert_eq!(draw("again.png", ""), hidden);
    assert_ne!(draw("answer.png", "--solution"), hidden);
}

/// Without a language the riddle is in American English, with a note.
#[test]
fn a_language_need_not_be_named() {
    let output = quandary("riddle --attempts 100 --seed 3", "");
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("--locale en_US, since no other is named"));
    assert_eq!(stdout(&output), said("--attempts 100 --seed 3 --locale en_US"));
    let named = quandary("riddle --attempts 100 --seed 3 --locale en_US", "");
    assert!(!stderr(&named).contains("--locale"));
}

#[test]
fn a_banned_word_is_no_answer() {
    let folder = folder();
    let args = "--locale en_US --attempts 200 --seed 4 --format json";
    let first = json(&said(args));
    let word = first["solution"]["move"].as_str().unwrap_or_default().replace('?', "");
    let list = put(
        folder.path(),
        "ban.txt",
        &format!("# not today\n{} # this one\n", word.to_uppercase()),
    );
    let other = json(&said(&format!("{args} --ban {list}")));
    assert_ne!(other["solution"]["move"], first["solution"]["move"]);
    refused(&format!("{args} --ban {list}.not"), 3, &["there is no such file"]);
}

#[test]
fn what_cannot_be_asked_for() {
    let folder = folder();
    let wrong = put(folder.path(), "wrong.txt", "tiles 20..50\n\nbest many\nweight.best 1\n");
    let all = "--locale en_US";
    refused(&format!("{all} --profile dayly"), 2, &["known are design, daily, open", "or a file"]);
    refused(
        &format!("{all} --profile {wrong}"),
        3,
        &["wrong.txt: line 3: best: expected a whole number, found \"many\""],
    );
    refused(&format!("{all} --profile gone.txt"), 3, &["gone.txt: there is no such file"]);
    refused(&format!("{all} --attempts 0"), 2, &["--attempts"]);
    refused(&format!("{all} --attempts 5 --time 1s"), 2, &["cannot be used with"]);
    refused(&format!("{all} --attempt 5 --seed 1 --attempts 9"), 2, &["cannot be used with"]);
    refused(&format!("{all} --attempt 5"), 2, &["--seed"]);
    refused(&format!("{all} --top 0"), 2, &["from 1 to 1,000"]);
    refused(&format!("{all} --top 2 --format svg"), 2, &["one riddle"]);
    refused(&format!("{all} --top 2 --format png"), 2, &["one riddle"]);
    refused(&format!("{all} --board-type round"), 2, &["standard"]);
    refused("--locale xx_XX", 2, &["known are"]);
    refused(
        &format!("{all} --attempts 5 -o riddle.gif"),
        2,
        &["unknown ending .gif", ".svg, .png"],
    );
}

/// The profile in the book is valid.
#[test]
fn the_profile_of_the_book_finds_riddles() {
    let blocks = Page::read("docs/riddles.md").blocks();
    let shown = blocks.iter().find(|block| block.file() == Some("evening.txt"));
    let shown = shown.unwrap_or_else(|| panic!("there is no such block"));
    let folder = folder();
    let profile = put(folder.path(), "evening.txt", &shown.text);
    let args = format!("--locale en_US --attempts 1000 --seed 1 --profile {profile}");
    let riddle = json(&said(&format!("{args} --format json")));
    checked(&riddle);
    assert_eq!(riddle["provenance"]["profile"], "evening");
    assert!(riddle["solution"]["score"].as_u64() >= Some(40));
}

/// An interrupt ends the search with nothing written.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_nothing_behind() {
    use std::process::Command;
    let folder = folder();
    let place = folder.path().join("riddle.json");
    let args = "riddle --locale en_US --time 60s --seed 1 --format json -o";
    let mut program = Command::new(env!("CARGO_BIN_EXE_quandary"));
    let output = crate::interrupt::interrupted(program.args(args.split(' ')).arg(&place));
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert_eq!(stdout(&output), "");
    assert_eq!(fs::read_dir(folder.path()).map(Iterator::count).ok(), Some(0));
}

/// The rating by `quandary rate` is in the requested range.
#[test]
fn riddles_are_rated_and_asked_for_by_difficulty() {
    let folder = folder();
    let schema = json(&stdout(&quandary("schema rating", "")));
    let schema = jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{error}"));
    let mut means = Vec::new();
    for (low, high) in [(30, 42), (42, 54), (54, 70)] {
        let args = "--locale en_US --profile open --seed 1 --attempts 1500 --top 10 --format json";
        let printed = said(&format!("{args} --difficulty {low}..{high}"));
        let file = put(folder.path(), "riddles.jsonl", &printed);
        let rated = quandary(&format!("rate {file} --locale en_US --format json"), "");
        let rated = stdout(&rated);
        let figures = rated.lines().map(json).zip(1..).map(|(rating, n)| {
            assert!(schema.is_valid(&rating), "{rating}");
            assert_eq!(rating["riddle"], format!("{file} {n}"));
            rating["figure"].as_f64().unwrap_or(-1.0)
        });
        let figures: Vec<f64> = figures.collect();
        assert!(figures.len() == printed.lines().count() && figures.len() >= 5, "{figures:?}");
        let band = f64::from(low)..=f64::from(high);
        assert!(figures.iter().all(|figure| band.contains(figure)), "{figures:?}");
        means.push(figures.iter().sum::<f64>() / figures.len() as f64);
    }
    assert!(means.is_sorted(), "{means:?}");
    let none = "--locale en_US --attempts 200 --seed 1 --difficulty 0..1.5";
    refused(none, 11, &["nothing found in 200 attempts", "too easy or too hard"]);
}

#[test]
fn a_rating_tells_its_parts_and_a_rating_of_another_language_is_refused() {
    let folder = folder();
    let riddle = said("--locale en_US --profile daily --seed 5 --attempt 209 --format json");
    let file = put(folder.path(), "riddle.json", &riddle);
    let told = quandary(&format!("rate {file} --locale en_US"), "");
    let text = stdout(&told);
    assert!(text.contains(" of 100\n  rarity ") && text.contains("  nearness "), "{text}");
    assert_eq!(text.lines().count(), 11, "{text}");
    let other = quandary(&format!("rate {file} --locale is_IS"), "");
    assert_eq!(other.status.code(), Some(3), "{}", stderr(&other));
    assert!(stderr(&other).contains("riddle.json"));
    // Levels and riddles together, each in its own form.
    let level = put(folder.path(), "level.txt", "#####\n#@.*#\n#####\n");
    let both = quandary(&format!("rate {file} {level} --locale en_US --format json"), "");
    let both: Vec<Value> = stdout(&both).lines().map(json).collect();
    assert_eq!((both.len(), both[0].get("level"), both[1].get("riddle")), (2, None, None));
    assert_eq!(both[1]["winnable"], true);
}
