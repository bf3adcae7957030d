//! Reading of damaged files.

use super::{say, seed};
use quandary_dungeon::Options;
use quandary_dungeon::dungeon;
use quandary_dungeon::json::{self, playable};
use quandary_dungeon::puzzle;
use testing::faults::spoilt;
use testing::pinned::hold;

#[test]
fn spoilt_files() {
    let mut said = Vec::new();
    for (name, whole) in [
        ("designed", include_str!("../../../../../tests/samples/dungeon.json")),
        ("area templates", include_str!("../../../data/templates/mine.json")),
        ("room drawings", include_str!("../../../data/rooms/mine.txt")),
    ] {
        let mut text = String::new();
        for number in 0..300 {
            let spoilt = if number == 0 { whole.to_owned() } else { spoilt(whole, number) };
            match name {
                "designed" => say(&mut text, playable::read(&spoilt)),
                "area templates" => say(&mut text, puzzle::templates::read(&spoilt)),
                _ => say(&mut text, dungeon::rooms::read(&spoilt)),
            }
            if name == "designed" {
                say(&mut text, json::judged::read(&spoilt));
            }
        }
        said.push((name, text));
    }
    let area = puzzle::Request::of("mine").expect("a known category");
    let report = puzzle::generate(&area, seed(3), Options::default()).expect("a sound request");
    let asked = json::area::Asked::new(&area, Vec::new());
    let found = &report.found[0];
    let extras = json::area::extras(found, seed(3), &asked).expect("an area");
    let artefact = json::area::Artefact::new(&found.candidate.area, Some(3), extras);
    let area = serde_json::to_string_pretty(&artefact).expect("JSON");
    let mut text = area.clone();
    for number in 0..200 {
        let spoilt = if number == 0 { area.clone() } else { spoilt(&area, number) };
        say(&mut text, playable::read(&spoilt));
        say(&mut text, json::judged::read(&spoilt));
    }
    said.push(("area", text));
    hold!("spoilt", &said);
}
