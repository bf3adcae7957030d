//! A mission: `quandary/mission/1`, one JSON object.

use serde::de::{Error, IgnoredAny};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// The most switches that a mission has.
const MOST_SWITCHES: u8 = 8;

/// The whole object.
#[derive(Deserialize)]
pub(crate) struct Mission {
    pub(crate) format: String,
    pub(crate) seed: u64,
    #[serde(rename = "attempt")]
    _attempt: u64,
    pub(crate) rooms: Vec<Room>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) start: u64,
    pub(crate) boss: u64,
    pub(crate) goal: u64,
    pub(crate) stats: Stats,
    pub(crate) proof: Proof,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
}

/// A room.
#[derive(Deserialize)]
pub(crate) struct Room {
    pub(crate) id: u64,
    #[serde(deserialize_with = "cells")]
    pub(crate) coords: Vec<[i64; 2]>,
    pub(crate) item: Option<Item>,
    pub(crate) precondition: Precondition,
    pub(crate) intensity: f64,
    pub(crate) parent: Option<u64>,
}

/// The condition that is said to hold whenever the player is in a room.
#[derive(Deserialize)]
pub(crate) struct Precondition {
    pub(crate) keys: Held,
    pub(crate) switches: Vec<Position>,
}

/// A passage, listed once and open both ways.
#[derive(Deserialize)]
pub(crate) struct Edge {
    pub(crate) a: u64,
    pub(crate) b: u64,
    pub(crate) symbol: Option<Lock>,
}

/// The figures that the program gives.
#[derive(Deserialize)]
pub(crate) struct Stats {
    pub(crate) solution: u64,
    pub(crate) nonlinearity: u32,
    pub(crate) spheres: Vec<Vec<String>>,
    pub(crate) cycles: usize,
}

/// The proof that the program claims to have.
#[derive(Deserialize)]
pub(crate) struct Proof {
    pub(crate) winnable: bool,
    pub(crate) unlosable: bool,
    pub(crate) needed_keys: Vec<String>,
    pub(crate) needed_switches: Vec<String>,
    pub(crate) redundant_locks: usize,
}

/// A thing in a room. Named keys count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) enum Item {
    Start,
    Boss,
    Goal,
    Key(u8),
    SmallKey,
    Switch(u8),
}

/// The lock of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) enum Lock {
    Key(u8),
    SmallKey,
    Switch(u8, bool),
}

/// The position of a switch that a room asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Position {
    Either,
    Off,
    On,
}

/// The keys of a precondition: names as a mask, bit 0 for A, or how many small keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "the keys of a precondition are sorted letters, or a number")]
pub(crate) enum Held {
    Names(#[serde(deserialize_with = "mask")] u32),
    Count(u32),
}

/// Named keys as a mask, from a sorted array.
fn mask<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    let names = Vec::<String>::deserialize(from)?;
    let sorted = names.windows(2).all(|pair| pair[0] < pair[1]);
    let bits: Option<Vec<u32>> = names.iter().map(|name| Some(1 << key(name)?)).collect();
    let bits = bits.filter(|_| sorted).ok_or_else(|| D::Error::custom("no sorted letters"))?;
    Ok(bits.into_iter().sum())
}

/// The cells of a room, one or more, from the numbers of the one or an array of several.
fn cells<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<[i64; 2]>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "coords are [x, y] or [[x, y], ..]")]
    enum Cells {
        One([i64; 2]),
        Many(Vec<[i64; 2]>),
    }
    match Cells::deserialize(from)? {
        Cells::One(cell) => Ok(vec![cell]),
        Cells::Many(cells) if !cells.is_empty() => Ok(cells),
        Cells::Many(_) => Err(D::Error::custom("a room without cells")),
    }
}

impl TryFrom<String> for Item {
    type Error = String;
    fn try_from(name: String) -> Result<Self, String> {
        let item = match name.as_str() {
            "start" => Some(Item::Start),
            "boss" => Some(Item::Boss),
            "goal" => Some(Item::Goal),
            "key" => Some(Item::SmallKey),
            _ => key(&name).map(Item::Key).or_else(|| switch(&name).map(Item::Switch)),
        };
        item.ok_or_else(|| format!("`{name}` is no item"))
    }
}

