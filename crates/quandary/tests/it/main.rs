//! The integration tests of the program, as one binary: each module runs one command of the program, or reads the
//! pages of the project.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "this is how a test fails"
)]

mod cave;
mod check_many;
mod cli;
mod convert;
mod corpus;
mod crossword;
mod daily;
mod documents;
mod editors;
mod dungeon;
mod export;
#[cfg(target_os = "linux")]
mod faults;
mod files;
mod imports;
mod interrupt;
mod laws;
mod library;
mod measure;
mod open_corpus;
mod own_levels;
mod pages;
mod play;
mod play_map;
mod play_riddle;
mod program;
mod readme;
mod repair;
mod riddle;
mod riddles;
#[cfg(unix)]
mod serve;
#[cfg(unix)]
mod shown;
mod sizes;
mod sokoban;
mod tiled;
