//! Parses any text as Sokoban levels, in rows or in XML, and as moves, or gets an error. A valid level prints in every
//! format, reads back equal, and is verified; solutions in the text are replayed.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::levels::xsb(text));
