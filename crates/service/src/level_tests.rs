//! Tests of dungeons and levels over HTTP.

use super::openapi::Example;
use super::tests::{post, request, send, service};
use axum::http::Method;
use serde_json::json;

#[tokio::test]
async fn missions_layouts_and_areas_in_every_format() {
    let app = service().await;
    let rows = [
        ("/mission", json!({"rooms": 12, "require": ["cycles>=1"], "attempts": 500}), "level"),
        ("/mission", json!({"space": [[0, 0], [1, 0], [2, 0], [2, 1], [1, 1]], "keys": 1}), "dot"),
        ("/layout", json!({"category": "crypt", "bounds": [-4, 4, -4, 4, 0, 0]}), "png"),
        ("/area", json!({"category": "temple", "puzzles": "1..2", "key_style": "small"}), "level"),
    ];
    for (path, mut asked, own) in rows {
        asked["seed"] = json!(7);
        let made = post(&app, path, &asked).await;
        assert_eq!((made.status, made.header("x-seed")), (200, "7"), "{path}");
        let made = made.json();
        assert_eq!(made["provenance"]["seed"], json!(7));
        let mut again = made["provenance"]["request"].clone();
        again["seed"] = json!(7);
        assert_eq!(post(&app, path, &again).await.json(), made, "{path}: it can be sent back");
        for format in ["json", "text", "svg", own] {
            asked["format"] = json!(format);
            let answer = post(&app, path, &asked).await;
            assert_eq!(answer.status, 200, "{path} {format}");
            assert!(!answer.body.is_empty(), "{path} {format}");
        }
    }
    for (path, asked) in [
        ("/mission", json!({"rooms": 9999})),
        ("/mission", json!({"rooms": 5, "space": [[0, 0]]})),
        ("/mission", json!({"space": [[0, 0], [5, 5]]})),
        ("/mission", json!({"format": "png"})),
        ("/layout", json!({"puzzles": 1})),
        ("/layout", json!({"category": "castle"})),
        ("/layout", json!({"bounds": [-500, 500, -500, 500, 0, 0]})),
        ("/area", json!({"puzzles": "3..1"})),
        ("/area", json!({"stairs": 0})),
    ] {
        assert_eq!(post(&app, path, &asked).await.status, 422, "{path} {asked}");
    }
}

#[tokio::test]
async fn dungeons_in_every_format() {
    let app = service().await;
    let asked = |format: &str| json!({"rooms": 6, "room_size": [12, 9], "seed": 7, "attempts": 4, "format": format});
    let kinds = [
        ("json", "application/json", "{"),
        ("level", "application/json", "{"),
        ("tmj", "application/x-tmj+json", "{"),
        ("svg", "image/svg+xml", "<svg"),
        ("png", "image/png", "\u{fffd}PNG"),
        ("map", "text/plain; charset=utf-8", "Dungeon 7"),
        ("tscn", "application/x-tscn", "[gd_scene"),
        ("ldtk", "application/x-ldtk+json", "__header__"),
        ("uvtt", "application/x-uvtt+json", "line_of_sight"),
        ("foundry", "application/x-foundry+json", "\"walls\""),
    ];
    for (format, kind, begin) in kinds {
        let answer = post(&app, "/dungeon", &asked(format)).await;
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        assert_eq!((answer.status, answer.header("content-type")), (200, kind), "{text}");
        assert!(text.contains(begin) && answer.header("x-seed") == "7", "{format}: {text:.80}");
    }
    let mut accepted =
        request(Method::POST, "/dungeon", json!({"rooms": 6, "attempts": 4}).to_string());
    accepted.headers_mut().insert("accept", "image/svg+xml".parse().unwrap());
    assert_eq!(send(&app, accepted).await.header("content-type"), "image/svg+xml");
    let mut refused = request(Method::POST, "/dungeon", "{}");
    refused.headers_mut().insert("accept", "audio/midi".parse().unwrap());
    assert_eq!(send(&app, refused).await.status, 406);
    let made = post(&app, "/dungeon", &asked("json")).await.json();
    let mut again = made["provenance"]["request"].clone();
    again["seed"] = json!(7);
    assert_eq!(
        post(&app, "/dungeon", &again).await.json(),
        made,
        "what was asked for can be sent back"
    );
    for (asked, status) in [
        (json!({"category": "castle"}), 422),
        (json!({"floors": 2, "format": "uvtt"}), 422),
        (json!({"floors": 2, "floor": 2, "format": "uvtt"}), 422),
        (json!({"tiles": 24, "format": "ldtk"}), 422),
        (json!({"worlds": "houses", "format": "ldtk"}), 422),
        (json!({"rooms": 3}), 422),
        (json!({"rooms": 400}), 422),
        (json!({"attempts": 2, "time": 1}), 422),
        (json!({"puzzles": "1..3"}), 422),
        (json!({"keys": 27}), 422),
        (json!({"style": "plain"}), 422),
        (json!({"switch_style": "once"}), 422),
        (json!({"templates": ["/etc/passwd"]}), 422),
    ] {
        assert_eq!(post(&app, "/dungeon", &asked).await.status, status, "{asked}");
    }
}

