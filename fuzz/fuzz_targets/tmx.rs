//! Any text as a map of Tiled in XML: read or refused; after the first NUL stands the tile set of a file of its own. What
//! is read prints, reads back equal, and is judged.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::levels::tmx(text));
