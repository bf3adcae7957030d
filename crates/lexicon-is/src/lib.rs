//! The Icelandic lexicon of the crate `quandary-crossword`, as the bytes of its file.
//!
//! It is a separate crate because of its size and its licence (`is_IS.LICENCE.txt`). `cargo xtask lexicons` makes the
//! file; the manifest in `quandary-crossword` holds its hash.

/// The file `is_IS.qlex`, to be read by `quandary_crossword::lexicon::Lexicon::read`.
pub const FILE: &[u8] = include_bytes!("../is_IS.qlex");
