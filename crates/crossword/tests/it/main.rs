//! The integration tests of this crate, in one program.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "this is how a test fails"
)]

mod common;
mod naive_riddles;
mod naive_twin;
mod oracle;
mod pinned;
mod properties;
mod riddle_words;
mod riddles;
mod self_play;
mod shipped;
