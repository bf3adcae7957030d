//! Dungeons that are made and exported.

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Dungeons, and where their files lie.
pub(super) struct Made {
    /// The JSON of each, in one folder.
    pub(super) dungeons: Vec<PathBuf>,
    /// The folder with a folder of files for each.
    pub(super) files: PathBuf,
    /// How long exporting took, pictures and all.
    pub(super) seconds: f64,
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
pub(super) fn make(
    program: &Path,
    from: Option<&Path>,
    many: usize,
    folder: &Path,
) -> Result<Made> {
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
pub(super) fn categories() -> Result<Vec<String>> {
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
