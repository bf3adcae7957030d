//! Games, played from scripts and in a pseudo-terminal.

use crate::program::quandary;
use crate::program::terminal::Terminal;
use std::fs;
use std::process::Output;

const AREA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/samples/area.json");
const DUNGEON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/samples/dungeon.json");
const WALKTHROUGH: &str = include_str!("../play/walkthrough.txt");

fn play(file: &str, args: &str, script: &str) -> Output {
    quandary(&format!("play {file} {args}"), script)
}

/// Plays a script, and checks that the transcript has these parts, in this order.
fn check(file: &str, args: &str, script: &str, code: i32, parts: &[&str]) {
    let output = play(file, args, script);
    let text = String::from_utf8_lossy(&output.stdout);
    let mut rest = &text[..];
    for part in parts {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => panic!("{part:?} is not in\n{rest}\nof\n{text}"),
        }
    }
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*said), (Some(code), ""), "{text}");
}

#[test]
fn a_walkthrough_wins() {
    check(
        AREA,
        "",
        WALKTHROUGH,
        0,
        &[
            "The entry (0, 0, 0).\nWays out: east.\n> go east\n",
            "> unlock porte d'ete with the clé dorée\nClé dorée turns in Porte d’Été, and stays there.",
            "> go down\nThe boss's room (3, 0, -1).\n",
            "You have won.",
        ],
    );
    let quiet = play(AREA, "--quiet", WALKTHROUGH);
    assert!(!String::from_utf8_lossy(&quiet.stdout).contains("> "));
    assert_eq!(quiet.status.code(), Some(0));
}

#[test]
fn a_dungeon_is_won_by_levers_stones_bombs_and_keys() {
    let script = "take\nn\nbomb\npull lever\npull switch\ngo 2\ntake\ns\ngo 3\npush stones\ntake\nmap\n\
                  e\nn\ns\nunlock east\ne\n";
    let parts = [
        "The Apple House.\nFind the way to the goal.",
        "The Doorstep (0).\nA draught comes from the north.\nWays out: north.\nYou can take: the bombs.\n",
        "Ways out: north to 2 (barred: lever 1), north to 3 (gate of switch 0, shut), south (The Doorstep), \
         east (water) and down (a cracked wall).\n",
        "> bomb\nThe cracked wall falls. The way down is open.\n",
        "> push stones\nYou push stone after stone, until each stands on its plate. The way east opens.\n",
        "> map\nLevel 0\n",
        "> n\nThere is no way north.",
        "> s\nThe Landing (5).",
        "Key A and the small key open the way east. The small key breaks in the lock.\n",
        "This is the goal.",
        "Sveinn lets you have the vault, and keeps the apples.",
        "You have won.",
    ];
    check(DUNGEON, "", script, 0, &parts);
    check(DUNGEON, "", "n\n", 1, &["The script has ended, and the game is not won.\n"]);
}

#[test]
fn lines_are_as_wide_as_is_asked_for_and_maps_as_they_are_drawn() {
    let script = "take\nn\nlook\nhelp\nhint\nmap\nsing\nquit\n";
    for width in [40, 80, 120] {
        let played = quandary(&format!("play {DUNGEON} --width {width}"), script);
        let text = String::from_utf8(played.stdout).unwrap();
        let told = text.lines().filter(|line| !line.starts_with("  "));
        let widest = told.map(|line| line.chars().count()).max().unwrap();
        assert!((width - 12..=width).contains(&widest), "{width}: {widest}\n{text}");
        assert!(text.contains("\n@════>×─?\n"), "{text}");
        assert!(text.contains("`save` keeps"), "{text}");
    }
    let refused = quandary(&format!("play {DUNGEON} --width 4"), "");
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn a_dungeon_is_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("apples.json");
    let save = save.display();
    let script = format!("take\nn\nbomb\nsave {save}\nundo\nload {save}\nd\n");
    let parts = [
        &*format!("Saved as {save}."),
        "Taken back.",
        "Loaded",
        "The Long Hall (1).",
        "The Cellar",
    ];
    check(DUNGEON, "", &script, 1, &parts);
    let other = format!("load {save}\n");
    check(AREA, "", &other, 1, &["the save belongs to another dungeon"]);
}

