//! Tests of the options of missions.

use super::*;
use crate::cli::exit::of_error;
use clap::Parser;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    options: Options,
}

fn options(line: &str) -> Options {
    let words = ["mission"].into_iter().chain(line.split_whitespace());
    Line::try_parse_from(words).unwrap_or_else(|error| panic!("{error}")).options
}

#[test]
fn the_defaults_are_those_of_the_library() {
    assert_eq!(options("").request(), Request::default());
    assert_eq!(options("").rooms, 25);
}

#[test]
fn flags_turn_things_off() {
    let request = options("--no-goal --boss-unlocked --linearity 9").request();
    assert!(!request.goal_room && !request.boss_locked);
    assert_eq!(request.linearity, Some(9));
}

#[test]
fn formats_and_counts() {
    let check = |line: &str, expect| {
        let options = options(line);
        let (seeds, output) = (&options.seeds, options.output.path());
        let wanted = seeds.wanted(options.format, output, Format::Text, Format::Json);
        assert_eq!(wanted.ok().map(|(format, ..)| format), expect, "{line}");
    };
    check("", Some(Format::Text));
    check("--count 5", Some(Format::Json));
    check("--count 5 --format json", Some(Format::Json));
    check("--count 1 --format svg", Some(Format::Svg));
    check("--count 2 --format text", None);
    check("--count 2 --format level", None);
    check("--count 2 -o a.svg", Some(Format::Svg));
    check("-o a.dot", Some(Format::Dot));
    check("-o a.png", None);
}

#[test]
fn what_cannot_be_is_a_usage_error() {
    let check = |line: &str, part: &str| {
        let options = options(line);
        let error = options.seeds.seeds(true, &Target::Stdout).and_then(|_| options.task());
        let error = error.map(|_| ()).unwrap_err();
        assert_eq!(of_error(&error), Exit::Usage, "{line}");
        assert!(error.to_string().contains(part), "{error}");
    };
    check("--key-style small --order partial", "--order partial");
    check("--rooms 6", "7 is the least");
    check("--seed 9007199254740991 --count 2", "goes past the last seed");
}

#[test]
fn a_bad_shape_is_an_invalid_input() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let check = |text: &str, part: &str| {
        std::fs::write(file.path(), text).unwrap();
        let line = format!("--keys 1 --space {}", file.path().display());
        let error = options(&line).task().map(|_| ()).unwrap_err();
        assert_eq!(of_error(&error), Exit::Invalid);
        let said = error.to_string();
        assert!(said.contains(part) && said.contains(&file.path().display().to_string()), "{said}");
    };
    check("##.##\n", "in pieces");
    check("##\n", "2 rooms are too few: 4 is the least");
}
