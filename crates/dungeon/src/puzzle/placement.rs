//! The outcome of placing puzzles: how many were asked for, how many stand, what it took, and what was lacking.
//!
//! Invariant: the lacks make up the difference between what was asked for and what was placed.

use super::area::Area;
use crate::named::named;

named! {
    /// Reason for which a puzzle that was asked for does not stand anywhere.
    pub enum Lack {
        /// Its room is a dead end: it has no passage that leads on.
        DeadEnd = "dead_end",
        /// No passage is left that gates something and may be blocked, and none can be made.
        NoGate = "no_gate",
        /// No template is left that fits.
        NoTemplate = "no_template",
    }
}

impl Lack {
    /// The same in words, to follow a number.
    const fn words(self) -> &'static str {
        match self {
            Self::DeadEnd => "in dead ends, from which no passage leads on",
            Self::NoGate => "where no passage gates something or can be made to",
            Self::NoTemplate => "for which no template is left",
        }
    }
}

/// Number of puzzles that were asked for and that stand, and the reason for which that is not all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// The number that was asked for.
    pub asked: u32,
    /// The number that stand.
    pub placed: u32,
    /// Number of passages that were closed, so that others gate something.
    pub closed: u32,
    /// The lacks, and for how many puzzles; each lack once, and none that is not there.
    pub lacks: Vec<(Lack, u32)>,
}

impl Placement {
    /// All of it in one line.
    ///
    /// ```
    /// use quandary_dungeon::puzzle::{Lack, Placement};
    /// let placement =
    ///     Placement { asked: 3, placed: 2, closed: 1, lacks: vec![(Lack::DeadEnd, 1)] };
    /// assert_eq!(
    ///     placement.words(),
    ///     "Puzzles: 3 asked for, 2 placed, 1 passage closed for them; \
    ///      missing: 1 in dead ends, from which no passage leads on"
    /// );
    /// ```
    #[must_use]
    pub fn words(&self) -> String {
        let Self { asked, placed, closed, .. } = self;
        let passages = if *closed == 1 { "passage" } else { "passages" };
        let missing = self.missing().map(|missing| format!("; missing: {missing}"));
        format!(
            "Puzzles: {asked} asked for, {placed} placed, {closed} {passages} closed for them{}",
            missing.unwrap_or_default()
        )
    }

    /// Reason for which not all stand that were asked for, in words; none where all do.
    #[must_use]
    pub fn missing(&self) -> Option<String> {
        let lack = |(lack, puzzles): &(Lack, u32)| format!("{puzzles} {}", lack.words());
        let lacks: Vec<String> = self.lacks.iter().map(lack).collect();
        (!lacks.is_empty()).then(|| lacks.join(", "))
    }
}

/// An area, and what came of the puzzles that were asked of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Made {
    /// The area.
    pub area: Area,
    /// Number of puzzles that were asked for and placed.
    pub placement: Placement,
}

impl Made {
    /// Reason for which fewer puzzles were placed than were asked for.
    #[must_use]
    pub fn shortfall(&self) -> Option<String> {
        shortfall(&self.area, self.placement.asked)
    }
}

/// Reason for which fewer puzzles stand in an area than were asked for.
#[must_use]
pub fn shortfall(area: &Area, asked: u32) -> Option<String> {
    let placed = area.puzzles.len() as u32;
    let words = || format!("{asked} puzzles were asked for, and {placed} passages gate something");
    (placed < asked).then(words)
}
