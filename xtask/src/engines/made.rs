//! Dungeons that are made and exported, and how long the writers take.

use anyhow::{Context, Result, bail};
use export::format::{Format, Using};
use export::ldtk::Worlds;
use export::{Place, Sheet, told};
use serde::Deserialize;
use std::fmt::Write as _;
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

/// Makes dungeons of all categories in turn: on one, two and three floors, every ninth with a switch, every tenth plain.
fn drawn(program: &Path, many: usize, folder: &Path) -> Result<()> {
    let categories =
        fs::read_to_string(crate::root::root()?.join("crates/dungeon/data/categories.json"))?;
    let categories: Vec<Category> = serde_json::from_str(&categories)?;
    for (at, category) in categories.iter().cycle().take(many).enumerate() {
        let file = folder.join(format!("{:03}-{}.json", at + 1, category.name));
        let seed = (at / categories.len() + 1).to_string();
        let floors = ((at + at / categories.len()) % 3 + 1).to_string();
        let mut words =
            vec!["dungeon", "--category", &category.name, "--seed", &seed, "--floors", &floors];
        match at + 1 {
            number if number % 10 == 0 => words.extend(["--style", "plain"]),
            number if number % 9 == 0 => words.extend(["--switches", "1"]),
            _ => {}
        }
        words.extend(["--format", "json", "-o"]);
        let words: Vec<&Path> = words.iter().map(Path::new).chain([file.as_path()]).collect();
        if let Some(fault) = run(program, &words)? {
            bail!("{} with the seed {seed}: {fault}", category.name);
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

/// How long each writer takes a dungeon, pictures aside.
///
/// # Errors
/// When a dungeon cannot be read or written.
pub(super) fn times(made: &Made) -> Result<String> {
    let mut table = String::from("| format | mean, ms | most, ms |\n|---|---|---|\n");
    let mut places = Vec::new();
    for dungeon in &made.dungeons {
        let text = fs::read_to_string(dungeon)?;
        let value: serde_json::Value = serde_json::from_str(&text)?;
        let level = value.get("level").unwrap_or(&value);
        let level = level::formats::json::read(&level.to_string())?;
        places.push((level, told::read(&text)?));
    }
    let using = Using {
        sheet: Sheet { file: "quandary-tiles.png", side: 32 },
        worlds: Worlds::Floors,
        floor: Some(0),
        picture: None,
    };
    for format in Format::ALL {
        let mut took = Vec::new();
        for (level, told) in &places {
            let begin = Instant::now();
            format.print(&Place::of(level, told)?, &using)?;
            took.push(begin.elapsed().as_secs_f64() * 1000.0);
        }
        let mean = took.iter().sum::<f64>() / took.len().max(1) as f64;
        let most = took.iter().copied().fold(0.0, f64::max);
        writeln!(table, "| {} | {mean:.1} | {most:.1} |", format.name())?;
    }
    Ok(table)
}
