//! Phrases that are dealt like cards, none again before all others came, and what goes into their slots, such as
//! `{key}`.

use search::Stream;

/// Phrases that are dealt.
#[derive(Clone, Debug, Default)]
pub(super) struct Deck<'a> {
    phrases: Vec<&'a str>,
    dealt: usize,
}

impl<'a> Deck<'a> {
    /// A deck of phrases.
    pub(super) fn of(phrases: impl IntoIterator<Item = &'a String>) -> Self {
        Self { phrases: phrases.into_iter().map(String::as_str).collect(), dealt: 0 }
    }

    /// Number of phrases.
    pub(super) fn len(&self) -> usize {
        self.phrases.len()
    }

    /// The next phrase, and the number of times that it came before; none of an empty deck.
    pub(super) fn deal(&mut self, stream: &mut Stream) -> Option<(&'a str, usize)> {
        let count = self.phrases.len().max(1);
        let (round, at) = (self.dealt / count, self.dealt % count);
        if at == 0 {
            stream.shuffle(&mut self.phrases);
        }
        self.dealt += 1;
        self.phrases.get(at).map(|phrase| (*phrase, round))
    }

    /// The next phrase that fits of those that are left in the round, or else any that fits, or else the next one; an
    /// empty one of an empty deck.
    pub(super) fn deal_fitting(
        &mut self,
        stream: &mut Stream,
        fits: impl Fn(&str) -> bool,
    ) -> &'a str {
        let count = self.phrases.len().max(1);
        if self.dealt.is_multiple_of(count) {
            stream.shuffle(&mut self.phrases);
        }
        let at = self.dealt % count;
        let left = self.phrases.get(at..).unwrap_or_default();
        if let Some(found) = left.iter().position(|phrase| fits(phrase)) {
            self.phrases.swap(at, at + found);
        } else if let Some(other) = self.phrases.iter().find(|phrase| fits(phrase)) {
            // It comes once more than others, and none is passed over.
            return other;
        }
        self.dealt += 1;
        self.phrases.get(at).copied().unwrap_or("")
    }

    /// The next phrase; an empty one of an empty deck.
    pub(super) fn next(&mut self, stream: &mut Stream) -> &'a str {
        self.deal(stream).map_or("", |(phrase, _)| phrase)
    }
}

/// The words that go into the slots of a phrase.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots(Vec<(&'static str, String)>);

impl Slots {
    /// Adds what goes into a slot, if there is anything.
    pub(super) fn with(mut self, slot: &'static str, text: Option<impl Into<String>>) -> Self {
        self.0.extend(text.map(|text| (slot, text.into())));
        self
    }

    fn of(&self, slot: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| *name == slot).map(|(_, text)| text.as_str())
    }

    /// A phrase with its slots filled; none where nothing goes into one of them.
    pub(super) fn fill(&self, phrase: &str) -> Option<String> {
        let mut filled = String::new();
        let mut rest = phrase;
        while let Some((before, after)) = rest.split_once('{') {
            let (slot, behind) = after.split_once('}')?;
            filled.push_str(before);
            filled.push_str(self.of(slot)?);
            rest = behind;
        }
        filled.push_str(rest);
        Some(filled)
    }
}

/// A phrase with a capital.
pub(super) fn capital(phrase: &str) -> String {
    let mut letters = phrase.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A list in words: `a, b and c`.
pub(super) fn list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} and {last}", some.join(", ")),
    }
}

/// A number in words, up to twelve.
pub(super) fn number(n: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_filled_whole_or_not_at_all() {
        let slots = Slots::default().with("key", Some("the cook's key")).with("foe", None::<&str>);
        assert_eq!(slots.fill("{key} is here.").unwrap(), "the cook's key is here.");
        assert_eq!(slots.fill("Here is {key}.").unwrap(), "Here is the cook's key.");
        assert_eq!(slots.fill("Here is {foe}."), None);
        assert_eq!(slots.fill("Here is {key."), None);
        assert_eq!(slots.fill("Nothing.").unwrap(), "Nothing.");
    }

    #[test]
    fn lists_numbers_and_capitals_are_words() {
        let parts = ["a cup", "a ring", "a bell"].map(str::to_owned);
        assert_eq!(list(&parts), "a cup, a ring and a bell");
        assert_eq!(list(&parts[..1]), "a cup");
        assert_eq!((number(2), number(40)), ("two".to_owned(), "40".to_owned()));
        assert_eq!((capital("öl"), capital("")), ("Öl".to_owned(), String::new()));
    }
}
