//! `quandary riddles`: the same riddles from the same secret, killed and resumed on both databases, no answer twice
//! within 60 days, and no answers in the output.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;
use testing::database::{Postgres, rows, sqlite};

/// Number of times that a batch is killed.
const KILLS: u64 = 8;

fn or_panic<T, E: std::fmt::Display>(result: Result<T, E>) -> T {
    result.unwrap_or_else(|error| panic!("{error}"))
}

fn folder() -> TempDir {
    or_panic(tempfile::tempdir())
}

fn riddles(args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quandary"));
    command.arg("riddles").args(args.split_whitespace());
    command
}

fn ended(args: &str) -> Output {
    or_panic(riddles(args).output())
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The output of a successful run.
fn said(args: &str) -> String {
    let output = ended(args);
    assert_eq!(output.status.code(), Some(0), "{args}: {}", stderr(&output));
    stdout(&output)
}

/// Checks the exit code and the message of a run.
fn refused(args: &str, code: i32, part: &str) {
    let output = ended(args);
    let why = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{args}: {why}");
    assert!(why.contains(part), "{args}: {why}");
}

/// Every riddle row, in order.
fn kept(store: &str) -> Vec<String> {
    or_panic(rows(
        store,
        "SELECT kind || '|' || locale || '|' || date || '|' || revision || '|' || state || '|' \
         || answer || '|' || body FROM riddle ORDER BY kind, locale, date, revision",
    ))
}

/// A batch that is killed and resumed repeatedly ends with the rows of an uninterrupted one.
fn killed_and_resumed(whole: &str, broken: &str) {
    let folder = folder();
    let secret = folder.path().join("secret");
    or_panic(fs::write(&secret, "a secret for tests"));
    // Two shipped languages; it does not matter how many days get a riddle.
    let args = format!(
        "--from 2026-12-01 --to 2026-12-12 --locales en_US,en_GB --attempts 300 --project-seed-file {}",
        secret.display()
    );
    let batch = |store: &str, more: &str| {
        let mut command = riddles(&format!("{args} --store {store} {more}"));
        command.stderr(Stdio::null());
        command
    };
    or_panic(batch(whole, "").output());
    let mut killed = 0;
    for n in 0..KILLS {
        // At any time of the search or of a write: after some lines and a moment.
        let mut child = or_panic(batch(broken, "--resume").stdout(Stdio::piped()).spawn());
        let wanted = (n * 7919 + 3) % 4;
        let out = child.stdout.take().unwrap_or_else(|| panic!("no output"));
        BufReader::new(out).lines().take(wanted as usize).for_each(drop);
        sleep(Duration::from_millis(n * 37 % 23));
        or_panic(child.kill());
        // A finished batch has an exit code.
        killed += u64::from(or_panic(child.wait()).code().is_none());
    }
    assert!(killed > KILLS / 2, "only {killed} of {KILLS} were killed on their way");
    or_panic(batch(broken, "--resume").output());
    let (expect, found) = (kept(whole), kept(broken));
    for locale in ["|en_US|", "|en_GB|"] {
        assert!(expect.iter().any(|row| row.contains(locale)), "no riddle is {locale}");
    }
    assert_eq!(expect, found);
    let answer = |row: &String| {
        let cells: Vec<_> = row.split('|').collect();
        (cells[1].to_owned(), cells[5].to_owned())
    };
    let answers: BTreeSet<_> = found.iter().map(answer).collect();
    assert_eq!(answers.len(), found.len(), "an answer twice");
}

#[test]
fn a_batch_killed_again_and_again_is_the_same_on_sqlite() {
    let folder = folder();
    killed_and_resumed(&sqlite(folder.path(), "whole.db"), &sqlite(folder.path(), "broken.db"));
}

#[test]
fn a_batch_killed_again_and_again_is_the_same_on_postgresql() {
    if let Some(server) = Postgres::start() {
        killed_and_resumed(&server.database("whole"), &server.database("broken"));
    }
}

/// Few words can be answers, so they would soon repeat.
const NARROW: &str = "name narrow\ntiles 2..8\nbest 10\nlength 2\nanswer_commonness 235\n\
    weight.best -1\nweight.tiles -20\n";

#[test]
fn answers_come_again_after_sixty_days_only() {
    let folder = folder();
    let (store, profile) = (sqlite(folder.path(), "a.db"), folder.path().join("narrow.txt"));
    or_panic(fs::write(&profile, NARROW));
    let secret = folder.path().join("secret");
    or_panic(fs::write(&secret, "a secret for tests"));
    let args = format!(
        "--from 2026-01-01 --to 2026-07-31 --locales en_US --attempts 400 --profile {} --store {store} \
         --project-seed-file {}",
        profile.display(),
        secret.display()
    );
    // So few words are left that some days find no riddle.
    assert!(matches!(ended(&args).status.code(), Some(0 | 11)));
    let dated = or_panic(rows(&store, "SELECT date || answer FROM riddle ORDER BY date"));
    assert!(dated.len() > 60, "{} days", dated.len());
    let split = |row: &String| -> (jiff::civil::Date, String) {
        let (date, answer) = row.split_at(10);
        (or_panic(date.parse()), answer.to_owned())
    };
    let all: Vec<_> = dated.iter().map(split).collect();
    let mut again = 0;
    for (n, (date, answer)) in all.iter().enumerate() {
        for (other, same) in all[n + 1..].iter().filter(|(_, a)| a == answer) {
            let days = or_panic(date.until(*other)).get_days();
            assert!(
                days > 60,
                "{answer} on {date} and on {other}, which are {days} days apart: {same}"
            );
            again += 1;
        }
    }
    assert!(again > 0, "no answer came up twice in half a year: the test sees nothing");
}

/// Days in the future, as long as this test is in use.
#[test]
fn what_is_there_is_left_or_replaced_as_asked() {
    let folder = folder();
    let store = sqlite(folder.path(), "a.db");
    let args = |from: &str, more: &str| {
        format!(
            "--from 2096-12-{from} --to 2096-12-04 --locales en_US --attempts 600 --store {store} {more}"
        )
    };
    said(&args("03", ""));
    let first = kept(&store);
    assert_eq!(first.len(), 2);
    refused(&args("01", ""), 2, "2 of these riddles are in the store already");
    assert_eq!(kept(&store), first);
    let told = said(&args("01", "--dry-run"));
    let expect = "2096-12-01 en_US revision 1 would be made\n2096-12-02 en_US revision 1 would be made\n\
        2096-12-03 en_US revision 1 is there\n2096-12-04 en_US revision 1 is there\n";
    assert_eq!(told, expect);
    assert_eq!(kept(&store), first);
    let told = said(&args("01", "--resume"));
    assert!(told.contains("en_US: 2 made, 2 there already, 0 failed"), "{told}");
    said(&args("04", "--replace"));
    let rows = kept(&store);
    assert_eq!(rows.len(), 5);
    // The old riddle stays but no longer counts: its day has not started.
    let withdrawn = first[1].replace("|1|made|", "|1|withdrawn|");
    assert!(rows.contains(&first[0]) && rows.contains(&withdrawn));
    assert!(rows[4].starts_with("daily|en_US|2096-12-04|2|made|"));
    assert_ne!(rows[3].split('|').nth(5), rows[4].split('|').nth(5));
    // A day that is over keeps its riddle.
    let past = args("04", "--replace").replace("2096", "1996");
    said(&past.replace("--replace", ""));
    let there = kept(&store);
    assert!(said(&past).contains("en_US: 0 made, 1 there already"));
    assert_eq!(kept(&store), there);
    // An interrupted replacement continues with the remaining days.
    let told = said(&args("03", "--replace --resume"));
    assert!(told.contains("en_US: 1 made, 1 there already"), "{told}");
}

#[test]
fn nothing_is_told_that_gives_an_answer_away() {
    let folder = folder();
    let (store, secret) = (sqlite(folder.path(), "a.db"), folder.path().join("secret"));
    or_panic(fs::write(&secret, "hush, hush, sweet riddle\n"));
    let args = format!(
        "--from 2096-12-01 --to 2096-12-03 --locales en_US --attempts 600 --store {store} \
         --project-seed-file {}",
        secret.display()
    );
    let output = ended(&args);
    let told = stdout(&output) + &stderr(&output);
    let answers = or_panic(rows(&store, "SELECT answer FROM riddle"));
    let seeds = or_panic(rows(&store, "SELECT seed FROM project"));
    assert_eq!((answers.len(), seeds.len()), (3, 1));
    for hidden in answers.iter().chain(&seeds).map(String::as_str).chain(["hush", "seed"]) {
        assert!(!told.contains(hidden), "{hidden:?} in {told}");
    }
    let shown = said(
        &args
            .replace("2096-12-01 --to", "2096-12-02 --to")
            .replace("--attempts", "--replace --solution --format json --attempts"),
    );
    let line: serde_json::Value =
        or_panic(serde_json::from_str(shown.lines().next().unwrap_or("")));
    assert_eq!((&line["revision"], &line["date"]), (&2.into(), &"2096-12-02".into()));
    assert!(line["solution"]["move"].is_string());
}

#[test]
fn evergreens_are_made_up_to_a_number() {
    let folder = folder();
    let store = sqlite(folder.path(), "a.db");
    let args = |n| format!("--evergreen {n} --locales en_US --attempts 600 --store {store}");
    said(&args(2));
    said(&args(3));
    let rows = kept(&store);
    assert_eq!(rows.len(), 3);
    assert!(rows[2].starts_with("evergreen|en_US||3|made|"));
    assert!(said(&args(3)).contains("0 made"));
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = folder();
    let store = sqlite(folder.path(), "a.db");
    let days = "--from 2026-12-01 --to 2026-12-02 --attempts 9";
    let here = format!("--locales en_US --store {store}");
    refused(&format!("--from 2026-12-02 --to 2026-12-01 {here}"), 2, "is after --to 2026-12-01");
    refused(&format!("--from 2026-12-32 --to 2026-12-01 {here}"), 2, "2026-12-32");
    refused(&format!("--from 1026-12-01 --to 2026-12-01 {here}"), 2, "at most 3660");
    refused(&format!("{days} --locales en_US,de --store {store}"), 2, "known are en_US");
    refused(&format!("{days} --locales en_US --store mysql://me:hush@x/y"), 3, "postgres://USER");
    refused(&format!("{days} {here} --profile dayly"), 2, "known are design, daily, open");
    let away = format!("{days} --locales en_US --store postgres://me:hush@127.0.0.1:1/q");
    let output = ended(&away);
    assert_eq!(output.status.code(), Some(3));
    assert!(!stderr(&output).contains("hush"), "{}", stderr(&output));
    let short = folder.path().join("short");
    or_panic(fs::write(&short, "fifteen bytes.."));
    refused(&format!("{days} {here} --project-seed-file {}", short.display()), 3, "at least 16");
    // No data of the created store.
    assert!(!folder.path().join("a.db").exists());
    said(&format!("{days} {here} --attempts 600").replace("--attempts 9 ", ""));
    or_panic(fs::write(&short, "another secret than that one"));
    let more = format!("{days} {here} --resume --project-seed-file {}", short.display());
    refused(&more, 3, "another project seed");
    or_panic(fs::write(folder.path().join("b.db"), "this is no database, but a text"));
    refused(
        &format!("{days} --locales en_US --store {}", sqlite(folder.path(), "b.db")),
        3,
        "store",
    );
}

#[test]
fn riddles_are_made_in_a_band_of_difficulty() {
    let folder = folder();
    let secret = folder.path().join("secret");
    or_panic(fs::write(&secret, "a secret that everybody knows"));
    let make = |band: &str, name: &str| {
        let (folder, secret) = (folder.path().display(), secret.display());
        format!(
            "--from 2026-12-01 --to 2026-12-04 --locales en_US --store sqlite:{folder}/{name} --attempts 3000 \
             --project-seed-file {secret} --format json {band}"
        )
    };
    let difficulties = |text: &str| -> Vec<u64> {
        let lines =
            text.lines().map(|line| or_panic(serde_json::from_str::<serde_json::Value>(line)));
        lines.filter_map(|line| line["difficulty"].as_u64()).collect()
    };
    let any = difficulties(&said(&make("", "any.db")));
    let easy = difficulties(&said(&make("--difficulty 30..50", "easy.db")));
    assert!(any.len() == 4 && any.iter().any(|points| *points > 50), "{any:?}");
    assert!(easy.len() == 4 && easy.iter().all(|points| (30..=50).contains(points)), "{easy:?}");
}

#[test]
fn a_profile_that_cannot_be_met_makes_nothing() {
    let folder = folder();
    let (store, profile) = (sqlite(folder.path(), "a.db"), folder.path().join("p.txt"));
    or_panic(fs::write(&profile, "tiles 20..50\nbest 5000\nweight.best 1\n"));
    let args = format!(
        "--from 2026-12-01 --to 2026-12-02 --locales en_US --attempts 30 --profile {} --store {store}",
        profile.display()
    );
    let output = ended(&args);
    assert_eq!(output.status.code(), Some(11));
    let told = stdout(&output);
    assert!(told.contains("2026-12-02 en_US nothing found in 30 attempts: "), "{told}");
    assert!(told.contains("en_US: 0 made, 0 there already, 2 failed; 60 attempts"), "{told}");
    assert!(kept(&store).is_empty());
}

/// An interrupt ends a batch, and keeps its results.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_made() {
    let folder = folder();
    let store = sqlite(folder.path(), "a.db");
    let args =
        format!("--from 2026-01-01 --to 2035-12-31 --locales en_US --attempts 300 --store {store}");
    let mut child = or_panic(riddles(&args).stdout(Stdio::piped()).spawn());
    let mut out = BufReader::new(child.stdout.take().unwrap_or_else(|| panic!("no output")));
    let told = |text: &str| text.matches(" points, gap ").count();
    let mut text = String::new();
    while told(&text) < 3 {
        assert!(or_panic(out.read_line(&mut text)) > 0, "it ended by itself: {text}");
    }
    or_panic(Command::new("kill").args(["-INT", &child.id().to_string()]).status());
    or_panic(std::io::Read::read_to_string(&mut out, &mut text));
    assert_eq!(or_panic(child.wait()).code(), Some(130));
    let made = kept(&store).len();
    assert!(made >= 3 && told(&text) == made, "{made} are kept: {text}");
    let failed = text.matches(" nothing found in ").count();
    let summary = format!("en_US: {made} made, 0 there already, {failed} failed");
    assert!(text.lines().count() == made + failed + 1 && text.contains(&summary), "{text}");
}
