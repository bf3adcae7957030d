//! Names of things and places in reports.

use crate::check::SphereItem;
use crate::check::change::Change;
use crate::check::locks::Lock;
use crate::model::{Cell, Content, Level, NodeId, NodeIndex, PlateId, Tile};
use crate::rules::{Fact, Position};
use serde::Serialize;
use std::fmt::{self, Display};

/// A pick-up, a lock, or something missing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Thing<'a> {
    /// A pick-up in a node or on a cell.
    Pickup {
        /// The node.
        #[serde(skip_serializing_if = "Option::is_none")]
        node: Option<PlaceJson<'a>>,
        /// The cell.
        #[serde(skip_serializing_if = "Option::is_none")]
        cell: Option<PlaceJson<'a>>,
        /// Name of the pick-up.
        content: String,
    },
    /// A pressure plate.
    Plate {
        /// Its name.
        plate: &'a str,
        /// Its cells.
        cells: Vec<PlaceJson<'a>>,
    },
    /// A lock between two nodes.
    Lock {
        /// The nodes.
        between: [PlaceJson<'a>; 2],
        /// Names of its requirements.
        requires: Vec<String>,
    },
    /// A door of tiles.
    Door {
        /// The tile of its cells.
        tile: &'static str,
        /// Its cells.
        cells: Vec<PlaceJson<'a>>,
        /// Names of its requirements.
        requires: Vec<String>,
    },
    /// A doorway that requires symbols, toggles and plates.
    Doorway {
        /// Its cells.
        cells: Vec<PlaceJson<'a>>,
        /// Names of its requirements.
        requires: Vec<String>,
    },
    /// A thing that the player lacks.
    Missing {
        /// The thing.
        content: String,
    },
    /// A way back along a one-way edge.
    WayBack {
        /// The node where the way back begins.
        from: PlaceJson<'a>,
        /// The node it leads to.
        to: PlaceJson<'a>,
    },
    /// A rule with an unsuitable value.
    Rule {
        /// The value that helps, as an argument of `--rule`.
        rule: String,
    },
    /// A pit that bars the way.
    Pit {
        /// Its cells.
        cells: Vec<PlaceJson<'a>>,
    },
    /// A condition of `win` that is not met.
    Condition {
        /// Its name.
        requires: String,
    },
}

impl<'a> Thing<'a> {
    /// The thing that a change concerns.
    pub fn of(level: &'a Level, change: &Change) -> Self {
        match change {
            Change::Open(lock) | Change::Seal(lock) => Self::lock(level, lock),
            Change::Grant(content) => Self::Missing { content: level.graph.content_name(*content) },
            Change::Lift(plate) => Self::plate(level, *plate),
            Change::Remove(position, content) => Self::pickup(level, *position, *content),
            Change::Return(edge) => {
                let edge = level.graph.edges.get(*edge as usize);
                let (from, to) = edge.map_or((0, 0), |edge| (edge.to, edge.from));
                Self::WayBack { from: PlaceJson::node(level, from), to: PlaceJson::node(level, to) }
            }
            Change::Rule(rule) => Self::Rule { rule: rule.to_string() },
            Change::Waive(condition) => {
                Self::Condition { requires: level.graph.requirement_name(*condition) }
            }
            Change::Fill(cells) => {
                Self::Pit { cells: cells.iter().map(|&at| PlaceJson::cell(level, at)).collect() }
            }
        }
    }

    /// A thing in a sphere.
    pub fn of_sphere(level: &'a Level, item: SphereItem) -> Self {
        match item {
            SphereItem::Thing(position, content) => Self::pickup(level, position, content),
            SphereItem::Plate(plate) => Self::plate(level, plate),
        }
    }

    fn plate(level: &'a Level, plate: PlateId) -> Self {
        let cells = level.plates().get(plate as usize).into_iter().flat_map(|plate| &plate.cells);
        Self::Plate {
            plate: level.graph.plates.get(plate as usize).map_or("", String::as_str),
            cells: cells.map(|&cell| PlaceJson::cell(level, cell)).collect(),
        }
    }

    /// A pick-up in a node or on a cell.
    pub fn pickup(level: &'a Level, position: Position, content: Content) -> Self {
        let place = Some(PlaceJson::of(level, position));
        let (node, cell) = match position {
            Position::Node(_) => (place, None),
            Position::Cell(_) => (None, place),
        };
        Self::Pickup { node, cell, content: level.graph.content_name(content) }
    }

    fn lock(level: &'a Level, lock: &Lock) -> Self {
        let required = lock.requires(level);
        let requires = required.iter().map(|&r| level.graph.requirement_name(r)).collect();
        match lock {
            Lock::Edges { between: (a, b), .. } => Self::Lock {
                between: [PlaceJson::node(level, *a), PlaceJson::node(level, *b)],
                requires,
            },
            Lock::Door { tile, cells } => {
                let cells = cells.iter().map(|&cell| PlaceJson::cell(level, cell)).collect();
                Self::Door { tile: tile.name(), cells, requires }
            }
            Lock::Doorway(lock) => {
                let lock = level.locks().get(*lock as usize).into_iter();
                let cells = lock.flat_map(|lock| &lock.cells);
                let cells = cells.map(|&cell| PlaceJson::cell(level, cell)).collect();
                Self::Doorway { cells, requires }
            }
        }
    }

    /// The thing in words, on one line.
    pub fn words(&self) -> String {
        diagnostics::shown(&self.text()).into_owned()
    }

