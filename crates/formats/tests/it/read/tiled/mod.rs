//! Tests of small maps as saved by Tiled.

mod errors;
mod exports;
mod foreign;
mod guesses;
mod infinite;
mod large;
mod layers;
mod plates;
mod templates;
mod world;
mod xml;

use level::formats::{json, text};
use level::model::grid::Cell;
use level::model::level::Level;
use quandary_formats::tiled::{Read, TiledError, Way, is_map, print, read, to_xml};

/// A level with all kinds of parts.
const FULL: &str = "quandary/level/1
name: \"a, b\"
start: {\"floor\":0,\"row\":1,\"col\":1}
goals: [{\"floor\":1,\"row\":0,\"col\":1},{\"floor\":0,\"row\":1,\"col\":2}]
rooms: [{\"node\":\"a\",\"floor\":0,\"row\":0,\"col\":0,\"rows\":3,\"cols\":4},{\"node\":-3,\"floor\":0,\"row\":0,\"col\":4,\"rows\":3,\"cols\":4},{\"node\":5000000000,\"floor\":1,\"row\":0,\"col\":0,\"rows\":1,\"cols\":2}]
marks: [{\"floor\":1,\"row\":0,\"col\":2,\"gives\":\"symbol:iron, key\"},{\"floor\":0,\"row\":1,\"col\":2,\"gives\":\"toggle:7\"},{\"floor\":1,\"row\":0,\"col\":0,\"gives\":\"symbol:b\"}]
locks: [{\"cells\":[[0,1,3],[0,2,3]],\"needs\":[\"symbol:iron, key\",\"toggle:7=off\"]},{\"cells\":[[0,2,3],[1,0,1],[0,0,0],[0,0,1]],\"needs\":[\"symbol:b\"]},{\"cells\":[],\"needs\":[\"lacks:symbol:c\",\"plate:[x]\"]}]
plates: [{\"name\":\"b, c\",\"cells\":[[1,0,2],[1,0,1]],\"gives\":\"symbol:c\"},{\"name\":\"[x]\",\"cells\":[[0,1,1],[0,1,5],[0,1,6],[1,0,3]]}]
graph: {\"nodes\":[{\"id\":\"a\",\"contents\":[\"start\"]},{\"id\":-3},{\"id\":5000000000}],\"edges\":[{\"from\":\"a\",\"to\":-3,\"requires\":[\"key_locked\",\"plate:[x]\"]}]}
win: [\"plate:b, c\",\"symbol:new\"]
rules: {\"preset\":\"classic\",\"blocks\":\"reset\",\"warps\":\"none\"}
provenance: {\"seed\":18446744073709551615,\"x\":0.1}

########
#.k++.*#
##@i%=##

x..*
";

fn full() -> Level {
    text::read(&FULL.replace("x..*", "-..*")).unwrap()
}

fn back(map: &str) -> Result<Read, TiledError> {
    read(map, &Read::no_files)
}

#[test]
fn a_level_comes_back_equal() {
    let map = print(&full(), None).unwrap();
    let read = back(&map).unwrap();
    assert_eq!(read.level, full());
    assert_eq!(map, print(&read.level, None).unwrap(), "the same bytes");
    let plain = text::read("#####\n#@k+*#\n".replace("@k+*#", "@k*#").as_str()).unwrap();
    let read = back(&print(&plain, None).unwrap()).unwrap();
    assert_eq!((read.level, read.notes), (plain, vec![]));
    let mut no_goals = full();
    no_goals.tiles.as_mut().unwrap().goals = Some(vec![]);
    assert_eq!(back(&print(&no_goals, None).unwrap()).unwrap().level, no_goals);
}

#[test]
fn a_level_comes_back_from_xml() {
    for level in [full(), text::read("#####\n#@k*#\n#####\n").unwrap()] {
        let map = print(&level, None).unwrap();
        let xml = to_xml(&map).unwrap();
        assert_eq!(back(&xml).unwrap(), back(&map).unwrap(), "{xml}");
    }
    assert!(to_xml("[]").is_err());
}

#[test]
fn a_way_is_drawn_and_passed_over() {
    let cells = [(0, 1, 1), (0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 0, 1), (1, 0, 2)];
    let cells = cells.map(|(floor, row, col)| Cell::new(floor, row, col)).to_vec();
    let way = Way { title: "t".into(), cells, words: "one\ntwo".into(), dead_state: true };
    let map = print(&full(), Some(&way)).unwrap();
    assert!(
        map.contains(r#""polyline":[{"x":0, "y":0}, {"x":64, "y":0}, {"x":64, "y":32}]"#),
        "{map}"
    );
    assert_eq!(map.matches(r#""type":"witness""#).count(), 2);
    assert!(map.contains(r#""value":"one\ntwo""#));
    assert_eq!(back(&map).unwrap().level, full());
}

#[test]
fn a_map_is_told_from_a_level() {
    assert!(is_map(&print(&full(), None).unwrap()));
    assert!(is_map("{ \"type\":\"map\"") && is_map("{\"width\":3,\"layers\":[],"));
    assert!(!is_map(&json::print(&full())));
    assert!(!is_map(r#"{"name":"layers","type":"tileset","x":{"layers":[]}}"#));
    assert!(
        !is_map("{\"format\":\"x\",\"layers\":[]}") && !is_map("[]") && !is_map("") && !is_map("{")
    );
}

/// A hand-drawn map of one floor: `#@..*#` between walls, with objects and a property of the map.
fn drawn(objects: &str, property: &str) -> String {
    let tile = |id: u32, name: &str| {
        format!(
            r#"{{"id":{id},"properties":[{{"name":"tile","type":"string","value":"{name}"}}]}}"#
        )
    };
    let tiles =
        [tile(0, "WALL"), tile(1, "FLOOR"), tile(2, "START"), tile(3, "TRIFORCE")].join(",");
    format!(
        r#"{{ "height":3, "infinite":false, "layers":[
  {{"data":[1,1,1,1,1,1, 1,3,2,2147483650,4,1, 1,1,1,1,1,1], "height":3, "id":1, "name":"ground", "opacity":1,
   "type":"tilelayer", "visible":true, "width":6, "x":0, "y":0}},
  {{"draworder":"topdown", "id":2, "name":"things", "objects":[{objects}], "opacity":1, "type":"objectgroup",
   "visible":true, "x":0, "y":0}}],
 "nextlayerid":3, "nextobjectid":9, "orientation":"orthogonal", "properties":[{property}], "renderorder":"right-down",
 "tiledversion":"1.11.0", "tileheight":16, "tilesets":[{{"columns":4, "firstgid":1, "image":"mine.png",
  "imageheight":16, "imagewidth":64, "margin":0, "name":"mine", "spacing":0, "tilecount":4, "tileheight":16,
  "tiles":[{tiles}], "tilewidth":16}}], "tilewidth":16, "type":"map", "version":"1.10", "width":6 }}"#
    )
}

/// An object: class, position in pixels, size and one property.
fn object(class: &str, (x, y): (f64, f64), (wide, high): (f64, f64), property: &str) -> String {
    let properties = match property.split_once('=') {
        Some((name, value)) => format!(r#"[{{"name":"{name}","type":"string","value":{value}}}]"#),
        None => "[]".to_owned(),
    };
    format!(
        r#"{{"height":{high},"id":7,"name":"","properties":{properties},"rotation":0,"type":"{class}","visible":true,"width":{wide},"x":{x},"y":{y}}}"#
    )
}

#[test]
fn a_map_drawn_by_hand_is_a_level() {
    let key = object("key", (37.0, 21.0), (0.0, 0.0), "gives=\"symbol:iron key\"");
    let lock =
        object("lock", (46.5, 15.0), (18.0, 17.0), "needs=\"symbol:iron key, toggle:0=off\"");
    let level = back(&drawn(&format!("{key},{lock}"), "")).unwrap().level;
    let right = text::read(
        "quandary/level/1\nmarks: [{\"floor\":0,\"row\":1,\"col\":2,\"gives\":\"symbol:iron key\"}]\n\
         locks: [{\"cells\":[[0,1,3]],\"needs\":[\"symbol:iron key\",\"toggle:0=off\"]}]\n\n######\n#@..*#\n######\n",
    );
    assert_eq!(Ok(level), right);
    let key = object("KEY", (32.0, 16.0), (16.0, 16.0), "gives=\"key\"");
    let lock = object("lock", (48.0, 16.0), (16.0, 16.0), "needs=\"key_locked\"");
    let light = object("light", (0.0, 0.0), (0.0, 0.0), "");
    let found = back(&drawn(&format!("{key},{lock},{light}"), "")).unwrap();
    assert_eq!(found.level, text::read("######\n#@k+*#\n######\n").unwrap());
    assert_eq!(found.notes.len(), 2);
    assert!(
        found.notes[0].contains("layer \"things\", object 7 \"light\": is passed over"),
        "{:?}",
        found.notes
    );
    let stamp = r#"{"gid":4,"height":16,"id":7,"name":"","rotation":0,"type":"","visible":true,"width":16,"x":32,"y":32}"#;
    let start = object("start", (56.0, 24.0), (0.0, 0.0), "");
    let found = back(&drawn(&format!("{stamp},{start}"), "")).unwrap();
    let drawing =
        "quandary/level/1\nstart: {\"floor\":0,\"row\":1,\"col\":3}\n\n######\n#@*.*#\n######\n";
    assert_eq!(found.level, text::read(drawing).unwrap());
    assert_eq!(found.notes, ["1 START tile counts as floor, since objects say where the start is"]);
}

#[test]
fn layers_make_floors() {
    let map = drawn("", "");
    let second = r#"{"data":[0,0,2,2,0,0, 0,0,0,0,0,0, 0,0,0,0,0,0],"height":3,"name":"over","type":"tilelayer","width":6PROPS},
  {"draworder""#;
    let with = |props: &str| map.replace("{\"draworder\"", &second.replace("PROPS", props));
    let floors = |map: &str| back(map).map(|read| read.level.tiles.unwrap().floors);
    assert_eq!(floors(&with("")).unwrap().len(), 1);
    assert_eq!(floors(&with(r#","class":"decoration""#)).unwrap().len(), 1);
    let numbered =
        |n: i32| format!(r#","properties":[{{"name":"floor","type":"int","value":{n}}}]"#);
    let said = floors(&with(&numbered(0))).unwrap_err().to_string();
    assert!(
        said.starts_with("layer \"ground\": has no property \"floor\", but layer \"over\" has one"),
        "{said}"
    );
    let both = |n| {
        with(&numbered(n))
            .replace(r#""name":"ground""#, &format!(r#""name":"ground"{}"#, numbered(0)))
    };
    let one = floors(&both(0)).unwrap();
    assert_eq!(text::draw(&one[0], |_, tile| tile.letter()), "##..##\n#@..*#\n######\n");
    let below = floors(&both(-1)).unwrap();
    assert_eq!(text::draw(&below[0], |_, tile| tile.letter()), "--..--\n------\n------\n");
    assert_eq!(below.len(), 2);
    let start = object("start", (24.0, 24.0), (0.0, 0.0), "");
    let start = |map: String| map.replace("\"objects\":[", &format!("\"objects\":[{start}"));
    let said = back(&start(both(-1))).unwrap_err().to_string();
    assert!(said.contains("the map has 2 floors: say which one by the int property"), "{said}");
}

#[test]
fn chunks_of_an_infinite_map_are_put_together() {
    let chunks = r#""chunks":[{"data":[2,4],"height":1,"width":2,"x":1,"y":-3},{"data":"AwAAAA==","height":1,"width":1,"x":-1,"y":-2}],"encoding":"base64","startx":-1,"starty":-3"#;
    let cells = r#""data":[1,1,1,1,1,1, 1,3,2,2147483650,4,1, 1,1,1,1,1,1]"#;
    let key = object("key", (24.0, -40.0), (0.0, 0.0), "gives=\"KEY_SMALL\"");
    let map = drawn(&key, "").replace(cells, chunks);
    let level = back(&map).unwrap().level;
    assert_eq!(level, text::read("--k*\n@---\n").unwrap());
    let far = map.replace("\"x\":1,\"y\":-3", "\"x\":2000000000,\"y\":-3");
    let said = back(&far).unwrap_err().to_string();
    assert!(said.contains("are the most of a map"), "{said}");
}

#[test]
fn a_tile_set_may_be_a_file() {
    let map = drawn("", "");
    let (before, rest) = map.split_once("\"tilesets\":[").unwrap();
    let (_, after) = rest.split_once("\"tilewidth\":16}], ").unwrap();
    let with = |source: &str| {
        format!("{before}\"tilesets\":[{{\"firstgid\":1,\"source\":\"{source}\"}}], {after}")
    };
    let tile = |id: u32, name: &str| format!(r#"{{"id":{id},"type":"{name}"}}"#);
    let tiles =
        [tile(0, "WALL"), tile(1, "FLOOR"), tile(2, "START"), tile(3, "TRIFORCE")].join(",");
    let set = format!(r#"{{"name":"mine","tiles":[{tiles}],"type":"tileset"}}"#);
    let found = read(&with("a.tsj"), &|name| {
        if name == "a.tsj" { Ok(set.clone()) } else { Err(name.to_owned()) }
    });
    assert_eq!(found.unwrap().level, back(&map).unwrap().level);
    let said = back(&with("a.png")).unwrap_err().to_string();
    assert!(
        said.contains("only tile sets in .tsj and .tsx are read from files; embed the tile set"),
        "{said}"
    );
    let said = back(&with("b.tsj")).unwrap_err().to_string();
    assert!(said.starts_with("tilesets[0], \"b.tsj\": no file is read"), "{said}");
}
