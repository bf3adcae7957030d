//! A mission as the program prints it: `quandary/mission/1`, one JSON object.
//!
//! The shapes are written down here a second time, from the format's description and not from the
//! program's own types, so that the audit sees what any reader of the JSON sees.

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// The name of the format.
pub(super) const FORMAT: &str = "quandary/mission/1";
/// The most switches that a toggle mask holds.
pub(super) const MOST_SWITCHES: u8 = 8;

/// The whole object.
#[derive(serde::Deserialize)]
pub(super) struct Mission {
    pub(super) format: String,
    pub(super) seed: u64,
    #[serde(rename = "attempt")]
    _attempt: u64,
    pub(super) rooms: Vec<Room>,
    pub(super) edges: Vec<Edge>,
    pub(super) start: u64,
    pub(super) boss: u64,
    pub(super) goal: u64,
    pub(super) stats: Stats,
    pub(super) proof: Proof,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
}

/// A room.
#[derive(serde::Deserialize)]
pub(super) struct Room {
    pub(super) id: u64,
    pub(super) coords: Coords,
    pub(super) item: Option<Item>,
    pub(super) precondition: Precondition,
    pub(super) intensity: f64,
    pub(super) parent: Option<u64>,
}

/// What is said to hold whenever the player is in a room.
#[derive(serde::Deserialize)]
pub(super) struct Precondition {
    pub(super) keys: Held,
    pub(super) switches: Vec<Position>,
}

/// A passage, listed once and open both ways.
#[derive(serde::Deserialize)]
pub(super) struct Edge {
    pub(super) a: u64,
    pub(super) b: u64,
    pub(super) symbol: Option<Lock>,
}

/// The figures that the program gives.
#[derive(serde::Deserialize)]
pub(super) struct Stats {
    pub(super) solution: u32,
    pub(super) nonlinearity: u32,
    pub(super) spheres: Vec<Vec<String>>,
    pub(super) cycles: usize,
}

/// What the program says it has proved.
#[derive(serde::Deserialize)]
pub(super) struct Proof {
    pub(super) winnable: bool,
    pub(super) unlosable: bool,
    pub(super) needed_keys: Vec<String>,
    pub(super) needed_switches: Vec<String>,
    pub(super) redundant_locks: usize,
}

/// What lies in a room. Named keys count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Start,
    Boss,
    Goal,
    Key(u8),
    SmallKey,
    Switch(u8),
}

/// What an edge asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lock {
    Key(u8),
    SmallKey,
    Switch(u8, bool),
}

/// What a room asks of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    Either,
    Off,
    On,
}

/// The keys of a precondition: names as a mask, bit 0 for A, or how many small keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    Names(u32),
    Count(u32),
}

/// The cells of a room.
pub(super) struct Coords(pub(super) Vec<(i64, i64)>);

impl FromStr for Item {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "start" => Ok(Item::Start),
            "boss" => Ok(Item::Boss),
            "goal" => Ok(Item::Goal),
            "key" => Ok(Item::SmallKey),
            _ => key(name)
                .map(Item::Key)
                .or_else(|| switch(name).map(Item::Switch))
                .ok_or_else(|| format!("`{name}` is no item")),
        }
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Start => f.write_str("start"),
            Item::Boss => f.write_str("boss"),
            Item::Goal => f.write_str("goal"),
            Item::SmallKey => f.write_str("key"),
            Item::Key(n) => write!(f, "{}", char::from(b'A' + n)),
            Item::Switch(s) => write!(f, "switch:{s}"),
        }
    }
}

impl FromStr for Lock {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        if name == "key" {
            return Ok(Lock::SmallKey);
        }
        let position = || {
            let (object, position) = name.split_once('=')?;
            let on = ["off", "on"].iter().position(|p| *p == position)? == 1;
            Some(Lock::Switch(switch(object)?, on))
        };
        key(name).map(Lock::Key).or_else(position).ok_or_else(|| format!("`{name}` is no lock"))
    }
}

impl FromStr for Position {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "either" => Ok(Position::Either),
            "off" => Ok(Position::Off),
            "on" => Ok(Position::On),
            _ => Err(format!("`{name}` is no switch position")),
        }
    }
}

/// The number, from 0, of a named key.
pub(super) fn key(name: &str) -> Option<u8> {
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

/// Reads a value from its name, without keeping the text.
struct Named<T>(PhantomData<T>);

impl<T: FromStr<Err = String>> Visitor<'_> for Named<T> {
    type Value = T;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }
    fn visit_str<E: Error>(self, name: &str) -> Result<T, E> {
        name.parse().map_err(E::custom)
    }
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_str(Named(PhantomData))
    }
}

impl<'de> Deserialize<'de> for Lock {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_str(Named(PhantomData))
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_str(Named(PhantomData))
    }
}

/// One named key inside a precondition.
struct KeyName(u8);

impl FromStr for KeyName {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        key(name).map(KeyName).ok_or_else(|| format!("`{name}` is no named key"))
    }
}

impl<'de> Deserialize<'de> for KeyName {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_str(Named(PhantomData))
    }
}

/// Reads [`Held`].
struct HeldVisitor;

impl<'de> Visitor<'de> for HeldVisitor {
    type Value = Held;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sorted array of key names, or a number of small keys")
    }
    fn visit_u64<E: Error>(self, count: u64) -> Result<Held, E> {
        u32::try_from(count).map(Held::Count).map_err(E::custom)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut names: A) -> Result<Held, A::Error> {
        let mut mask = 0u32;
        while let Some(KeyName(n)) = names.next_element()? {
            if mask >> n != 0 {
                return Err(A::Error::custom("the keys of a precondition are not sorted"));
            }
            mask |= 1 << n;
        }
        Ok(Held::Names(mask))
    }
}

impl<'de> Deserialize<'de> for Held {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(HeldVisitor)
    }
}

/// One element of `coords`: a number of the one cell, or a cell of several.
#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Part {
    Number(i64),
    Cell(i64, i64),
}

impl<'de> Deserialize<'de> for Coords {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let parts = Vec::<Part>::deserialize(from)?;
        if let [Part::Number(x), Part::Number(y)] = parts[..] {
            return Ok(Coords(vec![(x, y)]));
        }
        let cells: Option<Vec<_>> = parts.iter().map(Part::cell).collect();
        let cells = cells.filter(|cells| !cells.is_empty());
        cells.map(Coords).ok_or_else(|| D::Error::custom("coords are [x, y] or [[x, y], ..]"))
    }
}

impl Part {
    /// The cell, where it is one.
    fn cell(&self) -> Option<(i64, i64)> {
        match *self {
            Part::Cell(x, y) => Some((x, y)),
            Part::Number(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_format() {
        let check = |name: &str, item: Option<Item>, lock: Option<Lock>| {
            assert_eq!((name.parse().ok(), name.parse().ok()), (item, lock), "{name}");
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
        check(r#"["C","A"]"#, None);
        check(r#"["A","A"]"#, None);
        check(r#"["key"]"#, None);
        check("-1", None);
    }

    #[test]
    fn coords_are_a_cell_or_several() {
        let check = |json: &str, expect: Option<&[(i64, i64)]>| {
            let cells = serde_json::from_str(json).ok().map(|Coords(cells)| cells);
            assert_eq!(cells.as_deref(), expect, "{json}");
        };
        check("[-1,2]", Some(&[(-1, 2)]));
        check("[[0,1],[0,2]]", Some(&[(0, 1), (0, 2)]));
        for json in ["[]", "[1]", "[1,2,3]", "[[1]]", "[1,[1,2]]", "3"] {
            check(json, None);
        }
    }
}
