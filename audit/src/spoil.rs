//! Sound things, spoilt for tests at one place after another.

use crate::defect::Defect;
use serde_json::Value;

/// Goes through a table of pointers, values to put there and the names of defects, which a judgement of what was so
/// changed must have among its own.
pub(crate) fn each(table: &str, judge: impl Fn(&dyn Fn(&mut Value)) -> Vec<Defect>) {
    let table: Vec<(String, Value, String)> = serde_json::from_str(table).unwrap();
    for (pointer, value, expected) in table {
        let found = judge(&|thing| *thing.pointer_mut(&pointer).unwrap() = value.clone());
        let seen = found.iter().any(|defect| format!("{defect:?}") == expected);
        assert!(seen, "{pointer} {value}: {found:?}, not {expected}");
    }
}
