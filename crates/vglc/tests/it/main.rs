//! The integration tests of this crate, as one program: each module looks from outside at what is imported.

mod corpus;
mod graphs;
mod options;
mod tiles;
