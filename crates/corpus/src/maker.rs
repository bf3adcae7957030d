//! A maker of rows: the request, checked and made ready.

use crate::error::{RequestError, RowError};
use crate::request::{Kind, Make, Request};
use crate::row::{Column, Row, of_levels, of_riddles};
use crate::{dungeons, missions, riddles};
use crossword::lexicon::Lexicon;
use search::{Control, Seed};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Working memory of a thread that makes rows; nothing in it decides a row.
pub type Memory = dungeon::Scratch;

/// Makes the rows of a request.
pub struct Maker {
    request: Request,
    columns: Vec<Column>,
    pub(crate) work: Work,
}

/// The things to be made, ready.
pub(crate) enum Work {
    Dungeon(dungeons::Work),
    Mission(Box<missions::Work>),
    Riddle(Box<riddles::Work>),
}

impl Maker {
    /// A maker of what a request asks for; riddles want the lexicon of their language.
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

    /// The request, with the hash of the list of words where riddles are made.
    #[must_use]
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// The columns of the rows.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The name of the algorithm by which seeds stand for what is made.
    #[must_use]
    pub fn algorithm(&self) -> &'static str {
        match self.request.make.kind() {
            Kind::Dungeon | Kind::Level => dungeon::json::dungeon::ALGORITHM,
            Kind::Mission => dungeon::mission::ALGORITHM,
            Kind::Riddle => crossword::riddle::ALGORITHM,
        }
    }

    /// Makes a row by its number, on the caller's own thread. A seed that gives nothing has a row that says why.
    ///
    /// # Errors
    /// When there is no such row, or `cancel` was set meanwhile.
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
