//! A position in a text, for the readers of Graphviz and Mermaid.

use level::formats::json::{ReadError, at};

/// A cursor on a text.
pub(super) struct Cursor<'a> {
    text: &'a str,
    /// The number of bytes read.
    at: usize,
}

impl<'a> Cursor<'a> {
    /// The beginning of a text, after its byte order mark.
    pub(super) fn of(text: &'a str) -> Self {
        let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, at: mark }
    }

    /// The number of bytes read.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn back_to(&mut self, at: usize) {
        self.at = at;
    }

    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    pub(super) fn is_next(&self, word: &str) -> bool {
        self.rest().starts_with(word)
    }

    /// Consumes `word` if it comes next.
    pub(super) fn took(&mut self, word: &str) -> bool {
        let is_next = self.is_next(word);
        if is_next {
            self.at += word.len();
        }
        is_next
    }

    /// Skips spaces and ends of lines.
    pub(super) fn spaces(&mut self) {
        self.word(0, char::is_whitespace);
    }

    /// Consumes and returns the next letters for which `is_of` is true, after `first` bytes of any kind.
    pub(super) fn word(&mut self, first: usize, is_of: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let tail = rest.get(first..).unwrap_or("").trim_start_matches(is_of);
        let word = rest.get(..rest.len() - tail.len()).unwrap_or("");
        self.at += word.len();
        word
    }

    /// Consumes and returns one letter.
    pub(super) fn letter(&mut self) -> Option<char> {
        let letter = self.rest().chars().next()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    /// Consumes everything through the next `end`; returns what comes before it, or everything if there is none.
    pub(super) fn through(&mut self, end: &str) -> &'a str {
        let rest = self.rest();
        let (before, after) = rest.split_once(end).unwrap_or((rest, ""));
        self.at += rest.len() - after.len();
        before
    }

    /// True if nothing but spaces stands before the cursor on its line.
    pub(super) fn starts_line(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or("");
        before
            .trim_end_matches([' ', '\t'])
            .chars()
            .next_back()
            .is_none_or(|c| c == '\n' || c == '\u{feff}')
    }

    /// An error at a position in bytes.
    pub(super) fn error(&self, place: usize, message: impl Into<String>) -> ReadError {
        let before = self.text.get(..place.min(self.text.len())).unwrap_or("");
        let line = before.rsplit('\n').next().unwrap_or("");
        at(before.matches('\n').count(), line.chars().count(), message)
    }

    /// The error of an unexpected text.
    pub(super) fn expected(&self, wanted: &str) -> ReadError {
        let found = match self.rest().split_whitespace().next() {
            Some(word) => format!("{:?}", word.chars().take(20).collect::<String>()),
            None => "the end of the file".to_owned(),
        };
        self.error(self.at, format!("expected {wanted}, found {found}"))
    }
}

/// A text with its XML entities replaced; unknown ones are kept.
pub(super) fn unescaped(text: &str) -> String {
    let known = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&nbsp;", " "), ("#quot;", "\"")];
    let text =
        known.iter().fold(text.to_owned(), |text, (entity, letter)| text.replace(entity, letter));
    text.replace("&amp;", "&")
}
