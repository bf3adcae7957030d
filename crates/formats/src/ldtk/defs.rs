//! The definitions of a project: layers, entities, enums, the tile set, and fields of levels.

use super::{Once, Project, icon, identifier};
use crate::kind::{Kind, PURPOSES, Type};
use crate::place::Sheet;
use level::{TILES, Tile};
use serde_json::{Value, json};

/// The field of the first level for the data that no layer shows.
const REST: &str = "quandary";
/// The fields of levels.
pub(super) const LEVEL_FIELDS: [(&str, Type); 5] = [
    ("title", Type::Text),
    ("category", Type::Text),
    ("floor", Type::Int),
    ("room", Type::Text),
    (REST, Type::Text),
];

impl Project<'_> {
    pub(super) fn defs(&self) -> Value {
        json!({
            "layers": self.layers(),
            "entities": Kind::ALL.map(|kind| self.entity(kind)).to_vec(),
            "tilesets": [self.tile_set()],
            "enums": [
                values("Purpose", Once::Purposes, &PURPOSES),
                values("Tile", Once::Tiles, &level::TILES.map(|(_, name, _)| name)),
            ],
            "externalEnums": [],
            "levelFields": LEVEL_FIELDS
                .iter()
                .enumerate()
                .map(|(at, (name, of))| def(name, *of, self.uids.level_field(at)))
                .collect::<Vec<_>>(),
        })
    }

    /// The layers, from the top down.
    fn layers(&self) -> Vec<Value> {
        let values: Vec<Value> = TILES
            .iter()
            .filter(|(tile, ..)| *tile != Tile::Void)
            .map(|(tile, name, _)| {
                json!({
                    "value": tile.id(), "identifier": name,
                    "color": colour(*tile),
                    "tile": self.rect(*tile),
                    "groupUid": 0,
                })
            })
            .collect();
        vec![
            self.layer("Things", "Entities", Once::Things, &[]),
            self.layer("Rooms", "Entities", Once::Rooms, &[]),
            self.layer("Picture", "Tiles", Once::Picture, &[]),
            self.layer("Cells", "IntGrid", Once::Cells, &values),
        ]
    }

    fn layer(&self, name: &str, kind: &str, uid: Once, values: &[Value]) -> Value {
        let set = matches!(uid, Once::Picture).then_some(Once::TileSet as usize);
        let is_room = matches!(uid, Once::Rooms);
        let room: &[&str] = if is_room { &["room"] } else { &[] };
        let others: &[&str] = if is_room { &[] } else { &["room"] };
        json!({
            "__type": kind, "identifier": name, "type": kind,
            "uid": uid as usize,
            "doc": null, "uiColor": null, "gridSize": self.sheet.side, "guideGridWid": 0, "guideGridHei": 0,
            "displayOpacity": if matches!(uid, Once::Cells) { 0.5 } else { 1.0 },
            "inactiveOpacity": 1, "hideInList": false, "hideFieldsWhenInactive": true, "canSelectWhenInactive": true,
            "renderInWorldView": true, "pxOffsetX": 0, "pxOffsetY": 0, "parallaxFactorX": 0, "parallaxFactorY": 0,
            "parallaxScaling": true, "requiredTags": room, "excludedTags": others,
            "autoTilesKilledByOtherLayerUid": null, "uiFilterTags": [], "useAsyncRender": false,
            "intGridValues": values, "intGridValuesGroups": [], "autoRuleGroups": [], "autoSourceLayerDefUid": null,
            "tilesetDefUid": set, "tilePivotX": 0, "tilePivotY": 0, "biomeFieldUid": null,
        })
    }

    fn entity(&self, kind: Kind) -> Value {
        let tile = icon(kind);
        let is_area = kind == Kind::Room || kind.is_passed() || kind == Kind::Plate;
        let mut fields: Vec<Value> = kind
            .fields()
            .iter()
            .map(|&field| def(field.name(), field.kind(), self.uids.field(kind, field)))
            .collect();
        fields.push(def("name", Type::Text, self.uids.name(kind)));
        json!({
            "identifier": identifier(kind), "uid": self.uids.kind(kind),
            "tags": if kind == Kind::Room { vec!["room"] } else { Vec::new() },
            "exportToToc": false, "allowOutOfBounds": true, "doc": null, "width": self.sheet.side,
            "height": self.sheet.side, "resizableX": is_area, "resizableY": is_area, "minWidth": null, "maxWidth": null,
            "minHeight": null, "maxHeight": null, "keepAspectRatio": false, "tileOpacity": 1,
            "fillOpacity": if kind == Kind::Room { 0.04 } else { 0.3 },
            "lineOpacity": 1, "hollow": is_area, "color": kind.colour(),
            "renderMode": if tile.is_some() { "Tile" } else { "Rectangle" },
            "showName": kind != Kind::Block,
            "tilesetId": tile.map(|_| Once::TileSet as usize),
            "tileRenderMode": "FitInside",
            "tileRect": tile.map(|tile| self.rect(tile)),
            "uiTileRect": null, "nineSliceBorders": [], "maxCount": 0, "limitScope": "PerLevel",
            "limitBehavior": "MoveLastOne", "pivotX": 0, "pivotY": 0, "fieldDefs": fields,
        })
    }

    /// The rectangle of a tile in the picture.
    pub(super) fn rect(&self, tile: Tile) -> Value {
        let side = self.sheet.side;
        let [col, row] = Sheet::place(tile);
        let set = Once::TileSet as usize;
        json!({"tilesetUid": set, "x": col * side, "y": row * side, "w": side, "h": side})
    }

    fn tile_set(&self) -> Value {
        let [wide, high] = self.sheet.size();
        let tags: Vec<Value> = TILES
            .iter()
            .filter(|(tile, ..)| *tile != Tile::Void)
            .map(|(tile, name, _)| json!({"enumValueId": name, "tileIds": [tile.id()]}))
            .collect();
        json!({
            "__cWid": Sheet::COLUMNS,
            "__cHei": Sheet::ROWS,
            "identifier": "Quandary_tiles",
            "uid": Once::TileSet as usize,
            "relPath": self.sheet.file, "embedAtlas": null, "pxWid": wide, "pxHei": high,
            "tileGridSize": self.sheet.side, "spacing": 0, "padding": 0, "tags": [],
            "tagsSourceEnumUid": Once::Tiles as usize,
            "enumTags": tags, "customData": [], "savedSelections": [], "cachedPixelData": null,
        })
    }
}

