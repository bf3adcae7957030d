//! `cargo xtask patterns`: the page of the book about loops, with an example of each, drawn and asked again.
//!
//! The program makes dungeons of every family; the page counts the patterns of their loops, and shows of each pattern
//! the first small dungeon that has it: its rooms, its picture, and the claims that hold of it.

mod page;
mod read;

use crate::root::root;
use anyhow::{Context, Result, bail};
use audit::program;
use page::{Example, PATTERNS, SHOWN, head, section};
use read::Dungeon;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Write the book's page of loops: how often each pattern is, and an example with its proofs
#[derive(clap::Args)]
pub(crate) struct Patterns {
    /// The number of dungeons of each family that are counted
    #[arg(long, value_name = "N", default_value_t = 10)]
    seeds: u64,
    /// The program to run, when it is not the one beside this one
    #[arg(long, value_name = "FILE")]
    bin: Option<PathBuf>,
}

/// The first category of each family.
const FAMILIES: [&str; 10] =
    ["dungeon", "cave", "mine", "temple", "tomb", "tower", "town", "tavern", "grove", "shrine"];

/// The size of the dungeons that are counted.
const COUNTED: &str = "--rooms 24";
/// Seeds among which examples are looked for.
const EXAMPLES: u64 = 40;

impl Patterns {
    /// Counts, looks for examples, and writes the page and its pictures.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let program = program::quandary(self.bin.as_deref())?;
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for category in FAMILIES {
            for dungeon in made(&program, category, COUNTED, self.seeds)? {
                let mut names: Vec<&str> =
                    dungeon.cycles.iter().map(|c| c.pattern.as_str()).collect();
                names.sort_unstable();
                names.dedup();
                names.into_iter().for_each(|name| *counts.entry(name.to_owned()).or_default() += 1);
            }
        }
        let mut small = Vec::new();
        for category in FAMILIES {
            small.push((category, made(&program, category, SHOWN, EXAMPLES)?));
        }
        let mut page = head(&counts, self.seeds * FAMILIES.len() as u64);
        // Each from another family, as far as there is one.
        for (turn, [name, title, meaning]) in PATTERNS.into_iter().enumerate() {
            let families = (0..small.len()).map(|n| &small[(n + turn) % small.len()]);
            let found = families.flat_map(|(category, dungeons)| {
                dungeons.iter().map(move |dungeon| (*category, dungeon))
            });
            let mut examples = found.filter_map(|(category, dungeon)| {
                let cycle = dungeon.cycles.iter().find(|cycle| cycle.pattern == name)?;
                let example = Example { dungeon, cycle, category };
                (!example.claims().is_empty()).then_some(example)
            });
            let Some(example) = examples.next() else {
                bail!("of {EXAMPLES} seeds a family none has {name} with a claim of its own")
            };
            let picture = format!("pictures/loop_{name}.svg");
            let file = root()?.join("docs").join(&picture);
            print(
                &program,
                &format!("{} --format svg -o {}", example.arguments(), file.display()),
            )?;
            page += &section(title, meaning, &picture, &example)?;
        }
        let path = root()?.join("docs/loops.md");
        fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The output of the program.
fn print(program: &Path, arguments: &str) -> Result<Vec<u8>> {
    let words = arguments.split(' ').filter(|word| !word.is_empty());
    let output = Command::new(program).args(words).output();
    let output = output.with_context(|| format!("cannot run {}", program.display()))?;
    if !output.status.success() {
        bail!("quandary {arguments}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(output.stdout)
}

/// Dungeons of a category, one for each of the first seeds.
fn made(program: &Path, category: &str, size: &str, seeds: u64) -> Result<Vec<Dungeon>> {
    let arguments =
        format!("dungeon --category {category} {size} --seed 1 --count {seeds} --format json");
    let text = String::from_utf8(print(program, &arguments)?)?;
    text.lines().map(|line| serde_json::from_str(line).context("a dungeon in JSON")).collect()
}
