//! Tests that maps in XML and JSON have the same meaning.

use super::{back, is_map, print, read};
use level::formats::json;
use level::model::grid::Cell;
use level::model::tile::Tile;

const CELLAR: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!-- a comment -->
<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">
<map version="1.10" orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16" infinite="0">
 <properties>
  <property name="quandary">{"name": "cellar"}</property>
 </properties>
 <tileset firstgid="1" name="mine" tilewidth="16" tileheight="16">
  <image source="mine.png" width="64" height="16"/>
  <tile id="0" type="WALL"/>
  <tile id="1" class="FLOOR"/>
  <tile id="2"><properties><property name="tile" type="int" value="11"/></properties></tile>
 </tileset>
 <layer id="1" name="ground" width="4" height="2">
  <data encoding="csv">
2,2,3,2,
1,1,1,1
</data>
 </layer>
 <group id="2" name="over" class="decoration"><layer name="x" width="9" height="9"/></group>
 <objectgroup id="3" name="things">
  <object id="1" type="start" x="4.5" y="4"><point/></object>
  <object id="2" name="far" class="goal" x="52" y="4" width="8" height="8"/>
  <object id="3" type="key" x="20" y="4"><properties><property name="gives" value="KEY_SMALL"/></properties></object>
  <object id="4" type="hero" x="20" y="4"><polygon points="0,0 1,1"/></object>
 </objectgroup>
</map>
"#;

#[test]
fn a_map_in_xml_is_read() {
    let found = back(CELLAR).unwrap();
    let tiles = found.level.tiles.as_ref().unwrap();
    assert_eq!(found.level.name.as_deref(), Some("cellar"));
    assert_eq!(tiles.start, Some(Cell::new(0, 0, 0)));
    assert_eq!(tiles.goals, Some(vec![Cell::new(0, 0, 3)]));
    let row: Vec<Tile> = tiles.floors[0].iter_rows().next().unwrap().to_vec();
    assert_eq!(row, [Tile::Floor, Tile::KeySmall, Tile::DoorLocked, Tile::Floor]);
    assert_eq!(found.notes.len(), 2, "{:?}", found.notes);
    let again = back(&print(&found.level, None).unwrap()).unwrap();
    assert_eq!(json::print(&again.level), json::print(&found.level));
}

