//! JSON that can be played: an area, or a whole dungeon, told apart by their `format`.

use super::strict::{parse, wrong};
use super::{area, dungeon};
use crate::puzzle::play::{Quest, Scenario};
use level::formats::json::ReadError;
use serde::Deserialize;

#[derive(Deserialize)]
struct Format {
    format: String,
}

/// Reads what can be played.
///
/// # Errors
/// The fault of the text, with its line and column or its field.
pub fn read(text: &str) -> Result<Scenario, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.trim_start().starts_with('{') {
        let message = "is no JSON; what is played is an area or a dungeon, as `quandary area` and `quandary dungeon` \
                       write it with --format json";
        let (field, message) = (String::new(), message.to_owned());
        return Err(ReadError::Json { line: 1, column: 1, field, message });
    }
    let Format { format } = parse(text)?;
    match format.as_str() {
        area::FORMAT => {
            let area = area::read(text)?;
            Scenario::new(area, Quest::default())
                .map_err(|error| wrong("puzzles", error.to_string()))
        }
        dungeon::FORMAT => dungeon::read(text),
        other => {
            let known =
                [area::FORMAT, dungeon::FORMAT].map(|name| format!("{name:?}")).join(" and ");
            Err(wrong("format", format!("is {other:?}; {known} can be played")))
        }
    }
}
