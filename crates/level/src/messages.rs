//! The messages of this crate, for the list of all: every error, and those about malformed texts.

#[path = "../../../tests/voice/mod.rs"]
pub(crate) mod voice_list;

use crate::check::certify::Uncertified;
use crate::formats::json::ReadError;
use crate::formats::tiled::TiledError;
use crate::formats::{json, text, tiled};
use crate::limits::Limit;
use crate::model::graph::{GraphError, NodeId};
use crate::model::grid::Ragged;
use crate::model::level::LevelError;
use crate::plan::ReplayError;
use crate::rules::TooManyBits;
use crate::rules::{Inventory, Preset, Rules};
use crate::solve::Heuristic;
use voice_list::{Messages, every, hold, say};

#[test]
fn the_messages_of_levels_are_listed() {
    let mut all = Messages::new();
    errors(&mut all);
    rules(&mut all);
    drawings(&mut all);
    objects(&mut all);
    plates(&mut all);
    maps(&mut all);
    hold("level", "Levels that are read and judged, and rules.", &all);
}

fn errors(all: &mut Messages) {
    let (field, message) = (|| "graph.start".to_owned(), || "is missing".to_owned());
    every!(all, "json", ReadError {
        ReadError::Json { .. } => ReadError::Json { line: 1, column: 2, field: field(), message: message() },
        ReadError::Field { .. } => ReadError::Field { field: field(), message: message() },
    });
    every!(all, "graph", GraphError {
        GraphError::NoSuchPlate { .. } => GraphError::NoSuchPlate { place: "win[0]".to_owned(), index: 2, plates: 1 },
        GraphError::NoSuchNode { .. } => GraphError::NoSuchNode { place: "edge 0".to_owned(), index: 7, nodes: 1 },
        GraphError::NoSuchSymbol { .. } =>
            GraphError::NoSuchSymbol { place: "edge 0".to_owned(), index: 7, symbols: 1 },
        GraphError::DuplicateId(_) => GraphError::DuplicateId(NodeId::Number(3)),
        GraphError::EmptySymbol => GraphError::EmptySymbol,
    });
    every!(all, "check", Uncertified {
        Uncertified::TooManyBits(_) => Uncertified::TooManyBits(TooManyBits(1_025)),
        Uncertified::Limit(_) => Uncertified::Limit(Limit::States),
        Uncertified::Limit(_) => Uncertified::Limit(Limit::Time),
        Uncertified::Limit(_) => Uncertified::Limit(Limit::Memory),
        Uncertified::Limit(_) => Uncertified::Limit(Limit::Cancelled),
    });
    say(all, "LevelError", LevelError { field: field(), message: message() });
    say(all, "Ragged", Ragged { row: 1, found: 1, expected: 5 });
    say(all, "ReplayError", ReplayError { index: 0, reason: "there is no such door" });
    let place = "layer \"things\", object 3".to_owned();
    let notes = vec!["layer \"things\", object 4: is passed over".to_owned()];
    say(all, "TiledError", TiledError { place, message: message(), notes });
}

fn rules(all: &mut Messages) {
    for set in [
        "pusch=free",
        "push=twice",
        "push",
        "bomb_pickup=-1",
        "bomb_pickup=many",
        "warps=stair",
        "warps=",
        "diagonals=1",
        "=",
        "",
    ] {
        say(all, format!("rule {set:?}"), Rules::default().set(set).unwrap_err());
    }
    for start in ["key=1", "keys", "keys=-1", "boss_key=yes"] {
        say(all, format!("start {start:?}"), start.parse::<Inventory>().unwrap_err());
    }
    say(all, "preset \"strikt\"", "strikt".parse::<Preset>().unwrap_err());
    say(all, "heuristic \"fast\"", "fast".parse::<Heuristic>().unwrap_err());
}

