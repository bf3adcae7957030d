//! What is found: faults, each with the law that is broken, and questions that stay open.

use serde::de::DeserializeOwned;
use std::fmt;

/// A law that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The name of the law.
    pub law: &'static str,
    /// Where it does not hold, and what is wrong.
    pub what: String,
}

/// A law: its name, and what it says.
pub type Law = (&'static str, &'static str);

/// All that was found out about one artefact.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The laws that do not hold, in the order in which they were looked at.
    pub faults: Vec<Fault>,
    /// The laws that could not be decided within the limit on states.
    pub open: Vec<&'static str>,
    /// How many questions were decided.
    pub decided: usize,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.law, self.what)
    }
}

impl Report {
    /// Reads what a line holds and checks it; a line that cannot be read breaks the law `form`.
    pub(crate) fn of<T: DeserializeOwned>(line: &str, check: impl FnOnce(T, &mut Self)) -> Self {
        let mut report = Self::default();
        match serde_json::from_str(line) {
            Ok(thing) => check(thing, &mut report),
            Err(error) => report.fault("form", error.to_string()),
        }
        report
    }

    /// Notes that a law does not hold.
    pub(crate) fn fault(&mut self, law: &'static str, what: impl Into<String>) {
        self.faults.push(Fault { law, what: what.into() });
    }

    /// Notes that a law does not hold, unless it does.
    pub(crate) fn expect<S: Into<String>>(
        &mut self,
        holds: bool,
        law: &'static str,
        what: impl FnOnce() -> S,
    ) {
        if !holds {
            self.fault(law, what());
        }
    }

    /// Notes that a law does not hold where a check failed.
    pub(crate) fn hold(&mut self, law: &'static str, found: Result<(), String>) {
        if let Err(what) = found {
            self.fault(law, what);
        }
    }

    /// The names of the laws that do not hold, each once, in alphabetical order.
    pub fn laws(&self) -> Vec<&'static str> {
        let laws: std::collections::BTreeSet<_> = self.faults.iter().map(|f| f.law).collect();
        laws.into_iter().collect()
    }
}
