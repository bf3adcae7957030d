//! `quandary/area/1`: the JSON of an area: a layout's fields, and the puzzles and keys in it.
//!
//! A designer edits such files: reading is strict about what decides how one plays, and says where something
//! is wrong; how the area was made, and what was proved of it, may be missing. Invariant: what is printed is
//! read back as the same area.

mod print;
pub mod made;
mod read;

pub use print::{Artefact, Extras};
pub use read::{FORMAT, read};

use serde_json::Value;

/// The origin of an area: nothing where the file does not say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origin {
    /// The seed it was made from.
    pub seed: Option<u64>,
    /// All it takes to make it again.
    pub provenance: Option<Value>,
}

/// The origin that a file tells; nothing of one that is no JSON.
#[must_use]
pub fn origin(text: &str) -> Origin {
    let Ok(Value::Object(mut fields)) = serde_json::from_str(text) else {
        return Origin::default();
    };
    let seed = fields.get("seed").and_then(Value::as_u64);
    Origin { seed, provenance: fields.remove("provenance").filter(Value::is_object) }
}
