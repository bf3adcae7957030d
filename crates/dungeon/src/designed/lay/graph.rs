//! The room graph of a plan: what every passage asks for, and what every room holds.

use super::names::{key_name, plate_name, symbol as named};
use crate::designed::plan::{Gate, Passage, Plan, Thing};
use level::{Content, Edge, Graph, Node, NodeId, Requirement, SymbolId};
use smallvec::SmallVec;

/// The number of a symbol, which is new if no other has its name.
pub(super) fn symbol(graph: &mut Graph, name: &str) -> SymbolId {
    let known = graph.symbols.iter().position(|symbol| symbol == name);
    known.unwrap_or_else(|| {
        graph.symbols.push(name.to_owned());
        graph.symbols.len() - 1
    }) as SymbolId
}

/// The room graph.
pub(super) fn graph(plan: &Plan) -> Graph {
    let mut graph = Graph::default();
    for key in 0..plan.keys {
        symbol(&mut graph, &key_name(key));
    }
    for id in 0..plan.site.rooms.len() {
        let contents = contents(plan, id, &mut graph);
        graph.nodes.push(Node { id: NodeId::Number(id as i64), contents });
    }
    for passage in &plan.passages {
        edges(plan, passage, &mut graph);
    }
    graph.start = Some(plan.start() as u32);
    graph.goals.push(plan.goal() as u32);
    graph
}

/// Contents of a room.
fn contents(plan: &Plan, id: usize, graph: &mut Graph) -> SmallVec<[Content; 2]> {
    let mut contents = SmallVec::new();
    contents.extend((id == plan.start()).then_some(Content::Start));
    contents.extend((id == plan.goal()).then_some(Content::Goal));
    contents.extend((id == plan.boss() && !plan.peaceful).then_some(Content::Boss));
    for &thing in &plan.things[id] {
        contents.push(match thing {
            Thing::Item => Content::KeyItem,
            Thing::Bombs => Content::ItemMinor,
            Thing::SmallKey => Content::Key,
            Thing::Switch(switch) => Content::Toggle(switch as u32),
            Thing::Key(_) | Thing::Treasure(_) | Thing::Solution(_) => {
                Content::Symbol(symbol(graph, &named(plan, thing).unwrap_or_default()))
            }
        });
    }
    for passage in plan.passages_of(id).filter(|passage| passage.ends[0] == id) {
        if let Gate::Plate(plate) = passage.gate {
            let name = format!("plate:{}", plate_name(plate));
            contents.push(Content::Symbol(symbol(graph, &name)));
        }
    }
    contents
}

/// The edges of a passage, there and back.
fn edges(plan: &Plan, passage: &Passage, graph: &mut Graph) {
    let [from, to] = passage.ends.map(|end| end as u32);
    let there: Vec<Requirement> = match &passage.gate {
        Gate::Open => Vec::new(),
        Gate::Bombable => vec![Requirement::Bombable],
        Gate::Keys(keys) => {
            let asked = |key: &usize| Requirement::Symbol(symbol(graph, &key_name(*key)));
            keys.iter().map(asked).collect()
        }
        Gate::Puzzle(puzzle) => {
            let name = named(plan, Thing::Solution(*puzzle)).unwrap_or_default();
            vec![Requirement::Symbol(symbol(graph, &name))]
        }
        Gate::Plate(plate) => {
            let name = format!("plate:{}", plate_name(*plate));
            vec![Requirement::Symbol(symbol(graph, &name))]
        }
        Gate::Water => vec![Requirement::ItemLocked],
        Gate::OneWay => vec![Requirement::SoftLocked],
        Gate::SmallLock => vec![Requirement::KeyLocked],
        Gate::Shutter(key) => vec![Requirement::Lacks(symbol(graph, &key_name(*key)))],
        Gate::Switch(switch, on) => vec![Requirement::Toggle(*switch as u32, *on)],
    };
    let back = match passage.gate {
        Gate::Puzzle(_) | Gate::Plate(_) => Some(Vec::new()),
        Gate::OneWay => None,
        _ => Some(there.clone()),
    };
    let stair = passage.is_stair().then_some(Requirement::Stair);
    let mut edge = |from, to, requires: Vec<Requirement>| {
        graph.edges.push(Edge { from, to, requires: requires.into_iter().chain(stair).collect() });
    };
    edge(from, to, there);
    if let Some(back) = back {
        edge(to, from, back);
    }
}
