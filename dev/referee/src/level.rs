//! The level file `quandary/level/1`, parsed strictly.
//!
//! The types follow the description of the format (`docs/formats.md`), not the program's types. An unknown name is an
//! error.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// A cell: floor, row, column, each from 0.
pub type At = [usize; 3];

/// A level file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// `quandary/level/1`.
    pub format: String,
    /// Free text.
    pub name: Option<IgnoredAny>,
    /// The tiles; empty in a level of rooms only.
    #[serde(default)]
    pub floors: Vec<Floor>,
    /// The start, unless a START tile gives it.
    pub start: Option<Cell>,
    /// The goals, unless TRIFORCE tiles give them.
    pub goals: Option<Vec<Cell>>,
    /// The rectangles of the graph's nodes.
    #[serde(default)]
    pub rooms: Vec<Rectangle>,
    /// The graph of rooms.
    #[serde(default)]
    pub graph: Graph,
    /// Symbols and toggles on tiles.
    #[serde(default)]
    pub marks: Vec<Mark>,
    /// Cells with requirements.
    #[serde(default)]
    pub locks: Vec<DoorLock>,
    /// Pressure plates.
    #[serde(default)]
    pub plates: Vec<Plate>,
    /// Conditions that together win, at any position.
    #[serde(default)]
    pub win: Vec<Need>,
    /// The rules of the level.
    #[serde(default)]
    pub rules: BTreeMap<String, Value>,
    /// The origin of the level; the rules ignore it.
    pub provenance: Option<IgnoredAny>,
}

/// The rows of one floor.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Floor {
    /// Tile ids, rows from top to bottom.
    pub grid: Vec<Vec<u8>>,
}

/// A cell with named fields.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    floor: usize,
    row: usize,
    col: usize,
}

/// The rectangle of a node.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Rectangle {
    pub node: Id,
    pub floor: usize,
    pub row: usize,
    pub col: usize,
    pub rows: usize,
    pub cols: usize,
}

/// Nodes and directed edges.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Graph {
    pub nodes: Vec<Node>,
    #[serde(default)]
    pub edges: Vec<Edge>,
    pub start: Option<Id>,
    pub goals: Option<Vec<Id>>,
}

/// A node with its contents.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Node {
    pub id: Id,
    #[serde(default)]
    pub contents: Vec<String>,
}

/// A directed edge with its requirements.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Edge {
    pub from: Id,
    pub to: Id,
    #[serde(default)]
    pub requires: Needs,
}

/// A symbol or a toggle on a tile.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Mark {
    floor: usize,
    row: usize,
    col: usize,
    pub gives: String,
}

/// Cells of a doorway, with the requirements for entering them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct DoorLock {
    pub cells: Vec<At>,
    pub needs: Vec<Need>,
}

/// A pressure plate.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Plate {
    pub name: String,
    pub cells: Vec<At>,
    pub gives: Option<String>,
}

/// The id of a node: an integer or a text, compared as text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "Value")]
pub struct Id(pub String);

/// The requirements of an edge; all must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Value")]
pub struct Needs(pub Vec<Need>);

/// A requirement of an edge, a lock or the victory.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Value")]
pub enum Need {
    /// Nothing.
    Open,
    /// The edge is one-way.
    Soft,
    /// The edge is a stair.
    Stair,
    /// A small key of a pool; the default pool is the empty text.
    Key(String),
    /// A bomb.
    Bomb,
    /// The boss key.
    BossKey,
    /// The key item.
    KeyItem,
    /// The player has entered some node with a switch.
    Switch,
    /// At least a number of a symbol are held.
    Symbol(String, u32),
    /// Fewer than a number of a symbol are held.
    Lacks(String, u32),
    /// A toggle is on, or off.
    Toggle(String, bool),
    /// A plate is down now.
    Plate(String),
    /// All of one of several lists.
    Any(Vec<Vec<Need>>),
}

impl Cell {
    /// The cell as an array.
    pub fn at(&self) -> At {
        [self.floor, self.row, self.col]
    }
}

