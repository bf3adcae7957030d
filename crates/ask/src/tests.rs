//! Requests out of JSON.

use crate::*;

fn refused<T: Request>(text: &str) -> String {
    let error = json::<T>(text).and_then(|request| request.task().map(|_| ()));
    error.err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn whatever_is_wrong_is_told_with_its_field() {
    assert_eq!(refused::<DungeonRequest>("{}"), "");
    let check = |text: &str, part: &str| {
        let error = refused::<DungeonRequest>(text);
        assert!(error.contains(part), "{text}: {error}");
    };
    check(r#"{"rooms": "many"}"#, "rooms: ");
    check(r#"{"room": 7}"#, "unknown field \"room\" (did you mean rooms?)");
    check(r#"{"category": "tmple"}"#, "category: ");
    check(r#"{"rooms": 4}"#, "from 5 to 2,000");
    check(r#"{"difficulty": "50..40"}"#, "difficulty: ");
    check(r#"{"attempts": 3, "time": 2}"#, "do not go together");
    check(r#"{"time": 0}"#, "more than 0 seconds");
    check(r#"{"style": "plain"}"#, "style: ");
    check(r#"{"algorithm": "dungeon/1"}"#, "algorithm: ");
    check(r#"{"format": "jpeg"}"#, "format: unknown value \"jpeg\"");
    check("{", "line 1");
    check("{} {}", "line 1");
}

#[test]
fn missions_have_one_space() {
    let check = |text: &str, part: &str| {
        let error = refused::<MissionRequest>(text);
        assert!(error.contains(part) && error.is_empty() == part.is_empty(), "{text}: {error}");
    };
    check(r#"{"rooms": 25, "start": [0, 3], "require": ["cycles>=1"]}"#, "");
    check(r#"{"rooms": 9999}"#, "rooms: ");
    check(r#"{"linearity": 0}"#, "linearity: at least one attempt");
    check(r#"{"attempts": 0}"#, "attempts: at least one attempt");
    check(r#"{"rooms": 8, "space": [[0, 0]]}"#, "one alone is given");
    check(r#"{"space": [[0, 0], [5, 5]]}"#, "space: the space is in pieces");
    check(r#"{"colors": [[[0, 0]], [[0, 0]]]}"#, "colors: the cell 0,0 is there twice");
    check(r#"{"require": ["many>=1"]}"#, "require: ");
    check(r#"{"key_style": "small", "order": "partial"}"#, "key_style: ");
    check(r#"{"keys": 0, "colors": [[[0, 0]], [[1, 0], [1, 1]], [[0, 1]], [[-1, 0]]]}"#, "");
}

#[test]
fn layouts_and_areas_have_the_same_fields() {
    let text =
        r#"{"category": "cave", "bounds": [-3, 3, -3, 3, -1, 0], "stairs": "all", "min_rooms": 9}"#;
    let layout: LayoutRequest = json(text).unwrap();
    let area: AreaRequest = json(text).unwrap();
    assert_eq!(layout.layout().unwrap(), area.layout().unwrap());
    let text = r#"{"category": "crypt", "bounds": "-3,3,-3,3,-1,0", "puzzles": "1..3"}"#;
    assert_eq!(refused::<AreaRequest>(text), "");
    assert!(refused::<LayoutRequest>(text).contains("unknown field \"puzzles\""));
    assert_eq!(refused::<AreaRequest>(r#"{"puzzles": 2, "stairs": 2}"#), "");
    assert!(refused::<AreaRequest>(r#"{"puzzles": "3..1"}"#).contains("3..1"));
}

#[test]
fn the_defaults_are_those_of_the_generators() {
    let layout = LayoutRequest::default().layout().unwrap();
    assert_eq!(layout, ::dungeon::layout::Request::of("dungeon").unwrap());
    assert_eq!(MissionRequest::default().mission(), Default::default());
    let cave = CaveRequest::default().cave().unwrap();
    assert_eq!(cave, ::dungeon::cave::Request::new(80, 24));
    let (asked, usual) = (
        DungeonRequest::default().designed().unwrap(),
        ::dungeon::designed::Request::of("dungeon").unwrap(),
    );
    assert_eq!((asked.rooms, asked.size, asked.numbers), (usual.rooms, usual.size, usual.numbers));
    assert_eq!((asked.layout, asked.family), (usual.layout, usual.family));
}
