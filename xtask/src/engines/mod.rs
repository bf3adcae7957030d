//! `cargo xtask engines`: files for engines, editors and virtual tables, proved by readers that nobody here wrote.
//!
//! The program makes dungeons of all categories and exports them. The engine Godot loads the scenes and moves a body
//! about; the schema and a crate of others read LDtk; the types of Foundry's API check its scenes; pytiled-parser and Tiled
//! read maps; a flood checks the walls of Universal VTT and of Foundry. Projects and maps that are
//! read again are judged as before. Each proof has files that are broken on purpose, and fails where it does not find them.
//! What is missing for a proof is said, and the proof did not run then.

mod coverage;
mod judged;
mod readers;
mod times;

use crate::root::quandary;
use anyhow::{Context, Result, bail};
use readers::Ended;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

/// Prove the files for engines, editors and virtual tables by readers that nobody here wrote
#[derive(clap::Args)]
pub(crate) struct Engines {
    /// How many dungeons are made: of all categories, on one, two and three floors
    #[arg(long, value_name = "N", default_value_t = 24)]
    dungeons: usize,
    /// Take dungeons that were made before: all JSON files of this folder
    #[arg(long, value_name = "DIR", conflicts_with = "dungeons")]
    from: Option<PathBuf>,
    /// How many of them are judged again after they were read from LDtk and from Tiled, and how many without a key
    #[arg(long, value_name = "N", default_value_t = 10)]
    judged: usize,
    /// Prove nothing, but draw the pictures of the book's pages by what was exported of the temple of the tests
    #[arg(long, conflicts_with_all = ["dungeons", "from", "judged"])]
    pictures: bool,
    /// The program to run, when it is not the one beside this one
    #[arg(long, value_name = "FILE")]
    bin: Option<PathBuf>,
}

impl Engines {
    /// Runs all proofs, and says of each whether it holds, does not, or did not run.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let program = quandary(self.bin.as_deref())?;
        if self.pictures {
            return readers::draw(&program);
        }
        let folder = tempfile::tempdir().context("cannot make a folder")?;
        let made = make(&program, self.from.as_deref(), self.dungeons, folder.path())?;
        eprintln!("{} dungeons exported in {:.1} s", made.dungeons.len(), made.seconds);
        let many = self.judged;
        let proofs: [(&str, Proof<'_>); 13] = [
            ("what there is among them", Box::new(|| coverage::proof(&made))),
            ("the time of a dungeon", Box::new(|| times::proof(&made))),
            ("Godot, in the engine", Box::new(|| readers::godot(&made))),
            ("Universal VTT, flooded", Box::new(|| readers::tests(&made, &["uvtt::"]))),
            ("Foundry, flooded", Box::new(|| readers::tests(&made, &["foundry::"]))),
            (
                "Foundry, by the types of its API",
                Box::new(|| readers::node("foundry.mjs", &[&made.files])),
            ),
            ("LDtk, by its schema", Box::new(|| readers::tests(&made, &["ldtk::the_schema"]))),
            (
                "LDtk, by the crate ldtk2, and read again",
                Box::new(|| {
                    readers::tests(&made, &["ldtk", "--skip", "read::", "--skip", "the_schema"])
                }),
            ),
            ("Tiled, by pytiled-parser", Box::new(|| readers::tiled(&made, "parser"))),
            ("Tiled, by its own export", Box::new(|| readers::tiled(&made, "export"))),
            ("Tiled, read again", Box::new(|| readers::tests(&made, &["tmj::"]))),
            ("judged again", Box::new(|| judged::again(&program, &made, many))),
            ("a lock without its key", Box::new(|| judged::spoilt(&program, &made, many))),
        ];
        let mut failed = false;
        for (name, proof) in proofs {
            let begin = Instant::now();
            let (word, told) = match proof()? {
                Ended::Held(told) => ("held", told),
                Ended::NotRun(why) => ("DID NOT RUN", why),
                Ended::Failed(why) => {
                    failed = true;
                    ("FAILED", why)
                }
            };
            println!("{word} · {name} · {told} · {:.0} s", begin.elapsed().as_secs_f64());
        }
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

type Proof<'a> = Box<dyn Fn() -> Result<Ended> + 'a>;

/// Dungeons, and where their files lie.
struct Made {
    /// The JSON of each, in one folder.
    dungeons: Vec<PathBuf>,
    /// The folder with a folder of files for each.
    files: PathBuf,
    /// How long exporting took, pictures and all.
    seconds: f64,
}

/// The first seed: of those from 1 on the first whose dungeons of all categories have among them what is asked for.
const FIRST: usize = 3;

#[derive(Deserialize)]
struct Category {
    name: String,
}

/// Makes dungeons, or takes those of a folder, and exports each.
///
/// # Errors
/// When the program fails.
fn make(program: &Path, from: Option<&Path>, many: usize, folder: &Path) -> Result<Made> {
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
    Ok(Made { dungeons, files, seconds: begin.elapsed().as_secs_f64() })
}

/// The files of a folder that end in json, in order.
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
/// When their file cannot be read.
fn categories() -> Result<Vec<String>> {
    let file = crate::root::root()?.join("crates/dungeon/data/categories.json");
    let categories: Vec<Category> = serde_json::from_str(&fs::read_to_string(file)?)?;
    Ok(categories.into_iter().map(|category| category.name).collect())
}

/// Makes dungeons of all categories in turn: on one, two and three floors, every ninth with a switch.
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

/// Runs the program; what it says where it fails.
fn run(program: &Path, words: &[&Path]) -> Result<Option<String>> {
    let ran = Command::new(program).args(words).output().context("cannot run the program")?;
    let said = String::from_utf8_lossy(&ran.stderr).trim().to_owned();
    Ok((!ran.status.success()).then_some(said))
}