/// An enum.
fn values(name: &str, uid: Once, values: &[&str]) -> Value {
    let value = |id: &&str| json!({"id": id, "tileRect": null, "color": 0x99_a0_ac});
    json!({
        "identifier": name,
        "uid": uid as usize,
        "values": values.iter().map(value).collect::<Vec<_>>(),
        "iconTilesetUid": null, "externalRelPath": null, "externalFileChecksum": null, "tags": [],
    })
}

/// The colour of a tile among the values of the cell layer.
fn colour(tile: Tile) -> &'static str {
    match tile {
        Tile::Void => "#000000",
        Tile::Wall => "#4E576A",
        Tile::Floor => "#F1E9D9",
        Tile::Element => "#5F9DC2",
        Tile::ElementFloor => "#E2EBE6",
        Tile::Block => "#A8977A",
        Tile::Pit => "#3A363C",
        tile if tile.is_door() => "#B8432F",
        tile if tile.is_item() => "#E8A33D",
        Tile::Enemy | Tile::Boss => "#C0392B",
        _ => "#3FA34D",
    }
}

/// True if a field holds a list.
fn is_list(of: Type) -> bool {
    matches!(of, Type::Texts | Type::Refs)
}

/// The name of a type in values.
fn type_name(of: Type) -> &'static str {
    match of {
        Type::Text => "String",
        Type::Int => "Int",
        Type::Texts => "Array<String>",
        Type::Purpose => "LocalEnum.Purpose",
        Type::Tile => "LocalEnum.Tile",
        Type::Ref => "EntityRef",
        Type::Refs => "Array<EntityRef>",
    }
}

/// The name of a type in the editor.
fn editor_name(name: &str, of: Type) -> String {
    match of {
        // The data that no entity shows is JSON of many lines.
        Type::Text if name == REST => "F_Text".to_owned(),
        Type::Text | Type::Texts => "F_String".to_owned(),
        Type::Int => "F_Int".to_owned(),
        Type::Purpose => format!("F_Enum({})", Once::Purposes as usize),
        Type::Tile => format!("F_Enum({})", Once::Tiles as usize),
        Type::Ref | Type::Refs => "F_EntityRef".to_owned(),
    }
}

/// The definition of a field.
fn def(name: &str, of: Type, uid: usize) -> Value {
    let is_ref = matches!(of, Type::Ref | Type::Refs);
    let mode = match (is_ref, name) {
        (true, "room" | "from" | "into") => "Hidden",
        (true, _) => "RefLinkBetweenCenters",
        (false, "needs" | "gives" | "purpose") => "ValueOnly",
        (false, _) => "Hidden",
    };
    json!({
        "identifier": name, "doc": null, "__type": type_name(of), "uid": uid,
        "type": editor_name(name, of),
        "isArray": is_list(of),
        "canBeNull": !is_list(of),
        "arrayMinLength": null, "arrayMaxLength": null, "editorDisplayMode": mode, "editorDisplayScale": 1,
        "editorDisplayPos": "Above", "editorLinkStyle": "CurvedArrow", "editorDisplayColor": null,
        "editorAlwaysShow": false, "editorShowInWorld": true, "editorCutLongValues": true, "editorTextSuffix": null,
        "editorTextPrefix": null, "useForSmartColor": false, "exportToToc": false,
        "searchable": matches!(of, Type::Text | Type::Texts) && name != REST,
        "min": null, "max": null, "regex": null, "acceptFileTypes": null, "defaultOverride": null,
        "textLanguageMode": (name == REST).then_some("LangJson"),
        "symmetricalRef": false, "autoChainRef": false, "allowOutOfLevelRef": true, "allowedRefs": "Any",
        "allowedRefsEntityUid": null, "allowedRefTags": [], "tilesetUid": null,
    })
}

/// A field with its value: null if it has none, an empty array for a list. `real` is the value as the editor keeps it.
pub(super) fn instance(name: &str, of: Type, uid: usize, value: Value) -> Value {
    let real = |value: &Value| match (of, value) {
        (_, Value::Null) => None,
        (Type::Int, _) => Some(json!({"id": "V_Int", "params": [value]})),
        (Type::Ref | Type::Refs, _) => {
            Some(json!({"id": "V_String", "params": [value.get("entityIid")]}))
        }
        _ => Some(json!({"id": "V_String", "params": [value]})),
    };
    let value = if value.is_null() && is_list(of) { json!([]) } else { value };
    let real: Vec<Value> = match &value {
        Value::Array(values) => values.iter().filter_map(real).collect(),
        one => real(one).into_iter().collect(),
    };
    json!({
        "__identifier": name, "__type": type_name(of), "__value": value, "__tile": null, "defUid": uid,
        "realEditorValues": real,
    })
}
