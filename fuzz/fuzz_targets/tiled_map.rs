//! Parses any text as a Tiled map, or gets an error. A valid level prints, also as a map, reads back equal, and is
//! verified.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::levels::tiled_map(text));
