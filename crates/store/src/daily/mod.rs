//! The riddle of a day: generated once, stored, and then the same for everyone. It has a public half and a half for
//! after the day.
//!
//! The store lists the unwanted answers, the seed is derived from the project seed, a search generates the riddle, and
//! the store accepts or refuses it. Invariants: under a budget of attempts the riddle depends on the project seed, the
//! key, the profile and board, the lexicon and the unwanted answers; not on the program that generates it, nor on
//! earlier attempts. The public half has no field that reveals the answer, the seed or the salt. It has the difficulty
//! without its parts, because these reveal the length of the word.

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

/// Outcome of generating the riddle of a day.
pub enum DayOutcome {
    /// The riddle is stored.
    Stored(Box<StoredRiddle>, RiddleReport),
    /// Another task or program has stored one.
    AlreadyStored,
    /// The day ended before a new one was found.
    Over,
    /// The search found none.
    NoRiddle(RiddleReport),
}

/// The treatment of a slot's earlier riddles if a new one is stored now. A day that begins or ends within [`WRITE`],
/// the longest time of a write, already counts as begun or over.
pub fn earlier(slot: Slot, clock: &Clock) -> Earlier {
    let Slot::Day(date) = slot else { return Earlier::Count };
    let done = clock.now().checked_add(WRITE).unwrap_or(Timestamp::MAX);
    match (begun(date, done), over(date, done)) {
        (_, true) => Earlier::Stay,
        (true, false) => Earlier::Count,
        (false, false) => Earlier::Withdrawn,
    }
}

/// Generates a riddle with `search` and stores it. Searches again if the answer has meanwhile been banned or taken by
/// a day near by. A new revision withdraws the earlier ones of a day that has not begun; a day that is over gets no
/// new one. The state of the day is read when the riddle is stored, not when the search begins.
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

/// The public part of a riddle of the day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct PublicHalf {
    /// The language.
    pub locale: &'static str,
    /// The day.
    pub date: String,
    /// Number of the revision, from 1.
    pub revision: u32,
    /// The board: `standard` or `explo`.
    pub board_type: String,
    /// Fifteen rows of fifteen squares; a dot is empty.
    pub board: Vec<String>,
    /// The squares that hold a blank.
    pub blanks: Vec<String>,
    /// Seven tiles, `?` for a blank.
    pub rack: String,
    /// Score of the best play.
    pub best_score: u32,
    /// Difficulty, from 0 to 100.
    pub difficulty: u32,
    /// The SHA-256, in hexadecimal, of the salt's bytes followed by `SQUARE MOVE`.
    pub commitment: String,
}

/// The solution, published when the day is over.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct SolutionHalf {
    /// The language.
    pub locale: &'static str,
    /// The day.
    pub date: String,
    /// Number of the revision, from 1.
    pub revision: u32,
    /// The best play.
    pub solution: SolutionLine,
    /// The figures of all plays.
    pub analysis: AnalysisLine,
    /// The salt, in hexadecimal.
    pub salt: String,
    /// The commitment published before: the SHA-256, in hexadecimal, of the salt's bytes followed by `SQUARE MOVE`.
    pub commitment: String,
}

/// The day of a riddle as text; empty for an evergreen.
fn date(entry: &RiddleEntry) -> String {
    match entry.key.slot {
        Slot::Day(date) => date.to_string(),
        Slot::Evergreen => String::new(),
    }
}

/// The commitment to the riddle's answer.
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
    /// The solution half of a riddle.
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
