//! Cases of symbols, toggles and switches.

use super::{DrawnCase, case};

pub(super) const THINGS: &[DrawnCase] = &[
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
