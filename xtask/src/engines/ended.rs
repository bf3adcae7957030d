//! How a proof ended.

use std::process::Output;

/// The end of a proof, with what it says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// It holds.
    Held(String),
    /// It does not.
    Failed(String),
    /// Something that it needs is missing.
    NotRun(String),
}

/// The exit code of a script that says that something it needs is missing.
const MISSING: i32 = 77;

impl Ended {
    /// The end of a script: what it says last is told, of a failure all.
    pub(super) fn of(ran: &Output) -> Self {
        let said = text(ran);
        let last = said.lines().last().unwrap_or_default().to_owned();
        match ran.status.code() {
            Some(0) => Self::Held(last),
            Some(MISSING) => Self::NotRun(last),
            _ => Self::Failed(said),
        }
    }
}

/// What a command said, its errors first.
pub(super) fn text(ran: &Output) -> String {
    let told =
        [&ran.stderr, &ran.stdout].map(|bytes| String::from_utf8_lossy(bytes).trim().to_owned());
    told.join("\n").trim().to_owned()
}
