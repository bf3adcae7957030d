//! The thing that a player means: names are matched over several words, by unique prefix.
//!
//! Invariant: an exact name wins over a prefix, and a longer exact name over a shorter one.

use super::fold;

/// Something that can be meant.
#[derive(Clone, Debug)]
pub(super) struct Candidate<T> {
    /// The thing itself.
    pub(super) value: T,
    /// The name that it is listed by.
    pub(super) shown: String,
    /// The names that it goes by, folded.
    names: Vec<String>,
}

impl<T> Candidate<T> {
    /// Something that goes by the name that it is listed by, and by others.
    pub(super) fn new(value: T, shown: impl Into<String>, others: &[&str]) -> Self {
        let shown = shown.into();
        let all = [shown.as_str()].into_iter().chain(others.iter().copied());
        let names = all.map(fold::name).filter(|name| !name.is_empty()).collect();
        Self { value, shown, names }
    }

    /// The same names for something else.
    pub(super) fn map<U>(self, other: impl FnOnce(T) -> U) -> Candidate<U> {
        Candidate { value: other(self.value), shown: self.shown, names: self.names }
    }
}

/// The outcome of a look-up by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found<T> {
    /// Nothing goes by that name.
    Nothing,
    /// One thing does.
    One(T),
    /// Several do; this is how they are listed.
    Several(Vec<String>),
}

/// The rule by which a name is compared with what is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    Exact,
    Prefix,
    /// Every word is one of the name's, and one of them says something.
    Words,
}

impl Rule {
    fn fits(self, typed: &str, name: &str) -> bool {
        match self {
            Self::Exact => name == typed,
            // An article alone names nothing.
            Self::Prefix => name.starts_with(typed) && !fold::is_article(typed),
            Self::Words => {
                let is_told = |word: &str| name.split(' ').any(|known| known == word);
                typed.split(' ').all(is_told) && typed.split(' ').any(says_something)
            }
        }
    }
}

/// True if a word of a name is more than a link between others.
fn says_something(word: &str) -> bool {
    const LINKS: [&str; 11] =
        ["the", "and", "with", "from", "under", "that", "way", "exit", "room", "over", "for"];
    word.chars().count() > 2 && !LINKS.contains(&word)
}

fn by<T: Copy>(rule: Rule, typed: &str, candidates: &[Candidate<T>]) -> Found<T> {
    let typed = fold::name(typed);
    if typed.is_empty() {
        return Found::Nothing;
    }
    let fitting: Vec<&Candidate<T>> = candidates
        .iter()
        .filter(|candidate| candidate.names.iter().any(|name| rule.fits(&typed, name)))
        .collect();
    match fitting[..] {
        [] => Found::Nothing,
        [one] => Found::One(one.value),
        _ => Found::Several(fitting.into_iter().map(|one| one.shown.clone()).collect()),
    }
}

/// The thing that goes by exactly this name.
pub(super) fn exact<T: Copy>(typed: &str, candidates: &[Candidate<T>]) -> Found<T> {
    by(Rule::Exact, typed, candidates)
}

/// The thing that goes by this name, or by one that begins so.
pub(super) fn whole<T: Copy>(typed: &str, candidates: &[Candidate<T>]) -> Found<T> {
    match by(Rule::Exact, typed, candidates) {
        Found::Nothing => by(Rule::Prefix, typed, candidates),
        found => found,
    }
}

/// The thing that goes by this name, by one that begins so, or by one that has all its words.
pub(super) fn worded<T: Copy>(typed: &str, candidates: &[Candidate<T>]) -> Found<T> {
    match whole(typed, candidates) {
        Found::Nothing => by(Rule::Words, typed, candidates),
        found => found,
    }
}

/// The thing that the first words name, and the words after them; the longest name is taken.
pub(super) fn leading<T: Copy>(typed: &str, candidates: &[Candidate<T>]) -> (Found<T>, String) {
    let words: Vec<&str> = typed.split_whitespace().collect();
    let names = candidates.iter().flat_map(|candidate| &candidate.names);
    // One more than the name has, for an article.
    let most = names.map(|name| name.split(' ').count() + 1).max().unwrap_or(0).min(words.len());
    for rule in [Rule::Exact, Rule::Prefix] {
        for length in (1..=most).rev() {
            let (first, rest) = words.split_at(length);
            match by(rule, &first.join(" "), candidates) {
                Found::Nothing => {}
                found => return (found, rest.join(" ")),
            }
        }
    }
    (Found::Nothing, words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates() -> Vec<Candidate<u8>> {
        let names = ["The Bronze Face", "Bronze Face of Night", "Iron Key", "Irongate", "Iron"];
        (0..).zip(names).map(|(i, name)| Candidate::new(i, name, &[&format!("p{i}")])).collect()
    }

    #[test]
    fn an_exact_name_wins_over_a_prefix() {
        let check = |typed: &str, expect: Found<u8>| {
            assert_eq!(whole(typed, &candidates()), expect, "{typed}");
        };
        check("the BRONZE face", Found::One(0));
        check("bronze face", Found::One(0));
        check("bronze face o", Found::One(1));
        check("iron", Found::One(4));
        check("P3", Found::One(3));
        check("a", Found::Nothing);
        check("", Found::Nothing);
        check("copper", Found::Nothing);
        let irons = ["Iron Key", "Irongate", "Iron"].map(str::to_owned).to_vec();
        check("ir", Found::Several(irons));
    }

    #[test]
    fn a_name_is_known_by_words_from_its_middle_and_its_end() {
        let check = |typed: &str, expect: Found<u8>| {
            assert_eq!(worded(typed, &candidates()), expect, "{typed}");
        };
        check("night", Found::One(1));
        check("face of night", Found::One(1));
        check("key", Found::One(2));
        check("of", Found::Nothing);
        check("gate", Found::Nothing);
        check("iron", Found::One(4));
        let faces = ["The Bronze Face", "Bronze Face of Night"].map(str::to_owned).to_vec();
        check("face", Found::Several(faces));
    }

    #[test]
    fn the_longest_name_is_taken() {
        let check = |typed: &str, expect: Found<u8>, rest: &str| {
            assert_eq!(leading(typed, &candidates()), (expect, rest.to_owned()), "{typed}");
        };
        check("the bronze face a river", Found::One(0), "a river");
        check("bronze face of night  a  river", Found::One(1), "a river");
        check("bronze face of the wind", Found::One(0), "of the wind");
        check("iron key", Found::One(2), "");
        check("irong red", Found::One(3), "red");
        check("a river", Found::Nothing, "a river");
    }
}
