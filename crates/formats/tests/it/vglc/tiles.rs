//! Tests of the nine dungeons of the corpus, with tiles and graph stitched into one level: explained door pairs, the
//! rooms of the reference, and no panic for damaged texts.

use level::formats::{json, text};
use level::{Cell, Tile};
use quandary_formats::tiled;
use quandary_formats::vglc::graph::EdgeS;
use quandary_formats::vglc::{Import, ImportError, import};
use std::path::{Path, PathBuf};
use testing::skipped;

/// The least number of explained door pairs, and the number of door pairs, for dungeons 1 to 9.
const PAIRS: [(usize, usize); 9] =
    [(16, 16), (18, 18), (19, 19), (19, 19), (19, 19), (23, 23), (25, 25), (19, 20), (30, 43)];

/// The folder of reference data, or `None` with a message.
fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("QUANDARY_DATA").map(PathBuf::from);
    if folder.is_none() {
        skipped("QUANDARY_DATA does not name the folder of reference data");
    }
    folder
}

/// The tile text and the graph of a dungeon.
fn texts(data: &Path, dungeon: usize) -> std::io::Result<[String; 2]> {
    let read = |name: String| std::fs::read_to_string(data.join(name));
    Ok([read(format!("vglc/tloz{dungeon}_1.txt"))?, read(format!("vglc/LoZ_{dungeon}.dot"))?])
}

fn both(texts: &[String; 2], edge_s: EdgeS) -> Result<Import, ImportError> {
    import(Some(&texts[0]), Some(&texts[1]), edge_s)
}

#[test]
fn door_pairs_are_explained() {
    let Some(data) = data() else { return };
    for (dungeon, (explained, pairs)) in (1..).zip(PAIRS) {
        let texts = texts(&data, dungeon).unwrap();
        for edge_s in [EdgeS::Stair, EdgeS::Impassable] {
            let found = both(&texts, edge_s).unwrap();
            assert_eq!(found.report.door_pairs, pairs, "dungeon {dungeon}");
            assert!(found.report.explained >= explained, "dungeon {dungeon}: {:?}", found.report);
            if edge_s == EdgeS::Stair {
                assert_eq!(Ok(&found), both(&texts, edge_s).as_ref(), "dungeon {dungeon}");
            }
            let rooms = found.level.tiles.iter().flat_map(|tiles| &tiles.rooms).count();
            assert_eq!(rooms, found.report.rooms, "dungeon {dungeon}: a room has no node");
            let level = found.level.clone().checked().unwrap();
            assert_eq!(json::read(&json::print(&level)).as_ref(), Ok(&level));
            let map = tiled::print(&level, None).unwrap();
            assert_eq!(tiled::read(&map, &tiled::Read::no_files).unwrap().level, level);
        }
    }
}

/// In the reference all nodes of one room share its key. A room is right if the contents of its tiles match those of
/// the reference; of two identical rooms either may match. By the chamber of the triforce, the reference has two rooms
/// of dungeon 5 and four of dungeon 6 exchanged.
#[test]
fn rooms_are_where_the_reference_has_them() {
    let Some(data) = data() else { return };
    let mut astray = Vec::new();
    for dungeon in 1..=6 {
        let path = data.join(format!("zelda/tile/LoZ_{dungeon}.json"));
        let reference = json::read(&std::fs::read_to_string(path).unwrap()).unwrap();
        let found = both(&texts(&data, dungeon).unwrap(), EdgeS::Stair).unwrap().level;
        let (reference_tiles, tiles) = (reference.tiles.unwrap(), found.tiles.unwrap());
        let count = reference_tiles
            .rooms
            .iter()
            .filter(|room| {
                let here = tiles.rooms.iter().find(|other| other.corner == room.corner);
                here.is_none_or(|here| found.graph.id(here.node) != reference.graph.id(room.node))
            })
            .count();
        astray.push(count);
    }
    assert_eq!(astray, [2, 0, 0, 1, 0, 4]);
}

#[test]
fn tiles_alone_are_levels_too() {
    let Some(data) = data() else { return };
    for dungeon in 1..=9 {
        let [tiles, _] = texts(&data, dungeon).unwrap();
        let found = import(Some(&tiles), None, EdgeS::Stair).unwrap();
        assert_eq!(json::read(&json::print(&found.level)).as_ref(), Ok(&found.level));
    }
}

