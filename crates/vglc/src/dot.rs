//! The dialect of Graphviz in which the corpus' room graphs are written, word by word.
//!
//! Invariant: what is not of the dialect is an error with its line and column.

/// An error in a graph file, with its line and column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct DotError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The fault, and what would be right.
    pub message: String,
}

/// Walks through the text.
pub(crate) struct Reader<'a> {
    pub(crate) text: &'a str,
    /// The number of bytes that were read.
    pub(crate) at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    pub(crate) fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes `word` if it comes next, after blanks.
    pub(crate) fn took(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let there = self.rest().starts_with(word);
        if there {
            self.at += word.len();
        }
        there
    }

    fn expect(&mut self, word: &str) -> Result<(), DotError> {
        if self.took(word) {
            return Ok(());
        }
        Err(self.error(self.at, format!("{word:?} is expected, not {}", self.next_word())))
    }

    fn next_word(&self) -> String {
        match self.rest().split_whitespace().next() {
            Some(word) => format!("{:?}", word.chars().take(20).collect::<String>()),
            None => "the end of the file".to_owned(),
        }
    }

    /// `digraph {`, with or without a name; a mark of byte order is passed over.
    pub(crate) fn header(&mut self) -> Result<(), DotError> {
        self.took("\u{feff}");
        self.expect("digraph")?;
        self.skip_blanks();
        let name = self.rest().chars().take_while(|c| c.is_alphanumeric() || *c == '_');
        self.at += name.map(char::len_utf8).sum::<usize>();
        self.expect("{")
    }

    pub(crate) fn end(&mut self) -> Result<(), DotError> {
        self.skip_blanks();
        if self.rest().is_empty() {
            return Ok(());
        }
        Err(self
            .error(self.at, format!("nothing may follow the last brace, not {}", self.next_word())))
    }

    pub(crate) fn number(&mut self) -> Result<i64, DotError> {
        self.skip_blanks();
        let rest = self.rest();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number = rest.get(..digits).unwrap_or("");
        let value = number.parse().map_err(|_| {
            self.error(
                self.at,
                format!("a node number or a closing brace is expected, not {}", self.next_word()),
            )
        })?;
        self.at += digits;
        Ok(value)
    }

    /// `[label="…"]`: the text between the quotes, and where it begins.
    pub(crate) fn label(&mut self) -> Result<(&'a str, usize), DotError> {
        self.expect("[")?;
        self.expect("label")?;
        self.expect("=")?;
        self.expect("\"")?;
        let begin = self.at;
        let label = self
            .rest()
            .split_once('"')
            .map(|(label, _)| label)
            .ok_or_else(|| self.error(begin, "the label has no closing quote"))?;
        self.at += label.len() + 1;
        self.expect("]")?;
        Ok((label, begin))
    }

    pub(crate) fn error(&self, at: usize, message: impl Into<String>) -> DotError {
        let before = self.text.get(..at.min(self.text.len())).unwrap_or("");
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        DotError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: message.into(),
        }
    }
}
