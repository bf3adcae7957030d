//! Hand-drawn levels of the designers' rules, with results counted by hand: plates, required absences, winning
//! conditions, and returning blocks.
//!
//! Invariant: drawn and counted as in [`crate::tile_twin::cases`], under strict rules except for those named. Two
//! further lines: `plate NAME FLOOR ROW COL ..`, with any number of cells and then `symbol:NAME` if it gives one; and
//! `win CONDITION..`.
//!
//! Over 500 lines because the cases are read next to each other.

use crate::tile_twin::cases::{DrawnCase, case};

/// A block to push to the right, a plate behind it, and the requirement below the player.
macro_rules! lever {
    ($what:literal) => {
        concat!($what, "\n@o.\n.##\n*##")
    };
    (long $what:literal) => {
        concat!($what, "\n@o..\n.###\n*###")
    };
}

pub(crate) const PLATES: &[DrawnCase] = &[
    case(
        "a plate that is down from the beginning, though no block can be pushed",
        "push=off",
        "plate p 0 1 0\nlock 0 0 1 plate:p\n@.*\no##",
        "2 3 0 -",
    ),
    case(
        "a plate that no block comes to",
        "push=off",
        "plate p 0 0 1\nlock 0 0 2 plate:p\n@.*",
        "- 2 2 -",
    ),
    // Before the push 1 cell; after it @, the cell of the block, and two below.
    case("a block on a plate", "", lever!("plate p 0 0 2\nlock 0 1 0 plate:p"), "4 5 0 -"),
    case(
        "a plate on floor in water",
        "",
        "plate p 0 0 2\nlock 0 1 0 plate:p\n@o,\n.##\n*##",
        "4 5 0 -",
    ),
    case(
        "a plate on a START that is not the start",
        "",
        "start 0 0 0\nplate p 0 0 2\nlock 0 1 0 plate:p\n.o@\n.##\n*##",
        "4 5 0 -",
    ),
    case(
        "a plate on a TRIFORCE that is no goal",
        "",
        "goal 0 2 0\nplate p 0 0 2\nlock 0 1 0 plate:p\n@o*\n.##\n.##",
        "4 5 0 -",
    ),
    // No block pushed 2 cells, the upper or the lower 3, both 4 and the two below.
    case(
        "a plate of two cells takes two blocks",
        "",
        "plate p 0 0 2 0 1 2\nlock 0 2 0 plate:p\n@o.\n.o.\n.##\n*##",
        "7 14 0 -",
    ),
    // The same, and with the upper block alone the two below.
    case(
        "a smaller plate on a cell of a larger one",
        "",
        "plate p 0 0 2 0 1 2\nplate q 0 0 2\nlock 0 2 0 plate:q\n@o.\n.o.\n.##\n*##",
        "5 16 0 -",
    ),
    case(
        "two plates on one cell",
        "",
        lever!("plate p 0 0 2\nplate q 0 0 2\nlock 0 1 0 plate:p plate:q"),
        "4 5 0 -",
    ),
    // By block position: 1, 2, 3 cells; never two plates at once.
    case(
        "two plates and one block",
        "push=free",
        lever!(long "plate p 0 0 2\nplate q 0 0 3\nlock 0 1 0 plate:p plate:q"),
        "- 6 6 -",
    ),
    // By block position: 1, 4 with the lock open, 3 behind the plate, from where it never returns.
    case(
        "a plate is up again when its block is pushed on",
        "push=free",
        lever!(long "plate p 0 0 2\nlock 0 1 0 plate:p"),
        "4 8 3 2",
    ),
    // The same with the symbol in hand: 1, 4, and 5 behind the plate.
    case(
        "what a plate gave is kept when its block is pushed on",
        "push=free",
        lever!(long "plate p 0 0 2 symbol:x\nlock 0 1 0 symbol:x"),
        "4 10 0 -",
    ),
    // Without the symbol 1, on the first plate 2, on the second with the symbol 5.
    case(
        "one plate gives, another is held down",
        "push=free",
        lever!(long "plate p 0 0 2 symbol:x\nplate q 0 0 3\nlock 0 1 0 symbol:x plate:q"),
        "6 8 0 -",
    ),
    case(
        "a plate that is down from the beginning gives at once",
        "push=off",
        "plate p 0 1 0 symbol:x\nlock 0 0 1 symbol:x\n@.*\no##",
        "2 3 0 -",
    ),
    // At rest 3 cells, pushed 4, with the symbol in all of them.
    case(
        "a block that is pushed off the plate that gave",
        "",
        lever!("plate p 0 0 1 symbol:x\nlock 0 1 0 symbol:x"),
        "2 7 0 -",
    ),
    // At rest 3 cells, pushed 2, and nothing moves it back.
    case(
        "a block that is pushed off the plate that is asked for",
        "",
        lever!("plate p 0 0 1\nlock 0 1 0 plate:p"),
        "2 5 2 1",
    ),
    // The start; the cell of the block, the goal below it; and the start again, from where the lock is shut.
    case(
        "off a plate into a lock of that plate",
        "",
        "plate p 0 0 1\nlock 0 0 1 plate:p\n@o.\n#*#",
        "2 4 1 2",
    ),
    case(
        "onto a plate into a lock of that plate, not yet",
        "",
        "plate p 0 0 2\nlock 0 0 1 plate:p\n@o.\n#*#",
        "- 1 1 -",
    ),
    // The same edge guards the way back, and the plate is up: no fourth state.
    case(
        "off a plate over an edge of that plate",
        "",
        "room a 0 0 0 1 1\nroom b 0 0 1 2 2\nedge a b plate:p\nplate p 0 0 1\n@o.\n#*#",
        "2 3 0 -",
    ),
    case(
        "onto a plate over an edge of that plate, not yet",
        "",
        "room a 0 0 0 1 1\nroom b 0 0 1 2 2\nedge a b plate:p\nplate p 0 0 2\n@o.\n#*#",
        "- 1 1 -",
    ),
    case(
        "an edge asks for a plate only where edges guard",
        "locks=tile push=off",
        "room a 0 0 0 1 1\nroom b 0 0 1 1 2\nedge a b plate:p\nplate p 0 0 1\n@.*",
        "2 3 0 -",
    ),
    case(
        "up a stair that asks for a plate that is down",
        "push=off",
        "room a 0 0 0 2 2\nroom b 1 0 0 1 2\nedge a b stair plate:p\nplate p 0 1 0\n@>\no#\nnext\n>*",
        "3 4 0 -",
    ),
    case(
        "up a stair that asks for a plate that is up",
        "push=off",
        "room a 0 0 0 2 2\nroom b 1 0 0 1 2\nedge a b stair plate:p\nplate p 0 1 0\n@>\n.#\nnext\n>*",
        "- 3 3 -",
    ),
    // By block position: 1, 2 with x, and with both 5.
    case(
        "two plates on the way of one block give both",
        "push=free",
        lever!(long "plate p 0 0 2 symbol:x\nplate q 0 0 3 symbol:y\nlock 0 1 0 symbol:x symbol:y"),
        "6 8 0 -",
    ),
    // Without the symbol the start; with it 3 cells, the goal among them; pushed, and so with it, 4.
    case(
        "a symbol that lies about and that a plate gives too is one symbol",
        "",
        "mark 0 0 0 symbol:x\nplate p 0 0 3 symbol:x\nlock 0 1 1 symbol:x\n.@o.\n#*##",
        "3 8 0 -",
    ),
];

