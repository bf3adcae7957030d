//! Replies to commands, and the matching of typed names: by whole names of several words, or by a unique prefix.
//!
//! Invariant: an exact name wins over a prefix, and a longer exact name over a shorter one.
//!
//! Invariant: a line of a reply is one line without control characters, whatever names a file holds.

use super::normalise;

/// The outcome of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The state changed.
    Done,
    /// Information was printed.
    Told,
    /// The action is not possible here and now.
    Refused,
    /// A wrong answer, a wrong step, a wrong key.
    Wrong,
    /// The command can mean several things.
    Ambiguous,
    /// The command means nothing here.
    Unknown,
    /// The state changed, and the game is now won.
    Won,
    /// The caller is to save the game.
    Save {
        /// The file name that was typed.
        file: Option<String>,
    },
    /// The caller is to load a saved game.
    Load {
        /// The file name that was typed.
        file: Option<String>,
    },
    /// The caller is to end the game.
    Quit,
}

/// The outcome of a command, and the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The outcome of the command.
    pub outcome: Outcome,
    /// The text, line by line.
    pub lines: Vec<String>,
}

impl Reply {
    /// A reply of several texts, each of one or more lines.
    pub(super) fn new(outcome: Outcome, texts: impl IntoIterator<Item = String>) -> Self {
        let mut reply = Self { outcome, lines: Vec::new() };
        texts.into_iter().for_each(|text| reply.say(&text));
        reply
    }

    /// A reply of one text.
    pub(super) fn of(outcome: Outcome, text: impl Into<String>) -> Self {
        Self::new(outcome, [text.into()])
    }

    /// Adds a text.
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

/// Each distinct name with its number of occurrences.
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

/// A value that was understood, or the reply that ends the command; a `Result`, for the operator `?`.
pub(super) type Understood<T> = Result<T, Reply>;

/// A text without its first word, if that is one of `words`.
pub(super) fn without<'t>(text: &'t str, words: &[&str]) -> &'t str {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if words.contains(&normalise::name(first).as_str()) { rest.trim() } else { text }
}

/// The words before the name of a key.
const WITH: [&str; 2] = ["with", "using"];

/// True if a text begins with such a word.
pub(super) fn is_key(text: &str) -> bool {
    !text.is_empty() && without(text, &WITH) != text
}

/// A text without such a word in front.
pub(super) fn key(text: &str) -> &str {
    without(text, &WITH)
}

/// The reply to an action that is not possible.
pub(super) fn refuse<T>(text: impl Into<String>) -> Understood<T> {
    Err(Reply::of(Outcome::Refused, text))
}

/// The reply to a name that matches several things.
pub(super) fn which(typed: &str, names: &[String]) -> Reply {
    Reply::of(Outcome::Ambiguous, format!("{typed:?} can mean {}.", list(names, "or")))
}

/// The reply to a name that matches nothing here; `names` are the things that the verb applies to.
pub(super) fn unknown(verb: &str, typed: &str, names: &[String]) -> Reply {
    let text = match names {
        [] => format!("There is no {typed:?} here, and nothing to {verb}."),
        names => {
            format!("There is no {typed:?} here. You can {verb}: {}.", list(names, "and"))
        }
    };
    Reply::of(Outcome::Unknown, text)
}

/// The names by which candidates are listed.
pub(super) fn shown<T>(candidates: &[Candidate<T>]) -> Vec<String> {
    candidates.iter().map(|candidate| candidate.shown.clone()).collect()
}

/// The candidate with the typed name; the only candidate if nothing is typed. `other` gives the reply if no candidate
/// matches.
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
        Match::One(value) => Ok(value),
        Match::Several(names) => Err(which(typed, &names)),
        Match::Nothing => Err(other(&shown(candidates))),
    }
}

/// The carried thing with a name.
pub(super) fn carried<T: Copy>(typed: &str, held: &[Candidate<T>]) -> Understood<T> {
    match whole(typed, held) {
        Match::One(thing) => Ok(thing),
        Match::Several(names) => Err(which(typed, &names)),
        Match::Nothing => {
            let names = list(&shown(held), "and");
            let text = format!("You carry no {typed:?}. You carry {names}.");
            Err(Reply::of(Outcome::Unknown, text))
        }
    }
}

/// A thing that a name can refer to.
#[derive(Clone, Debug)]
pub(super) struct Candidate<T> {
    /// The thing itself.
    pub(super) value: T,
    /// The name in lists.
    pub(super) shown: String,
    /// All its names, in normal form.
    names: Vec<String>,
}

impl<T> Candidate<T> {
    /// A candidate with the name used in lists and other names.
    pub(super) fn new(value: T, shown: impl Into<String>, others: &[&str]) -> Self {
        let shown = shown.into();
        let all = [shown.as_str()].into_iter().chain(others.iter().copied());
        let names = all.map(normalise::name).filter(|name| !name.is_empty()).collect();
        Self { value, shown, names }
    }

    /// The same names for another value.
    pub(super) fn map<U>(self, other: impl FnOnce(T) -> U) -> Candidate<U> {
        Candidate { value: other(self.value), shown: self.shown, names: self.names }
    }
}

/// The result of a look-up by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Match<T> {
    /// No candidate matches.
    Nothing,
    /// One candidate matches.
    One(T),
    /// Several match; their names in lists.
    Several(Vec<String>),
}

