//! The messages about LDtk projects written from a level: a valid one with one change.

use formats::aliases::Aliases;
use formats::tiled::Read;
use formats::{Import, ldtk};
use testing::messages::{Messages, say};

/// A project of one floor: a start, a key symbol, a lock of the level, and a door entity.
const SOUND: &str = r#"{"defs":{"layers":[{"uid":1,"intGridValues":[{"value":1,"identifier":"FLOOR"},{"value":10,"identifier":"DOOR_OPEN"},{"value":21,"identifier":"START"},{"value":22,"identifier":"TRIFORCE"}]}],"tilesets":[],"levelFields":[{"identifier":"quandary"}]},"levels":[{"identifier":"Cellar","worldX":0,"worldY":0,"worldDepth":0,"fieldInstances":[{"__identifier":"quandary","__value":"{\"floors\":[{\"depth\":0,\"rows\":1,\"cols\":5}]}"}],"layerInstances":[{"__identifier":"Cells","__cWid":5,"__cHei":1,"__gridSize":8,"layerDefUid":1,"intGridCsv":[21,1,10,1,22]},{"__identifier":"Things","__cWid":5,"__cHei":1,"__gridSize":8,"layerDefUid":2,"entityInstances":[{"__identifier":"Key","__grid":[1,0],"iid":"a","width":8,"height":8,"fieldInstances":[{"__identifier":"gives","__value":"symbol:A"}]},{"__identifier":"Lock","__grid":[3,0],"iid":"b","width":8,"height":8,"fieldInstances":[{"__identifier":"needs","__value":["symbol:A"]},{"__identifier":"number","__value":0}]},{"__identifier":"Door","__grid":[2,0],"iid":"c","width":8,"height":8,"fieldInstances":[{"__identifier":"tile","__value":"DOOR_OPEN"}]}]}]}]}"#;

pub(super) fn projects(all: &mut Messages) {
    let aliases = Aliases::default();
    assert_eq!(ldtk::read(SOUND, &aliases, &Read::no_files).unwrap().levels.len(), 1);
    assert!(ldtk::is_own(&SOUND.replacen('{', "{\"__header__\":{},", 1)) && !ldtk::is_own("{}"));
    for (from, to) in [
        ("{\"__identifier\":\"quandary\"", "{\"__identifier\":\"quandry\""),
        ("{\\\"floors\\\"", "{\\\"flors\\\":1,\\\"floors\\\""),
        ("\"worldX\":0", "\"worldX\":3"),
        ("\"Cells\"", "\"Ground\""),
        ("[21,1,10,1,22]", "[21,1,10,1]"),
        ("[21,1,10,1,22]", "[21,1,10,7,22]"),
        ("\"FLOOR\"", "\"FLOR\""),
        ("\"__value\":\"symbol:A\"", "\"__value\":null"),
        ("\"__value\":\"symbol:A\"", "\"__value\":\"symbl:A\""),
        ("\"Key\"", "\"Room\""),
        ("\"Key\"", "\"Plate\""),
        ("\"__grid\":[2,0]", "\"__grid\":[4,0]"),
        ("\"Door\"", "\"Lock\""),
    ] {
        let project = SOUND.replacen(from, to, 1);
        assert_ne!(project, SOUND, "{from}");
        match ldtk::read(&project, &aliases, &Read::no_files).and_then(Import::whole) {
            Err(said) => {
                say(
                    all,
                    format!("project of LDtk written from a level with {to} for {from}"),
                    said,
                );
            }
            Ok(_) => assert_eq!(to, "\"Lock\"", "{to} for {from} is read"),
        }
    }
}
