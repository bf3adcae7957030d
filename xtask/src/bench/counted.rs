//! `cargo measure counted`: instructions of whole commands of the program, which are the same however busy a machine is.
//!
//! Callgrind of valgrind counts them. The program is the one beside this, of the same build.

use super::report::{Report, Unit};
use anyhow::{Context, Result, bail};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Instructions of whole commands, counted by callgrind of valgrind
#[derive(clap::Args)]
pub(crate) struct Counted {
    /// The program; by itself the one of this build
    #[arg(long, value_name = "FILE")]
    bin: Option<PathBuf>,
}

/// Commands by name. Each does work of one kind and little else, on one thread.
const COMMANDS: [(&str, &str); 9] = [
    ("dungeon, one attempt", "dungeon --rooms 24 --seed 3 --attempts 1 --threads 1 --format json"),
    (
        "missions as JSON",
        "mission --rooms 25 --keys 4 --count 200 --seed 1 --threads 1 --format json",
    ),
    ("cave as PNG", "cave --size 2100x2100 --seed 1 --threads 1 --format png"),
    ("layout", "layout --category cave --bounds=0,49,0,49,-2,0 --seed 1 --format json"),
    ("area", "area --category temple --seed 1 --format json"),
    ("check", "check LEVEL --format json"),
    ("solve", "solve LEVEL --format json"),
    ("riddles", "riddle --locale en_US --seed 1 --attempts 300 --threads 1 --format json"),
    ("lexicon is_IS opened", "lexicon info is_IS"),
];

impl Counted {
    pub(super) fn run(&self, report: &mut Report) -> Result<()> {
        let beside = || Ok::<_, anyhow::Error>(env::current_exe()?.with_file_name("quandary"));
        let program = self.bin.clone().map_or_else(beside, Ok)?;
        if !program.is_file() {
            bail!("{} is not there: cargo build --release -p quandary", program.display());
        }
        let folder = tempfile::tempdir()?;
        let level = level(&program, folder.path())?;
        for (name, command) in COMMANDS {
            let arguments = command.split(' ').map(|word| match word {
                "LEVEL" => level.display().to_string(),
                word => word.to_owned(),
            });
            let count = count(&program, arguments.collect(), folder.path())
                .with_context(|| format!("quandary {command}"))?;
            report.note(name, count as f64, Unit::Instructions, "");
        }
        Ok(())
    }
}

/// A level that is checked and solved.
fn level(program: &Path, folder: &Path) -> Result<PathBuf> {
    let path = folder.join("level.json");
    let words = "dungeon --category temple --rooms 16 --seed 1 --threads 1 --format json";
    let made = Command::new(program).args(words.split(' ')).output().context("cannot run it")?;
    let made: serde_json::Value = serde_json::from_slice(&made.stdout)?;
    fs::write(&path, made["level"].to_string())?;
    Ok(path)
}

/// The instructions of a command.
fn count(program: &Path, arguments: Vec<String>, folder: &Path) -> Result<u64> {
    let out = folder.join("callgrind");
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--quiet"]);
    command.arg(format!("--callgrind-out-file={}", out.display()));
    command.arg(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::piped());
    let ran = command.output().context("cannot run valgrind: install Debian's package valgrind")?;
    if !ran.status.success() {
        bail!("it failed: {}", String::from_utf8_lossy(&ran.stderr).trim());
    }
    let text = fs::read_to_string(&out)?;
    let totals = text
        .lines()
        .find_map(|line| line.strip_prefix("totals:").or_else(|| line.strip_prefix("summary:")));
    let total = totals.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
    total.context("callgrind told no total")
}