impl TryFrom<String> for Lock {
    type Error = String;
    fn try_from(name: String) -> Result<Self, String> {
        let lock = match name.split_once('=') {
            None if name == "key" => Some(Lock::SmallKey),
            None => key(&name).map(Lock::Key),
            Some((object, "off")) => switch(object).map(|switch| Lock::Switch(switch, false)),
            Some((object, "on")) => switch(object).map(|switch| Lock::Switch(switch, true)),
            Some(_) => None,
        };
        lock.ok_or_else(|| format!("`{name}` is no lock"))
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Start => f.write_str("start"),
            Item::Boss => f.write_str("boss"),
            Item::Goal => f.write_str("goal"),
            Item::SmallKey => f.write_str("key"),
            Item::Key(n) => write!(f, "{}", letter(*n)),
            Item::Switch(s) => write!(f, "switch:{s}"),
        }
    }
}

impl Item {
    /// True if it marks the start, the boss or the goal.
    pub(crate) fn is_mark(&self) -> bool {
        matches!(self, Item::Start | Item::Boss | Item::Goal)
    }

    /// The name that a level has for it; none for a mark.
    pub(crate) fn sign(self) -> Option<String> {
        match self {
            Item::SmallKey => Some("key".to_owned()),
            Item::Key(n) => Some(format!("symbol:{}", letter(n))),
            Item::Switch(s) => Some(format!("toggle:{s}")),
            _ => None,
        }
    }
}

impl Lock {
    /// The requirement of a level in its place.
    pub(crate) fn sign(self) -> String {
        match self {
            Lock::SmallKey => "key_locked".to_owned(),
            Lock::Key(n) => format!("symbol:{}", letter(n)),
            Lock::Switch(s, on) => format!("toggle:{s}={}", if on { "on" } else { "off" }),
        }
    }
}

fn letter(key: u8) -> char {
    char::from(b'A' + key)
}

/// The number, from 0, of a named key.
pub(crate) fn key(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(letter - b'A'),
        _ => None,
    }
}

/// The number of a switch object such as `switch:0`.
fn switch(name: &str) -> Option<u8> {
    let number = name.strip_prefix("switch:")?;
    number.parse().ok().filter(|n: &u8| *n < MOST_SWITCHES && number.len() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_format() {
        let check = |name: &str, item: Option<Item>, lock: Option<Lock>| {
            let found = (name.to_owned().try_into().ok(), name.to_owned().try_into().ok());
            assert_eq!(found, (item, lock), "{name}");
            assert!(item.is_none_or(|item| item.to_string() == name), "{name}");
        };
        check("A", Some(Item::Key(0)), Some(Lock::Key(0)));
        check("Z", Some(Item::Key(25)), Some(Lock::Key(25)));
        check("key", Some(Item::SmallKey), Some(Lock::SmallKey));
        check("switch:3", Some(Item::Switch(3)), None);
        check("switch:3=on", None, Some(Lock::Switch(3, true)));
        check("switch:0=off", None, Some(Lock::Switch(0, false)));
        check("boss", Some(Item::Boss), None);
        for name in ["", "a", "AB", "switch:", "switch:+1", "switch:8", "switch:0=", "0=on"] {
            check(name, None, None);
        }
    }

    #[test]
    fn preconditions_are_names_or_a_number() {
        let check = |json: &str, expect: Option<Held>| {
            assert_eq!(serde_json::from_str(json).ok(), expect, "{json}");
        };
        check("[]", Some(Held::Names(0)));
        check(r#"["A","C"]"#, Some(Held::Names(0b101)));
        check("3", Some(Held::Count(3)));
        for json in [r#"["C","A"]"#, r#"["A","A"]"#, r#"["key"]"#, "-1"] {
            check(json, None);
        }
    }

    #[test]
    fn coords_are_a_cell_or_several() {
        let check = |json: &str, expect: Option<&[[i64; 2]]>| {
            let cells = cells(&mut serde_json::Deserializer::from_str(json)).ok();
            assert_eq!(cells.as_deref(), expect, "{json}");
        };
        check("[-1,2]", Some(&[[-1, 2]]));
        check("[[0,1],[0,2]]", Some(&[[0, 1], [0, 2]]));
        for json in ["[]", "[1]", "[1,2,3]", "[[1]]", "[1,[1,2]]", "3"] {
            check(json, None);
        }
    }
}
