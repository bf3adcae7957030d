//! Scenery: the text of a room names it and no rule knows it; it can be looked at, and no more.

use super::here::Here;
use super::tell;
use crate::designed::texts::glanced;
use crate::puzzle::play::fold;

/// Words for what every room has.
const COMMON: [&str; 12] = [
    "wall", "floor", "ceiling", "roof", "ground", "room", "air", "light", "dust", "corner", "way",
    "place",
];

/// Words that name nothing.
const SMALL: [&str; 24] = [
    "the", "and", "that", "this", "here", "there", "with", "from", "has", "have", "for", "not",
    "but", "you", "your", "are", "was", "were", "one", "all", "its", "out", "who", "been",
];

/// The sentence of the room's text in which something is named; that of a wall or a floor says that there is no more.
pub(super) fn sentence(here: Here<'_>, typed: &str) -> Option<String> {
    let word = noun(typed)?;
    let texts = tell::text(here);
    let sentences = texts.iter().flat_map(|text| text.split_inclusive(". "));
    let named = sentences.map(str::trim).find(|sentence| {
        let words = fold::name(sentence);
        words.split(' ').any(|known| single(known) == word)
    });
    let common =
        || COMMON.contains(&word.as_str()).then(|| "You see nothing of note about it.".to_owned());
    let at = here.scene.salt() + here.state.room + count(&word);
    named.map(|sentence| glanced(sentence, at).unwrap_or_default()).or_else(common)
}

/// A number of a word, by which what is said of it differs from what is said of others.
pub(super) fn count(word: &str) -> usize {
    word.bytes().map(usize::from).sum()
}

/// The last word of a name, by which scenery is known.
fn noun(typed: &str) -> Option<String> {
    let typed = fold::name(typed);
    let word = typed.rsplit(' ').next().filter(|word| word.chars().count() > 2)?;
    (!SMALL.contains(&word)).then(|| single(word))
}

/// A word without the `s` of several.
fn single(word: &str) -> String {
    word.strip_suffix('s').filter(|rest| rest.chars().count() > 2).unwrap_or(word).to_owned()
}
