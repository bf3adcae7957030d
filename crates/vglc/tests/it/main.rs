//! The integration tests of this crate, as one program: each module looks from outside at what is imported.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "this is how a test fails"
)]

mod corpus;
mod graphs;
mod options;
mod tiles;
