//! x
pub mod symbol;
pub mod condition;
pub mod graph;
