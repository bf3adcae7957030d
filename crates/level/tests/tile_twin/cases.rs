//! Hand-drawn levels with results counted by hand, one or more for each sentence of the rules.
//!
//! A case is drawn in lines: `room NODE FLOOR ROW COL ROWS COLS`, `node NODE CONTENT..`,
//! `edge FROM TO REQUIREMENT..`, `mark FLOOR ROW COL NAME`, `lock FLOOR ROW COL NEED..`,
//! `start FLOOR ROW COL`, `goal FLOOR ROW COL` (or `goal` for no goal), then the tiles, floors separated
//! by a line `next`. What [`crate::designs`] draws besides is said there. A result is cost, states, dead states, witness; a cost is `STRAIGHT` or
//! `STRAIGHT+DIAGONAL`, and `-` is none.
//!
//! Over 500 lines because the cases are read beside each other.

use crate::designs::{LACKS, PLATES, RESET, WIN};
use crate::further::{ONTO, STAIR_EDGES};
use crate::twin::{Cost, Outcome, explore};
use quandary_level::Level;
use quandary_level::rules::{Preset, Rules};
use serde_json::{Value, json};

/// A level, rules, and what there is to say about them.
pub(crate) struct Drawn {
    pub(crate) what: &'static str,
    pub(crate) rules: &'static str,
    pub(crate) level: &'static str,
    pub(crate) result: &'static str,
}

pub(crate) const fn case(
    what: &'static str,
    rules: &'static str,
    level: &'static str,
    result: &'static str,
) -> Drawn {
    Drawn { what, rules, level, result }
}

// ------------------------------------------------------------------------------------ the cases

pub(crate) const MOVES: &[Drawn] = &[
    case("a step costs 1", "", "@.*", "2 3 0 -"),
    case("walls and void block", "", "@#*\n.-.\n...", "6 7 0 -"),
    case("what cannot be reached", "", "@#*", "- 1 1 -"),
    case("goals are terminal", "", "@*.", "1 2 0 -"),
    case("no goal is unsolvable", "", "@.", "- 2 2 -"),
    case("explicit goals, none of them", "", "goal\n@*", "- 2 2 -"),
    case("the start may be a goal", "", "goal 0 0 0\n@.", "0 1 0 -"),
    case("any goal will do", "", "*..@*", "1 5 0 -"),
    case("no diagonals unless asked for", "", "@.\n.*", "2 4 0 -"),
    case("a diagonal costs √2", "diagonals=true", "@.\n.*", "0+1 4 0 -"),
    case("a diagonal and a step", "diagonals=true", "@..\n..*", "1+1 6 0 -"),
    case("a diagonal past a wall", "diagonals=true", "@#\n.*", "2 3 0 -"),
    case("a diagonal past void", "diagonals=true", "@.\n-*", "2 3 0 -"),
    case("a diagonal past a puzzle door", "diagonals=true", "@=\n.*", "2 4 0 -"),
    case("a diagonal past a boss door", "diagonals=true", "@X\n.*", "2 3 0 -"),
    case("a diagonal past other tiles", "diagonals=true", "@~\n|*", "0+1 3 0 -"),
    case("a diagonal past a block", "diagonals=true", "@o\n.*", "2 3 0 -"),
    case("no diagonal pushes", "diagonals=true", "@.#\n.o#\n##.", "- 3 3 -"),
    // The door shut: 3 cells; open: those, the door, and the goal.
    case("a diagonal into a door", "diagonals=true keys=1", "@.\n.+\n#*", "1+1 8 0 -"),
];

