//! Reads any text by every reader of drawings, arrays, tables and graphs of other programs, or gets errors; the text
//! after the first NUL describes a game. A valid level prints, reads back equal, and is verified.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::levels::imports(text));
