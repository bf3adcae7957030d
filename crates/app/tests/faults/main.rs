//! The service under faults: each module brings one about, and looks at what is answered meanwhile and afterwards.
//!
//! They take a while, and some take the machine's resources up: `.ci/run` asks for them, `cargo test` does not.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by panicking")]

#[path = "../database/mod.rs"]
mod database;
mod service;

mod edge;
mod read_only;
mod unwritable;
