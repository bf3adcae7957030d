//! Designed dungeons: what every room is for, and what it looks like.

pub mod purpose;
pub mod rooms;
