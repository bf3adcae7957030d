//! Levels drawn by hand, each with the repair that it wants.
