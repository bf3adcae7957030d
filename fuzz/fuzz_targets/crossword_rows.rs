//! Parses any text as the rows of a board and, on its last line, a rack, or gets an error. On a valid position the best
//! play is the first of all, and every play has its stated score.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::words::crossword_rows(text));
