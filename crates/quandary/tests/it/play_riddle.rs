//! Riddles played by cursor and by typing in a pseudo-terminal, from lines, and the file of streaks.

use crate::program::quandary;
use crate::program::screen::Screen;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

const MADE: &str = "--locale en_US --profile daily --seed 5 --attempt 209";

/// A riddle in a file, and its content.
fn riddle() -> (TempDir, String, Value) {
    let folder = tempfile::tempdir().unwrap();
    let made = quandary(&format!("riddle {MADE} --format json"), "");
    let value: Value = serde_json::from_slice(&made.stdout).unwrap();
    let file = folder.path().join("riddle.json");
    fs::write(&file, &made.stdout).unwrap();
    (folder, file.display().to_string(), value)
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn answer(riddle: &Value) -> (String, String, u64) {
    let solution = &riddle["solution"];
    let text = |name: &str| solution[name].as_str().unwrap().to_owned();
    (text("square"), text("move"), solution["score"].as_u64().unwrap())
}

/// The keys that place the answer: to its first square, the direction, and a letter for each missing tile.
fn keys(riddle: &Value) -> String {
    let (square, word, _) = answer(riddle);
    let is_across = square.starts_with(|c: char| c.is_ascii_uppercase());
    let name = |c: &char| c.is_ascii_uppercase();
    let row = square.chars().find(name).unwrap() as usize - 'A' as usize;
    let col: usize = square.chars().filter(|c| !name(c)).collect::<String>().parse().unwrap();
    let (mut row, mut col) = (row, col - 1);
    let (up, left) = ("\u{1b}[A".repeat(14), "\u{1b}[D".repeat(14));
    let mut keys = up + &left + &"\u{1b}[B".repeat(row) + &"\u{1b}[C".repeat(col);
    keys += if is_across { "" } else { "\t" };
    let board: Vec<Vec<char>> = riddle["board"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_str().unwrap().chars().collect())
        .collect();
    let mut letters = word.chars();
    while let Some(letter) = letters.next() {
        let blank = letter == '?';
        let letter = if blank { letters.next().unwrap() } else { letter };
        if board[row][col] == '.' {
            keys += if blank { "?" } else { "" };
            keys.push(letter);
        }
        if is_across { col += 1 } else { row += 1 }
    }
    keys
}

fn open(args: &[&str], folder: &Path) -> Screen {
    let state = folder.join("state").display().to_string();
    Screen::open(args, folder, (24, 100), &[("XDG_STATE_HOME", &state)])
}

fn play<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["riddle", "--locale", "en_US", "--play", file], more].concat()
}

#[test]
fn a_riddle_is_won_by_cursor() {
    let (folder, file, riddle) = riddle();
    let (square, word, score) = answer(&riddle);
    let mut screen = open(&play(&file, &[]), folder.path());
    screen.expect("F1 keys");
    assert!(screen.words().contains(&format!("best play {score} points")), "{}", screen.text());
    assert!(!screen.words().contains(&word));
    // An invalid word stays on the board until it is taken back.
    screen.press("i\r");
    screen.until("refused", |screen| screen.words().contains("That is no play"));
    screen.press("\u{7f}");
    screen.press(&keys(&riddle));
    screen.expect(&format!("laid {square} {word}"));
    screen.press("\r");
    screen.expect("Solved · Enter ends");
    screen.press("\r");
    assert_eq!(screen.code(), 0);
    assert!(!screen.is_drawn && screen.has_cursor);
    let plain = &screen.plain;
    assert!(plain.contains("Solved: 1 guess, 0 hints."), "{plain}");
    assert!(
        plain.contains("en_US: 1 riddle played, 1 solved; 1 day in a row, 1 at most."),
        "{plain}"
    );
    let kept = fs::read_to_string(folder.path().join("state/quandary/streaks.json")).unwrap();
    assert!(kept.contains("quandary/streaks/1") && kept.contains("\"solved\": 1"), "{kept}");
}

