//! Further hand-drawn levels, with results counted by hand: cells onto which blocks can be pushed, and edges for
//! stairs.
//!
//! Invariant: drawn and counted as in [`crate::tile_twin::cases`], under strict rules except for those named.

use crate::tile_twin::cases::{DrawnCase, case};

/// Two floors with a STAIR on each, followed by what joins them.
macro_rules! floors {
    ($joined:literal) => {
        concat!("room a 0 0 0 1 2\nroom b 1 0 0 1 2\n", $joined, "\n@>\nnext\n>*")
    };
}

pub(crate) const ONTO: &[DrawnCase] = &[
    // Before the push 1 cell; the block on the key: 4, the goal among them.
    case(
        "a block in the way goes onto a key",
        "push_onto=walkable",
        "#@ok#\n##.##\n##*##",
        "3 5 0 -",
    ),
    case("but onto plain floor only", "push_onto=floor", "#@ok#\n##.##\n##*##", "- 1 1 -"),
    case("not at all", "push_onto=walkable push=off", "@ok*", "- 1 1 -"),
    case("onto a key, once", "push_onto=walkable", "@ok.*", "- 3 3 -"),
    // By block position: 1, 2, 3 with the key, 4 with the key; the last is on the goal.
    case("onto a key and on", "push_onto=walkable push=free", "@ok.*", "- 10 10 -"),
    // By block position: 1, 2, 3 with the key; then the door is open: 5.
    case(
        "a key is taken when the block is pushed off it",
        "push_onto=walkable push=free",
        "@ok.\n##+#\n##*#",
        "4 11 0 -",
    ),
    // The block at rest: without the key 4 cells, with it 5, the door open 7. Pushed onto the key before
    // it was taken 5, after that 5, after the door was opened 5. Pushed onto the START, with the key 5,
    // the door open 7.
    case("a key for good under a block", "push_onto=walkable", "@ok+*\n...##", "6 43 15 1"),
    case("a key beside a block", "push_onto=floor", "@ok+*\n...##", "6 16 0 -"),
    case(
        "onto every tile that asks for nothing",
        "push_onto=walkable push=free",
        "start 0 0 0\n.o/=|ebkKIi,>?@*",
        "- 120 120 -",
    ),
    case("not onto a locked door", "push_onto=walkable keys=1", "@o+*", "- 1 1 -"),
    case("not onto a wall to be bombed", "push_onto=walkable bombs=1", "@o%*", "- 1 1 -"),
    case("not onto a boss door", "push_onto=walkable boss_key=true", "@oX*", "- 1 1 -"),
    case("not onto water", "push_onto=walkable key_item=true", "@o~*", "- 1 1 -"),
    case("not onto a wall", "push_onto=walkable", "@o#*", "- 1 1 -"),
    case("not onto void", "push_onto=walkable", "@o-*", "- 1 1 -"),
    case("not onto a block", "push_onto=walkable", "@oo.", "- 1 1 -"),
    // The door shut 4 cells, open 5; pushed from there onto the START 5.
    case("not onto a door that was opened", "push_onto=walkable keys=1", "+o@\n...", "- 14 14 -"),
    case(
        "not onto a doorway that an edge locks",
        "push_onto=walkable",
        "room a 0 0 0 1 3\nroom b 0 0 3 1 1\nedge a b\n@o+*",
        "- 1 1 -",
    ),
    case(
        "not onto a cell that asks for a symbol",
        "push_onto=walkable",
        "lock 0 0 2 symbol:x\n@o.*",
        "- 1 1 -",
    ),
    case(
        "not onto a cell that asks for a symbol that is held",
        "push_onto=walkable",
        "mark 0 0 0 symbol:x\nlock 0 0 2 symbol:x\n@o.*",
        "- 1 1 -",
    ),
    case(
        "not onto a cell that asks for a toggle's first position",
        "push_onto=walkable",
        "lock 0 0 2 toggle:0=off\n@ok*",
        "- 1 1 -",
    ),
    case(
        "onto a cell that asks, where only floor counts",
        "push_onto=floor",
        "mark 0 0 0 symbol:x\nlock 0 0 2 symbol:x\n@o.*",
        "- 3 3 -",
    ),
    case("onto a cell that a block left", "push_onto=walkable", "@o.\n.o#\n..#", "- 19 19 -"),
    // Without the fourth layout, which needs the block that was pushed up.
    case(
        "not onto a cell that a block left and that asks",
        "push_onto=walkable",
        "mark 0 0 0 symbol:x\nlock 0 0 1 symbol:x\n@o.\n.o#\n..#",
        "- 14 14 -",
    ),
    case(
        "onto a cell that a block left and that asks, where only floor counts",
        "push_onto=floor",
        "mark 0 0 0 symbol:x\nlock 0 0 1 symbol:x\n@o.\n.o#\n..#",
        "- 19 19 -",
    ),
    // By block position: 1, 2 with the symbol under it, 5 with the symbol in hand.
    case(
        "a symbol under a block is not held",
        "push_onto=walkable push=free",
        "mark 0 0 2 symbol:x\nlock 0 1 1 symbol:x\n@o/.\n#.##\n#*##",
        "5 8 0 -",
    ),
    // By block position: 1, 2, 3 with the toggle off and 5 with it on.
    case(
        "a toggle under a block cannot be flipped",
        "push_onto=walkable push=free",
        "mark 0 0 2 toggle:0\nlock 0 1 1 toggle:0=on\n@oe.\n#.##\n#*##",
        "6 11 0 -",
    ),
    case(
        "a toggle for good under a block",
        "push_onto=walkable",
        "mark 0 0 2 toggle:0\nlock 0 1 1 toggle:0=on\n@oe.\n#.##\n#*##",
        "- 3 3 -",
    ),
    case("a goal under a block is not won", "push_onto=walkable", "@o*.", "- 3 3 -"),
    case("a goal that a block is pushed off", "push_onto=walkable push=free", "@o*.", "2 4 0 -"),
    // At rest 5 cells; on the goal 5.
    case("a goal for good under a block", "push_onto=walkable", "@o*\n...", "4 10 5 1"),
    case("a goal beside a block", "push_onto=floor", "@o*\n...", "4 5 0 -"),
    case("another goal", "push_onto=walkable", "@o*\n.##\n*##", "2 7 0 -"),
    case(
        "a stair under a block leads nowhere",
        "push_onto=walkable",
        "room a 0 0 0 1 3\nroom b 1 0 0 1 1\nedge a b stair\n@o>\nnext\n*",
        "- 3 3 -",
    ),
    case(
        "a stair that a block is pushed off",
        "push_onto=walkable push=free",
        "room a 0 0 0 1 4\nroom b 1 0 0 1 1\nedge a b stair\n@o>.\nnext\n*",
        "3 7 0 -",
    ),
    // At rest 4 cells; on the landing cell 3, dead; on the START 3.
    case(
        "a landing under a block is refused",
        "push_onto=walkable",
        "room a 0 0 0 1 3\nroom b 0 0 3 1 2\nedge a b stair\n>@o>*",
        "3 10 3 1",
    ),
    case(
        "a landing beside a block",
        "push_onto=floor",
        "room a 0 0 0 1 3\nroom b 0 0 3 1 2\nedge a b stair\n>@o>*",
        "3 4 0 -",
    ),
    case(
        "a block is not guarded",
        "push_onto=walkable",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 1\nedge a b boss_locked\n@o/",
        "- 3 3 -",
    ),
    // At rest 1 cell; on the door 4, and a diagonal would cost less than the corner.
    case(
        "a diagonal past a block on an open door",
        "push_onto=walkable diagonals=true",
        "@o/\n#.*",
        "3 5 0 -",
    ),
    case(
        "a diagonal past the open door itself",
        "push_onto=walkable diagonals=true",
        "@./\n#.*",
        "1+1 5 0 -",
    ),
    case(
        "a block on an open door is not pushed diagonally",
        "push_onto=walkable push=free diagonals=true",
        "@o/#\n#..#\n####",
        "- 5 5 -",
    ),
];

