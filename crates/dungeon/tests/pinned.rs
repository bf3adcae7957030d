//! What the generators make of some hundred requests, pinned by hash: drafts, proofs and printed forms.
//!
//! `cargo xtask golden` pins what the program prints of fewer requests; this is of the crate alone, part by part.

#![expect(clippy::expect_used, reason = "this is how a test fails")]

#[path = "../../../tests/faults.rs"]
mod faults;
#[path = "../../../tests/pinned.rs"]
mod lists;

use level::solve::{Options as Solving, Verdict, solve};
use level::{Level, Limits};
use quandary_dungeon::cave::request::{Border, Keep, Request};
use quandary_dungeon::cave::{self, distance};
use quandary_dungeon::designed;
use quandary_dungeon::designed::play::{Game, Mirror, Scene, steps};
use quandary_dungeon::generate as plain;
use quandary_dungeon::json::{self, playable};
use quandary_dungeon::layout::{self, Bounds, categories};
use quandary_dungeon::mission::{self, Count, Given, KeyOrder, KeyStyle, SwitchStyle};
use quandary_dungeon::puzzle;
use quandary_dungeon::tiles;
use quandary_dungeon::{Attempts, Options, Scratch};
use search::{Budget, Control, Goal, Seed};
use std::fmt::{Debug, Write as _};

fn seed(n: u64) -> Seed {
    Seed::new(n).expect("a small seed")
}

/// Says a value.
fn say(text: &mut String, value: impl Debug) {
    let _ = writeln!(text, "{value:?}");
}

#[test]
fn missions() {
    let usual = mission::Request::default();
    let mut requests = vec![
        ("usual", usual.clone(), 25),
        ("many", mission::Request { keys: 8, switches: 2, ..usual.clone() }, 60),
        (
            "once",
            mission::Request { switches: 1, switch_style: SwitchStyle::Once, ..usual.clone() },
            25,
        ),
        ("partial", mission::Request { order: KeyOrder::Partial, keys: 4, ..usual.clone() }, 20),
        ("small", mission::Request { key_style: KeyStyle::Small, keys: 4, ..usual.clone() }, 25),
        ("linear", mission::Request { linearity: Some(3), keys: 3, ..usual.clone() }, 20),
        ("bare", mission::Request { keys: 0, switches: 0, goal_room: false, ..usual.clone() }, 5),
    ];
    requests.push(("free boss", mission::Request { boss_locked: false, attempts: 1, ..usual }, 16));
    let said = requests.into_iter().map(|(name, request, rooms)| {
        let mut text = String::new();
        for n in 0..30 {
            let report =
                mission::generate(&request, &Count::new(rooms), seed(n), Options::default());
            say(&mut text, report);
        }
        // A mask with a hole in it, and one that is a corridor.
        let with_a_hole =
            (0..8).flat_map(|x| (0..6).map(move |y| (x, y))).filter(|at| *at != (3, 3));
        let corridor = (0..20).map(|x| (x, 0));
        for mask in [with_a_hole.collect::<Vec<_>>(), corridor.collect()] {
            let space = Given::squares(&mask).expect("one piece");
            for n in 0..5 {
                say(&mut text, mission::generate(&request, &space, seed(n), Options::default()));
            }
        }
        (name, text)
    });
    lists::hold("missions", &said.collect::<Vec<_>>());
}

/// Ends of bounds that begin at 0: the east, the north, and upwards.
const BOUNDS: [[i32; 3]; 9] = [
    [6, 6, 0],
    [9, 4, 1],
    [3, 12, -2],
    [14, 14, 0],
    [0, 5, 3],
    [30, 20, 0],
    [20, 45, 1],
    [-25, 25, 0],
    [60, 2, 0],
];

