//! The reply of a game to a command.
//!
//! Invariant: a line is one line, without control characters, whatever the names in a file are.

/// The outcome of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It changed something.
    Done,
    /// It told something.
    Told,
    /// It cannot be done, here or now.
    Refused,
    /// A wrong answer, a wrong step, a wrong key.
    Wrong,
    /// The command can mean several things.
    Ambiguous,
    /// The command means nothing here.
    Unknown,
    /// It changed something, and with it the game is won.
    Won,
    /// The game is to be saved; the caller does that.
    Save {
        /// The file that was named.
        file: Option<String>,
    },
    /// A saved game is to be loaded; the caller does that.
    Load {
        /// The file that was named.
        file: Option<String>,
    },
    /// The player wants to end.
    Quit,
}

/// An outcome, and what is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The outcome of the command.
    pub outcome: Outcome,
    /// The text, line by line.
    pub lines: Vec<String>,
}

impl Reply {
    /// A reply; every text may have several lines.
    pub(crate) fn new(outcome: Outcome, texts: impl IntoIterator<Item = String>) -> Self {
        let mut reply = Self { outcome, lines: Vec::new() };
        texts.into_iter().for_each(|text| reply.say(&text));
        reply
    }

    /// A reply of one text.
    pub(crate) fn of(outcome: Outcome, text: impl Into<String>) -> Self {
        Self::new(outcome, [text.into()])
    }

    /// Says something more.
    pub(crate) fn say(&mut self, text: &str) {
        self.lines.extend(text.lines().map(|line| line.replace(char::is_control, " ")));
    }

    /// All lines, each ended by a newline.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
    }
}

/// `a`, `a or b`, `a, b or c`.
pub(crate) fn list(names: &[String], word: &str) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// A text with a capital letter in front.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(char::to_uppercase).into_iter().flatten().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_line() {
        let reply = Reply::of(Outcome::Told, "one\u{1b}[31m\r\ntwo\u{7}");
        assert_eq!(reply.lines, ["one [31m", "two "]);
        assert_eq!(reply.text(), "one [31m\ntwo \n");
    }

    #[test]
    fn lists_are_words() {
        let names = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(list(&names, "or"), "a, b or c");
        assert_eq!(list(&names[..2], "and"), "a and b");
        assert_eq!(sentence("élan"), "Élan");
    }
}
