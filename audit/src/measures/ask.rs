//! The programs that are asked: for dungeons, for plans through them, and for the library's own measures.

use anyhow::{Context, Result, ensure};
use serde_json::{Deserializer, Value};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::NamedTempFile;

/// Number of dungeons of the corpus.
const CORPUS: u32 = 9;

/// A level, and the question of the plan through it.
pub(crate) struct Dungeon {
    /// Its seed, or its number in the corpus.
    pub(crate) number: u64,
    pub(crate) level: Value,
    /// True if rooms hold what only their nodes do, and the plan goes along the graph.
    pub(crate) by_nodes: bool,
}

impl Dungeon {
    /// A dungeon as it is printed.
    ///
    /// # Errors
    /// The text is no JSON.
    pub(crate) fn read(text: &str) -> Result<Self> {
        let mut dungeon: Value = serde_json::from_str(text).context("cannot read a dungeon")?;
        let number = dungeon["seed"].as_u64().unwrap_or_default();
        Ok(Self { number, level: dungeon["level"].take(), by_nodes: false })
    }
}

/// Generated dungeons, one a seed.
///
/// # Errors
/// The program does not run, or prints something else.
pub(crate) fn generated(program: &Path, words: &[String], first: u64) -> Result<Vec<Dungeon>> {
    let output = run(program, words)?;
    ensure!(output.status.success(), "{} ended with {}", words.join(" "), output.status);
    let printed = Deserializer::from_slice(&output.stdout).into_iter::<Value>();
    let dungeons = printed.zip(first..).map(|(dungeon, seed)| {
        let mut dungeon =
            dungeon.with_context(|| format!("cannot read the dungeon of seed {seed}"))?;
        let number = dungeon["seed"].as_u64().unwrap_or(seed);
        Ok(Dungeon { number, level: dungeon["level"].take(), by_nodes: false })
    });
    dungeons.collect()
}

/// The dungeons of the corpus, imported from the files in a folder.
///
/// # Errors
/// The program does not run, or prints something else.
pub(crate) fn corpus(program: &Path, folder: &Path) -> Result<Vec<Dungeon>> {
    let dungeons = (1..=CORPUS).map(|n| {
        let files = [format!("tloz{n}_1.txt"), format!("LoZ_{n}.dot")];
        let [tiles, graph] = files.map(|file| folder.join(file).display().to_string());
        let words = ["import", "vglc", "--tiles", &tiles, "--graph", &graph].map(str::to_owned);
        let output = run(program, &words)?;
        let level = serde_json::from_slice(&output.stdout);
        let level = level.with_context(|| format!("cannot import {tiles}"))?;
        Ok(Dungeon { number: n.into(), level, by_nodes: true })
    });
    dungeons.collect()
}

/// The path of a cheapest plan; empty where there is none. Along the graph it is that with one bomb in hand that is
/// never used up.
///
/// # Errors
/// The program does not run, or prints something else.
pub(crate) fn path(program: &Path, dungeon: &Dungeon) -> Result<Value> {
    let (level, options) = match dungeon.by_nodes {
        true => {
            let parts = serde_json::json!({ "format": dungeon.level["format"], "graph": dungeon.level["graph"] });
            (parts, "--rule bombs=unlimited --start bombs=1")
        }
        false => (dungeon.level.clone(), ""),
    };
    let file = written(&level.to_string())?;
    let name = file.path().display().to_string();
    let words = ["solve", &name, "--format", "json"].into_iter().chain(options.split_whitespace());
    let output = run(program, &words.map(str::to_owned).collect::<Vec<_>>())?;
    let solved: Result<Value, _> = serde_json::from_slice(&output.stdout);
    let mut solved =
        solved.with_context(|| format!("cannot read the plan of {}", dungeon.number))?;
    Ok(match solved["path"].take() {
        Value::Null => Value::Array(Vec::new()),
        path => path,
    })
}

/// The measures that the library has of dungeons with paths, an object each.
///
/// # Errors
/// The example does not run, or prints something else.
pub(crate) fn library(example: &Path, asked: &[(Dungeon, Value)]) -> Result<Vec<Value>> {
    let line = |(dungeon, path): &(Dungeon, Value)| {
        let Dungeon { level, by_nodes, .. } = dungeon;
        serde_json::json!({ "level": level, "path": path, "contents": by_nodes }).to_string() + "\n"
    };
    let file = written(&asked.iter().map(line).collect::<String>())?;
    let output = run(example, &[file.path().display().to_string()])?;
    ensure!(output.status.success(), "{} ended with {}", example.display(), output.status);
    let printed = Deserializer::from_slice(&output.stdout).into_iter::<Value>();
    printed.collect::<Result<_, _>>().context("cannot read the measures of the library")
}

/// A file of some text that goes when it is no longer held.
fn written(text: &str) -> Result<NamedTempFile> {
    let mut file = NamedTempFile::new().context("cannot make a file")?;
    file.write_all(text.as_bytes()).context("cannot write a file")?;
    Ok(file)
}

/// Runs a program to its end.
fn run(program: &Path, words: &[String]) -> Result<Output> {
    let output = Command::new(program).args(words).stdin(Stdio::null()).output();
    output.with_context(|| format!("cannot run {}", program.display()))
}
