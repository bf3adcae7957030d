//! Symbols: items of rooms and locks of edges; and conditions, which are sets of them.
//!
//! As in Metazelda, a *symbol* is something that a player can gain (a key, a switch position) or a mark of a room's
//! role. Names are those of `quandary/mission/1`: `A`, `key`, `switch:0=on`.
//!
//! A *condition* is what must hold in a room: a set of keys, and a position for each switch (either, off, on). The set
//! has one bit for each key. In a total order it is always the keys 1..n of a key-level; in a partial order it is any
//! set that contains, with a key, all keys needed to get it.

use crate::named::named;
use serde::{Serialize, Serializer};
use std::fmt::{self, Display};

/// The largest number of named keys: one for each letter.
pub const MOST_KEYS: usize = 26;
/// The largest number of switches.
pub const MOST_SWITCHES: usize = 4;

named! {
    /// One of the two positions of a switch. Every switch starts off.
    #[derive(Hash)]
    pub enum Position {
        /// The position at the start.
        Off = "off",
        /// After an odd number of flips.
        On = "on",
    }
}

impl Position {
    /// The other position.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Position::Off => Position::On,
            Position::On => Position::Off,
        }
    }
}

/// A symbol: an item of a room, or the lock of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// The player's start.
    Start,
    /// The goal.
    Goal,
    /// The last fight before the goal.
    Boss,
    /// The named key of a level, from 1, which is kept for good. As a lock: requires it.
    Key(u8),
    /// A small key. As a lock: uses one up.
    SmallKey,
    /// The object that flips a switch.
    SwitchObject(u8),
    /// A lock that requires a position of a switch.
    Switch(u8, Position),
}

impl Symbol {
    /// True for a thing that lies in a room: a key, or the object of a switch.
    #[must_use]
    pub const fn is_thing(self) -> bool {
        matches!(self, Self::Key(_) | Self::SmallKey | Self::SwitchObject(_))
    }

    /// Its name, if that contains no number.
    fn word(self) -> Option<&'static str> {
        match self {
            Self::Start => Some("start"),
            Self::Goal => Some("goal"),
            Self::Boss => Some("boss"),
            Self::Key(n) => Some(key_name(n)),
            Self::SmallKey => Some("key"),
            Self::SwitchObject(_) | Self::Switch(..) => None,
        }
    }

    /// True if it can lock an edge.
    #[must_use]
    pub const fn is_lock(self) -> bool {
        matches!(self, Self::Key(_) | Self::SmallKey | Self::Switch(..))
    }
}

impl Display for Symbol {
    /// The name in `quandary/mission/1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symbol::SwitchObject(s) => write!(f, "switch:{s}"),
            Symbol::Switch(s, position) => write!(f, "switch:{s}={}", position.name()),
            other => f.write_str(other.word().unwrap_or_default()),
        }
    }
}

impl Serialize for Symbol {
    /// Its name.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.word() {
            Some(word) => serializer.serialize_str(word),
            None => serializer.collect_str(self),
        }
    }
}

/// The letter of key `n`, from 1: `A` to `Z`; `?` for other numbers.
#[must_use]
pub fn key_name(n: u8) -> &'static str {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let at = usize::from(n).wrapping_sub(1);
    LETTERS.get(at..at.wrapping_add(1)).unwrap_or("?")
}

/// A condition. The default requires nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Condition {
    keys: u32,
    on: u8,
    off: u8,
}

const _: () = assert!(MOST_SWITCHES <= 8, "a condition keeps a switch in a bit of a byte");

impl Condition {
    /// The condition that requires a set of keys, bit n − 1 for key n.
    #[must_use]
    pub fn of_keys(keys: u32) -> Self {
        Self { keys, on: 0, off: 0 }
    }

    /// The required keys, bit n − 1 for key n.
    #[must_use]
    pub fn keys(self) -> u32 {
        self.keys
    }

    /// Number of required keys: the key-level in a total order.
    #[must_use]
    pub fn key_level(self) -> usize {
        self.keys.count_ones() as usize
    }

    /// The required position of switch `s`; `None` for either.
    #[must_use]
    pub fn position(self, s: u8) -> Option<Position> {
        let bit = 1u8.checked_shl(s.into()).unwrap_or(0);
        if self.on & bit != 0 {
            Some(Position::On)
        } else {
            (self.off & bit != 0).then_some(Position::Off)
        }
    }

