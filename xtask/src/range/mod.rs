//! `cargo xtask range`: the page of the book about expressive range, a heat map for every category with the dungeons of
//! the corpus laid over it.
//!
//! The program makes the dungeons, imports those of the corpus, and draws the maps; the page tells what each map covers.

use crate::root::root;
use anyhow::{Context, Result, bail};
use audit::program;
use serde::Deserialize;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Write the book's page of expressive range: a heat map for every category, the corpus laid over it
#[derive(clap::Args)]
pub(crate) struct Range {
    /// The number of dungeons of each category that are measured
    #[arg(long, value_name = "N", default_value_t = 40)]
    seeds: u64,
    /// The program to run, when it is not the one beside this one
    #[arg(long, value_name = "FILE")]
    bin: Option<PathBuf>,
}

/// The two numbers by which dungeons are counted.
const AXES: [&str; 2] = ["leniency", "exploration"];
/// The size of the dungeons: as many rooms as those of the corpus have about.
const ROOMS: u32 = 24;
/// Number of dungeons of the corpus.
const CORPUS: u32 = 9;

/// The program's report on a set.
#[derive(Deserialize)]
struct Told {
    set: Set,
    range: Covered,
}

#[derive(Deserialize)]
struct Set {
    levels: u64,
    diversity: Distances,
}

#[derive(Deserialize)]
struct Distances {
    tiles: Distance,
}

#[derive(Deserialize)]
struct Distance {
    mean: f64,
}

#[derive(Deserialize)]
struct Covered {
    covered: f64,
    over: Vec<[f64; 2]>,
}

#[derive(Deserialize)]
struct Category {
    name: String,
}

impl Range {
    /// Makes the dungeons, measures them, and writes the page and its pictures.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let program = program::quandary(self.bin.as_deref())?;
        let data = env::var_os("QUANDARY_DATA")
            .context("QUANDARY_DATA is not set: it names the folder of vglc")?;
        let folder = tempfile::tempdir().context("cannot make a folder")?;
        let corpus = corpus(&program, &PathBuf::from(data).join("vglc"), folder.path())?;
        let mut page = self.head();
        let mut pictures = String::new();
        for category in categories()? {
            eprintln!("{category}");
            let told = self.measured(&program, &category, &corpus)?;
            let (levels, covered) = (told.set.levels, 100.0 * told.range.covered);
            let tiles = told.set.diversity.tiles.mean;
            writeln!(
                page,
                "| [{category}](#{category}) | {levels} | {covered:.1} % | {tiles:.2} |"
            )?;
            writeln!(
                pictures,
                "\n## {category}\n\n![Dungeons of the category {category} by leniency and exploration](pictures/range_{category}.svg)"
            )?;
            anyhow::ensure!(
                told.range.over.len() == CORPUS as usize,
                "the corpus is not all there"
            );
        }
        let path = root()?.join("docs/range.md");
        fs::write(&path, page + &pictures)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(ExitCode::SUCCESS)
    }

    /// The head of the page, down to the head of its table.
    fn head(&self) -> String {
        let [x, y] = AXES;
        let seeds = self.seeds;
        format!(
            "# Expressive range

What a generator makes is more than one example. Here are {seeds} dungeons of each category, of {ROOMS} rooms, counted by two numbers:
{x}, the share of rooms without enemies, and {y}, how much of a dungeon a flood fills before it reaches what is looked
for; [Measures](measures.md) says how. A cell is the darker the more dungeons lie in it. The rings are the nine dungeons of the corpus
([Levels of the corpus](corpus.md)).

Each dungeon is the first draft of one of the seeds 1 to {seeds} (`--attempts 1`); where that draft did not hold, the seed is left out. The command by itself prints the
best of fifty drafts, which these maps do not show.

`quandary measure FILES --range {x},{y} -o range.svg` draws such a map of any levels, with `--over` for the rings.

In the table: how many dungeons there are, how many of the 400 cells one of them lies in, and the mean share of tiles by which two of them
differ.

| category | dungeons | cells | tiles that differ |
|---|---|---|---|
"
        )
    }

    /// Dungeons of a category, measured; its picture is drawn.
    fn measured(&self, program: &Path, category: &str, corpus: &[PathBuf]) -> Result<Told> {
        let file = tempfile::Builder::new().suffix(".jsonl").tempfile()?;
        let seeds = self.seeds;
        let made = format!(
            "dungeon --category {category} --rooms {ROOMS} --attempts 1 --seed 1 --count {seeds} --format json"
        );
        let output = Command::new(program).args(made.split(' ')).output();
        let output = output.with_context(|| format!("cannot run {}", program.display()))?;
        fs::write(file.path(), output.stdout).context("cannot write a file")?;
        let picture = root()?.join(format!("docs/pictures/range_{category}.svg"));
        let measure = |last: &[&str]| {
            let mut command = Command::new(program);
            command.arg("measure").arg(file.path()).args(["--range", &AXES.join(","), "--over"]);
            command.args(corpus).args(last);
            run(command)
        };
        measure(&["-o", &picture.display().to_string()])?;
        serde_json::from_slice(&measure(&["--format", "json"])?).context("measures in JSON")
    }
}

/// The dungeons of the corpus, imported from one folder into files of another.
fn corpus(program: &Path, folder: &Path, into: &Path) -> Result<Vec<PathBuf>> {
    let one = |n: u32| {
        let file = into.join(format!("{n}.json"));
        let mut command = Command::new(program);
        command.args(["import", "vglc", "--tiles"]).arg(folder.join(format!("tloz{n}_1.txt")));
        command.arg("--graph").arg(folder.join(format!("LoZ_{n}.dot")));
        fs::write(&file, run(command)?).context("cannot write a file")?;
        Ok(file)
    };
    (1..=CORPUS).map(one).collect()
}

/// The names of all categories.
fn categories() -> Result<Vec<String>> {
    let path = root()?.join("crates/dungeon/data/categories.json");
    let text =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let rows: Vec<Category> = serde_json::from_str(&text).context("the categories")?;
    Ok(rows.into_iter().map(|row| row.name).collect())
}

/// The output of a command.
fn run(mut command: Command) -> Result<Vec<u8>> {
    let output = command.output().context("cannot run the program")?;
    if !output.status.success() {
        bail!("{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(output.stdout)
}
