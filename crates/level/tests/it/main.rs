//! The integration tests of this crate, as one program: each module judges from outside what a level is, and whether it can be
//! finished.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "this is how a test fails"
)]

mod cases;
mod fewest_pushes;
mod foreign;
mod large;
mod least;
mod metamorphic;
mod microban;
mod naive_twin;
mod pinned;
mod play;
mod properties;
mod pushing;
mod repair;
mod solver_properties;
mod tile_cases;
mod tile_results;
mod tile_twin;
mod tiled;
mod told;
mod xsb;
