//! The messages of this crate for the list of messages: every error, and those about malformed texts.

mod playing;
mod projects;

use formats::aliases::Aliases;
use formats::{Import, ldtk, tiled, xsb};
use quandary_level::check::certify::Uncertified;
use quandary_level::formats::json::ReadError;
use quandary_level::formats::{json, text};
use quandary_level::limits::Limit;
use quandary_level::model::graph::{GraphError, NodeId};
use quandary_level::plan::Move;
use quandary_level::rate::BandError;
use quandary_level::rules::TooManyBits;
use quandary_level::rules::{Inventory, Preset, Rules};
use quandary_level::solve::Heuristic;
use quandary_level::{Collect, Grid, Plan, Tile, replay};
use testing::messages::{Messages, every, hold, say};

#[test]
fn the_messages_of_levels_are_listed() {
    let mut all = Messages::new();
    errors(&mut all);
    rules(&mut all);
    drawings(&mut all);
    objects(&mut all);
    plates(&mut all);
    maps(&mut all);
    maps_in_xml(&mut all);
    sokoban(&mut all);
    projects(&mut all);
    aliases(&mut all);
    projects::projects(&mut all);
    playing::playing(&mut all);
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
        Uncertified::TooManyBits(_) => Uncertified::TooManyBits(TooManyBits(2_049)),
        Uncertified::Limit(_) => Uncertified::Limit(Limit::States),
        Uncertified::Limit(_) => Uncertified::Limit(Limit::Time),
        Uncertified::Limit(_) => Uncertified::Limit(Limit::Memory),
        Uncertified::Limit(_) => Uncertified::Limit(Limit::Cancelled),
        Uncertified::Limit(_) => Uncertified::Limit(Limit::Rooms),
    });
    every!(all, "band", BandError {
        BandError::Form => BandError::Form,
        BandError::Inverted => BandError::Inverted,
    });
    let no_sokoban = text::read("@k*\n").unwrap();
    say(all, "LevelError", xsb::print(&no_sokoban).unwrap_err());
    let ragged = [vec![Tile::Floor; 5], vec![Tile::Floor]];
    say(all, "Ragged", Grid::of_rows(&ragged).unwrap_err());
    let flip = Plan { moves: vec![Move::Flip { flip: 0 }] };
    let replayed = replay(&no_sokoban, &Rules::default(), Collect::Nothing, &flip);
    say(all, "ReplayError", replayed.unwrap_err());
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

/// Drawings and their headers.
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

