//! The reply of a game to a command, and the replies where a name is not understood.
//!
//! Invariant: a line is one line, without control characters, whatever the names in a file are.

use super::fold;
use super::names::{Candidate, Found, whole};

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
    pub(super) fn new(outcome: Outcome, texts: impl IntoIterator<Item = String>) -> Self {
        let mut reply = Self { outcome, lines: Vec::new() };
        texts.into_iter().for_each(|text| reply.say(&text));
        reply
    }

    /// A reply of one text.
    pub(super) fn of(outcome: Outcome, text: impl Into<String>) -> Self {
        Self::new(outcome, [text.into()])
    }

    /// Says something more.
    pub(super) fn say(&mut self, text: &str) {
        self.lines.extend(text.lines().map(|line| line.replace(char::is_control, " ")));
    }

    /// All lines, each ended by a newline.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
    }
}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn list(names: &[String], word: &str) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// Names, each once, and how often it is there.
pub(super) fn counted(names: &[String]) -> Vec<(&str, usize)> {
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for name in names {
        match counted.iter_mut().find(|(known, _)| known == name) {
            Some((_, number)) => *number += 1,
            None => counted.push((name, 1)),
        }
    }
    counted
}

/// A text with a capital letter in front.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(char::to_uppercase).into_iter().flatten().chain(letters).collect()
}

/// Something that was understood, or the reply that stops understanding: so that `?` can be used.
pub(super) type Understood<T> = Result<T, Reply>;

/// A text without one of some words in front.
pub(super) fn without<'t>(text: &'t str, words: &[&str]) -> &'t str {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if words.contains(&fold::name(first).as_str()) { rest.trim() } else { text }
}

/// The words before the name of a key.
const WITH: [&str; 2] = ["with", "using"];

/// True if a text is about a key.
pub(super) fn is_key(text: &str) -> bool {
    !text.is_empty() && without(text, &WITH) != text
}

/// A text about a key without the words before its name.
pub(super) fn key(text: &str) -> &str {
    without(text, &WITH)
}

/// The reply to what cannot be done.
pub(super) fn refuse<T>(text: impl Into<String>) -> Understood<T> {
    Err(Reply::of(Outcome::Refused, text))
}

/// The reply to a name that several things go by.
pub(super) fn which(typed: &str, names: &[String]) -> Reply {
    Reply::of(Outcome::Ambiguous, format!("{typed:?} can mean {}.", list(names, "or")))
}

/// The reply to a name that nothing here goes by; `names` are those of what the verb is for.
pub(super) fn unknown(verb: &str, typed: &str, names: &[String]) -> Reply {
    let text = match names {
        [] => format!("There is no {typed:?} here, and nothing to {verb}."),
        names => {
            format!("There is no {typed:?} here. You can {verb}: {}.", list(names, "and"))
        }
    };
    Reply::of(Outcome::Unknown, text)
}

/// The names that candidates are listed by.
pub(super) fn shown<T>(candidates: &[Candidate<T>]) -> Vec<String> {
    candidates.iter().map(|candidate| candidate.shown.clone()).collect()
}

/// The candidate that is meant; with nothing typed, the only one. `other` is the reply to a name of something else.
pub(super) fn choose<T: Copy>(
    verb: &str,
    typed: &str,
    candidates: &[Candidate<T>],
    other: impl FnOnce(&[String]) -> Reply,
) -> Understood<T> {
    if typed.is_empty() {
        return match candidates {
            [] => refuse(format!("There is nothing here to {verb}.")),
            [one] => Ok(one.value),
            many => {
                let names = list(&shown(many), "or");
                Err(Reply::of(Outcome::Ambiguous, format!("{} what: {names}?", sentence(verb))))
            }
        };
    }
    match whole(typed, candidates) {
        Found::One(value) => Ok(value),
        Found::Several(names) => Err(which(typed, &names)),
        Found::Nothing => Err(other(&shown(candidates))),
    }
}

/// The thing in hand that goes by a name.
pub(super) fn carried<T: Copy>(typed: &str, held: &[Candidate<T>]) -> Understood<T> {
    match whole(typed, held) {
        Found::One(thing) => Ok(thing),
        Found::Several(names) => Err(which(typed, &names)),
        Found::Nothing => {
            let names = list(&shown(held), "and");
            let text = format!("You carry no {typed:?}. You carry {names}.");
            Err(Reply::of(Outcome::Unknown, text))
        }
    }
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
