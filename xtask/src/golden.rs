//! `cargo xtask golden`: what the generators print, pinned by hash.
//!
//! A line of `tests/golden/missions.txt` is a list of arguments, a tab, and the SHA-256 of the bytes
//! that `quandary mission` prints for them as JSON; `layouts.txt`, `areas.txt`, `dungeons.txt`,
//! `caves.txt` and `riddles.txt` are the same for the commands of those names. What an older version of an algorithm
//! printed is pinned with the rest, under `--algorithm`. Only `--bless` rewrites them, and whoever does so reads the
//! difference: a changed line is a new algorithm version, or a new version number in the provenance.

use crate::root::root;
use anyhow::{Context, Result, ensure};
use audit::program;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The argument lists: every option that decides what a mission is, small and large.
const MISSIONS: [&str; 20] = [
    "--rooms 8 --keys 3 --switches 0 --seed 1",
    "--rooms 10 --keys 4 --switches 1 --seed 2",
    "--rooms 25 --keys 4 --switches 0 --seed 3",
    "--rooms 25 --keys 4 --switches 1 --seed 4",
    "--rooms 50 --keys 6 --switches 1 --seed 5",
    "--rooms 100 --keys 8 --switches 2 --seed 6",
    "--rooms 400 --keys 8 --switches 1 --seed 7",
    "--rooms 60 --keys 5 --switches 4 --seed 8",
    "--rooms 3 --keys 0 --switches 0 --seed 9",
    "--rooms 30 --keys 26 --switches 1 --seed 10",
    "--rooms 25 --keys 4 --switches 1 --order partial --seed 11",
    "--rooms 100 --keys 8 --switches 1 --order partial --seed 12",
    "--rooms 25 --keys 4 --switches 1 --key-style small --seed 13",
    "--rooms 100 --keys 8 --switches 1 --key-style small --seed 14",
    "--rooms 25 --keys 4 --switches 1 --no-goal --seed 15",
    "--rooms 12 --keys 0 --switches 1 --no-goal --seed 16",
    "--rooms 25 --keys 4 --switches 1 --boss-unlocked --seed 17",
    "--rooms 50 --keys 6 --switches 0 --no-goal --boss-unlocked --seed 9007199254740991",
    "--rooms 25 --keys 4 --switches 1 --linearity 10 --seed 19",
    "--rooms 50 --keys 6 --switches 2 --order partial --linearity 5 --seed 20",
];

/// Options of missions that came with mission/2.
const NEW_MISSIONS: [&str; 6] = [
    "--rooms 25 --keys 4 --switches 1 --switch-style once --seed 21",
    "--rooms 10 --keys 4 --switches 1 --order partial --seed 22",
    "--rooms 60 --keys 5 --switches 2 --key-style small --linearity 4 --seed 23",
    "--rooms 25 --start 3,4 --link-chance 0.8 --seed 24",
    "--rooms 12 --keys 2 --switches 1 --link-chance 0 --seed 25",
    "--rooms 2000 --keys 26 --switches 4 --seed 26",
];

/// The argument lists of layouts: every generator, and every option that decides what one is.
const LAYOUTS: [&str; 20] = [
    "--category cave --seed 1",
    "--category mine --seed 2",
    "--category dungeon --seed 3",
    "--category ruins --seed 4",
    "--category temple --seed 5",
    "--category crypt --seed 6",
    "--category monastery --seed 7",
    "--category shrine --seed 8",
    "--category tower --seed 9",
    "--category town --seed 10",
    "--category camp --seed 11",
    "--category tavern --seed 12",
    "--category cave --bounds 0,49,0,49,-2,0 --seed 13",
    "--category cave --bounds 0,19,0,9,0,0 --fill 0.5 --passes 5 --seed 14",
    "--category cave --bounds 0,19,0,19,-1,0 --border solid --keep bridge --seed 15",
    "--category cave --birth 6 --survive 3 --min-rooms 20 --seed 16",
    "--category cave --stairs all --treasure-share 0.5 --puzzle-share 0.5 --seed 17",
    "--category dungeon --bounds 0,39,0,29,-2,0 --stairs 3 --seed 9007199254740991",
    "--category cave --bounds 0,1,0,6,-3,0 --seed 19",
    "--category tower --bounds -6,6,-6,6,0,9 --seed 20",
];

