//! What can be asked of Quandary, as data, and its answers.
//!
//! A request is a type with the defaults and the limits of what it asks for. The command line fills its fields from
//! options, the service and the browser from JSON, Python from keyword arguments: all of them by the same names. A
//! request gives a [`Task`], which makes the thing of any seed; what was [`Generated`] writes itself in each of its formats.
//! Levels of anybody's are read by [`mod@file`] and asked about by [`judge`].
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

/// A request for something that a seed stands for.
pub trait Request: DeserializeOwned + Default {
    /// The request, checked.
    type Task: Task;

    /// Checks the request.
    ///
    /// # Errors
    /// The limit that is broken, with its field where it is one field's.
    fn task(&self) -> Result<Self::Task, Refusal>;

    /// The seed that is asked for; one is to be drawn where none is.
    fn seed(&self) -> Option<u64>;

    /// The format that is asked for, if one is.
    fn format(&self) -> Option<<<Self::Task as Task>::Output as Generated>::Format>;
}

/// The making of something, for any seed.
pub trait Task: Send + Sync {
    /// What is made.
    type Output: Generated;

    /// Makes the thing of a seed; it does not depend on threads and memory.
    ///
    /// # Errors
    /// When no attempt was proved, or the control ended the search.
    fn make(
        &self,
        seed: Seed,
        control: &Control<'_>,
        scratch: &mut Scratch,
    ) -> Result<Self::Output, Refusal>;
}

/// How something is shown, besides its format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// True if the solution is told and drawn.
    pub spoiler: bool,
    /// True if text has the colours of a terminal.
    pub colour: bool,
}

/// Something that was made.
pub trait Generated: Send + Sync {
    /// The ways to show it.
    type Format: Copy + DeserializeOwned + Send + Sync;

    /// What is written by one of its formats is called so.
    const NAME: &'static str;

    /// The seed, and the attempt of it that made this.
    fn origin(&self) -> (Seed, u64);

    /// Writes it in a format.
    ///
    /// # Errors
    /// When `out` cannot be written to, or it cannot be shown so.
    fn write(&self, out: &mut dyn Write, format: Self::Format, look: Look) -> anyhow::Result<()>;

    /// Writes it as one line of JSON.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    fn write_line(&self, out: &mut dyn Write) -> anyhow::Result<()>;

    /// The level, to be judged and played; none where there is none.
    ///
    /// # Errors
    /// When its provenance cannot be written.
    fn level(&self) -> anyhow::Result<Option<Level>>;
}

/// Reads the JSON of a request.
///
/// # Errors
/// The fault, with its field; or its line and column where the text is no JSON.
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

/// What a name that is not known is to be, the name, and the known ones; none where the fault is another.
fn of_names(error: &serde_json::Error) -> Option<(&'static str, String, Vec<String>)> {
    let said = error.to_string();
    let what = match said.split(' ').take(2).collect::<Vec<_>>()[..] {
        ["unknown", "field"] => "field",
        ["unknown", "variant"] => "value",
        _ => return None,
    };
    // The names stand between grave accents, the given one first.
    let mut names = said.split('`').skip(1).step_by(2).map(str::to_owned);
    Some((what, names.next()?, names.collect()))
}

/// A fault of a text as a whole, with its line and column.
fn placed(error: &serde_json::Error) -> String {
    diagnostics::of_json_at(error.line(), error.column(), &error.to_string())
}
