//! The commands of this game.

use super::table::{Table, Uses};
use std::sync::LazyLock;

/// The verbs that no other game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Own {
    Step,
    Answer,
    Activate,
}

/// The table of commands.
pub(super) static TABLE: LazyLock<Table<Own>> = LazyLock::new(|| {
    Table::new(&Uses {
        go: ["DIRECTION", "walk; the direction alone, or n s e w u d, will do"],
        examine: ["THING", "look closely"],
        take: ["THING", "pick something up"],
        unlock: ["THING [with KEY]", "open a locked door or chest"],
        hint: ["[PUZZLE]", "what helps, to whom is clever enough"],
        map: ["", "what you have seen of this level"],
        own: &[
            (Own::Step, &["step"], ["[PLATE]", "step on a plate"]),
            (Own::Answer, &["answer", "say"], ["[RIDDLE] TEXT", "answer a riddle"]),
            (
                Own::Activate,
                &["activate", "touch"],
                ["[PUZZLE] OBJECT", "touch an object of a sequence"],
            ),
        ],
    })
});

#[cfg(test)]
mod tests {
    use super::{Own, TABLE};
    use crate::layout::Direction;
    use crate::puzzle::play::names::Found;
    use crate::puzzle::play::table::{Deed, Verb};

    #[test]
    fn words_are_shortened() {
        let check = |word: &str, expect: Found<Verb<Own>>| {
            assert_eq!(TABLE.verb(word), expect, "{word}");
        };
        check("LOOK", Found::One(Verb::Here(Deed::Look)));
        check("exa", Found::One(Verb::Here(Deed::Examine)));
        check("u", Found::One(Verb::Here(Deed::Walk(Direction::Up))));
        check("Nor", Found::One(Verb::Here(Deed::Walk(Direction::North))));
        check("?", Found::One(Verb::Help));
        check("un", Found::Several(vec!["unlock".to_owned(), "undo".to_owned()]));
        check("dance", Found::Nothing);
        assert!(TABLE.help().iter().all(|line| line.len() < 90));
        assert!(TABLE.known().contains("answer"));
    }
}
