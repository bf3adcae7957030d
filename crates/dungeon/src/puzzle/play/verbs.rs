//! The words that commands begin with.
//!
//! Invariant: the help is made of the same table that commands are read by.

use super::names::{Candidate, Found, whole};
use super::table::{self, Row};
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

const ROWS: [Row<Verb>; 17] = [
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

/// The verb that a word stands for.
pub(super) fn verb(word: &str) -> Found<Verb> {
    static VERBS: OnceLock<Vec<Candidate<Verb>>> = OnceLock::new();
    whole(word, VERBS.get_or_init(|| table::verbs(&ROWS, Verb::Walk)))
}

/// The list of commands.
pub(super) fn help() -> Vec<String> {
    table::help(&ROWS)
}

/// The names of all verbs, in words.
pub(super) fn known() -> String {
    table::known(&ROWS)
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