pub(crate) const LACKS: &[DrawnCase] = &[
    case("what stands nowhere is lacked", "", "lock 0 0 1 lacks:symbol:x\n@.*", "2 3 0 -"),
    case(
        "a way that closes behind",
        "",
        "mark 0 0 1 symbol:x\nlock 0 0 0 lacks:symbol:x\n@.*",
        "2 3 0 -",
    ),
    case(
        "a way that closes in front",
        "",
        "mark 0 0 2 symbol:x\nlock 0 0 0 lacks:symbol:x\n*@.",
        "1 4 2 1",
    ),
    // A player who gains it on that cell stays; after leaving, the cell is closed.
    case(
        "gained where it must be lacked",
        "",
        "mark 0 0 1 symbol:x\nlock 0 0 1 lacks:symbol:x\n@.*",
        "2 4 1 2",
    ),
    case(
        "held at the start, where nothing is asked",
        "",
        "mark 0 0 0 symbol:x\nlock 0 0 0 lacks:symbol:x\n@.*",
        "2 3 0 -",
    ),
    case(
        "asked for and against",
        "",
        "mark 0 0 0 symbol:x\nlock 0 0 1 symbol:x lacks:symbol:x\n@.*",
        "- 1 1 -",
    ),
    // Lacking it 3 cells; with it the two on this side.
    case(
        "an edge",
        "",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nedge a b lacks:symbol:x\nmark 0 0 0 symbol:x\n.@.*",
        "2 5 2 1",
    ),
    case(
        "an edge of the other direction",
        "",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nedge b a lacks:symbol:x\nmark 0 0 0 symbol:x\n.@.*",
        "2 5 2 1",
    ),
    // Lacking it 3 cells; with it all four, goal in its two forms.
    case(
        "an edge beside an open one",
        "",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nedge a b\nedge a b lacks:symbol:x\nmark 0 0 0 symbol:x\n.@.*",
        "2 7 0 -",
    ),
    case(
        "those who push are asked",
        "",
        "mark 0 0 0 symbol:x\nlock 0 0 1 lacks:symbol:x\n@o.\n#*#",
        "- 1 1 -",
    ),
    case(
        "blocks are not asked",
        "",
        "mark 0 0 0 symbol:x\nlock 0 0 2 lacks:symbol:x\n@o.\n#*#",
        "2 4 0 -",
    ),
    // Under push_onto=walkable a cell with any requirement accepts no block.
    case(
        "no block goes where it is asked, met or not",
        "push_onto=walkable",
        "lock 0 0 2 lacks:symbol:x\n@o.\n#*#",
        "- 1 1 -",
    ),
    // At rest 3 cells; then the plate has given its symbol permanently: 2 and 3 cells.
    case(
        "a plate that gives shuts a way for good",
        "push=free",
        lever!(long "plate p 0 0 2 symbol:x\nlock 0 1 0 lacks:symbol:x"),
        "2 8 5 1",
    ),
    case(
        "what a warp passes shuts its landing",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nnode n symbol:x\nedge a n stair\nedge n b stair\nlock 1 0 0 lacks:symbol:x\n@>\nnext\n>*",
        "- 2 2 -",
    ),
    case(
        "what a warp passes shuts its next edge",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nnode n symbol:x\nedge a n stair\nedge n b stair lacks:symbol:x\n@>\nnext\n>*",
        "- 2 2 -",
    ),
    // Lacking it 2 cells and two upstairs; with it, through the cellar, the stair and @.
    case(
        "a stair that closes when a cellar was seen",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nnode n symbol:x\nedge a n stair\nedge n a stair\nedge a b stair lacks:symbol:x\n@>\nnext\n>*",
        "3 6 2 2",
    ),
    case(
        "a diagonal into a cell that asks",
        "diagonals=true",
        "mark 0 0 0 symbol:x\nlock 0 1 1 lacks:symbol:x\n@.\n.*",
        "- 3 3 -",
    ),
];

