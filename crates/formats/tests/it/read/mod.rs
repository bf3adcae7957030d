//! Every format by its own examples: reading, printing, refusing.

mod foreign;
mod ldtk;
mod strangers;
mod tiled;
mod xsb;
