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
