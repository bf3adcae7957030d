//! Import from the Video Game Level Corpus (Summerville, Snodgrass, Mateas and Ontañón, 2016): the
//! room graphs of The Legend of Zelda.

pub mod graph;
