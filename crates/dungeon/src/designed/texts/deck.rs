//! Phrases that are dealt like cards: none comes again before all others came.

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

    /// The next phrase; an empty one of an empty deck.
    pub(super) fn next(&mut self, stream: &mut Stream) -> &'a str {
        self.deal(stream).map_or("", |(phrase, _)| phrase)
    }
}
