//! Templates: the texts of the puzzles of a category, as data; their file format, and errors about a file.
//!
//! A pack is a JSON file for one category. Invariant: a pack that was read is sound, so any of its templates can be
//! used. An unknown field and a repeated field are errors.

mod check;

pub use check::read;

use crate::puzzle::Kind;
use level::formats::json::Object;
use serde::Deserialize;
use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

/// The category whose pack is the fallback.
const FALLBACK: &str = "dungeon";

/// The built-in packs as JSON; the fallback first.
const FILES: [&str; 8] = [
    include_str!("../../../data/templates/dungeon.json"),
    include_str!("../../../data/templates/cave.json"),
    include_str!("../../../data/templates/ruins.json"),
    include_str!("../../../data/templates/temple.json"),
    include_str!("../../../data/templates/mine.json"),
    include_str!("../../../data/templates/tomb.json"),
    include_str!("../../../data/templates/crypt.json"),
    include_str!("../../../data/templates/tower.json"),
];

/// The built-in packs.
#[must_use]
pub fn builtin() -> &'static [Pack] {
    static PARSED: OnceLock<Vec<Pack>> = OnceLock::new();
    // A test checks that every file can be read.
    PARSED.get_or_init(|| FILES.iter().filter_map(|text| read(text).ok()).flatten().collect())
}

/// The built-in packs, with packs from files added or replacing them.
///
/// ```
/// use quandary_dungeon::puzzle::templates::{Packs, read};
/// let mut packs = Packs::default();
/// assert_eq!(packs.of("inn").category, "dungeon");
/// packs.add(read(r#"{"format": "quandary/templates/1", "category": "inn", "templates": [
///     {"kind": "lever", "name": "beer pump", "description": "It is dry.", "threshold": 10,
///      "hint": "Pull it."}]}"#)?);
/// assert_eq!(packs.of("inn").templates[0].name, "beer pump");
/// # Ok::<(), quandary_dungeon::puzzle::templates::TemplateError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packs {
    /// At most one for each category.
    packs: Vec<Cow<'static, Pack>>,
}

impl Default for Packs {
    fn default() -> Self {
        Self { packs: builtin().iter().map(Cow::Borrowed).collect() }
    }
}

impl Packs {
    /// Adds packs. A pack replaces the one of the same category.
    pub fn add(&mut self, packs: Vec<Pack>) {
        for pack in packs {
            match self.packs.iter_mut().find(|old| old.category == pack.category) {
                Some(old) => *old = Cow::Owned(pack),
                None => self.packs.push(Cow::Owned(pack)),
            }
        }
    }

    /// The pack of a category, or the pack of `dungeon` if it has none.
    #[must_use]
    pub fn of(&self, category: &str) -> &Pack {
        static NONE: Pack =
            Pack { category: String::new(), templates: Vec::new(), chests: Vec::new() };
        self.find(category).or_else(|| self.find(FALLBACK)).unwrap_or(&NONE)
    }

    fn find(&self, category: &str) -> Option<&Pack> {
        self.packs.iter().map(Cow::as_ref).find(|pack| pack.category == category)
    }
}

/// The format of a pack.
pub const FORMAT: &str = "quandary/templates/1";
/// The largest number of characters in the name of a puzzle, a key or an object.
const MOST_NAME: usize = 60;

/// The texts of a puzzle of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The name of the puzzle.
    pub name: String,
    /// The text on examining it.
    pub description: String,
    /// The INT that its hint needs at the entry, 10 to 16.
    pub threshold: u8,
    /// The text of the hint.
    pub hint: String,
    /// The kind, with its own texts.
    pub kind: Kind,
    /// The text on examining the key of a locked door, if the pack has one.
    pub key_description: Option<String>,
}

/// The texts of a locked chest, and of the key that opens it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChestTemplate {
    /// The name of the chest.
    pub name: String,
    /// The text on examining it.
    pub description: String,
    /// The INT that its hint needs at the entry, 10 to 16.
    pub threshold: u8,
    /// The text of the hint.
    pub hint: String,
    /// The name of its key.
    pub key: String,
    /// The text on examining the key.
    pub key_description: String,
}

/// The templates of a category.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// The category.
    pub category: String,
    /// The templates.
    pub templates: Vec<Template>,
    /// The chests that may hold keys of doors; may be empty.
    pub chests: Vec<ChestTemplate>,
}

