//! The requests of Quandary as data, and their results.
//!
//! A request is a type with defaults and limits. The command line fills its fields from options, the service and the
//! browser from JSON, Python from keyword arguments; the names are the same everywhere. A request gives a [`Task`],
//! which generates the result for any seed. The result implements [`Generated`] and writes itself in each of its
//! formats. [`mod@file`] reads levels from any source, and [`judge`] answers questions about them.
//!
//! ```
//! use quandary_ask::{DungeonRequest, Look, Generated, Request, Task, json};
//! use search::Seed;
//!
//! let request: DungeonRequest = json(r#"{"category": "crypt", "rooms": 8}"#)?;
//! let made = request.task()?.make(Seed::new(7)?, &Default::default(), &mut Default::default())?;
//! let mut map = Vec::new();
//! made.write(&mut map, draw::dungeon::Format::Map, Look::default())?;
//! assert!(map.starts_with(b"Dungeon 7"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod refusal;
pub mod fields;
#[cfg(feature = "openapi")]
pub mod schema;
#[cfg(feature = "clap")]
pub mod values;
mod dungeon;
mod mission;
mod layout;
mod area;
mod cave;
#[cfg(feature = "words")]
pub mod riddle;
pub mod file;
mod unread;
pub mod judge;

#[cfg(test)]
mod tests;

use ::dungeon::Scratch;
use ::level::Level;
pub use area::{AreaFormat, AreaRequest, AreaTask, GeneratedArea};
pub use cave::CaveRequest;
pub use dungeon::{DungeonRequest, DungeonTask, GeneratedDungeon};
pub use layout::{GeneratedLayout, LayoutFormat, LayoutRequest, LayoutTask};
pub use mission::{Cell, GeneratedMission, MissionFormat, MissionRequest, MissionTask};
pub use refusal::{Refusal, RefusalKind};
#[cfg(feature = "words")]
pub use riddle::{GeneratedRiddle, RiddleFormat, RiddleRequest, RiddleTask};
use search::{Control, Seed};
use serde::de::DeserializeOwned;
use std::io::Write;

/// A request for a result that a seed determines.
pub trait Request: DeserializeOwned + Default {
    /// The checked request.
    type Task: Task;

    /// Checks the request.
    ///
    /// # Errors
    /// The limit that is exceeded, with its field if it belongs to one field.
    fn task(&self) -> Result<Self::Task, Refusal>;

    /// The requested seed; `None` to draw one.
    fn seed(&self) -> Option<u64>;

    /// The requested format.
    fn format(&self) -> Option<<<Self::Task as Task>::Output as Generated>::Format>;
}

/// A task: generates a result for any seed.
pub trait Task: Send + Sync {
    /// The type of the result.
    type Output: Generated;

    /// Generates the result of a seed, which does not depend on threads and memory.
    ///
    /// # Errors
    /// Fails if no attempt was proved, or the control ended the search.
    fn make(
        &self,
        seed: Seed,
        control: &Control<'_>,
        scratch: &mut Scratch,
    ) -> Result<Self::Output, Refusal>;
}

/// Options of the output besides its format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// True to include the solution in text and pictures.
    pub spoiler: bool,
    /// True to use terminal colours in text.
    pub colour: bool,
}

/// A generated result.
pub trait Generated: Send + Sync {
    /// Its formats.
    type Format: Copy + DeserializeOwned + Send + Sync;

    /// The name of the result in errors about its output.
    const NAME: &'static str;

    /// The seed, and the number of the attempt.
    fn origin(&self) -> (Seed, u64);

    /// Writes it in a format.
    ///
    /// # Errors
    /// Fails if `out` fails, or the format is not possible.
    fn write(&self, out: &mut dyn Write, format: Self::Format, look: Look) -> anyhow::Result<()>;

    /// Writes it as one line of JSON.
    ///
    /// # Errors
    /// Fails if `out` fails.
    fn write_line(&self, out: &mut dyn Write) -> anyhow::Result<()>;

    /// The level, for the verifier and for playing; `None` if it has none.
    ///
    /// # Errors
    /// Fails if its provenance cannot be written.
    fn level(&self) -> anyhow::Result<Option<Level>>;
}

/// Reads the JSON of a request.
///
/// # Errors
/// The fault, with its field; or its line and column if the text is not JSON.
pub fn json<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    let mut source = serde_json::Deserializer::from_str(text);
    let read = serde_path_to_error::deserialize(&mut source).map_err(|error| {
        let (field, inner) = (error.path().to_string(), error.inner());
        match (field.as_str(), of_names(inner)) {
            (field, Some((what, given, known))) => {
                let field = if what == "field" { "" } else { field };
                Refusal::of_field(field, diagnostics::unknown(what, &given, &known)).known(known)
            }
            ("." | "?", None) => Refusal::request(placed(inner)),
            (field, None) => Refusal::of_field(field, diagnostics::of_json(&inner.to_string())),
        }
    })?;
    source.end().map_err(|error| Refusal::request(placed(&error)))?;
    Ok(read)
}

/// For an unknown name: its kind, the name, and the known names; `None` for other faults.
fn of_names(error: &serde_json::Error) -> Option<(&'static str, String, Vec<String>)> {
    let said = error.to_string();
    let what = match said.split(' ').take(2).collect::<Vec<_>>()[..] {
        ["unknown", "field"] => "field",
        ["unknown", "variant"] => "value",
        _ => return None,
    };
    // The names stand between grave accents, the unknown one first.
    let mut names = said.split('`').skip(1).step_by(2).map(str::to_owned);
    Some((what, names.next()?, names.collect()))
}

/// A fault of a whole text, with line and column.
fn placed(error: &serde_json::Error) -> String {
    diagnostics::of_json_at(error.line(), error.column(), &error.to_string())
}