#[tokio::test]
async fn every_type_is_accepted_and_answered() {
    let app = service().await;
    let asked = json!({"rooms": 6, "seed": 7, "attempts": 4});
    for (accept, kind, begin) in [
        ("application/json", "application/json", "{"),
        ("image/svg+xml", "image/svg+xml", "<svg"),
        ("image/png", "image/png", "\u{fffd}PNG"),
        ("text/plain", "text/plain; charset=utf-8", "Dungeon 7"),
        ("application/x-tscn", "application/x-tscn", "[gd_scene"),
        ("application/x-ldtk+json", "application/x-ldtk+json", "__header__"),
        ("application/x-tmj+json", "application/x-tmj+json", "tilelayer"),
        ("application/x-uvtt+json", "application/x-uvtt+json", "line_of_sight"),
        ("application/x-foundry+json", "application/x-foundry+json", "\"walls\""),
        ("application/*", "application/json", "{"),
        ("text/html, application/x-tscn;q=0.3", "application/x-tscn", "[gd_scene"),
    ] {
        let mut wanted = request(Method::POST, "/dungeon", asked.to_string());
        wanted.headers_mut().insert("accept", accept.parse().unwrap());
        let answer = send(&app, wanted).await;
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        assert_eq!((answer.status, answer.header("content-type")), (200, kind), "{accept}: {text}");
        assert!(text.contains(begin), "{accept}: {text:.80}");
    }
}

#[tokio::test]
async fn files_for_engines_are_cut_as_they_are_asked_for_and_have_their_picture() {
    let app = service().await;
    let text = async |more: serde_json::Value| {
        let mut asked =
            json!({"category": "crypt", "rooms": 8, "floors": 2, "seed": 7, "attempts": 4});
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let answer = post(&app, "/dungeon", &asked).await;
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        assert_eq!(answer.status, 200, "{text}");
        text
    };
    let floors = [0, 1].map(|floor| json!({"format": "uvtt", "floor": floor}));
    let [upper, lower] = [text(floors[0].clone()).await, text(floors[1].clone()).await];
    assert!(upper.contains("\"floor\":0") && lower.contains("\"floor\":1"));
    let project = text(json!({"format": "ldtk", "worlds": "rooms", "tiles": 16})).await;
    assert!(project.contains("Room_8") && !project.contains("Floor_0"));
    let name = "quandary-tiles-tomb-16.png";
    assert!(project.contains(name));
    let picture = send(&app, request(Method::GET, &format!("/tiles/{name}"), "")).await;
    assert_eq!((picture.status, picture.header("content-type")), (200, "image/png"));
    assert!(picture.body.starts_with(b"\x89PNG"));
    let none = send(&app, request(Method::GET, "/tiles/quandary-tiles-castle.png", "")).await;
    assert_eq!(none.status, 404);
    assert!(none.json()["known"].as_array().unwrap().contains(&json!("quandary-tiles.png")));
}