/// The place of a fault in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldPath {
    /// The field from the outside in, such as `templates[2].hint`; for the second pack of an array `[1].` precedes it.
    /// Empty for the whole file.
    pub path: String,
    /// The name of the template, if it has one.
    pub name: String,
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.path.as_str(), self.name.as_str()) {
            ("", _) => f.write_str("the file"),
            (path, "") => f.write_str(path),
            (path, name) => write!(f, "{path} (of {name:?})"),
        }
    }
}

impl FieldPath {
    /// The path of a field.
    fn field(&self, field: &str) -> Self {
        let dot = if self.path.is_empty() { "" } else { "." };
        Self { path: format!("{}{dot}{field}", self.path), name: self.name.clone() }
    }

    /// An error at a field.
    fn wrong(&self, field: &str, message: impl Into<String>) -> TemplateError {
        TemplateError::Field { at: self.field(field), message: message.into() }
    }
}

/// Reason why a template file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// Not JSON, or a field of a wrong type.
    #[error("line {line}, column {column}, {at}: {message}")]
    Json {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The field, as far as it is known.
        at: FieldPath,
        /// The fault.
        message: String,
    },
    /// Valid JSON that breaks a rule.
    #[error("{at}: {message}")]
    Field {
        /// The field.
        at: FieldPath,
        /// The fault, and what is allowed.
        message: String,
    },
}

/// The first characters of a name, for a message.
fn clipped(name: &str) -> String {
    name.chars().take(MOST_NAME).collect()
}

/// The name of each field, and true if it is present.
macro_rules! given {
    ($raw:expr, $($field:ident),+) => {
        [$((stringify!($field), $raw.$field.is_some())),+]
    };
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPack {
    format: Option<String>,
    category: Option<String>,
    templates: Option<Vec<Object<RawTemplate>>>,
    chests: Option<Vec<Object<RawChest>>>,
}

/// A chest as it is read. All fields are required.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawChest {
    name: Option<String>,
    description: Option<String>,
    threshold: Option<serde_json::Value>,
    hint: Option<String>,
    key: Option<String>,
    key_description: Option<String>,
}

