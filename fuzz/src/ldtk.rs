//! Any text as a project of LDtk: read or refused; what is read prints, reads back equal, and is judged.

use super::held;
use level::formats::aliases::Aliases;
use level::formats::ldtk::read;

/// Holds what is said above of an input.
pub fn run(text: &str) {
    let aliases = Aliases::of([
        ("bricks", "WALL"),
        ("Ground.3", "TRIFORCE"),
        ("Key", "KEY_SMALL"),
        ("Gate", "DOOR_LOCKED"),
        ("Hero", "START"),
        ("Torch", "nothing"),
    ]);
    for level in
        read(text, &aliases.expect("tiles")).iter().flatten().filter(|level| held::is_small(level))
    {
        held::prints_and_reads_back(level);
        held::is_judged(level, text);
    }
}
