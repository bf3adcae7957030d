//! Steps in words.

use quandary_level::Level;
use quandary_level::formats::{json, text};
use quandary_level::play::{Command, Game, Refusal, Step, step};
use quandary_level::rules::Way;

fn drawn() -> Level {
    text::read("#######\n#@k#.*#\n#..+..#\n#######\n").expect("a drawing")
}

/// A graph with ids of every kind.
fn graph() -> Level {
    let nodes = r#"[{"id":0,"contents":["start","toggle:0"]},{"id":"a b"},{"id":"7"},{"id":-7},{"id":"x-1","contents":["goal"]},{"id":"\"by\""}]"#;
    let to = |id: &str| format!(r#"{{"from":0,"to":{id}}},{{"from":{id},"to":0}}"#);
    let edges = [r#""a b""#, r#""7""#, "-7", r#""x-1""#, r#""\"by\"""#].map(to).join(",");
    json::read(&format!(
        r#"{{"format":"quandary/level/1","graph":{{"nodes":{nodes},"edges":[{edges}]}}}}"#
    ))
    .expect("a graph")
}

#[test]
fn steps_are_read_as_they_are_written() {
    let (level, go) = (drawn(), |way| Step::from(Command::Go(way)));
    let steps = [go(Way::Right), go(Way::Down), go(Way::Right), go(Way::Right), go(Way::UpLeft)];
    let told = "right, down, right 2, up_left";
    assert_eq!(step::write(&level, &steps), told);
    for text in [told, "right down right right up_left", "right\ndown;right 2 # all\n#\n up_left\n"]
    {
        assert_eq!(step::read(&level, text).expect(text), steps);
    }
    assert_eq!(step::read(&level, "right 0").expect("none"), []);
    let level = graph();
    for (text, command, by) in [
        ("goto \"a b\"", Command::Goto(1), 0),
        ("goto \"7\"", Command::Goto(2), 0),
        ("goto -7", Command::Goto(3), 0),
        ("goto x-1", Command::Goto(4), 0),
        (r#"warp "\"by\"" by 2"#, Command::Warp(5), 1),
        ("flip 0", Command::Flip(0), 0),
        ("up_right by 3", Command::Go(Way::UpRight), 2),
    ] {
        assert_eq!(step::read(&level, text).expect(text), [Step { command, by }]);
        assert_eq!(step::write(&level, &[Step { command, by }]), text);
    }
}

#[test]
fn steps_that_are_none_are_told() {
    let check = |level: &Level, text: &str, message: &str| {
        let error = step::read(level, text).expect_err(text).to_string();
        assert!(error.contains(message), "{error}");
    };
    check(&drawn(), "right, rigth", "step 2: unknown step \"rigth\" (did you mean right?)");
    check(&drawn(), "goto 1", "the level has no nodes");
    check(&drawn(), "right 4000000000", "more than 100,000 steps");
    check(&graph(), "goto y-1", "unknown node \"y-1\" (did you mean x-1?)");
    check(&graph(), "goto", "goto wants the id of a node");
    check(&graph(), "goto \"a", "is not closed");
    check(&graph(), "flip up", "flip wants the number of a toggle");
    check(&graph(), "up by 0", "by wants the number of a way, from 1");
}

#[test]
fn a_refusal_says_what_is_missing() {
    let (level, rules) = (drawn(), Default::default());
    let mut game = Game::of(&level, &rules).expect("a level");
    for step in step::read(&level, "down, right").expect("steps") {
        game.step(step).expect("a step");
    }
    let refusal = game.step(Command::Go(Way::Right)).expect_err("no key");
    assert_eq!(refusal.words(&level), "it is locked: it asks for a small key");
    assert_eq!(game.step(Command::Go(Way::Down)), Err(Refusal::Solid(quandary_level::Tile::Wall)));
}