#[tokio::test]
async fn dungeons_are_designed_where_nothing_else_is_asked_for() {
    let app = service().await;
    let asked = json!({"rooms": 6, "room_size": [12, 9], "seed": 3, "attempts": 4});
    let made = post(&app, "/dungeon", &asked).await.json();
    assert_eq!(made["format"], json!("quandary/dungeon/2"));
    assert_eq!(made["provenance"]["algorithm"], json!("dungeon/4"));
    let mut again = made["provenance"]["request"].clone();
    again["seed"] = json!(3);
    assert_eq!(
        post(&app, "/dungeon", &again).await.json(),
        made,
        "what was asked for can be sent back"
    );
    let mut one = again.clone();
    one["attempt"] = made["attempt"].clone();
    one.as_object_mut().unwrap().remove("attempts");
    assert_eq!(post(&app, "/dungeon", &one).await.json()["level"], made["level"]);
    for (format, begin) in [("level", "{"), ("svg", "<svg"), ("map", "Dungeon 3"), ("tmj", "{")] {
        let mut asked = again.clone();
        asked["format"] = json!(format);
        let answer = post(&app, "/dungeon", &asked).await;
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        assert!(answer.status == 200 && text.contains(begin), "{format}: {text:.80}");
    }
    let asked = json!({"rooms": 8, "seed": 3, "blocks": 2, "attempts": 20});
    let pushed = post(&app, "/dungeon", &asked).await;
    let claims = pushed.json()["claims"].as_array().cloned().unwrap_or_default();
    let matters = claims.iter().filter(|claim| claim["claim"] == "block_matters").count();
    assert_eq!((pushed.status, matters), (200, 4));
    for (field, value) in [("puzzles", json!("1..3")), ("difficulty", json!("40..20"))] {
        let mut asked = again.clone();
        asked[field] = value;
        let answer = post(&app, "/dungeon", &asked).await;
        assert_eq!((answer.status, &answer.json()["field"]), (422, &json!(field)));
    }
}

#[tokio::test]
async fn levels_are_solved_and_checked() {
    let app = service().await;
    let asked = Example::LEVEL.value();
    let solved = post(&app, "/level/solve", &asked).await.json();
    assert_eq!((&solved["verdict"], &solved["cost"]), (&json!("solvable"), &json!(5)));
    let checked = post(&app, "/level/check", &asked).await.json();
    assert_eq!(checked["unlosable"], json!(true));
    let graph = json!({"format": "quandary/level/1", "graph": {
        "nodes": [{"id": "a", "contents": ["start"]}, {"id": "b", "contents": ["goal"]}],
        "edges": [{"from": "a", "to": "b", "requires": "bombable"}]}});
    let with = |bombs: u32| json!({"level": graph, "rules": {"bombs": "unlimited", "start": {"bombs": bombs}}});
    assert_eq!(post(&app, "/level/solve", &with(1)).await.json()["verdict"], "solvable");
    assert_eq!(post(&app, "/level/solve", &with(0)).await.json()["verdict"], "unsolvable");
    let mut asked = Example::LEVEL.value();
    asked["search"] = json!({"heuristic": "balanced", "anytime": true, "tie_break": true});
    let solved = post(&app, "/level/solve", &asked).await.json();
    assert_eq!((&solved["optimal"], solved["improvements"].is_array()), (&json!(true), true));
    for (search, field) in [
        (json!({"heuristic": "fast"}), "search.heuristic"),
        (json!({"weight": 0.5}), "search.weight"),
        (json!({"cost": "pushes", "key_boost": true}), "search.cost"),
        (json!({"greedy": true}), "search"),
        (json!([]), "search"),
    ] {
        let answer = post(&app, "/level/solve", &json!({"level": graph, "search": search})).await;
        let said = answer.json();
        assert_eq!(answer.status, 422, "{said}");
        assert!(said["field"].as_str().unwrap().starts_with(field), "{said}");
    }
    for (asked, field) in [
        (json!({}), "level"),
        (json!({"level": {}}), "level"),
        (json!({"level": graph, "search": {}}), "search"),
        (json!({"level": graph, "rules": {"push": "hard"}}), "rules.push"),
        (json!({"level": graph, "rules": {"preset": "easy"}}), "rules.preset"),
        (json!({"level": graph, "limits": {"time": 0}}), "limits.time"),
        (json!({"level": graph, "limits": {"states": 1}}), "limits.states"),
        (json!({"level": graph, "rules": [null, null]}), "rules"),
    ] {
        let answer = post(&app, "/level/check", &asked).await;
        let said = answer.json();
        assert_eq!(answer.status, 422, "{said}");
        assert!(said["field"].as_str().unwrap().starts_with(field), "{said}");
    }
}

