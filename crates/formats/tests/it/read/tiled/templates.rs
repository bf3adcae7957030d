//! Tests of objects with templates.

use super::layers::{ROOM, drawing, layer, map};
use super::{back, read};
use quandary_formats::tiled::{Read, TiledError};

/// A map with objects, and the contents of its files.
fn with(objects: &str, files: &[(&str, &str)]) -> Result<Read, TiledError> {
    let room = layer("name=\"r\"", ROOM);
    let map = map(&format!("{room}<objectgroup name=\"o\">{START}{objects}</objectgroup>"));
    let fetch = |name: &str| {
        let found = files.iter().find(|(known, _)| *known == name);
        found.map(|(_, text)| (*text).to_owned()).ok_or_else(|| "there is no such file".to_owned())
    };
    read(&map, &fetch)
}

const START: &str = "<object id=\"1\" type=\"start\" x=\"16\" y=\"16\" width=\"16\" height=\"16\"/>\
    <object id=\"2\" type=\"goal\" x=\"48\" y=\"16\" width=\"16\" height=\"16\"/>";

const DOOR: &str = "<?xml version=\"1.0\"?><template><object type=\"lock\" name=\"gate\" width=\"16\" height=\"16\">\
    <properties><property name=\"needs\" value=\"symbol:iron\"/><property name=\"lock\" type=\"int\" value=\"3\"/></properties></object></template>";

const DOOR_IN_JSON: &str = r#"{"type": "template", "object": {"type": "lock", "name": "gate", "width": 16, "height": 16,
    "rotation": 0, "visible": true, "properties": [{"name": "needs", "type": "string", "value": "symbol:iron"},
    {"name": "lock", "type": "int", "value": 3}]}}"#;

/// An object written out.
fn lock(attributes: &str, properties: &[(&str, &str)]) -> String {
    let property =
        |(name, value): &(&str, &str)| format!("<property name=\"{name}\" value=\"{value}\"/>");
    let properties: String = properties.iter().map(property).collect();
    format!("<object id=\"5\" {attributes}><properties>{properties}</properties></object>")
}

#[test]
fn an_object_of_a_template_is_the_object_written_out() {
    let place = "x=\"32\" y=\"16\"";
    let out = |properties: &[(&str, &str)], size: &str| {
        with(&lock(&format!("type=\"lock\" name=\"gate\" {size} {place}"), properties), &[])
            .unwrap()
    };
    let of = |source: &str, attributes: &str, properties: &[(&str, &str)]| {
        let files = [("door.tx", DOOR), ("objects/door.tj", DOOR_IN_JSON)];
        with(&lock(&format!("template=\"{source}\" {attributes} {place}"), properties), &files)
            .unwrap()
    };
    let small = "width=\"16\" height=\"16\"";
    for source in ["door.tx", "objects/door.tj"] {
        assert_eq!(of(source, "", &[]), out(&[("needs", "symbol:iron")], small));
        // The fields of the object take precedence.
        assert_eq!(
            of(source, "", &[("needs", "toggle:1=on")]),
            out(&[("needs", "toggle:1=on")], small)
        );
        let wide = "width=\"32\" height=\"16\"";
        assert_eq!(of(source, "width=\"32\"", &[]), out(&[("needs", "symbol:iron")], wide));
        let other = of(source, "type=\"passage\"", &[]);
        assert!(other.level.tiles.unwrap().locks.is_empty());
        let strange = of(source, "type=\"hatch\" name=\"way\"", &[]);
        assert!(
            strange.notes[0].contains("object 5 \"way\": is passed over: unknown class \"hatch\"")
        );
    }
}

