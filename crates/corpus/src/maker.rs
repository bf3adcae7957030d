//! A maker of rows: a checked and prepared request.

use crate::error::{RequestError, RowError};
use crate::request::{Kind, Make, Request};
use crate::row::{Column, Row, of_levels, of_riddles};
use crate::{dungeons, missions, riddles};
use crossword::lexicon::Lexicon;
use search::{Control, Seed};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Working memory of a thread; it never changes a row.
pub type Memory = dungeon::Scratch;

/// Generates the rows of a request.
pub struct Maker {
    request: Request,
    columns: Vec<Column>,
    pub(crate) work: Work,
}

/// The prepared request of a kind.
pub(crate) enum Work {
    Dungeon(dungeons::Work),
    Mission(Box<missions::Work>),
    Riddle(Box<riddles::Work>),
}

impl Maker {
    /// A maker for a request; riddles need the lexicon of their language.
    ///
    /// # Errors
    /// The limit that is broken.
    pub fn new(request: &Request, lexicon: Option<Arc<Lexicon>>) -> Result<Self, RequestError> {
        let mut request = request.clone();
        request.check()?;
        let (work, columns) = match &mut request.make {
            Make::Dungeon(asked) => {
                (Work::Dungeon(dungeons::Work::new(asked, false)?), of_levels(true, false))
            }
            Make::Mission(asked) => {
                (Work::Mission(Box::new(missions::Work::new(asked)?)), of_levels(false, true))
            }
            Make::Level(asked) => {
                (Work::Dungeon(dungeons::Work::new(asked, true)?), of_levels(true, false))
            }
            Make::Riddle(asked) => {
                (Work::Riddle(Box::new(riddles::Work::new(asked, lexicon)?)), of_riddles())
            }
        };
        Ok(Self { request, columns, work })
    }

    /// The request; for riddles, with the hash of the word list.
    #[must_use]
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// The columns of the rows.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The name and version of the generating algorithm.
    #[must_use]
    pub fn algorithm(&self) -> &'static str {
        match self.request.make.kind() {
            Kind::Dungeon | Kind::Level => dungeon::json::dungeon::ALGORITHM,
            Kind::Mission => dungeon::mission::ALGORITHM,
            Kind::Riddle => crossword::riddle::ALGORITHM,
        }
    }

    /// Generates a row by its number, on the caller's thread. The row of a seed without a result has the reason.
    ///
    /// # Errors
    /// If there is no such row, or `cancel` was set meanwhile.
    pub fn row(
        &self,
        number: u64,
        memory: &mut Memory,
        cancel: &AtomicBool,
    ) -> Result<Row, RowError> {
        let last = self.request.count.saturating_sub(1);
        let seed = Seed::new(self.request.seed).ok().and_then(|seed| seed.after(number));
        let seed = seed.filter(|_| number <= last).ok_or(RowError::Row { row: number, last })?;
        let control = Control { threads: 1, cancel, ..Control::default() };
        let columns = &self.columns;
        match &self.work {
            Work::Dungeon(work) => work.row((number, seed), &control, memory, columns),
            Work::Mission(work) => work.row(seed, &control, memory, columns),
            Work::Riddle(work) => work.row(seed, &control, columns),
        }
    }
}