#[tokio::test]
async fn hints_are_given_from_any_state() {
    let app = service().await;
    let asked = Example::HINT.value();
    let hint = post(&app, "/level/hint", &asked).await.json();
    assert_eq!(hint["standing"], json!({"state": "winnable"}));
    assert_eq!((&hint["moves"], &hint["cheapest"]), (&json!(["down", "down"]), &json!(true)));
    // One key, a door to a dead end that wastes it, and the goal behind another door.
    let level = "#########\n#.+.@k+*#\n#########\n";
    let of = async |at: &str, rung: u64| {
        post(&app, "/level/hint", &json!({"level": level, "at": at, "rung": rung})).await.json()
    };
    let hint = of("right, left 3, left", 4).await;
    assert_eq!(hint["standing"], json!({"state": "lost", "undo": 2, "least": true}));
    assert_eq!(hint.get("where"), None);
    let hint = of("", 2).await;
    assert_eq!(hint["where"]["part"], "middle");
    assert_eq!(hint.get("what"), None, "a hint does not spoil what comes on a higher rung");
    assert_eq!(of("right 3", 4).await["standing"]["state"], "won");
    for (asked, field) in [
        (json!({"level": level, "rung": 5}), "rung"),
        (json!({"level": level, "at": "rihgt"}), "at"),
        (json!({"level": level, "at": "up"}), "at"),
        (json!({"level": level, "at": "{\"format\":\"quandary/save/1\"}"}), "at"),
        (json!({"level": level, "limits": {"time": 0}}), "limits.time"),
        (json!({"level": level, "limits": {"memory": 1000}}), "limits.memory"),
        (json!({"level": level, "goal": "room:1"}), "goal"),
    ] {
        let answer = post(&app, "/level/hint", &asked).await;
        let said = answer.json();
        assert_eq!((answer.status, &said["field"]), (422, &json!(field)), "{said}");
    }
}

#[tokio::test]
async fn a_level_is_judged_by_its_own_rules_unless_others_are_asked_for() {
    let app = service().await;
    let level = json!({"format": "quandary/level/1", "rules": {"preset": "classic", "bomb_pickup": 7}, "floors": [{"grid": [
        [2, 2, 2, 2, 2, 2], [2, 21, 3, 1, 1, 2], [2, 2, 2, 22, 2, 2]]}]});
    let classic = json!({"push": "free", "blocks": "keep", "bomb_pickup": 7});
    let strict = json!({"push": "once", "blocks": "keep", "bomb_pickup": 4});
    for (asked, verdict, told) in [
        (json!({}), "solvable", classic),
        (json!({"preset": "strict"}), "unsolvable", strict),
        (
            json!({"push": "once", "blocks": "reset"}),
            "unsolvable",
            json!({"push": "once", "blocks": "reset", "bomb_pickup": 7}),
        ),
        (
            json!({"preset": "strict", "push": "free"}),
            "solvable",
            json!({"push": "free", "bomb_pickup": 4}),
        ),
    ] {
        for resource in ["/level/solve", "/level/check"] {
            let found = post(&app, resource, &json!({"level": level, "rules": asked})).await.json();
            assert_eq!(found["verdict"], verdict, "{asked}: {found}");
            for (rule, value) in told.as_object().unwrap() {
                assert_eq!(&found["rules"][rule], value, "{asked}: {found}");
            }
        }
    }
}

#[tokio::test]
async fn levels_are_judged_as_they_are_not() {
    let app = service().await;
    // Walls around a start, a key, a locked door, a goal.
    let level = json!({"format": "quandary/level/1", "floors": [{"grid": [
        [2, 2, 2, 2, 2, 2], [2, 21, 30, 11, 22, 2], [2, 2, 2, 2, 2, 2]]}]});
    let cases = [
        (json!({}), "solvable", 3),
        (json!({"without": ["item:1,2"]}), "unsolvable", 0),
        (json!({"without": ["item:1,2"], "free": ["door:1,3"]}), "solvable", 3),
        (json!({"goal": "item:1,2"}), "solvable", 1),
    ];
    for (mut asked, verdict, cost) in cases {
        asked["level"] = level.clone();
        for resource in ["/level/solve", "/level/check"] {
            let found = post(&app, resource, &asked).await.json();
            assert_eq!(found["verdict"], verdict, "{asked}: {found}");
            assert_eq!(found["cost"].as_u64().unwrap_or(0), cost, "{asked}: {found}");
        }
    }
    for field in ["without", "free", "wall"] {
        let answer =
            post(&app, "/level/check", &json!({"level": level, field: ["item:9,9"]})).await;
        assert_eq!((answer.status, &answer.json()["field"]), (422, &json!(field)));
    }
    let answer = post(&app, "/level/solve", &json!({"level": level, "goal": "room:7"})).await;
    assert_eq!((answer.status, &answer.json()["field"]), (422, &json!("goal")));
}
