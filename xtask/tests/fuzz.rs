//! What fuzz targets hold of every input, held of the seeds and of what was found, without a fuzzer.

#[path = "../../fuzz/src/lib.rs"]
#[allow(unreachable_pub, reason = "it is a library of its own, and a module here")]
mod fuzz;

use std::fs;
use std::path::{Path, PathBuf};

/// The files of a folder, in order; none if it is not there.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn seeds_and_what_was_found_are_held_to_what_targets_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    for (name, run) in fuzz::TARGETS {
        let seeds = files(&root.join("seeds").join(name));
        assert!(!seeds.is_empty(), "{name} has no seeds");
        for file in seeds.into_iter().chain(files(&root.join("found").join(name))) {
            println!("{}", file.display());
            run(&fs::read(&file).unwrap());
        }
    }
}

#[test]
fn each_target_is_built_and_has_a_row_in_the_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let page = fs::read_to_string(root.join("README.md")).unwrap();
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let built: Vec<String> = files(&root.join("fuzz_targets"))
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
