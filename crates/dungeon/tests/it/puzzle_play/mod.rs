//! Games of scenarios: lines typed by hand, and players who type anything.

mod lines;
mod properties;
mod samples;
