//! What other programs write, told apart, and the report of an import.

pub(crate) mod foreign;
pub(crate) mod import;