pub(crate) const ITEMS: &[Drawn] = &[
    // Before the key: 1 cell; with it, door shut: 2; open: 4.
    case("a key opens a door, which stays open", "", "@k+*", "3 7 0 -"),
    case("a key opens one door", "keys=1", "#+@+*", "2 6 2 1"),
    case("touching doors are one doorway", "keys=1", "@++*", "3 5 0 -"),
    case("each door tile takes a key", "locks=tile keys=1", "@++*", "- 3 3 -"),
    case("two door tiles, two keys", "locks=tile keys=2", "@++*", "3 7 0 -"),
    case("doors of two kinds are two doors", "keys=1", "@+X*", "- 3 3 -"),
    case("doors of two kinds, both open", "keys=1 boss_key=true", "@+X*", "3 5 0 -"),
    case("the boss key is kept", "", "@KX.X*", "5 7 0 -"),
    case("the boss key is picked up though one is held", "boss_key=true", "@KX*", "3 5 0 -"),
    case("bombs are used up", "bomb_pickup=1", "@i%*", "3 7 0 -"),
    case("bombs are used up, and no more there", "bomb_pickup=1", "@i%.%*", "- 7 7 -"),
    case("a pick-up without bombs", "bomb_pickup=0", "@i%*", "- 3 3 -"),
    case("bombs are not used up", "bombs=unlimited", "@i%.%*", "5 7 0 -"),
    case("bombs held twice are held", "bombs=unlimited bombs=1", "@i%*", "3 4 0 -"),
    case("a doorway of walls takes one bomb", "bombs=1", "@%%*", "3 5 0 -"),
    case("the key item brings bombs", "bomb_pickup=1", "@I%~*", "4 8 0 -"),
    case("water", "", "@~*", "- 1 1 -"),
    case("water with the key item", "key_item=true", "@~*", "2 3 0 -"),
    case("an item at the start is taken", "", "start 0 0 0\nk+*@", "2 4 0 -"),
    case("both boss and small keys lie about", "", "k@K", "- 8 8 -"),
    case("the key item brings bombs for ever", "bombs=unlimited", "@I%*", "3 5 0 -"),
];

pub(crate) const PUSHES: &[Drawn] = &[
    case("off", "push=off", "@o..*", "- 1 1 -"),
    case("once", "", "@o..*", "- 3 3 -"),
    // The block on its cell: 1 state; one on: 2; two on: 3; no further, the goal is no floor.
    case("free", "push=free", "@o..*", "- 6 6 -"),
    // As many states for the block pushed as for the block where it was: all cells but its own.
    case("once, with a way around", "", "@o.*\n....", "5 14 0 -"),
    case("into a block", "push=free", "@oo.*", "- 1 1 -"),
    case("onto floor in water", "", "@o,*", "- 3 3 -"),
    case("not onto water", "", "@o~*", "- 1 1 -"),
    case("not onto a key", "push=free", "@ok*", "- 1 1 -"),
    case("not onto an open door", "push=free", "@o/*", "- 1 1 -"),
    case("onto a START that is not the start", "", "start 0 0 0\nko@*", "- 3 3 -"),
    case("not onto the START", "", "@o.\n...", "- 10 10 -"),
    case("onto a TRIFORCE that is no goal", "push=free", "goal 0 0 3\n@o*.", "- 6 6 -"),
    // Four layouts with 4, 5, 5 and 5 cells for the player.
    case("onto a cell that a block left", "", "@o.\n.o#\n..#", "- 19 19 -"),
    case("a push into the only way", "", "@o.\n#.#\n#*#", "3 5 0 -"),
    case("a block left in the way", "push=free", ".@\n.o\n..\n#*", "5 11 5 1"),
];

