//! Verification of levels: verdicts, plans, ratings, and the proof that a thing is needed.

use super::read::own;
use crate::refusal::{Refusal, written};
use ::level::check::repair::{Outcome, repair};
use ::level::formats::json;
use ::level::hint::explain::explain;
use ::level::report::check::{CheckJson, repair_text};
use ::level::report::text::{self, Terms};
use ::level::solve::Options;
use ask::judge::{self, CHECK_STATES, LimitsRequest, RulesRequest, SOLVE_STATES};
use clock::Instant;
use serde::Deserialize;
use serde_json::{Value, json};

/// A query about a level.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VerifyQuery {
    level: String,
    #[serde(default)]
    rules: RulesRequest,
    #[serde(default)]
    limits: LimitsRequest,
    /// True to search for a repair too; the answer then has the repaired level.
    #[serde(default)]
    repair: bool,
    /// True to include the report as text.
    #[serde(default)]
    words: bool,
    /// The name of the level in the answer.
    #[serde(default)]
    name: String,
}

/// A query whether a thing of a level is needed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExplainQuery {
    level: String,
    thing: String,
    #[serde(default)]
    rules: RulesRequest,
    #[serde(default)]
    limits: LimitsRequest,
}

impl VerifyQuery {
    /// The JSON of `quandary check`; with `repair` also the repaired level, and with `words` also the report.
    pub(super) fn check(self) -> Result<String, Refusal> {
        let level = own(&self.level)?;
        let rules = self.rules.rules(&level)?;
        let limits = self.limits.limits(CHECK_STATES)?;
        let begin = Instant::now();
        let mut checked = limits;
        let has_number = self.limits.max_states.is_some();
        let found = judge::checked(&level, &rules, &mut checked, has_number);
        let found = found.map_err(Refusal::input)?;
        let outcome = self.repair.then(|| repair(&level, &rules, &found, &limits.since(begin)));
        let wire = CheckJson::new(&level, &rules, &found);
        let wire = match &outcome {
            Some(outcome) => wire.with_repair(&level, outcome),
            None => wire,
        };
        let report = written(&wire)?;
        if !self.words && !self.repair {
            return Ok(report);
        }
        let terms = Terms { rules: &rules, limits: &limits };
        let mended = match &outcome {
            Some(Outcome::Mended(repair)) => Some(json::print(&repair.level)),
            _ => None,
        };
        let repaired = outcome.as_ref().map(|outcome| repair_text(&level, terms, outcome));
        let report: Value = serde_json::from_str(&report).map_err(Refusal::request)?;
        let checked = Terms { rules: &rules, limits: &checked };
        let words = self.words.then(|| text::check(&level, checked, &found));
        let answer = json!({"check": report, "words": words, "mended": mended, "told": repaired});
        written(&answer)
    }

    /// The JSON of `quandary solve`.
    pub(super) fn solve(self) -> Result<String, Refusal> {
        let level = own(&self.level)?;
        let rules = self.rules.rules(&level)?;
        let limits = self.limits.limits(SOLVE_STATES)?;
        let solved = judge::solved(&level, rules, &Options::default(), &limits);
        written(&solved.map_err(Refusal::input)?.wire(&level, false))
    }

    /// The JSON of `quandary rate`.
    pub(super) fn rate(self) -> Result<String, Refusal> {
        let level = own(&self.level)?;
        let rules = self.rules.rules(&level)?;
        written(&judge::rated(&level, &rules, &self.name).map_err(Refusal::input)?)
    }
}

impl ExplainQuery {
    /// The JSON of `quandary check --explain THING`.
    pub(super) fn answer(self) -> Result<String, Refusal> {
        let level = own(&self.level)?;
        let rules = self.rules.rules(&level)?;
        let limits = self.limits.limits(CHECK_STATES)?;
        written(&explain(&level, &rules, &self.thing, &limits).map_err(Refusal::input)?)
    }
}
