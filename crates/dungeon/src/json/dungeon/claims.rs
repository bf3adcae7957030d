//! Claims of a dungeon about the things that lie in it: those that are needed, and those that are not.
//!
//! Invariant: all of it is the judge's; a thing of which nothing was proved is in neither list.

use crate::generate::proof::TileProof;
use level::check::change::Change;
use level::report::names::Thing;
use level::{Content, Graph, Level, NodeIndex, Requirement};
use serde::Serialize;

/// The claims about things.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Claims<'a> {
    /// The goal is out of reach without each of these alone.
    pub needed: Vec<Claim<'a>>,
    /// It can be reached without each of these alone.
    pub optional: Vec<Claim<'a>>,
    /// True if it can be reached without all of those at once.
    pub optional_together: Option<bool>,
}

/// A thing, and what it is good for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Claim<'a> {
    /// The thing, as `quandary check` names it.
    #[serde(flatten)]
    pub thing: Thing<'a>,
    /// The thing itself.
    #[serde(skip)]
    pub content: Content,
    /// Of a symbol or a toggle: how many rooms lie behind the passages that ask for it, and behind no others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behind: Option<usize>,
}

impl<'a> Claims<'a> {
    /// The claims that were proved of the things of a level.
    pub fn of(level: &'a Level, proof: &TileProof) -> Self {
        let told = |wanted| {
            let things = proof.things.iter().filter(move |need| need.needed == Some(wanted));
            things.filter_map(|need| Claim::of(level, &need.without)).collect::<Vec<_>>()
        };
        let optional = told(false);
        let together = proof.together.filter(|_| !optional.is_empty());
        Self { needed: told(true), optional, optional_together: together }
    }
}

impl<'a> Claim<'a> {
    fn of(level: &'a Level, without: &Change) -> Option<Self> {
        let Change::Remove(position, content) = *without else { return None };
        let thing = Thing::pickup(level, position, content);
        Some(Self { thing, content, behind: behind(&level.graph, content) })
    }
}

/// True if a passage asks for what a thing gives.
fn asks(content: Content, asked: Requirement) -> bool {
    match (content, asked) {
        (Content::Symbol(given), Requirement::Symbol(asked)) => given == asked,
        (Content::Toggle(given), Requirement::Toggle(asked, _)) => given == asked,
        _ => false,
    }
}

/// Number of nodes that are cut off from the start where no passage that asks for a thing is passed.
fn behind(graph: &Graph, content: Content) -> Option<usize> {
    if !matches!(content, Content::Symbol(_) | Content::Toggle(_)) {
        return None;
    }
    let mut met = vec![false; graph.nodes.len()];
    let mut open: Vec<NodeIndex> = graph.start.into_iter().collect();
    while let Some(here) = open.pop() {
        let Some(met_here) = met.get_mut(here as usize) else { continue };
        if std::mem::replace(met_here, true) {
            continue;
        }
        let free = |asked: &Requirement| !asks(content, *asked);
        let out = graph.edges.iter().filter(|edge| edge.from == here);
        open.extend(out.filter(|edge| edge.requires.iter().all(free)).map(|edge| edge.to));
    }
    Some(met.into_iter().filter(|met| !met).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_behind_is_counted_in_rooms() {
        let graph = r#"{"format":"quandary/level/1","name":"","graph":{
            "nodes":[{"id":"a","contents":["start","symbol:A","symbol:B"]},{"id":"b"},{"id":"c","contents":["goal"]}],
            "edges":[{"from":"a","to":"b","requires":"symbol:A"},{"from":"b","to":"a","requires":"symbol:A"},
                     {"from":"b","to":"c"},{"from":"c","to":"b"},{"from":"a","to":"c","requires":"symbol:B"}]}}"#;
        let graph = level::formats::json::read(graph).unwrap().graph;
        let of = |name: &str| {
            let id = graph.symbols.iter().position(|known| known == name).unwrap() as u32;
            behind(&graph, Content::Symbol(id))
        };
        assert_eq!([of("A"), of("B")], [Some(0), Some(0)]);
        let mut tree = graph.clone();
        tree.edges.pop();
        assert_eq!(behind(&tree, Content::Symbol(0)), Some(2));
        assert_eq!(behind(&tree, Content::Key), None);
    }
}
