//! The integration tests of this crate, as one program: each module looks from outside at what the generators make.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "this is how a test fails"
)]

mod areas;
mod cave_twin;
mod designed;
mod dungeons;
mod hints;
mod layout_forms;
mod layout_twin;
mod missions;
mod phrases;
mod pinned;
mod played;
mod rounds;
mod told;
