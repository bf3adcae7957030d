//! Tests of the options of dungeons.

use super::*;
use crate::cli::exit::of_error;
use clap::Parser;
use dungeon::generate::Request;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    options: Options,
}

fn options(line: &str) -> Options {
    let words = ["dungeon"].into_iter().chain(line.split_whitespace());
    Line::try_parse_from(words).unwrap_or_else(|error| panic!("{error}")).options
}

#[test]
fn the_defaults_are_those_of_the_library() {
    let task = options("--category cave").task().unwrap();
    let usual = Request::of("cave").unwrap();
    assert_eq!((task.request.rooms, task.request.puzzles), (usual.rooms, usual.puzzles));
    assert_eq!((task.request.layout, task.request.tiles), (usual.layout, usual.tiles));
    assert_eq!((task.request.mission, task.request.weights), (usual.mission, usual.weights));
}

#[test]
fn what_cannot_be_is_a_usage_error() {
    let check = |line: &str, part: &str| {
        let error = options(line).task().map(|_| ()).unwrap_err();
        assert_eq!(of_error(&error), Exit::Usage, "{line}");
        assert!(error.to_string().contains(part), "{error}");
    };
    check("--rooms 4", "5 is the least");
    check("--floors 9 --rooms 8", "every floor has at least one");
    check("--room-size 5x11", "between 7 and 40");
    check("--puzzles 3..1", "3..1");
}

#[test]
fn weights_go_by_name() {
    let weights = options("--weight gating=7.5 --weight optional=-1").shape.weights();
    assert_eq!((weights.gating, weights.optional), (7.5, -1.0));
    let words = |value| ["dungeon", "--weight", value];
    let said = Line::try_parse_from(words("depth=1")).map(|_| ()).unwrap_err().to_string();
    assert!(said.contains("known are solution, nonlinearity"), "{said}");
    for wrong in ["gating=x", "gating=", "gating=inf", "gating=nan", "gating=1e7"] {
        let said = Line::try_parse_from(words(wrong)).map(|_| ()).unwrap_err().to_string();
        assert!(said.contains("from -1000000 to 1000000"), "{wrong}: {said}");
    }
}