#[test]
fn a_riddle_is_won_by_typing_after_hints_in_their_order() {
    let (folder, file, riddle) = riddle();
    let (square, word, score) = answer(&riddle);
    let streaks = folder.path().join("my.json").display().to_string();
    let mut screen = open(&play(&file, &["--streaks", &streaks]), folder.path());
    screen.expect("F1 keys");
    let laid = word.chars().filter(|c| *c != '?').count();
    for (keys, expect) in [
        ("\u{1b}OQ", format!("Hint 1 of 3: The word has {laid} letters")),
        ("!", "Hint 2 of 3: It lies in".to_owned()),
        (":hint\r", "Hint 3 of 3: It begins with".to_owned()),
        ("!", "There are no more hints.".to_owned()),
    ] {
        assert!(!screen.words().contains(&expect));
        screen.press(keys);
        screen.until(&expect, |screen| screen.words().contains(&expect));
    }
    screen.press(&format!(":{square} {word}\r"));
    let won = format!("{square} {word}: {score} points, the best of");
    screen.until("won", |screen| screen.words().contains(&won));
    screen.press("q");
    assert_eq!(screen.code(), 0);
    assert!(screen.plain.contains("Solved: 1 guess, 3 hints."), "{}", screen.plain);
    assert!(fs::read_to_string(&streaks).unwrap().contains("\"played\": 1"));
    assert!(!folder.path().join("state").exists());
}

#[test]
fn a_riddle_is_given_up_and_then_its_answer_is_told() {
    let (folder, file, riddle) = riddle();
    let (square, word, score) = answer(&riddle);
    let mut screen = open(&play(&file, &[]), folder.path());
    screen.expect("F1 keys");
    let told = format!("The best play is {word}({score}) at {square}.");
    screen.press("\u{1b}OR");
    screen.expect("Give up, and see the answer?");
    screen.press("n");
    screen.expect("F1 keys");
    assert!(!screen.words().contains(&told));
    screen.press("\u{7}y");
    screen.until("the answer", |screen| screen.words().contains(&told));
    screen.expect("Given up · Enter ends");
    screen.press("\u{4}");
    assert_eq!(screen.code(), 0);
    assert!(screen.plain.contains("en_US: 1 riddle played, 0 solved; 0 days in a row, 0 at most."));
}

#[test]
fn a_made_riddle_is_played_and_says_how_it_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let args: Vec<&str> = "riddle --play".split(' ').chain(MADE.split(' ')).collect();
    let mut screen = open(&args, folder.path());
    screen.expect("F1 keys");
    screen.press("\u{1b}OP");
    screen.expect("take back the last tile");
    screen.press("x\u{1b}[C");
    screen.resize((12, 40));
    screen.until("a small board", |screen| {
        screen.text().contains("rack ") && screen.text().contains('→')
    });
    screen.press("\u{3}");
    assert_eq!(screen.code(), 130);
    assert!(screen.plain.contains("Not solved: 0 guesses, 0 hints."), "{}", screen.plain);
    assert!(screen.plain.contains("It is made again by --seed 5 --attempt 209."));
    // No game was started.
    assert!(!folder.path().join("state").exists());
}

/// Both arrive while the program draws the result of the previous key, at any time within it.
#[test]
fn a_key_that_comes_together_with_a_new_size_is_heard() {
    let (folder, file, _) = riddle();
    let mut screen = open(&play(&file, &[]), folder.path());
    screen.expect("F1 keys");
    for round in 0..1000 {
        screen.press("\u{1b}OP");
        thread::sleep(Duration::from_micros(u64::from(round % 40) * 30));
        screen.resize((24, 99 - round % 7));
        screen.press(" ");
        screen.until("no list of keys", |screen| {
            let text = screen.text();
            text.contains("F1 keys") && !text.contains("move the cursor")
        });
    }
    screen.press("\u{3}");
    assert_eq!(screen.code(), 130);
}

