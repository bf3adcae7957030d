//! Exports of Tiled: maps for Lua, and layers as numbers.

use super::{back, layers};
use level::formats::text;
use quandary_formats::aliases::Aliases;
use quandary_formats::tiled::{Read, is_map, is_rows, read_with};

/// A map as Tiled exports it for Lua: a tile set in the map, a layer in each encoding, objects.
const LUA: &str = r#"return {
  version = "1.10",
  luaversion = "5.1",
  tiledversion = "1.10.2",
  class = "",
  orientation = "orthogonal",
  renderorder = "right-down",
  width = 5,
  height = 3,
  tilewidth = 16,
  tileheight = 16,
  nextlayerid = 4,
  nextobjectid = 3,
  properties = {
    ["win"] = "symbol:bell"
  },
  tilesets = {
    {
      name = "mine",
      firstgid = 1,
      class = "",
      tilewidth = 16,
      image = "mine.png",
      properties = {},
      wangsets = {},
      tilecount = 2,
      tiles = {
        { id = 0, type = "FLOOR" },
        {
          id = 1,
          properties = {
            ["tile"] = "WALL"
          },
          objectGroup = { type = "objectgroup", objects = {} }
        }
      }
    }
  },
  layers = {
    {
      type = "tilelayer",
      x = 0, y = 0, width = 5, height = 3, id = 1,
      name = "Ground", class = "", visible = true, opacity = 1, offsetx = 0, offsety = 0,
      properties = {},
      encoding = "lua",
      data = {
        2, 2, 2, 2, 2,
        2, 1, 1, 1, 2,
        2, 2, 2, 2, 2
      }
    },
    {
      type = "objectgroup", draworder = "topdown", id = 2, name = "Things", class = "", visible = true,
      properties = {},
      objects = {
        { id = 1, name = "", type = "start", shape = "point", x = 24, y = 24, width = 0, height = 0, rotation = 0, visible = true, properties = {} },
        { id = 2, name = "", type = "symbol", shape = "point", x = 56, y = 24, width = 0, height = 0, rotation = 0, visible = true,
          properties = { ["gives"] = "symbol:bell" } }
      }
    }
  }
}
"#;

/// The same map in XML.
fn xml() -> String {
    let map = layers::map(&format!(
        "{}<objectgroup name=\"Things\"><object id=\"1\" type=\"start\" x=\"24\" y=\"24\"/><object id=\"2\" type=\"symbol\" \
         name=\"symbol:bell\" x=\"56\" y=\"24\"/></objectgroup>",
        layers::layer("name=\"Ground\"", layers::ROOM)
    ));
    map.replacen(
        "<tileset",
        "<properties><property name=\"win\" value=\"symbol:bell\"/></properties><tileset",
        1,
    )
}

#[test]
fn a_map_for_lua_is_the_map_in_xml() {
    assert!(is_map(LUA));
    let read = back(LUA).unwrap();
    assert_eq!(read.level, back(&xml()).unwrap().level);
    // The layer as base64, and as a chunk of an infinite map.
    let cells = LUA.split_once("encoding = \"lua\",").unwrap().1.split_once("}\n    },").unwrap().0;
    let bytes = "encoding = \"base64\", compression = \"\", data = [[AgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAQAAAAEAAAABAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAA]]\n    },";
    let base64 = LUA.replacen(&format!("encoding = \"lua\",{cells}}}\n    }},"), bytes, 1);
    assert_ne!(base64, LUA);
    assert_eq!(back(&base64).unwrap().level, read.level);
    let chunk =
        LUA.replacen("data = {", "chunks = { { x = 0, y = 0, width = 5, height = 3, data = {", 1);
    let chunk = chunk.replacen("2, 2, 2, 2, 2\n      }\n", "2, 2, 2, 2, 2\n      } } }\n", 1);
    assert_eq!(back(&chunk).unwrap().level, read.level);
}

#[test]
fn a_fault_of_lua_is_placed() {
    let said = back(&LUA.replace("height = 3,\n  tilewidth", "height = f(3),\n  tilewidth"))
        .unwrap_err()
        .to_string();
    assert!(said.starts_with("line 9, column 12: expected a plain table of Lua"), "{said}");
    let said = back(&LUA.replace("2, 1, 1, 1, 2,", "2, 1, x, 1, 2,")).unwrap_err().to_string();
    assert!(
        said.starts_with("layer \"Ground\", data: \"x\" is not the number of a tile"),
        "{said}"
    );
}

fn csv(text: &str, pairs: &[(&str, &str)]) -> Result<Read, String> {
    let aliases = Aliases::of(pairs.iter().copied()).unwrap();
    read_with(text, &Read::no_files, &aliases).map_err(|error| error.to_string())
}

const ROWS: &str = "1,1,1,1,1\n1,7,-1,2147483656,1\n1,1,1,1,1\n";

#[test]
fn numbers_of_a_layer_have_the_meanings_of_the_table() {
    assert!(is_map(ROWS) && is_rows(ROWS) && !is_map("1,2\n3\n") && !is_map("12\n34\n"));
    let pairs =
        [("1", "WALL"), ("7", "START"), ("8", "TRIFORCE"), ("empty", "FLOOR"), ("9", "PIT")];
    let read = csv(ROWS, &pairs).unwrap();
    assert_eq!(read.level, text::read("#####\n#@.*#\n#####\n").unwrap());
    assert_eq!(read.notes, ["--map: \"9\" names no number of the layer"]);
    let read = csv(ROWS, &[("1", "WALL"), ("7", "START on TRIFORCE")]).unwrap();
    assert_eq!(
        read.level.tiles.as_ref().unwrap().tile(level::Cell::new(0, 1, 2)),
        Some(level::Tile::Void)
    );
    assert!(
        read.notes[0].contains("1 of 15 cells is empty and is taken as VOID"),
        "{:?}",
        read.notes
    );
}

#[test]
fn names_of_tiles_are_read_and_uneven_rows_are_refused() {
    let rows = "wall,wall,wall,wall,wall\nwall,START,FLOOR,exit,wall\nwall,wall,wall,wall,wall\n";
    assert!(is_rows(rows) && !is_map(rows));
    let read = csv(rows, &[("exit", "TRIFORCE")]).unwrap();
    assert_eq!(read.level, text::read("#####\n#@.*#\n#####\n").unwrap());
    assert!(!is_rows("<map a=\"1,2\">\n"));
}
