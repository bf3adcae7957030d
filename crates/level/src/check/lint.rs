//! Findings about a level file that are no errors but likely mistakes, in rooms and tiles, and differences between its
//! tiles and its room graph.

use super::locks::{Lock, locks, things};
use super::winnable::winnable;
use crate::limits::Limits;
use crate::model::{Cell, Content, Edge, Graph, Level, NodeIndex, Requirement, Room, Tile, Tiles};
use crate::rules::{
    Collect, Position, Prepared, Rules, StairEdges, Switches, World, in_world, pair,
};
use crate::solve::{Verdict, best};
use rustc_hash::{FxHashMap, FxHashSet};

/// All findings, in a fixed order. `reached` is true for each location that the delete relaxation reaches.
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
        Some(tiles) => goal_cells(tiles, &mut say),
    }
    edges(&level.graph, &mut say);
    means(level, rules, &mut say);
    if let Some(tiles) = &level.tiles {
        doorways(level, tiles, rules, &mut say);
        under_blocks(&level.graph, tiles, &mut say);
        plates(level, tiles, world, &mut say);
        pits(tiles, world, &mut say);
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
        let required = edge.requires.iter().filter(|r| **r != Requirement::Stair);
        let one_way = !ways.contains(&(edge.to, edge.from));
        if one_way && edge.from != edge.to && !edge.requires(Requirement::SoftLocked) {
            let required: Vec<_> = required.map(|&r| graph.requirement_name(r)).collect();
            let kind = if required.is_empty() { "open".to_owned() } else { required.join(" and ") };
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
            let locks = level.locks().iter();
            let cell = locks.skip(*lock as usize).find_map(|lock| lock.cells.first());
            format!("the lock at {}", place(cell))
        }
    }
}

