//! The words that commands begin with.
//!
//! Invariant: the help is made of the same table that commands are read by.

use super::names::{Candidate, Found, whole};
use super::reply::list;
use crate::layout::Direction;
use std::sync::OnceLock;

/// The verb of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Look,
    Go,
    /// A direction alone.
    Walk(Direction),
    Examine,
    Take,
    Unlock,
    Pull,
    Step,
    Answer,
    Activate,
    Inventory,
    Hint,
    Map,
    Undo,
    Save,
    Load,
    Help,
    Quit,
}

/// A verb, its words (the first is the one that is told), what follows it, and what it does.
type Row = (Verb, &'static [&'static str], &'static str, &'static str);

const ROWS: [Row; 17] = [
    (Verb::Look, &["look", "l"], "", "what is here"),
    (Verb::Go, &["go", "walk"], "DIRECTION", "walk; the direction alone, or n s e w u d, will do"),
    (Verb::Examine, &["examine", "x", "inspect"], "THING", "look closely"),
    (Verb::Take, &["take", "get"], "THING", "pick something up"),
    (Verb::Unlock, &["unlock", "open"], "THING [with KEY]", "open a locked door or chest"),
    (Verb::Pull, &["pull", "flip"], "[LEVER]", "pull a lever, or a switch"),
    (Verb::Step, &["step"], "[PLATE]", "step on a plate"),
    (Verb::Answer, &["answer", "say"], "[RIDDLE] TEXT", "answer a riddle"),
    (Verb::Activate, &["activate", "touch"], "[PUZZLE] OBJECT", "touch an object of a sequence"),
    (Verb::Inventory, &["inventory", "i"], "", "what you carry"),
    (Verb::Hint, &["hint"], "[PUZZLE]", "what helps, to whom is clever enough"),
    (Verb::Map, &["map", "m"], "", "what you have seen of this level"),
    (Verb::Undo, &["undo"], "", "take back what you did last; as often as you like"),
    (Verb::Save, &["save"], "[FILE]", "save the game"),
    (Verb::Load, &["load", "restore"], "[FILE]", "go on with a saved game"),
    (Verb::Help, &["help", "?"], "", "this list"),
    (Verb::Quit, &["quit", "exit", "q"], "", "end the game"),
];

/// The direction of a word: its name, or the letter it begins with.
const fn letter(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "n",
        Direction::South => "s",
        Direction::East => "e",
        Direction::West => "w",
        Direction::Up => "u",
        Direction::Down => "d",
    }
}

/// The six directions as they can be named.
pub(super) fn directions() -> &'static [Candidate<Direction>] {
    static DIRECTIONS: OnceLock<[Candidate<Direction>; 6]> = OnceLock::new();
    DIRECTIONS
        .get_or_init(|| Direction::ALL.map(|way| Candidate::new(way, way.name(), &[letter(way)])))
}

/// The verb that a word stands for.
pub(super) fn verb(word: &str) -> Found<Verb> {
    static VERBS: OnceLock<Vec<Candidate<Verb>>> = OnceLock::new();
    let verbs = VERBS.get_or_init(|| {
        let verbs = ROWS.iter().map(|&(verb, words, ..)| {
            let (first, others) = words.split_first().unwrap_or((&"", &[]));
            Candidate::new(verb, *first, others)
        });
        let walks = Direction::ALL
            .into_iter()
            .map(|way| Candidate::new(Verb::Walk(way), way.name(), &[letter(way)]));
        verbs.chain(walks).collect()
    });
    whole(word, verbs)
}

/// The list of commands.
pub(super) fn help() -> Vec<String> {
    let lines = ROWS.iter().map(|(_, words, rest, what)| {
        let first = words.first().unwrap_or(&"");
        format!("  {:28}{what}", format!("{first} {rest}"))
    });
    let tail =
        "Names may be shortened to what is unlike the others; case and accents do not matter.";
    lines.chain([tail.to_owned()]).collect()
}

/// The names of all verbs, in words.
pub(super) fn known() -> String {
    let names: Vec<String> = ROWS
        .iter()
        .filter_map(|(_, words, ..)| words.first())
        .map(|&word| word.to_owned())
        .collect();
    list(&names, "and")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_shortened() {
        let check = |word: &str, expect: Found<Verb>| assert_eq!(verb(word), expect, "{word}");
        check("LOOK", Found::One(Verb::Look));
        check("exa", Found::One(Verb::Examine));
        check("u", Found::One(Verb::Walk(Direction::Up)));
        check("Nor", Found::One(Verb::Walk(Direction::North)));
        check("?", Found::One(Verb::Help));
        check("un", Found::Several(vec!["unlock".to_owned(), "undo".to_owned()]));
        check("dance", Found::Nothing);
        assert!(help().iter().all(|line| line.len() < 90) && known().contains("answer"));
    }
}
