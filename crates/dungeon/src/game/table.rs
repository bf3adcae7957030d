//! Tables of commands: the commands that all games share, and those of one game.
//!
//! Invariant: the help and the reader of commands use the same table.

use super::reply::list;
use super::reply::{Candidate, Match, whole};
use crate::layout::Direction;
use std::sync::OnceLock;

/// The verb of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb<V> {
    /// A command about the things around the player.
    Here(Command<V>),
    Undo,
    Save,
    Load,
    Help,
    Quit,
}

/// A command about the things around the player. `V` is the type of the verbs that only one game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<V> {
    Look,
    Go,
    /// A direction without a verb.
    Walk(Direction),
    Examine,
    Take,
    Unlock,
    Pull,
    Own(V),
    Inventory,
    Hint,
    Map,
}

/// The arguments of a command, and its description in the help.
pub(super) type Use = [&'static str; 2];

/// A verb, its words (the help shows the first), and its arguments and description.
pub(super) type Row<V> = (V, &'static [&'static str], Use);

/// The descriptions that differ from game to game.
pub(super) struct Uses<V: 'static> {
    pub(super) go: Use,
    pub(super) examine: Use,
    pub(super) take: Use,
    pub(super) unlock: Use,
    pub(super) hint: Use,
    pub(super) map: Use,
    /// The commands that only this game has.
    pub(super) own: &'static [Row<V>],
}

/// The commands of a game.
pub(super) struct Table<V> {
    rows: Vec<Row<Verb<V>>>,
    /// The verbs by their words, and the directions.
    verbs: Vec<Candidate<Verb<V>>>,
}

impl<V: Copy> Table<V> {
    /// The table of a game.
    pub(super) fn new(uses: &Uses<V>) -> Self {
        let rows = rows(uses);
        let verbs = rows.iter().map(|&(verb, words, _)| {
            let (first, others) = words.split_first().unwrap_or((&"", &[]));
            Candidate::new(verb, *first, others)
        });
        let walks = directions().iter().cloned();
        let walks = walks.map(|way| way.map(|way| Verb::Here(Command::Walk(way))));
        let verbs = verbs.chain(walks).collect();
        Self { rows, verbs }
    }

    /// The verb that a word stands for.
    pub(super) fn verb(&self, word: &str) -> Match<Verb<V>> {
        whole(word, &self.verbs)
    }

    /// The list of commands.
    pub(super) fn help(&self) -> Vec<String> {
        let lines = self.rows.iter().map(|(_, words, [rest, what])| {
            let first = words.first().unwrap_or(&"");
            format!("  {:28}{what}", format!("{first} {rest}"))
        });
        let tail =
            "Names may be shortened to what is unlike the others; case and accents do not matter.";
        lines.chain([tail.to_owned()]).collect()
    }

    /// All words that begin a command.
    pub(super) fn words(&self) -> impl Iterator<Item = &'static str> + '_ {
        let words = self.rows.iter().flat_map(|(_, words, _)| words.iter().copied());
        words.chain(Direction::ALL.map(Direction::name))
    }

    /// The line of the help about one verb.
    pub(super) fn about(&self, verb: Verb<V>) -> Option<String>
    where
        V: PartialEq,
    {
        let (_, words, [rest, what]) = self.rows.iter().find(|(known, ..)| *known == verb)?;
        let [first, others @ ..] = words else { return None };
        let also = if others.is_empty() {
            String::new()
        } else {
            format!(" (also {})", others.join(", "))
        };
        let use_of = format!("{first} {rest}");
        Some(format!("`{}`: {what}.{also}", use_of.trim()))
    }

    /// The first word of each verb, as a list in words.
    pub(super) fn known(&self) -> String {
        let firsts = self.rows.iter().filter_map(|(_, words, _)| words.first());
        let names: Vec<String> = firsts.map(|&word| word.to_owned()).collect();
        list(&names, "and")
    }
}

/// All commands of a game, in the order of its help.
fn rows<V: Copy>(uses: &Uses<V>) -> Vec<Row<Verb<V>>> {
    let before: [Row<Command<V>>; 6] = [
        (Command::Look, &["look", "l"], ["", "what is here"]),
        (Command::Go, &["go", "walk"], uses.go),
        (Command::Examine, &["examine", "x", "inspect"], uses.examine),
        (Command::Take, &["take", "get"], uses.take),
        (Command::Unlock, &["unlock", "open"], uses.unlock),
        (Command::Pull, &["pull", "flip"], ["[LEVER]", "pull a lever, or a switch"]),
    ];
    let own = uses.own.iter().map(|&(verb, words, use_of)| (Command::Own(verb), words, use_of));
    let after: [Row<Command<V>>; 3] = [
        (Command::Inventory, &["inventory", "i"], ["", "what you carry"]),
        (Command::Hint, &["hint"], uses.hint),
        (Command::Map, &["map", "m"], uses.map),
    ];
    let all = before.into_iter().chain(own).chain(after);
    let all = all.map(|(command, words, use_of)| (Verb::Here(command), words, use_of));
    let last: [Row<Verb<V>>; 5] = [
        (Verb::Undo, &["undo"], ["", "take back what you did last; as often as you like"]),
        (Verb::Save, &["save"], ["[FILE]", "save the game"]),
        (Verb::Load, &["load", "restore"], ["[FILE]", "go on with a saved game"]),
        (Verb::Help, &["help", "?"], ["", "this list"]),
        (Verb::Quit, &["quit", "exit", "q"], ["", "end the game"]),
    ];
    all.chain(last).collect()
}

/// The letter of a direction.
pub(super) const fn letter(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "n",
        Direction::South => "s",
        Direction::East => "e",
        Direction::West => "w",
        Direction::Up => "u",
        Direction::Down => "d",
    }
}

/// The side that a direction leads to, in words.
pub(super) fn towards(way: Direction) -> String {
    match way {
        Direction::Up => "above".to_owned(),
        Direction::Down => "below".to_owned(),
        way => format!("to the {}", way.name()),
    }
}

/// The six directions with their names.
pub(super) fn directions() -> &'static [Candidate<Direction>] {
    static DIRECTIONS: OnceLock<[Candidate<Direction>; 6]> = OnceLock::new();
    DIRECTIONS
        .get_or_init(|| Direction::ALL.map(|way| Candidate::new(way, way.name(), &[letter(way)])))
}
