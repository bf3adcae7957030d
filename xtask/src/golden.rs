//! `cargo xtask golden`: pins the output of the generators by hash.
//!
//! A line of `tests/golden/missions.txt` is a list of arguments, a tab, and the SHA-256 of the JSON that `quandary
//! mission` prints for them; the other files are the same for other commands. A new line is added by hand, without tab
//! and hash. Only `--bless` writes hashes. Review its diff: a changed line requires a new algorithm version, or a new
//! version number in the provenance.

use crate::root::{output, quandary, root};
use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// The files of `tests/golden`, each with its command.
const PINNED: [(&str, &str); 6] = [
    ("missions", "mission"),
    ("layouts", "layout"),
    ("areas", "area"),
    ("dungeons", "dungeon"),
    ("caves", "cave"),
    ("riddles", "riddle"),
];

/// Compare the output of the generators with the hashes in tests/golden
#[derive(clap::Args)]
pub(crate) struct Golden {
    /// Rewrite the hashes; review the diff before committing it
    #[arg(long)]
    bless: bool,
    /// The program to run; by default the one beside this one
    #[arg(long, value_name = "FILE")]
    bin: Option<PathBuf>,
}

impl Golden {
    /// Compares or rewrites the hashes.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let program = quandary(self.bin.as_deref())?;
        let mut differ = 0;
        for (file, command) in PINNED {
            let path = root()?.join(format!("tests/golden/{file}.txt"));
            let told = || format!("cannot read or write {}", path.display());
            let then = fs::read_to_string(&path).with_context(told)?;
            let mut now = String::new();
            for (arguments, old) in lines(&then).with_context(|| path.display().to_string())? {
                let mut asked = Command::new(&program);
                asked.arg(command).args(arguments.split_whitespace()).args(["--format", "json"]);
                let hash = hex::encode(Sha256::digest(output(&mut asked)?));
                if hash != old {
                    println!("{command} {arguments}: {old:?} is now {hash}");
                    differ += 1;
                }
                writeln!(now, "{arguments}\t{hash}")?;
            }
            if self.bless {
                fs::write(&path, now).with_context(told)?;
            }
        }
        if differ == 0 || self.bless {
            return Ok(ExitCode::SUCCESS);
        }
        eprintln!("{differ} golden lines differ; see `cargo xtask golden --help`");
        Ok(ExitCode::FAILURE)
    }
}

/// The argument lists of a file with their hashes; the hash is empty if a line has none.
fn lines(text: &str) -> Result<Vec<(&str, &str)>> {
    let lines: Vec<_> =
        text.lines().map(|line| line.split_once('\t').unwrap_or((line, ""))).collect();
    let mut seen = BTreeSet::new();
    for (arguments, _) in &lines {
        ensure!(arguments.contains("--seed "), "{arguments:?} has no --seed");
        ensure!(seen.insert(arguments), "{arguments:?} stands twice");
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_arguments_stands_once_and_has_a_seed() {
        let read = lines("--seed 1\tab\n--size 2x2 --seed 1\n").unwrap();
        assert_eq!(read, [("--seed 1", "ab"), ("--size 2x2 --seed 1", "")]);
        assert!(
            lines("--seed 1\tab\n--seed 1\tcd\n").is_err() && lines("--rooms 8\tab\n").is_err()
        );
    }
}
