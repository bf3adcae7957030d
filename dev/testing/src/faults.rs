//! Texts with a fault, for tests of readers.

use crate::dice::Random;

/// A text with a fault, by number: a letter, a digit, a word or a line is not what it was.
pub fn spoilt(text: &str, number: u64) -> String {
    let dice = &mut Random(number);
    let mut letters: Vec<char> = text.chars().collect();
    let at = |dice: &mut Random, length: usize| dice.below(length.max(1) as u32) as usize;
    let here = at(dice, letters.len());
    match dice.below(8) {
        0 => _ = letters.remove(here),
        1 => letters.insert(here, letters[here]),
        2 => letters[here] = letters[at(dice, letters.len())],
        3 => letters.truncate(here),
        4 | 5 => {
            // The next digit is another one, or a sign is put before it.
            let Some(digit) = letters[here..].iter().position(char::is_ascii_digit) else {
                return text.to_owned();
            };
            match dice.below(4) {
                0 => letters.insert(here + digit, '-'),
                other => letters[here + digit] = ['0', '3', '7'][other as usize - 1],
            }
        }
        6 => {
            let mut lines: Vec<&str> = text.lines().collect();
            let (one, other) = (at(dice, lines.len()), at(dice, lines.len()));
            if dice.below(2) == 0 {
                lines.swap(one, other);
            } else {
                lines.remove(one);
            }
            return lines.join("\n");
        }
        _ => {
            let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            let words: Vec<&str> = words.collect();
            let [one, other] =
                [(); 2].map(|()| words.get(at(dice, words.len())).copied().unwrap_or("-"));
            return text.replacen(one, other, 1);
        }
    }
    letters.into_iter().collect()
}
