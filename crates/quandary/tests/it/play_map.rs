//! Games on the map, played key by key in a pseudo-terminal.
//!
//! Over 500 lines because saved games continue in the other kind of game, which needs both.

use crate::program::quandary;
use crate::program::screen::Screen;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use testing::skipped;

const KEYS: &str = "#######\n#@k#.*#\n#..+..#\n#######\n";
const WON: &str = "You have won.";

/// A category of each family, twice, and a number of rooms.
const DUNGEONS: [(&str, u32); 20] = [
    ("cave", 8),
    ("mine", 8),
    ("dungeon", 10),
    ("temple", 8),
    ("tomb", 8),
    ("tower", 7),
    ("town", 8),
    ("tavern", 6),
    ("grove", 7),
    ("shrine", 7),
    ("cave", 10),
    ("mine", 6),
    ("ruins", 8),
    ("monastery", 8),
    ("crypt", 10),
    ("tower", 9),
    ("camp", 7),
    ("inn", 8),
    ("hollow", 8),
    ("shrine", 10),
];

fn json(args: &str, input: &str) -> Value {
    let output = quandary(args, input);
    let said = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{args}: {error}: {said}"))
}

/// The keys of a cheapest plan of the verifier.
fn keys_of_plan(file: &str) -> String {
    let solved = json(&format!("solve {file} --format json"), "");
    let steps = solved["plan"].as_array().unwrap();
    let key = |step: &Value| match step["action"].as_str().unwrap() {
        "up" => 'k',
        "down" => 'j',
        "left" => 'h',
        "right" => 'l',
        "warp" | "flip" => '\r',
        other => panic!("{other}"),
    };
    steps.iter().map(key).collect()
}

/// Plays a file by a cheapest plan to the win; back to the start, and to the win again.
fn won_on_the_map(file: &str, folder: &Path) -> usize {
    let keys = keys_of_plan(file);
    let mut screen = Screen::open(&["play", file], folder, (40, 120), &[]);
    screen.expect("u undo");
    screen.press(&keys);
    screen.expect("Won · u undo");
    screen.press(&"u".repeat(keys.len()));
    screen.expect("0 steps · u undo");
    screen.press(&"\u{12}".repeat(keys.len()));
    screen.expect("Won · u undo");
    screen.press("q");
    assert_eq!(screen.code(), 0);
    assert!(screen.plain.contains(WON), "{:?}", screen.plain);
    keys.len()
}

/// Twenty dungeons of all families are won on the map by key presses, and in words by their walkthroughs; a game
/// saved in words continues on the map, and the reverse.
#[test]
fn twenty_dungeons_of_all_families_are_won_on_the_map_and_in_words() {
    let next = AtomicUsize::new(0);
    let steps = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some((category, rooms)) =
                    DUNGEONS.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let played = dungeon(category, *rooms);
                    steps.fetch_add(played, Ordering::Relaxed);
                }
            });
        }
    });
    let steps = steps.into_inner();
    assert!(steps > 1000, "{steps} steps in {} dungeons", DUNGEONS.len());
}

/// One of them; returns the number of steps on the map.
fn dungeon(category: &str, rooms: u32) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let made = json(
        &format!(
            "dungeon --category {category} --rooms {rooms} --seed {rooms} --attempts 4 --format json"
        ),
        "",
    );
    let path = folder.path().join("dungeon.json");
    fs::write(&path, made.to_string()).unwrap();
    let file = path.display().to_string();
    let steps = won_on_the_map(&file, folder.path());

    let commands = made["walkthrough"].as_array().unwrap().iter().filter_map(Value::as_str);
    let commands: Vec<&str> = commands.collect();
    let told = quandary(&format!("play {file}"), &commands.join("\n"));
    let text = String::from_utf8_lossy(&told.stdout);
    assert!(told.status.code() == Some(0) && text.contains(WON), "{category}: {text}");
    assert!(text.contains("It took ") && text.contains("no hint."), "{category}: {text}");
    from_words_to_the_map_and_back(&file, folder.path(), &commands);
    steps
}

