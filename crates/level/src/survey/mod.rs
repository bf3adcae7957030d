//! Surveys: a row of numbers for each level, and what a set of levels is like.
//!
//! [`row()`] measures one level: the measures of [`measure`](mod@crate::measure), the figures of the literature, and what a
//! trial of the judge adds. Of [`sets`], a [`Range`](sets::Range) counts how many levels have which two numbers (an
//! expressive range), [`diversity`](sets::diversity) says how far levels are apart and which of them are the same, and
//! [`against`](sets::against) holds a set against the corpus.

pub mod row;
pub mod sets;
pub use row::{Column, Read, Row, of_trial, row};
