//! The integration tests of this crate, as one program.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "this is how a test fails"
)]

mod cases;
mod explain;
mod fewest_pushes;
mod large;
mod limits;
mod least;
mod measure;
mod messages;
mod metamorphic;
mod microban;
mod naive_twin;
mod needed;
mod pinned;
mod play;
mod properties;
mod pushing;
mod rate;
mod repair;
mod repeats;
mod referee;
mod reversible;
mod rooms;
mod solver_properties;
mod survey;
mod text;
mod tile_cases;
mod tile_results;
mod tile_twin;
mod told;
mod what_if;
