//! Files of riddles, as `--format json` prints them.

use crate::cli::exit::invalid;
use anyhow::Result;
use crossword::json::riddle::RiddleLine;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The fields that identify a riddle.
#[derive(Deserialize)]
struct Look {
    #[serde(rename = "rack")]
    _rack: IgnoredAny,
    #[serde(rename = "solution")]
    _solution: IgnoredAny,
}

/// A text without the byte order mark that some editors write.
fn bare(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// True if the first value of a text looks like a riddle.
pub(crate) fn is_of_riddles(text: &str) -> bool {
    let mut values = serde_json::Deserializer::from_str(bare(text)).into_iter::<Look>();
    matches!(values.next(), Some(Ok(_)))
}

/// The riddles of a text, one JSON value after another, each with a name: that of the file, with a number if there
/// are several.
///
/// # Errors
/// If a value is not a riddle; the error names the file and the place.
pub(crate) fn riddles(name: &str, text: &str) -> Result<Vec<(String, RiddleLine)>> {
    let values = serde_json::Deserializer::from_str(bare(text)).into_iter::<RiddleLine>();
    let read: Result<Vec<RiddleLine>, _> = values.collect();
    let read = read.map_err(|error| {
        let (line, told) = (error.line(), diagnostics::of_json(&error.to_string()));
        invalid(format_args!("{name}: line {line}: is no riddle: {told}"))
    })?;
    let several = read.len() > 1;
    let named = |n: usize| if several { format!("{name} {}", n + 1) } else { name.to_owned() };
    Ok(read.into_iter().enumerate().map(|(n, riddle)| (named(n), riddle)).collect())
}
