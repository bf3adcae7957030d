//! All that can be wrong, and the columns in which each audit counts it.

/// Makes the enum of the defects from their names.
macro_rules! defects {
    ($($name:ident),* $(,)?) => {
        /// A kind of defect. What it means for a mission, a layout or an area is said by
        /// the columns.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Defect {
            $($name),*
        }
    };
}

defects! {
    // Lines and searches.
    Missing, Form, Differs, Large,
    // Missions.
    Counts, Ids, Apart, Tree, Map, Unreached, Unwinnable, Losable, IdleKey, IdleSwitch, Redundant,
    Items, Precondition, Solution, Order, Intensity,
    // Layouts.
    Few, Single, Boss, BossOnStairs, BossNotAtEnd, Near, NoTreasure, NoPuzzle, Bridges, Ends, Kinds,
    Entry, OneWay, Outside, Distance,
    // Areas.
    NoExit, Gates, KeyNames, NoPickUp, NeverOpen, Stuck, Threshold, Blocked, Short, EntryRoom,
    Crowd, FarSide, KeyBefore, KeyFar, Names, Riddle, Sequence, Told, Chest, Placement, Proof,
}

use Defect::*;

/// A column of a table: the defect, the head, and the meaning in words.
pub(crate) type Column = (Defect, &'static str, &'static str);

/// The columns of missions.
pub(crate) const OF_MISSIONS: [Column; 20] = [
    (Missing, "missing", "no mission was printed for a seed that was asked for"),
    (Form, "form", "a line is not a quandary/mission/1"),
    (Counts, "counts", "not the rooms, keys and switches asked for"),
    (Ids, "ids", "an id stands for two rooms, or for none"),
    (Apart, "apart", "the rooms are not connected"),
    (Tree, "tree", "parents, edges, boss and goal do not fit together"),
    (Map, "map", "rooms overlap, or an edge joins rooms that do not touch"),
    (Unreached, "unreached", "a room is reached in no state"),
    (Unwinnable, "unwinnable", "the goal is never reached"),
    (Losable, "losable", "from some state the goal is no longer reached"),
    (IdleKey, "idle-key", "the goal is reached without some key"),
    (IdleSwitch, "idle-switch", "the goal is reached without flipping some switch"),
    (Redundant, "redundant", "a lock shuts nothing"),
    (Items, "items", "an item lies where it must not"),
    (Precondition, "precondition", "a state of a room breaks its precondition"),
    (Solution, "solution", "stats.solution is not the least cost"),
    (Order, "order", "the keys do not come in the order asked for"),
    (Intensity, "intensity", "an intensity is out of range"),
    (Proof, "proof", "the proof claims something else than was found"),
    (Large, "unknown", "too many states to count"),
];

/// The columns of layouts: what other generators get wrong first.
pub(crate) const OF_LAYOUTS: [Column; 17] = [
    (Few, "<5", "fewer than 5 rooms"),
    (Single, "single", "a level that is one cell, or none"),
    (Apart, "apart", "a room or a level that is not reached"),
    (Boss, "no-boss", "not one boss room where one belongs, or one where none does"),
    (BossOnStairs, "on-stairs", "the boss on the stairs"),
    (BossNotAtEnd, "not-end", "the boss not at a dead end although there is one"),
    (NoTreasure, "no-treasure", "no treasure room"),
    (NoPuzzle, "no-puzzle", "no puzzle room"),
    (Entry, "entry", "not one entry, at its level, nearest the centre"),
    (OneWay, "one-way", "a connection that does not lead back"),
    (Outside, "outside", "a room out of bounds, or two in one place"),
    (Near, "near", "the boss not at the farthest dead end of its level"),
    (Bridges, "bridges", "eight rooms or more, and fewer than three bridges"),
    (Ends, "ends", "eight rooms or more, and fewer than three dead ends"),
    (Kinds, "kinds", "a corridor, chamber, treasure or puzzle that is none"),
    (Distance, "distance", "a distance that is not the least number of steps"),
    (Form, "form", "a line that is not the layout asked for"),
];

/// The columns of areas: what other generators get wrong first.
pub(crate) const OF_AREAS: [Column; 32] = [
    (NoExit, "no-exit", "a puzzle blocks a direction in which there is no exit"),
    (Gates, "gates", "a puzzle gates nothing: without it all rooms are reached"),
    (KeyNames, "key-names", "doors whose keys share a name, or do not though small"),
    (NoPickUp, "no-pickup", "a key that is not there or can never be picked up"),
    (Boss, "boss", "the boss is missing or out of reach"),
    (NeverOpen, "never", "a puzzle that can never be solved"),
    (Apart, "apart", "a room that can never be reached"),
    (Stuck, "stuck", "a player can get stuck"),
    (NoPuzzle, "none", "no puzzle although one was asked for and fits"),
    (Differs, "differs", "the same seed gives other bytes"),
    (Threshold, "hint", "a hint's threshold above 20, or not of the rule"),
    (Blocked, "blocked", "blocked directions that are not those of the puzzles"),
    (Short, "short", "not so many puzzles as were asked for, without a reason"),
    (EntryRoom, "in-entry", "a puzzle in the entry room"),
    (Crowd, "crowd", "more than two puzzles in a room"),
    (FarSide, "far-side", "a puzzle whose room is not reached while it is unsolved"),
    (KeyBefore, "key-near", "a key not before its door, or not nearer the entry"),
    (KeyFar, "key-far", "a key though a room farther from the entry would do"),
    (IdleKey, "idle-key", "a lock whose key everybody passes on the way to it"),
    (Names, "names", "ids or names that are not unique, whatever their case"),
    (Riddle, "riddle", "a riddle without a text or an answer"),
    (Sequence, "sequence", "an order that is not one of the objects, or no clue"),
    (Told, "told", "a key or a chest that is not described"),
    (Chest, "chest", "a chest that breaks one of its laws"),
    (Placement, "placing", "what is missing, or closed, is not all told"),
    (OneWay, "one-way", "a connection that does not lead back"),
    (Outside, "outside", "a room out of bounds, or two in one place"),
    (Entry, "entry", "not one entry"),
    (Distance, "distance", "a distance that is not the least number of steps"),
    (Proof, "proof", "not claimed to be winnable and unlosable"),
    (Large, "large", "too many states to be counted out"),
    (Form, "form", "a line that is not what was asked for"),
];
