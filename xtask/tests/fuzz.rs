//! Runs the fuzz targets on the seeds and on the stored inputs, without a fuzzer.

#[cfg(test)]
#[path = "../../fuzz/src/lib.rs"]
pub mod fuzz;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The files of a folder, sorted; none if it does not exist.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut files = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    files.sort();
    Ok(files)
}

#[test]
fn seeds_and_what_was_found_are_held_to_what_targets_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    for (name, run) in fuzz::TARGETS {
        let seeds = files(&root.join("seeds").join(name)).unwrap();
        assert!(!seeds.is_empty(), "{name} has no seeds");
        for file in seeds.into_iter().chain(files(&root.join("found").join(name)).unwrap()) {
            println!("{}", file.display());
            run(&fs::read(&file).unwrap());
        }
    }
}

/// The stored inputs of long runs of a target, one per line.
fn kept(name: &str) -> io::Result<Vec<Vec<u8>>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/kept");
    let text = fs::read_to_string(root.join(format!("{name}.txt")))?;
    text.lines().map(|line| BASE64_STANDARD.decode(line).map_err(io::Error::other)).collect()
}

#[test]
fn what_long_runs_came_to_is_held_to_what_targets_say() {
    for (name, run) in fuzz::TARGETS {
        let kept = kept(name).unwrap();
        assert!(!kept.is_empty(), "{name} has nothing");
        for (number, input) in (1..).zip(kept) {
            println!("{name}, line {number}");
            run(&input);
        }
    }
}

#[test]
fn each_target_is_built_and_has_a_row_in_the_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let page = fs::read_to_string(root.join("README.md")).unwrap();
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let built: Vec<String> = files(&root.join("fuzz_targets"))
        .unwrap()
        .iter()
        .map(|file| file.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    let named: Vec<&str> = fuzz::TARGETS.iter().map(|(name, _)| *name).collect();
    assert_eq!(built, named);
    for name in named {
        assert!(page.contains(&format!("| `{name}` |")), "{name}: no row in fuzz/README.md");
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}: not built");
    }
}
