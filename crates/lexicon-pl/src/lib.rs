//! The Polish lexicon of the crate `quandary-crossword`, as the bytes of its file.
//!
//! It is a crate of its own for its size and its licence, which `pl_PL.LICENCE.txt` says. `cargo xtask lexicons` makes
//! the file; the manifest in `quandary-crossword` holds its hash.

/// The file `pl_PL.qlex`, as `quandary_crossword::lexicon::Lexicon::read` takes it.
pub const FILE: &[u8] = include_bytes!("../pl_PL.qlex");
