//! Fields of entities and levels: their definitions, and their values.

use super::uids::Once;
use crate::kind::{Field, Type};
use serde_json::{Value, json};

/// The type of a field in a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Def {
    /// Text of one line.
    Text,
    /// Text of many lines, which is JSON.
    Lines,
    /// A whole number.
    Int,
    /// Texts.
    Texts,
    /// A purpose.
    Purpose,
    /// A tile.
    Tile,
    /// Another entity.
    Ref,
    /// Other entities.
    Refs,
}

impl Def {
    /// The type of a field of a thing.
    pub(super) fn of(field: Field) -> Self {
        match field.kind() {
            Type::Text => Self::Text,
            Type::Int => Self::Int,
            Type::Purpose => Self::Purpose,
            Type::Tile => Self::Tile,
            Type::Texts => Self::Texts,
            Type::Ref => Self::Ref,
            Type::Refs => Self::Refs,
        }
    }

    fn is_array(self) -> bool {
        matches!(self, Self::Texts | Self::Refs)
    }

    /// The name of the type where values are.
    fn told(self) -> &'static str {
        match self {
            Self::Text | Self::Lines => "String",
            Self::Int => "Int",
            Self::Texts => "Array<String>",
            Self::Purpose => "LocalEnum.Purpose",
            Self::Tile => "LocalEnum.Tile",
            Self::Ref => "EntityRef",
            Self::Refs => "Array<EntityRef>",
        }
    }

    /// The name of the type in the editor.
    fn inner(self) -> String {
        match self {
            Self::Text | Self::Texts => "F_String".to_owned(),
            Self::Lines => "F_Text".to_owned(),
            Self::Int => "F_Int".to_owned(),
            Self::Purpose => format!("F_Enum({})", Once::Purposes as usize),
            Self::Tile => format!("F_Enum({})", Once::Tiles as usize),
            Self::Ref | Self::Refs => "F_EntityRef".to_owned(),
        }
    }
}

/// The definition of a field.
pub(super) fn def(name: &str, def: Def, uid: usize) -> Value {
    let is_ref = matches!(def, Def::Ref | Def::Refs);
    let mode = match (is_ref, name) {
        (true, "room" | "from" | "into") => "Hidden",
        (true, _) => "RefLinkBetweenCenters",
        (false, "needs" | "gives" | "purpose") => "ValueOnly",
        (false, _) => "Hidden",
    };
    json!({
        "identifier": name,
        "doc": null,
        "__type": def.told(),
        "uid": uid,
        "type": def.inner(),
        "isArray": def.is_array(),
        "canBeNull": !def.is_array(),
        "arrayMinLength": null,
        "arrayMaxLength": null,
        "editorDisplayMode": mode,
        "editorDisplayScale": 1,
        "editorDisplayPos": "Above",
        "editorLinkStyle": "CurvedArrow",
        "editorDisplayColor": null,
        "editorAlwaysShow": false,
        "editorShowInWorld": true,
        "editorCutLongValues": true,
        "editorTextSuffix": null,
        "editorTextPrefix": null,
        "useForSmartColor": false,
        "exportToToc": false,
        "searchable": matches!(def, Def::Text | Def::Texts),
        "min": null,
        "max": null,
        "regex": null,
        "acceptFileTypes": null,
        "defaultOverride": null,
        "textLanguageMode": if def == Def::Lines { Some("LangJson") } else { None },
        "symmetricalRef": false,
        "autoChainRef": false,
        "allowOutOfLevelRef": true,
        "allowedRefs": "Any",
        "allowedRefsEntityUid": null,
        "allowedRefTags": [],
        "tilesetUid": null,
    })
}

/// A field with its value; null where it has none, and an empty array of lists. `real` has what the editor keeps.
pub(super) fn instance(name: &str, def: Def, uid: usize, value: Value) -> Value {
    let real = |value: &Value| match (def, value) {
        (_, Value::Null) => None,
        (Def::Int, _) => Some(json!({"id": "V_Int", "params": [value]})),
        (Def::Ref | Def::Refs, _) => {
            Some(json!({"id": "V_String", "params": [value.get("entityIid")]}))
        }
        _ => Some(json!({"id": "V_String", "params": [value]})),
    };
    let value = if value.is_null() && def.is_array() { json!([]) } else { value };
    let real: Vec<Value> = match &value {
        Value::Array(values) => values.iter().filter_map(real).collect(),
        one => real(one).into_iter().collect(),
    };
    json!({
        "__identifier": name,
        "__type": def.told(),
        "__value": value,
        "__tile": null,
        "defUid": uid,
        "realEditorValues": real,
    })
}