pub(crate) const GUARDS: &[Drawn] = &[
    case(
        "a key for a pair",
        "keys=1",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nedge a b key_locked\n@..*",
        "3 6 0 -",
    ),
    case("no key", "", "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nedge a b key_locked\n@..*", "- 2 2 -"),
    case(
        "edges guard doorways only",
        "locks=tile",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nedge a b key_locked\n@..*",
        "3 4 0 -",
    ),
    case(
        "once for both directions",
        "keys=1",
        "room a 0 0 0 1 1\nroom b 0 0 1 1 2\nedge a b key_locked\nedge b a key_locked\n@.*",
        "2 4 0 -",
    ),
    case(
        "payment comes before the pick-up",
        "",
        "room a 0 0 0 1 1\nroom b 0 0 1 1 2\nedge a b key_locked\n@k*",
        "- 1 1 -",
    ),
    case(
        "contents of rooms are not taken",
        "",
        "node a key\nroom a 0 0 0 1 1\nroom b 0 0 1 1 2\nedge a b key_locked\n@.*",
        "- 1 1 -",
    ),
    case(
        "a doorway that an edge locks",
        "",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nedge b a\n@++*",
        "3 4 0 -",
    ),
    case("a doorway that no edge locks", "", "room a 0 0 0 1 2\nroom b 0 0 2 1 2\n@++*", "- 1 1 -"),
    case(
        "stair edges open no doorway",
        "",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nedge a b stair\n@++*",
        "- 1 1 -",
    ),
    case(
        "the edge is the lock",
        "",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nedge b a boss_locked\n@++*",
        "- 2 2 -",
    ),
    case(
        "a doorway touching another room is open all over",
        "",
        "room a 0 0 0 1 3\nroom b 0 0 3 1 1\nedge a b\n@++*",
        "3 4 0 -",
    ),
    case(
        "a door inside a room is its own lock",
        "",
        "room a 0 0 0 1 3\nroom b 0 0 3 1 1\nedge a b\n@+.*",
        "- 1 1 -",
    ),
    case(
        "door tiles do not care for edges",
        "locks=tile",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nedge b a\n@++*",
        "- 1 1 -",
    ),
    // Without anything open 1 cell, and 3 for each of key, bomb, both; the way back may pay too.
    case(
        "several edges",
        "keys=1 bombs=1",
        "room a 0 0 0 1 1\nroom b 0 0 1 1 2\nedge a b key_locked\nedge a b bombable\n@.*",
        "2 10 0 -",
    ),
    case(
        "all that one edge asks for",
        "keys=1 bombs=1",
        "room a 0 0 0 1 1\nroom b 0 0 1 1 2\nedge a b key_locked bombable\n@.*",
        "2 4 0 -",
    ),
    case(
        "each direction its own",
        "",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 1\nedge a b\nedge b a key_locked\n*@.",
        "1 3 1 1",
    ),
    case(
        "edges of the other direction",
        "",
        "room a 0 0 0 1 1\nroom b 0 0 1 1 2\nedge b a item_locked\n@.*",
        "- 1 1 -",
    ),
    case(
        "stair edges guard nothing",
        "",
        "room a 0 0 0 1 1\nroom b 0 0 1 1 2\nedge a b stair key_locked\n@.*",
        "2 3 0 -",
    ),
    case(
        "bombs once held",
        "bombs=unlimited bombs=1",
        "room a 0 0 0 1 1\nroom b 0 0 1 1 2\nedge a b bombable\n@.*",
        "2 3 0 -",
    ),
    case(
        "a bomb for a pair",
        "bombs=1",
        "room a 0 0 0 1 1\nroom b 0 0 1 1 2\nedge a b bombable\n@.*",
        "2 4 0 -",
    ),
    case(
        "the key item for an edge",
        "key_item=true",
        "room a 0 0 0 1 1\nroom b 0 0 1 1 2\nedge a b item_locked\n@.*",
        "2 3 0 -",
    ),
    case(
        "a diagonal step is guarded",
        "diagonals=true",
        "room a 0 0 0 2 1\nroom b 0 0 1 2 1\nedge a b boss_locked\n@.\n.*",
        "- 2 2 -",
    ),
    case(
        "a push is guarded",
        "",
        "room a 0 0 0 1 1\nroom b 0 0 1 1 2\nedge a b boss_locked\n@o.",
        "- 1 1 -",
    ),
    case(
        "a block is not guarded",
        "",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 1\nedge a b boss_locked\n@o.",
        "- 3 3 -",
    ),
    case(
        "edge and door, one key",
        "diagonals=true keys=1",
        "room a 0 0 0 1 1\nroom b 0 1 1 1 2\nedge a b key_locked\n@.#\n.+*",
        "3 8 0 -",
    ),
    case(
        "edge and door, two keys",
        "diagonals=true keys=2",
        "room a 0 0 0 1 1\nroom b 0 1 1 1 2\nedge a b key_locked\n@.#\n.+*",
        "1+1 13 0 -",
    ),
    case(
        "a doorway of another kind beside one that an edge locks",
        "",
        "room a 0 0 0 1 3\nroom b 0 0 3 1 1\nedge a b\n@+X*",
        "- 1 1 -",
    ),
    case(
        "an open edge besides a key",
        "keys=1",
        "room a 0 0 0 1 1\nroom b 0 0 1 1 2\nedge a b\nedge a b key_locked\n@.*",
        "2 6 0 -",
    ),
    case(
        "a doorway outside the rooms is its own lock",
        "keys=1",
        "room a 0 0 0 1 1\nroom b 0 0 2 1 1\nedge a b boss_locked\n@+*",
        "2 4 0 -",
    ),
];

