//! Parses any text as a table of names of other editors, and after the first NUL as a drawing with its letters, or gets
//! an error.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::levels::aliases(text));
