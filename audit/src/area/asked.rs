//! The requests that are sent to the program: the usual categories in several ways, the others with a puzzle or two.

use crate::category::{Style, categories};
use std::ops::RangeInclusive;

/// The categories that have puzzles without being asked.
const WITH_PUZZLES: [&str; 4] = ["dungeon", "cave", "ruins", "temple"];

/// Everything that decides what an area must be.
pub(crate) struct Asked {
    pub(crate) category: &'static str,
    pub(crate) generator: &'static str,
    pub(crate) style: Style,
    /// The value of `--puzzles`.
    pub(crate) puzzles: Option<&'static str>,
}

/// One for each row of the table: what is usual first.
pub(crate) fn rows() -> impl Iterator<Item = Asked> {
    let usual = |category: &str| WITH_PUZZLES.contains(&category);
    let some = move |usually: bool, style: Style, puzzles: Option<&'static str>| {
        let categories = categories().filter(move |(name, _)| usual(name) == usually);
        categories.map(move |(category, generator)| Asked { category, generator, style, puzzles })
    };
    some(true, Style::Named, None)
        .chain(some(false, Style::Named, Some("1..2")))
        .chain(some(true, Style::Small, None))
        .chain(some(true, Style::Named, Some("4")))
        .chain(some(true, Style::Named, Some("per-room")))
}

impl Asked {
    /// The name of the row.
    pub(crate) fn name(&self) -> String {
        let style = if self.style == Style::Small { " small" } else { "" };
        let puzzles = self.puzzles.map(|puzzles| format!(" {puzzles}")).unwrap_or_default();
        format!("{}{style}{puzzles}", self.category)
    }

    /// The arguments of the program but for the seeds.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let mut words = vec!["area", "--category", self.category];
        words.extend(self.puzzles.iter().flat_map(|puzzles| ["--puzzles", puzzles]));
        words.extend(["--key-style", self.style.word()]);
        words.into_iter().map(str::to_owned).collect()
    }

    /// The numbers of puzzles that an area of so many rooms may be asked for; in every room the dice are rolled twice.
    pub(crate) fn range(&self, rooms: usize) -> RangeInclusive<usize> {
        match self.puzzles {
            Some("per-room") => 0..=2 * (rooms - 1),
            Some("4") => 4..=4,
            _ => 1..=2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_are_those_of_the_bars() {
        let names: Vec<String> = rows().map(|row| row.name()).collect();
        assert_eq!(names.len(), 4 + 20 + 4 + 4 + 4);
        for name in ["cave", "mine 1..2", "ruins small", "temple 4", "dungeon per-room"] {
            assert!(names.iter().any(|row| row == name), "{name}");
        }
        let plain = "area --category mine --puzzles 1..2 --key-style named";
        let mine = rows().find(|row| row.category == "mine");
        assert_eq!(mine.map(|row| row.arguments().join(" ")).as_deref(), Some(plain));
    }
}
