//! Any text as a map of Tiled: read or refused; what is read prints, as a map too, reads back equal, and is judged.

use super::held;
use level::formats::tiled::{Read, is_map, print, read};

/// Holds what is said above of an input.
pub fn run(text: &str) {
    let _ = is_map(text);
    if let Ok(Read { level, .. }) = read(text, &Read::no_files) {
        held::prints_and_reads_back(&level);
        if let Ok(map) = print(&level, None) {
            assert_eq!(read(&map, &Read::no_files).map(|read| read.level).as_ref(), Ok(&level));
        }
        held::is_judged(&level, text);
    }
}
