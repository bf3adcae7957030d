//! Riddles, as `quandary riddle` makes them.

use super::{Made, seed_of};
use crate::failure::Failure;
use crate::fields::Fields;
use crate::long::long;
use ask::Look;
use crossword::board::BoardType;
use crossword::json::riddle::RiddleLine;
use crossword::lexicon::Lexicon;
use crossword::lexicon::installed::lexicon_of;
use crossword::locale::Locale;
use crossword::position::Setting;
use crossword::riddle::{self, KEPT, Profile, Request, make, one};
use draw::riddle_svg::Lettering;
use draw::{level_png, riddle_svg, riddle_text};
use level::Level;
use level::rate::Band;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::{Budget, Goal, Seed, Stop};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use voice::json;

/// The time of a search, where no attempts are asked for.
const USUAL: Duration = Duration::from_secs(15);

/// The lexicons that were opened: opening one takes longer than most searches.
static LEXICONS: Mutex<BTreeMap<Locale, Arc<Lexicon>>> = Mutex::new(BTreeMap::new());

/// The lexicon of a locale.
pub(crate) fn lexicon(locale: Locale) -> Result<Arc<Lexicon>, Failure> {
    let mut known = LEXICONS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(lexicon) = known.get(&locale) {
        return Ok(Arc::clone(lexicon));
    }
    let lexicon = Arc::new(lexicon_of(Some(locale), None).map_err(Failure::request)?);
    known.insert(locale, Arc::clone(&lexicon));
    Ok(lexicon)
}

/// A riddle.
struct Riddle {
    made: riddle::Riddle,
}

/// Makes a riddle.
#[pyfunction(name = "riddle")]
#[pyo3(signature = (progress=None, **request))]
pub(crate) fn make_riddle(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    request: Option<&Bound<'_, PyDict>>,
) -> PyResult<Made> {
    let mut fields = Fields::of(py, request)?;
    let locale = fields.named::<Locale>("locale")?.unwrap_or(Locale::EnUs);
    let board = fields.named::<BoardType>("board_type")?.unwrap_or(BoardType::Standard);
    let profile = fields.or("profile", "design".to_owned())?;
    let profile = Profile::named(&profile).map_err(Failure::request)?;
    let band = fields.named::<Band>("difficulty")?.map(|band| band.hundredths());
    let profile = Profile { difficulty: band.or(profile.difficulty.clone()), ..profile };
    let banned: Vec<String> = fields.or("ban", Vec::new())?;
    let (seed, threads) = (seed_of(fields.take("seed")?)?, fields.or("threads", 0)?);
    let attempts: Option<u64> = fields.take("attempts")?;
    let attempt: Option<u64> = fields.take("attempt")?;
    let time: Option<f64> = fields.take("seconds")?;
    let time = time.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|error| Failure::request(format_args!("seconds: {error}")))?;
    fields.end()?;
    if usize::from(attempts.is_some())
        + usize::from(attempt.is_some())
        + usize::from(time.is_some())
        > 1
    {
        let why = "of attempt, attempts and seconds one alone is given";
        return Err(Failure::request(why).into());
    }
    let banned = banned.iter().map(|word| word.to_lowercase()).collect();
    let request = Request { banned, ..Request::new(Setting { locale, board }, profile) };
    let made = long(py, progress.as_ref(), |pace| {
        let lexicon = lexicon(locale)?;
        if let Some(attempt) = attempt {
            let made = one(&request, &lexicon, seed, attempt).map_err(Failure::request)?;
            return made.map_err(|reject| Failure::NotFound(format!("1 × {reject}")));
        }
        let time = attempts.is_none().then(|| time.unwrap_or(USUAL));
        let budget = Budget { goal: Goal::Best(KEPT), attempts, time };
        let report =
            pace.controlled(threads, |control| make(&request, &lexicon, seed, &budget, control));
        let report = report.map_err(Failure::request)?;
        let (tried, tally) = (report.attempts, report.tally);
        let attempts = voice::counted(tried, "attempt", "attempts");
        let none = || match report.stop {
            Stop::Cancelled => Failure::Interrupted,
            _ => Failure::NotFound(format!(
                "seed {}: nothing found in {attempts}: {tally}",
                seed.value()
            )),
        };
        report.riddles.into_iter().next().ok_or_else(none)
    })??;
    Ok(Made { thing: Box::new(Riddle { made }) })
}

/// The ways to show a riddle.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    Json,
    Text,
    Svg,
    Png,
}

impl ask::Made for Riddle {
    type Format = Format;
    const NAME: &'static str = "a riddle";

    fn origin(&self) -> (Seed, u64) {
        (self.made.seed, self.made.attempt)
    }

    fn write(&self, out: &mut dyn Write, format: Format, look: Look) -> anyhow::Result<()> {
        let (made, Look { spoiler, colour }) = (&self.made, look);
        let picture = |lettering| riddle_svg::render(made, spoiler, lettering);
        match format {
            Format::Json => json::lines(out, &RiddleLine::from(made))?,
            Format::Text => {
                out.write_all(riddle_text::render(made, spoiler, colour).as_bytes())?;
            }
            Format::Svg => out.write_all(picture(Lettering::Text).as_bytes())?,
            Format::Png => level_png::write(out, &picture(Lettering::Strokes))?,
        }
        Ok(())
    }

    fn write_line(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        serde_json::to_writer(&mut *out, &RiddleLine::from(&self.made))?;
        Ok(out.write_all(b"\n")?)
    }

    fn level(&self) -> anyhow::Result<Option<Level>> {
        Ok(None)
    }
}
