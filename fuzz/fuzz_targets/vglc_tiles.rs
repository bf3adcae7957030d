//! Imports any text as the tiles of a dungeon of the corpus, and after the first `|` as its room graph, with and
//! without stairs, or gets an error. A valid level prints, reads back equal, and a second import gives the same.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::levels::vglc_tiles(text));
