//! Findings about a level file that are no errors but that its maker will want to know.

mod finding;
mod tiles;

use super::locks::{Lock, locks};
use super::things::things;
use crate::model::graph::{Content, Graph, NodeIndex, Requirement};
use crate::model::level::{Level, Tiles};
use crate::rules::Position;
use crate::rules::world::World;
use crate::rules::{Rules, Switches};
pub use finding::Finding;
use finding::{Say, name, place};
use rustc_hash::FxHashSet;

/// All findings, in a fixed order. `reached` says which places of the world could be reached at best.
pub(crate) fn lint<const W: usize>(
    level: &Level,
    rules: &Rules,
    reached: &[bool],
    world: &World<W>,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut say = |code, message| findings.push(Finding { code, message });
    if !level.has_goal() {
        say("no_goal", "the level has no goal".to_owned());
    }
    match &level.tiles {
        None => goals(&level.graph, &mut say),
        Some(tiles) => tiles::goals(tiles, &mut say),
    }
    edges(&level.graph, &mut say);
    means(level, rules, &mut say);
    if let Some(tiles) = &level.tiles {
        tiles::doorways(level, tiles, rules, &mut say);
        tiles::under_blocks(&level.graph, tiles, &mut say);
        plates(level, tiles, world, &mut say);
    }
    unreachable(level, reached, world, &mut say);
    findings
}

fn goals(graph: &Graph, say: Say<'_>) {
    match graph.goals.as_slice() {
        [] | [_] => {}
        several => {
            let names: Vec<_> = several.iter().map(|&goal| name(graph, goal)).collect();
            say("several_goals", format!("nodes {} are all goals; any one wins", names.join(", ")));
        }
    }
    if let Some(start) = graph.start.filter(|start| graph.goals.contains(start)) {
        say("start_is_goal", format!("the level begins in a goal, node {}", name(graph, start)));
    }
}

fn edges(graph: &Graph, say: Say<'_>) {
    let mut seen = FxHashSet::default();
    for edge in &graph.edges {
        let way = || format!("{} to {}", name(graph, edge.from), name(graph, edge.to));
        if edge.from == edge.to {
            say("self_edge", format!("the edge from {} does nothing", way()));
        } else if !seen.insert((edge.from, edge.to, &edge.requires)) {
            say("duplicate_edge", format!("the edge from {} stands twice", way()));
        }
    }
    let ways: FxHashSet<_> = graph.edges.iter().map(|edge| (edge.from, edge.to)).collect();
    for edge in &graph.edges {
        let asked = edge.requires.iter().filter(|r| **r != Requirement::Stair);
        let one_way = !ways.contains(&(edge.to, edge.from));
        if one_way && edge.from != edge.to && !edge.asks(Requirement::SoftLocked) {
            let asked: Vec<_> = asked.map(|&r| graph.requirement_name(r)).collect();
            let kind = if asked.is_empty() { "open".to_owned() } else { asked.join(" and ") };
            let (from, to) = (name(graph, edge.from), name(graph, edge.to));
            say("one_way_edge", format!("the {kind} edge from {from} to {to} has no edge back"));
        }
    }
}

/// The name of a lock in a finding.
fn lock_name(level: &Level, lock: &Lock) -> String {
    let graph = &level.graph;
    match lock {
        Lock::Edges { between: (a, b), .. } => {
            format!("the edge between {} and {}", name(graph, *a), name(graph, *b))
        }
        Lock::Door { tile, cells } => format!("the {tile} at {}", place(cells.first())),
        Lock::Doorway(lock) => {
            let locks = level.tiles.iter().flat_map(|tiles| &tiles.locks);
            let cell = locks.skip(*lock as usize).find_map(|lock| lock.cells.first());
            format!("the lock at {}", place(cell))
        }
    }
}

