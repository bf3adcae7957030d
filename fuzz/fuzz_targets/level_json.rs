//! Any text as a level file: read or refused; what is read prints, reads back equal, and is judged.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::levels::level_json(text));
