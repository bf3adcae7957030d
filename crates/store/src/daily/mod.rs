//! The riddle of a day: made once, kept, and the same for all from then on; its public half, and the one for after the day.
//!
//! The store is asked what an answer may not be, the seed comes from the project seed, a search makes the
//! riddle, and the store decides whether it is kept. Invariants: under a budget of attempts the riddle depends
//! on the project seed, the key, the recipe, the lexicon and the answers of the days near by; not on who
//! makes it, nor on how often that was tried before. The public half has no field from which the answer, the seed or the
//! salt could be learnt; the figure of difficulty is there without its parts, which would tell how long the word is.

mod calendar;
#[cfg(test)]
mod blanks;

use crate::stored_riddle::StoredRiddle;
use crate::{Earlier, Key, ProjectSeed, Put, RiddleEntry, Slot, Store, WRITE, commitment};
use anyhow::{Context, Result};
pub use calendar::{Clock, Zone, begun, open, over};
use crossword::board::BoardType;
use crossword::json::riddle::{AnalysisLine, SolutionLine};
use crossword::position::Setting;
use crossword::riddle::{Profile, Request, RiddleReport};
use jiff::Timestamp;
use search::Seed;
use serde::Serialize;

/// Outcome of making the riddle of a day.
pub enum DayOutcome {
    /// It is made and kept.
    Stored(Box<StoredRiddle>, RiddleReport),
    /// There is one already, made by another task or program.
    AlreadyStored,
    /// The day was over before there was a new one.
    Over,
    /// The search ended without one.
    NoRiddle(RiddleReport),
}

/// Fate of the earlier riddles of a slot if a new one is kept now. A day that begins or ends within the time
/// that a writing may take counts as begun, or over, already.
pub fn earlier(slot: Slot, clock: &Clock) -> Earlier {
    let Slot::Day(date) = slot else { return Earlier::Count };
    let done = clock.now().checked_add(WRITE).unwrap_or(Timestamp::MAX);
    match (begun(date, done), over(date, done)) {
        (_, true) => Earlier::Stay,
        (true, false) => Earlier::Count,
        (false, false) => Earlier::Withdrawn,
    }
}

/// Makes a riddle and keeps it. `search` looks for it; it is asked again when an answer that it found has
/// meanwhile become that of a day near by, or banned. Revisions of a day that has not begun are withdrawn by a
/// new one; a day that is over gets no new one. Which of the two it is, is asked when the riddle is kept, not when
/// the search begins.
///
/// # Errors
/// When the store cannot be read or written, or the search fails.
pub async fn make<Search: Future<Output = Result<RiddleReport>>>(
    store: &Store,
    key: &Key,
    (profile, board): (&Profile, BoardType),
    clock: &Clock,
    mut search: impl FnMut(Request, Seed) -> Search,
) -> Result<DayOutcome> {
    let seed = store.secret().seed(key)?;
    loop {
        let setting = Setting { locale: key.locale, board };
        let mut request = Request::new(setting, profile.clone());
        request.banned = store.unwanted(key).await?;
        let report = search(request, seed).await?;
        let Some(best) = report.riddles.first() else { return Ok(DayOutcome::NoRiddle(report)) };
        let stored = StoredRiddle::from(best);
        let put = store.put(key, &stored, || earlier(key.slot, clock)).await;
        match put.with_context(|| key.slot.to_string())? {
            Put::New => return Ok(DayOutcome::Stored(Box::new(stored), report)),
            Put::Occupied => return Ok(DayOutcome::AlreadyStored),
            Put::Over => return Ok(DayOutcome::Over),
            Put::Unwanted => {}
        }
    }
}

/// What everybody may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct PublicHalf {
    /// The language.
    pub locale: &'static str,
    /// The day.
    pub date: String,
    /// How often it was replaced, from 1.
    pub revision: u32,
    /// The board it is played on: `standard` or `explo`.
    pub board_type: String,
    /// Fifteen rows of fifteen squares; a dot is empty.
    pub board: Vec<String>,
    /// The squares that hold a blank.
    pub blanks: Vec<String>,
    /// Seven tiles, `?` for a blank.
    pub rack: String,
    /// What the best play is worth.
    pub best_score: u32,
    /// How hard it is, from 0 to 100.
    pub difficulty: u32,
    /// The SHA-256, in hexadecimal, of the salt's bytes followed by `SQUARE MOVE`.
    pub commitment: String,
}

/// What is told when the day is over.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct SolutionHalf {
    /// The language.
    pub locale: &'static str,
    /// The day.
    pub date: String,
    /// How often it was replaced, from 1.
    pub revision: u32,
    /// The best play.
    pub solution: SolutionLine,
    /// The figures of all plays.
    pub analysis: AnalysisLine,
    /// The salt, in hexadecimal.
    pub salt: String,
    /// What was published: the SHA-256 of the salt's bytes followed by `SQUARE MOVE`.
    pub commitment: String,
}

/// The day of a riddle as text.
fn date(entry: &RiddleEntry) -> String {
    match entry.key.slot {
        Slot::Day(date) => date.to_string(),
        Slot::Evergreen => String::new(),
    }
}

/// Commitment to the riddle's answer.
fn committed(entry: &RiddleEntry, secret: &ProjectSeed) -> String {
    let answer = &entry.stored.riddle.solution;
    commitment(&secret.salt(&entry.key), &answer.square, &answer.word)
}

impl PublicHalf {
    /// The public half of a riddle.
    pub fn of(entry: &RiddleEntry, secret: &ProjectSeed) -> Self {
        let (key, stored) = (entry.key, &entry.stored);
        Self {
            locale: key.locale.name(),
            date: date(entry),
            revision: key.revision,
            board_type: stored.board_type.clone(),
            board: stored.riddle.board.clone(),
            blanks: stored.riddle.blanks.clone(),
            rack: stored.riddle.rack.clone(),
            best_score: stored.riddle.analysis.best_move_score,
            difficulty: stored.difficulty.points,
            commitment: committed(entry, secret),
        }
    }
}

impl SolutionHalf {
    /// The other half.
    pub fn of(entry: &RiddleEntry, secret: &ProjectSeed) -> Self {
        let (key, riddle) = (entry.key, &entry.stored.riddle);
        Self {
            locale: key.locale.name(),
            date: date(entry),
            revision: key.revision,
            solution: riddle.solution.clone(),
            analysis: riddle.analysis.clone(),
            salt: hex::encode(secret.salt(&key)),
            commitment: committed(entry, secret),
        }
    }
}