#[test]
fn a_riddle_is_played_by_lines() {
    let (folder, file, riddle) = riddle();
    let (square, word, score) = answer(&riddle);
    let run = |input: &str, more: &str| {
        quandary(&format!("riddle --locale en_US --play {file} {more}"), input)
    };
    let won = run(&format!("hint\n\nA1 zz\nH4 clotes\nwhat is this\n{square} {word}\n"), "");
    let text = stdout(&won);
    assert_eq!(won.status.code(), Some(0), "{text}{}", stderr(&won));
    let mut rest = text.as_str();
    for part in [
        "Riddle: en_US, standard board",
        "best play",
        "A guess is the square",
        "> hint\nHint 1 of 3: The word has",
        "> A1 zz\nThat is no play: the rack does not have these tiles.",
        "> H4 clotes\nThat is no play:",
        "> what is this\nA guess is the square",
        &format!("> {square} {word}\n{square} {word}: {score} points, the best of"),
        "Solved: 1 guess, 1 hint.",
    ] {
        let (before, behind) = rest.split_once(part).unwrap_or_else(|| panic!("{part:?}: {text}"));
        assert!(!before.contains(&word), "the answer is told too soon: {text}");
        rest = behind;
    }
    let given_up = run("give up\n", "");
    let told = format!("The best play is {word}({score}) at {square}.");
    assert!(given_up.status.success() && stdout(&given_up).contains(&told));
    for (input, code) in [("", 1), ("hint\n", 1), ("quit\n", 0)] {
        let ended = run(input, "");
        assert_eq!(ended.status.code(), Some(code), "{input:?}");
        assert!(!stdout(&ended).contains(&word) && stdout(&ended).contains("Not solved"));
    }
    // Days are stored with the option; an unreadable file is not changed.
    let streaks = folder.path().join("streaks.json").display().to_string();
    let kept = format!("--streaks {streaks}");
    for (n, guess) in [(1, format!("{square} {word}\n")), (2, "hint\n".to_owned())] {
        let text = stdout(&run(&guess, &kept));
        let riddles = if n == 1 { "1 riddle" } else { "2 riddles" };
        let expect = format!("en_US: {riddles} played, 1 solved; 1 day in a row, 1 at most.");
        assert!(text.contains(&expect), "{text}");
    }
    fs::write(&streaks, "{\"format\": \"other\"}\n").unwrap();
    let noted = run("give up\n", &kept);
    assert_eq!(noted.status.code(), Some(0));
    assert!(
        stderr(&noted).contains("streaks are not kept: ")
            && stderr(&noted).contains("streaks.json")
    );
    assert_eq!(fs::read_to_string(&streaks).unwrap(), "{\"format\": \"other\"}\n");
}

#[test]
fn what_is_no_riddle_or_of_another_language_says_so() {
    let (folder, file, _) = riddle();
    let refused = |args: &str, code, part: &str| {
        let output = quandary(&format!("riddle {args}"), "");
        let said = stderr(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(output.status.code(), Some(code), "{args}: {said}");
        assert!(said.contains(part), "{args}: {said}");
    };
    refused(&format!("--locale pl --play {file}"), 3, "riddle.json: ");
    refused(&format!("--locale en --board-type explo --play {file}"), 3, "(--board-type)");
    refused(
        &format!("--locale en --play {file} --seed 4"),
        2,
        "--seed is about riddles that are made",
    );
    refused(&format!("--locale en --play {file} --format json"), 2, "--format");
    refused("--locale en --play -", 2, "guesses come from standard input");
    refused("--locale en --play no/such.json", 3, "no/such.json: there is no such file");
    refused("--streaks a.json", 2, "--play");
    let two = folder.path().join("two.json");
    fs::write(&two, fs::read_to_string(&file).unwrap().repeat(2)).unwrap();
    refused(&format!("--locale en --play {}", two.display()), 3, "holds 2 riddles; one is played");
    fs::write(&two, "{\"board\": []}").unwrap();
    refused(&format!("--locale en --play {}", two.display()), 3, "is no riddle");
}
