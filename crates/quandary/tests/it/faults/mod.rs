//! The service under faults: each module causes one, and checks the responses during and after it.
//!
//! These tests are slow, and some use up the resources of the machine: `.ci/run` runs them, `cargo test` does not.

mod service;

mod damaged_row;
mod edge;
mod full_disk;
mod postgres;
mod read_only;
mod tls;
mod unwritable;
