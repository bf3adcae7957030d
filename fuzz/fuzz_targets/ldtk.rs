//! Any text as a project of LDtk: read or refused; what is read prints, reads back equal, and is judged.

#![no_main]

use level::formats::aliases::Aliases;
use level::formats::ldtk::read;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let aliases = Aliases::of([
        ("bricks", "WALL"),
        ("Ground.3", "TRIFORCE"),
        ("Key", "KEY_SMALL"),
        ("Gate", "DOOR_LOCKED"),
        ("Hero", "START"),
        ("Torch", "nothing"),
    ]);
    for level in read(text, &aliases.expect("tiles")).iter().flatten().filter(|level| fuzz::is_small(level)) {
        fuzz::prints_and_reads_back(level);
        fuzz::is_judged(level, text);
    }
});