/// Levels as JSON: a valid one with one change.
fn objects(all: &mut Messages) {
    const SOUND: &str = r#"{"format":"quandary/level/1","graph":{"nodes":[{"id":0,"contents":["start"]},{"id":"b","contents":["goal"]}],"edges":[{"from":0,"to":"b","requires":["key_locked"]}]}}"#;
    for (from, to) in [
        ("level/1", "level/2"),
        ("\"format\"", "\"fromat\""),
        ("[\"start\"]", "[\"strat\"]"),
        ("[\"start\"]", "[]"),
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

/// Plates, winning conditions and rules: a valid level with one change.
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

/// Tiled maps: layers and objects.
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
    let start = "{\"id\":3,\"name\":\"hero\",\"type\":\"start\",\"x\":4,\"y\":4,\"point\":true}";
    let plate = "{\"id\":4,\"name\":\"hatch\",\"type\":\"plate\",\"x\":0,\"y\":0,\"width\":16,\"height\":16}";
    let lock = "{\"id\":5,\"type\":\"lock\",\"x\":0,\"y\":0,\"properties\":[{\"name\":\"needs\",\"value\":\"plate:hatc\"}]}";
    let two = |other: &str| [layer("").replace("ground", "floor 1"), other.to_owned()].join(",");
    let second = layer("").replace("ground", "floor 2");
    let moved = layer(",\"offsetx\":8").replace("ground", "walls");
    let cases = [
        ("no layer", String::new()),
        ("no start", layer("")),
        ("two floors and a start", [two(&second), objects(start)].join(",")),
        ("a layer on no floor", two(&layer(""))),
        ("a layer moved by half a cell", [layer(""), moved].join(",")),
        (
            "a template that is no file",
            [layer(""), objects("{\"id\":6,\"template\":\"door.tx\",\"x\":0,\"y\":0}")].join(","),
        ),
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

/// Tiled maps in XML: a valid one with one change.
fn maps_in_xml(all: &mut Messages) {
    const SOUND: &str = "<map tilewidth=\"16\" tileheight=\"16\"><tileset firstgid=\"1\" name=\"mine\"><tile id=\"0\" type=\"bricks\"/></tileset><layer name=\"ground\" width=\"1\" height=\"1\"><data encoding=\"csv\">0</data></layer></map>";
    let attributes: String = (0..70).map(|n| format!(" a{n}=\"\"")).collect();
    let cases = [
        ("an entity", "<map ", "<!DOCTYPE map [<!ENTITY a \"b\">]><map ".to_owned()),
        ("an end missing", "</layer>", String::new()),
        ("many attributes", "<layer", format!("<layer{attributes}")),
        ("many namespaces", "<layer", "<layer xmlns=\"\"/>".repeat(70) + "<layer"),
        ("many elements", "<layer", "<a/>".repeat(1 << 20) + "<layer"),
        ("a word for a number", "width=\"1\"", "width=\"one\"".to_owned()),
        ("no size of a tile", " tilewidth=\"16\"", String::new()),
        ("data in zstd", "\"csv\">0", "\"base64\" compression=\"zstd\">AAAA".to_owned()),
        (
            "a tile set that is no file",
            "firstgid=\"1\" name",
            "firstgid=\"1\" source=\"a.tsx\" name".to_owned(),
        ),
    ];
    for (what, from, to) in cases {
        let map = SOUND.replacen(from, &to, 1);
        assert_ne!(map, SOUND, "{from}");
        let said = tiled::read(&map, &tiled::Read::no_files).unwrap_err();
        say(all, format!("map of Tiled in XML with {what}"), said);
    }
}

/// Sokoban levels, valid and invalid.
fn sokoban(all: &mut Messages) {
    for drawing in [
        "",
        "###\n#.$\n",
        "@$#\n",
        "@$@.\n",
        "#@$q.\n",
        "#@$.3\n",
        "3|#@$.\n",
        "9999999999#@$.\n",
        "#@$.#\nComment:\nno end\n",
    ] {
        say(all, format!("Sokoban {drawing:?}"), xsb::read(drawing).unwrap_err());
    }
    let aliases = Aliases::of([("k", "KEY_SMALL"), ("w", "WALL")]).unwrap();
    for drawing in ["@$k\n", "@$q\n"] {
        let said = xsb::read_with(drawing, &aliases).unwrap_err();
        say(all, format!("Sokoban {drawing:?} with letters"), said);
    }
    for drawing in ["#@*#\n", "#@+#\n", "quandary/level/1\nwin: [\"symbol:a\"]\n\n#@.#\n"] {
        let level = text::read(drawing).unwrap();
        say(all, format!("drawing {drawing:?} as Sokoban"), xsb::print(&level).unwrap_err());
    }
}

/// LDtk projects: a valid one with one change.
fn projects(all: &mut Messages) {
    const SOUND: &str = r#"{"defs":{"layers":[{"uid":1,"intGridValues":[{"value":1,"identifier":"floor"}]}],"tilesets":[{"uid":9,"enumTags":[{"enumValueId":"Wall","tileIds":[5]}]}]},"levels":[{"identifier":"Cellar","layerInstances":[{"__identifier":"Ground","__cWid":3,"__cHei":1,"__gridSize":8,"layerDefUid":1,"__tilesetDefUid":9,"intGridCsv":[1,1,1],"gridTiles":[{"px":[16,0],"t":5}],"entityInstances":[{"__identifier":"Start","__grid":[0,0]}]}]}]}"#;
    let aliases = Aliases::of([("bricks", "WALL"), ("moss", "nothing")]).unwrap();
    assert!(ldtk::read(SOUND, &aliases, &tiled::Read::no_files).is_ok());
    let layers = SOUND.find("[{\"__identifier").unwrap();
    let apart = format!("{}null}}]}}", &SOUND[..layers]);
    let none = format!("{}[]}}]}}", &SOUND[..layers]);
    say(
        all,
        "project of LDtk with levels in files",
        ldtk::read(&apart, &aliases, &tiled::Read::no_files).and_then(Import::whole).unwrap_err(),
    );
    say(
        all,
        "project of LDtk without layers",
        ldtk::read(&none, &aliases, &tiled::Read::no_files).and_then(Import::whole).unwrap_err(),
    );
    for (from, to) in [
        ("\"floor\"", "\"brick\""),
        ("[16,0]", "[80,0]"),
        ("\"__grid\":[0,0]", "\"__grid\":[0,-1]"),
        ("[1,1,1]", "[1,1]"),
        ("\"__cWid\":3", "\"__cWid\":-3"),
        ("\"enumTags\":[", "\"enumTags\":[{\"enumValueId\":\"Floor\",\"tileIds\":[5]},"),
        ("\"levels\"", "\"level\""),
        ("}]}]}]}", "}]}]}"),
    ] {
        let project = SOUND.replacen(from, to, 1);
        assert_ne!(project, SOUND, "{from}");
        let said = ldtk::read(&project, &aliases, &tiled::Read::no_files)
            .and_then(Import::whole)
            .unwrap_err();
        say(all, format!("project of LDtk with {to} for {from}"), said);
    }
}

/// Tables of foreign names.
fn aliases(all: &mut Messages) {
    say(all, "alias bricks = \"WAL\"", Aliases::of([("bricks", "WAL")]).unwrap_err());
    let aliases = Aliases::of([("bricks", "WALL")]).unwrap();
    say(all, "name \"brick\" with bricks = \"WALL\"", aliases.tile("brick").unwrap_err());
}