/// The walkthrough in the JSON wins the file, and the dungeon of the same seed.
#[test]
fn a_dungeon_of_a_seed_is_won_by_its_walkthrough() {
    let folder = tempfile::tempdir().unwrap();
    let options = "--category crypt --rooms 10 --seed 7";
    let made = quandary(&format!("dungeon {options} --format json"), "");
    let path = folder.path().join("crypt.json");
    fs::write(&path, &made.stdout).unwrap();
    let made: serde_json::Value = serde_json::from_slice(&made.stdout).unwrap();
    let commands = made["walkthrough"].as_array().unwrap().iter().filter_map(|c| c.as_str());
    let commands: Vec<&str> = commands.collect();
    let [file, seed] = [path.display().to_string(), options.to_owned()]
        .map(|what| quandary(&format!("play {what}"), &commands.join("\n")));
    assert_eq!(file.status.code(), Some(0), "{}", String::from_utf8_lossy(&file.stdout));
    assert_eq!(file.stdout, seed.stdout);
}

#[test]
fn what_is_typed_is_forgiven_or_explained() {
    let script = "EAST\npull\npull lever\nPULL lever of a\nundo\nexamine lever of oak\nx p1\nn\n\
                  pull p1\nn\ntake CLE\ns\nunlock porte with river\nopen porte\ne\n\
                  answer the bronze face the sea\nanswer face river\nanswer The  BRONZE face: Rivèr.\n\
                  answer bronze  stream!\nfly\nget lost\n";
    check(
        AREA,
        "--int 10",
        script,
        1,
        &[
            "> pull\nPull what: Lever of Ash or Lever of Oak?\n",
            "> pull lever\n\"lever\" can mean Lever of Ash or Lever of Oak.\n",
            "> PULL lever of a\nYou pull Lever of Ash. The way north is free.\n",
            "> undo\nTaken back.\n",
            "> examine lever of oak\nLever of Oak: A dark stick in a slot.\nIt blocks the way south.\n\
         It can be pulled.\n> x p1\n",
            "Hint: It wants to be pulled.\n",
            "> n\nThe way north is blocked: Lever of Ash must be solved first.\n",
            "You take Clé dorée.",
            "You carry no \"river\". You carry Clé dorée.",
            "> open porte\nClé dorée turns",
            "> answer the bronze face the sea\nThe Bronze Face does not take that answer.\n",
            "> answer face river\nThe Bronze Face does not take that answer.\n",
            "> answer The  BRONZE face: Rivèr.\nThe Bronze Face takes your answer.",
            "> answer bronze  stream!\nThe Bronze Face is nothing to answer. It is solved already.\n",
            "> fly\nI do not know \"fly\".",
            "> get lost\nThere is no \"lost\" here, and nothing to take.\n",
            "The script has ended, and the game is not won.\n",
        ],
    );
    check(AREA, "", "quit\ne\n", 0, &["> quit\nFarewell.\n"]);
}

#[test]
fn hints_and_clues_are_for_those_with_int() {
    let clue = "The great one leads, and the small one has the last word.";
    // The way to the bells is that of the walkthrough.
    let way: Vec<&str> = WALKTHROUGH.lines().take_while(|line| !line.starts_with("act")).collect();
    let script = format!("{}\nexamine choir of bells\ninventory\n", way.join("\n"));
    for (args, sees, int) in [("", false, 14), ("--int 20", true, 20), ("--open-clues", true, 14)] {
        let output = play(AREA, args, &script);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("It can be activated: "), "{args}: {text}");
        assert_eq!(text.contains(clue), sees, "{args}: {text}");
        assert!(text.contains(&format!("Your INT is {int}.\n")), "{args}: {text}");
    }
    check(AREA, "", "e\nx p1\n", 1, &["Hint: It wants to be pulled.\n"]);
}

