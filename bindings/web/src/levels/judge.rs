//! The judge: verdicts, plans, ratings, and why a thing is needed.

use super::read::own;
use crate::refusal::{Refusal, written};
use ::level::check::repair::{Outcome, repair};
use ::level::check::{USUAL_STATES, check, usual, why_not};
use ::level::formats::json;
use ::level::hint::explain::explain;
use ::level::rate::{FORMAT, rate};
use ::level::report::check::Wire;
use ::level::report::solution;
use ::level::report::text::{self, Terms};
use ::level::rules::{Preset, Rules};
use ::level::solve::{Options, Verdict, solve};
use ::level::{Level, Limits};
use clock::Instant;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// The most states that `solve` keeps by itself.
const SOLVE_STATES: u64 = 200_000;
/// The most states that `check` keeps by itself.
const CHECK_STATES: u64 = USUAL_STATES[1];

/// A level to be judged.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    pub(super) level: String,
    #[serde(default)]
    pub(super) rules: RuleFields,
    #[serde(default)]
    limits: LimitFields,
    /// True if a repair is looked for too, and the mended level answered with it.
    #[serde(default)]
    repair: bool,
    /// True if it is told in words too.
    #[serde(default)]
    words: bool,
    /// The name of the level in what is answered.
    #[serde(default)]
    name: String,
}

/// The rules: a preset, rules by name (`bombs=unlimited`), and what the player starts with.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RuleFields {
    preset: Option<String>,
    set: Vec<String>,
    start: String,
}

/// The limits of a search.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct LimitFields {
    states: Option<u64>,
    milliseconds: Option<u64>,
    memory: Option<u64>,
}

/// A thing of a level, and whether it is needed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Explaining {
    level: String,
    thing: String,
    #[serde(default)]
    rules: RuleFields,
    #[serde(default)]
    limits: LimitFields,
}

impl RuleFields {
    /// The rules over those of the level, as the options of the program have them.
    pub(super) fn rules(&self, level: &Level) -> Result<Rules, Refusal> {
        let preset = self.preset.as_deref().map(str::parse::<Preset>).transpose();
        let mut rules = level.rules_under(preset.map_err(Refusal::request)?);
        for rule in &self.set {
            rules.set(rule).map_err(Refusal::request)?;
        }
        rules.start = self.start.parse().map_err(Refusal::request)?;
        Ok(rules)
    }
}

impl LimitFields {
    /// The limits; without any the usual number of states.
    pub(super) fn limits(&self, usual: u64) -> Limits<'static> {
        Limits {
            states: Some(self.states.unwrap_or(usual)),
            time: self.milliseconds.map(Duration::from_millis),
            memory: self.memory,
            ..Limits::default()
        }
    }
}

impl Asked {
    /// The JSON of `quandary check`; with `repair` also the mended level, and with `words` the report.
    pub(super) fn check(self) -> Result<String, Refusal> {
        let level = own(&self.level)?;
        let rules = self.rules.rules(&level)?;
        let limits = self.limits.limits(CHECK_STATES);
        let begin = Instant::now();
        let mut checked = limits;
        let found = match self.limits.states {
            Some(_) => check(&level, &rules, &limits),
            None => usual(&level, &rules, &mut checked),
        };
        let found = found.map_err(Refusal::input)?;
        let outcome = self.repair.then(|| repair(&level, &rules, &found, &limits.since(begin)));
        let wire = Wire::new(&level, &rules, &found);
        let wire = match &outcome {
            Some(outcome) => wire.with_repair(&level, outcome),
            None => wire,
        };
        let judgement = written(&wire)?;
        if !self.words && !self.repair {
            return Ok(judgement);
        }
        let terms = Terms { rules: &rules, limits: &limits };
        let mended = match &outcome {
            Some(Outcome::Mended(repair)) => Some(json::print(&repair.level)),
            _ => None,
        };
        let repaired = outcome
            .as_ref()
            .map(|outcome| ::level::report::check::repair_text(&level, terms, outcome));
        let judgement: Value = serde_json::from_str(&judgement).map_err(Refusal::request)?;
        let checked = Terms { rules: &rules, limits: &checked };
        let words = self.words.then(|| text::check(&level, checked, &found));
        let answer =
            json!({"check": judgement, "words": words, "mended": mended, "told": repaired});
        written(&answer)
    }

    /// The JSON of `quandary solve`.
    pub(super) fn solve(self) -> Result<String, Refusal> {
        let level = own(&self.level)?;
        let rules = self.rules.rules(&level)?;
        let limits = self.limits.limits(SOLVE_STATES);
        let (begin, options) = (Instant::now(), Options::default());
        let found = solve(&level, &rules, &options, &limits).map_err(Refusal::input)?;
        let reason = match found.verdict {
            Verdict::Unsolvable => {
                why_not::why_not(&level, &rules, options.collect, &limits.since(begin))
            }
            _ => None,
        };
        let millis = begin.elapsed().as_secs_f64() * 1000.0;
        written(&solution::Wire::new(&level, &rules, &found, reason.as_ref(), millis))
    }

    /// The JSON of `quandary rate`.
    pub(super) fn rate(self) -> Result<String, Refusal> {
        let level = own(&self.level)?;
        let rules = self.rules.rules(&level)?;
        let rating = rate(&level, &rules).map_err(Refusal::input)?;
        let (winnable, rating) = match rating {
            Ok(rating) => (Some(true), Some(rating)),
            Err(unrated) => (unrated.winnable(), None),
        };
        let mut wire = json!({"format": FORMAT, "level": self.name, "winnable": winnable});
        if let (Some(fields), Some(rating)) = (wire.as_object_mut(), rating) {
            let rating = serde_json::to_value(rating).map_err(Refusal::request)?;
            fields.extend(rating.as_object().cloned().unwrap_or_default());
        }
        written(&wire)
    }
}

impl Explaining {
    /// The JSON of `quandary check --explain THING`.
    pub(super) fn answer(self) -> Result<String, Refusal> {
        let level = own(&self.level)?;
        let rules = self.rules.rules(&level)?;
        let limits = self.limits.limits(CHECK_STATES);
        written(&explain(&level, &rules, &self.thing, &limits).map_err(Refusal::input)?)
    }
}