#[test]
fn layouts() {
    let mut scratch = Scratch::default();
    let said = categories().iter().map(|category| {
        let mut text = String::new();
        for (n, bounds) in (0..).zip(BOUNDS) {
            let mut request = layout::Request::of(&category.name).expect("a known category");
            for n in [n, n + 20, n + 40, n + 60, n + 80] {
                say(&mut text, layout::generate(&request, seed(n), Options::reusing(&mut scratch)));
            }
            let [[min_x, max_x], [min_y, max_y], [min_z, max_z]] =
                bounds.map(|end: i32| [end.min(0), end.max(0)]);
            request.bounds = Bounds { min_x, max_x, min_y, max_y, min_z, max_z };
            say(&mut text, layout::generate(&request, seed(n), Options::reusing(&mut scratch)));
        }
        (category.name.as_str(), text)
    });
    lists::hold("layouts", &said.collect::<Vec<_>>());
}

#[test]
fn areas() {
    let mut scratch = Scratch::default();
    let said = categories().iter().map(|category| {
        let mut text = String::new();
        let request = puzzle::Request::of(&category.name).expect("a known category");
        for n in 0..60 {
            say(&mut text, puzzle::generate(&request, seed(n), Options::reusing(&mut scratch)));
        }
        (category.name.as_str(), text)
    });
    lists::hold("areas", &said.collect::<Vec<_>>());
}

#[test]
fn caves() {
    let mut text = String::new();
    let sizes = [(40, 30), (64, 64), (65, 20), (200, 90), (3, 3), (1, 9), (127, 40), (130, 130)];
    for (n, (width, height)) in (0..).zip(sizes) {
        let mut request = Request::new(width, height);
        for keep in [Keep::Largest, Keep::All, Keep::Bridge { min: 12 }] {
            request.keep = keep;
            let cave = cave::generate(&request, seed(n), Options::default());
            say(&mut text, cave.map(|cave| (cave.grid, cave.open_cells, cave.regions)));
        }
        request.border = Border::Drawn;
        request.passes = 2;
        let cave = cave::generate(&request, seed(n), Options::default()).expect("a sound request");
        say(
            &mut text,
            distance::nearest_the_middle(&cave.grid)
                .map(|from| (from, distance::measure(&cave.grid, from))),
        );
    }
    lists::hold("caves", &[("caves", text)]);
}

#[test]
fn plain_dungeons() {
    let mut scratch = Scratch::default();
    let budget = Budget { goal: Goal::First, attempts: Some(20), time: None };
    let said = categories().iter().map(|category| {
        let mut text = String::new();
        let mut request = plain::Request::of(&category.name).expect("a known category");
        for n in 1..=12 {
            request.mission.key_style = if n % 2 == 0 { KeyStyle::Small } else { KeyStyle::Named };
            // Rooms of several sizes, with more blocks and fewer.
            let (width, height) = ([16, 9, 24][n as usize % 3], [11, 9, 15, 12][n as usize % 4]);
            request.tiles = Some(tiles::Request { width, height, blocks: n as u32 % 5 });
            let options =
                Options { attempts: Attempts::Within(budget), ..Options::reusing(&mut scratch) };
            say(&mut text, plain::generate(&request, seed(n), options));
        }
        (category.name.as_str(), text)
    });
    lists::hold("dungeons", &said.collect::<Vec<_>>());
}

/// Dungeons of so many rooms in every category, each the best of some attempts.
fn designed_dungeons(rooms: usize, attempts: u64, n: u64) {
    let budget = Budget { goal: Goal::Best(1), attempts: Some(attempts), time: None };
    let said = categories().iter().map(|category| {
        let mut text = String::new();
        let mut request = designed::Request::of(&category.name).expect("a known category");
        request.rooms = rooms;
        let control = Control { threads: 1, ..Control::default() };
        let options = Options { attempts: Attempts::Within(budget), control, scratch: None };
        let made = designed::generate(&request, seed(n), options).expect("a sound request");
        say(&mut text, &made);
        if let Ok(made) = &made {
            let asked = json::designed::Asked::new(&request, attempts);
            let artefact = json::designed::Artefact::new(made, seed(n), asked);
            text += &serde_json::to_string(&artefact).expect("JSON");
            let scene = Scene::of(made).expect("a scene");
            spoken(&mut text, &scene, artefact.walkthrough());
            mirrored(&mut text, &scene, &made.draft.tiled.level);
        }
        (category.name.as_str(), text)
    });
    lists::hold(&format!("designed-{rooms}"), &said.collect::<Vec<_>>());
}

