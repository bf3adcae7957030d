//! Corpora: dungeons, missions, levels or riddles of successive seeds, as rows of Parquet files.
//!
//! A [`Request`] has the kind, the seeds and the number of parts. A [`Maker`] generates the [`Row`] of a seed: the
//! result, all its measures, its rating and its proof. [`table`] writes rows as Parquet and reads them back,
//! [`manifest`] describes the contents of a part, and [`verify`] checks a row independently of the generator.
//!
//! Invariant: a row is a pure function of the request and its number, and the bytes of a part are a function of the
//! request and the part's number. Nothing here uses files, clocks or threads.
//!
//! ```
//! use quandary_corpus::{Maker, Request};
//! use std::sync::atomic::AtomicBool;
//!
//! let request = Request::read(r#"{"make": {"mission": {"rooms": 12, "keys": 2}}, "seed": 7, "count": 3, "parts": 1}"#)?;
//! let maker = Maker::new(&request, None)?;
//! let row = maker.row(0, &mut Default::default(), &AtomicBool::new(false))?;
//! assert_eq!(row.whole(maker.columns(), "seed"), Some(7));
//! assert_eq!(row.yes(maker.columns(), "unlosable"), Some(true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
pub mod request;
mod row;
mod dungeons;
mod missions;
mod riddles;
mod maker;
pub mod manifest;
pub mod table;
pub mod verify;
#[cfg(test)]
mod messages;

pub use error::{MOST_PARTS, RequestError, RowError};
pub use maker::{Maker, Memory};
pub use request::{Kind, Make, Request};
pub use row::{Column, Form, Row, Value};