pub(crate) const WIN: &[DrawnCase] = &[
    case("a push wins", "", "plate p 0 0 2\nwin plate:p\n@o.", "1 2 0 -"),
    case(
        "won at the start, with a plate",
        "push=off",
        "plate p 0 0 1\nwin plate:p\n@o.",
        "0 1 0 -",
    ),
    case("won at the start, lacking", "", "win lacks:symbol:x\n@.*", "0 1 0 -"),
    case(
        "won at the start, by a toggle",
        "",
        "mark 0 0 1 toggle:0\nwin toggle:0=off\n@.",
        "0 1 0 -",
    ),
    case(
        "won at the start, by what lies there",
        "",
        "mark 0 0 0 symbol:x\nwin symbol:x\n@.",
        "0 1 0 -",
    ),
    case(
        "won at the start, by what a plate gives",
        "push=off",
        "plate p 0 0 1 symbol:x\nwin symbol:x\n@o.",
        "0 1 0 -",
    ),
    case("a flip wins", "", "mark 0 0 1 toggle:0\nwin toggle:0=on\n@.", "2 3 0 -"),
    case("a pick-up wins", "", "mark 0 0 2 symbol:x\nwin symbol:x\n@...", "2 3 0 -"),
    case("what stands nowhere never wins", "", "win symbol:x\n@.", "- 2 2 -"),
    case(
        "what is lacked at no time never wins",
        "",
        "mark 0 0 0 symbol:x\nwin lacks:symbol:x\n@.",
        "- 2 2 -",
    ),
    case("no move leaves a win", "", "mark 0 0 1 symbol:x\nwin symbol:x\n@..*", "1 2 0 -"),
    case("a goal nearer than a win", "", "mark 0 0 3 symbol:x\nwin symbol:x\n*@..", "1 4 0 -"),
    case(
        "a level that has no goals but wins",
        "",
        "goal\nmark 0 0 1 symbol:x\nwin symbol:x\n@*",
        "1 2 0 -",
    ),
    // No block pushed 1 cell, one 2 each, and two ways to end.
    case(
        "two plates win together",
        "",
        "plate p 0 0 0\nplate q 0 0 4\nwin plate:p plate:q\n.o@o.",
        "3 7 0 -",
    ),
    // Without it 1 cell and the win; with it 2, and 3 behind the push that would have won.
    case(
        "a plate, and something lacked",
        "",
        "mark 0 0 0 symbol:x\nplate p 0 0 3\nwin plate:p lacks:symbol:x\n.@o.",
        "1 7 5 1",
    ),
    // Off and on at rest 1 cell each; off and pushed 2; on and pushed it is won, by the push or by the flip.
    case(
        "a symbol, a toggle and a plate",
        "",
        "mark 0 0 0 symbol:x\nmark 0 0 0 toggle:0\nplate p 0 0 2\nwin symbol:x toggle:0=on plate:p\n@o.",
        "2 6 0 -",
    ),
    // At rest all 8 cells but its own; pushed up or down 8 each, permanently; pushed right it is won. To the left is
    // the START.
    case(
        "a block pushed the wrong way",
        "",
        "plate p 0 1 2\nwin plate:p\n...\n@o.\n...",
        "1 25 16 3",
    ),
    // One of the cells holds a block already.
    case(
        "the last block that a plate asks for",
        "push=free",
        "plate p 0 0 2 0 0 3\nwin plate:p\n@o.o",
        "1 2 0 -",
    ),
    case(
        "a warp wins by what it passes",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 1\nnode n symbol:x\nedge a n stair\nedge n b stair\nwin symbol:x\n@>\nnext\n.",
        "2 3 0 -",
    ),
    case(
        "a warp that cannot land wins nothing",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 1\nnode n symbol:x\nedge a n stair\nedge n b stair\nlock 1 0 0 symbol:y\nwin symbol:x\n@>\nnext\n.",
        "- 2 2 -",
    ),
    // During the warp y is missing and x held, but at the end of the move both are held.
    case(
        "what holds on the way of a warp only wins nothing",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 1\nnode n symbol:x\nnode m symbol:y\nedge a n stair\nedge n m stair\nedge m b stair\nwin symbol:x lacks:symbol:y\n@>\nnext\n.",
        "- 3 3 -",
    ),
    case(
        "a goal behind a warp on whose way a win held",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 3\nnode n symbol:x\nnode m symbol:y\nedge a n stair\nedge n m stair\nedge m b stair\nwin symbol:x lacks:symbol:y\n@>\nnext\n*..",
        "3 5 0 -",
    ),
    // Without the symbol off 1 cell and on 1; off, with it, 2; on it is won by the step or by the flip.
    case(
        "a flip, or the step after it",
        "",
        "mark 0 0 0 toggle:0\nmark 0 0 1 symbol:x\nwin toggle:0=on symbol:x\n@.",
        "2 6 0 -",
    ),
];