/// A game in words is saved before its last command, continues on the map, is saved there, and is won in words.
fn from_words_to_the_map_and_back(file: &str, folder: &Path, commands: &[&str]) {
    let (last, first) = commands.split_last().unwrap();
    let [words, map] =
        ["words.json", "map.json"].map(|name| folder.join(name).display().to_string());
    let saved = quandary(&format!("play {file}"), &format!("{}\nsave {words}\n", first.join("\n")));
    assert!(String::from_utf8_lossy(&saved.stdout).contains("Saved as"), "{file}");
    let args = ["play", file, "--load", &words, "--save", &map];
    let mut screen = Screen::open(&args, folder, (40, 120), &[]);
    screen.expect("Loaded");
    screen.press("s");
    screen.expect("Saved as");
    screen.press("q");
    assert_eq!(screen.code(), 0);
    assert!(fs::read_to_string(&map).unwrap().contains("quandary/walk/1"));
    let won = quandary(&format!("play {file} --load {map}"), last);
    let text = String::from_utf8_lossy(&won.stdout);
    let said = String::from_utf8_lossy(&won.stderr);
    assert!(won.status.code() == Some(0) && text.contains(WON), "{file}: {text}{said}");
}

#[test]
fn a_zelda_dungeon_of_the_corpus_is_won_on_the_map() {
    let Some(data) = std::env::var_os("QUANDARY_DATA") else {
        skipped("QUANDARY_DATA does not name the folder of reference data");
        return;
    };
    let corpus = Path::new(&data).join("vglc");
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("zelda.json").display().to_string();
    let [tiles, graph] = ["tloz4_1.txt", "LoZ_4.dot"].map(|name| corpus.join(name));
    let import =
        format!("import vglc --tiles {} --graph {} -o {level}", tiles.display(), graph.display());
    let imported = quandary(&import, "");
    assert_eq!(imported.status.code(), Some(0), "{}", String::from_utf8_lossy(&imported.stderr));
    assert!(won_on_the_map(&level, folder.path()) > 100);
}

#[test]
fn a_level_of_sokoban_is_won_on_the_map() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("level.xsb");
    fs::write(&file, "#######\n#.  $.#\n# $@  #\n#     #\n#######\n").unwrap();
    assert!(won_on_the_map(&file.display().to_string(), folder.path()) > 3);
}

#[test]
fn a_map_of_tiled_is_won_on_the_map() {
    let folder = tempfile::tempdir().unwrap();
    let map = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tiled_maps/two_locks.tmj");
    assert!(won_on_the_map(map, folder.path()) > 3);
}

/// A level with changed rules is played under them, and rejects saved games of other rules.
#[test]
fn a_level_is_played_by_the_rules_that_are_asked_for() {
    let (folder, file) = level("#####\n#@..#\n#.*.#\n#####\n");
    let mut plain = Screen::open(&["play", &file], folder.path(), (24, 80), &[]);
    plain.expect("0 steps");
    plain.press("3");
    plain.until("a step refused", |screen| screen.words().contains("diagonal"));
    plain.press("\u{4}");
    assert_eq!(plain.code(), 0);
    let (wide, other) = (folder.path().join("wide.txt"), folder.path().join("wide.json"));
    fs::write(&wide, "######\n#@...#\n#...*#\n######\n").unwrap();
    let (wide, other) = (wide.display().to_string(), other.display().to_string());
    let args = ["play", &wide, "--diagonals", "--save", &other];
    let mut screen = Screen::open(&args, folder.path(), (24, 80), &[]);
    screen.expect("0 steps");
    screen.press("3s");
    screen.expect("Saved as");
    screen.press("q");
    assert_eq!(screen.code(), 0);
    let text = fs::read_to_string(&other).unwrap();
    assert!(text.contains("\"rules\":\"strict, diagonals=true\""), "{text}");
    let ask = |args: &str, code: i32, part: &str| {
        let output = quandary(args, "");
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.code(), Some(code), "{args}: {said}");
        assert!(said.contains(part), "{part:?} is not in {said:?}");
    };
    ask(&format!("hint {wide} --at {other}"), 3, "played by other rules: strict, diagonals=true");
    ask(&format!("hint {wide} --at {other} --diagonals"), 0, "It can be won from here.");
    ask(&format!("play {wide} --load {other}"), 3, "played by other rules");
    ask(&format!("play {wide} --load {other} --diagonals --quiet"), 1, "You are at [2,2].");
}

