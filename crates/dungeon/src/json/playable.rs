//! JSON that can be played: an area, or a whole dungeon, told apart by their `format`.

use super::strict::{parse, wrong};
use super::{area, dungeon, scene};
use crate::game::area::Scenario;
use crate::game::designed::Scene;
use level::formats::json::ReadError;
use serde::Deserialize;

#[derive(Deserialize)]
struct Format {
    format: String,
}

/// Something that can be played.
#[derive(Clone, Debug, PartialEq)]
pub enum Playable {
    /// An area.
    Area(Scenario),
    /// A dungeon.
    Dungeon(Scene),
}

/// Reads what can be played.
///
/// # Errors
/// The fault of the text, with its line and column or its field.
pub fn read(text: &str) -> Result<Playable, ReadError> {
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
            let scenario = Scenario::new(area);
            scenario.map(Playable::Area).map_err(|error| wrong("puzzles", error.to_string()))
        }
        dungeon::FORMAT => scene::read(text).map(Playable::Dungeon),
        other => {
            let known = [area::FORMAT, dungeon::FORMAT];
            let [area, dungeon] = known.map(|name| format!("{name:?}"));
            Err(wrong("format", format!("is {other:?}; {area} and {dungeon} can be played")))
        }
    }
}
