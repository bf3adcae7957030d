//! Any text as a table of foreign names, and after the first NUL a drawing with its letters: read or refused.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::levels::aliases(text));