/// Drawings, and headers before them.
fn drawings(all: &mut Messages) {
    for drawing in [
        "",
        "##\n",
        "@@\n",
        "####\n#@.*#\n",
        "@.Q*\n",
        "quandary/level/1\nnome: \"x\"\n\n@*\n",
        "quandary/level/1\nname\n\n@*\n",
        "quandary/level/1\nname: \"a\"\nname: \"b\"\n\n@*\n",
        "quandary/level/1\nlegend: x WAL\n\n@*\n",
        "quandary/level/1\nlegend: xx WALL\n\n@*\n",
        "quandary/level/1\nlegend: x WALL x FLOOR\n\n@*\n",
        "quandary/level/1\nstart: {\"row\":1}\n\n@*\n",
        "quandary/level/1\nstart: {\"floor\":0,\"row\":9,\"col\":0}\n\n@*\n",
        "quandary/level/1\ngoals: []\n",
        "quandary/level/1\nname: x\n\n@*\n",
    ] {
        say(all, format!("drawing {drawing:?}"), text::read(drawing).unwrap_err());
    }
}

/// Levels as JSON: a sound one with one thing changed.
fn objects(all: &mut Messages) {
    const SOUND: &str = r#"{"format":"quandary/level/1","graph":{"nodes":[{"id":0,"contents":["start"]},{"id":"b","contents":["goal"]}],"edges":[{"from":0,"to":"b","requires":["key_locked"]}]}}"#;
    for (from, to) in [
        ("level/1", "level/2"),
        ("\"format\"", "\"fromat\""),
        ("[\"start\"]", "[\"strat\"]"),
        ("[\"start\"]", "[]"),
        ("[\"goal\"]", "[\"goal\",\"goal\"]"),
        ("[\"goal\"]", "[\"start\"]"),
        ("\"b\",\"contents\"", "0,\"contents\""),
        ("\"to\":\"b\"", "\"to\":\"c\""),
        ("key_locked", "key_loked"),
        ("[\"key_locked\"]", "7"),
        ("\"id\":0", "\"id\":1.5"),
        ("\"id\":0", "\"id\":18446744073709551615"),
        ("}]}}", "}]}} x"),
        ("}]}}", "}]"),
        ("\"graph\":{", "\"graph\":[{"),
        ("\"edges\"", "\"goals\":[\"b\",\"b\"],\"edges\""),
        ("\"edges\"", "\"start\":9,\"edges\""),
        ("\"graph\"", "\"start\":{\"floor\":0,\"row\":0,\"col\":0},\"graph\""),
    ] {
        let written = SOUND.replacen(from, to, 1);
        assert_ne!(written, SOUND, "{from}");
        say(all, format!("JSON with {to} for {from}"), json::read(&written).unwrap_err());
    }
    for floors in [
        "[{\"grid\":[[1,2],[1]]}]",
        "[{\"grid\":[[1,4]]}]",
        "[{\"grid\":[[0,0]]}]",
        "{}",
        "[{\"grid\":[[5,\"WALL\"]]}]",
    ] {
        let written = format!("{{\"format\":\"quandary/level/1\",\"floors\":{floors}}}");
        say(all, format!("floors {floors}"), json::read(&written).unwrap_err());
    }
    say(all, "JSON {}", json::read("{}").unwrap_err());
}

/// Plates, conditions that win, and rules: a sound level with one thing changed.
fn plates(all: &mut Messages) {
    const SOUND: &str = r#"{"format":"quandary/level/1","floors":[{"grid":[[21,3,1,22]]}],"plates":[{"name":"hatch","cells":[[0,0,2]],"gives":"symbol:bell"}],"win":["plate:hatch"],"rules":{"push":"free"}}"#;
    for (from, to) in [
        ("\"hatch\"", "\"\""),
        ("{\"name\"", "{\"name\":\"hatch\",\"cells\":[[0,0,1]]},{\"name\""),
        ("[[0,0,2]]", "[]"),
        ("[[0,0,2]]", "[[0,0,3]]"),
        ("[[0,0,2]]", "[[0,0,2],[0,0,2]]"),
        ("symbol:bell", "toggle:1"),
        ("plate:hatch", "plate:hatc"),
        ("plate:hatch", "switch"),
        ("plate:hatch", "open"),
        ("\"plate:hatch\"", ""),
        ("\"push\"", "\"pusch\""),
        ("\"free\"", "\"fre\""),
        ("\"free\"", "true"),
        ("\"free\"", "[]"),
        ("\"push\":\"free\"", "\"preset\":\"strikt\""),
        ("\"push\"", "\"push\":\"off\",\"push\""),
        (",\"plates\":[{\"name\":\"hatch\",\"cells\":[[0,0,2]],\"gives\":\"symbol:bell\"}]", ""),
    ] {
        let written = SOUND.replacen(from, to, 1);
        assert_ne!(written, SOUND, "{from}");
        say(all, format!("plates with {to:?} for {from:?}"), json::read(&written).unwrap_err());
    }
}

