//! Results of the generators for some thousand requests, pinned by hash: candidates, proofs, printed forms, and games.
//!
//! `cargo xtask golden` pins the output of the program for fewer requests; this test pins the crate, part by part.

mod areas;
mod dungeons;
mod spoilt;

use quandary_dungeon::cave::{self, distance};
use quandary_dungeon::cave::{Border, Keep, Request};
use quandary_dungeon::json;
use quandary_dungeon::layout::{self, Automaton, Bounds, Stairs, categories};
use quandary_dungeon::mission::{
    self, Certificate, Count, GivenRooms, KeyOrder, KeyStyle, Mission, SwitchStyle,
};
use quandary_dungeon::{Options, Scratch};
use search::{Accepted, Control, Seed};
use std::fmt::{Debug, Write as _};
use std::sync::Mutex;
use testing::pinned::hold;

fn seed(n: u64) -> Seed {
    Seed::new(n).expect("a small seed")
}

/// Records a value.
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
            say(&mut text, &report);
            for found in report.iter().flat_map(|report| &report.found) {
                printed(&mut text, &request, (rooms, n), found);
            }
        }
        // A mask with a hole, and one that is a corridor.
        let with_a_hole =
            (0..8).flat_map(|x| (0..6).map(move |y| (x, y))).filter(|at| *at != (3, 3));
        let corridor = (0..20).map(|x| (x, 0));
        for mask in [with_a_hole.collect::<Vec<_>>(), corridor.collect()] {
            let space = GivenRooms::squares(&mask).expect("one piece");
            for n in 0..5 {
                say(&mut text, mission::generate(&request, &space, seed(n), Options::default()));
            }
        }
        (name, text)
    });
    hold!("missions", &said.collect::<Vec<_>>());
}

/// Records the JSON of a mission.
fn printed(
    text: &mut String,
    request: &mission::Request,
    (rooms, n): (usize, u64),
    found: &Accepted<Mission, Certificate>,
) {
    let stats = json::mission::Stats::of(&found.candidate, &found.proof);
    let proof = json::mission::Proof::of(&found.proof);
    let request = json::mission::Request::of(request, Some(rooms));
    let (seed, attempt) = (n, found.attempt);
    let origin = json::mission::Origin { seed, attempt, request: &request };
    let artefact = json::mission::Artefact::new(&found.candidate, &stats, &proof, origin);
    *text += &serde_json::to_string(&artefact).expect("JSON");
}

/// Upper ends of bounds that begin at 0: east, north, up.
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
    hold!("layouts", &said.collect::<Vec<_>>());
}

/// Requests with other than default values, in a few sizes, and their JSON.
#[test]
fn layouts_as_asked() {
    let mut scratch = Scratch::default();
    let said = categories().iter().map(|category| {
        let mut text = String::new();
        let usual = layout::Request::of(&category.name).expect("a known category");
        let mut shares =
            layout::Request { treasure_share: 0.9, puzzle_share: 0.7, ..usual.clone() };
        let plain = layout::Request { automaton: Automaton::Plain, passes: 2, ..usual.clone() };
        let keep = layout::request::Keep::Bridge;
        let dense = layout::Request { fill: 0.52, keep, min_rooms: Some(20), ..usual.clone() };
        let stairs =
            layout::Request { stairs: Stairs::All, border: Border::Solid, ..usual.clone() };
        shares.stairs = Stairs::Count(3);
        let joined = layout::Request { all_joined: true, ..shares.clone() };
        for (number, request) in (0..).zip([shares, plain, dense, stairs, joined, usual]) {
            for (n, [x, y, z]) in (0..).zip([[1, 1, 1], [1, 9, 0], [12, 8, 2], [20, 20, 1]]) {
                let bounds =
                    Bounds { min_x: -x, max_x: x, min_y: 0, max_y: y, min_z: -z, max_z: z };
                let request = layout::Request { bounds, ..request.clone() };
                let (n, options) = (10 * number + n, Options::reusing(&mut scratch));
                let Ok(made) = layout::generate(&request, seed(n), options) else { continue };
                let artefact = json::layout::Artefact::new(&made, &request, n);
                say(&mut text, serde_json::to_string(&artefact).expect("JSON"));
            }
        }
        (category.name.as_str(), text)
    });
    hold!("layouts-asked", &said.collect::<Vec<_>>());
}

#[test]
fn a_cave_tells_how_far_it_is() {
    let told = Mutex::new(Vec::new());
    let progress = |done, of| told.lock().expect("no panic").push((done, of));
    let control = Control { progress: &progress, ..Control::default() };
    let options = Options { control, ..Options::default() };
    cave::generate(&Request { passes: 3, ..Request::new(30, 20) }, seed(1), options)
        .expect("a cave");
    let expect: Vec<(u64, u64)> = (0..=6).map(|done| (done, 6)).collect();
    assert_eq!(*told.lock().expect("no panic"), expect);
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
    hold!("caves", &[("caves", text)]);
}
