//! Surveys: a row of numbers for each level, and statistics of sets of levels.
//!
//! [`row()`] measures one level: the measures of [`measure`](mod@crate::measure), the figures from the literature,
//! and the results of a trial. In [`sets`], a [`Range`](sets::Range) counts levels by two numbers (an expressive
//! range), [`diversity`](sets::diversity) computes the distances between levels, [`duplicates`](sets::duplicates)
//! finds equal levels, and [`against`](sets::against) compares a set with the corpus.

pub mod row;
pub mod sets;
pub use row::{Column, Read, Row, of_trial, row};
