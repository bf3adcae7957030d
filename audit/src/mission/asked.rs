//! The requests that are sent to the program: the sizes of missions, and the style of the keys.

use crate::category::Style;
use std::fmt::{self, Display};
use std::str::FromStr;

/// A number of rooms, keys and switches, written `25/4/1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) rooms: usize,
    pub(crate) keys: u8,
    pub(crate) switches: u8,
}

/// The rows that every release is held to.
pub(crate) const BARS: [Size; 6] = [
    Size { rooms: 8, keys: 3, switches: 0 },
    Size { rooms: 10, keys: 4, switches: 1 },
    Size { rooms: 25, keys: 4, switches: 1 },
    Size { rooms: 50, keys: 6, switches: 1 },
    Size { rooms: 100, keys: 8, switches: 2 },
    Size { rooms: 400, keys: 8, switches: 1 },
];

impl Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.rooms, self.keys, self.switches)
    }
}

impl FromStr for Size {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let mut parts = text.split('/');
            let mut part = || parts.next();
            let rooms = part()?.parse().ok()?;
            let (keys, switches) = (part()?.parse().ok()?, part()?.parse().ok()?);
            parts.next().is_none().then_some(Size { rooms, keys, switches })
        };
        read().ok_or_else(|| format!("`{text}` is no row; write rooms/keys/switches, as in 25/4/1"))
    }
}

/// The order in which named keys are had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Order {
    /// To get a key one needs all before it
    Total,
    /// Keys may be had in several orders
    Partial,
}

/// Everything that decides what a mission must be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) size: Size,
    pub(crate) key_style: Style,
    pub(crate) order: Order,
}

impl Asked {
    /// True if keys have names.
    pub(crate) fn named(&self) -> bool {
        self.key_style == Style::Named
    }

    /// The arguments of the program but for the seeds.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let Size { rooms, keys, switches } = self.size;
        let mut text = format!("mission --rooms {rooms} --keys {keys} --switches {switches}");
        if self.key_style == Style::Small {
            text.push_str(" --key-style small");
        }
        if self.order == Order::Partial {
            text.push_str(" --order partial");
        }
        text.split(' ').map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_three_numbers() {
        let check =
            |text: &str, expect: Option<Size>| assert_eq!(text.parse().ok(), expect, "{text}");
        check("25/4/1", Some(Size { rooms: 25, keys: 4, switches: 1 }));
        for text in ["", "25", "25/4", "25/4/1/0", "25/-1/0", "a/b/c"] {
            check(text, None);
        }
        for row in BARS {
            check(&row.to_string(), Some(row));
        }
    }

    #[test]
    fn the_program_is_asked_in_its_own_words() {
        let (key_style, order) = (Style::Named, Order::Total);
        let asked = Asked { size: BARS[2], key_style, order };
        let plain = "mission --rooms 25 --keys 4 --switches 1";
        assert_eq!(asked.arguments().join(" "), plain);
        let small = Asked { key_style: Style::Small, ..asked };
        assert_eq!(small.arguments().join(" "), format!("{plain} --key-style small"));
        let partial = Asked { order: Order::Partial, ..asked };
        assert_eq!(partial.arguments().join(" "), format!("{plain} --order partial"));
    }
}
