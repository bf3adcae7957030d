//! Any text as a level file: read or refused; what is read prints, reads back equal, and is judged.

use super::held;

/// Holds what is said above of an input.
pub fn run(text: &str) {
    if let Ok(level) = level::formats::json::read(text) {
        held::prints_and_reads_back(&level);
        held::is_judged(&level, text);
    }
}
