//! Reading of the room graph of a level.

use super::error::{ReadError, wrong};
use super::raw::{Object, RawEdge, RawNode};
use crate::model::contents::{self, Names};
use crate::model::graph::{Content, Edge, Graph, Node, NodeId, NodeIndex};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The nodes.
pub(super) fn nodes(raw: &[Object<RawNode>], names: &mut Names) -> Result<Vec<Node>, ReadError> {
    let mut nodes = Vec::with_capacity(raw.len());
    for (i, Object(node)) in raw.iter().enumerate() {
        let mut contents = SmallVec::new();
        for (j, name) in node.contents.iter().enumerate() {
            let field = || format!("graph.nodes[{i}].contents[{j}]");
            let content = contents::content(name, names).map_err(|m| wrong(field(), m))?;
            if contents.contains(&content) {
                return Err(wrong(field(), format!("{name:?} stands twice in one node")));
            }
            contents.push(content);
        }
        nodes.push(Node { id: node.id.clone(), contents });
    }
    Ok(nodes)
}

/// The index of each id.
pub(super) fn index(nodes: &[Node]) -> Result<FxHashMap<NodeId, NodeIndex>, ReadError> {
    let mut index = FxHashMap::default();
    for (i, node) in nodes.iter().enumerate() {
        if index.insert(node.id.clone(), i as NodeIndex).is_some() {
            return Err(wrong(
                format!("graph.nodes[{i}].id"),
                format!("the id {} stands twice", node.id),
            ));
        }
    }
    Ok(index)
}

/// The node of an id.
pub(super) fn find(
    index: &FxHashMap<NodeId, NodeIndex>,
    id: &NodeId,
    field: &str,
) -> Result<NodeIndex, ReadError> {
    index.get(id).copied().ok_or_else(|| wrong(field, format!("there is no node with the id {id}")))
}

/// The edges.
pub(super) fn edges(
    raw: &[Object<RawEdge>],
    index: &FxHashMap<NodeId, NodeIndex>,
    names: &mut Names,
) -> Result<Vec<Edge>, ReadError> {
    let mut edges = Vec::with_capacity(raw.len());
    for (i, Object(edge)) in raw.iter().enumerate() {
        let from = find(index, &edge.from, &format!("graph.edges[{i}].from"))?;
        let to = find(index, &edge.to, &format!("graph.edges[{i}].to"))?;
        let mut requires = SmallVec::new();
        for name in &edge.requires.0 {
            let asked = contents::requirement(name, names)
                .map_err(|message| wrong(format!("graph.edges[{i}].requires"), message))?;
            if let Some(asked) = asked.filter(|asked| !requires.contains(asked)) {
                requires.push(asked);
            }
        }
        edges.push(Edge { from, to, requires });
    }
    Ok(edges)
}

/// The one node that holds `start`; a level of tiles may do without.
pub(super) fn only_start(graph: &Graph) -> Result<Option<NodeIndex>, ReadError> {
    let mut starts = graph.holding(Content::Start);
    match (starts.next(), starts.next()) {
        (start, None) => Ok(start),
        (None, Some(_)) => Ok(None),
        (Some(a), Some(b)) => {
            let [a, b] = [a, b].map(|n| graph.id(n).map(ToString::to_string).unwrap_or_default());
            Err(wrong("graph.start", format!("is missing, and nodes {a} and {b} hold \"start\"")))
        }
    }
}

/// The goals.
pub(super) fn goals(
    ids: &[NodeId],
    index: &FxHashMap<NodeId, NodeIndex>,
) -> Result<Vec<NodeIndex>, ReadError> {
    let mut goals = Vec::with_capacity(ids.len());
    for (i, id) in ids.iter().enumerate() {
        let goal = find(index, id, &format!("graph.goals[{i}]"))?;
        if goals.contains(&goal) {
            return Err(wrong(format!("graph.goals[{i}]"), format!("the goal {id} stands twice")));
        }
        goals.push(goal);
    }
    Ok(goals)
}
