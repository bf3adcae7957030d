//! Cases of steps, of items and doors, and of blocks that are pushed.

use super::{DrawnCase, case};

pub(super) const MOVES: &[DrawnCase] = &[
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

pub(super) const ITEMS: &[DrawnCase] = &[
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

pub(super) const PUSHES: &[DrawnCase] = &[
    case("off", "push=off", "@o..*", "- 1 1 -"),
    case("once", "", "@o..*", "- 3 3 -"),
    // The block on its cell: 1 state; one further: 2; two further: 3; then stop, because the goal is no floor.
    case("free", "push=free", "@o..*", "- 6 6 -"),
    // The pushed block gives as many states as the unpushed one: all cells but its own.
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
