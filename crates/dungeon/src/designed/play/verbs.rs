//! The commands of this game, and the words that players use for them.

use super::synonyms::{self, Own};
use crate::layout::Direction;
use crate::puzzle::play::names::Found;
use crate::puzzle::play::table::{Table, Uses, Verb};
use std::sync::LazyLock;

/// The table of commands.
pub(super) static TABLE: LazyLock<Table<Own>> = LazyLock::new(|| {
    Table::new(&Uses {
        go: ["WAY", "walk: a direction (n s e w u d alone will do), or a room that you know"],
        examine: ["THING|all", "look closely at a thing or a way"],
        take: ["THING|all", "pick something up"],
        unlock: ["WAY [with KEY]", "open the lock of a way"],
        hint: ["", "how things stand; asked again, where to go, what for, and the next commands"],
        map: ["", "what you have seen of this floor"],
        own: &[
            (Own::Push, &["push"], ["[stones]", "push the stones of a room onto their plates"]),
            (Own::Bomb, &["bomb", "blast"], ["[WAY]", "open a cracked wall"]),
            (Own::Use, &["use"], ["THING [on WAY]", "whatever one does with it"]),
            (Own::Fight, &["attack"], ["[ENEMY]", "fight; nobody has to, and whoever does wins"]),
            (
                Own::Obstacles,
                &["obstacles", "think"],
                ["[WAY]", "why ways are barred, and where you saw what opens them"],
            ),
            (Own::Exits, &["exits", "ways"], ["", "the ways out"]),
            (Own::Back, &["back"], ["", "go where you came from"]),
            (Own::Again, &["again"], ["", "do the last thing once more"]),
            (Own::Score, &["score"], ["", "how far you are"]),
            (Own::Redo, &["redo"], ["[N]", "do again what you took back"]),
            (Own::Restart, &["restart"], ["", "begin again; `redo` brings back what was done"]),
        ],
    })
});

/// The longest synonym, in words.
const LONGEST: usize = 4;

/// The verb that the first words of a folded line stand for, and the number of those words.
pub(super) fn read(words: &[&str]) -> Option<(Found<Verb<Own>>, usize)> {
    for length in (2..=LONGEST.min(words.len())).rev() {
        if let Some(verb) = synonyms::verb(&words.get(..length)?.join(" ")) {
            return Some((Found::One(verb), length));
        }
    }
    let first = words.first()?;
    if let Some(verb) = synonyms::verb(first) {
        return Some((Found::One(verb), 1));
    }
    match TABLE.verb(towards(first)) {
        Found::Nothing => None,
        found => Some((found, 1)),
    }
}

/// A direction without its ending: `northward` is north, and `stormward` is a word of its own.
pub(super) fn towards(word: &str) -> &str {
    let side = word.strip_suffix("wards").or_else(|| word.strip_suffix("ward"));
    let side = side.or_else(|| word.strip_suffix("bound"));
    let is_side = |side: &&str| Direction::ALL.iter().any(|way| way.name() == *side);
    side.filter(is_side).unwrap_or(word)
}

/// The word of the help that is spelled most like one that nobody knows.
pub(super) fn nearest(typed: &str) -> Option<&'static str> {
    let letters = typed.chars().count();
    let most = match letters {
        0..=2 => return None,
        3..=4 => 1,
        5..=24 => 2,
        _ => return None,
    };
    let near =
        TABLE.words().filter(|word| word.len() > 2).map(|word| (distance(typed, word), word));
    near.filter(|(off, _)| *off <= most).min_by_key(|(off, _)| *off).map(|(_, word)| word)
}

/// Number of letters that are wrong, missing, too many or the wrong way round.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let wrong = usize::from(a[i - 1] != b[j - 1]);
            let mut least =
                (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + wrong);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::play::table::Deed;

    #[test]
    fn a_word_that_nobody_knows_is_near_one_that_is() {
        let check =
            |typed: &str, expect: Option<&str>| assert_eq!(nearest(typed), expect, "{typed}");
        check("nrth", Some("north"));
        check("norht", Some("north"));
        check("exmaine", Some("examine"));
        check("inventroy", Some("inventory"));
        check("xyzzy", None);
        for odd in ["list", "order", "explor", "sello", "likht"] {
            check(odd, None);
        }
        check("q", None);
    }

    #[test]
    fn only_a_side_has_an_ending_that_says_nothing() {
        let check = |word: &str, expect: &str| assert_eq!(towards(word), expect);
        check("northward", "north");
        check("upwards", "up");
        check("eastbound", "east");
        check("stormward", "stormward");
        check("ward", "ward");
    }

    #[test]
    fn the_longest_words_are_taken() {
        let check = |typed: &str, verb: Verb<Own>, number: usize| {
            let words: Vec<&str> = typed.split(' ').collect();
            assert_eq!(read(&words), Some((Found::One(verb), number)), "{typed}");
        };
        check("go back", Verb::Here(Deed::Own(Own::Back)), 2);
        check("blow up wall", Verb::Here(Deed::Own(Own::Bomb)), 2);
        check("pick up all", Verb::Here(Deed::Take), 2);
        check("where am i", Verb::Here(Deed::Look), 3);
        check("move blocks", Verb::Here(Deed::Own(Own::Push)), 1);
    }
}