/// Maps of Tiled: layers and objects.
fn maps(all: &mut Messages) {
    let layer = |rest: &str| {
        format!(
            "{{\"type\":\"tilelayer\",\"name\":\"ground\",\"width\":2,\"height\":1,\"data\":[1,2]{rest}}}"
        )
    };
    let map = |layers: &str| {
        format!(
            "{{\"type\":\"map\",\"orientation\":\"orthogonal\",\"tilewidth\":16,\"tileheight\":16,\"layers\":[{layers}],\
             \"tilesets\":[{{\"firstgid\":1,\"name\":\"mine\",\"tiles\":[{{\"id\":0,\"class\":\"FLOOR\"}},\
             {{\"id\":1,\"class\":\"TRIFORCE\"}}]}}]}}"
        )
    };
    let objects = |objects: &str| {
        format!("{{\"type\":\"objectgroup\",\"name\":\"things\",\"objects\":[{objects}]}}")
    };
    let player = "{\"id\":3,\"name\":\"hero\",\"type\":\"player\",\"x\":4,\"y\":4,\"point\":true}";
    let start = player.replace("player", "start");
    let plate = "{\"id\":4,\"name\":\"hatch\",\"type\":\"plate\",\"x\":0,\"y\":0,\"width\":16,\"height\":16}";
    let lock = "{\"id\":5,\"type\":\"lock\",\"x\":0,\"y\":0,\"properties\":[{\"name\":\"needs\",\"value\":\"plate:hatc\"}]}";
    let two = [layer(""), layer("").replace("ground", "walls")].join(",");
    let cases = [
        ("no layer", String::new()),
        ("no start", layer("")),
        ("a player", [layer(""), objects(player)].join(",")),
        ("two layers and a start", [two, objects(&start)].join(",")),
        ("two starts", [layer(""), objects(&format!("{start},{start}"))].join(",")),
        (
            "a start off the floor",
            [layer(""), objects(&start.replace("\"x\":4", "\"x\":400"))].join(","),
        ),
        ("a plate without a name", [layer(""), objects(&plate.replace("hatch", ""))].join(",")),
        (
            "a plate on a goal",
            [layer(""), objects(&plate.replace("\"x\":0", "\"x\":16"))].join(","),
        ),
        ("a plate twice", [layer(""), objects(&format!("{plate},{plate}"))].join(",")),
        ("a lock of another plate", [layer(""), objects(&format!("{plate},{lock}"))].join(",")),
        ("a layer of another type", layer("").replace("tilelayer", "tiles")),
        ("too few cells", layer("").replace("[1,2]", "[1]")),
        ("a tile that says nothing", layer("").replace("[1,2]", "[1,3]")),
        ("another encoding", layer(",\"encoding\":\"hex\"").replace("[1,2]", "\"0102\"")),
        (
            "a floor that is no number",
            layer(",\"properties\":[{\"name\":\"floor\",\"value\":\"0\"}]"),
        ),
    ];
    for (what, layers) in cases {
        let said = tiled::read(&map(&layers), &tiled::Read::no_files).unwrap_err();
        say(all, format!("map of Tiled with {what}"), said);
    }
}
