//! Any text as the tiles of a dungeon of the corpus, and after the first `|` as its room graph: imported
//! or refused, with stairs and without; what is imported prints, reads back equal, and is no other the
//! second time.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::levels::vglc_tiles(text));