impl RawChest {
    /// Every field, and true if it is present.
    fn given(&self) -> [(&'static str, bool); 6] {
        given!(self, name, description, threshold, hint, key, key_description)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTemplate {
    kind: Option<String>,
    name: Option<String>,
    description: Option<String>,
    threshold: Option<serde_json::Value>,
    hint: Option<String>,
    key: Option<String>,
    key_description: Option<String>,
    riddle: Option<String>,
    answers: Option<Vec<String>>,
    objects: Option<Vec<String>>,
    order: Option<Vec<String>>,
    clue: Option<String>,
}

impl RawTemplate {
    /// Every field except the kind and optional ones, and true if it is present.
    fn given(&self) -> [(&'static str, bool); 10] {
        given!(self, name, description, threshold, hint, key, riddle, answers, objects, order, clue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::category;
    use crate::puzzle::Kind;
    use std::collections::BTreeSet;

    fn counts(pack: &Pack) -> [usize; 5] {
        Kind::NAMES.map(|kind| pack.templates.iter().filter(|t| t.kind.name() == kind).count())
    }

    /// All names that a player can type: puzzles, keys, objects, chests.
    fn names(pack: &Pack) -> Vec<String> {
        let mut names = Vec::new();
        for chest in &pack.chests {
            names.extend([&chest.name, &chest.key].map(|name| name.to_lowercase()));
        }
        for template in &pack.templates {
            names.push(template.name.to_lowercase());
            match &template.kind {
                Kind::LockedDoor { key } => names.push(key.to_lowercase()),
                Kind::Sequence { objects, .. } => {
                    names.extend(objects.iter().map(|object| object.to_lowercase()));
                }
                _ => (),
            }
        }
        names
    }

    #[test]
    fn every_file_is_sound() {
        for text in FILES {
            let packs = read(text).unwrap();
            assert_eq!(packs.len(), 1);
            assert!(category(&packs[0].category).is_ok());
        }
        let found: Vec<&str> = builtin().iter().map(|pack| pack.category.as_str()).collect();
        let wanted = ["dungeon", "cave", "ruins", "temple", "mine", "tomb", "crypt", "tower"];
        assert_eq!(found, wanted);
    }

    #[test]
    fn packs_are_large_and_have_every_kind() {
        for pack in builtin() {
            let least = if pack.category == "dungeon" { 20 } else { 14 };
            assert!(pack.templates.len() >= least, "{}", pack.category);
            for (found, least) in counts(pack).into_iter().zip([4, 2, 2, 3, 3]) {
                assert!(found >= least, "{}: {:?}", pack.category, counts(pack));
            }
            let thresholds: BTreeSet<u8> = pack.templates.iter().map(|t| t.threshold).collect();
            assert_eq!(thresholds, (10..=16).collect(), "{}", pack.category);
        }
    }

    #[test]
    fn no_name_begins_another() {
        for pack in builtin() {
            let names = names(pack);
            for (i, short) in names.iter().enumerate() {
                for (k, long) in names.iter().enumerate() {
                    assert!(i == k || !long.starts_with(short), "{short:?} begins {long:?}");
                }
                assert!(!short.contains(" with "), "`unlock` would split {short:?}");
            }
        }
    }

    #[test]
    fn sequences_are_not_solved_by_going_along() {
        for template in builtin().iter().flat_map(|pack| &pack.templates) {
            let Kind::Sequence { objects, order, .. } = &template.kind else { continue };
            assert!((3..=5).contains(&objects.len()), "{}", template.name);
            assert!(!order.is_sorted(), "{}", template.name);
        }
    }

    #[test]
    fn no_text_tells_its_answer_and_none_stands_twice() {
        let mut told = BTreeSet::new();
        for template in builtin().iter().flat_map(|pack| &pack.templates) {
            for text in [&template.description, &template.hint] {
                assert!(told.insert(text.as_str()), "{text}");
            }
            let Kind::Riddle { text, answers } = &template.kind else { continue };
            assert!(answers.len() >= 3, "{}", template.name);
            for answer in answers {
                let answer = format!(" {}", answer.to_lowercase());
                for told in [text, &template.hint] {
                    assert!(!told.to_lowercase().contains(&answer), "{}:{answer}", template.name);
                }
            }
        }
    }

    #[test]
    fn every_key_and_every_chest_is_described() {
        let mut told = BTreeSet::new();
        for pack in builtin() {
            assert!(pack.chests.len() >= 2, "{}", pack.category);
            let doors = pack.templates.iter().filter_map(|template| {
                Some((template.kind.key()?, template.key_description.as_deref()))
            });
            let chests = pack.chests.iter();
            let chests = chests.map(|chest| (&*chest.key, Some(&*chest.key_description)));
            for (key, text) in doors.chain(chests) {
                let text = text.unwrap_or_default();
                assert!(text.len() >= 60 && text.ends_with(['.', '\'']), "{key}: {text:?}");
                assert!(told.insert(text), "{key}: {text:?} stands twice");
            }
            for text in pack.chests.iter().flat_map(|chest| [&chest.description, &chest.hint]) {
                assert!(text.len() >= 40 && told.insert(text), "{text:?}");
            }
        }
    }

    #[test]
    fn a_category_without_a_pack_uses_the_dungeons() {
        let packs = Packs::default();
        for name in ["monastery", "tavern", "no such category"] {
            assert_eq!(packs.of(name), &builtin()[0], "{name}");
        }
        assert_eq!(packs.of("mine").category, "mine");
    }

    #[test]
    fn packs_are_added_and_replaced() {
        let lever = |category: &str, name: &str| Pack {
            category: category.to_owned(),
            templates: vec![Template {
                name: name.to_owned(),
                description: "A lever.".to_owned(),
                threshold: 10,
                hint: "Pull it.".to_owned(),
                kind: Kind::Lever,
                key_description: None,
            }],
            chests: Vec::new(),
        };
        let mut packs = Packs::default();
        packs.add(vec![lever("inn", "tap"), lever("cave", "root")]);
        assert_eq!(packs.of("inn").templates[0].name, "tap");
        assert_eq!(packs.of("cave").templates.len(), 1);
        assert_eq!(packs.of("shop"), &builtin()[0]);
        packs.add(vec![lever("inn", "pump"), lever("dungeon", "winch")]);
        assert_eq!(packs.of("inn").templates[0].name, "pump");
        assert_eq!(packs.of("shop").templates[0].name, "winch");
        assert_eq!(Packs::default().of("dungeon"), &builtin()[0]);
    }
}
