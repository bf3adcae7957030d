//! Any text as a room graph of the corpus: imported or refused, with stairs and without; what is
//! imported prints, reads back equal, and is judged.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::levels::vglc_graph(text));
