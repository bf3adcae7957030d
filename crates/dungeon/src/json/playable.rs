//! JSON that can be played: an area, or a whole dungeon of either kind, told apart by their `format`.

use super::strict::{parse, wrong};
use super::{area, designed, dungeon, scene};
use crate::designed::play::Scene;
use crate::puzzle::play::{Quest, Scenario};
use level::formats::json::ReadError;
use serde::Deserialize;

#[derive(Deserialize)]
struct Format {
    format: String,
}

/// Something that can be played.
#[derive(Clone, Debug, PartialEq)]
pub enum Playable {
    /// An area, or a plain dungeon.
    Plain(Scenario),
    /// A designed dungeon.
    Designed(Scene),
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
            let scenario = Scenario::new(area, Quest::default());
            scenario.map(Playable::Plain).map_err(|error| wrong("puzzles", error.to_string()))
        }
        dungeon::FORMAT => dungeon::read(text).map(Playable::Plain),
        designed::FORMAT => scene::read(text).map(Playable::Designed),
        other => {
            let known = [area::FORMAT, dungeon::FORMAT, designed::FORMAT];
            let [area, plain, designed] = known.map(|name| format!("{name:?}"));
            let message = format!("is {other:?}; {area}, {plain} and {designed} can be played");
            Err(wrong("format", message))
        }
    }
}
