//! Template files as they are written, before anything is known to be sound.
//!
//! Invariant: what has no field here is refused, and so is a field that stands twice.

use level::formats::json::Object;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPack {
    pub(super) format: Option<String>,
    pub(super) category: Option<String>,
    pub(super) templates: Option<Vec<Object<RawTemplate>>>,
    pub(super) chests: Option<Vec<Object<RawChest>>>,
}

/// A chest, every field of which it must have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawChest {
    pub(super) name: Option<String>,
    pub(super) description: Option<String>,
    pub(super) threshold: Option<serde_json::Value>,
    pub(super) hint: Option<String>,
    pub(super) key: Option<String>,
    pub(super) key_description: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTemplate {
    pub(super) kind: Option<String>,
    pub(super) name: Option<String>,
    pub(super) description: Option<String>,
    pub(super) threshold: Option<serde_json::Value>,
    pub(super) hint: Option<String>,
    pub(super) key: Option<String>,
    pub(super) key_description: Option<String>,
    pub(super) riddle: Option<String>,
    pub(super) answers: Option<Vec<String>>,
    pub(super) objects: Option<Vec<String>>,
    pub(super) order: Option<Vec<String>>,
    pub(super) clue: Option<String>,
}

impl RawTemplate {
    /// Every field but the kind and those that may be missing, and whether it is there.
    pub(super) fn given(&self) -> [(&'static str, bool); 10] {
        [
            ("name", self.name.is_some()),
            ("description", self.description.is_some()),
            ("threshold", self.threshold.is_some()),
            ("hint", self.hint.is_some()),
            ("key", self.key.is_some()),
            ("riddle", self.riddle.is_some()),
            ("answers", self.answers.is_some()),
            ("objects", self.objects.is_some()),
            ("order", self.order.is_some()),
            ("clue", self.clue.is_some()),
        ]
    }
}
