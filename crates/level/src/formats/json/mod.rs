//! Reads and prints `quandary/level/1`.
//!
//! The reader does not guess: unknown fields, names and tiles, ragged floors, rectangles out of bounds, repeated ids,
//! and a missing or second start are errors with a position. The text is first parsed as it stands (`RawLevel`), then
//! converted to a level. Invariant: printing a level and reading it back gives an equal level.

mod read;
mod print;

pub use super::FORMAT;
pub use crate::model::contents::{Names, content, requirement};
use crate::model::{Level, LevelError};
pub(crate) use print::{Fields, over};
pub use read::{LevelBuilder, Object, RawGraph, RawRules, symbol};
pub(crate) use read::{RawLevel, together};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error as _};

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
    let Object(raw) = parse(text)?;
    read::level(raw)
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Object(raw) = Object::<RawLevel>::deserialize(from)?;
        read::level(raw).map_err(D::Error::custom)
    }
}

/// Prints a level as one line of JSON.
#[must_use]
pub fn print(level: &Level) -> String {
    serde_json::to_string(level).unwrap_or_default()
}

// -------------------------------------------------------------------------------------------------
// Errors of level files, with line and column or the field.

/// An error in a level file, with its line and column or its field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Not JSON, or a field of the wrong kind.
    #[error("line {line}, column {column}{}: {message}", of_field(.field))]
    Json {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The field, if it is known.
        field: String,
        /// A description of the fault.
        message: String,
    },
    /// Well-formed, but not a level.
    #[error("{field}: {message}")]
    Field {
        /// The field.
        field: String,
        /// A description of the fault.
        message: String,
    },
}

fn of_field(field: &str) -> String {
    if matches!(field, "" | "." | "?") { String::new() } else { format!(", {field}") }
}

/// An error at a line and a column of a drawing, both counted from 0 here.
#[must_use]
pub fn at(line: usize, column: usize, message: impl Into<String>) -> ReadError {
    let (field, message) = (String::new(), message.into());
    ReadError::Json { line: line + 1, column: column + 1, field, message }
}

/// An error in a field.
#[must_use]
pub fn wrong(field: impl Into<String>, message: impl Into<String>) -> ReadError {
    ReadError::Field { field: field.into(), message: message.into() }
}

impl From<LevelError> for ReadError {
    fn from(error: LevelError) -> Self {
        ReadError::Field { field: error.field, message: error.message }
    }
}

/// Parses a whole text.
///
/// # Errors
/// The fault, with its line and column, and the field if it is known.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    let wrong = |field: String, error: &serde_json::Error| {
        let (line, column) = (error.line(), error.column());
        ReadError::Json { line, column, field, message: message(error) }
    };
    let mut json = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut json)
        .map_err(|error| wrong(error.path().to_string(), error.inner()))?;
    json.end().map_err(|error| wrong(String::new(), &error))?;
    Ok(value)
}