    fn text(&self) -> String {
        let first =
            |cells: &[PlaceJson<'_>]| cells.first().map(ToString::to_string).unwrap_or_default();
        match self {
            Self::Pickup { node, cell, content } => match (node, cell) {
                (Some(node), _) => format!("{content} in {node}"),
                (_, Some(cell)) => format!("{content} at {cell}"),
                _ => content.clone(),
            },
            Self::Plate { plate, cells } => format!("plate {plate} at {}", first(cells)),
            Self::Lock { between: [a, b], requires } => {
                format!("{} between {a} and {b}", all_of(requires))
            }
            Self::Door { tile, cells, .. } => format!("{tile} at {}", first(cells)),
            Self::Doorway { cells, requires } => {
                format!("{} at {}", all_of(requires), first(cells))
            }
            Self::Missing { content } => format!("no {content}"),
            Self::WayBack { from, to } => format!("no way back from {from} to {to}"),
            Self::Rule { rule } => format!("{rule} is not the rule"),
            Self::Condition { requires } => format!("the condition {requires} of win"),
            Self::Pit { cells } => match cells.len() {
                0 | 1 => format!("the pit at {}", first(cells)),
                many => format!("the pit of {many} cells at {}", first(cells)),
            },
        }
    }
}

/// The first few requirements, and the number of the others.
fn all_of(requires: &[String]) -> String {
    const MOST_SHOWN: usize = 4;
    let shown = requires.iter().take(MOST_SHOWN).map(String::as_str).collect::<Vec<_>>().join("+");
    match requires.len().saturating_sub(MOST_SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The effect of a move, with the names of what it took or opened.
pub enum Changed {
    /// Something was taken.
    Collected(String),
    /// A lock was opened.
    Opened(String),
}

/// The name of the thing that a changed fact took or opened; `None` for toggles, plates and locations without a
/// pick-up.
pub fn changed(level: &Level, meaning: Fact) -> Option<Changed> {
    let graph = &level.graph;
    let id = |node| graph.id(node).map(ToString::to_string).unwrap_or_default();
    let at = |cell| PlaceJson::cell(level, cell);
    match meaning {
        Fact::Taken(node) => {
            let held = graph.nodes.get(node as usize)?.contents.iter();
            let kept = held.filter(|c| match c {
                Content::Switch => true,
                Content::Key | Content::BossKey | Content::KeyItem | Content::ItemMinor => {
                    level.rectangle(node).is_none()
                }
                _ => false,
            });
            let names: Vec<String> = kept.map(|&c| graph.content_name(c)).collect();
            Some(Changed::Collected(names.join("+")))
        }
        Fact::Item(cell) => {
            let content = match level.tiles.as_ref()?.tile(cell)? {
                Tile::KeySmall => Content::Key,
                Tile::KeyBoss => Content::BossKey,
                Tile::KeyItem => Content::KeyItem,
                _ => Content::ItemMinor,
            };
            Some(Changed::Collected(graph.content_name(content)))
        }
        Fact::Symbol(symbol) => {
            Some(Changed::Collected(graph.content_name(Content::Symbol(symbol))))
        }
        Fact::BombsHeld => Some(Changed::Collected("bombs".to_owned())),
        Fact::KeyPair(a, b) => Some(Changed::Opened(format!("key_locked {}-{}", id(a), id(b)))),
        Fact::BombPair(a, b) => Some(Changed::Opened(format!("bombable {}-{}", id(a), id(b)))),
        Fact::KeyDoor(cell) => Some(Changed::Opened(format!("DOOR_LOCKED {}", at(cell)))),
        Fact::BombDoor(cell) => Some(Changed::Opened(format!("DOOR_BOMB {}", at(cell)))),
        // The fact of the node names all that is taken with it.
        Fact::Toggle(_) | Fact::PlateDown(_) | Fact::Repeat(..) => None,
    }
}

// -------------------------------------------------------------------------------------------------
// Places as they are written in reports: a node id, `[row, col]`, or `[floor, row, col]` in a level with several
// floors.

/// A place.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum PlaceJson<'a> {
    /// A node.
    Node(Option<&'a NodeId>),
    /// A row and a column.
    Cell([u32; 2]),
    /// A floor, a row and a column.
    Floored([u32; 3]),
}

impl<'a> PlaceJson<'a> {
    /// The place of a position in a level.
    pub fn of(level: &'a Level, position: Position) -> Self {
        match position {
            Position::Node(node) => Self::node(level, node),
            Position::Cell(cell) => Self::cell(level, cell),
        }
    }

    /// The place of a node.
    pub fn node(level: &'a Level, node: NodeIndex) -> Self {
        Self::Node(level.graph.id(node))
    }

    /// The place of a cell.
    pub fn cell(level: &Level, cell: Cell) -> Self {
        match level.tiles.as_ref().map_or(1, |tiles| tiles.floors.len()) {
            0 | 1 => Self::Cell([cell.row, cell.col]),
            _ => Self::Floored([cell.floor, cell.row, cell.col]),
        }
    }
}

impl Display for PlaceJson<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Node(id) => id.map_or(Ok(()), |id| write!(f, "{id}")),
            Self::Cell([row, col]) => write!(f, "[{row},{col}]"),
            Self::Floored([floor, row, col]) => write!(f, "[{floor},{row},{col}]"),
        }
    }
}