#[test]
fn small_designed_dungeons() {
    designed_dungeons(10, 6, 7);
}

#[test]
fn designed_dungeons_of_fourteen_rooms() {
    designed_dungeons(14, 2, 12);
}

#[test]
fn large_designed_dungeons() {
    designed_dungeons(18, 1, 11);
}

/// Says what a game in words tells that goes along with the cheapest plan on the tiles.
fn mirrored(text: &mut String, scene: &Scene, level: &Level) {
    let solved = solve(level, &level.rules_under(None), &Solving::default(), &Limits::default());
    let Ok(Verdict::Solvable { walk, .. }) = solved.map(|solution| solution.verdict) else {
        return;
    };
    let mut mirror = Mirror::new(scene);
    say(text, mirror.opening());
    for step in steps(level, &walk) {
        say(
            text,
            (mirror.follow(step), mirror.name(), mirror.text(), mirror.foes(), mirror.secrets()),
        );
    }
    say(text, (mirror.ending(), mirror.done(), mirror.game().map(Game::save)));
}

/// Says what a game in words answers to the walkthrough of a dungeon, with other things typed in between.
fn spoken(text: &mut String, scene: &Scene, walkthrough: &[String]) {
    let mut game = Game::new(scene);
    say(text, game.opening());
    let others = [
        "look",
        "i",
        "exits",
        "hint",
        "examine door",
        "take all",
        "push block north",
        "xyzzy",
        "map",
        "undo",
        "save",
    ];
    for (number, line) in walkthrough.iter().enumerate() {
        say(text, game.play(others[number % others.len()]));
        if others[number % others.len()] == "undo" && number > 0 {
            say(text, game.play(&walkthrough[number - 1]));
        }
        say(text, game.play(line));
    }
    say(text, (game.won(), game.commands(), game.save()));
}

#[test]
fn spoilt_files() {
    let mut said = Vec::new();
    for (name, whole) in [
        ("designed", include_str!("../../../tests/samples/designed.json")),
        ("area templates", include_str!("../data/templates/mine.json")),
        ("room drawings", include_str!("../data/rooms/mine.txt")),
    ] {
        let mut text = String::new();
        for number in 0..300 {
            let spoilt = if number == 0 { whole.to_owned() } else { faults::spoilt(whole, number) };
            match name {
                "designed" => say(&mut text, playable::read(&spoilt)),
                "area templates" => say(&mut text, puzzle::templates::read(&spoilt)),
                _ => say(&mut text, designed::rooms::read(&spoilt)),
            }
            if name == "designed" {
                say(&mut text, json::judged::read(&spoilt));
            }
        }
        said.push((name, text));
    }
    let area = puzzle::Request::of("mine").expect("a known category");
    let report = puzzle::generate(&area, seed(3), Options::default()).expect("a sound request");
    let asked = json::area::made::Asked::new(&area, Vec::new());
    let found = &report.found[0];
    let extras = json::area::made::extras(found, seed(3), &asked).expect("an area");
    let artefact = json::area::Artefact::new(&found.draft.area, Some(3), extras);
    let area = serde_json::to_string_pretty(&artefact).expect("JSON");
    let plain = plain::Request::of("temple").expect("a known category");
    let report = plain::generate(&plain, seed(3), Options::default()).expect("a sound request");
    let asked = json::dungeon::Asked::new(&plain, Vec::new());
    let artefact =
        json::dungeon::Artefact::new(&report.found[0], seed(3), &asked).expect("a dungeon");
    let plain = serde_json::to_string_pretty(&artefact).expect("JSON");
    for (name, whole) in [("area", area), ("plain", plain)] {
        let mut text = whole.clone();
        for number in 0..200 {
            let spoilt = if number == 0 { whole.clone() } else { faults::spoilt(&whole, number) };
            say(&mut text, playable::read(&spoilt));
            say(&mut text, json::judged::read(&spoilt));
            say(&mut text, json::dungeon::load(&spoilt));
        }
        said.push((name, text));
    }
    lists::hold("spoilt", &said);
}
