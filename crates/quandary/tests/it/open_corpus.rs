//! Checks that the hashes of the open corpus are those of the current program: a sample of each kind, with a
//! committed hash.
//!
//! `corpus/SAMPLES` has a line for each kind, small enough for a debug build, and names its `SHA256SUMS`. If bytes
//! change, the corpus must be generated again first; `QUANDARY_BLESS=1` does not write samples beside old hashes.

use crate::program::quandary;
use sha2::{Digest, Sha256};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// A file of the folder `corpus`.
fn beside(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name)
}

fn sum(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    hex::encode(Sha256::digest(bytes))
}

/// The SHA-256 of the only part of a small corpus.
fn sample(asked: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let made = quandary(&format!("corpus {asked} -o {}", folder.path().display()), "");
    let said = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{asked}\n{said}");
    sum(&folder.path().join("part-00000.parquet"))
}

#[test]
fn the_sums_are_those_of_this_program() {
    let file = beside("SAMPLES");
    let old = fs::read_to_string(&file).unwrap();
    let sums = sum(&beside("SHA256SUMS"));
    let (mut changed, mut told_sums) = (Vec::new(), "");
    let mut new = String::new();
    for line in old.lines() {
        let Some((hash, asked)) = line.split_once("  ").filter(|_| !line.starts_with('#')) else {
            new += &format!("{line}\n");
            continue;
        };
        let found = match asked {
            "SHA256SUMS" => {
                told_sums = hash;
                sums.clone()
            }
            _ => sample(asked),
        };
        if found != hash && asked != "SHA256SUMS" {
            changed.push(asked);
        }
        new += &format!("{found}  {asked}\n");
    }
    let renewed = told_sums != sums;
    if env::var_os("QUANDARY_BLESS").is_some() && renewed {
        fs::write(&file, new).unwrap();
        return;
    }
    let how =
        "run corpus/make, copy its SHA256SUMS to corpus, then QUANDARY_BLESS=1 with this test";
    assert!(changed.is_empty(), "the bytes of a corpus changed: {changed:?}; {how}");
    assert!(
        !renewed,
        "corpus/SHA256SUMS is not the one that corpus/SAMPLES was made beside; {how}"
    );
}

#[test]
fn the_first_part_of_missions_has_its_sum() {
    let folder = tempfile::tempdir().unwrap();
    let asked = "corpus --kind mission --seed 1 --count 10000 --of 10 --part 0 -o";
    let made = quandary(&format!("{asked} {}", folder.path().display()), "");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let sums = fs::read_to_string(beside("SHA256SUMS")).unwrap();
    let line =
        format!("{}  missions/part-00000.parquet", sum(&folder.path().join("part-00000.parquet")));
    assert!(sums.lines().any(|told| told == line), "corpus/SHA256SUMS does not hold {line}");
}
