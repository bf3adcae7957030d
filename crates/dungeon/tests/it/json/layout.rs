//! Layouts as JSON.

use super::fields;
use quandary_dungeon::json::layout::LayoutJson;
use quandary_dungeon::layout;
use search::Seed;
use serde_json::json;

#[test]
fn the_fields_in_their_order() {
    let request = layout::Request::of("inn").unwrap();
    let layout = layout::generate(&request, Seed::new(7).unwrap(), Default::default()).unwrap();
    let value = serde_json::to_value(LayoutJson::new(&layout, &request, 7)).unwrap();
    let expect = "format category generator bounds seed rooms provenance";
    assert_eq!(fields(&value, "layout"), expect);
    assert_eq!(value["bounds"], json!([-1, 1, -1, 1, 0, 0]));
    let rooms = value["rooms"].as_array().unwrap();
    let entry = rooms.iter().find(|room| room["entry"] == json!(true)).unwrap();
    assert_eq!((&entry["coords"], &entry["kind"]), (&json!([0, 0, 0]), &json!("entry")));
    assert_eq!(entry["distance"], json!(0));
    assert_eq!(entry["connections"].as_array().unwrap().len(), rooms.len() - 1);
    assert_eq!(
        value["provenance"]["request"],
        json!({
            "category": "inn", "bounds": [-1, 1, -1, 1, 0, 0], "fill": 0.45, "passes": 4,
            "birth": 5, "survive": 4, "border": "drawn", "keep": "largest", "min_rooms": null,
            "stairs": 1, "treasure_share": 0.3, "puzzle_share": 0.2
        })
    );
}
