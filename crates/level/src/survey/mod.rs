//! Surveys: a row of numbers for each level, and what a set of levels is like.
//!
//! [`row()`] measures one level: the measures of [`measure`](mod@crate::measure), the figures of the literature, and what a
//! trial of the judge adds. [`range`] counts a set by two of the numbers (an expressive range), [`diversity`] says how far
//! its levels are apart and which of them are the same, [`against`] holds it against the corpus.

pub mod row;
pub mod sets;
pub use row::{Column, Read, Row, of_trial, row};
