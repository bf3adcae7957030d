//! Summary of a batch, by language.

use crossword::locale::Locale;
use crossword::riddle::{Reject, RiddleReport};
use search::Tally;
use serde_json::{Map, Value, json};
use std::fmt::{self, Display};
use store::stored_riddle::StoredRiddle;

/// Counts of a language's riddles.
#[derive(Default)]
pub(super) struct Summary {
    made: u64,
    /// Number of riddles that were there already.
    pub(super) there: u64,
    /// Number of riddles for which nothing was found.
    pub(super) failed: u64,
    bingos: u64,
    best: u64,
    attempts: u64,
    rejects: Tally<Reject>,
}

impl Summary {
    /// Counts a riddle that is kept, or a search that found none.
    pub(super) fn count(&mut self, made: Option<&StoredRiddle>, report: &RiddleReport) {
        self.attempts += report.attempts;
        self.rejects.add(&report.tally);
        match made {
            None => self.failed += 1,
            Some(stored) => {
                let analysis = &stored.riddle.analysis;
                self.made += 1;
                self.best += u64::from(analysis.best_move_score);
                self.bingos += u64::from(analysis.is_bingo);
            }
        }
    }

    /// Mean score of the best plays.
    fn mean(&self) -> Option<f64> {
        (self.made > 0).then(|| self.best as f64 / self.made as f64)
    }

    /// As a line of JSON.
    pub(super) fn json(&self, locale: Locale) -> Value {
        let rejects: Map<_, _> =
            self.rejects.iter().map(|(reason, n)| (reason.name().to_owned(), n.into())).collect();
        json!({"summary": locale.name(), "made": self.made, "there": self.there,
            "failed": self.failed, "mean_best": self.mean(), "bingos": self.bingos,
            "attempts": self.attempts, "rejects": rejects})
    }
}

impl Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { made, there, failed, bingos, attempts, rejects, .. } = self;
        write!(f, "{made} made, {there} there already, {failed} failed")?;
        if let Some(mean) = self.mean() {
            write!(f, "; best play {mean:.1} in the mean, bingos: {bingos}")?;
        }
        if *attempts > 0 {
            write!(f, "; {attempts} attempts, rejected: {rejects}")?;
        }
        Ok(())
    }
}
