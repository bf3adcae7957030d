//! Curation of short words: the words of up to three letters of a list that are kept.
//!
//! Lists for spell checkers hold names of letters, symbols and abbreviations among their shortest words, and
//! those words are played more than any others. A data file of each alphabet, `data/short/*.txt`, written for
//! this project, says what is kept: a word needs a vowel or to be allowed, must not be denied, and where
//! words of its length are listed (`only`) must be among them. Invariant: longer words are always kept.

use super::words::Packed;
use crate::alphabet::Alphabet;
use std::collections::HashSet;

/// The most letters of a word that is looked at.
pub(super) const SHORT: usize = 3;

/// The curation of an alphabet: the short words that are kept.
pub(super) struct Curation {
    vowels: u32,
    /// By length, the words that are kept; empty where nothing is listed.
    only: [HashSet<Packed>; SHORT + 1],
    allowed: HashSet<Packed>,
    denied: HashSet<Packed>,
}

impl Curation {
    /// The curation of an alphabet.
    pub(super) fn of(alphabet: &Alphabet) -> Self {
        Self::read(text(alphabet), alphabet)
    }

    fn read(text: &str, alphabet: &Alphabet) -> Self {
        let mut curation = Self {
            vowels: 0,
            only: Default::default(),
            allowed: HashSet::new(),
            denied: HashSet::new(),
        };
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let kept = match words.next() {
                Some("vowels") => {
                    let letters = words.flat_map(str::chars).filter_map(|c| alphabet.letter(c));
                    curation.vowels |= letters.fold(0, |set, letter| set | letter.bit());
                    continue;
                }
                Some("only") => {
                    let length = words.next().and_then(|n| n.parse::<usize>().ok());
                    length.and_then(|length| curation.only.get_mut(length))
                }
                Some("allow") => Some(&mut curation.allowed),
                Some("deny") => Some(&mut curation.denied),
                _ => None,
            };
            if let Some(kept) = kept {
                kept.extend(words.filter_map(|word| Packed::read(word.chars(), alphabet).ok()));
            }
        }
        curation
    }

    /// True if a word is kept.
    pub(super) fn keeps(&self, word: Packed) -> bool {
        let Some(only) = self.only.get(word.len()) else { return true };
        let listed = only.is_empty() || only.contains(&word);
        let spoken = word.letters().any(|letter| self.vowels & letter.bit() != 0);
        listed && !self.denied.contains(&word) && (spoken || self.allowed.contains(&word))
    }
}

/// The data file of an alphabet.
fn text(alphabet: &Alphabet) -> &'static str {
    match alphabet.name() {
        "is" => include_str!("../../data/short/is.txt"),
        "pl" => include_str!("../../data/short/pl.txt"),
        "no" => include_str!("../../data/short/no.txt"),
        _ => include_str!("../../data/short/en.txt"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every word of the files is one that could be played, has at most three letters and stands once.
    #[test]
    fn the_data_files_hold_nothing_else() {
        for name in ["en", "is", "pl", "no"] {
            let alphabet = Alphabet::named(name).unwrap();
            let curation = Curation::of(alphabet);
            assert!(curation.vowels.count_ones() >= 6, "{name}");
            let mut met = HashSet::new();
            for line in text(alphabet).lines() {
                let words = match line.split_once(' ') {
                    Some(("#", _) | ("vowels", _)) => continue,
                    Some(("only", words)) => words.strip_prefix("2 ").unwrap(),
                    Some(("allow" | "deny", words)) => words,
                    _ => panic!("{name}: {line}"),
                };
                for word in words.split(' ') {
                    let packed = Packed::read(word.chars(), alphabet).unwrap();
                    assert!(packed.len() <= SHORT, "{word}");
                    assert!(met.insert(packed), "{name}: {word} stands twice");
                }
            }
        }
    }

    #[test]
    fn junk_is_left_out() {
        let check = |name: &str, kept: &str, left_out: &str| {
            let alphabet = Alphabet::named(name).unwrap();
            let curation = Curation::of(alphabet);
            let keeps = |word: &str| curation.keeps(Packed::read(word.chars(), alphabet).unwrap());
            assert_eq!(kept.split(' ').find(|word| !keeps(word)), None);
            assert_eq!(left_out.split(' ').find(|word| keeps(word)), None);
        };
        check("en", "at qi za by hmm nth cat rhythms tsks", "bs cs fs js esc los");
        check("pl", "do że źle brr kot", "bs cm kg itd");
    }
}
