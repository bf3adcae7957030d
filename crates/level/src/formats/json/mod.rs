//! Reads and prints `quandary/level/1`.
//!
//! Reading guesses nothing: unknown fields, names and tiles, ragged floors, rectangles out of bounds,
//! repeated ids and a missing or double start are errors that say where. The text is first taken for what
//! it says (`raw`), then made a level (`read`). Invariant: printing a level and reading it back gives an
//! equal level.

mod error;
mod raw;
mod read;
mod print;

use crate::model::level::Level;
use error::json_error;

pub use super::FORMAT;
pub use error::{ReadError, message};
pub(crate) use print::{Asked, Conditions, Locks, Marks, Plates, Rooms};
pub use raw::Object;
pub(crate) use raw::{RawGraph, RawLevel};
pub(crate) use read::{Parts, together};

/// Reads a level.
///
/// # Errors
/// The fault of the text, with its line and column or its field.
///
/// ```
/// let text = r#"{"format": "quandary/level/1", "graph": {
///     "nodes": [{"id": 0, "contents": ["start"]}, {"id": "end", "contents": ["goal"]}],
///     "edges": [{"from": 0, "to": "end", "requires": "symbol:A"}]}}"#;
/// let level = quandary_level::formats::json::read(text)?;
/// assert_eq!(level.graph.symbols, ["A"]);
/// assert_eq!(quandary_level::formats::json::read(&quandary_level::formats::json::print(&level))?, level);
/// # Ok::<(), quandary_level::formats::json::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Level, ReadError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let raw: Object<raw::RawLevel> =
        serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let field = error.path().to_string();
            json_error(field, error.inner())
        })?;
    json.end().map_err(|error| json_error(String::new(), &error))?;
    read::level(raw.0)
}

/// Prints a level as one line of JSON.
#[must_use]
pub fn print(level: &Level) -> String {
    serde_json::to_string(level).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"{"format":"quandary/level/1","name":"two","graph":{
        "nodes":[{"id":0,"contents":["start","key"]},{"id":"b","contents":["goal"]},{"id":-3}],
        "edges":[{"from":0,"to":"b","requires":["key_locked","symbol:x","open"]},
                 {"from":"b","to":-3},{"from":-3,"to":"b","requires":"toggle:01=off"}]},
        "provenance":{"seed":1}}"#;

    #[test]
    fn a_level_round_trips() {
        let level = read(SMALL).unwrap();
        assert_eq!(level.graph.goals, [1]);
        let printed = print(&level);
        assert!(printed.contains(r#""requires":["key_locked","symbol:x"]"#), "{printed}");
        assert!(printed.contains(r#""toggle:1=off""#), "{printed}");
        assert_eq!(read(&printed).unwrap(), level);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let check = |from: &str, to: &str, part: &str| {
            let text = SMALL.replacen(from, to, 1);
            assert_ne!(text, SMALL);
            let said = read(&text).expect_err(part).to_string();
            assert!(said.contains(part), "{part:?} is not in {said:?}");
        };
        check("level/1", "level/2", "format: is \"quandary/level/2\"");
        check("\"name\"", "\"title\"", "unknown field `title`; known are format, name");
        check("\"name\"", "\"title\"", "line 1, column");
        check(
            "\"to\":\"b\",",
            "\"to\":\"c\",",
            "graph.edges[0].to: there is no node with the id \"c\"",
        );
        check("\"id\":\"b\"", "\"id\":0", "graph.nodes[1].id: the id 0 stands twice");
        check("\"id\":\"b\"", "\"id\":1.5", "graph.nodes[1].id");
        check("\"id\":\"b\"", "\"id\":18446744073709551615", "below 2^63");
        check("[\"start\",", "[", "no node holds \"start\"");
        check("[\"goal\"]", "[\"goal\",\"start\"]", "nodes 0 and \"b\" hold \"start\"");
        check("[\"goal\"]", "[\"gaol\"]", "graph.nodes[1].contents[0]: unknown content \"gaol\"");
        check("[\"goal\"]", "[\"goal\",\"goal\"]", "stands twice in one node");
        check("\"open\"", "\"opne\"", "graph.edges[0].requires: unknown requirement \"opne\"");
        check("\"toggle:01=off\"", "7", "a name or an array of names");
        check("\"toggle:01=off\"}]}", "\"open\"}],\"goals\":[0,0]}", "graph.goals[1]: the goal 0");
        check("\"toggle:01=off\"}]}", "\"open\"}],\"start\":9}", "graph.start: there is no node");
        check("\"graph\"", "\"floors\"", "floors: is an object, and is to be an array");
        check("{\"id\":-3}", "[-3,[]]", "graph.nodes[2]: is an array, and is to be an object");
        check("{\"seed\":1}}", "{\"seed\":1}} x", "trailing characters");
        check("{\"seed\":1}}", "{\"seed\":1", "the text ends too early");
    }
}
