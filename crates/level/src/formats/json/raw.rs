//! The JSON of a level as it stands in the text, before validation.

use crate::model::graph::NodeId;
use crate::model::tile::{self, Tile};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;

/// Something written as an object. A plain structure would be read from an array as well, by the order of its
/// fields.
#[derive(Clone, Debug)]
pub struct Object<T>(
    /// The value that is written.
    pub T,
);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Map<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Map<T> {
            type Value = T;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }
        d.deserialize_map(Map(PhantomData)).map(Object)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawLevel {
    pub(crate) format: String,
    pub(crate) name: Option<String>,
    pub(crate) graph: Option<Object<RawGraph>>,
    pub(crate) provenance: Option<serde_json::Map<String, serde_json::Value>>,
    pub(crate) floors: Option<Vec<Object<RawFloor>>>,
    pub(crate) start: Option<Object<RawCell>>,
    pub(crate) goals: Option<Vec<Object<RawCell>>>,
    pub(crate) rooms: Option<Vec<Object<RawRoom>>>,
    pub(crate) marks: Option<Vec<Object<RawMark>>>,
    pub(crate) locks: Option<Vec<Object<RawLock>>>,
    pub(crate) plates: Option<Vec<Object<RawPlate>>>,
    pub(crate) win: Option<Vec<String>>,
    pub(crate) rules: Option<RawRules>,
}

/// A room graph, as its text has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawGraph {
    pub(super) nodes: Vec<Object<RawNode>>,
    #[serde(default)]
    pub(super) edges: Vec<Object<RawEdge>>,
    pub(super) start: Option<NodeId>,
    pub(super) goals: Option<Vec<NodeId>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawNode {
    pub(super) id: NodeId,
    #[serde(default)]
    pub(super) contents: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawEdge {
    pub(super) from: NodeId,
    pub(super) to: NodeId,
    #[serde(default)]
    pub(super) requires: OneOrMany,
}

/// One floor: rows of tiles.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawFloor {
    pub(super) grid: Vec<Vec<Tile>>,
}

/// A cell.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawCell {
    pub(super) floor: u32,
    pub(super) row: u32,
    pub(super) col: u32,
}

/// The rectangle of a node.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawRoom {
    pub(super) node: NodeId,
    pub(super) floor: u32,
    pub(super) row: u32,
    pub(super) col: u32,
    pub(super) rows: u32,
    pub(super) cols: u32,
}

/// A symbol or a toggle on a tile.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawMark {
    pub(super) floor: u32,
    pub(super) row: u32,
    pub(super) col: u32,
    pub(super) gives: String,
}

/// A doorway that asks for symbols, toggles and plates.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawLock {
    pub(super) cells: Vec<[u32; 3]>,
    pub(super) needs: Vec<String>,
}

/// A pressure plate.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawPlate {
    pub(crate) name: String,
    pub(super) cells: Vec<[u32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) gives: Option<String>,
}

/// Rules by name, in the order of the text; `preset` may be among them.
#[derive(Default)]
pub struct RawRules(IndexMap<String, RawRule, FxBuildHasher>);

impl RawRules {
    /// Adds a rule.
    ///
    /// # Errors
    /// When it is there already.
    fn add(&mut self, name: &str, value: RawRule) -> Result<(), String> {
        match self.0.insert(name.to_owned(), value) {
            None => Ok(()),
            Some(_) => Err(format!("{:?} stands twice", voice::short(name))),
        }
    }

    /// Adds a rule whose value is text.
    ///
    /// # Errors
    /// When it is there already.
    pub fn add_text(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.add(name, RawRule::Text(value.to_owned()))
    }

    /// The rules, in their order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&String, &RawRule)> {
        self.0.iter()
    }
}

/// The value of a rule: a text, or where that is natural a number or a boolean.
#[derive(Deserialize, Serialize)]
#[serde(untagged, expecting = "is to be a text, a number or a boolean")]
pub(super) enum RawRule {
    Text(String),
    Number(u64),
    Flag(bool),
}

impl<'de> Deserialize<'de> for RawRules {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Map;
        impl<'de> Visitor<'de> for Map {
            type Value = RawRules;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RawRules, A::Error> {
                let mut rules = RawRules::default();
                while let Some((name, value)) = map.next_entry::<String, _>()? {
                    rules.add(&name, value).map_err(de::Error::custom)?;
                }
                Ok(rules)
            }
        }
        d.deserialize_map(Map)
    }
}

/// One name, or an array of names.
#[derive(Default)]
pub(super) struct OneOrMany(pub(super) Vec<String>);

impl<'de> Deserialize<'de> for OneOrMany {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Names;
        impl<'de> Visitor<'de> for Names {
            type Value = OneOrMany;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name or an array of names")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<OneOrMany, E> {
                Ok(OneOrMany(vec![name.to_owned()]))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<OneOrMany, A::Error> {
                let mut names = Vec::new();
                while let Some(name) = seq.next_element()? {
                    names.push(name);
                }
                Ok(OneOrMany(names))
            }
        }
        d.deserialize_any(Names)
    }
}

impl<'de> Deserialize<'de> for NodeId {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Id;
        impl Visitor<'_> for Id {
            type Value = NodeId;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a node id: a whole number or a text")
            }
            fn visit_i64<E: de::Error>(self, n: i64) -> Result<NodeId, E> {
                Ok(NodeId::Number(n))
            }
            fn visit_u64<E: de::Error>(self, n: u64) -> Result<NodeId, E> {
                i64::try_from(n).map(NodeId::Number).map_err(|_| E::custom("a node id below 2^63"))
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<NodeId, E> {
                Ok(NodeId::Name(name.to_owned()))
            }
        }
        d.deserialize_any(Id)
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Id;
        impl Visitor<'_> for Id {
            type Value = Tile;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the number of a tile")
            }
            fn visit_u64<E: de::Error>(self, id: u64) -> Result<Tile, E> {
                let unknown =
                    || E::custom(format_args!("unknown tile {id}; known are {}", tile::known()));
                Tile::from_id(id).ok_or_else(unknown)
            }
        }
        d.deserialize_u64(Id)
    }
}