impl Mark {
    /// The cell of the mark.
    pub fn at(&self) -> At {
        [self.floor, self.row, self.col]
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<Value> for Id {
    type Error = String;
    fn try_from(value: Value) -> Result<Self, String> {
        match value {
            Value::String(name) => Ok(Self(name)),
            Value::Number(number) if number.is_i64() => Ok(Self(number.to_string())),
            other => Err(format!("{other} is no id of a node")),
        }
    }
}

impl TryFrom<Value> for Needs {
    type Error = String;
    fn try_from(value: Value) -> Result<Self, String> {
        Ok(Self(match value {
            Value::Array(all) => all.into_iter().map(Need::try_from).collect::<Result<_, _>>()?,
            one => vec![Need::try_from(one)?],
        }))
    }
}

impl TryFrom<Value> for Need {
    type Error = String;
    fn try_from(value: Value) -> Result<Self, String> {
        match value {
            Value::String(name) => Self::named(&name).ok_or(format!("{name:?} is no requirement")),
            Value::Object(mut fields) if fields.len() == 1 => match fields.remove("any") {
                Some(Value::Array(lists)) if !lists.is_empty() => {
                    let lists = lists.into_iter().map(|list| Ok(Needs::try_from(list)?.0));
                    Ok(Self::Any(lists.collect::<Result<_, String>>()?))
                }
                _ => Err("expected a list of alternatives under `any`".to_owned()),
            },
            other => Err(format!("{other} is no requirement")),
        }
    }
}

impl Need {
    /// Parses a requirement.
    pub fn named(name: &str) -> Option<Self> {
        if let Some(rest) = name.strip_prefix("lacks:symbol:") {
            return counted(rest).map(|(name, count)| Self::Lacks(name, count));
        }
        Some(match name.split_once(':') {
            None => match name {
                "open" => Self::Open,
                "soft_locked" => Self::Soft,
                "stair" => Self::Stair,
                "key_locked" => Self::Key(String::new()),
                "bombable" => Self::Bomb,
                "boss_locked" => Self::BossKey,
                "item_locked" => Self::KeyItem,
                "switch" => Self::Switch,
                _ => return None,
            },
            Some(("key_locked", pool)) if !pool.is_empty() => Self::Key(pool.to_owned()),
            Some(("plate", name)) if !name.is_empty() => Self::Plate(name.to_owned()),
            Some(("symbol", rest)) => counted(rest).map(|(n, count)| Self::Symbol(n, count))?,
            Some(("toggle", rest)) => match rest.split_once('=')? {
                (number, state @ ("on" | "off")) if is_number(number) => {
                    Self::Toggle(number.to_owned(), state == "on")
                }
                _ => return None,
            },
            _ => return None,
        })
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open => f.write_str("open"),
            Self::Soft => f.write_str("soft_locked"),
            Self::Stair => f.write_str("stair"),
            Self::Key(pool) if pool.is_empty() => f.write_str("key_locked"),
            Self::Key(pool) => write!(f, "key_locked:{pool}"),
            Self::Bomb => f.write_str("bombable"),
            Self::BossKey => f.write_str("boss_locked"),
            Self::KeyItem => f.write_str("item_locked"),
            Self::Switch => f.write_str("switch"),
            Self::Symbol(name, 1) => write!(f, "symbol:{name}"),
            Self::Symbol(name, count) => write!(f, "symbol:{name}*{count}"),
            Self::Lacks(name, 1) => write!(f, "lacks:symbol:{name}"),
            Self::Lacks(name, count) => write!(f, "lacks:symbol:{name}*{count}"),
            Self::Toggle(number, on) => {
                write!(f, "toggle:{number}={}", if *on { "on" } else { "off" })
            }
            Self::Plate(name) => write!(f, "plate:{name}"),
            Self::Any(lists) => write!(f, "any of {} lists", lists.len()),
        }
    }
}

/// The name and the number of a symbol: `NAME` means 1, `NAME*N` means N.
fn counted(text: &str) -> Option<(String, u32)> {
    let (name, count) = match text.split_once('*') {
        None => (text, 1),
        Some((name, number)) if is_number(number) && !number.starts_with('0') => {
            (name, number.parse().ok()?)
        }
        _ => return None,
    };
    (!name.is_empty()).then(|| (name.to_owned(), count))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl Needs {
    /// True if the edge is a stair.
    pub fn is_stair(&self) -> bool {
        self.0.contains(&Need::Stair)
    }

    /// True if the edge is one-way.
    pub fn is_soft(&self) -> bool {
        self.0.contains(&Need::Soft)
    }

    /// The names of all requirements, except `open` and `stair`.
    pub fn names(&self) -> Vec<String> {
        let asks = self.0.iter().filter(|need| !matches!(need, Need::Open | Need::Stair));
        asks.map(ToString::to_string).collect()
    }
}

impl Level {
    /// Parses a level; the error describes the fault of the file.
    ///
    /// # Errors
    /// The text is not a valid level.
    pub fn read(text: &str) -> Result<Self, String> {
        let level: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        level.fits().map(|()| level)
    }

    /// Returns an error if the parts of a level are inconsistent.
    ///
    /// # Errors
    /// The format, a ragged row, an unknown tile, a rectangle or an id is wrong.
    pub fn fits(&self) -> Result<(), String> {
        if self.format != "quandary/level/1" {
            return Err(format!("the format is {:?}", self.format));
        }
        for (number, floor) in self.floors.iter().enumerate() {
            let cols = floor.grid.first().map_or(0, Vec::len);
            if let Some(row) = floor.grid.iter().position(|row| row.len() != cols) {
                return Err(format!("row {row} of floor {number} is ragged"));
            }
        }
        let known = |tile: u8| matches!(tile, 0..=3 | 10..=15 | 20..=23 | 30..=33 | 40..=44);
        if let Some((at, tile)) = self.cells().find(|(_, tile)| !known(*tile)) {
            return Err(format!("{at:?}: {tile} is no tile"));
        }
        self.ids_fit()?;
        self.rectangles_fit()
    }

    fn ids_fit(&self) -> Result<(), String> {
        let mut ids = std::collections::BTreeSet::new();
        if let Some(node) = self.graph.nodes.iter().find(|node| !ids.insert(&node.id)) {
            return Err(format!("two nodes have the id {}", node.id));
        }
        let ends = self.graph.edges.iter().flat_map(|edge| [&edge.from, &edge.to]);
        let named = self.graph.start.iter().chain(self.graph.goals.iter().flatten());
        let all = ends.chain(named).chain(self.rooms.iter().map(|room| &room.node));
        match all.into_iter().find(|id| !ids.contains(id)) {
            Some(id) => Err(format!("no node has the id {id}")),
            None => Ok(()),
        }
    }

    fn rectangles_fit(&self) -> Result<(), String> {
        let (mut cells, mut nodes) = (BTreeMap::new(), std::collections::BTreeSet::new());
        for room in &self.rooms {
            if !nodes.insert(&room.node) {
                return Err(format!("two rectangles of node {}", room.node));
            }
            for at in room.cells() {
                if self.tile(at).is_none() {
                    return Err(format!("the rectangle of node {} is out of bounds", room.node));
                }
                if let Some(other) = cells.insert(at, &room.node) {
                    return Err(format!("the rectangles of {} and {other} overlap", room.node));
                }
            }
        }
        Ok(())
    }

    /// All cells in reading order, with their tiles.
    pub fn cells(&self) -> impl Iterator<Item = (At, u8)> + '_ {
        self.floors.iter().enumerate().flat_map(|(floor, here)| {
            here.grid.iter().enumerate().flat_map(move |(row, line)| {
                line.iter().enumerate().map(move |(col, tile)| ([floor, row, col], *tile))
            })
        })
    }

    /// The tile of a cell.
    pub fn tile(&self, [floor, row, col]: At) -> Option<u8> {
        self.floors.get(floor)?.grid.get(row)?.get(col).copied()
    }

    /// The cells of a tile.
    pub fn all(&self, tile: u8) -> impl Iterator<Item = At> + '_ {
        self.cells().filter(move |(_, other)| *other == tile).map(|(at, _)| at)
    }
}

