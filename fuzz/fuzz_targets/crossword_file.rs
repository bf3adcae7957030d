//! Parses any bytes as a lexicon file and as a word list, or gets an error. A valid lexicon contains its words, and its
//! bytes survive a round trip.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::words::crossword_file(bytes));
