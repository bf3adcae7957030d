//! Any text as a profile of riddles: read or refused with a line; a profile that is read can be searched by, and
//! what is found keeps its limits.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::words::riddle_profile(text));
