//! The riddle of a day: made once, kept, and the same for all from then on.
//!
//! The store is asked what an answer may not be, the seed comes from the project seed, a search makes the
//! riddle, and the store decides whether it is kept. Invariant: under a budget of attempts the riddle depends
//! on the project seed, the key, the recipe, the lexicon and the answers of the days near by; not on who
//! makes it, nor on how often that was tried before.

mod calendar;
mod half;
#[cfg(test)]
mod blanks;

pub use calendar::{Clock, Zone, begun, open, over};
pub use half::{PublicHalf, SolutionHalf};

use crate::stored_riddle::StoredRiddle;
use crate::{Earlier, Key, Put, Slot, Store, WRITE};
use anyhow::{Context, Result};
use crossword::board::BoardType;
use crossword::position::Setting;
use crossword::riddle::{Profile, Request, RiddleReport};
use jiff::Timestamp;
use search::Seed;

/// Outcome of making the riddle of a day.
pub enum Made {
    /// It is made and kept.
    Kept(Box<StoredRiddle>, RiddleReport),
    /// There is one already, made by another task or program.
    Taken,
    /// The day was over before there was a new one.
    Over,
    /// The search ended without one.
    Nothing(RiddleReport),
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
) -> Result<Made> {
    let seed = store.secret().seed(key)?;
    loop {
        let setting = Setting { locale: key.locale, board };
        let mut request = Request::new(setting, profile.clone());
        request.banned = store.unwanted(key).await?;
        let report = search(request, seed).await?;
        let Some(best) = report.riddles.first() else { return Ok(Made::Nothing(report)) };
        let stored = StoredRiddle::from(best);
        let put = store.put(key, &stored, || earlier(key.slot, clock)).await;
        match put.with_context(|| key.slot.to_string())? {
            Put::New => return Ok(Made::Kept(Box::new(stored), report)),
            Put::Taken => return Ok(Made::Taken),
            Put::Over => return Ok(Made::Over),
            Put::Unwanted => {}
        }
    }
}