pub(crate) const ONE_WAY: &[Drawn] = &[
    case(
        "enforced",
        "",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 1\nedge a b soft_locked\n*@.",
        "1 3 1 1",
    ),
    case(
        "enforced, door tiles",
        "locks=tile",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 1\nedge a b soft_locked\n*@.",
        "1 3 1 1",
    ),
    case(
        "ignored",
        "one_way=ignored",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 1\nedge a b soft_locked\n*@.",
        "1 3 0 -",
    ),
    case(
        "ignored, door tiles",
        "one_way=ignored locks=tile",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 1\nedge a b soft_locked\n*@.",
        "1 3 0 -",
    ),
    case(
        "a stair is no way back",
        "",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 1\nedge a b soft_locked\nedge b a stair\n*@.",
        "1 3 1 1",
    ),
    case(
        "a stair does not hinder",
        "one_way=ignored",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 1\nedge a b soft_locked\nedge b a stair\n*@.",
        "1 3 0 -",
    ),
    case(
        "another edge besides",
        "",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 1\nedge a b soft_locked\nedge a b\n*@.",
        "1 3 0 -",
    ),
    case(
        "another edge besides, with a lock",
        "",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 1\nedge a b soft_locked\nedge a b boss_locked\n*@.",
        "1 3 1 1",
    ),
    case(
        "another edge besides, door tiles",
        "locks=tile",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 1\nedge a b soft_locked\nedge a b boss_locked\n*@.",
        "1 3 0 -",
    ),
    case(
        "a locked way back",
        "one_way=ignored",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 1\nedge a b soft_locked\nedge b a boss_locked\n*@.",
        "1 3 1 1",
    ),
    case(
        "a locked way back, door tiles",
        "locks=tile",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 1\nedge a b soft_locked\nedge b a boss_locked\n*@.",
        "1 3 0 -",
    ),
    case(
        "back, paying",
        "one_way=ignored",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nedge b a soft_locked key_locked\n*@.k",
        "1 2 0 -",
    ),
    case(
        "back, paid",
        "one_way=ignored keys=1",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 1\nedge a b soft_locked key_locked\n*@.",
        "1 5 0 -",
    ),
    case(
        "not back, though paid",
        "keys=1",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 1\nedge a b soft_locked key_locked\n*@.",
        "1 3 1 1",
    ),
    case("soft tiles are free", "", "@|*", "2 3 0 -"),
    case(
        "both ways soft",
        "",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 1\nedge a b soft_locked\nedge b a soft_locked\n*@.",
        "1 3 0 -",
    ),
];

