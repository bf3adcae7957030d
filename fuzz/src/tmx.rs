//! Any text as a map of Tiled in XML: read or refused; after the first NUL stands the tile set of a file of its own. What
//! is read prints, reads back equal, and is judged.

use super::held;
use level::formats::aliases::Aliases;
use level::formats::tiled::{Read, print, read, read_with};

/// Holds what is said above of an input.
pub fn run(text: &str) {
    let (map, set) = text.split_once('\0').unwrap_or((text, "<tileset/>"));
    let aliases = Aliases::of([("bricks", "WALL"), ("moss", "nothing")]).expect("tiles");
    let fetch = |_: &str| Ok(set.to_owned());
    if let Ok(Read { level, .. }) = read_with(map, &fetch, &aliases)
        && held::is_small(&level)
    {
        held::prints_and_reads_back(&level);
        if let Ok(map) = print(&level, None) {
            assert_eq!(read(&map, &Read::no_files).map(|read| read.level).as_ref(), Ok(&level));
        }
        held::is_judged(&level, text);
    }
}