/// Options of layouts that came with layout/2.
const NEW_LAYOUTS: [&str; 5] = [
    "--category cave --plain --seed 21",
    "--category mine --plain --stairs all --bounds 0,19,0,19,-2,0 --seed 22",
    "--category cave --treasure-share 0 --puzzle-share 0.4 --seed 23",
    "--category crypt --stairs all --seed 24",
    "--category tomb --seed 6",
];

/// The argument lists of caves: widths around a word, every option that decides what one is.
const CAVES: [&str; 12] = [
    "--size 80x24 --seed 1",
    "--size 64x64 --border drawn --seed 2",
    "--size 63x65 --keep all --seed 3",
    "--size 65x63 --keep bridge --seed 4",
    "--size 1x50 --border drawn --keep all --fill 0.2 --seed 5",
    "--size 50x1 --border drawn --keep all --fill 0.2 --seed 6",
    "--size 200x100 --distance --seed 7",
    "--size 300x200 --fill 0.5 --passes 5 --seed 8",
    "--size 128x128 --birth 6 --survive 3 --keep bridge --min 2 --seed 9",
    "--size 1000x700 --seed 10",
    "--size 40x40 --passes 0 --keep all --seed 11",
    "--size 100x100 --fill 0.48 --keep bridge --distance --seed 9007199254740991",
];

/// The argument lists of areas: every category with puzzles of its own, and every option about them.
const AREAS: [&str; 12] = [
    "--category dungeon --seed 1",
    "--category cave --seed 2",
    "--category ruins --seed 3",
    "--category temple --seed 4",
    "--category crypt --puzzles 3 --seed 5",
    "--category tower --puzzles 1..2 --key-style small --seed 6",
    "--category mine --puzzles per-room --seed 7",
    "--category tomb --puzzles 6 --key-style small --seed 8",
    "--category town --puzzles 4 --seed 9",
    "--category inn --puzzles 1 --seed 10",
    "--category cave --bounds 0,29,0,29,0,0 --puzzles 10 --seed 11",
    "--category temple --seed 9007199254740991",
];

/// The argument lists of dungeons.
const DUNGEONS: [&str; 12] = [
    "--seed 1",
    "--category cave --seed 2",
    "--category temple --floors 3 --rooms 30 --keys 4 --seed 3",
    "--category tower --floors 2 --key-style small --seed 4",
    "--category town --switches 1 --seed 5",
    "--category inn --puzzles 0 --seed 6",
    "--rooms 8 --room-size 9x7 --blocks 0 --seed 7",
    "--rooms 40 --keys 6 --puzzles 5 --seed 8",
    "--attempts 6 --seed 9",
    "--attempts 6 --weight gating=10 --weight solution=-1 --seed 9",
    "--attempt 4 --seed 9",
    "--category mine --floors 2 --seed 9007199254740991",
];

/// Options of dungeons that came with dungeon/2; and a dungeon of it with a key under a block, and one with fewer
/// blocks than it drew.
const NEW_DUNGEONS: [&str; 7] = [
    "--switches 1 --rooms 24 --keys 3 --seed 21",
    "--switches 1 --switch-style once --seed 22",
    "--switches 1 --rooms 24 --keys 3 --seed 21 --algorithm dungeon/2",
    "--switches 1 --switch-style once --seed 22 --algorithm dungeon/2",
    "--category town --seed 64",
    "--category town --seed 64 --algorithm dungeon/2",
    "--blocks 16 --seed 23",
];

