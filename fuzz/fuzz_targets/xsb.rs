//! Parses any text as Sokoban levels, or gets an error. A valid level prints in every format, reads back equal, and is
//! verified.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::levels::xsb(text));
