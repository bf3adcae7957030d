//! Parses any text as an LDtk project, or gets an error. A valid level prints, reads back equal, and is verified.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::levels::ldtk(text));
