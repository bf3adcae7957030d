//! Sound things, spoilt for tests at one place after another.

use crate::defect::Defect;
use serde::Deserialize;
use serde_json::Value;

/// The defects that a judgement must find.
#[derive(Deserialize)]
#[serde(untagged)]
enum Expected {
    /// This among others.
    One(String),
    /// These and no others.
    All(Vec<String>),
}

/// Goes through a table of pointers, values to put there and the names of the defects that a judgement of what was
/// so changed must have.
pub(crate) fn each(table: &str, judge: impl Fn(&dyn Fn(&mut Value)) -> Vec<Defect>) {
    let table: Vec<(String, Value, Expected)> = serde_json::from_str(table).unwrap();
    for (pointer, value, expected) in table {
        let found = judge(&|thing| *thing.pointer_mut(&pointer).unwrap() = value.clone());
        let found: Vec<String> = found.iter().map(|defect| format!("{defect:?}")).collect();
        match expected {
            Expected::One(name) => assert!(found.contains(&name), "{pointer} {value}: {found:?}"),
            Expected::All(names) => assert_eq!(found, names, "{pointer} {value}"),
        }
    }
}
