//! Tests of dungeons of the corpus: reading of tiles and graphs, and stitching.

mod corpus;
mod drawn;
mod graphs;
mod imports;
mod messages;
mod options;
mod rooms;
mod tiles;
