//! The library of room templates: those that are built in, and those of further files.

use super::fault::{Fault, ReadError};
use super::read::read;
use super::template::Template;
use std::sync::OnceLock;

/// The files that are built in.
pub(super) const FILES: [(&str, &str); 10] = [
    ("cave", include_str!("../../../data/rooms/cave.txt")),
    ("mine", include_str!("../../../data/rooms/mine.txt")),
    ("fortress", include_str!("../../../data/rooms/fortress.txt")),
    ("temple", include_str!("../../../data/rooms/temple.txt")),
    ("tomb", include_str!("../../../data/rooms/tomb.txt")),
    ("tower", include_str!("../../../data/rooms/tower.txt")),
    ("settlement", include_str!("../../../data/rooms/settlement.txt")),
    ("house", include_str!("../../../data/rooms/house.txt")),
    ("wild", include_str!("../../../data/rooms/wild.txt")),
    ("shrine", include_str!("../../../data/rooms/shrine.txt")),
];

/// Room templates, each with a name of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Library {
    templates: Vec<Template>,
}

impl Library {
    /// The templates that are built in.
    #[must_use]
    pub fn builtin() -> &'static Self {
        static READ: OnceLock<Library> = OnceLock::new();
        READ.get_or_init(|| {
            // That every file can be read is held by a test.
            let read = FILES.iter().filter_map(|(_, text)| read(text).ok());
            Self { templates: read.flatten().collect() }
        })
    }

    /// Adds the templates of a file.
    ///
    /// # Errors
    /// The first fault of the file, or a name that is there already. Then nothing is added.
    pub fn add(&mut self, text: &str) -> Result<(), ReadError> {
        let templates = read(text)?;
        let known = |name: &str| self.templates.iter().any(|known| known.name == name);
        if let Some(twice) = templates.iter().find(|one| known(&one.name)) {
            let is =
                |line: &str| line.strip_prefix("room:").is_some_and(|n| n.trim() == twice.name);
            let line = text.lines().position(is).map_or(1, |line| line + 1);
            return Err(ReadError { line, column: 1, fault: Fault::Known(twice.name.clone()) });
        }
        self.templates.extend(templates);
        Ok(())
    }

    /// The templates, in the order of their files.
    #[must_use]
    pub fn templates(&self) -> &[Template] {
        &self.templates
    }
}
