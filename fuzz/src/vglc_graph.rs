//! Any text as a room graph of the corpus: imported or refused, with stairs and without; what is
//! imported prints, reads back equal, and is judged.

use super::held;
use vglc::graph::{EdgeS, import};

/// Holds what is said above of an input.
pub fn run(text: &str) {
    for edge_s in [EdgeS::Stair, EdgeS::Impassable] {
        if let Ok(import) = import(text, edge_s) {
            held::prints_and_reads_back(&import.level);
            held::is_judged(&import.level, text);
        }
    }
}