pub(crate) const THINGS: &[Drawn] = &[
    case(
        "a switch",
        "",
        "room c 0 0 0 1 1\nroom a 0 0 1 1 1\nroom b 0 0 2 1 2\nnode c switch\nedge a b switch\n.@.*",
        "4 5 0 -",
    ),
    case(
        "a switch that no rule asks for",
        "switches=free",
        "room c 0 0 0 1 1\nroom a 0 0 1 1 1\nroom b 0 0 2 1 2\nnode c switch\nedge a b switch\n.@.*",
        "2 4 0 -",
    ),
    case(
        "a switch where the start is",
        "",
        "room a 0 0 0 1 1\nroom b 0 0 1 1 2\nnode a switch\nedge a b switch\n@.*",
        "2 3 0 -",
    ),
    case(
        "a switch is asked for before it is entered",
        "",
        "room a 0 0 0 1 1\nroom b 0 0 1 1 2\nnode b switch\nedge a b switch\n@.*",
        "- 1 1 -",
    ),
    case(
        "every room with a switch counts",
        "",
        "room c 0 0 0 1 1\nroom a 0 0 1 1 1\nroom b 0 0 2 1 2\nnode c switch\nnode a switch\n.@.*",
        "2 7 0 -",
    ),
    case("a symbol and its lock", "", "mark 0 0 0 symbol:x\nlock 0 0 2 symbol:x\n.@.*", "4 5 0 -"),
    case(
        "a symbol and its lock, door tiles",
        "locks=tile",
        "mark 0 0 0 symbol:x\nlock 0 0 2 symbol:x\n.@.*",
        "4 5 0 -",
    ),
    case(
        "a symbol on its own lock",
        "",
        "mark 0 0 1 symbol:x\nlock 0 0 1 symbol:x\n@.*",
        "- 1 1 -",
    ),
    case("a symbol at the start", "", "mark 0 0 0 symbol:x\nlock 0 0 1 symbol:x\n@.*", "2 3 0 -"),
    case(
        "a symbol and an edge",
        "",
        "mark 0 0 0 symbol:x\nroom a 0 0 0 1 2\nroom b 0 0 2 1 2\nedge a b symbol:x\n.@.*",
        "4 5 0 -",
    ),
    case("a symbol that nothing asks for", "", "mark 0 0 0 symbol:x\n.@.*", "2 7 0 -"),
    case("a lock at the start does not ask", "", "lock 0 0 0 symbol:x\n@.*", "2 3 0 -"),
    case("a toggle on", "", "mark 0 0 0 toggle:0\nlock 0 0 1 toggle:0=on\n@.*", "3 4 0 -"),
    case("a toggle off", "", "mark 0 0 0 toggle:0\nlock 0 0 1 toggle:0=off\n@.*", "2 4 0 -"),
    case(
        "a toggle that lies behind",
        "",
        "mark 0 0 1 toggle:0\nlock 0 0 2 toggle:0=off\n@.*",
        "2 5 0 -",
    ),
    case(
        "two toggles on a tile",
        "",
        "mark 0 0 0 toggle:0\nmark 0 0 0 toggle:1\nlock 0 0 1 toggle:1=on\n@.*",
        "3 8 0 -",
    ),
    case(
        "toggles of rooms are not there",
        "",
        "room a 0 0 0 1 3\nnode a toggle:0\nlock 0 0 1 toggle:0=on\n@.*",
        "- 1 1 -",
    ),
    case(
        "a lock with two needs",
        "",
        "mark 0 0 0 symbol:x\nlock 0 0 2 symbol:x symbol:y\n.@.*",
        "- 3 3 -",
    ),
    case("a lock asks those who push", "", "lock 0 0 1 symbol:x\n@o.", "- 1 1 -"),
    case("a lock does not ask blocks", "", "lock 0 0 2 symbol:x\n@o.", "- 3 3 -"),
    case(
        "a diagonal past locks",
        "diagonals=true",
        "lock 0 0 1 symbol:x\nlock 0 1 0 symbol:x\n@.\n.*",
        "0+1 2 0 -",
    ),
];