/// The rule for comparing a name with the typed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    Exact,
    Prefix,
    /// Every typed word is a word of the name, and at least one is significant.
    Words,
}

impl Rule {
    fn fits(self, typed: &str, name: &str) -> bool {
        match self {
            Self::Exact => name == typed,
            // An article alone matches no name.
            Self::Prefix => name.starts_with(typed) && !normalise::is_article(typed),
            Self::Words => {
                let is_known = |word: &str| name.split(' ').any(|known| known == word);
                typed.split(' ').all(is_known) && typed.split(' ').any(says_something)
            }
        }
    }
}

/// True if a word is significant: longer than two letters, and not one of a list of common words.
fn says_something(word: &str) -> bool {
    const LINKS: [&str; 11] =
        ["the", "and", "with", "from", "under", "that", "way", "exit", "room", "over", "for"];
    word.chars().count() > 2 && !LINKS.contains(&word)
}

fn by<T: Copy>(rule: Rule, typed: &str, candidates: &[Candidate<T>]) -> Match<T> {
    let typed = normalise::name(typed);
    if typed.is_empty() {
        return Match::Nothing;
    }
    let fitting: Vec<&Candidate<T>> = candidates
        .iter()
        .filter(|candidate| candidate.names.iter().any(|name| rule.fits(&typed, name)))
        .collect();
    match fitting[..] {
        [] => Match::Nothing,
        [one] => Match::One(one.value),
        _ => Match::Several(fitting.into_iter().map(|one| one.shown.clone()).collect()),
    }
}

/// The candidate with exactly this name.
pub(super) fn exact<T: Copy>(typed: &str, candidates: &[Candidate<T>]) -> Match<T> {
    by(Rule::Exact, typed, candidates)
}

/// The candidate with this name, or with this prefix.
pub(super) fn whole<T: Copy>(typed: &str, candidates: &[Candidate<T>]) -> Match<T> {
    match by(Rule::Exact, typed, candidates) {
        Match::Nothing => by(Rule::Prefix, typed, candidates),
        found => found,
    }
}

/// The candidate with this name, with this prefix, or with all these words.
pub(super) fn worded<T: Copy>(typed: &str, candidates: &[Candidate<T>]) -> Match<T> {
    match whole(typed, candidates) {
        Match::Nothing => by(Rule::Words, typed, candidates),
        found => found,
    }
}

/// The candidate that the first words name, and the rest of the words; the longest match wins.
pub(super) fn leading<T: Copy>(typed: &str, candidates: &[Candidate<T>]) -> (Match<T>, String) {
    let words: Vec<&str> = typed.split_whitespace().collect();
    let names = candidates.iter().flat_map(|candidate| &candidate.names);
    // One word more than the longest name, for an article.
    let most = names.map(|name| name.split(' ').count() + 1).max().unwrap_or(0).min(words.len());
    for rule in [Rule::Exact, Rule::Prefix] {
        for length in (1..=most).rev() {
            let (first, rest) = words.split_at(length);
            match by(rule, &first.join(" "), candidates) {
                Match::Nothing => {}
                found => return (found, rest.join(" ")),
            }
        }
    }
    (Match::Nothing, words.join(" "))
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

    fn candidates() -> Vec<Candidate<u8>> {
        let names = ["The Bronze Face", "Bronze Face of Night", "Iron Key", "Irongate", "Iron"];
        (0..).zip(names).map(|(i, name)| Candidate::new(i, name, &[&format!("p{i}")])).collect()
    }

    #[test]
    fn an_exact_name_wins_over_a_prefix() {
        let check = |typed: &str, expect: Match<u8>| {
            assert_eq!(whole(typed, &candidates()), expect, "{typed}");
        };
        check("the BRONZE face", Match::One(0));
        check("bronze face", Match::One(0));
        check("bronze face o", Match::One(1));
        check("iron", Match::One(4));
        check("P3", Match::One(3));
        check("a", Match::Nothing);
        check("", Match::Nothing);
        check("copper", Match::Nothing);
        let irons = ["Iron Key", "Irongate", "Iron"].map(str::to_owned).to_vec();
        check("ir", Match::Several(irons));
    }

    #[test]
    fn a_name_is_known_by_words_from_its_middle_and_its_end() {
        let check = |typed: &str, expect: Match<u8>| {
            assert_eq!(worded(typed, &candidates()), expect, "{typed}");
        };
        check("night", Match::One(1));
        check("face of night", Match::One(1));
        check("key", Match::One(2));
        check("of", Match::Nothing);
        check("gate", Match::Nothing);
        check("iron", Match::One(4));
        let faces = ["The Bronze Face", "Bronze Face of Night"].map(str::to_owned).to_vec();
        check("face", Match::Several(faces));
    }

    #[test]
    fn the_longest_name_is_taken() {
        let check = |typed: &str, expect: Match<u8>, rest: &str| {
            assert_eq!(leading(typed, &candidates()), (expect, rest.to_owned()), "{typed}");
        };
        check("the bronze face a river", Match::One(0), "a river");
        check("bronze face of night  a  river", Match::One(1), "a river");
        check("bronze face of the wind", Match::One(0), "of the wind");
        check("iron key", Match::One(2), "");
        check("irong red", Match::One(3), "red");
        check("a river", Match::Nothing, "a river");
    }
}
