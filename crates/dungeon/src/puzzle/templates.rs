//! Templates: what puzzles of a category look like and say, as data.
//!
//! A pack is a JSON file, one a category. Invariant: a pack that is read is sound, so that whatever is drawn
//! from it can be used as it is.

use super::Kind;

/// What a puzzle of one kind looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// What the puzzle is called.
    pub name: String,
    /// What one sees.
    pub description: String,
    /// The INT that its hint takes at the entry, 10 to 16.
    pub threshold: u8,
    /// What helps.
    pub hint: String,
    /// The kind, with its text.
    pub kind: Kind,
}

/// The templates of a category.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// The category.
    pub category: String,
    /// The templates.
    pub templates: Vec<Template>,
}

/// TEMPORARY
#[derive(Clone, Debug)]
pub struct Packs(Vec<Pack>);
impl Default for Packs {
    fn default() -> Self {
        let texts = [include_str!("../../data/templates/dungeon.json"), include_str!("../../data/templates/cave.json"), include_str!("../../data/templates/ruins.json"), include_str!("../../data/templates/temple.json")];
        let s = |v: &serde_json::Value, k: &str| v[k].as_str().unwrap_or_default().to_owned();
        let list = |v: &serde_json::Value, k: &str| -> Vec<String> { v[k].as_array().map(|a| a.iter().filter_map(|x| x.as_str().map(str::to_owned)).collect()).unwrap_or_default() };
        Self(texts.iter().map(|t| { let v: serde_json::Value = serde_json::from_str(t).unwrap_or_default();
            Pack { category: s(&v, "category"), templates: v["templates"].as_array().into_iter().flatten().map(|t| Template { name: s(t,"name"), description: s(t,"description"), threshold: t["threshold"].as_u64().unwrap_or(0) as u8, hint: s(t,"hint"), kind: match t["kind"].as_str() {
                Some("locked_door") => Kind::LockedDoor { key: s(t,"key") }, Some("lever") => Kind::Lever, Some("pressure_plate") => Kind::PressurePlate,
                Some("riddle") => Kind::Riddle { text: s(t,"riddle"), answers: list(t,"answers") },
                _ => { let objects = list(t,"objects"); let order = list(t,"order").iter().map(|o| objects.iter().position(|x| x==o).unwrap_or(0) as u8).collect(); Kind::Sequence { objects, order, clue: s(t,"clue") } } } }).collect() } }).collect())
    }
}
impl Packs {
    /// TEMPORARY
    pub fn of(&self, category: &str) -> &Pack { self.0.iter().find(|p| p.category == category).unwrap_or(&self.0[0]) }
}
