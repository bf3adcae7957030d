//! Parses any text as a drawing, or gets an error. A valid level prints, reads back equal, and is verified.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::levels::level_text(text));
