//! The levels on which ratings are tried, played by simulated players and rated by the program.

use super::dice::Dice;
use super::place::Place;
use super::push::{self, PUSHERS};
use super::wander::{self, EXPLORERS};
use super::yard::Yard;
use crate::designed::Request;
use crate::measures::read::Level;
use anyhow::{Context, Result, anyhow, ensure};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

/// The categories and sizes of the dungeons: 24 rooms come twice as often.
const CATEGORIES: [&str; 5] = ["dungeon", "cave", "temple", "tomb", "mine"];
const SIZES: [u64; 10] = [6, 9, 12, 16, 20, 24, 24, 32, 44, 60];
/// The most states among which a least number of moves is looked for.
const MOST_STATES: usize = 50_000;

/// A level that was played and rated.
pub(crate) struct Item {
    /// Number of rooms; 0 of a room of blocks; of a riddle the number of its profile.
    pub(crate) rooms: u64,
    /// The share of its moves that a player spends of what patience allows, lost games as all: the mean of all games.
    pub(crate) failure: f64,
    /// The share of games that were lost.
    pub(crate) lost: f64,
    /// Moves over the least, the mean of all games, lost ones at what patience allows.
    pub(crate) over: Option<f64>,
    /// The figure of the program, and the parts that it rests on.
    pub(crate) figure: f64,
    pub(crate) parts: BTreeMap<String, f64>,
}

/// A level that was played.
struct Played {
    text: String,
    rooms: u64,
    games: Games,
}

/// The outcome of all games.
#[derive(Default)]
struct Games {
    failure: f64,
    lost: f64,
    over: Option<f64>,
}

impl Games {
    /// Of moves that games took, `None` of those that were lost.
    fn of(games: &[Option<usize>], patience: usize, least: Option<usize>) -> Self {
        let many = games.len() as f64;
        let moves: Vec<usize> = games.iter().map(|moves| moves.unwrap_or(patience)).collect();
        let mean = moves.iter().sum::<usize>() as f64 / many;
        Self {
            failure: mean / patience as f64,
            lost: games.iter().filter(|moves| moves.is_none()).count() as f64 / many,
            over: least.map(|least| mean - least as f64),
        }
    }
}

/// The part of the program's answer that is read.
#[derive(Deserialize)]
pub(crate) struct Rated {
    pub(crate) figure: Option<f64>,
    #[serde(default)]
    pub(crate) parts: BTreeMap<String, f64>,
}

/// Dungeons of seeds, about so many, and how many the program refused.
///
/// # Errors
/// The program does not run, or prints something else.
pub(crate) fn dungeons(
    program: &Path,
    first: u64,
    many: u64,
    runs: u64,
) -> Result<(Vec<Item>, usize)> {
    let each = many.div_ceil((CATEGORIES.len() * SIZES.len()) as u64).max(1);
    let (mut played, mut refused) = (Vec::new(), 0);
    let mut seed = first;
    for rooms in SIZES {
        for category in CATEGORIES {
            // One attempt may give nothing: then the next seeds are asked.
            let mut missing = each;
            while missing > 0 {
                let (attempts, first) = (Some(1), seed);
                let request =
                    Request { category, rooms, attempts, first, count: missing, extra: "" };
                seed += missing;
                let more = request.each(program, |text| {
                    played.push(explored(text, rooms, runs)?);
                    Ok(())
                })?;
                refused += more.len();
                missing = more.len() as u64;
            }
        }
        eprintln!("dungeons of {rooms} rooms: played");
    }
    Ok((rated(program, played, "jsonl")?, refused))
}

/// Plays a dungeon as it was printed.
fn explored(text: &str, rooms: u64, runs: u64) -> Result<Played> {
    let printed: Value = serde_json::from_str(text).context("cannot read a dungeon")?;
    let level = Level::deserialize(&printed["level"]).context("cannot read a level")?;
    let place = Place::read(&level).map_err(|what| anyhow!(what))?;
    let seed = printed["seed"].as_u64().unwrap_or_default();
    let games = EXPLORERS.iter().flat_map(|&explorer| {
        let place = &place;
        (0..runs).map(move |run| wander::wander(place, explorer, &mut Dice::of(seed, run)))
    });
    let games: Vec<Option<usize>> = games.collect();
    let least = wander::least(&place, MOST_STATES);
    let games = Games::of(&games, wander::PATIENCE, least);
    Ok(Played { text: printed["level"].to_string() + "\n", rooms, games })
}

/// Rooms of blocks of seeds.
///
/// # Errors
/// The program does not run, or prints something else.
pub(crate) fn yards(program: &Path, first: u64, many: u64, runs: u64) -> Result<Vec<Item>> {
    let mut played = Vec::new();
    let mut seed = first;
    while (played.len() as u64) < many {
        seed += 1;
        let Some((yard, states)) = Yard::draw(&mut Dice::of(seed, 0)) else { continue };
        let sights = PUSHERS.map(|player| push::sight(&states, player.ahead));
        let games = PUSHERS.iter().zip(&sights).flat_map(|(&player, sight)| {
            let states = &states;
            (1..=runs).map(move |run| push::push(states, sight, player, &mut Dice::of(seed, run)))
        });
        let games: Vec<Option<usize>> = games.collect();
        let least = states.left[0].map(|pushes| pushes as usize);
        let games = Games::of(&games, push::PATIENCE, least);
        played.push(Played { text: format!("; {seed}\n{}\n", yard.text()), rooms: 0, games });
    }
    rated(program, played, "xsb")
}

/// Has the program rate what was played, all in one file.
fn rated(program: &Path, played: Vec<Played>, ending: &str) -> Result<Vec<Item>> {
    let mut file = tempfile::Builder::new().suffix(&format!(".{ending}")).tempfile()?;
    for one in &played {
        file.write_all(one.text.as_bytes()).context("cannot write a file")?;
    }
    let mut command = Command::new(program);
    command.arg("rate").arg(file.path()).args(["--format", "json"]);
    let output = command.output().with_context(|| format!("cannot run {}", program.display()))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let rated: Vec<Rated> = serde_json::Deserializer::from_slice(&output.stdout)
        .into_iter()
        .collect::<Result<_, _>>()
        .with_context(|| format!("cannot read ratings: {said}"))?;
    ensure!(rated.len() == played.len(), "{} of {} rated: {said}", rated.len(), played.len());
    let item = |(played, rated): (Played, Rated)| {
        let Played { rooms, games: Games { failure, lost, over }, .. } = played;
        let Some(figure) = rated.figure else {
            eprintln!("a level of {rooms} rooms was not rated within the program's bound");
            return None;
        };
        Some(Item { rooms, failure, lost, over, figure, parts: rated.parts })
    };
    Ok(played.into_iter().zip(rated).filter_map(item).collect())
}
