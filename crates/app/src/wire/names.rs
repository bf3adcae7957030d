//! Things of a room graph, as the JSON of judgements names them.

use level::check::change::Change;
use level::check::locks::Lock;
use level::graph::{Content, Graph, NodeId, NodeIndex};
use level::rules::layout::Meaning;
use serde::Serialize;

/// A pick-up, a lock, or something missing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Thing<'a> {
    /// What lies in a node.
    Pickup {
        /// The node.
        node: Option<&'a NodeId>,
        /// What lies there.
        content: String,
    },
    /// A lock between two nodes.
    Lock {
        /// The nodes.
        between: [Option<&'a NodeId>; 2],
        /// What it asks for.
        requires: Vec<String>,
    },
    /// What the player would have to be given.
    Missing {
        /// The thing.
        content: String,
    },
}

impl<'a> Thing<'a> {
    /// The thing that a change is about.
    pub(crate) fn of(graph: &'a Graph, change: &Change) -> Self {
        match change {
            Change::Open(lock) | Change::Seal(lock) => Self::lock(graph, lock),
            Change::Grant(content) => Self::Missing { content: graph.content_name(*content) },
            Change::Remove(node, content) => Self::pickup(graph, *node, *content),
        }
    }

    /// What lies in a node.
    pub(crate) fn pickup(graph: &'a Graph, node: NodeIndex, content: Content) -> Self {
        Self::Pickup { node: graph.id(node), content: graph.content_name(content) }
    }

    fn lock(graph: &'a Graph, lock: &Lock) -> Self {
        Self::Lock {
            between: [graph.id(lock.between.0), graph.id(lock.between.1)],
            requires: lock.requires.iter().map(|&r| graph.requirement_name(r)).collect(),
        }
    }

    /// In words.
    pub(crate) fn words(&self) -> String {
        let id = |id: &Option<&NodeId>| id.map(ToString::to_string).unwrap_or_default();
        match self {
            Self::Pickup { node, content } => format!("{content} in {}", id(node)),
            Self::Lock { between: [a, b], requires } => {
                format!("{} between {} and {}", requires.join("+"), id(a), id(b))
            }
            Self::Missing { content } => format!("no {content}"),
        }
    }
}

/// The name of what a move changed, by kind: taken, opened, or neither.
pub(crate) enum Changed {
    /// Something was taken.
    Collected(String),
    /// A lock was opened.
    Opened(String),
}

/// What a changed bit says.
pub(crate) fn changed(graph: &Graph, meaning: Meaning) -> Option<Changed> {
    let id = |node| graph.id(node).map(ToString::to_string).unwrap_or_default();
    match meaning {
        Meaning::Taken(node) => {
            let held = graph.nodes.get(node as usize)?.contents.iter();
            let kept = held.filter(|c| {
                matches!(
                    c,
                    Content::Key
                        | Content::BossKey
                        | Content::KeyItem
                        | Content::ItemMinor
                        | Content::Switch
                )
            });
            let names: Vec<String> = kept.map(|&c| graph.content_name(c)).collect();
            Some(Changed::Collected(names.join("+")))
        }
        Meaning::Symbol(symbol) => {
            Some(Changed::Collected(graph.content_name(Content::Symbol(symbol))))
        }
        Meaning::BombsHeld => Some(Changed::Collected("bombs".to_owned())),
        Meaning::KeyPair(a, b) => Some(Changed::Opened(format!("key_locked {}-{}", id(a), id(b)))),
        Meaning::BombPair(a, b) => Some(Changed::Opened(format!("bombable {}-{}", id(a), id(b)))),
        Meaning::Toggle(_) => None,
    }
}
