//! `quandary schema`: prints the JSON Schema of each format, from data files.

use super::exit::Exit;
use crate::output::Target;
use anyhow::Result;
use ask::values::among;
use clap::Args;

/// The schemas, in the order of the list.
const NAMES: [&str; 14] = [
    "level",
    "mission",
    "layout",
    "area",
    "dungeon",
    "cave",
    "game",
    "riddle",
    "solution",
    "check",
    "hint",
    "rating",
    "measures",
    "import-report",
];
/// Print the JSON Schema of a format
///
/// The schemas are of draft 2020-12. Without a name the command lists the names.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary schema
  quandary schema level > level.schema.json")]
pub(crate) struct Options {
    /// Name of the format [default: a list of all names]
    #[arg(value_name = "NAME", value_parser = among("schema", NAMES))]
    name: Option<String>,
}

/// Prints a schema, or the names of all schemas.
///
/// # Errors
/// If standard output cannot be written to.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let text = match &options.name {
        None => schemas().map(|(name, words, _)| format!("{name:14} {words}\n")).collect(),
        Some(name) => schema(name).unwrap_or_default().to_owned(),
    };
    Target::Stdout.write(|out| {
        out.write_all(text.as_bytes())?;
        Ok(Exit::Done)
    })
}

/// All schemas, each from the crate whose values it describes.
fn schemas() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let all = [
        level::report::SCHEMAS.as_slice(),
        &dungeon::json::SCHEMAS,
        &crossword::json::SCHEMAS,
        &[formats::vglc::report::SCHEMA],
    ]
    .concat();
    NAMES.into_iter().filter_map(move |name| all.iter().find(|(known, ..)| *known == name).copied())
}

/// The schema of a name.
fn schema(name: &str) -> Option<&'static str> {
    schemas().find(|(known, ..)| *known == name).map(|(.., text)| text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use level::rules::KNOWN;
    use level::{Rules, TILES};
    use serde_json::Value;

    fn parsed(name: &str) -> Value {
        serde_json::from_str(schema(name).unwrap()).unwrap()
    }

    #[test]
    fn every_schema_says_what_it_is() {
        assert_eq!(schemas().count(), NAMES.len());
        for (name, ..) in schemas() {
            let schema = parsed(name);
            assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
            assert!(schema["title"].is_string() && schema["description"].is_string(), "{name}");
            assert!(jsonschema::meta::is_valid(&schema), "{name}");
        }
        assert!(schema("nothing").is_none());
    }

    /// The schemas list every rule with all its values, and no other.
    #[test]
    fn the_rules_of_the_schemas_are_those_that_are_known() {
        let valid = |schema: &Value, name: &str, value: Value| {
            jsonschema::is_valid(&schema["properties"][name], &value)
        };
        let level = parsed("level")["properties"]["rules"].clone();
        let names = |schema: &Value| schema["properties"].as_object().map(serde_json::Map::len);
        assert_eq!(names(&level), Some(KNOWN.len() + 1), "the preset besides");
        for of in ["solution", "check"] {
            let told = parsed(of)["$defs"]["rules"].clone();
            assert_eq!(names(&told), Some(KNOWN.len()));
            for (name, values) in KNOWN {
                assert!(
                    !valid(&level, name, "other".into()) && !valid(&told, name, "other".into())
                );
                for value in values {
                    let mut rules = Rules::default();
                    rules.set(&format!("{name}={value}")).unwrap();
                    let rules = serde_json::to_value(rules).unwrap();
                    assert!(jsonschema::is_valid(&told, &rules), "{rules}");
                    assert!(
                        valid(&level, name, (*value).into())
                            && valid(&level, name, rules[name].clone())
                    );
                }
            }
        }
    }

    #[test]
    fn the_tiles_of_the_schema_are_those_of_the_table() {
        let schema = parsed("level");
        let tiles = schema["$defs"]["tile"]["oneOf"].as_array().unwrap();
        let found: Vec<_> =
            tiles.iter().map(|tile| (tile["const"].as_u64(), tile["title"].as_str())).collect();
        let known = TILES.map(|(tile, name, _)| (Some(u64::from(tile.id())), Some(name)));
        assert_eq!(found, known);
    }
}