#[test]
fn a_game_is_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("my save.json");
    let save = save.display();
    let script =
        format!("e\npull p1\nsave {save}\nn\ntake\nload {save}\ni\nundo\nundo\nsave {save}\n");
    check(
        AREA,
        "--int 3",
        &script,
        1,
        &[
            &format!("Saved as {save}."),
            "You take Clé dorée.",
            &format!("Loaded {save}.\nA corridor (1, 0, 0)."),
            "You carry nothing.",
            "Taken back.",
            "The entry (0, 0, 0).",
            "Saved as",
        ],
    );
    let other =
        format!("load {save}\nload {AREA}\nload /no/such/file\nsave {AREA}\nsave /no/such/file\n");
    check(
        DUNGEON,
        "",
        &other,
        1,
        &[
            "the save belongs to another dungeon",
            "Not loaded: ",
            "the save is damaged: ",
            "Not loaded: /no/such/file: ",
            "is there, and is no saved game",
            "Not saved: cannot write /no/such/file: there is no such folder",
        ],
    );
    assert!(fs::read_to_string(AREA).unwrap().contains("quandary/area/1"));
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(names.len(), 1, "nothing is left behind");
}

#[test]
fn whoever_quits_is_told_of_what_is_lost_and_of_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("save.json");
    let save = save.display();
    let lost = "What was not saved is gone";
    let told = |args: &str, script: &str| {
        let output = play(DUNGEON, args, script);
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(told("", "take\nquit\n").contains(lost));
    assert!(!told("", &format!("take\nsave {save}\nquit\n")).contains(lost));
    assert!(told("", &format!("take\nsave {save}\nn\nquit\n")).contains(lost));
    assert!(!told(&format!("--load {save}"), "look\nquit\n").contains(lost));
    assert!(!told("", &format!("load {save}\nquit\n")).contains(lost));
}

#[test]
fn what_cannot_be_played_says_why() {
    let refused = |args: &str, code, part: &str| {
        let output = quandary(&format!("play {args}"), "");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args}: {said}");
        assert!(said.contains(part), "{part:?} is not in {said:?}");
    };
    refused("-", 2, "FILE cannot be standard input");
    refused("/no/such/file", 3, "/no/such/file: ");
    refused(&format!("{AREA} --int 256"), 2, "256");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.json");
    let text = fs::read_to_string(AREA).unwrap();
    for (from, to, part) in [
        ("area/1", "layout/1", "\"quandary/area/1\" and \"quandary/dungeon/2\" can be played"),
        (
            "\"lever\"",
            "\"leaver\"",
            "puzzles[0].kind: unknown kind \"leaver\" (did you mean lever?); known are locked_door",
        ),
        ("\"rooms\": [", "\"rooms\": [,", "line 5, column"),
    ] {
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        refused(&path.display().to_string(), 3, part);
    }
    let text = fs::read_to_string(DUNGEON).unwrap();
    fs::write(&path, text.replacen("toggle:0=on", "toggle:0=up", 1)).unwrap();
    refused(&path.display().to_string(), 3, "level.graph.edges[4].requires: \"toggle:0=up\"");
}

#[test]
fn a_game_in_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::open(&["play", AREA], &folder);
    // The words that are shown, the prompt, and the words typed at it.
    let mut turn = |parts: &[&str], typed: &str| {
        parts.iter().for_each(|part| terminal.expect(part));
        terminal.expect("> ");
        terminal.type_in(typed);
    };
    turn(&["Ways out: east.\r\n"], "go e\n");
    turn(&["A corridor (1, 0, 0)."], "pull\n");
    turn(
        &["Pull what: Lever of Ash or Lever of Oak?\r\n"],
        "pull lever of ash\nn\ntake clé dorée\nsave\n",
    );
    turn(&["You take Clé dorée.", "Saved as quandary-save.json.\r\n"], "undo\nmap\n");
    turn(&["Taken back.", "@\r\n    │\r\nE───o─×─?"], "load\ni\n");
    // Ctrl-D, on a line of its own.
    turn(
        &["Loaded quandary-save.json.\r\n", "You carry Clé dorée.\r\nYour INT is 14.\r\n"],
        "\u{4}",
    );
    terminal.expect("\r\nUntil next time.\r\n");
    assert_eq!(terminal.code(), 0);
    assert!(folder.path().join("quandary-save.json").is_file());
}

