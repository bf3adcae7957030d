//! Parses any text as a Tiled map in XML, or gets an error; the text after the first NUL is every file beside it. A
//! valid level prints, reads back equal, and is verified.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::levels::tmx(text));
