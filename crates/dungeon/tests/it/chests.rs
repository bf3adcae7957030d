//! Areas with chests as room graphs.

use level::model::graph::{Content, Edge, NodeId, Requirement, SymbolId};
use quandary_dungeon::puzzle::proof::prove;
use quandary_dungeon::puzzle::{Area, Holder, level_graph};
use quandary_dungeon::puzzle::{PlacedArea, PuzzleCount, Request, generate};
use quandary_dungeon::{RejectReason, Scratch};
use search::Seed;

/// An area with a chest.
fn with_chest() -> Area {
    let request = Request { puzzles: PuzzleCount::Between(3, 3), ..Request::of("temple").unwrap() };
    let made = |seed| {
        let report = generate(&request, Seed::new(seed).unwrap(), Default::default()).unwrap();
        let PlacedArea { area, .. } = report.found.into_iter().next().unwrap().candidate;
        area
    };
    (0..100).map(made).find(|area| !area.chests.is_empty()).unwrap()
}

#[test]
fn a_chest_is_a_node_that_asks_for_its_key() {
    let area = with_chest();
    let graph = level_graph(&area);
    let chest = &area.chests[0];
    let name = NodeId::Name("chest c1".to_owned());
    let node = graph.nodes.iter().position(|node| node.id == name).unwrap() as u32;
    let symbol = |name: &str| graph.symbols.iter().position(|known| known == name).unwrap();
    let requires = Requirement::Symbol(symbol(&chest.key) as SymbolId);
    let edges: Vec<&Edge> =
        graph.edges.iter().filter(|edge| [edge.from, edge.to].contains(&node)).collect();
    assert_eq!(edges.len(), 2);
    for edge in edges {
        assert!([edge.from, edge.to].contains(&chest.room));
        assert_eq!(edge.requires[..], [requires]);
    }
    let inside = area.items.iter().find(|item| item.holder == Holder::Chest(0)).unwrap();
    let inside = Content::Symbol(symbol(&inside.name) as SymbolId);
    assert_eq!(graph.nodes[node as usize].contents[..], [inside]);
    assert!(!graph.nodes[chest.room as usize].contents.contains(&inside));
}

#[test]
fn a_key_in_its_own_chest_is_refused_by_the_judge() {
    let mut area = with_chest();
    let mut scratch = Scratch::default();
    assert!(prove(&area, &mut scratch).is_ok());
    let key = area.items.iter().position(|item| item.name == area.chests[0].key).unwrap();
    area.items[key].holder = Holder::Chest(0);
    area.items[key].room = area.chests[0].room;
    assert_eq!(prove(&area, &mut scratch).unwrap_err(), RejectReason::UnreachableRoom);
}
