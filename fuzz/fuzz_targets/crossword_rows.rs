//! Any text as the rows of a board and, on its last line, a rack: read or refused; on what is read the best
//! play is the first of all, and every play is worth what it says.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::words::crossword_rows(text));