#[test]
fn cells_are_text_elements_or_chunks() {
    let level = back(CELLAR).unwrap().level;
    let (before, rest) = CELLAR.split_once("  <data").unwrap();
    let (_, after) = rest.split_once("</data>\n").unwrap();
    let check = |data: &str| {
        let found = back(&format!("{before}{data}{after}"));
        assert_eq!(found.unwrap_or_else(|error| panic!("{data}: {error}")).level, level);
    };
    check(r#"<data encoding="base64"> AgAAAAIAAAADAAAAAgAAAAEAAAABAAAAAQAAAAEAAAA= </data>"#);
    let element = |gid: u32| format!("<tile gid=\"{gid}\"/>");
    check(&format!("<data>{}</data>", [2, 2, 3, 2, 1, 1, 1, 1].map(element).concat()));
    let chunk = |x: u32, cells: &str| {
        format!("<chunk x=\"{x}\" y=\"0\" width=\"2\" height=\"2\">{cells}</chunk>")
    };
    let chunks = chunk(0, "2,2,1,1") + &chunk(2, "3,2,1,1");
    check(&format!("<data encoding=\"csv\">{chunks}</data>"));
}

#[test]
fn a_tile_set_may_be_a_file_in_xml() {
    let begin = CELLAR.find(" <tileset").unwrap();
    let end = CELLAR.find(" <layer").unwrap();
    let set = CELLAR[begin..end].trim().replace("firstgid=\"1\" ", "");
    let source = "<tileset firstgid=\"1\" source=\"a.tsx\"/>";
    let map = format!("{}{source}{}", &CELLAR[..begin], &CELLAR[end..]);
    let fetch = |name: &str| if name == "a.tsx" { Ok(set.clone()) } else { Err(name.to_owned()) };
    assert_eq!(read(&map, &fetch).unwrap().level, back(CELLAR).unwrap().level);
    let said = read(&map, &|_| Ok("<map/>".to_owned())).unwrap_err().to_string();
    assert_eq!(said, "tilesets[0], \"a.tsx\", root element: is <map>; a tile set is <tileset>");
}

/// A map may refer to one file several times, each time with its own first number.
#[test]
fn a_file_of_tiles_is_read_once() {
    let begin = CELLAR.find(" <tileset").unwrap();
    let end = CELLAR.find(" <layer").unwrap();
    let set = CELLAR[begin..end].trim().replace("firstgid=\"1\" ", "");
    let sources: String = (0..1000)
        .map(|n| format!("<tileset firstgid=\"{}\" source=\"a.tsx\"/>", 1 + 3 * n))
        .collect();
    let map = format!("{}{sources}{}", &CELLAR[..begin], &CELLAR[end..]);
    let times = std::cell::Cell::new(0);
    let fetch = |_: &str| {
        times.set(times.get() + 1);
        Ok(set.clone())
    };
    assert_eq!(read(&map, &fetch).unwrap().level, back(CELLAR).unwrap().level);
    // The same tiles, by their numbers in the last of these sets.
    let last = map.replacen("2,2,3,2,\n1,1,1,1", "2999,2999,3000,2999,\n2998,2998,2998,2998", 1);
    assert_ne!(last, map);
    assert_eq!(read(&last, &fetch).unwrap().level, back(CELLAR).unwrap().level);
    assert_eq!(times.get(), 2, "once for each map");
}

#[test]
fn what_is_wrong_in_xml_is_placed() {
    let check = |from: &str, to: &str, part: &str| {
        let map = CELLAR.replacen(from, to, 1);
        assert_ne!(map, CELLAR, "{from}");
        let said = back(&map).unwrap_err().to_string();
        assert!(said.starts_with(part), "{said}");
    };
    check("</map>", "</mop>", "line 27, column 1: is not XML: ");
    check("x=\"4.5\"", "x=\"four\"", "line 22, column 3, <object>, x: \"four\" is not a number");
    check("tilewidth=\"16\" tileheight=\"16\" infinite", "infinite", "map: missing field `tile");
    check("name=\"ground\" width=\"4\"", "name=\"ground\" width=\"-4\"", "map, layers[0].width");
    check("2,2,3,2,\n", "2,2,3,\n", "layer \"ground\"");
    let deep = format!("{}{}<objectgroup", "<group>".repeat(50_000), "</group>".repeat(50_000));
    let said = back(&CELLAR.replacen("<objectgroup", &deep, 1)).unwrap_err().to_string();
    assert!(said.contains("groups, more than are read"), "{said}");
}

#[test]
fn xml_is_told_from_other_texts() {
    let others = ["<?xml?><maps>", "<svg><map>", "<!-- <map>", "", "<", "#####"];
    assert!(is_map(CELLAR) && is_map("<map>"));
    for text in others {
        assert!(!is_map(text), "{text}");
    }
}

#[test]
fn what_takes_long_to_parse_is_refused() {
    let check = |map: &str, part: &str| {
        assert!(is_map(map), "{}", &map[..60]);
        let said = back(map).unwrap_err().to_string();
        assert_eq!(said, part);
    };
    let head = "<map orientation=\"orthogonal\" tilewidth=\"16\" tileheight=\"16\">";
    check(
        &format!("<!DOCTYPE map [\n<!ENTITY a \"aa\"><!ENTITY b \"&a;&a;\">]>{head}</map>"),
        "line 2: declares <!ENTITY>, which no map of Tiled needs; leave it out",
    );
    let attributes: String = (0..70).map(|n| format!(" a{n}='>'")).collect();
    check(
        &format!("{head}\n<!-- \" --><layer{attributes}/></map>"),
        "line 2: has an element of more than 64 attributes, the most that are read",
    );
    let spaces: String = (0..65).map(|n| format!("<a xmlns:n{n}=\"u\">")).collect();
    check(
        &format!("{head}{spaces}"),
        "line 1: is past 64 namespaces (xmlns), the most that are read",
    );
    check(
        &format!("{head}{}</map>", "<a/>".repeat(1 << 20)),
        "XML: has 1048577 elements; 1048576 are the most that are read",
    );
    let nested = format!("{head}{}{}</map>", "<a>".repeat(200_000), "</a>".repeat(200_000));
    check(&nested, "layers: there is no tile layer, and so no floor");
}

#[test]
fn what_is_not_read_is_said() {
    let check = |from: &str, to: &str, part: &str| {
        let map = CELLAR.replacen(from, to, 1);
        assert_ne!(map, CELLAR, "{from}");
        let said = back(&map).unwrap_err().to_string();
        assert!(said.contains(part), "{said}");
    };
    let csv = "encoding=\"csv\"";
    check("\"orthogonal\"", "\"staggered\"", "whose rows are shifted");
    check(
        "encoding=\"csv\">\n2,2,3,2,\n1,1,1,1",
        "encoding=\"base64\" compression=\"zstd\">AAAA",
        "the zstd data is damaged",
    );
    check(csv, "encoding=\"hex\"", "unknown encoding \"hex\"");
    check(csv, "encoding=\"base64\"", "',' is not of base64");
    check(
        "name=\"ground\" width=\"4\"",
        "name=\"ground\" width=\"4000000000\"",
        "are the most of a map",
    );
    check("<object id=\"1\"", "<object id=\"1\" template=\"a.tx\"", "template");
    check("<object id=\"1\"", "<object id=\"1\" rotation=\"45\"", "turned");
    check(
        "type=\"WALL\"",
        "type=\"Wal\"",
        "tile 0 of the tile set \"mine\": unknown name of a tile \"Wal\"",
    );
}