/// A room of one cell, and to its right a room whose first cell holds the player.
macro_rules! beside {
    ($what:literal) => {
        concat!("room b 0 0 0 1 1\n", $what)
    };
}

/// Two rooms with a block in each, and the player between them in the first.
macro_rules! both {
    ($what:literal) => {
        concat!("room a 0 0 0 1 3\nroom b 0 0 3 1 2\n", $what, "\n.o@o.")
    };
}

pub(crate) const RESET: &[DrawnCase] = &[
    // At rest 2 cells, pushed 2; outside, the block is at home.
    case("a room that is left", "blocks=reset", beside!("room a 0 0 1 1 3\n.@o."), "- 4 4 -"),
    case(
        "a room that is left as it was",
        "blocks=keep",
        beside!("room a 0 0 1 1 3\n.@o."),
        "- 5 5 -",
    ),
    case("into no room at all", "blocks=reset", "room a 0 0 1 1 3\n.@o.", "- 4 4 -"),
    case("out of no room at all", "blocks=reset", "room b 0 0 0 1 1\n.@o.", "- 4 4 -"),
    case("without rooms nothing is left", "blocks=reset", ".@o.", "- 5 5 -"),
    case("one room nobody leaves", "blocks=reset", "room a 0 0 0 1 4\n.@o.", "- 5 5 -"),
    case(
        "no block can be pushed",
        "blocks=reset push=off",
        beside!("room a 0 0 1 1 3\n.@o."),
        "- 2 2 -",
    ),
    // By block position: 2, 2, 3.
    case("pushed twice", "blocks=reset push=free", beside!("room a 0 0 1 1 4\n.@o.."), "- 7 7 -"),
    case(
        "a flip leaves nothing",
        "blocks=reset",
        beside!("room a 0 0 1 1 3\nmark 0 0 1 toggle:0\n.@o."),
        "- 8 8 -",
    ),
    // At rest 2 cells, and one upstairs; pushed 3.
    case(
        "by a stair",
        "blocks=reset",
        "room a 0 0 0 1 4\nroom b 1 0 0 1 1\nedge a b stair\nedge b a stair\n>@o.\nnext\n>",
        "- 6 6 -",
    ),
    case(
        "by a stair, and nothing goes home",
        "blocks=keep",
        "room a 0 0 0 1 4\nroom b 1 0 0 1 1\nedge a b stair\nedge b a stair\n>@o.\nnext\n>",
        "- 7 7 -",
    ),
    case(
        "by a warp of doors",
        "blocks=reset warps=doors",
        "room a 0 0 0 1 4\nroom b 1 0 0 1 1\nedge a b\n/@o.\nnext\n.",
        "- 6 6 -",
    ),
    case(
        "by a stair along another edge",
        "blocks=reset stair_edges=all",
        "room a 0 0 0 1 4\nroom b 1 0 0 1 1\nedge a b\n>@o.\nnext\n.",
        "- 6 6 -",
    ),
    // Pushing the block before visiting the node without a rectangle keeps the plate down: without x 2 and 3 cells,
    // with it 3, among them the goal. Visiting the node first is a softlock: 2.
    case(
        "through a cellar back into the room",
        "blocks=reset",
        "room a 0 0 0 2 4\nnode n symbol:x\nedge a n stair\nedge n a stair\nplate p 0 0 3\nlock 0 0 2 lacks:symbol:x\nlock 0 1 1 plate:p symbol:x\n>@o.\n#*##",
        "6 10 2 2",
    ),
    // By the right stair at rest 2 cells, pushed onto the left one 3, and from there no landing. By the left one
    // with the key 1, and 2 behind a push onto the START.
    case(
        "a landing under a block of the room itself",
        "blocks=reset push_onto=walkable",
        "room a 0 0 0 1 4\nnode n key\nedge a n stair\nedge n a stair\n>o@>",
        "- 8 8 -",
    ),
    case("out of the room", "blocks=reset", "room a 0 0 0 1 2\nroom b 0 0 2 1 1\n@o.", "- 1 1 -"),
    case(
        "out of the room where blocks stay",
        "blocks=keep",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 1\n@o.",
        "- 3 3 -",
    ),
    case("out of all rooms", "blocks=reset", "room a 0 0 0 1 2\n@o.", "- 1 1 -"),
    case("into a room from outside", "blocks=reset", "room b 0 0 2 1 1\n@o.", "- 1 1 -"),
    // From the start into the next room, whose block returns when the player leaves.
    case(
        "in the room that is entered",
        "blocks=reset",
        "room a 0 0 0 1 1\nroom b 0 0 1 1 2\n@o.",
        "- 2 2 -",
    ),
    // The plate is at the block's start cell: at rest 3 cells, among them the goal; pushed 2, or 3 dead ones.
    case(
        "a block that comes back onto its plate",
        "blocks=reset",
        beside!("room a 0 0 1 2 3\nplate p 0 0 2\nlock 0 1 1 plate:p\n.@o.\n#*##"),
        "1 5 0 -",
    ),
    case(
        "a block that never comes back onto its plate",
        "blocks=keep",
        beside!("room a 0 0 1 2 3\nplate p 0 0 2\nlock 0 1 1 plate:p\n.@o.\n#*##"),
        "1 6 3 1",
    ),
    // Without symbols 4 cells; with x 5 and, at home again, 4; with y as many; and two ways to end.
    case(
        "home again it was never pushed",
        "blocks=reset",
        "room b 0 1 0 1 1\nroom a 0 0 1 3 3\nplate p 0 1 3 symbol:x\nplate q 0 2 2 symbol:y\nwin symbol:x symbol:y\n#..#\n.@o.\n##.#",
        "7 24 0 -",
    ),
    case(
        "pushed once and for all",
        "blocks=keep",
        "room b 0 1 0 1 1\nroom a 0 0 1 3 3\nplate p 0 1 3 symbol:x\nplate q 0 2 2 symbol:y\nwin symbol:x symbol:y\n#..#\n.@o.\n##.#",
        "- 16 16 -",
    ),
    // No block pushed 1 cell, the left 2, the right one from within its room: 1.
    case(
        "a plate in two rooms is never down",
        "blocks=reset",
        both!("plate p 0 0 0 0 0 4\nwin plate:p"),
        "- 4 4 -",
    ),
    case(
        "a plate that is down only in between gives nothing",
        "blocks=reset",
        both!("plate p 0 0 0 0 0 4 symbol:x\nwin symbol:x"),
        "- 4 4 -",
    ),
    case(
        "a plate in two rooms",
        "blocks=keep",
        both!("plate p 0 0 0 0 0 4\nwin plate:p"),
        "3 7 0 -",
    ),
    // The right push wins if the left block is at home.
    case(
        "a block that goes home in the move that wins",
        "blocks=reset",
        both!("plate p 0 0 1 0 0 4\nwin plate:p"),
        "1 4 0 -",
    ),
    // Pushed left 2, and then right 3 more: all lost.
    case(
        "a block that does not go home",
        "blocks=keep",
        both!("plate p 0 0 1 0 0 4\nwin plate:p"),
        "1 7 5 1",
    ),
    // At rest 4 cells; pushed 2 in the room.
    case(
        "by a diagonal step",
        "blocks=reset diagonals=true",
        "room a 0 0 0 1 3\nroom b 0 1 3 1 1\n.o@.\n##..",
        "- 6 6 -",
    ),
    // Around two rooms of a cell each: pushed 2 cells on the left and the one on the right.
    case(
        "all outside the rooms is one region",
        "blocks=reset diagonals=true",
        "room a 0 0 3 1 1\nroom b 0 1 2 1 1\n.o@.\n##..",
        "- 7 7 -",
    ),
    // With the block at home 3 cells, pushed 2.
    case(
        "a room that is left for others",
        "blocks=reset",
        "room a 0 0 0 1 3\nroom b 0 0 3 1 1\nroom c 0 0 4 1 1\n.o@..",
        "- 5 5 -",
    ),
    // The start, to the right the mark. Back in the room the block is at home: the goal is behind the plate.
    case(
        "what a plate gave before the block went home is kept",
        "blocks=reset",
        beside!("room a 0 0 1 1 3\nplate p 0 0 3 symbol:x\nlock 0 0 0 symbol:x\ngoal 0 0 0\n.@o."),
        "3 4 0 -",
    ),
    // A requirement of the edge is checked before the room is left, with the plate down. In the next room it is up.
    case(
        "a lock outside the room asks before the block goes home",
        "blocks=reset",
        beside!("room a 0 0 1 1 3\nplate p 0 0 3\nlock 0 0 0 plate:p\ngoal 0 0 0\n.@o."),
        "3 4 0 -",
    ),
    case(
        "an edge asks before the block goes home",
        "blocks=reset",
        beside!("room a 0 0 1 1 3\nedge a b plate:p\nplate p 0 0 3\ngoal 0 0 0\n.@o."),
        "3 4 0 -",
    ),
    // Two cells behind the edge. At the second, the plate of the first room is up.
    case(
        "a lock further on asks after the block went home",
        "blocks=reset",
        "room b 0 0 0 1 2\nroom a 0 0 2 1 3\nplate p 0 0 4\nlock 0 0 0 plate:p\ngoal 0 0 0\n..@o.",
        "- 4 4 -",
    ),
];