const ROOMS: &str = r#"{"format":"quandary/level/1","name":"The flat","graph":{"nodes":[{"id":"hall","contents":["start","toggle:0"]},
    {"id":"attic","contents":["key"]},{"id":"vault","contents":["goal"]}],"edges":[
    {"from":"hall","to":"attic","requires":"toggle:0=on"},{"from":"attic","to":"hall"},
    {"from":"hall","to":"vault","requires":"key_locked"}]}}"#;

/// A graph of rooms has no map: it is played by typed steps, and so is a level with tiles from a script.
#[test]
fn a_level_is_played_by_its_steps_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let [file, save] =
        ["rooms.json", "save.json"].map(|name| folder.path().join(name).display().to_string());
    fs::write(&file, ROOMS).unwrap();
    let told = |args: &str, script: &str, code: i32| {
        let output = quandary(&format!("play {args}"), script);
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.code(), Some(code), "{args}: {said}");
        said
    };
    let script = format!(
        "look\ngo vault\ngoto attic\nhint\nhint\nhint\nhint\nflip 0\nundo\nflip 0\ni\ngoto attic\nsave {save}\nsing\nquit\n"
    );
    let said = told(&file, &script, 0);
    for part in [
        "The flat. `help` lists the commands.",
        "You are at \"hall\".",
        "You can: `flip 0`.",
        "`goto vault` is not allowed: it is locked: it asks for a small key.",
        "`goto attic` is not allowed: it is locked: it asks for switch 0 to be on.",
        "It can be won from here.",
        "There: flip switch 0",
        "The next moves: flip 0.",
        "Switch 0 is on now.",
        "Taken back.",
        "You hold: switch 0 on.",
        "You take a small key.",
        "unknown step \"sing\"",
    ] {
        assert!(said.contains(part), "{part:?} is not in {said}");
    }
    let won = told(&format!("{file} --load {save}"), "goto hall, goto vault\n", 0);
    assert!(won.contains("The lock opens") && won.contains(WON), "{won}");
    assert!(won.contains("It took 4 moves and 4 hints."), "{won}");
    let (_other, tiled) = level(KEYS);
    let won = told(&tiled, "right, down, right 2\nright, up\n", 0);
    assert!(won.contains("You take a small key.") && won.contains(WON), "{won}");
    assert!(told(&tiled, "up\n", 1).contains("`up` is not allowed: there is a wall."));
}

/// A dungeon is won in words by hints of the highest level alone; `hint` reads a game saved in words, and its hint
/// count is kept.
#[test]
fn hints_in_words_lead_to_the_end_and_are_counted_across_ways() {
    let folder = tempfile::tempdir().unwrap();
    let [file, save, map] = ["dungeon.json", "words.json", "map.json"]
        .map(|name| folder.path().join(name).display().to_string());
    let made = json("dungeon --category tavern --rooms 6 --seed 6 --attempts 4 --format json", "");
    fs::write(&file, made.to_string()).unwrap();
    let mut script = String::new();
    let mut hints = 0;
    let end = loop {
        let asked = format!("{script}hint\nhint\nhint\nhint\n");
        let told = quandary(&format!("play {file} --quiet"), &asked);
        let text = String::from_utf8_lossy(&told.stdout).into_owned();
        if text.contains(WON) {
            break text;
        }
        let last = text.lines().rev().find(|line| line.starts_with("The next commands: "));
        let last = last.unwrap_or_else(|| panic!("{text}"));
        for command in last.split('`').skip(1).step_by(2) {
            script += &format!("{command}\n");
        }
        hints += 1;
        assert!(hints < 200, "{script}");
    };
    assert!(end.contains("no hint."), "{end}");
    let first = script.lines().next().unwrap();
    let saved = quandary(&format!("play {file}"), &format!("{first}\nhint\nhint\nsave {save}\n"));
    assert!(String::from_utf8_lossy(&saved.stdout).contains("Saved as"));
    assert_eq!(
        json(&format!("hint {file} --at {save} --rung 4 --format json"), "")["standing"]["state"],
        "winnable"
    );
    let mut screen = Screen::open(
        &["play", &file, "--load", &save, "--save", &map],
        folder.path(),
        (40, 120),
        &[],
    );
    screen.expect("Loaded");
    screen.press("?s");
    screen.expect("Saved as");
    screen.press("q");
    assert_eq!(screen.code(), 0);
    assert!(
        fs::read_to_string(&map).unwrap().contains("\"hints\":3"),
        "two in words, one on the map"
    );
    quandary(&format!("play {file} --load {map}"), &format!("save {save}\n"));
    assert!(fs::read_to_string(&save).unwrap().contains("\"hints\": 3"));
}

