//! Dungeons that were printed, read back.

use quandary_dungeon::json::dungeon::{Artefact, Asked, load};
use quandary_dungeon::mission::KeyStyle;
use quandary_dungeon::mission::SwitchStyle;
use quandary_dungeon::puzzle::Placement;
use quandary_dungeon::{Options, Request, generate};
use search::Seed;
use serde_json::Value;
use serde_json::json;

/// A dungeon that was made, and its JSON.
fn printed(number: u64, category: &str) -> (quandary_dungeon::Made, Value) {
    let mut request = Request::of(category).unwrap();
    request.mission.switches = number as u8 % 3;
    request.mission.switch_style = SwitchStyle::Toggle;
    request.mission.key_style =
        if number.is_multiple_of(2) { KeyStyle::Small } else { KeyStyle::Named };
    let seed = Seed::new(number).unwrap();
    let report = generate(&request, seed, Options::default()).unwrap();
    let found = report.found.into_iter().next().unwrap();
    let asked = Asked::new(&request, Vec::new());
    let json = serde_json::to_value(Artefact::new(&found, seed, &asked).unwrap()).unwrap();
    (found.draft, json)
}

/// A dungeon that is printed reads back as it was.
#[test]
fn dungeons_come_back() {
    for (number, category) in (1..).zip(["dungeon", "temple", "cave", "tower", "crypt", "town"]) {
        let (made, json) = printed(number, category);
        let (dungeon, level) = load(&json.to_string()).unwrap();
        assert!(json!(level) == json!(made.level), "{category}");
        assert!(dungeon.mission == made.dungeon.mission, "{category}");
        assert!(dungeon.area == made.dungeon.area, "{category}");
        let expect = Placement { closed: 0, ..made.dungeon.placement.clone() };
        assert_eq!(dungeon.placement, expect, "{category}");
    }
}

#[test]
fn errors_name_the_field() {
    let (_, good) = printed(1, "dungeon");
    let check = |path: &str, value: Value, expect: &str| {
        let mut bad = good.clone();
        *bad.pointer_mut(path).unwrap() = value;
        let said = load(&bad.to_string()).unwrap_err().to_string();
        assert!(said.contains(expect), "{said}");
    };
    check("/mission/boss", 999.into(), "mission.boss: there is no room 999");
    check("/mission/rooms/1/parent", 999.into(), "mission.rooms[1].parent");
    check("/mission/rooms/0/precondition/keys", vec!["?"].into(), "names a key that is none");
    assert!(load("{").is_err() && load("[]").is_err());
}