/// The argument lists of riddles: the languages that come with the program, both boards, all profiles, every
/// option that decides what one is, and earlier versions. Few, since a lexicon takes a moment to open.
const RIDDLES: [&str; 15] = [
    "--locale en_US --attempts 400 --seed 1",
    "--locale en_GB --attempts 400 --seed 2",
    "--locale is_IS --attempts 400 --seed 3",
    "--locale pl_PL --attempts 400 --seed 4",
    "--locale en_US --board-type explo --attempts 400 --seed 5",
    "--locale en_US --profile daily --attempts 1000 --seed 6",
    "--locale is_IS --profile daily --board-type explo --attempts 2000 --seed 7",
    "--locale pl_PL --profile daily --attempts 2000 --seed 8",
    "--locale en_US --top 5 --attempts 400 --seed 9",
    "--locale en_GB --profile daily --top 3 --attempts 1000 --seed 9007199254740991",
    "--locale en_US --profile open --attempts 400 --seed 1",
    "--locale en_GB --profile open --attempts 400 --seed 1",
    "--algorithm riddle/1 --locale en_US --attempts 400 --seed 1",
    "--algorithm riddle/1 --locale is_IS --attempts 400 --seed 3",
    "--algorithm riddle/1 --locale en_US --profile daily --attempts 1000 --seed 6",
];

/// What a command prints, pinned in a file.
struct Pinned {
    command: &'static str,
    file: &'static str,
    /// The argument lists.
    lists: &'static [&'static str],
    /// Those of options that only the newest version has.
    new: &'static [&'static str],
    /// The older versions, under which the lists are pinned too.
    old: &'static [&'static str],
}

/// A command without older versions.
const fn pinned(
    command: &'static str,
    file: &'static str,
    lists: &'static [&'static str],
) -> Pinned {
    Pinned { command, file, lists, new: &[], old: &[] }
}

/// What is pinned.
const PINNED: [Pinned; 6] = [
    Pinned {
        new: &NEW_MISSIONS,
        old: &["mission/1"],
        ..pinned("mission", "tests/golden/missions.txt", &MISSIONS)
    },
    Pinned {
        new: &NEW_LAYOUTS,
        old: &["layout/1"],
        ..pinned("layout", "tests/golden/layouts.txt", &LAYOUTS)
    },
    Pinned { old: &["area/1"], ..pinned("area", "tests/golden/areas.txt", &AREAS) },
    Pinned {
        new: &NEW_DUNGEONS,
        old: &["dungeon/2", "dungeon/1"],
        ..pinned("dungeon", "tests/golden/dungeons.txt", &DUNGEONS)
    },
    pinned("cave", "tests/golden/caves.txt", &CAVES),
    pinned("riddle", "tests/golden/riddles.txt", &RIDDLES),
];

impl Pinned {
    /// All argument lists, those of the newest version first.
    fn all(&self) -> Vec<String> {
        let newest = self.lists.iter().chain(self.new).map(|list| (*list).to_owned());
        let old = self.old.iter().flat_map(|name| {
            self.lists.iter().map(move |list| format!("{list} --algorithm {name}"))
        });
        newest.chain(old).collect()
    }
}

/// Compare what the generators print with the hashes in tests/golden
#[derive(clap::Args)]
pub(crate) struct Golden {
    /// Rewrite the hashes; read the difference before it is committed
    #[arg(long)]
    bless: bool,
    /// The program to run, when it is not the one beside this one
    #[arg(long, value_name = "FILE")]
    bin: Option<PathBuf>,
}

impl Golden {
    /// Compares, or rewrites.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let program = program::quandary(self.bin.as_deref())?;
        let mut found = Vec::new();
        for pinned in &PINNED {
            let path = root()?.join(pinned.file);
            let now = render(&program, pinned.command, &pinned.all())?;
            if self.bless {
                bless(&path, &now)?;
                continue;
            }
            let then = fs::read_to_string(&path).with_context(|| {
                format!("cannot read {}: `cargo xtask golden --bless` writes it", path.display())
            })?;
            found.extend(differences(&then, &now));
        }
        Ok(report(&found))
    }
}