pub(crate) const WARPS: &[Drawn] = &[
    case(
        "up a stair",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nedge a b stair\n@>\nnext\n>*",
        "3 4 0 -",
    ),
    case(
        "no warps",
        "warps=none",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nedge a b stair\n@>\nnext\n>*",
        "- 2 2 -",
    ),
    case(
        "a stair needs a stair edge",
        "warps=stairs,doors",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nedge a b\n@>\nnext\n>*",
        "- 2 2 -",
    ),
    case(
        "against the edge",
        "one_way=ignored",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nedge b a stair\n@>\nnext\n>*",
        "- 2 2 -",
    ),
    case(
        "against a soft edge",
        "one_way=ignored",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nedge b a stair soft_locked\n@>\nnext\n>*",
        "3 4 0 -",
    ),
    case(
        "down and up",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nedge a b stair\nedge b a stair\n>@\nnext\n>*",
        "3 4 0 -",
    ),
    case(
        "to the first stair",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 2 3\nedge a b stair\n@>\nnext\n*.>\n>..",
        "4 8 0 -",
    ),
    case(
        "near the centre",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 4\nedge a b stair\n@>\nnext\n.#.*",
        "3 4 0 -",
    ),
    case(
        "nearest the centre, in reading order",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 3\nedge a b stair\n@>\nnext\n*#.",
        "2 3 0 -",
    ),
    case(
        "not into a locked door",
        "keys=1",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 3\nedge a b stair\n@>\nnext\n*+.",
        "2 3 0 -",
    ),
    case(
        "nowhere to land",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 1\nedge a b stair\n@>\nnext\no",
        "- 2 2 -",
    ),
    case(
        "a landing that a block stands on",
        "",
        "room a 0 0 0 1 3\nroom b 0 0 3 1 1\nedge a b stair\ngoal 0 0 3\n>@o.",
        "2 6 3 1",
    ),
    case(
        "a landing with a lock",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 1\nedge a b stair\nlock 1 0 0 symbol:x\n@>\nnext\n*",
        "- 2 2 -",
    ),
    case(
        "the edge is paid",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 1\nedge a b stair key_locked\n@>\nnext\n*",
        "- 2 2 -",
    ),
    case("self edges do nothing", "", "room a 0 0 0 1 4\nedge a a stair\n@>.*", "3 4 0 -"),
    case(
        "a key passed",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nnode n key\nedge a n stair\nedge n b stair key_locked\n@>\nnext\n>*",
        "3 4 0 -",
    ),
    // There and back with the key: 2 more cells.
    case(
        "back to where the warp began",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nnode n key\nedge a n stair\nedge n a stair\nedge n b stair key_locked\n@>\nnext\n>*",
        "3 6 0 -",
    ),
    case(
        "a node passed twice",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nnode n key\nnode m symbol:x\nedge a n stair\nedge n m stair key_locked\nedge m n stair\nedge n b stair symbol:x\n@>\nnext\n>*",
        "3 4 0 -",
    ),
    case(
        "all edges are stairs",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nnode n\nedge a n stair\nedge n b\n@>\nnext\n>*",
        "- 2 2 -",
    ),
    case(
        "a passed toggle cannot be flipped",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nnode n toggle:0\nedge a n stair\nedge n b stair toggle:0=on\n@>\nnext\n>*",
        "- 2 2 -",
    ),
    case(
        "a passed goal means nothing",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nnode n goal\nedge a n stair\nedge n b stair\n@>\nnext\n>*",
        "3 4 0 -",
    ),
    case(
        "a switch passed",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nnode n switch\nedge a n stair\nedge n b stair switch\n@>\nnext\n>*",
        "3 4 0 -",
    ),
    case(
        "a refused landing undoes all",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nnode n key\nedge a n stair\nedge n b stair\nlock 1 0 0 symbol:x\n@>\nnext\n>*",
        "- 2 2 -",
    ),
    case(
        "a symbol passed opens the landing",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nnode n symbol:x\nedge a n stair\nedge n b stair\nlock 1 0 0 symbol:x\n@>\nnext\n>*",
        "3 4 0 -",
    ),
    case(
        "warps end at the first room",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 1\nroom c 2 0 0 1 1\nedge a b stair\nedge b c stair\n@>\nnext\n.\nnext\n*",
        "- 3 3 -",
    ),
    case(
        "two bombs in one node are one pick-up",
        "bomb_pickup=1",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 4\nnode n item_minor key_item\nedge a n stair\nedge n b stair\n@>\nnext\n>%.%",
        "- 6 6 -",
    ),
    case(
        "through a door",
        "warps=doors keys=1",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 3\nedge a b key_locked\n@/\nnext\n..*",
        "3 5 0 -",
    ),
    case(
        "not to an adjacent room",
        "warps=doors",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nedge a b\n@/#*",
        "- 2 2 -",
    ),
    case(
        "to a room that is not adjacent",
        "warps=doors",
        "room a 0 0 0 1 2\nroom b 0 0 3 1 1\nedge a b\n@/#*",
        "2 3 0 -",
    ),
    case(
        "through a door along a stair edge",
        "warps=doors",
        "room a 0 0 0 1 2\nroom b 0 0 3 1 1\nedge a b stair\n@/#*",
        "2 3 0 -",
    ),
    case(
        "back through a soft door",
        "warps=doors one_way=ignored",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 1\nedge b a soft_locked\n@/\nnext\n*",
        "2 3 0 -",
    ),
    case(
        "not back through a soft door",
        "warps=doors",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 1\nedge b a soft_locked\n@/\nnext\n*",
        "- 2 2 -",
    ),
    case(
        "a soft door with a way back",
        "warps=doors one_way=ignored",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 1\nedge b a soft_locked\nedge a b boss_locked\n@/\nnext\n*",
        "- 2 2 -",
    ),
    case(
        "only the last room must not be adjacent",
        "warps=doors",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 1\nnode n\nedge a n\nedge n b\n@/*",
        "2 3 0 -",
    ),
    case(
        "onto a key",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 3\nedge a b stair\n@>\nnext\n*k.",
        "3 5 0 -",
    ),
    case(
        "nearest the centre, by rows first",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 3 3\nedge a b stair\n@>\nnext\n.*.\n.#.\n...",
        "2 3 0 -",
    ),
    case(
        "not by way of others to an adjacent room",
        "warps=doors",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nnode n\nedge a n\nedge n b\n@/#*",
        "- 2 2 -",
    ),
    case(
        "one lock for stairs and steps",
        "keys=1",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nedge a b stair key_locked\nedge a b key_locked\n>@.*",
        "2 6 0 -",
    ),
    case(
        "self edges of passed nodes do nothing",
        "keys=1",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nnode n\nedge a n stair\nedge n n stair key_locked\nedge n b stair\n@>\nnext\n>*",
        "3 4 0 -",
    ),
    case(
        "stairs back do not hinder",
        "one_way=ignored",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nedge b a stair soft_locked\nedge a b stair boss_locked\n@>\nnext\n>*",
        "3 4 0 -",
    ),
    case(
        "a switch passed where none counts",
        "switches=free",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nnode n switch\nedge a n stair\nedge n a stair\nedge n b stair\n@>\nnext\n>*",
        "3 4 0 -",
    ),
    case(
        "a switch passed where it counts",
        "",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nnode n switch\nedge a n stair\nedge n a stair\nedge n b stair\n@>\nnext\n>*",
        "3 6 0 -",
    ),
    case(
        "bombs passed that are held already",
        "bombs=unlimited bombs=1",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 2\nnode n item_minor\nedge a n stair\nedge n a stair\nedge n b stair\n@>\nnext\n>*",
        "3 4 0 -",
    ),
    case(
        "through a soft door",
        "warps=doors",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 1\nedge a b\n@|\nnext\n*",
        "2 3 0 -",
    ),
];

pub(crate) fn all() -> impl Iterator<Item = &'static Drawn> {
    let first = [MOVES, ITEMS, PUSHES, GUARDS, ONE_WAY, THINGS, WARPS];
    first.into_iter().chain([ONTO, STAIR_EDGES]).chain([PLATES, LACKS, WIN, RESET]).flatten()
}

// ------------------------------------------------------------------------------ reading a case

impl Drawn {
    /// The rules: strict, with the named ones set; what is no rule is part of the start inventory.
    pub(crate) fn rules(&self) -> Rules {
        let mut rules = Rules::preset(Preset::Strict);
        let mut start = Vec::new();
        for word in self.rules.split_whitespace() {
            if rules.set(word).is_err() {
                start.push(word);
            }
        }
        // `bombs` is both a rule and an item; as an item it is a number.
        rules.start = start.join(",").parse().expect(self.what);
        rules
    }

    pub(crate) fn level(&self) -> Level {
        let mut value = json!({"format": "quandary/level/1", "floors": [{"grid": []}]});
        for line in self.level.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let number = |i: usize| words[i].parse::<u32>().expect(self.what);
            let cell = || json!({"floor": number(1), "row": number(2), "col": number(3)});
            let (field, entry) = match words[0] {
                "room" => {
                    known(&mut value, words[1]);
                    let [floor, row, col, rows, cols] = [2, 3, 4, 5, 6].map(number);
                    let room = json!({"node": words[1], "floor": floor, "row": row, "col": col,
                        "rows": rows, "cols": cols});
                    ("rooms", room)
                }
                "node" => {
                    known(&mut value, words[1])["contents"] = json!(words[2..]);
                    continue;
                }
                "edge" => {
                    let open = words.len() == 3;
                    let requires = if open { json!("open") } else { json!(words[3..]) };
                    let edge = json!({"from": words[1], "to": words[2], "requires": requires});
                    push(&mut value["graph"], "edges", edge);
                    continue;
                }
                "mark" => {
                    let [floor, row, col] = [1, 2, 3].map(number);
                    let mark = json!({"floor": floor, "row": row, "col": col, "gives": words[4]});
                    ("marks", mark)
                }
                "lock" => {
                    let cells = json!([[number(1), number(2), number(3)]]);
                    ("locks", json!({"cells": cells, "needs": words[4..]}))
                }
                "plate" => {
                    let cells = words[2..].iter().take_while(|word| !word.starts_with("symbol:"));
                    let cells: Vec<u32> =
                        cells.map(|word| word.parse().expect(self.what)).collect();
                    let mut plate = json!({"name": words[1],
                        "cells": cells.chunks(3).collect::<Vec<_>>()});
                    if let Some(gives) = words.get(2 + cells.len()) {
                        plate["gives"] = json!(gives);
                    }
                    ("plates", plate)
                }
                "win" => {
                    value["win"] = json!(words[1..]);
                    continue;
                }
                "start" => {
                    value["start"] = cell();
                    continue;
                }
                "goal" if words.len() == 1 => {
                    value["goals"] = json!([]);
                    continue;
                }
                "goal" => ("goals", cell()),
                "next" => ("floors", json!({"grid": []})),
                row => {
                    let tile = |letter| quandary_level::Tile::from_letter(letter).expect(self.what);
                    let ids: Vec<u8> = row.chars().map(|letter| tile(letter).id()).collect();
                    let floors = value["floors"].as_array_mut().expect(self.what);
                    push(floors.last_mut().expect(self.what), "grid", json!(ids));
                    continue;
                }
            };
            push(&mut value, field, entry);
        }
        quandary_level::formats::json::read(&value.to_string()).expect(self.what)
    }

    pub(crate) fn outcome(&self) -> Outcome {
        let words: Vec<&str> = self.result.split_whitespace().collect();
        let number = |word: &str| word.parse::<u64>().expect(self.what);
        let cost = |word: &str| {
            let (straight, diagonal) = word.split_once('+').unwrap_or((word, "0"));
            let cost = || Cost { straight: number(straight), diagonal: number(diagonal) };
            (word != "-").then(cost)
        };
        Outcome {
            cost: cost(words[0]),
            states: number(words[1]),
            dead_states: number(words[2]),
            witness: cost(words[3]),
        }
    }
}

/// The node of a name, made when it is first named.
fn known<'a>(level: &'a mut Value, name: &str) -> &'a mut Value {
    let nodes = &mut level["graph"]["nodes"];
    if nodes.is_null() {
        *nodes = json!([]);
    }
    let nodes = nodes.as_array_mut().expect("an array");
    let at = nodes.iter().position(|node| node["id"] == name).unwrap_or(nodes.len());
    if at == nodes.len() {
        nodes.push(json!({"id": name}));
    }
    &mut nodes[at]
}

fn push(object: &mut Value, field: &str, entry: Value) {
    if object[field].is_null() {
        object[field] = json!([]);
    }
    object[field].as_array_mut().expect("an array").push(entry);
}

#[test]
fn the_twin_says_what_was_counted_by_hand() {
    let mut wrong = String::new();
    for drawn in all() {
        let found = explore(&drawn.level(), &drawn.rules(), 10_000).expect(drawn.what);
        if found != drawn.outcome() {
            let Drawn { what, rules, level, result } = drawn;
            wrong += &format!("{what} ({rules})\n{level}\nexpected {result}, found {found:?}\n\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