/// Text is wrapped to the width of the terminal.
#[test]
fn words_are_as_wide_as_the_terminal() {
    let designed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/samples/dungeon.json");
    for cols in [40, 80, 120] {
        let folder = tempfile::tempdir().unwrap();
        let mut screen = Screen::open(
            &["play", designed, "--words"],
            folder.path(),
            (24, cols),
            &[("NO_COLOR", "1")],
        );
        screen.until("the opening", |screen| screen.plain.contains("> "));
        screen.press("take bombs. n. help\r");
        screen.until("the help", |screen| {
            screen.plain.contains("case and accents") && screen.plain.trim_end().ends_with('>')
        });
        screen.press("\u{4}");
        assert_eq!(screen.code(), 0);
        let lines = screen.plain.split('\n').map(|line| line.trim_end_matches('\r'));
        let lines = lines.map(|line| line.rsplit('\r').next().unwrap_or_default());
        let told: Vec<&str> =
            lines.filter(|line| !line.starts_with("> ") && !line.starts_with("  ")).collect();
        let widest = told.iter().map(|line| line.chars().count()).max().unwrap_or_default();
        let cols = usize::from(cols);
        assert!((cols - 15..=cols).contains(&widest), "{cols}: {widest}\n{told:#?}");
    }
}

fn level(drawn: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keys.txt");
    fs::write(&file, drawn).unwrap();
    (folder, file.display().to_string())
}

#[test]
fn a_game_is_taken_back_to_its_start_and_won_again() {
    let (folder, file) = level(KEYS);
    let mut screen = Screen::open(&["play", &file], folder.path(), (24, 80), &[]);
    screen.expect("0 steps");
    let start = screen.text();
    screen.press("ljllkl");
    screen.until("won", |screen| screen.text().contains("Won"));
    screen.press(&"u".repeat(6));
    screen.expect("0 steps");
    let map = |text: &str| -> Vec<String> {
        let cut = |line: &str| line.chars().take(49).collect::<String>().trim_end().to_owned();
        text.lines().map(cut).take(23).collect()
    };
    assert_eq!(map(&screen.text()), map(&start));
    // Arrows walk too, and an undone step is redone.
    screen.press("\u{1b}[C\u{1b}[B\u{1b}[C\u{1b}[Cu\u{12}\u{1b}[A\u{1b}[C");
    screen.until("won", |screen| screen.text().contains("Won"));
    screen.press("q");
    assert_eq!(screen.code(), 0);
}

#[test]
fn a_game_is_saved_and_gone_on_with() {
    let (folder, file) = level(KEYS);
    let mut screen = Screen::open(&["play", &file], folder.path(), (24, 80), &[]);
    screen.expect("0 steps");
    screen.press("ljs");
    screen.expect("Saved as quandary-save.json.");
    screen.press("ll");
    screen.expect("4 steps");
    screen.press("o");
    screen.expect("2 steps");
    screen.press("q");
    assert_eq!(screen.code(), 0);
    let save = folder.path().join("quandary-save.json");
    let text = fs::read_to_string(&save).unwrap();
    assert!(text.contains("\"moves\":\"right, down\""), "{text}");

    let load = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).unwrap();
        let args = ["play", &file, "--load", name];
        Screen::open(&args, folder.path(), (24, 80), &[])
    };
    let mut other = load("one.json", &text);
    other.expect("2 steps");
    other.press("\u{4}");
    assert_eq!(other.code(), 0);
    for (bad, part) in [
        (text.replace("right", "left"), "move 1: There is a wall."),
        (text.replace("right", "rihgt"), "unknown step \"rihgt\""),
        (text.replace("\"level\":\"", "\"level\":\"0"), "belongs to another level"),
        (
            text.replace("walk/1", "walk/9"),
            "\"quandary/save/1\" and \"quandary/walk/1\" are read here",
        ),
        ("{}".to_owned(), "is no saved game"),
    ] {
        let mut refused = load("bad.json", &bad);
        assert_eq!(refused.code(), 3, "{part}");
        let said = refused.plain.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(part), "{part:?} is not in {said:?}");
    }
}

