//! Any text as a map of Tiled: read or refused; what is read prints, as a map too, reads back equal, and is judged.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::levels::tiled_map(text));
