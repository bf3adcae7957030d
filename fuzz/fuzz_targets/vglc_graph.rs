//! Any text as a room graph of the corpus: imported or refused, with stairs and without; what is
//! imported prints, reads back equal, and is judged.

#![no_main]

use vglc::graph::{EdgeS, import};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for edge_s in [EdgeS::Stair, EdgeS::Impassable] {
        if let Ok(import) = import(text, edge_s) {
            fuzz::prints_and_reads_back(&import.level);
            fuzz::is_judged(&import.level, text);
        }
    }
});
