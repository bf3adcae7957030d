//! Templates drawn one after another: none comes twice before all have come, and none whose names stand in the area.
//!
//! Invariant: names that are drawn are unlike each other and unlike those of the puzzles that stand there.

use super::area::Puzzle;
use super::site::Site;
use super::templates::Template;
use crate::mission::KeyStyle;
use search::Stream;

/// The most doors where keys are all alike: in how many orders they can be spent is what the proof goes through.
const MOST_SMALL_DOORS: usize = 6;

/// Templates in a drawn order; after all of them they come again, numbered.
pub(super) struct Deck<'a> {
    templates: &'a [Template],
    order: Vec<usize>,
    drawn: usize,
    /// Number of doors.
    pub(super) doors: usize,
    most_doors: usize,
}

/// A template, and how often it was drawn before.
#[derive(Clone, Copy)]
pub(super) struct Drawn<'a> {
    pub(super) template: &'a Template,
    round: usize,
}

impl<'a> Deck<'a> {
    /// The templates of a site, shuffled.
    pub(super) fn new(site: &Site<'a>, stream: &mut Stream) -> Self {
        let mut order: Vec<usize> = (0..site.templates.len()).collect();
        stream.shuffle(&mut order);
        let most_doors = match site.key_style {
            KeyStyle::Named => usize::MAX,
            KeyStyle::Small => MOST_SMALL_DOORS,
        };
        let doors = site.area.puzzles.iter().filter(|puzzle| puzzle.kind.key().is_some()).count();
        Self { templates: site.templates, order, drawn: 0, doors, most_doors }
    }

    /// The next template that is allowed: its number among all draws, and itself.
    pub(super) fn draw(&mut self, site: &Site<'_>, doors: bool) -> Option<Drawn<'a>> {
        // Every template stands in two rounds that follow each other; with a door asked for or not, one fits.
        for _ in 0..2 * self.order.len() {
            let (place, round) = (self.drawn % self.order.len(), self.drawn / self.order.len());
            self.drawn += 1;
            let template = self.templates.get(*self.order.get(place)?)?;
            let is_door = template.kind.key().is_some();
            if is_door && (!doors || self.doors == self.most_doors) {
                continue;
            }
            let drawn = Drawn { template, round };
            if !site.area.puzzles.iter().any(|puzzle| drawn.is_like(puzzle)) {
                self.doors += usize::from(is_door);
                return Some(drawn);
            }
        }
        None
    }
}

impl Drawn<'_> {
    /// A name, numbered from the second time on.
    pub(super) fn named(self, name: &str) -> String {
        if self.round == 0 { name.to_owned() } else { format!("{name} {}", roman(self.round + 1)) }
    }

    /// True if a puzzle that stands there has the same name, or a key of the same name.
    fn is_like(self, puzzle: &Puzzle) -> bool {
        let same =
            |own: &str, theirs: &str| self.named(own).to_lowercase() == theirs.to_lowercase();
        let keys = self.template.kind.key().zip(puzzle.kind.key());
        same(&self.template.name, &puzzle.name)
            || keys.is_some_and(|(own, theirs)| same(own, theirs))
    }
}

/// A number in Roman digits.
fn roman(mut number: usize) -> String {
    let digits = ["C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"];
    let mut text = String::new();
    for (value, digit) in [100, 90, 50, 40, 10, 9, 5, 4, 1].into_iter().zip(digits) {
        while number >= value {
            text.push_str(digit);
            number -= value;
        }
    }
    text
}
