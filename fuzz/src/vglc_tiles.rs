//! Any text as the tiles of a dungeon of the corpus, and after the first `|` as its room graph: imported
//! or refused, with stairs and without; what is imported prints, reads back equal, and is no other the
//! second time.

use super::held;
use vglc::graph::EdgeS;
use vglc::import;

/// Holds what is said above of an input.
pub fn run(text: &str) {
    let (tiles, graph) = match text.split_once('|') {
        Some((tiles, graph)) => (tiles, Some(graph)),
        None => (text, None),
    };
    for edge_s in [EdgeS::Stair, EdgeS::Impassable] {
        let found = import(Some(tiles), graph, edge_s);
        assert_eq!(found, import(Some(tiles), graph, edge_s));
        if let Ok(found) = found {
            assert!(found.report.explained <= found.report.door_pairs);
            held::prints_and_reads_back(&found.level);
        }
    }
}