#[test]
fn a_template_that_is_a_tile_has_a_tile_set_of_its_own() {
    let set = "<tileset name=\"things\"><tile id=\"7\" type=\"KEY_SMALL\"/><tile id=\"8\" type=\"other\"/></tileset>";
    let key = |gid: u32, more: &str| {
        format!(
            "<template><tileset firstgid=\"1\" source=\"../sets/things.tsx\"/><object gid=\"{gid}\" width=\"16\" height=\"16\" {more}/></template>"
        )
    };
    let object =
        |more: &str| format!("<object id=\"5\" template=\"t/key.tx\" x=\"32\" y=\"32\" {more}/>");
    let of = |template: &str, more: &str| {
        with(&object(more), &[("t/key.tx", template), ("t/../sets/things.tsx", set)])
    };
    assert_eq!(drawing(&of(&key(8, ""), "").unwrap()), "#####\n#.k.#\n#####\n");
    assert_eq!(drawing(&of(&key(8, "type=\"key\""), "").unwrap()), "#####\n#.k.#\n#####\n");
    // A tile number of the object itself refers to the tile sets of the map.
    assert_eq!(drawing(&of(&key(8, ""), "gid=\"6\"").unwrap()), "#####\n#.+.#\n#####\n");
    let said = of(&key(9, ""), "").unwrap().notes;
    assert!(said[0].contains("object 5 \"\": is passed over: nothing says what tile"), "{said:?}");
    let read = of(&key(9, "type=\"passage\""), "").unwrap();
    assert_eq!(drawing(&read), "#####\n#...#\n#####\n");
}

#[test]
fn a_template_is_read_once() {
    let many = std::cell::Cell::new(0);
    let room = layer("name=\"r\"", ROOM);
    let object = |id: u32| format!("<object id=\"{id}\" template=\"door.tx\" x=\"32\" y=\"16\"/>");
    let objects: String = (3..60).map(object).collect();
    let map = map(&format!("{room}<objectgroup name=\"o\">{START}{objects}</objectgroup>"));
    let fetch = |_: &str| {
        many.set(many.get() + 1);
        Ok(DOOR.to_owned())
    };
    assert_eq!(
        read(&map, &fetch).unwrap().level.tiles.unwrap().locks.len(),
        1,
        "all are parts of lock 3"
    );
    assert_eq!(many.get(), 1);
}

#[test]
fn what_is_missing_is_said() {
    let object =
        |source: &str| format!("<object id=\"5\" template=\"{source}\" x=\"32\" y=\"16\"/>");
    let said = |source: &str, text: &str| {
        let files = [(source, text)];
        with(&object(source), if text.is_empty() { &[] } else { &files }).unwrap_err().to_string()
    };
    let place = "layer \"o\", object 5, template ";
    let detach = "make the object one of its own (in Tiled: Detach, in the menu of the object)";
    assert_eq!(said("a.tx", ""), format!("{place}\"a.tx\": there is no such file; {detach}"));
    assert_eq!(
        said("a.png", ""),
        format!("{place}\"a.png\": only templates in .tj and .tx are read from files; {detach}")
    );
    assert_eq!(
        said("a.tx", "<map/>"),
        format!(
            "{place}\"a.tx\", root element: is <map>; a template is <template> with an <object>"
        )
    );
    let begins = |source: &str, text: &str, part: &str| {
        let said = said(source, text);
        assert!(said.starts_with(&format!("{place}{source:?}{part}")), "{said}");
    };
    begins("a.tx", "<template>", ", line 1");
    begins("a.tj", "{}", ": is no template in JSON: ");
    begins(
        "a.tx",
        "<template><object template=\"b.tx\"/></template>",
        ": leads to another template; ",
    );
    begins(
        "a.tx",
        "<template><tileset firstgid=\"1\" source=\"b.tsx\"/><object gid=\"1\"/></template>",
        ", tileset, \"b.tsx\": there is no such file; embed the tile set",
    );
    begins("a.tx", &"<".repeat((64 << 20) + 1), ": has 67108865 bytes; 67108864 are the most");
    let map = map(&format!(
        "{}<objectgroup name=\"o\">{}</objectgroup>",
        layer("", ROOM),
        object("a.tx")
    ));
    let said = back(&map).unwrap_err().to_string();
    assert!(said.contains("no file is read from here, and so not \"a.tx\""), "{said}");
    // Ignored objects need no file.
    assert!(
        back(&map.replace(
            "<objectgroup",
            &format!(
                "<objectgroup name=\"s\">{START}</objectgroup><objectgroup class=\"decoration\""
            )
        ))
        .is_ok()
    );
}
