//! Any text as the tiles of a dungeon of the corpus, and after the first `|` as its room graph: imported
//! or refused, with stairs and without; what is imported prints, reads back equal, and is no other the
//! second time.

#![no_main]

use vglc::graph::EdgeS;
use vglc::import;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (tiles, graph) = match text.split_once('|') {
        Some((tiles, graph)) => (tiles, Some(graph)),
        None => (text, None),
    };
    for edge_s in [EdgeS::Stair, EdgeS::Impassable] {
        let found = import(Some(tiles), graph, edge_s);
        assert_eq!(found, import(Some(tiles), graph, edge_s));
        if let Ok(found) = found {
            assert!(found.report.explained <= found.report.door_pairs);
            fuzz::prints_and_reads_back(&found.level);
        }
    }
});
