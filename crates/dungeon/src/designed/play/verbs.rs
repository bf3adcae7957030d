//! The words that commands of this game begin with.

use crate::layout::Direction;
use crate::puzzle::play::names::{Candidate, Found, whole};
use crate::puzzle::play::table::{self, Row};
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
    Push,
    Bomb,
    Inventory,
    Hint,
    Map,
    Undo,
    Save,
    Load,
    Help,
    Quit,
}

const ROWS: [Row<Verb>; 16] = [
    (Verb::Look, &["look", "l"], "", "what is here"),
    (Verb::Go, &["go", "walk"], "WAY", "walk: a direction (n s e w u d alone will do), or a room"),
    (Verb::Examine, &["examine", "x", "inspect"], "THING", "look closely at a thing or a way"),
    (Verb::Take, &["take", "get"], "THING|all", "pick something up"),
    (Verb::Unlock, &["unlock", "open"], "WAY [with KEY]", "open the lock of a way"),
    (Verb::Pull, &["pull", "flip"], "[LEVER]", "pull a lever, or a switch"),
    (Verb::Push, &["push"], "[stones]", "push the stones of a room onto their plates"),
    (Verb::Bomb, &["bomb", "blast"], "[WAY]", "open a cracked wall"),
    (Verb::Inventory, &["inventory", "i"], "", "what you carry"),
    (Verb::Hint, &["hint"], "[WAY]", "why ways are barred, and where you saw what opens them"),
    (Verb::Map, &["map", "m"], "", "what you have seen of this floor"),
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
