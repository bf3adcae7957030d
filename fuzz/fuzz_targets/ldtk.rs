//! Any text as a project of LDtk: read or refused; what is read prints, reads back equal, and is judged.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::levels::ldtk(text));
