//! What is asked of the program: the rows of the table, and the style of the keys.

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::str::FromStr;

/// A number of rooms, keys and switches, written `25/4/1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) rooms: usize,
    pub(super) keys: u8,
    pub(super) switches: u8,
}

/// The rows that every release is held to.
pub(super) const BARS: [Row; 6] = [
    Row { rooms: 8, keys: 3, switches: 0 },
    Row { rooms: 10, keys: 4, switches: 1 },
    Row { rooms: 25, keys: 4, switches: 1 },
    Row { rooms: 50, keys: 6, switches: 1 },
    Row { rooms: 100, keys: 8, switches: 2 },
    Row { rooms: 400, keys: 8, switches: 1 },
];

impl Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.rooms, self.keys, self.switches)
    }
}

impl FromStr for Row {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let mut parts = text.split('/');
            let mut part = || parts.next();
            let rooms = part()?.parse().ok()?;
            let (keys, switches) = (part()?.parse().ok()?, part()?.parse().ok()?);
            parts.next().is_none().then_some(Row { rooms, keys, switches })
        };
        read().ok_or_else(|| format!("`{text}` is no row; write rooms/keys/switches, as in 25/4/1"))
    }
}

/// How keys work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum KeyStyle {
    /// Each has a name and a lock of its own, and is kept
    Named,
    /// All alike, and used up
    Small,
}

/// The order in which named keys are had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Order {
    /// To get a key one needs all before it
    Total,
    /// Keys may be had in several orders
    Partial,
}

/// Everything that decides what a mission must be.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) row: Row,
    pub(super) key_style: KeyStyle,
    pub(super) order: Order,
    /// The first seed, and how many follow it, itself included.
    pub(super) first: u64,
    pub(super) seeds: u64,
    /// More arguments for the program.
    pub(super) extra: Vec<String>,
}

impl Asked {
    /// The arguments of the program.
    pub(super) fn arguments(&self) -> Vec<String> {
        let Row { rooms, keys, switches } = self.row;
        let (first, seeds) = (self.first, self.seeds);
        let text = format!(
            "mission --rooms {rooms} --keys {keys} --switches {switches} \
             --seed {first} --count {seeds} --format json"
        );
        let mut arguments: Vec<String> = text.split(' ').map(str::to_owned).collect();
        if self.key_style == KeyStyle::Small {
            arguments.extend(["--key-style", "small"].map(str::to_owned));
        }
        if self.order == Order::Partial {
            arguments.extend(["--order", "partial"].map(str::to_owned));
        }
        arguments.extend(self.extra.iter().cloned());
        arguments
    }

    /// The seeds asked for that are not among those that came.
    pub(super) fn missing(&self, came: &[u64]) -> Vec<u64> {
        let came: HashSet<u64> = came.iter().copied().collect();
        let all = self.first..self.first.saturating_add(self.seeds);
        all.filter(|seed| !came.contains(seed)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_three_numbers() {
        let check =
            |text: &str, expect: Option<Row>| assert_eq!(text.parse().ok(), expect, "{text}");
        check("25/4/1", Some(Row { rooms: 25, keys: 4, switches: 1 }));
        for text in ["", "25", "25/4", "25/4/1/0", "25/-1/0", "a/b/c"] {
            check(text, None);
        }
        for row in BARS {
            check(&row.to_string(), Some(row));
        }
    }

    fn asked() -> Asked {
        let (key_style, order) = (KeyStyle::Named, Order::Total);
        Asked { row: BARS[2], key_style, order, first: 5, seeds: 3, extra: Vec::new() }
    }

    #[test]
    fn the_program_is_asked_in_its_own_words() {
        let plain = "mission --rooms 25 --keys 4 --switches 1 --seed 5 --count 3 --format json";
        assert_eq!(asked().arguments().join(" "), plain);
        let extra = vec!["--no-goal".to_owned()];
        let small = Asked { key_style: KeyStyle::Small, extra, ..asked() };
        assert_eq!(small.arguments().join(" "), format!("{plain} --key-style small --no-goal"));
        let partial = Asked { order: Order::Partial, ..asked() };
        assert_eq!(partial.arguments().join(" "), format!("{plain} --order partial"));
    }

    #[test]
    fn a_seed_without_a_mission_is_missing() {
        let check = |came: &[u64], expect: &[u64]| {
            assert_eq!(asked().missing(came), expect, "{came:?}");
        };
        check(&[7, 6, 5], &[]);
        check(&[5, 5, 7], &[6]);
        check(&[8, 9, 10], &[5, 6, 7]);
    }
}