/// Locks whose requirement the level does not hold, or not often enough.
fn means(level: &Level, rules: &Rules, say: Say<'_>) {
    let given = level.plates().iter().filter_map(|plate| plate.gives.map(Content::Symbol));
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
                let required = level.graph.requirement_name(requirement);
                let lock = lock_name(level, &lock);
                let names: Vec<String> =
                    held.iter().map(|content| level.graph.content_name(*content)).collect();
                let tip = diagnostics::did_you_mean(&required, &names);
                let message = format!("{lock} asks for {required}, which stands nowhere{tip}");
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

/// Plates that no block can hold down, and plates without effect.
fn plates<const W: usize>(level: &Level, tiles: &Tiles, world: &World<W>, say: Say<'_>) {
    let required = locks_and_edges(level, tiles).chain(&level.win);
    let required: FxHashSet<Requirement> = required.copied().collect();
    for (id, (plate, name)) in (0..).zip(tiles.plates.iter().zip(&level.graph.plates)) {
        if !world.can_be_down(id) {
            say("plate_never_down", format!("no blocks can hold the plate {name:?} down"));
        }
        if plate.gives.is_none() && !required.contains(&Requirement::Plate(id)) {
            say(
                "plate_without_use",
                format!("the plate {name:?} gives nothing and nothing asks for it"),
            );
        }
    }
}

/// Reports pits that no block can fill, connected ones together.
fn pits<const W: usize>(tiles: &Tiles, world: &World<W>, say: Say<'_>) {
    let all: Vec<Cell> = tiles.holding(Tile::Pit).collect();
    if all.is_empty() {
        return;
    }
    let fillable = world.fillable(&best(world).held);
    let never: FxHashSet<Cell> = all.iter().filter(|at| !fillable.contains(at)).copied().collect();
    let mut told = FxHashSet::default();
    for cell in all.into_iter().filter(|cell| never.contains(cell)) {
        if told.contains(&cell) {
            continue;
        }
        let pit = cell.spread(|cell| never.contains(&cell));
        let at = place(Some(&cell));
        let message = match pit.len() {
            1 => format!("no block can fill the pit at {at}"),
            many => format!("no block can fill {many} cells of the pit at {at}"),
        };
        say("pit_never_filled", message);
        told.extend(pit);
    }
}

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

/// Nodes, and things on tiles, that can never be reached; at tile level only nodes with a rectangle.
fn unreachable<const W: usize>(level: &Level, reached: &[bool], world: &World<W>, say: Say<'_>) {
    let in_reach = |position| {
        let places = world.locations_of(position, level);
        places.into_iter().any(|place| reached.get(place as usize) == Some(&true))
    };
    for node in 0..level.graph.nodes.len() as NodeIndex {
        let counts = level.tiles.is_none() || level.rectangle(node).is_some();
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

// -------------------------------------------------------------------------------------------------
// Findings, and the names of nodes and cells in them.

/// A finding about a level file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The kind of finding, a fixed name.
    pub code: &'static str,
    /// The finding, in words.
    pub message: String,
}

/// Records a finding: its code and its message.
type Say<'a> = &'a mut dyn FnMut(&'static str, String);

/// A node in a message.
fn name(graph: &Graph, node: NodeIndex) -> String {
    graph.id(node).map(ToString::to_string).unwrap_or_default()
}

/// A cell in a message.
fn place(cell: Option<&Cell>) -> String {
    cell.map_or_else(String::new, |cell| {
        format!("floor {}, row {}, column {}", cell.floor, cell.row, cell.col)
    })
}

// -------------------------------------------------------------------------------------------------
// Findings about tiles: goals, doors that lead nowhere, doorways and edges that do not match.

fn goal_cells(tiles: &Tiles, say: Say<'_>) {
    let goals = tiles.goal_cells();
    match &*goals {
        [] | [_] => {}
        several => {
            let places: Vec<_> = several.iter().map(|goal| place(Some(goal))).collect();
            say("several_goals", format!("{} are all goals; any one wins", places.join("; ")));
        }
    }
    if let Some(start) = tiles.start_cell().filter(|start| goals.contains(start)) {
        say("start_is_goal", format!("the level begins on a goal, {}", place(Some(&start))));
    }
}

/// Reports marks, goals and locks on cells that hold a block and hide them.
fn under_blocks(graph: &Graph, tiles: &Tiles, say: Say<'_>) {
    let marks = tiles.marks.iter().map(|mark| (mark.cell, graph.content_name(mark.gives)));
    let goals = tiles.goals.iter().flatten().map(|&cell| (cell, "goal".to_owned()));
    let locks = tiles.locks.iter().flat_map(|lock| &lock.cells);
    let locks = locks.map(|&cell| (cell, "lock".to_owned()));
    for (cell, what) in marks.chain(goals).chain(locks) {
        if tiles.tile(cell) == Some(Tile::Block) {
            say("under_block", format!("the {what} at {} lies under a block", place(Some(&cell))));
        }
    }
}

/// True if a player can ever stand on a tile.
fn can_be_entered(tile: Option<Tile>) -> bool {
    !matches!(tile, None | Some(Tile::Void | Tile::Wall))
}

fn doorways(level: &Level, tiles: &Tiles, rules: &Rules, say: Say<'_>) {
    partners(tiles, say);
    let passages = passages(tiles);
    let graph = &level.graph;
    let mut joined = FxHashSet::default();
    let rectangle: FxHashMap<NodeIndex, &Room> = tiles.rooms.iter().map(|r| (r.node, r)).collect();
    for edge in graph.edges.iter().filter(|edge| edge.from != edge.to) {
        let (Some(a), Some(b)) = (rectangle.get(&edge.from), rectangle.get(&edge.to)) else {
            continue;
        };
        let way =
            || format!("the edge from {} to {}", name(graph, edge.from), name(graph, edge.to));
        if edge.requires(Requirement::Stair) {
            stair(tiles, a, &way(), say);
            continue;
        }
        joined.insert(pair(edge.from, edge.to));
        let by_stairs = rules.warps.stairs
            && rules.stair_edges == StairEdges::All
            && holds_a_stair(tiles, a).is_some();
        let warps = (rules.warps.doors || by_stairs) && !a.is_adjacent(b);
        if !passages.contains_key(&pair(edge.from, edge.to)) && !warps {
            say("edge_without_doorway", format!("{} is explained by no doorway", way()));
        }
    }
    stairs_to_nowhere(level, tiles, rules, say);
    if graph.edges.is_empty() {
        return;
    }
    let mut unexplained: Vec<_> =
        passages.into_iter().filter(|(nodes, _)| !joined.contains(nodes)).collect();
    unexplained.sort_unstable();
    for ((a, b), cell) in unexplained {
        let (a, b, at) = (name(graph, a), name(graph, b), place(Some(&cell)));
        let message = format!("the doorway between nodes {a} and {b} at {at} is no edge");
        say("doorway_without_edge", message);
    }
}

fn stair(tiles: &Tiles, room: &Room, way: &str, say: Say<'_>) {
    if holds_a_stair(tiles, room).is_none() {
        say("stair_without_tile", format!("{way} is a stair, but its room has no STAIR tile"));
    }
}

/// The first STAIR cell of a room.
fn holds_a_stair(tiles: &Tiles, room: &Room) -> Option<Cell> {
    room.cells().find(|&cell| tiles.tile(cell) == Some(Tile::Stair))
}

/// Reports stairs in rooms whose outgoing edges exist but are closed to stairs by the rules.
fn stairs_to_nowhere(level: &Level, tiles: &Tiles, rules: &Rules, say: Say<'_>) {
    if !rules.warps.stairs || rules.stair_edges == StairEdges::All {
        return;
    }
    let graph = &level.graph;
    for room in &tiles.rooms {
        let Some(stair) = holds_a_stair(tiles, room) else { continue };
        let out = || graph.edges.iter().filter(|e| e.from == room.node && e.to != room.node);
        if out().any(|edge| edge.requires(Requirement::Stair)) {
            continue;
        }
        let far =
            |node: NodeIndex| level.rectangle(node).is_none_or(|other| !room.is_adjacent(other));
        let elsewhere: Vec<_> = out().filter(|edge| far(edge.to)).collect();
        if let Some(edge) = elsewhere.first() {
            let (from, to) = (name(graph, edge.from), name(graph, edge.to));
            let message = format!(
                "the stair at {} leads nowhere: no edge out of node {from} is a stair; under the rule \
                 stair_edges=all it leads along the edge to {to}",
                place(Some(&stair))
            );
            say("stair_to_nowhere", message);
        }
    }
}

/// The pairs of rooms with adjacent walkable cells, each with the first such cell.
fn passages(tiles: &Tiles) -> FxHashMap<(NodeIndex, NodeIndex), Cell> {
    let mut room_of: FxHashMap<Cell, NodeIndex> = FxHashMap::default();
    for room in &tiles.rooms {
        let cells = room.cells().filter(|&cell| can_be_entered(tiles.tile(cell)));
        room_of.extend(cells.map(|cell| (cell, room.node)));
    }
    let mut passages = FxHashMap::default();
    for room in &tiles.rooms {
        for cell in room.cells().filter(|cell| room_of.contains_key(cell)) {
            for there in cell.neighbours().filter_map(|beside| room_of.get(&beside)) {
                if *there != room.node {
                    passages.entry(pair(room.node, *there)).or_insert(cell);
                }
            }
        }
    }
    passages
}

/// Reports doors with walkable cells on one side only.
fn partners(tiles: &Tiles, say: Say<'_>) {
    let is_door = |cell: Cell| tiles.tile(cell).is_some_and(Tile::is_door);
    let mut seen = FxHashSet::<Cell>::default();
    for (cell, _) in tiles.cells().filter(|(_, tile)| tile.is_door()) {
        if seen.contains(&cell) {
            continue;
        }
        let door = cell.spread(is_door);
        seen.extend(&door);
        let beside = door.iter().flat_map(|at| at.neighbours());
        let beside = beside.filter(|&at| !is_door(at) && can_be_entered(tiles.tile(at))).collect();
        let holds_start = tiles.start_cell().is_some_and(|start| door.contains(&start));
        if !holds_start && sides(&beside) < 2 {
            let message = format!("the door at {} has cells on one side only", place(Some(&cell)));
            say("door_without_partner", message);
        }
    }
}

/// Number of connected groups of cells.
fn sides(cells: &FxHashSet<Cell>) -> usize {
    let mut sorted: Vec<Cell> = cells.iter().copied().collect();
    sorted.sort_unstable();
    let mut seen = FxHashSet::default();
    let mut sides = 0;
    for cell in sorted {
        if !seen.contains(&cell) {
            seen.extend(cell.spread(|cell| cells.contains(&cell)));
            sides += 1;
        }
    }
    sides
}

// -------------------------------------------------------------------------------------------------
// Comparison of a level's tiles with its room graph.
//
// Both are checked under the same rules. If only one of them can be won, the drawing and the graph contradict each
// other. The reasons name the edges at which they differ.

/// The comparison of a level's room graph with its tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    /// True if the graph alone can be won; `None` if a limit came first.
    pub room_winnable: Option<bool>,
    /// True if both have the same verdict; `None` if one of them is unknown.
    pub agree: Option<bool>,
    /// The reasons, if the verdicts differ.
    pub reasons: Vec<String>,
}

/// Compares the two; `None` for a level without both, or whose graph has no start or no goal.
pub(crate) fn compare(
    level: &Level,
    rules: &Rules,
    verdict: &Verdict,
    limits: &Limits<'_>,
) -> Option<Levels> {
    let tiles = level.tiles.as_ref()?;
    level.graph.start?;
    // The graph alone has no plates. Winning conditions may require a plate.
    let asks_plates =
        |edge: &Edge| edge.requires.iter().any(|r| matches!(r, Requirement::Plate(_)));
    let cannot = !level.win.is_empty() || level.graph.edges.iter().any(asks_plates);
    if level.graph.goals.is_empty() || cannot {
        return None;
    }
    let rooms = Level::of_graph(level.graph.clone());
    let room_winnable = winnable(&rooms, rules, Collect::Nothing, limits);
    let tile_winnable = match verdict {
        Verdict::Solvable { .. } => Some(true),
        Verdict::Unsolvable => Some(false),
        Verdict::Unknown(_) => None,
    };
    let agree = room_winnable.zip(tile_winnable).map(|(a, b)| a == b);
    let mut reasons = Vec::new();
    if agree == Some(false) {
        let [by_rooms, by_tiles] = [reached(&rooms, rules), reached(level, rules)];
        reasons = differences(&level.graph, tiles, &by_rooms, &by_tiles);
        if reasons.is_empty() {
            reasons.push(
                "at best both reach the same rooms: it is keys, bombs or one-way steps, counted \
                 one by one, that part them"
                    .to_owned(),
            );
        }
    }
    Some(Levels { room_winnable, agree, reasons })
}

/// By node, true if the delete relaxation reaches it.
fn reached(level: &Level, rules: &Rules) -> Vec<bool> {
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    in_world!(prepared, world => reached_in(level, &world)).unwrap_or_default()
}

fn reached_in<const W: usize>(level: &Level, world: &World<W>) -> Vec<bool> {
    let reached = best(world).reached;
    let nodes = 0..level.graph.nodes.len() as u32;
    let in_reach = |node| {
        let locations = world.locations_of(Position::Node(node), level);
        locations.into_iter().any(|location| reached[location as usize])
    };
    nodes.map(in_reach).collect()
}

/// The edges that only one of the two can pass.
fn differences(graph: &Graph, tiles: &Tiles, by_rooms: &[bool], by_tiles: &[bool]) -> Vec<String> {
    let at = |reached: &[bool], node: u32| reached.get(node as usize).copied().unwrap_or(false);
    let name = |node| graph.id(node).map(ToString::to_string).unwrap_or_default();
    let has_room = |node| tiles.rooms.iter().any(|room| room.node == node);
    let mut reasons = Vec::new();
    for edge in graph.edges.iter().filter(|edge| edge.from != edge.to) {
        let (from, to) = (edge.from, edge.to);
        let beyond = at(by_rooms, to) && !at(by_tiles, to) && at(by_tiles, from);
        if !beyond {
            continue;
        }
        let way = if edge.requires(Requirement::Stair) { "stair" } else { "doorway" };
        let why = if has_room(to) {
            format!("the cells in reach of node {} lead to no {way} into it", name(from))
        } else {
            "it has no rectangle, and no warp passes it".to_owned()
        };
        reasons.push(format!(
            "the edge from {} leads to node {}, but on tiles it is out of reach: {why}",
            name(from),
            name(to)
        ));
    }
    for node in (0..graph.nodes.len() as u32).filter(|&n| at(by_tiles, n) && !at(by_rooms, n)) {
        reasons.push(format!(
            "node {} can be walked to on tiles, but no edges lead there",
            name(node)
        ));
    }
    reasons.dedup();
    reasons
}
