//! Findings: faults, each with the broken law, and undecided laws.

use serde::de::DeserializeOwned;
use std::fmt;

/// A broken law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Name of the law.
    pub law: &'static str,
    /// The place and the fault.
    pub what: String,
}

/// A law: its name and its statement.
pub type Law = (&'static str, &'static str);

/// The findings about one line.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The broken laws, in the order of the checks.
    pub faults: Vec<Fault>,
    /// The laws that were undecided within the limit on states.
    pub open: Vec<&'static str>,
    /// Number of decided queries.
    pub decided: usize,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.law, self.what)
    }
}

impl Report {
    /// Parses and checks a line; a line that cannot be parsed breaks the law `form`.
    pub(crate) fn of<T: DeserializeOwned>(line: &str, check: impl FnOnce(T, &mut Self)) -> Self {
        let mut report = Self::default();
        match serde_json::from_str(line) {
            Ok(thing) => check(thing, &mut report),
            Err(error) => report.fault("form", error.to_string()),
        }
        report
    }

    /// Adds a fault.
    pub(crate) fn fault(&mut self, law: &'static str, what: impl Into<String>) {
        self.faults.push(Fault { law, what: what.into() });
    }

    /// Adds a fault unless the condition holds.
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

    /// Adds a fault if a check failed.
    pub(crate) fn hold(&mut self, law: &'static str, found: Result<(), String>) {
        if let Err(what) = found {
            self.fault(law, what);
        }
    }

    /// The names of the broken laws, without duplicates, in alphabetical order.
    pub fn laws(&self) -> Vec<&'static str> {
        let laws: std::collections::BTreeSet<_> = self.faults.iter().map(|f| f.law).collect();
        laws.into_iter().collect()
    }
}