/// Rewrites the file, and says which lines are new.
fn bless(path: &Path, now: &str) -> Result<()> {
    let then = fs::read_to_string(path).unwrap_or_default();
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    fs::write(path, now).with_context(|| format!("cannot write {}", path.display()))?;
    for difference in differences(&then, now) {
        println!("{difference}");
    }
    Ok(())
}

/// Prints the differences; the exit code says whether there are any.
fn report(differences: &[String]) -> ExitCode {
    for difference in differences {
        println!("{difference}");
    }
    if differences.is_empty() {
        return ExitCode::SUCCESS;
    }
    eprintln!("{} golden lines differ; see `cargo xtask golden --help`", differences.len());
    ExitCode::FAILURE
}

/// A whole file as it should be now.
fn render(program: &Path, command: &str, lists: &[String]) -> Result<String> {
    let mut text = String::new();
    for arguments in lists {
        let bytes = print(program, command, arguments)?;
        writeln!(text, "{arguments}\t{}", hex(&Sha256::digest(&bytes)))?;
    }
    Ok(text)
}

/// What the program prints for one list of arguments.
fn print(program: &Path, command: &str, arguments: &str) -> Result<Vec<u8>> {
    let output = Command::new(program)
        .arg(command)
        .args(arguments.split_whitespace())
        .args(["--format", "json"])
        .output()
        .with_context(|| format!("cannot run {}", program.display()))?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{command} {arguments}: {}\n{complaint}", output.status);
    Ok(output.stdout)
}

/// Bytes as lower-case hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}"); // a String takes every write
        text
    })
}

/// The lines by which two golden files differ, in words.
fn differences(then: &str, now: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (arguments, hash) in now.lines().filter_map(|line| line.split_once('\t')) {
        match hash_of(then, arguments) {
            Some(old) if old == hash => {}
            Some(old) => found.push(format!("changed: {arguments}: {old} is now {hash}")),
            None => found.push(format!("new: {arguments}: {hash}")),
        }
    }
    for line in then.lines() {
        let arguments = line.split('\t').next().unwrap_or_default();
        if hash_of(now, arguments).is_none() {
            found.push(format!("gone: {line}"));
        }
    }
    found
}

/// The hash that a golden file gives for a list of arguments.
fn hash_of<'a>(text: &'a str, arguments: &str) -> Option<&'a str> {
    let mut lines = text.lines().filter_map(|line| line.split_once('\t'));
    lines.find(|(name, _)| *name == arguments).map(|(_, hash)| hash)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn check(then: &str, now: &str, expect: &[&str]) {
        assert_eq!(differences(then, now), expect, "{then:?} {now:?}");
    }

    #[test]
    fn a_difference_names_its_line() {
        check("", "", &[]);
        check("a\t1\nb\t2\n", "a\t1\nb\t2\n", &[]);
        check("b\t2\na\t1\n", "a\t1\nb\t2\n", &[]);
        check("a\t1\nb\t2\n", "a\t1\nb\t3\n", &["changed: b: 2 is now 3"]);
        check("a\t1\n", "a\t1\nb\t3\n", &["new: b: 3"]);
        check("a\t1\nb\t3\n", "a\t1\n", &["gone: b\t3"]);
        check("a 1\n", "", &["gone: a 1"]);
    }

    #[test]
    fn the_hash_is_the_published_one() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hex(&Sha256::digest(b"abc")), abc);
    }

    #[test]
    fn every_list_of_arguments_is_there_once() {
        for pinned in &PINNED {
            let all = pinned.all();
            let lists: BTreeSet<&String> = all.iter().collect();
            assert_eq!(lists.len(), all.len(), "{}", pinned.command);
            assert!(lists.iter().all(|list| list.contains("--seed ") && !list.contains('\t')));
        }
    }

    #[test]
    fn an_old_version_is_pinned_by_its_name() {
        let all = Pinned { new: &["c"], old: &["x/1"], ..pinned("x", "", &["a", "b"]) }.all();
        assert_eq!(all, ["a", "b", "c", "a --algorithm x/1", "b --algorithm x/1"]);
    }
}
