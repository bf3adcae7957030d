//! Dungeons from text, and what is said of those that do not fit together.

use quandary_dungeon::json::dungeon::read;
use quandary_dungeon::mission::{Position, Symbol};
use quandary_dungeon::puzzle::play::{Step, walkthrough};
use testing::faults::{refused, said};

const DUNGEON: &str = include_str!("../../../../../tests/samples/dungeon.json");

#[test]
fn a_mission_is_laid_over_its_area() {
    let scenario = read(DUNGEON).unwrap();
    let quest = scenario.quest();
    let locks: Vec<_> = quest.locks.iter().map(|lock| lock.symbol).collect();
    assert_eq!(locks, [Symbol::Switch(0, Position::On), Symbol::Key(1), Symbol::SmallKey]);
    let things: Vec<_> = quest.things.iter().map(|thing| thing.symbol).collect();
    assert_eq!(things, [Symbol::SwitchObject(0), Symbol::Key(1), Symbol::SmallKey]);
    assert_eq!(quest.goal, Some([2, 2, 0]));
    use quandary_dungeon::layout::Direction::{East, North, South};
    let go = Step::Go;
    let steps = [go(East), Step::Flip(0), go(North), go(South), go(East), go(North), go(North)];
    let expect = "go east; pull switch 0; go north; take key A; go south; unlock east with key A; \
                  go east; take small key; unlock north with small key; go north; step Footprint; \
                  go north";
    assert_eq!(walkthrough(&scenario, &steps).join("; "), expect);
}

#[test]
fn what_is_wrong_is_named() {
    let changes = r#"
        dungeon/1 → dungeon/2 ⇒ format: is "quandary/dungeon/2"
        "mission": → "missions": ⇒ missing field `mission`
        [1, 1, 0], "item" → [1, 1], "item" ⇒ mission.rooms[2].coords: invalid length 2
        [1, 1, 0], "item" → [1, 9, 0], "item" ⇒ mission.rooms[2].coords: there is no room
        "id": 1, → "id": 0, ⇒ mission.rooms[1].id: the id 0 is there twice
        "item": "A" → "item": "AA" ⇒ mission.rooms[2].item: unknown item "AA"; known are
        "item": "A" → "item": "switch:0=on" ⇒ mission.rooms[2].item: unknown item
        "symbol": "A" → "symbol": "boss" ⇒ mission.edges[2].symbol: unknown lock "boss"
        "a": 0, "b": 1 → "a": 0, "b": 2 ⇒ mission.edges[0]: joins [0, 0, 0] and [1, 1, 0]
        "a": 0, "b": 1 → "a": 0, "b": 9 ⇒ mission.edges[0].b: there is no room with the id 9
        "goal": 5 → "goal": 7 ⇒ mission.goal: there is no room with the id 7
        "start": 0 → "start": 1 ⇒ mission.start: is the room [1, 0, 0], which is not the entry
        "bsp" → "tower" ⇒ area.generator: is
        "hint_threshold": 13 → "hint_threshold": 99 ⇒ area.puzzles[0].hint_threshold: is 99
        "level": → "level" ⇒ line
    "#;
    said(refused(DUNGEON, read, changes));
}