pub(crate) const STAIR_EDGES: &[DrawnCase] = &[
    case("an open edge", "stair_edges=all", floors!("edge a b"), "3 4 0 -"),
    case("an open edge is no stair", "stair_edges=stair", floors!("edge a b"), "- 2 2 -"),
    case("not without warps", "stair_edges=all warps=none", floors!("edge a b"), "- 2 2 -"),
    case("not by warps of doors", "stair_edges=all warps=doors", floors!("edge a b"), "- 2 2 -"),
    case("by both", "stair_edges=all warps=stairs,doors", floors!("edge a b"), "3 4 0 -"),
    case("a stair as ever", "stair_edges=all", floors!("edge a b stair"), "3 4 0 -"),
    case("against an open edge", "stair_edges=all", floors!("edge b a"), "- 2 2 -"),
    case("a key", "stair_edges=all keys=1", floors!("edge a b key_locked"), "3 4 0 -"),
    case("no key", "stair_edges=all", floors!("edge a b key_locked"), "- 2 2 -"),
    case(
        "a key there and back",
        "stair_edges=all keys=1",
        floors!("edge a b key_locked\nedge b a key_locked"),
        "3 6 0 -",
    ),
    case("a bomb", "stair_edges=all bombs=1", floors!("edge a b bombable"), "3 4 0 -"),
    case("no bomb", "stair_edges=all", floors!("edge a b bombable"), "- 2 2 -"),
    case(
        "bombs for ever",
        "stair_edges=all bombs=unlimited bombs=1",
        floors!("edge a b bombable\nedge b a bombable"),
        "3 4 0 -",
    ),
    case(
        "the boss key",
        "stair_edges=all boss_key=true",
        floors!("edge a b boss_locked"),
        "3 4 0 -",
    ),
    case("no boss key", "stair_edges=all", floors!("edge a b boss_locked"), "- 2 2 -"),
    case(
        "the key item",
        "stair_edges=all key_item=true",
        floors!("edge a b item_locked"),
        "3 4 0 -",
    ),
    case("no key item", "stair_edges=all", floors!("edge a b item_locked"), "- 2 2 -"),
    case("a switch", "stair_edges=all", floors!("node a switch\nedge a b switch"), "3 4 0 -"),
    case("no switch", "stair_edges=all", floors!("node b switch\nedge a b switch"), "- 2 2 -"),
    case("switches free", "stair_edges=all switches=free", floors!("edge a b switch"), "3 4 0 -"),
    case(
        "a symbol",
        "stair_edges=all",
        floors!("mark 0 0 0 symbol:x\nedge a b symbol:x"),
        "3 4 0 -",
    ),
    // Off 2 cells; on 2 and 2.
    case(
        "a toggle",
        "stair_edges=all",
        floors!("mark 0 0 0 toggle:0\nedge a b toggle:0=on"),
        "4 6 0 -",
    ),
    case("a soft edge", "stair_edges=all", floors!("edge a b soft_locked"), "3 4 0 -"),
    case("against a soft edge", "stair_edges=all", floors!("edge b a soft_locked"), "- 2 2 -"),
    case(
        "against a soft edge, ignored",
        "stair_edges=all one_way=ignored",
        floors!("edge b a soft_locked"),
        "3 4 0 -",
    ),
    case(
        "against a soft edge, paying",
        "stair_edges=all one_way=ignored",
        floors!("edge b a soft_locked key_locked"),
        "- 2 2 -",
    ),
    case(
        "a stair there does not hinder",
        "stair_edges=all one_way=ignored",
        floors!("edge b a soft_locked\nedge a b stair boss_locked"),
        "3 4 0 -",
    ),
    case(
        "another edge there does",
        "stair_edges=all one_way=ignored",
        floors!("edge b a soft_locked\nedge a b boss_locked"),
        "- 2 2 -",
    ),
    case(
        "all that one edge asks for",
        "stair_edges=all keys=1",
        floors!("edge a b key_locked bombable"),
        "- 2 2 -",
    ),
    // Nothing opened 2 cells; behind the key 2, behind the bomb 2.
    case(
        "either of two edges",
        "stair_edges=all keys=1 bombs=1",
        floors!("edge a b key_locked\nedge a b bombable"),
        "3 6 0 -",
    ),
    case(
        "not to an adjacent room",
        "stair_edges=all",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nedge a b\n@>#*",
        "- 2 2 -",
    ),
    case(
        "to an adjacent room by a stair",
        "stair_edges=all",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nedge a b stair\n@>#*",
        "2 3 0 -",
    ),
    case(
        "to a room that is not adjacent",
        "stair_edges=all",
        "room a 0 0 0 1 2\nroom b 0 0 3 1 1\nedge a b\n@>#*",
        "2 3 0 -",
    ),
    case(
        "to a room that touches at a corner",
        "stair_edges=all",
        "room a 0 0 0 1 2\nroom b 0 1 2 1 1\nedge a b\n@>#\n##*",
        "2 3 0 -",
    ),
    case("over a cellar", "stair_edges=all", floors!("node n\nedge a n\nedge n b"), "3 4 0 -"),
    case(
        "a key in a cellar",
        "stair_edges=all",
        floors!("node n key\nedge a n\nedge n b key_locked"),
        "3 4 0 -",
    ),
    // There and back with the key: 2 more cells.
    case(
        "over a cellar and back",
        "stair_edges=all",
        floors!("node n key\nedge a n\nedge n a\nedge n b key_locked"),
        "3 6 0 -",
    ),
    case(
        "over a cellar to an adjacent room",
        "stair_edges=all",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nnode n\nedge a n\nedge n b\n@>#*",
        "- 2 2 -",
    ),
    case(
        "over a cellar to an adjacent room, up stairs",
        "stair_edges=all",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nnode n\nedge a n stair\nedge n b stair\n@>#*",
        "2 3 0 -",
    ),
    case(
        "one stair is not enough for an adjacent room",
        "stair_edges=all",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nnode n\nedge a n stair\nedge n b\n@>#*",
        "- 2 2 -",
    ),
    case(
        "nor is the last one",
        "stair_edges=all",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nnode n\nedge a n\nedge n b stair\n@>#*",
        "- 2 2 -",
    ),
    case(
        "stairs and others to a room that is not adjacent",
        "stair_edges=all",
        "room a 0 0 0 1 2\nroom b 0 0 3 1 1\nnode n\nedge a n stair\nedge n b\n@>#*",
        "2 3 0 -",
    ),
    // The same node is reached by a stair and by another edge. The stair leads on into the adjacent room, the other
    // edge costs a key. No key used 2 cells and the goal; by the other edge nothing.
    case(
        "two ways into a cellar",
        "stair_edges=all keys=1",
        "room a 0 0 0 1 2\nroom b 0 0 2 1 2\nnode n\nedge a n stair\nedge a n key_locked\nedge n b stair\n@>#*",
        "2 3 0 -",
    ),
    case(
        "against a soft edge into a cellar",
        "stair_edges=all one_way=ignored",
        floors!("node n\nedge n a soft_locked\nedge n b"),
        "3 4 0 -",
    ),
    case(
        "not against a soft edge into a cellar",
        "stair_edges=all",
        floors!("node n\nedge n a soft_locked\nedge n b"),
        "- 2 2 -",
    ),
    // By the stair into b, a dead end; by the other edge into c.
    case(
        "one room by a stair, another by another edge",
        "stair_edges=all",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 1\nroom c 2 0 0 1 1\nedge a b stair\nedge a c\n@>\nnext\n.\nnext\n*",
        "2 4 1 2",
    ),
    case(
        "doors lead nowhere on account of stairs",
        "stair_edges=all",
        "room a 0 0 0 1 2\nroom b 1 0 0 1 1\nedge a b\n@/\nnext\n*",
        "- 2 2 -",
    ),
    // At rest 2 cells and the goal; on the landing cell 3, dead.
    case(
        "a landing under a block",
        "stair_edges=all",
        "room a 0 0 0 1 2\nroom b 0 0 3 1 1\nedge a b\ngoal 0 0 3\n>@o.",
        "2 6 3 1",
    ),
    case(
        "a landing that asks",
        "stair_edges=all",
        floors!("lock 1 0 0 symbol:x\nedge a b"),
        "- 2 2 -",
    ),
];
