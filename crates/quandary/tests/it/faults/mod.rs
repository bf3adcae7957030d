//! The service under faults: each module brings one about, and looks at what is answered meanwhile and afterwards.
//!
//! They take a while, and some take the machine's resources up: `.ci/run` asks for them, `cargo test` does not.

mod service;

mod damaged_row;
mod edge;
mod full_disk;
mod postgres;
mod read_only;
mod tls;
mod unwritable;
