//! Any text as levels of Sokoban: read or refused; what is read prints in every form, reads back equal, and is judged.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::levels::xsb(text));
