//! Reading of files for the verifier.

use level::formats::json;
use quandary_dungeon::json::judged::read;

#[test]
fn another_format_is_named() {
    let said = |text: &str| read(text).unwrap_err().to_string();
    let game = r#"{"format":"quandary/game/1","seed":1}"#;
    let expect = "format: is \"quandary/game/1\"; a game of words is not judged";
    assert_eq!(said(game), expect);
    assert_eq!(said(&format!("{game}\n{game}\n")), expect);
    for other in ["quandary/level/2", "other/1/2"] {
        let text = format!(r#"{{"format":"{other}"}}"#);
        assert_eq!(said(&text), json::read(&text).unwrap_err().to_string());
    }
    assert!(said(r#"{"format":"quandary/cave/1"}"#).contains("a cave has no goal"));
}

#[test]
fn a_mission_is_read_as_the_level_that_is_printed_of_it() {
    let mission = r#"{"format":"quandary/mission/1","seed":3,"rooms":[{"id":0,"item":"start"},{"id":1,"item":"switch:0"},
        {"id":2,"item":"A"},{"id":3,"item":"key"},{"id":4,"item":"boss"}],
        "edges":[{"a":0,"b":1,"symbol":null},{"a":0,"b":2,"symbol":"switch:0=on"},{"a":2,"b":3,"symbol":"A"},
        {"a":3,"b":4,"symbol":"key"}],"start":0,"boss":4,"goal":4}"#;
    let level = read(mission).unwrap();
    let told: Vec<String> = level
        .graph
        .edges
        .iter()
        .step_by(2)
        .flat_map(|edge| &edge.requires)
        .map(|&asked| level.graph.requirement_name(asked))
        .collect();
    assert_eq!(told, ["toggle:0=on", "symbol:A", "key_locked"]);
    assert_eq!(level.name.as_deref(), Some("mission 3"));
    assert_eq!(level.graph.nodes[4].contents.len(), 2, "the boss, and the goal with it");
    let bad = mission.replace("\"id\":4", "\"id\":7");
    assert!(read(&bad).unwrap_err().to_string().contains("rooms[4].id"));
}

#[test]
fn formats_are_distinguished() {
    let level = r#"{"format":"quandary/level/1","graph":{"nodes":[{"id":"a","contents":["start","goal"]}],"edges":[]}}"#;
    assert_eq!(read(level).unwrap().graph.nodes.len(), 1);
    let dungeon = format!(r#"{{"format":"quandary/dungeon/1","level":{level}}}"#);
    assert_eq!(read(&dungeon).unwrap(), read(level).unwrap());
    assert_eq!(read(&dungeon.replace("dungeon/1", "dungeon/2")).unwrap(), read(level).unwrap());
    let area = r#"{"format":"quandary/area/1","category":"cave","generator":"cellular","bounds":[0,0,0,0,0,0],
        "rooms":[{"coords":[0,0,0],"kind":"entry","connections":[],"entry":true,"distance":0,"blocked_directions":[]}],
        "puzzles":[],"items":[]}"#;
    assert_eq!(read(area).unwrap().graph.nodes.len(), 2);
    for other in ["{}", "[]", r#"{"format":7}"#, r#"{"format":"quandary/dungeon/1"}"#] {
        assert_eq!(read(other).is_ok(), json::read(other).is_ok(), "{other}");
    }
}
