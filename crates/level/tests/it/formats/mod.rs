//! Every format by its own examples: reading, printing, refusing.

mod ldtk;
mod text;
mod tiled;
mod xsb;