    /// The union of two conditions. If they require different positions of a switch, that of `other` is used.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            keys: self.keys | other.keys,
            on: self.on & !other.off | other.on,
            off: self.off & !other.on | other.off,
        }
    }

    /// The union with switch `s` in `position`.
    #[must_use]
    pub fn and_switch(self, s: u8, position: Position) -> Self {
        let bit = 1u8.checked_shl(s.into()).unwrap_or(0);
        match position {
            Position::On => self.and(Self { keys: 0, on: bit, off: 0 }),
            Position::Off => self.and(Self { keys: 0, on: 0, off: bit }),
        }
    }

    /// True if everything that satisfies this condition satisfies `other`.
    #[must_use]
    pub fn implies(self, other: Self) -> bool {
        other.keys & !self.keys == 0 && other.on & !self.on == 0 && other.off & !self.off == 0
    }

    /// The one symbol by which the stronger of two conditions exceeds the weaker, if there is exactly one. A lock with
    /// that symbol between two such rooms changes neither condition.
    ///
    /// `implied[n - 1]` is the set of keys that having key n implies: itself and all keys needed to get it.
    #[must_use]
    pub fn single_difference(self, other: Self, implied: &[u32]) -> Option<Symbol> {
        let (weak, strong) = if other.implies(self) { (self, other) } else { (other, self) };
        if weak == strong || !strong.implies(weak) {
            return None;
        }
        if (strong.on, strong.off) == (weak.on, weak.off) {
            let highest = 31 - (strong.keys & !weak.keys).leading_zeros();
            let stands_for = implied.get(highest as usize)?;
            return (weak.keys | stands_for == strong.keys)
                .then_some(Symbol::Key(highest as u8 + 1));
        }
        let (on, off) = (strong.on & !weak.on, strong.off & !weak.off);
        if strong.keys != weak.keys || (on | off).count_ones() != 1 {
            return None;
        }
        let position = if on != 0 { Position::On } else { Position::Off };
        Some(Symbol::Switch((on | off).trailing_zeros() as u8, position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Position::{Off, On};

    fn keys(set: &[u8]) -> Condition {
        Condition::of_keys(set.iter().fold(0, |mask, n| mask | 1 << (n - 1)))
    }
    const TOTAL: [u32; 4] = [0b1, 0b11, 0b111, 0b1111];

    #[test]
    fn implies_is_the_order_of_conditions() {
        let none = Condition::default();
        let on = none.and_switch(0, On);
        assert!(on.implies(none) && !none.implies(on) && on.implies(on));
        assert!(!on.implies(none.and_switch(0, Off)));
        assert!(keys(&[1, 2]).implies(keys(&[2])) && !keys(&[2]).implies(keys(&[1])));
        assert!(keys(&[1]).and(on).implies(on));
        assert_eq!(on.position(0), Some(On));
        assert_eq!((on.position(1), on.position(200)), (None, None));
    }

    #[test]
    fn the_new_position_stands() {
        let c = Condition::default().and_switch(2, On).and_switch(2, Off);
        assert_eq!(c.position(2), Some(Off));
    }

    #[test]
    fn a_single_difference_is_one_lock() {
        let check = |a: Condition, b: Condition, expect: Option<Symbol>| {
            assert_eq!(a.single_difference(b, &TOTAL), expect, "{a:?} {b:?}");
            assert_eq!(b.single_difference(a, &TOTAL), expect, "{b:?} {a:?}");
        };
        let none = Condition::default();
        check(none, none, None);
        check(none, keys(&[1]), Some(Symbol::Key(1)));
        check(keys(&[1]), keys(&[1, 2, 3]), Some(Symbol::Key(3)));
        check(none, none.and_switch(1, Off), Some(Symbol::Switch(1, Off)));
        check(none.and_switch(1, On), none.and_switch(1, Off), None);
        check(none.and_switch(0, On), none.and_switch(1, On), None);
        check(
            none.and_switch(0, On),
            none.and_switch(0, On).and_switch(1, On),
            Some(Symbol::Switch(1, On)),
        );
        check(none, keys(&[1]).and_switch(0, On), None);
        check(none.and_switch(0, On), keys(&[1]).and_switch(0, On), Some(Symbol::Key(1)));
    }

    #[test]
    fn in_a_partial_order_the_difference_is_the_set_of_the_key() {
        let implied = [0b001, 0b010, 0b111];
        let diff = |a: &[u8], b: &[u8]| keys(a).single_difference(keys(b), &implied);
        assert_eq!(diff(&[], &[2]), Some(Symbol::Key(2)));
        assert_eq!(diff(&[1], &[1, 2]), Some(Symbol::Key(2)));
        assert_eq!(diff(&[], &[1, 2]), None);
        assert_eq!(diff(&[1], &[1, 2, 3]), Some(Symbol::Key(3)));
        assert_eq!(diff(&[1], &[2]), None);
    }
}
