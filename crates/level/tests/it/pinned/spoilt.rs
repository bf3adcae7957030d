//! Files with small faults: the level read, or the error.

use formats::aliases::Aliases;
use formats::tiled::{self, Read};
use formats::{Import, ldtk, xsb};
use quandary_level::formats::{json, text};
use std::fmt::Display;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use testing::faults::spoilt;
use testing::pinned::hold;

/// Number of damaged versions of each file.
const FAULTS: u64 = 300;

/// The results of a reader for the files of a folder, intact and damaged.
fn said<R, E: Display>(
    folder: &str,
    read: impl Fn(&str) -> Result<R, E>,
    print: impl Fn(R) -> String,
) -> String {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(folder);
    let mut files: Vec<_> = fs::read_dir(files)
        .expect("a folder of seeds")
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    let mut said = String::new();
    for file in files {
        let whole = fs::read_to_string(&file).expect("a text");
        for number in 0..FAULTS {
            let text = if number == 0 { whole.clone() } else { spoilt(&whole, number) };
            let told = match read(&text) {
                Ok(read) => print(read),
                Err(error) => error.to_string(),
            };
            let _ = writeln!(said, "{number}: {told}");
        }
    }
    said
}

#[test]
fn spoilt_files() {
    let levels = |levels: Vec<_>| levels.iter().map(json::print).collect();
    let map = |text: &str| tiled::read(text, &Read::no_files);
    let told = |read: Read| format!("{} {:?}", json::print(&read.level), read.notes);
    let aliases = Aliases::default();
    let said = [
        ("level_json", said("level_json", json::read, |level| json::print(&level))),
        ("level_text", said("level_text", text::read, |level| json::print(&level))),
        ("xsb", said("xsb", xsb::read, levels)),
        (
            "ldtk",
            said(
                "ldtk",
                |text| ldtk::read(text, &aliases, &Read::no_files).and_then(Import::whole),
                levels,
            ),
        ),
        ("tiled_map", said("tiled_map", map, told)),
        ("tmx", said("tmx", map, told)),
    ];
    hold!("spoilt", &said);
}
