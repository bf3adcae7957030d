//! Equality of levels: a file names its symbols, and numbers them as it meets them.

use super::contents::{Content, Requirement, SymbolId};
use super::graph::Graph;
use super::level::Level;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

impl PartialEq for Level {
    fn eq(&self, other: &Self) -> bool {
        let (Self { graph: a, .. }, Self { graph: b, .. }) = (self, other);
        if (a.nodes.len(), a.edges.len()) != (b.nodes.len(), b.edges.len()) {
            return false;
        }
        self.says_what(other) || {
            let [a, b] = [self, other].map(|level| level.clone().with_sorted_symbols());
            a.says_what(&b)
        }
    }
}

impl Level {
    /// True if both say the same of symbols with the same numbers.
    fn says_what(&self, other: &Self) -> bool {
        let Self { name, tiles, graph, win, rules, provenance } = self;
        (name, tiles, graph, win, rules, provenance)
            == (
                &other.name,
                &other.tiles,
                &other.graph,
                &other.win,
                &other.rules,
                &other.provenance,
            )
    }

    /// The same level, its symbols in the order of their names, without those that stand nowhere.
    fn with_sorted_symbols(mut self) -> Self {
        let named = std::mem::take(&mut self.graph.symbols);
        let mut used = BTreeSet::new();
        self.each_symbol(|id| used.extend(named.get(*id as usize).cloned()));
        let numbers: FxHashMap<_, _> = used.iter().zip(0..).collect();
        self.each_symbol(|id| {
            if let Some(number) = named.get(*id as usize).and_then(|name| numbers.get(name)) {
                *id = *number;
            }
        });
        self.graph.symbols = used.into_iter().collect();
        self
    }

    /// Calls a function with every number of a symbol.
    fn each_symbol(&mut self, mut call: impl FnMut(&mut SymbolId)) {
        let Graph { nodes, edges, .. } = &mut self.graph;
        let mut given: Vec<&mut Content> =
            nodes.iter_mut().flat_map(|node| &mut node.contents).collect();
        let mut asked: Vec<&mut Requirement> =
            edges.iter_mut().flat_map(|edge| &mut edge.requires).collect();
        asked.extend(&mut self.win);
        if let Some(tiles) = &mut self.tiles {
            given.extend(tiles.marks.iter_mut().map(|mark| &mut mark.gives));
            asked.extend(tiles.locks.iter_mut().flat_map(|lock| &mut lock.needs));
            tiles.plates.iter_mut().filter_map(|plate| plate.gives.as_mut()).for_each(&mut call);
        }
        for content in given {
            if let Content::Symbol(id) = content {
                call(id);
            }
        }
        for requirement in asked {
            if let Requirement::Symbol(id) | Requirement::Lacks(id) = requirement {
                call(id);
            }
        }
    }
}