impl Rectangle {
    /// The cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = At> + '_ {
        let rows = self.row..self.row + self.rows;
        rows.flat_map(move |row| {
            (self.col..self.col + self.cols).map(move |col| [self.floor, row, col])
        })
    }
}

/// The cells above, below, left and right of a cell.
pub fn around([floor, row, col]: At) -> impl Iterator<Item = At> {
    let up = row.checked_sub(1).map(|row| [floor, row, col]);
    let left = col.checked_sub(1).map(|col| [floor, row, col]);
    up.into_iter().chain(left).chain([[floor, row + 1, col], [floor, row, col + 1]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_requirement_is_read_by_its_name_and_told_by_it() {
        for name in [
            "open",
            "soft_locked",
            "stair",
            "key_locked",
            "key_locked:red",
            "bombable",
            "boss_locked",
            "item_locked",
            "switch",
            "symbol:A b",
            "symbol:A*3",
            "lacks:symbol:A",
            "lacks:symbol:A*2",
            "toggle:0=on",
            "toggle:12=off",
            "plate:p",
        ] {
            assert_eq!(Need::named(name).map(|need| need.to_string()).as_deref(), Some(name));
        }
        for name in
            ["", "key", "symbol:", "symbol:A*0", "symbol:A*", "toggle:0", "toggle:a=on", "plate:"]
        {
            assert_eq!(Need::named(name), None, "{name}");
        }
        let any: Needs =
            serde_json::from_value(json!([{"any": ["symbol:A", ["symbol:B", "item_locked"]]}]))
                .unwrap();
        assert!(
            matches!(&any.0[..], [Need::Any(lists)] if lists.len() == 2 && lists[1].len() == 2)
        );
    }

    #[test]
    fn what_does_not_fit_together_is_an_error() {
        let error = |change: &dyn Fn(&mut Value)| {
            let mut level = json!({
                "format": "quandary/level/1", "floors": [{"grid": [[21, 1], [1, 22]]}],
                "rooms": [{"node": 1, "floor": 0, "row": 0, "col": 0, "rows": 2, "cols": 1}],
                "graph": {"nodes": [{"id": 1}, {"id": "b"}], "edges": [{"from": 1, "to": "b"}]},
            });
            change(&mut level);
            Level::read(&level.to_string()).err().unwrap_or_default()
        };
        assert_eq!(error(&|_| ()), "");
        assert!(error(&|level| level["format"] = json!("x")).contains("format"));
        assert!(error(&|level| level["floors"][0]["grid"][1] = json!([1])).contains("ragged"));
        assert!(error(&|level| level["floors"][0]["grid"][1][0] = json!(9)).contains("no tile"));
        assert!(error(&|level| level["graph"]["nodes"][1]["id"] = json!(1)).contains("two nodes"));
        assert!(error(&|level| level["graph"]["edges"][0]["to"] = json!(2)).contains("no node"));
        assert!(error(&|level| level["rooms"][0]["cols"] = json!(3)).contains("out of bounds"));
        assert!(error(&|level| level["rooms"][0]["more"] = json!(3)).contains("unknown field"));
    }
}