#[test]
fn the_terminal_is_given_back_however_a_game_ends() {
    let (folder, file) = level(KEYS);
    for (keys, code) in [("\u{3}", 130), ("\u{4}", 0), ("q", 0), ("lq\u{3}", 130), ("lqq", 0)] {
        let mut screen = Screen::open(&["play", &file], folder.path(), (24, 80), &[]);
        screen.expect("0 steps");
        assert!(screen.is_drawn && !screen.has_cursor);
        screen.press(keys);
        assert_eq!(screen.code(), code, "{keys:?}");
        assert!(!screen.is_drawn && screen.has_cursor, "{keys:?}");
    }
}

#[test]
fn small_terminals_work_and_terminals_grow() {
    let rows = ["#".repeat(120), format!("#@{}*#", ".".repeat(116))];
    let drawn = format!("{}\n{}\n{}\n", rows[0], rows[1], rows[0]);
    let (folder, file) = level(&drawn);
    let mut screen = Screen::open(&["play", &file], folder.path(), (12, 40), &[]);
    screen.expect("0 steps");
    assert!(!screen.text().contains("*█"), "the goal is further off than the screen is wide");
    screen.press(&"l".repeat(110));
    screen.expect("110 steps");
    screen.until("the goal is seen", |screen| screen.text().contains("*█"));
    assert!(screen.text().contains('@'));
    screen.resize((30, 100));
    screen.until("messages beside the map", |screen| {
        let text = screen.text();
        text.lines().any(|line| line.contains("Find the way")) && text.lines().count() == 30
    });
    screen.resize((3, 20));
    screen.until("a map of two rows", |screen| screen.text().contains('@'));
    screen.press("mml?uu");
    screen.resize((12, 40));
    screen.expect("109 steps");
    screen.press("\u{4}");
    assert_eq!(screen.code(), 0);
}

#[test]
fn colours_are_those_that_are_wanted() {
    let (folder, file) = level(KEYS);
    for (more, expect) in [(&[("NO_COLOR", "1")][..], false), (&[], true)] {
        let mut screen = Screen::open(&["play", &file], folder.path(), (24, 80), more);
        screen.expect("0 steps");
        screen.press("l");
        screen.expect("1 step ");
        screen.press("\u{4}");
        assert_eq!((screen.code(), screen.has_colour), (0, expect), "{more:?}");
    }
}

#[test]
fn what_cannot_be_played_so_says_what_can() {
    let (folder, file) = level(KEYS);
    let refused = |args: &[&str], input: &str, code, part: &str| {
        let output = quandary(&format!("play {}", args.join(" ")), input);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
        assert!(said.contains(part), "{part:?} is not in {said:?}");
    };
    refused(&[&file, "--referee"], "right\n", 2, "--referee goes with the map");
    let area = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/samples/area.json");
    refused(&[area, "--referee"], "", 2, "--referee goes with the map");
    refused(&[area, "--rule", "push=free"], "", 2, "are for levels");
    let save = folder.path().join("save.json");
    fs::write(&save, "{\"format\":\"quandary/walk/1\"}").unwrap();
    refused(&[&save.display().to_string()], "", 3, "is a saved game; give the file it is of");
}

#[test]
fn the_referee_says_when_a_level_is_lost_and_offers_to_take_it_back() {
    let (folder, file) = level("#########\n#.+@k+.*#\n#########\n");
    let mut screen = Screen::open(&["play", &file, "--referee"], folder.path(), (24, 100), &[]);
    screen.expect("0 steps");
    screen.press("lh");
    screen.expect("2 steps");
    assert!(!screen.words().contains("no longer be won"));
    // The only key goes into the wrong lock.
    screen.press("h");
    screen.until("the call", |screen| {
        screen.words().contains("no longer be won. 1 step ago it could.")
    });
    screen.expect("Take the step back? y does");
    // A player who continues gets no second report, and can still undo.
    screen.press("hl");
    screen.expect("5 steps");
    screen.press("uuu");
    screen.until("the other call", |screen| screen.words().contains("can be won again"));
    screen.press("h");
    screen.expect("Take the step back? y does");
    screen.press("y");
    screen.expect("2 steps");
    screen.press("llll");
    screen.until("won", |screen| screen.text().contains("Won"));
    screen.press("q");
    assert_eq!(screen.code(), 0);
    let calls = screen.plain.matches("won").count();
    assert_eq!(calls, 1, "{:?}", screen.plain);
}