#[test]
fn mangled_texts_are_refused_or_imported() {
    let Some(data) = data() else { return };
    let texts = texts(&data, 1).unwrap();
    // Our own generator: SplitMix64 (Steele, Lea and Flood 2014).
    let mut state = 1u64;
    let mut draw = |below: usize| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % below as u64) as usize
    };
    let mut imported = 0;
    for round in 0..60 {
        let mut mangled = texts.clone();
        let text = &mut mangled[round % 2];
        if draw(4) == 0 {
            text.truncate(draw(text.len()));
        }
        for _ in 0..draw(4) {
            let (from, to) = (draw(text.len() + 1), draw(text.len() + 1));
            match draw(3) {
                0 if from < text.len() => {
                    let letter = char::from(b"FBMPOIDSW-0kls\"\n"[draw(16)]);
                    text.replace_range(from..=from, &letter.to_string());
                }
                1 => text
                    .replace_range(from.min(to)..from.max(to).min(from + 40).max(from.min(to)), ""),
                _ => text.insert(from, 'D'),
            }
        }
        if let Ok(found) = import(Some(&mangled[0]), Some(&mangled[1]), EdgeS::Stair) {
            imported += 1;
            assert_eq!(json::read(&json::print(&found.level)).as_ref(), Ok(&found.level));
        }
    }
    assert!(imported > 0, "nothing mangled was imported");
}

/// A comb of rooms and a star of nodes, thousands of each: the work is bounded.
#[test]
fn huge_texts_are_imported() {
    let room = |door: bool| {
        let mut rows = vec!["WWWWWWWWWWW"; 2];
        rows.extend(vec!["WWFFFFFFFWW"; 5]);
        rows.extend(vec![if door { "WDFFFFFFFDW" } else { "WWFFFFFFFDW" }; 2]);
        rows.extend(vec!["WWFFFFFFFWW"; 5]);
        rows.extend(vec!["WWWWWWWWWWW"; 2]);
        rows
    };
    let (rows, cols) = (50, 60);
    let mut text = String::new();
    for _ in 0..rows {
        for row in 0..16 {
            text.extend((0..cols).map(|col| room(col > 0)[row]));
            text.push('\n');
        }
    }
    let nodes = rows * cols;
    let mut chain = "digraph {\n0 [label=\"s\"]\n".to_owned();
    let mut star = chain.clone();
    for node in 1..=nodes {
        for graph in [&mut chain, &mut star] {
            graph.push_str(&format!("{node} [label=\"k\"]\n"));
        }
    }
    for node in 1..=nodes {
        chain.push_str(&format!("{} -> {node} [label=\"\"]\n", node - 1));
        star.push_str(&format!("{} -> {node} [label=\"I\"]\n", usize::from(node > 1)));
    }
    for graph in [chain, star] {
        let found = import(Some(&text), Some(&(graph + "}")), EdgeS::Stair).unwrap();
        assert_eq!(found.report.rooms, nodes);
        assert_eq!(found.report.nodes, nodes + 1);
    }
}

/// A slot of walls around floor, with doors and blocks at some cells.
fn slot(doors: &[(usize, usize)], blocks: &[(usize, usize)]) -> Vec<String> {
    let tile = |row, col| match (row, col) {
        cell if doors.contains(&cell) => 'D',
        cell if blocks.contains(&cell) => 'B',
        (2..=13, 2..=8) => 'F',
        _ => 'W',
    };
    (0..16).map(|row| (0..11).map(|col| tile(row, col)).collect()).collect()
}

/// Blocks separate the middle of a room, which the west door reaches, from the path between the other doors. The key is
/// on that path.
#[test]
fn an_item_lies_where_most_doors_lead() {
    const NORTH: [(usize, usize); 3] = [(1, 4), (1, 5), (1, 6)];
    const SOUTH: [(usize, usize); 3] = [(14, 4), (14, 5), (14, 6)];
    const WEST: [(usize, usize); 2] = [(7, 1), (8, 1)];
    const EAST: [(usize, usize); 2] = [(7, 9), (8, 9)];
    let across = (2..=7).map(|col| (4, col));
    let blocks: Vec<_> = across.chain((5..=13).map(|row| (row, 7))).collect();
    let doors = [&NORTH[..], &WEST, &EAST].concat();
    let rows =
        [[vec!["-".repeat(11); 16], slot(&SOUTH, &[])], [slot(&EAST, &[]), slot(&doors, &blocks)]];
    let lines = rows.iter().flat_map(|[left, right]| left.iter().zip(right));
    let tiles: Vec<_> = lines.map(|(left, right)| format!("{left}{right}")).collect();
    let graph = "digraph Keep {\n0 [label=\"s\"]\n1 [label=\"k\"]\n2 [label=\"t\"]\n3 [label=\"e\"]\n0 -> 1 [label=\"\"]\n\
                 1 -> 2 [label=\"\"]\n2 -> 1 [label=\"\"]\n1 -> 3 [label=\"\"]\n3 -> 1 [label=\"\"]\n}\n";
    let found = import(Some(&tiles.join("\n")), Some(graph), EdgeS::Stair).unwrap();
    let keys: Vec<_> = found.level.tiles.iter().flat_map(|t| t.holding(Tile::KeySmall)).collect();
    assert_eq!(
        keys,
        [Cell { floor: 0, row: 16 + 8, col: 11 + 8 }],
        "{}",
        text::print(&found.level)
    );
}
