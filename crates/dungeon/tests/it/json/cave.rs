//! Caves as JSON.

use super::fields;
use quandary_dungeon::bitgrid::Grid;
use quandary_dungeon::cave::Cave;
use quandary_dungeon::cave::Request;
use quandary_dungeon::cave::distance::measure;
use quandary_dungeon::json::cave::{MapView, write};
use search::Seed;
use serde_json::{Value, json};

#[test]
fn the_fields_in_their_order() {
    let grid = Grid::drawn("..#\n#.#\n");
    let cave = Cave { grid: grid.clone(), open_cells: 3, regions: 2 };
    let distances = measure(&grid, (0, 0));
    let drawn = MapView { grid: &grid, distances: distances.as_ref() };
    let mut out = Vec::new();
    write(&mut out, &Request::new(3, 2), Seed::new(7).unwrap(), &cave, drawn).unwrap();
    let value: Value = serde_json::from_slice(&out).unwrap();
    let expect = "format size seed open_cells regions rows distance provenance";
    assert_eq!(fields(&value, "cave"), expect);
    assert_eq!(value["rows"], json!(["..#", "#.#"]));
    let rows = json!([[0, 1, null], [null, 2, null]]);
    assert_eq!(value["distance"], json!({"from": [0, 0], "most": 2, "rows": rows}));
    let request = json!({
        "size": [3, 2], "fill": 0.45, "passes": 4, "birth": 5, "survive": 4,
        "border": "solid", "keep": "largest", "distance": true
    });
    assert_eq!(value["provenance"]["request"], request);
}