#[test]
fn a_game_in_a_terminal_is_won() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::open(&["play", AREA, "--int", "20"], &folder);
    for line in WALKTHROUGH.lines() {
        terminal.expect("> ");
        terminal.type_in(&format!("{line}\n"));
    }
    terminal.expect("You have won.");
    terminal.expect("> ");
    terminal.type_in("quit\n");
    terminal.expect("Farewell.\r\n");
    assert_eq!(terminal.code(), 0);
}

#[test]
fn the_dungeon_of_a_seed_is_won_in_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let made = quandary("dungeon --rooms 8 --seed 7 --format json", "");
    let made: serde_json::Value = serde_json::from_slice(&made.stdout).unwrap();
    let commands = made["walkthrough"].as_array().unwrap().iter().filter_map(|c| c.as_str());
    let commands: Vec<&str> = commands.collect();
    let mut terminal = Terminal::open(&["play", "--words", "--rooms", "8", "--seed", "7"], &folder);
    for command in &commands {
        terminal.expect("> ");
        terminal.type_in(&format!("{command}\n"));
    }
    terminal.expect("> ");
    terminal.type_in("quit\n");
    assert_eq!(terminal.code(), 0);
    let script = quandary("play --rooms 8 --seed 7", &commands.join("\n"));
    assert_eq!(script.status.code(), Some(0));
}

/// Without a file or a seed there is a random dungeon, and its seed is printed.
#[test]
fn without_a_file_a_seed_is_drawn() {
    let output = quandary("play", "look\nquit\n");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    let seed = said.trim().strip_prefix("The dungeon of --seed ").and_then(|s| s.strip_suffix('.'));
    let again = quandary(&format!("play --seed {}", seed.unwrap_or("?")), "look\nquit\n");
    assert_eq!(output.stdout, again.stdout);
}

/// A typed line can be edited and brought back; long lines are broken between words.
#[test]
fn lines_are_edited_brought_back_and_wrapped() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::open(&["play", AREA], &folder);
    terminal.expect("> ");
    // Two letters too many, taken back; the beginning of the line, and a word put before it.
    terminal.type_in("easttt\u{7f}\u{7f}\u{1}go \n");
    terminal.expect("A corridor (1, 0, 0).");
    terminal.expect("> ");
    terminal.type_in("west\n");
    terminal.expect("The entry (0, 0, 0).");
    terminal.expect("> ");
    // The line before the last one.
    terminal.type_in("\u{1b}[A\u{1b}[A\n");
    terminal.expect("A corridor (1, 0, 0).");
    terminal.expect("> ");
    terminal.type_in("help\n");
    terminal.expect("> ");
    terminal.type_in("\u{3}");
    assert_eq!(terminal.code(), 130);
}

/// Every command with PNG output refuses to write it to a terminal, and names the option for a file.
#[test]
fn pixels_are_not_for_terminals() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("level.txt"), "#####\n#@.*#\n#####\n").unwrap();
    for command in [
        "dungeon --seed 1 --format png",
        "area --seed 1 --format png",
        "layout --seed 1 --format png",
        "cave --size 9x9 --format png",
        "convert level.txt --format png",
        "solve level.txt --format png",
        "check level.txt --format png",
        "riddle --seed 1 --attempts 9 --format png",
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        let mut terminal = Terminal::open(&words, &folder);
        terminal.expect("a terminal shows no PNG; write it to a file with -o FILE");
        assert_eq!(terminal.code(), 2, "{command}");
    }
}

#[test]
fn a_script_in_a_terminal_has_no_prompt() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::open(&["play", AREA, "--script"], &folder);
    terminal.expect("Ways out: east.\r\n");
    terminal.type_in("east\n");
    terminal.expect("east\r\n> east\r\nA corridor (1, 0, 0).");
    terminal.type_in("\u{4}");
    terminal.expect("The script has ended, and the game is not won.\r\n");
    assert_eq!(terminal.code(), 1);
}
