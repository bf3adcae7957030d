//! Small tile levels drawn by hand, each with the expected results.
//!
//! Rules are settings on top of the strict preset. Comments next to the levels count the states by hand: for each
//! combination of taken things, opened doors and block positions, the number of reachable cells.

mod judged;
mod pits;
mod plates;
mod things;
mod ways;
