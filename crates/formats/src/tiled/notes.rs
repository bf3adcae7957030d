//! Notes for the author of a map.

/// The most notes about objects that are passed over.
const MOST: usize = 20;

/// What is told of a map beside its level.
#[derive(Default)]
pub(super) struct Notes {
    said: Vec<String>,
    /// The number of objects that are passed over.
    passed: usize,
}

impl Notes {
    /// Adds a note.
    pub(super) fn add(&mut self, note: String) {
        self.said.push(note);
    }

    /// Adds a note on an object that is passed over: the first few, and the number of further ones.
    pub(super) fn passed(&mut self, note: impl FnOnce() -> String) {
        self.passed += 1;
        if self.passed <= MOST {
            self.said.push(note());
        }
    }

    /// All notes.
    pub(super) fn list(self) -> Vec<String> {
        let mut notes = self.said;
        match self.passed.saturating_sub(MOST) {
            0 => {}
            1 => notes.push("1 more object is passed over".to_owned()),
            more => notes.push(format!("{more} more objects are passed over")),
        }
        notes
    }
}
