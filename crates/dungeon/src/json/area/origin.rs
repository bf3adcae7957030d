//! The origin of an area, as its file tells it: whoever makes another of it can say of what.

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
