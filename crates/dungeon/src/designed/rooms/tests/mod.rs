//! Tests of room templates.

mod measure;
mod claims;
mod fills;
mod sizes;
mod reading;
mod habits;