/// The fault of invalid JSON in the words of this project, without its position.
#[must_use]
pub fn message(error: &serde_json::Error) -> String {
    diagnostics::of_json(&error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::graph::Requirement;
    use crate::rules::{Preset, Push, Rules};

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
        check("\"open\"", "\"opne\"", "graph.edges[0].requires: unknown requirement \"opne\"");
        check("\"toggle:01=off\"", "7", "a name or an array of names");
        check("\"toggle:01=off\"}]}", "\"open\"}],\"goals\":[0,0]}", "graph.goals[1]: the goal 0");
        check("\"toggle:01=off\"}]}", "\"open\"}],\"start\":9}", "graph.start: there is no node");
        check("\"graph\"", "\"floors\"", "floors: expected an array, found an object");
        check("{\"id\":-3}", "[-3,[]]", "graph.nodes[2]: expected an object, found an array");
        check("{\"seed\":1}}", "{\"seed\":1}} x", "trailing characters");
        check("{\"seed\":1}}", "{\"seed\":1", "the text ends too early");
    }
    const PLATED: &str = r#"{"format":"quandary/level/1","floors":[{"grid":[[21,3,1,1,3,41,22]]}],
        "locks":[{"cells":[[0,0,6]],"needs":["lacks:symbol:alarm","plate:both"]}],
        "plates":[{"name":"both","cells":[[0,0,3],[0,0,2]]},
                  {"name":"bell","cells":[[0,0,5]],"gives":"symbol:alarm"}],
        "graph":{"nodes":[{"id":0},{"id":1}],"edges":[{"from":0,"to":1,"requires":"plate:bell"}]},
        "win":["plate:both","lacks:symbol:alarm","toggle:0=off"],
        "rules":{"preset":"classic","push":"once","diagonals":true,"bomb_pickup":7}}"#;

    #[test]
    fn plates_win_and_rules_round_trip() {
        let level = read(PLATED).unwrap();
        let tiles = level.tiles.as_ref().unwrap();
        assert_eq!(level.graph.plates, ["both", "bell"]);
        assert_eq!(
            tiles.plates.iter().map(|plate| plate.gives).collect::<Vec<_>>(),
            [None, Some(0)]
        );
        let (alarm, both) = (Requirement::Lacks(0), Requirement::Plate(0));
        assert_eq!(level.win, [both, alarm, Requirement::Toggle(0, false)]);
        assert_eq!(
            tiles.locks.iter().flat_map(|lock| &lock.needs).collect::<Vec<_>>(),
            [&alarm, &both]
        );
        let classic = Rules::preset(Preset::Classic);
        let rules = Rules { push: Push::Once, diagonals: true, bomb_pickup: 7, ..classic };
        assert_eq!(level.rules, Some(rules));
        let printed = print(&level);
        let asked =
            r#""rules":{"preset":"classic","push":"once","bomb_pickup":7,"diagonals":true}"#;
        assert!(printed.contains(asked), "{printed}");
        assert!(printed.contains(r#""gives":"symbol:alarm"}],"graph""#), "{printed}");
        assert_eq!(read(&printed).unwrap(), level);
        let strict = PLATED.replace("\"preset\":\"classic\",", "");
        let printed = print(&read(&strict).unwrap());
        assert!(printed.contains(r#""rules":{"bomb_pickup":7,"diagonals":true}"#), "{printed}");
    }

    #[test]
    fn rules_in_force_are_all_told_and_can_be_set_again() {
        let classic = Rules::preset(Preset::Classic);
        let json = serde_json::to_value(&classic).unwrap();
        assert_eq!(json.as_object().unwrap().len(), crate::rules::KNOWN.len());
        assert_eq!((&json["warps"], &json["diagonals"]), (&"stairs,doors".into(), &false.into()));
        assert_eq!((&json["bomb_pickup"], &json["preset"]), (&4.into(), &serde_json::Value::Null));
        let level =
            PLATED.split_once("\"rules\":").unwrap().0.to_owned() + &format!("\"rules\":{json}}}");
        assert_eq!(read(&level).unwrap().rules, Some(classic));
    }

    #[test]
    fn what_is_wrong_with_plates_win_and_rules_is_named() {
        let check = |from: &str, to: &str, part: &str| {
            let text = PLATED.replacen(from, to, 1);
            assert_ne!(text, PLATED, "{from}");
            let said = read(&text).expect_err(part).to_string();
            assert!(said.contains(part), "{part:?} is not in {said:?}");
        };
        check("[[0,0,5]]", "[]", "plates[1].cells: is empty: a plate has at least one cell");
        check(
            "[[0,0,5]]",
            "[[0,0,9]]",
            "plates[1].cells[0]: floor 0, row 0, column 9 is off the floors",
        );
        check("[0,0,2]]", "[0,0,0]]", "plates[0].cells[1]: floor 0, row 0, column 0 is START");
        check("[0,0,2]]", "[0,0,3]]", "floor 0, row 0, column 3 is cells[0] already");
        check(
            "\"symbol:alarm\"}",
            "\"toggle:1\"}",
            "plates[1].gives: is \"toggle:1\"; a plate gives a symbol",
        );
        check("\"symbol:alarm\"}", "\"bell\"}", "plates[1].gives: unknown content \"bell\"");
        check(
            "\"gives\"",
            "\"give\"",
            "plates[1].give: unknown field `give` (did you mean gives?)",
        );
        check(
            "plate:bell",
            "plate:bel",
            "graph.edges[0].requires: unknown plate \"bel\" (did you mean bell?)",
        );
        check(
            "\"plate:both\"]}",
            "\"plate:north\"]}",
            "locks[0].needs[1]: unknown plate \"north\"",
        );
        check("\"lacks:symbol:alarm\"", "\"lacks:alarm\"", "known are open");
        check(
            "\"lacks:symbol:alarm\",\"toggle",
            "\"key_locked\",\"toggle",
            "win[1]: here only symbols, toggles",
        );
        check("\"lacks:symbol:alarm\",\"toggle", "\"open\",\"toggle", "win[1]: is open");
        check("[\"plate:both\",\"lacks:symbol:alarm\",\"toggle:0=off\"]", "[]", "win: is empty");
        check(
            "\"classic\"",
            "\"clasic\"",
            "rules.preset: unknown preset \"clasic\" (did you mean classic?)",
        );
        check("\"push\"", "\"pusch\"", "rules.pusch: unknown rule \"pusch\" (did you mean push?)");
        check(
            "\"once\"",
            "\"twice\"",
            "rules.push: unknown value \"twice\"; known are off, free, once",
        );
        check("\"push\"", "\"Push\"", "rules.Push: unknown rule \"Push\" (did you mean push?)");
        check("\"once\"", "\"Once\"", "unknown value \"Once\" (did you mean once?); known are off");
        check("\"classic\"", "\"CLASSIC\"", "unknown preset \"CLASSIC\" (did you mean classic?)");
        check("\"classic\"", "7", "rules.preset: is 7; the value of this rule is a text");
        check("\"once\"", "true", "rules.push: is true; the value of this rule is a text");
        check("\"diagonals\":true", "\"push\":\"off\"", "\"push\" stands twice");
        check("\"diagonals\":true", "\"start\":\"keys=1\"", "rules.start: unknown rule \"start\"");
        check("true", "[]", "expected a string, a number or a boolean");
        check(":7", ":-7", "expected a string, a number or a boolean");
        let named = |name: &str| read(&PLATED.replace("bell", name)).unwrap_err().to_string();
        assert_eq!(named(""), "plates[1].name: is empty");
        assert_eq!(named("both"), "plates[1].name: \"both\" is the name of plates[0] already");
        let rooms = PLATED.replace("\"floors\":[{\"grid\":[[21,3,1,1,3,41,22]]}],", "");
        assert_eq!(read(&rooms).unwrap_err().to_string(), "locks: is for levels that have floors");
    }
}
