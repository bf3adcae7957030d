//! Games of scenarios: hand-written lines, and random players.

mod lines;
mod properties;
mod samples;
