//! The Icelandic lexicon of the crate `quandary-crossword`, as the bytes of its file.
//!
//! It is a crate of its own for its size and its licence, which `is_IS.LICENCE.txt` says. `cargo xtask lexicons` makes
//! the file; the manifest in `quandary-crossword` holds its hash.

/// The file `is_IS.qlex`, as `quandary_crossword::lexicon::Lexicon::read` takes it.
pub const FILE: &[u8] = include_bytes!("../is_IS.qlex");
