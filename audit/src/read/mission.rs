//! A mission: `quandary/mission/1`, one JSON object.

use serde::Deserialize;
use serde::de::IgnoredAny;
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
    pub(crate) coords: Coords,
    pub(crate) item: Option<Item>,
    pub(crate) precondition: Precondition,
    pub(crate) intensity: f64,
    pub(crate) parent: Option<u64>,
}

/// What is said to hold whenever the player is in a room.
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

/// What the program says it has proved.
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

/// What an edge asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) enum Lock {
    Key(u8),
    SmallKey,
    Switch(u8, bool),
}

/// What a room asks of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Position {
    Either,
    Off,
    On,
}

/// The keys of a precondition: names as a mask, bit 0 for A, or how many small keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(crate) enum Held {
    Names(Names),
    Count(u32),
}

/// Named keys as a mask, read from a sorted array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<Letter>")]
pub(crate) struct Names(pub(crate) u32);

/// One named key.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "char")]
struct Letter(u8);

/// The cells of a room, one or more.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<Part>")]
pub(crate) struct Coords(pub(crate) Vec<[i64; 2]>);

/// An element of coordinates: a number of the one cell, or a cell of several.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
enum Part {
    Number(i64),
    Cell([i64; 2]),
}

impl TryFrom<Vec<Part>> for Coords {
    type Error = &'static str;
    fn try_from(parts: Vec<Part>) -> Result<Self, Self::Error> {
        let cell = |part: &Part| if let Part::Cell(cell) = *part { Some(cell) } else { None };
        let cells = match parts[..] {
            [] => None,
            [Part::Number(x), Part::Number(y)] => Some(vec![[x, y]]),
            _ => parts.iter().map(cell).collect(),
        };
        cells.map(Self).ok_or("coords are [x, y] or [[x, y], ..]")
    }
}

impl TryFrom<char> for Letter {
    type Error = &'static str;
    fn try_from(name: char) -> Result<Self, Self::Error> {
        match name {
            'A'..='Z' => Ok(Self(name as u8 - b'A')),
            _ => Err("a precondition names something else than a named key"),
        }
    }
}

impl TryFrom<Vec<Letter>> for Names {
    type Error = &'static str;
    fn try_from(names: Vec<Letter>) -> Result<Self, Self::Error> {
        let sorted = names.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let mask = names.iter().fold(0, |mask, Letter(n)| mask | 1 << n);
        if sorted { Ok(Self(mask)) } else { Err("the keys of a precondition are not sorted") }
    }
}

impl TryFrom<String> for Item {
    type Error = String;
    fn try_from(name: String) -> Result<Self, String> {
        match name.as_str() {
            "start" => Ok(Item::Start),
            "boss" => Ok(Item::Boss),
            "goal" => Ok(Item::Goal),
            "key" => Ok(Item::SmallKey),
            _ => key(&name)
                .map(Item::Key)
                .or_else(|| switch(&name).map(Item::Switch))
                .ok_or_else(|| format!("`{name}` is no item")),
        }
    }
}

impl TryFrom<String> for Lock {
    type Error = String;
    fn try_from(name: String) -> Result<Self, String> {
        if name == "key" {
            return Ok(Lock::SmallKey);
        }
        let position = || {
            let (object, position) = name.split_once('=')?;
            let on = ["off", "on"].iter().position(|p| *p == position)? == 1;
            Some(Lock::Switch(switch(object)?, on))
        };
        key(&name).map(Lock::Key).or_else(position).ok_or_else(|| format!("`{name}` is no lock"))
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
    /// Whether it marks the start, the boss or the goal.
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
    /// What a level asks for in its place.
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
        check("[]", Some(Held::Names(Names(0))));
        check(r#"["A","C"]"#, Some(Held::Names(Names(0b101))));
        check("3", Some(Held::Count(3)));
        for json in [r#"["C","A"]"#, r#"["A","A"]"#, r#"["key"]"#, "-1"] {
            check(json, None);
        }
    }

    #[test]
    fn coords_are_a_cell_or_several() {
        let check = |json: &str, expect: Option<&[[i64; 2]]>| {
            let cells = serde_json::from_str(json).ok().map(|Coords(cells)| cells);
            assert_eq!(cells.as_deref(), expect, "{json}");
        };
        check("[-1,2]", Some(&[[-1, 2]]));
        check("[[0,1],[0,2]]", Some(&[[0, 1], [0, 2]]));
        for json in ["[]", "[1]", "[1,2,3]", "[[1]]", "[1,[1,2]]", "3"] {
            check(json, None);
        }
    }
}
