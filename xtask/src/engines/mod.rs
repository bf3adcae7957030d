//! `cargo xtask engines`: tests the files for game engines, editors and virtual tabletops with third-party readers.
//!
//! The program generates dungeons of all categories and exports them. Godot loads the scenes and moves a body around;
//! the LDtk schema and a third-party crate read the LDtk projects; the types of the Foundry API check its scenes;
//! pytiled-parser and Tiled read the maps; a flood fill checks the walls of Universal VTT and Foundry. Re-read projects
//! and maps must have the same verdicts. Each proof includes files that are broken on purpose, and fails if it does not
//! detect them. If a requirement of a proof is missing, the task prints that the proof did not run.

mod coverage;
mod verdicts;
mod readers;
mod times;

use crate::root::quandary;
use anyhow::{Context, Result, bail};
use readers::Outcome;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

/// Test the files for game engines, editors and virtual tabletops with third-party readers
#[derive(clap::Args)]
pub(crate) struct Engines {
    /// The number of dungeons: of all categories, on one, two and three floors
    #[arg(long, value_name = "N", default_value_t = 24)]
    dungeons: usize,
    /// Use existing dungeons: all JSON files of this folder
    #[arg(long, value_name = "DIR", conflicts_with = "dungeons")]
    from: Option<PathBuf>,
    /// The number of dungeons that are verified after re-reading them from LDtk and Tiled, and without a key
    #[arg(long, value_name = "N", default_value_t = 10)]
    judged: usize,
    /// Run no proof, but draw the pictures of the book from the exported temple of the tests
    #[arg(long, conflicts_with_all = ["dungeons", "from", "judged"])]
    pictures: bool,
    /// The program to run; by default the one beside this one
    #[arg(long, value_name = "FILE")]
    bin: Option<PathBuf>,
}

