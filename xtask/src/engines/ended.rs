//! How a proof ended.

/// The end of a proof, with what it says.
pub(super) enum Ended {
    /// It holds.
    Held(String),
    /// It does not.
    Failed(String),
    /// Something that it needs is missing.
    NotRun(String),
}
