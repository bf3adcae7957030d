//! Difficulty of a riddle, from 0 to 100, and the parts that the figure is made of.
//!
//! A part looks at one figure of the [`Clues`] and never falls when that makes a riddle harder; neither does
//! the sum. Invariant: all is worked out in hundredths of a point, in whole numbers.

use super::finding::Finding;

/// Figures of a riddle from which its difficulty is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clues {
    /// Commonness of the rarest word of the answer, from 0 to 255; `None` in a lexicon without ranks.
    pub commonness: Option<u8>,
    /// Number of legal plays.
    pub plays: u32,
    /// Number of plays made of commoner words only: a reader who tries common words first comes to them before
    /// the answer.
    pub before: u32,
    /// Number of letters of the answer's word.
    pub length: u32,
    /// Number of letters of the answer's word that lie on the board already.
    pub through: u32,
    /// Number of cross words of the answer.
    pub hooks: u32,
    /// Score of the best play.
    pub best: u32,
    /// Score of the second play.
    pub second: u32,
}

impl Clues {
    /// The clues of an answer.
    #[must_use]
    pub(super) fn of(finding: &Finding, plays: u32, (best, second): (u32, u32)) -> Self {
        let &Finding { commonness, before, length, through, hooks } = finding;
        Self { commonness, plays, before, length, through, hooks, best, second }
    }
}

/// A part of the difficulty: its name, its value and its largest value, in hundredths of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Name of the part.
    pub name: &'static str,
    /// Hundredths of a point.
    pub hundredths: u32,
    /// The most it can have.
    pub most: u32,
}

/// Difficulty of a riddle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difficulty {
    /// Parts of the sum.
    pub parts: [Part; 7],
}

/// The share of `most` that `n` of `full` is.
fn share(name: &'static str, n: u32, full: u32, most: u32) -> Part {
    Part { name, hundredths: n.min(full) * most / full, most }
}

impl Difficulty {
    /// The difficulty of a riddle with these figures.
    ///
    /// ```
    /// use quandary_crossword::riddle::{Clues, Difficulty};
    /// let (length, through, hooks) = (4, 1, 0);
    /// let (plays, before, best, second) = (100, 20, 40, 20);
    /// let commonness = Some(200);
    /// let easy = Clues { commonness, plays, before, length, through, hooks, best, second };
    /// let hard = Clues { commonness: Some(95), ..easy };
    /// assert!(Difficulty::of(&hard).hundredths() > Difficulty::of(&easy).hundredths());
    /// ```
    #[must_use]
    pub fn of(clues: &Clues) -> Self {
        // A word of which nothing is known stands in the middle.
        let rarity = 255 - u32::from(clues.commonness.unwrap_or(128));
        let near = clues.second.min(clues.best) * 100 / clues.best.max(1);
        Self {
            parts: [
                share("rarity of the words", rarity, 255, 3000),
                share("plays by commoner words", clues.before, 300, 1500),
                share("legal plays", clues.plays, 600, 1500),
                share("length of the word", clues.length.saturating_sub(2), 8, 1000),
                share("tiles taken in", clues.through, 4, 1000),
                share("cross words", clues.hooks, 4, 1000),
                share("nearness of the second", near, 100, 1000),
            ],
        }
    }

    /// The figure in hundredths of a point, from 0 to 10,000.
    #[must_use]
    pub fn hundredths(&self) -> u32 {
        self.parts.iter().map(|part| part.hundredths).sum()
    }

    /// The figure in whole points, from 0 to 100.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.hundredths() / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn clues() -> impl Strategy<Value = Clues> {
        let commonness = proptest::option::of(any::<u8>());
        let counts = (0..2000u32, 0..2000u32, 2..16u32, 0..15u32, 0..8u32, 1..300u32, 0..300u32);
        (commonness, counts).prop_map(|(commonness, counts)| {
            let (plays, before, length, through, hooks, best, second) = counts;
            Clues {
                commonness,
                plays,
                before,
                length,
                through,
                hooks,
                best,
                second: second.min(best),
            }
        })
    }

    proptest! {
        #[test]
        fn it_lies_between_0_and_100_and_never_falls(clues in clues(), more in 0..300u32) {
            let figure = |clues: &Clues| Difficulty::of(clues).hundredths();
            let base = figure(&clues);
            prop_assert!(base <= 10_000);
            prop_assert!(Difficulty::of(&clues).parts.iter().all(|part| part.hundredths <= part.most));
            let harder = [
                Clues { plays: clues.plays + more, ..clues },
                Clues { before: clues.before + more, ..clues },
                Clues { length: clues.length + more, ..clues },
                Clues { through: clues.through + more, ..clues },
                Clues { hooks: clues.hooks + more, ..clues },
                Clues { second: (clues.second + more).min(clues.best), ..clues },
            ];
            for harder in harder {
                prop_assert!(figure(&harder) >= base, "{harder:?}");
            }
        }

        #[test]
        fn it_rises_when_the_words_get_rarer(clues in clues(), a in any::<u8>(), b in any::<u8>()) {
            let (rarer, commoner) = (a.min(b), a.max(b));
            let figure = |c| Difficulty::of(&Clues { commonness: Some(c), ..clues }).hundredths();
            prop_assert!(rarer == commoner || figure(rarer) > figure(commoner));
        }
    }

    #[test]
    fn both_ends_can_be_reached() {
        let clues = Clues {
            commonness: Some(255),
            plays: 0,
            before: 0,
            length: 2,
            through: 0,
            hooks: 0,
            best: 30,
            second: 0,
        };
        assert_eq!(Difficulty::of(&clues).points(), 0);
        let clues = Clues {
            commonness: Some(0),
            plays: 600,
            before: 300,
            length: 15,
            through: 8,
            hooks: 7,
            best: 30,
            second: 30,
        };
        assert_eq!(Difficulty::of(&clues).points(), 100);
    }
}
