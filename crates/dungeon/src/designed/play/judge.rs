//! The judge who gives hints in a game, and the hints that were given.

use level::Level;
use level::hint::Rung;
use level::rules::Rules;

/// The level of a scene with the rules that it is played by: what a hint is asked of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judge<'a> {
    /// The level, with the tiles.
    pub level: &'a Level,
    /// The rules.
    pub rules: &'a Rules,
}

/// The hints of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Hints<'a> {
    /// The number of hints that were given.
    pub(super) given: usize,
    /// The judge who gives them, if there is one.
    pub(super) judge: Option<Judge<'a>>,
    /// The rung of the hint that was given last, if nothing was done since.
    pub(super) rung: Option<Rung>,
}
