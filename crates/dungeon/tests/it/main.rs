//! The integration tests of this crate as one program. Each module tests results of the generators from outside.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "this is how a test fails"
)]

extern crate quandary_dungeon as dungeon;

mod areas;
mod bridges;
mod cave_twin;
mod chests;
mod dungeons;
mod dungeon_play;
mod candidates;
mod hints;
mod json;
mod layout_forms;
mod layout_twin;
mod missions;
mod phrases;
mod pinned;
mod played;
mod puzzle_play;
mod rounds;
#[allow(dead_code, reason = "several crates share these")]
#[path = "../../../../tests/samples/missions.rs"]
mod samples;
mod told;
