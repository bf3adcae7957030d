//! Imports any text as a room graph of the corpus, with and without stairs, or gets an error. A valid level prints,
//! reads back equal, and is verified.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::levels::vglc_graph(text));
