//! Normal forms of names and answers as players type them: without case, accents and articles.
//!
//! Invariant: two texts mean the same name, or the same answer, exactly if their normal forms are equal.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Articles, which are dropped at the start of a name and anywhere in an answer.
const ARTICLES: [&str; 3] = ["a", "an", "the"];

/// Characters that are dropped at the end of an answer, and at its start.
const FINAL: &[char] = &['.', ',', ';', ':', '!', '?', '"', '\'', '”', '’', '»', ')'];
const OPENING: &[char] = &['"', '\'', '“', '„', '‘', '«', '('];

/// The normal form of a name: lower-case words without accents and punctuation, and without leading articles.
///
/// ```
/// use quandary_dungeon::game::normalise::name;
/// assert_eq!(name("  The Ånchor's   Gate "), name("anchors gate"));
/// assert_eq!(name("The"), "the");
/// ```
#[must_use]
pub fn name(text: &str) -> String {
    if is_normal(text) {
        return text.to_owned();
    }
    let spelled: String = letters(text)
        .filter(|letter| !matches!(letter, '\'' | '’' | '`'))
        .map(|letter| if letter.is_alphanumeric() { letter } else { ' ' })
        .collect();
    let words: Vec<&str> = spelled.split_whitespace().collect();
    let articles = words.iter().take_while(|word| is_article(word)).count();
    match words.get(articles..) {
        // A text made of signs only keeps them.
        Some([]) if words.is_empty() => join(letters(text).collect::<String>().split_whitespace()),
        Some([]) | None => words.join(" "),
        Some(rest) => rest.join(" "),
    }
}

/// True if a name is in normal form: lower-case letters and digits, single blanks between words, no leading article.
fn is_normal(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let bytes = text.as_bytes();
    let fits = bytes.iter().enumerate().all(|(at, &byte)| {
        let between = byte == b' ' && at > 0 && bytes.get(at + 1).is_some_and(|&next| plain(next));
        plain(byte) || between
    });
    fits && !bytes.is_empty() && !is_article(text.split(' ').next().unwrap_or(text))
}

/// The normal form of an answer: lower-case words without accents, articles and final punctuation.
///
/// ```
/// use quandary_dungeon::game::normalise::answer;
/// assert_eq!(answer(" The  RIVÈR! "), answer("a river"));
/// assert_ne!(answer("a"), answer("the"));
/// ```
#[must_use]
pub fn answer(text: &str) -> String {
    let spelled: String = letters(text).collect();
    let whole = join(spelled.split_whitespace());
    let bare = whole.trim_end_matches(|c| c == ' ' || FINAL.contains(&c));
    let bare = bare.trim_start_matches(OPENING).trim_start();
    let plain = join(bare.split(' ').filter(|word| !is_article(word)));
    // An answer that is only an article or a sign keeps it.
    [plain, bare.to_owned(), whole].into_iter().find(|text| !text.is_empty()).unwrap_or_default()
}

/// True if a word, in its normal form, is an article.
pub(super) fn is_article(word: &str) -> bool {
    ARTICLES.contains(&word)
}

fn join<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

/// Lower-case letters without combining marks.
fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    let bare =
        text.nfkd().flat_map(char::to_lowercase).filter(|&letter| !is_combining_mark(letter));
    bare.flat_map(|letter| {
        let (first, second) = spelled(letter);
        [Some(first), second].into_iter().flatten()
    })
}

/// Letters that do not decompose into a letter and a mark, in their usual spelling without them.
fn spelled(letter: char) -> (char, Option<char>) {
    match letter {
        'ł' => ('l', None),
        'ø' => ('o', None),
        'đ' | 'ð' => ('d', None),
        'ı' => ('i', None),
        'ς' => ('σ', None),
        'æ' => ('a', Some('e')),
        'œ' => ('o', Some('e')),
        'ß' => ('s', Some('s')),
        'þ' => ('t', Some('h')),
        other => (other, None),
    }
}

#[cfg(test)]
mod tests {
    use super::{answer, name};

    #[test]
    fn names_are_words() {
        let check = |text: &str, expect: &str| assert_eq!(name(text), expect, "{text}");
        check("The Bronze  Face", "bronze face");
        check("ŁÓDŹ Gate", "lodz gate");
        check("Crème brûlée", "creme brulee");
        check("Cre\u{300}me", "creme");
        check("Ægir’s Straße – Þing", "aegirs strasse thing");
        check("İSTANBUL ΟΔΟΣ", "istanbul οδοσ");
        check("p-1", "p 1");
        check("an", "an");
        check("the the a", "the the a");
        check("? ?", "? ?");
        check(" \t", "");
        check("ﬁre Ｄoor", "fire door");
    }

    #[test]
    fn answers_are_forgiving() {
        for same in
            ["river", "A River", "  the   RIVER...  ", "“river”", "river ?!", "rivèr", "an river"]
        {
            assert_eq!(answer(same), "river", "{same}");
        }
        assert_eq!(answer("the shadow of the moon"), "shadow of moon");
        assert_eq!(answer("C++"), "c++");
        assert_eq!(answer("A."), "a");
        assert_eq!(answer("?"), "?");
        assert_ne!(answer("rivers"), answer("river"));
    }
}
