//! Dungeons of the corpus: what is read of tiles and graphs, and how it is stitched.

mod corpus;
mod drawn;
mod graphs;
mod imports;
mod messages;
mod options;
mod rooms;
mod tiles;
