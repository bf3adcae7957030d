//! Rules of the project that a search of the sources can check: which crates may use files, clocks, threads and
//! random numbers.

use std::fs;
use std::path::{Path, PathBuf};

/// The crates above the libraries, which use the system.
const ABOVE: [&str; 3] = ["crates/quandary/", "crates/service/", "crates/store/"];

/// The subject of a rule, and the other places in which it is allowed.
const LAWS: [(&str, &[&str]); 10] = [
    // Files and the environment: one place finds installed lexicons, another the memory of the machine, and an option
    // may name a file whose text is part of a request.
    ("std::fs::", &["crates/crossword/src/lexicon/installed.rs", "crates/ask/src/values.rs"]),
    (
        "use std::fs",
        &["crates/crossword/src/lexicon/installed.rs", "crates/level/src/limits/memory.rs"],
    ),
    ("std::env::", &["crates/crossword/src/lexicon/installed.rs"]),
    // Clocks: one crate reads the system clock; it is used for time limits, for sharing time, and for random seeds.
    ("time::Instant", &["crates/clock/"]),
    (
        "Instant::now",
        &["crates/clock/", "crates/search/", "crates/level/", "crates/ask/src/judge.rs"],
    ),
    ("SystemTime", &["crates/search/src/seed.rs"]),
    // Threads.
    ("thread::", &["crates/search/"]),
    ("rayon::", &["crates/search/"]),
    // Random numbers.
    ("rand_xoshiro", &["crates/search/src/seed.rs"]),
    // Proofs: one function knows if a limit was involved.
    ("(proved)", &["crates/level/src/report/proved.rs"]),
];

/// The sources below a folder, without test files.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut found = Vec::new();
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != "tests" {
            found.extend(sources(&path));
        } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
            found.push(path);
        }
    }
    found
}

/// A source up to its tests, without comments.
fn code(text: &str) -> String {
    let end = text.find("\nmod tests {").unwrap_or(text.len());
    let lines = text[..end].lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn files_clocks_threads_and_random_numbers_have_their_places() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().unwrap_or_else(|error| panic!("{error}"));
    let mut looked = 0;
    for krate in fs::read_dir(root.join("crates")).into_iter().flatten().filter_map(Result::ok) {
        for path in sources(&krate.path().join("src")) {
            let short = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().into_owned();
            if ABOVE.iter().any(|above| short.starts_with(above)) {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}"));
            let code = code(&text);
            for (word, places) in LAWS {
                let allowed = places.iter().any(|place| short.starts_with(place));
                assert!(allowed || !code.contains(word), "{short}: {word} has no place here");
            }
            looked += 1;
        }
    }
    assert!(looked > 100, "{looked} files were looked at");
}
