//! Rows of riddles.

use crate::error::{RequestError, RowError};
use crate::request::Riddles;
use crate::row::{Column, Row, Value, empty_row, first_values, json};
use crossword::json::riddle::RiddleLine;
use crossword::lexicon::Lexicon;
use crossword::position::Setting;
use crossword::riddle::{KEPT, Part, Profile, Request, Riddle, make};
use search::{Budget, Control, Goal, NoResult, Seed, Stop};
use std::sync::Arc;

/// A prepared request for riddles.
pub(crate) struct Work {
    request: Request,
    lexicon: Arc<Lexicon>,
    attempts: u64,
    told: String,
}

impl Work {
    /// Prepares a request with a lexicon. Checks the hash of the lexicon's list, or records it if the request has
    /// none.
    ///
    /// # Errors
    /// The broken limit, or a different lexicon.
    pub(crate) fn new(
        asked: &mut Riddles,
        lexicon: Option<Arc<Lexicon>>,
    ) -> Result<Self, RequestError> {
        let lexicon = lexicon.ok_or(RequestError::NoLexicon(asked.locale))?;
        let about = lexicon.about();
        if about.locale != asked.locale {
            let (asked, found) = (asked.locale, about.locale);
            return Err(RequestError::OtherLocale { asked, found });
        }
        let found = hex::encode(about.source);
        match &asked.lexicon {
            Some(asked) if *asked != found => {
                return Err(RequestError::OtherWords { asked: asked.clone(), found });
            }
            _ => asked.lexicon = Some(found),
        }
        let ratings = asked.difficulty.map(|band| band.hundredths());
        let profile = Profile::named(&asked.profile)?.rated(ratings);
        let setting = Setting { locale: asked.locale, board: asked.board_type };
        let request = Request::new(setting, profile);
        // Checks once that the alphabets agree.
        crossword::riddle::RiddleProblem::new(&request, &lexicon)?;
        let told = serde_json::to_string(&*asked);
        let told = told.map_err(|error| RequestError::Json(error.to_string()))?;
        Ok(Self { request, lexicon, attempts: asked.attempts, told })
    }

    /// The lexicon.
    pub(crate) fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// The language and the board.
    pub(crate) fn setting(&self) -> Setting {
        self.request.setting
    }

    /// Generates a row.
    ///
    /// # Errors
    /// If it was interrupted.
    pub(crate) fn row(
        &self,
        seed: Seed,
        control: &Control<'_>,
        columns: &[Column],
    ) -> Result<Row, RowError> {
        let budget = Budget { goal: Goal::Best(KEPT), attempts: Some(self.attempts), time: None };
        let report = make(&self.request, &self.lexicon, seed, &budget, control);
        let report = report.map_err(|error| RowError::Written(error.to_string()))?;
        if report.stop == Stop::Cancelled {
            return Err(RowError::Interrupted);
        }
        if let Some(riddle) = report.riddles.first() {
            return self.of_riddle(riddle, seed);
        }
        let attempts = diagnostics::counted(report.attempts, "attempt", "attempts");
        let seed_told = seed.value();
        let why = format!("seed {seed_told}: nothing found in {attempts}: {}", report.tally);
        let locale = [self.request.setting.locale.name().into()];
        empty_row((seed, &self.told), NoResult::Rejected(why), &locale, columns)
    }

    /// The row of a riddle.
    fn of_riddle(&self, riddle: &Riddle, seed: Seed) -> Result<Row, RowError> {
        let (analysis, rating) = (&riddle.analysis, &riddle.difficulty);
        let mut values = first_values(seed, riddle.attempt, &self.told);
        values.extend([
            self.request.setting.locale.name().into(),
            Value::YesNo(analysis.gap() > 0),
            Value::Text(riddle.description()),
            u64::from(analysis.total_moves).into(),
            u64::from(analysis.best_score).into(),
            u64::from(analysis.second_score).into(),
            Some(analysis.average_score()).into(),
            Some(analysis.spread()).into(),
            u64::from(analysis.tiles_laid).into(),
            Value::YesNo(analysis.is_bingo),
            Some(riddle.rank as f64 / 1000.0).into(),
            Some(rating.figure).into(),
            Value::YesNo(rating.is_sure),
        ]);
        values.extend(Part::ALL.map(|part| Some(rating.parts.get(part)).into()));
        values.push(json(&RiddleLine::from(riddle))?);
        Ok(Row { values })
    }
}
