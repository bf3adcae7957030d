//! The integration tests of this crate in one program. Each module tests one format.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "this is how a test fails"
)]

mod common;
mod foundry;
mod graph;
mod layout;
mod ldtk;
mod ldtk_whole;
mod pack;
mod pits;
mod read;
mod tmj;
mod tscn;
mod annotations;
mod uvtt;
mod vglc;