/// Locks that ask for what the level does not hold, or not often enough.
fn means(level: &Level, rules: &Rules, say: Say<'_>) {
    let given = level.tiles.iter().flat_map(|tiles| &tiles.plates);
    let given = given.filter_map(|plate| plate.gives.map(Content::Symbol));
    let lying = things(level).into_iter().map(|(_, content)| content);
    let held: FxHashSet<Content> = lying.chain(given).collect();
    let mut missing = FxHashSet::default();
    let mut key_locks = FxHashSet::default();
    for lock in locks(level, rules) {
        for requirement in lock.requires(level) {
            if requirement == Requirement::KeyLocked {
                key_locks.insert(match &lock {
                    Lock::Edges { between, .. } => Err(*between),
                    other => Ok(other.clone()),
                });
            }
            if !stands(requirement, &held, rules) && missing.insert(requirement) {
                let asked = level.graph.requirement_name(requirement);
                let lock = lock_name(level, &lock);
                let names: Vec<String> =
                    held.iter().map(|content| level.graph.content_name(*content)).collect();
                let tip = voice::did_you_mean(&asked, &names);
                let message = format!("{lock} asks for {asked}, which stands nowhere{tip}");
                say("lock_without_key", message);
            }
        }
    }
    let lying = things(level).iter().filter(|(_, content)| *content == Content::Key).count();
    let keys = lying + rules.start.keys as usize;
    if keys < key_locks.len() {
        let locks = key_locks.len();
        say("too_few_keys", format!("small keys: {keys}, locks that take one: {locks}"));
    }
}

/// Plates that no blocks can press, and plates that nothing is about.
fn plates<const W: usize>(level: &Level, tiles: &Tiles, world: &World<W>, say: Say<'_>) {
    let asked = locks_and_edges(level, tiles).chain(&level.win);
    let asked: FxHashSet<Requirement> = asked.copied().collect();
    for (id, (plate, name)) in (0..).zip(tiles.plates.iter().zip(&level.graph.plates)) {
        if !world.can_be_down(id) {
            say("plate_never_down", format!("no blocks can hold the plate {name:?} down"));
        }
        if plate.gives.is_none() && !asked.contains(&Requirement::Plate(id)) {
            say(
                "plate_without_use",
                format!("the plate {name:?} gives nothing and nothing asks for it"),
            );
        }
    }
}

/// The requirements of edges and of locks.
fn locks_and_edges<'a>(
    level: &'a Level,
    tiles: &'a Tiles,
) -> impl Iterator<Item = &'a Requirement> {
    let of_edges = level.graph.edges.iter().flat_map(|edge| &edge.requires);
    of_edges.chain(tiles.locks.iter().flat_map(|lock| &lock.needs))
}

/// True if the level holds something that satisfies the requirement.
fn stands(requirement: Requirement, held: &FxHashSet<Content>, rules: &Rules) -> bool {
    match requirement {
        Requirement::BossLocked => rules.start.boss_key || held.contains(&Content::BossKey),
        Requirement::ItemLocked => rules.start.key_item || held.contains(&Content::KeyItem),
        Requirement::Bombable => {
            rules.start.bombs > 0
                || held.contains(&Content::ItemMinor)
                || held.contains(&Content::KeyItem)
        }
        Requirement::Switch => rules.switches == Switches::Free || held.contains(&Content::Switch),
        Requirement::Symbol(id) => held.contains(&Content::Symbol(id)),
        Requirement::Toggle(id, _) => held.contains(&Content::Toggle(id)),
        Requirement::KeyLocked | Requirement::SoftLocked | Requirement::Stair => true,
        Requirement::Lacks(_) | Requirement::Plate(_) => true,
    }
}

/// Nodes that can never be reached; at tile level those that have a rectangle, and goals.
fn unreachable<const W: usize>(level: &Level, reached: &[bool], world: &World<W>, say: Say<'_>) {
    let in_reach = |position| {
        let places = world.locations_of(position, level);
        places.into_iter().any(|place| reached.get(place as usize) == Some(&true))
    };
    let rooms = level.tiles.as_ref().map(|tiles| &tiles.rooms);
    for node in 0..level.graph.nodes.len() as NodeIndex {
        let counts = rooms.is_none_or(|rooms| rooms.iter().any(|room| room.node == node));
        if counts && !in_reach(Position::Node(node)) {
            let name = name(&level.graph, node);
            say("unreachable", format!("node {name} can never be reached"));
        }
    }
    for (position, content) in things(level) {
        if let Position::Cell(cell) = position
            && !in_reach(position)
        {
            let (what, place) = (level.graph.content_name(content), place(Some(&cell)));
            say("unreachable", format!("the {what} at {place} can never be reached"));
        }
    }
}