impl Engines {
    /// Runs all proofs and prints the outcome of each.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let program = quandary(self.bin.as_deref())?;
        if self.pictures {
            return readers::draw(&program);
        }
        let folder = tempfile::tempdir().context("cannot make a folder")?;
        let exported = make(&program, self.from.as_deref(), self.dungeons, folder.path())?;
        eprintln!("{} dungeons exported in {:.1} s", exported.dungeons.len(), exported.seconds);
        let many = self.judged;
        let proofs: [(&str, Proof<'_>); 13] = [
            ("what there is among them", Box::new(|| coverage::proof(&exported))),
            ("the time of a dungeon", Box::new(|| times::proof(&exported))),
            ("Godot, in the engine", Box::new(|| readers::godot(&exported))),
            ("Universal VTT, flooded", Box::new(|| readers::tests(&exported, &["uvtt::"]))),
            ("Foundry, flooded", Box::new(|| readers::tests(&exported, &["foundry::"]))),
            (
                "Foundry, by the types of its API",
                Box::new(|| readers::node("foundry.mjs", &[&exported.files])),
            ),
            ("LDtk, by its schema", Box::new(|| readers::tests(&exported, &["ldtk::the_schema"]))),
            (
                "LDtk, by the crate ldtk2, and read again",
                Box::new(|| {
                    readers::tests(&exported, &["ldtk", "--skip", "read::", "--skip", "the_schema"])
                }),
            ),
            ("Tiled, by pytiled-parser", Box::new(|| readers::tiled(&exported, "parser"))),
            ("Tiled, by its own export", Box::new(|| readers::tiled(&exported, "export"))),
            ("Tiled, read again", Box::new(|| readers::tests(&exported, &["tmj::"]))),
            ("judged again", Box::new(|| verdicts::again(&program, &exported, many))),
            ("a lock without its key", Box::new(|| verdicts::spoilt(&program, &exported, many))),
        ];
        let mut failed = false;
        for (name, proof) in proofs {
            let begin = Instant::now();
            let (word, told) = match proof()? {
                Outcome::Passed(told) => ("held", told),
                Outcome::NotRun(why) => ("DID NOT RUN", why),
                Outcome::Failed(why) => {
                    failed = true;
                    ("FAILED", why)
                }
            };
            println!("{word} · {name} · {told} · {:.0} s", begin.elapsed().as_secs_f64());
        }
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

type Proof<'a> = Box<dyn Fn() -> Result<Outcome> + 'a>;

/// Generated dungeons and their exported files.
struct Exported {
    /// The JSON file of each, in one folder.
    dungeons: Vec<PathBuf>,
    /// The folder with a subfolder of files per dungeon.
    files: PathBuf,
    /// The time of the export in seconds, including pictures.
    seconds: f64,
}

/// The first seed: the smallest one with full coverage by the dungeons of all categories.
const FIRST: usize = 3;

#[derive(Deserialize)]
struct Category {
    name: String,
}

/// Generates dungeons, or reads those of a folder, and exports each.
///
/// # Errors
/// The program fails.
fn make(program: &Path, from: Option<&Path>, many: usize, folder: &Path) -> Result<Exported> {
    let (dungeons, files) = (folder.join("dungeons"), folder.join("files"));
    for folder in [&dungeons, &files] {
        fs::create_dir(folder).context("cannot make a folder")?;
    }
    match from {
        Some(from) => taken(from, &dungeons)?,
        None => drawn(program, many, &dungeons)?,
    }
    let dungeons = listed(&dungeons)?;
    let begin = Instant::now();
    for dungeon in &dungeons {
        let name = dungeon.file_stem().context("a dungeon has no name")?;
        let folder = files.join(name);
        let told = run(program, &["export".as_ref(), dungeon, "--to".as_ref(), &folder])?;
        if let Some(fault) = told {
            bail!("{}: {fault}", dungeon.display());
        }
        fs::copy(dungeon, folder.join("dungeon.json")).context("cannot copy a dungeon")?;
    }
    Ok(Exported { dungeons, files, seconds: begin.elapsed().as_secs_f64() })
}

/// The JSON files of a folder, sorted.
fn listed(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    Ok(files)
}

fn taken(from: &Path, to: &Path) -> Result<()> {
    for file in listed(from)? {
        fs::copy(&file, to.join(file.file_name().unwrap_or_default()))
            .with_context(|| format!("cannot copy {}", file.display()))?;
    }
    Ok(())
}

/// The names of all categories.
///
/// # Errors
/// Their file cannot be read.
fn categories() -> Result<Vec<String>> {
    let file = crate::root::root()?.join("crates/dungeon/data/categories.json");
    let categories: Vec<Category> = serde_json::from_str(&fs::read_to_string(file)?)?;
    Ok(categories.into_iter().map(|category| category.name).collect())
}

/// Generates dungeons of all categories in turn: on one, two and three floors, every ninth with a switch.
fn drawn(program: &Path, many: usize, folder: &Path) -> Result<()> {
    let categories = categories()?;
    for (at, category) in categories.iter().cycle().take(many).enumerate() {
        let file = folder.join(format!("{:03}-{category}.json", at + 1));
        let seed = (at / categories.len() + FIRST).to_string();
        let floors = ((at + at / categories.len()) % 3 + 1).to_string();
        let mut words =
            vec!["dungeon", "--category", category, "--seed", &seed, "--floors", &floors];
        if (at + 1) % 9 == 0 {
            words.extend(["--switches", "1"]);
        }
        words.extend(["--format", "json", "-o"]);
        let words: Vec<&Path> = words.iter().map(Path::new).chain([file.as_path()]).collect();
        if let Some(fault) = run(program, &words)? {
            bail!("{category} with the seed {seed}: {fault}");
        }
    }
    Ok(())
}

/// Runs the program; the error has its message.
fn run(program: &Path, words: &[&Path]) -> Result<Option<String>> {
    let ran = Command::new(program).args(words).output().context("cannot run the program")?;
    let said = String::from_utf8_lossy(&ran.stderr).trim().to_owned();
    Ok((!ran.status.success()).then_some(said))
}
