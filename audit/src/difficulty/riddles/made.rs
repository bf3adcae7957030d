//! Riddles of seeds, with their plays and ratings, as the program prints them.

use super::PROFILES;
use super::board::{Board, place};
use super::guess::{Play, VOCABULARIES, choose};
use super::words::Words;
use crate::difficulty::dice::Dice;
use crate::difficulty::items::{Item, Rated};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

/// Attempts of a seed, and how many riddles of it are taken.
const ATTEMPTS: &str = "60";
const OF_A_SEED: usize = 5;

/// A riddle, as far as it is read.
#[derive(Deserialize)]
struct Riddle {
    board: Vec<String>,
    blanks: Vec<String>,
    rack: String,
    solution: Answer,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "move")]
    word: String,
    square: String,
}

/// The plays of a position.
#[derive(Deserialize)]
struct Listed {
    plays: Vec<Written>,
}

#[derive(Deserialize)]
struct Written {
    square: String,
    word: String,
    score: f64,
}

/// Riddles of seeds in a language, as many of each profile, played and rated.
///
/// # Errors
/// The program does not run, or prints something else.
pub(crate) fn riddles(
    program: &Path,
    locale: &str,
    first: u64,
    many: u64,
    runs: u64,
) -> Result<Vec<Item>> {
    let words = Words::ask(program, locale)?;
    let mut items = Vec::new();
    for (n, profile) in (1..).zip(PROFILES) {
        let share = (many as usize * n as usize / PROFILES.len()).saturating_sub(items.len());
        let mut lines: Vec<String> = Vec::new();
        let mut seed = first;
        while lines.len() < share {
            let seed_text = seed.to_string();
            let args = ["riddle", "--locale", locale, "--profile", profile, "--seed", &seed_text];
            let more = ["--attempts", ATTEMPTS, "--top", "1000", "--format", "json"];
            let printed = run(program, &[&args[..], &more].concat(), true)?;
            // The best come first; these are taken from all of them.
            let printed: Vec<&str> = printed.lines().collect();
            let step = (printed.len() / OF_A_SEED).max(1);
            lines.extend(printed.into_iter().step_by(step).take(OF_A_SEED).map(str::to_owned));
            seed += 1;
        }
        lines.truncate(share);
        items.extend(played(program, (locale, &words), &lines, (n, runs))?);
        eprintln!("riddles of {profile}: played");
    }
    Ok(items)
}

/// Plays riddles that were printed, and has them rated.
fn played(
    program: &Path,
    (locale, words): (&str, &Words),
    lines: &[String],
    (number, runs): (u64, u64),
) -> Result<Vec<Item>> {
    let read = lines.iter().map(|line| serde_json::from_str(line).context("cannot read a riddle"));
    let riddles: Vec<Riddle> = read.collect::<Result<_>>()?;
    let positions: Vec<String> = riddles.iter().map(position).collect::<Result<_>>()?;
    let args = ["moves", "--locale", locale, "--plays", "pretty", "--limit", "100000", "--input"];
    let listed: Vec<Listed> = asked(program, &args, &positions)?;
    let rated: Vec<Rated> =
        asked(program, &["rate", "--locale", locale, "--format", "json"], lines)?;
    ensure!(listed.len() == lines.len() && rated.len() == lines.len(), "answers are missing");
    let mut items = Vec::new();
    for ((riddle, listed), rated) in riddles.iter().zip(listed).zip(rated) {
        let lost = lost(riddle, &listed.plays, words, runs)?;
        let figure = rated.figure.context("a riddle without a rating")?;
        let parts = rated.parts;
        items.push(Item { rooms: number, failure: lost, lost, over: None, figure, parts });
    }
    Ok(items)
}

/// The position of a riddle, as the program reads batches of them.
fn position(riddle: &Riddle) -> Result<String> {
    let blanks = riddle.blanks.iter().map(|at| Some(place(at)?.0)).collect::<Option<Vec<_>>>();
    let rows = Board::read(&riddle.board)?.rows(&blanks.context("no square")?);
    Ok(json!({"board": rows, "rack": riddle.rack.to_uppercase()}).to_string())
}

/// The share of games in which the players choose another play than the answer.
fn lost(riddle: &Riddle, plays: &[Written], words: &Words, runs: u64) -> Result<f64> {
    let board = Board::read(&riddle.board)?;
    let play = |written: &Written| -> Result<(f64, Play)> {
        let seen = board.seen(&written.square, &written.word)?;
        let places = seen.words.iter().map(|word| words.place(word)).collect::<Option<Vec<_>>>();
        let play = Play {
            length: seen.words[0].chars().count(),
            words: places.with_context(|| format!("no words: {:?}", seen.words))?,
            through: seen.through,
            blanks: seen.blanks,
            score: written.score,
        };
        Ok((play.chance(), play))
    };
    let seen: Vec<(f64, Play)> = plays.iter().map(play).collect::<Result<_>>()?;
    let Answer { word, square } = &riddle.solution;
    let answer = plays.iter().position(|play| (&play.word, &play.square) == (word, square));
    let answer = answer.context("the answer is not among the plays")?;
    let games = VOCABULARIES.iter().zip(0..).flat_map(|(share, player)| {
        let vocabulary = (share * words.len() as f64) as usize;
        let seen = &seen;
        (0..runs).map(move |run| {
            let who = player * runs + run + 1;
            choose(seen, vocabulary, who, &mut Dice::of(answer as u64 + 7, who)) == Some(answer)
        })
    });
    let (found, all) = games.fold((0, 0), |(found, all), one| (found + u32::from(one), all + 1));
    Ok(1.0 - f64::from(found) / f64::from(all.max(1)))
}

/// The answers of the program about a file of lines.
fn asked<T: DeserializeOwned>(program: &Path, args: &[&str], lines: &[String]) -> Result<Vec<T>> {
    let mut file = tempfile::Builder::new().suffix(".jsonl").tempfile()?;
    for line in lines {
        writeln!(file, "{line}").context("cannot write a file")?;
    }
    let path = file.path().display().to_string();
    let printed = run(program, &[args, &[&path]].concat(), false)?;
    let read = serde_json::Deserializer::from_str(&printed).into_iter::<T>();
    read.collect::<Result<_, _>>().context("cannot read what was printed")
}

/// Runs the program; where it may find nothing, that is an empty text.
fn run(program: &Path, args: &[&str], may_fail: bool) -> Result<String> {
    let output = Command::new(program).args(args).output();
    let output = output.with_context(|| format!("cannot run {}", program.display()))?;
    let nothing = may_fail && output.status.code() == Some(11);
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success() || nothing, "{args:?}: {said}");
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
