//! Parses any text as a riddle profile, or gets an error with a line number. A search with a valid profile finds only
//! riddles within its limits.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::words::riddle_profile(text));
