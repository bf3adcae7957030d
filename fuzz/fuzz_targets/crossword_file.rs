//! Any bytes as a lexicon file and as a word list: read or refused; what is read has its words, and is
//! written and read back as the same bytes.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::words::crossword_file(bytes));
