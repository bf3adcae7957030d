//! Commands of any game: a line taken apart, and the replies where it is not understood.

use super::fold;
use super::names::{Candidate, Found, whole};
use super::reply::{Outcome, Reply, list, sentence};
use super::table::{Deed, Table, Verb};

/// Something that was understood, or the reply that stops understanding: so that `?` can be used.
pub(crate) type Understood<T> = Result<T, Reply>;

/// The meaning of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Meaning<A> {
    /// Something to be done.
    Do(A),
    /// The last action is to be taken back.
    Undo,
    /// Something to be said, and no more.
    Say(Reply),
}

impl<A> Meaning<A> {
    /// Lines that are told.
    pub(crate) fn told(lines: Vec<String>) -> Self {
        Self::Say(Reply::new(Outcome::Told, lines))
    }
}

/// The meaning of a line; `obey` has that of a verb about the things around the player, with the words after it.
pub(crate) fn meaning<A, V: Copy>(
    table: &Table<V>,
    line: &str,
    obey: impl FnOnce(Deed<V>, &str) -> Understood<Meaning<A>>,
) -> Meaning<A> {
    let understood = read(table, line).and_then(|(verb, rest)| {
        let file = (!rest.is_empty()).then(|| rest.to_owned());
        let outcome = |outcome| Ok(Meaning::Say(Reply::new(outcome, [])));
        match verb {
            Verb::Here(deed) => obey(deed, rest),
            Verb::Help => Ok(Meaning::told(table.help())),
            Verb::Undo => Ok(Meaning::Undo),
            Verb::Save => outcome(Outcome::Save { file }),
            Verb::Load => outcome(Outcome::Load { file }),
            Verb::Quit => outcome(Outcome::Quit),
        }
    });
    understood.unwrap_or_else(Meaning::Say)
}

/// The verb of a line, and the words after it.
fn read<'l, V: Copy>(table: &Table<V>, line: &'l str) -> Understood<(Verb<V>, &'l str)> {
    let line = line.trim();
    if line.is_empty() {
        return Err(Reply::new(Outcome::Told, []));
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match table.verb(word) {
        Found::One(verb) => Ok((verb, rest.trim())),
        Found::Several(names) => Err(which(word, &names)),
        Found::Nothing => {
            let text = format!("I do not know {word:?}. Known are {}.", table.known());
            Err(Reply::of(Outcome::Unknown, text))
        }
    }
}

/// A text without one of some words in front.
pub(crate) fn without<'t>(text: &'t str, words: &[&str]) -> &'t str {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if words.contains(&fold::name(first).as_str()) { rest.trim() } else { text }
}

/// The words before the name of a key.
const WITH: [&str; 2] = ["with", "using"];

/// True if a text is about a key.
pub(crate) fn is_key(text: &str) -> bool {
    !text.is_empty() && without(text, &WITH) != text
}

/// A text about a key without the words before its name.
pub(crate) fn key(text: &str) -> &str {
    without(text, &WITH)
}

/// The reply to what cannot be done.
pub(crate) fn refuse<T>(text: impl Into<String>) -> Understood<T> {
    Err(Reply::of(Outcome::Refused, text))
}

/// The reply to a name that several things go by.
pub(crate) fn which(typed: &str, names: &[String]) -> Reply {
    Reply::of(Outcome::Ambiguous, format!("{typed:?} can mean {}.", list(names, "or")))
}

/// The reply to a name that nothing here goes by; `names` are those of what the verb is for.
pub(crate) fn unknown(verb: &str, typed: &str, names: &[String]) -> Reply {
    let text = match names {
        [] => format!("There is no {typed:?} here, and nothing to {verb}."),
        names => {
            format!("There is no {typed:?} here. You can {verb}: {}.", list(names, "and"))
        }
    };
    Reply::of(Outcome::Unknown, text)
}

/// The names that candidates are listed by.
pub(crate) fn shown<T>(candidates: &[Candidate<T>]) -> Vec<String> {
    candidates.iter().map(|candidate| candidate.shown.clone()).collect()
}

/// The candidate that is meant; with nothing typed, the only one. `other` is the reply to a name of something else.
pub(crate) fn choose<T: Copy>(
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
pub(crate) fn carried<T: Copy>(typed: &str, held: &[Candidate<T>]) -> Understood<T> {
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
