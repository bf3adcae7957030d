//! Tests of requests in JSON.

use crate::*;
#[cfg(feature = "words")]
use crossword::{locale::Locale, riddle::Profile};

fn refused<T: Request>(text: &str) -> String {
    let error = json::<T>(text).and_then(|request| request.task().map(|_| ()));
    error.err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn faults_are_reported_with_their_field() {
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
    check(r#"{"linearity": 0}"#, "linearity: expected at least one attempt");
    check(r#"{"attempts": 0}"#, "attempts: expected at least one attempt");
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
        DungeonRequest::default().dungeon().unwrap(),
        ::dungeon::dungeon::Request::of("dungeon").unwrap(),
    );
    assert_eq!((asked.rooms, asked.size, asked.numbers), (usual.rooms, usual.size, usual.numbers));
    assert_eq!((asked.layout, asked.family), (usual.layout, usual.family));
}

#[test]
fn room_templates_are_added_and_listed_in_the_provenance() {
    let row = "..............\n";
    let hall = format!("family: fortress\nroom: hall of ours\n{}", row.repeat(9));
    let asked = |templates: &str| {
        json::<DungeonRequest>(
            &serde_json::json!({"rooms": 8, "attempts": 3, "room_templates": templates})
                .to_string(),
        )
    };
    let check = |templates: &str, part: &str| {
        let error = asked(templates).and_then(|request| request.task().map(|_| ())).unwrap_err();
        assert_eq!(error.field, "room_templates");
        assert!(error.error.contains(part), "{templates}: {error}");
    };
    check("", "there is no template in it");
    check(
        &hall.replace("fortress", "tomb"),
        "its templates are for tomb; dungeon takes templates for fortress",
    );
    let cut_off = hall.replacen(row, &format!("{row}{}\n", "#".repeat(14)), 1);
    check(&cut_off, "line 5, column 1: this floor is cut off");
    check(
        "family: fortress\nroom: guard posts\n...\n...\n...\n",
        "line 2, column 1: \"guard posts\" is there already",
    );
    let made = |request: &DungeonRequest, seed: u64| {
        let seed = Seed::new(seed).unwrap();
        let made = request.task()?.make(seed, &Control::default(), &mut Scratch::default())?;
        Ok::<_, Refusal>(made.shown().document())
    };
    let request = asked(&hall).unwrap();
    let has_ours = |dungeon: &::dungeon::Dungeon| {
        dungeon.rooms.iter().any(|room| room.template == "hall of ours")
    };
    let all = (0..20).map(|seed| made(&request, seed).unwrap());
    let dungeon = all.into_iter().find(has_ours).unwrap();
    let told = &dungeon.provenance.request;
    assert_eq!(told["room_templates"], hall);
    assert_eq!(made(&json(&told.to_string()).unwrap(), dungeon.seed).unwrap(), dungeon);
}

#[cfg(feature = "words")]
fn riddle(text: &str) -> Result<RiddleTask, Refusal> {
    json::<RiddleRequest>(text)?.task()
}

#[cfg(feature = "words")]
#[test]
fn riddle_requests_use_the_names_of_all_interfaces() {
    use std::time::Duration;
    let service =
        r#"{"locale": "is", "boardType": "explo", "timeLimitSeconds": 2, "profile": null}"#;
    let python = r#"{"locale": "is", "board_type": "explo", "seconds": 2.0}"#;
    let browser = r#"{"locale": "is", "board_type": "explo", "time": 2, "profile": "design"}"#;
    for text in [service, python, browser] {
        let task = riddle(text).unwrap();
        assert_eq!((task.locale, task.board.name()), (Some(Locale::IsIs), "explo"), "{text}");
        assert_eq!(task.profile, Profile::named("design").unwrap(), "{text}");
        let told = (task.attempt, task.budget.attempts, task.budget.time);
        assert_eq!(told, (None, None, Some(Duration::from_secs(2))), "{text}");
    }
    let text = r#"{"seed": 7, "attempts": 5, "ban": ["CAT"], "difficulty": "30.1..45.007"}"#;
    let task = riddle(text).unwrap();
    assert_eq!((task.budget.attempts, task.budget.time), (Some(5), None));
    assert_eq!(task.profile.difficulty, Some(3010..=4500));
    assert!(task.locale.is_none() && task.banned.contains("cat"));
    assert_eq!(riddle("{}").unwrap().budget.time, Some(riddle::TIME));
    assert_eq!(riddle(r#"{"attempt": 0}"#).unwrap().attempt, Some(0));
}

#[cfg(feature = "words")]
#[test]
fn impossible_riddle_requests_are_refused_with_their_field() {
    let check = |text: &str, field: &str, part: &str, known: usize| {
        let refusal = riddle(text).unwrap_err();
        assert_eq!((refusal.field.as_str(), refusal.known.len()), (field, known), "{text}");
        assert!(refusal.error.contains(part), "{text}: {refusal}");
    };
    check(r#"{"locale": "xx"}"#, "locale", "unknown locale", 6);
    check(r#"{"board_type": "standart"}"#, "board_type", "did you mean standard?", 2);
    check(r#"{"boardType": 3}"#, "boardType", "found the integer 3", 0);
    check(r#"{"profile": "dayly"}"#, "profile", "did you mean daily?", 3);
    check(r#"{"difficulty": "45..30"}"#, "difficulty", "the smaller number first", 0);
    check(r#"{"attempts": 0}"#, "attempts", "at least one attempt", 0);
    check(r#"{"attempts": 3, "attempt": 0}"#, "attempts", "do not go together", 0);
    check(r#"{"seconds": 0}"#, "time", "more than 0 seconds", 0);
    check(r#"{"top": 5}"#, "", "unknown field", 12);
}

#[cfg(feature = "words")]
#[test]
fn a_riddle_or_the_tally_is_returned() {
    let lexicon = crossword::lexicon::shipped(Locale::EnUs).unwrap();
    let make = |text: &str| {
        riddle(text)?.make(
            &lexicon,
            Seed::new(1).unwrap(),
            &Control { threads: 1, ..Control::default() },
        )
    };
    let made = make(r#"{"attempts": 60}"#).unwrap();
    let (_, attempt) = made.origin();
    let again = make(&format!(r#"{{"attempt": {attempt}, "locale": "en"}}"#));
    assert_eq!(again.as_ref(), Ok(&made));
    let mut texts = Vec::new();
    for (format, spoiler) in
        [(RiddleFormat::Text, false), (RiddleFormat::Text, true), (RiddleFormat::Json, false)]
    {
        let mut out = Vec::new();
        made.write(&mut out, format, Look { spoiler, colour: false }).unwrap();
        texts.push(String::from_utf8(out).unwrap());
    }
    let answer = made.0.description();
    let told: Vec<bool> = texts.iter().map(|text| text.contains(&answer)).collect();
    assert_eq!(told, [false, true, true], "{answer}");
    let why = |text: &str| {
        let refusal = make(text).unwrap_err();
        (refusal.kind, refusal.to_string())
    };
    let (kind, said) = why(r#"{"attempts": 3, "difficulty": "0..0"}"#);
    assert!(
        kind == RefusalKind::NoResult && said.starts_with("seed 1: nothing found in 3 attempts: "),
        "{said}"
    );
    let (kind, said) = why(&format!(r#"{{"attempt": {attempt}, "difficulty": "0..0"}}"#));
    let wanted = format!("seed 1, attempt {attempt} makes no riddle: 1 × ");
    assert!(kind == RefusalKind::NoResult && said.starts_with(&wanted), "{said}");
    let (kind, said) = why(r#"{"locale": "is", "attempts": 3}"#);
    let wanted = "locale: riddles of is_IS are asked for, and the lexicon is of en_US";
    assert_eq!((kind, said.as_str()), (RefusalKind::Request, wanted));
}
