//! Tests of every format by its own examples: reading, printing, rejecting.

mod foreign;
mod ldtk;
mod strangers;
mod tables;
mod imports;
mod tiled;
mod xsb;
