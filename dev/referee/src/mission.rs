//! The laws of a mission (`quandary/mission/1`): its form, and the results of exploring it.

use crate::build::Count;
use crate::change::{Change, Thing};
use crate::fault::{Law, Report};
use crate::level::{Edge, Graph, Id, Level, Need, Needs, Node};
use crate::search::{Answer, Space, least};
use crate::world::{Facts, State, World};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The laws, in the order of the table.
pub const LAWS: [Law; 19] = [
    ("form", "a line is a quandary/mission/1"),
    ("counts", "the numbers of rooms, keys and switches are as requested"),
    ("ids", "every id stands for one room"),
    ("apart", "the rooms are connected"),
    ("tree", "parents, edges, boss and goal fit together"),
    ("map", "no rooms overlap, and edges join rooms that touch"),
    ("items", "every item is in a permitted room"),
    ("intensity", "every intensity is in its range"),
    ("unreached", "every room is reached in some state"),
    ("unwinnable", "the goal can be reached"),
    ("losable", "the goal can be reached from every state"),
    ("idle-key", "the goal cannot be reached without each key"),
    ("idle-switch", "the goal cannot be reached without each switch"),
    ("redundant", "every lock is useful"),
    ("precondition", "in every state of a room its precondition holds"),
    ("solution", "stats.solution is the least cost"),
    ("order", "keys come in the requested order"),
    ("proof", "the proof agrees with the search"),
    ("unknown", "the states can be counted"),
];

/// Maximum number of states.
const MOST: usize = 1 << 22;

/// The request of the mission.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Request {
    pub rooms: usize,
    pub keys: usize,
    pub switches: usize,
    /// Keys are interchangeable and used up.
    pub small: bool,
    /// Keys may be collected in several orders.
    pub partial: bool,
}

/// The whole object.
#[derive(Deserialize)]
struct Mission {
    format: String,
    #[serde(rename = "seed")]
    _seed: u64,
    #[serde(rename = "attempt")]
    _attempt: u64,
    rooms: Vec<Room>,
    edges: Vec<Passage>,
    start: u64,
    boss: u64,
    goal: u64,
    stats: Stats,
    proof: Proof,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
}

#[derive(Deserialize)]
struct Room {
    id: u64,
    coords: Coords,
    item: Option<String>,
    precondition: Precondition,
    intensity: f64,
    parent: Option<u64>,
}

/// One cell, or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum Coords {
    One([i64; 2]),
    Many(Vec<[i64; 2]>),
}

#[derive(Deserialize)]
struct Precondition {
    keys: HeldKeys,
    switches: Vec<String>,
}

/// Named keys, or the number of small ones.
#[derive(Deserialize)]
#[serde(untagged)]
enum HeldKeys {
    Names(Vec<String>),
    Count(usize),
}

/// An edge of a mission: listed once, valid in both directions.
#[derive(Clone, Deserialize)]
pub(crate) struct Passage {
    pub(crate) a: u64,
    pub(crate) b: u64,
    pub(crate) symbol: Option<String>,
}

#[derive(Deserialize)]
struct Stats {
    solution: u32,
    #[serde(rename = "nonlinearity")]
    _nonlinearity: u32,
    spheres: Vec<Vec<String>>,
    cycles: usize,
}

#[derive(Deserialize)]
struct Proof {
    winnable: bool,
    unlosable: bool,
    needed_keys: Vec<String>,
    needed_switches: Vec<String>,
    redundant_locks: usize,
}

impl Coords {
    fn cells(&self) -> &[[i64; 2]] {
        match self {
            Self::One(cell) => std::slice::from_ref(cell),
            Self::Many(cells) => cells,
        }
    }
}

/// The level's name of the item of a mission's room; `None` for a mark, an error for an unknown item.
pub(crate) fn content(item: &str) -> Result<Option<String>, String> {
    match item.as_bytes() {
        b"start" | b"boss" | b"goal" => Ok(None),
        b"key" => Ok(Some("key".to_owned())),
        [b'A'..=b'Z'] => Ok(Some(format!("symbol:{item}"))),
        [b's', b'w', b'i', b't', b'c', b'h', b':', b'0'..=b'7'] => {
            Ok(Some(format!("toggle:{}", &item[7..])))
        }
        _ => Err(format!("{item:?} is no item")),
    }
}

/// The level's requirement for a mission's symbol.
pub(crate) fn need(symbol: &str) -> Result<Need, String> {
    let name = match symbol.as_bytes() {
        b"key" => "key_locked".to_owned(),
        [b'A'..=b'Z'] => format!("symbol:{symbol}"),
        _ => symbol.replacen("switch:", "toggle:", 1),
    };
    Need::named(&name)
        .filter(|need| !matches!(need, Need::Open))
        .ok_or(format!("{symbol:?} is no lock"))
}

/// A mission with its rooms by number.
struct Map {
    mission: Mission,
    /// The ends of each edge.
    edges: Vec<(usize, usize)>,
    near: Vec<Vec<usize>>,
    parents: Vec<Option<usize>>,
    start: usize,
    boss: usize,
    goal: usize,
}

/// Checks a printed mission against its request.
pub fn check(line: &str, request: &Request) -> Report {
    Report::of(line, |mission: Mission, report| {
        forms(&mission, request, report);
        match Map::of(mission) {
            Err(what) => report.fault("ids", what),
            Ok(map) => {
                shape(&map, report);
                if let Err(what) = walk(&map, request, report) {
                    report.fault(if what.contains(" is no ") { "form" } else { "unknown" }, what);
                }
            }
        }
    })
}

/// Checks the format, the key style of preconditions, and the numbers of everything.
fn forms(mission: &Mission, request: &Request, report: &mut Report) {
    let format = &mission.format;
    report.expect(format == "quandary/mission/1", "form", || format!("the format is {format:?}"));
    let styled = mission.rooms.iter().all(|room| match &room.precondition.keys {
        HeldKeys::Names(names) => !request.small && names.windows(2).all(|pair| pair[0] < pair[1]),
        HeldKeys::Count(_) => request.small,
    });
    report.expect(styled, "form", || "a precondition has the keys of the other style, or unsorted");
    let items: Vec<&str> = mission.rooms.iter().filter_map(|room| room.item.as_deref()).collect();
    let some = |of: &dyn Fn(&str) -> bool| {
        let mut some: Vec<&str> = items.iter().copied().filter(|item| of(item)).collect();
        some.sort_unstable();
        some
    };
    let letters = |count: usize| (b'A'..).take(count).map(|letter| char::from(letter).to_string());
    let (named, small) = if request.small { (0, request.keys) } else { (request.keys, 0) };
    let right = mission.rooms.len() == request.rooms
        && some(&|item| item.len() == 1) == letters(named).collect::<Vec<_>>()
        && some(&|item| item == "key").len() == small
        && some(&|item| item.starts_with("switch:"))
            == (0..request.switches).map(|n| format!("switch:{n}")).collect::<Vec<_>>();
    report.expect(right, "counts", || format!("{} rooms, items {items:?}", mission.rooms.len()));
}

impl Map {
    fn of(mission: Mission) -> Result<Self, String> {
        let ids: HashMap<u64, usize> = mission.rooms.iter().map(|room| room.id).zip(0..).collect();
        if ids.len() != mission.rooms.len() {
            return Err("two rooms have one id".to_owned());
        }
        let find = |id: u64| ids.get(&id).copied().ok_or(format!("there is no room {id}"));
        let edges = mission.edges.iter().map(|edge| Ok((find(edge.a)?, find(edge.b)?)));
        let edges = edges.collect::<Result<Vec<_>, String>>()?;
        let parents = mission.rooms.iter().map(|room| room.parent.map(find).transpose());
        let parents = parents.collect::<Result<_, _>>()?;
        let mut near = vec![Vec::new(); mission.rooms.len()];
        for &(a, b) in &edges {
            near[a].push(b);
            near[b].push(a);
        }
        let (start, boss, goal) = (find(mission.start)?, find(mission.boss)?, find(mission.goal)?);
        Ok(Self { edges, near, parents, start, boss, goal, mission })
    }

    /// The level of rooms of the mission; without its keys if `held` is given.
    fn level(&self, held: Option<&BTreeSet<String>>) -> Result<Level, String> {
        let mut nodes = Vec::new();
        for (number, room) in self.mission.rooms.iter().enumerate() {
            let content = room.item.as_deref().map(content).transpose()?.flatten();
            let mut contents = Vec::from_iter(content);
            if let Some(held) = held {
                contents.retain(|content| !content.starts_with("symbol:"));
                contents.extend(held.iter().filter(|_| number == self.start).cloned());
            }
            nodes.push(Node { id: Id(number.to_string()), contents });
        }
        let passages = self.mission.edges.iter().zip(&self.edges);
        let passages = passages.map(|(edge, ends)| {
            Ok((*ends, Vec::from_iter(edge.symbol.as_deref().map(need).transpose()?)))
        });
        Ok(level(nodes, passages.collect::<Result<Vec<_>, String>>()?, self.start, Some(self.goal)))
    }
}

/// A level of rooms with passages in both directions.
pub(crate) fn level(
    nodes: Vec<Node>,
    passages: Vec<((usize, usize), Vec<Need>)>,
    start: usize,
    goal: Option<usize>,
) -> Level {
    let id = |number: usize| Id(number.to_string());
    let edges = passages.into_iter().flat_map(|((a, b), needs)| {
        let requires = Needs(needs);
        let edge = move |from, to, requires| Edge { from: id(from), to: id(to), requires };
        [edge(a, b, requires.clone()), edge(b, a, requires)]
    });
    let edges = edges.collect();
    let goals = Some(goal.into_iter().map(id).collect());
    let graph = Graph { nodes, edges, start: Some(id(start)), goals };
    Level { format: "quandary/level/1".to_owned(), graph, ..Level::default() }
}

/// Checks everything that needs no search.
fn shape(map: &Map, report: &mut Report) {
    let reached = crate::layout::flood([map.start], |room| map.near[room].clone());
    let lost = map.near.len() - reached.len();
    report.expect(lost == 0, "apart", || format!("{lost} rooms have no way to the start"));
    report.hold("tree", parents(map).and_then(|()| passages(map)));
    report.hold("map", cells(map));
    for number in 0..map.near.len() {
        report.hold("items", items(map, number));
        let intensity = map.mission.rooms[number].intensity;
        let fits = match number {
            _ if number == map.boss => intensity == 1.0,
            _ if number == map.goal => intensity == 0.0,
            _ => (0.0..=1.0).contains(&intensity),
        };
        report.expect(fits, "intensity", || format!("room {number}: {intensity}"));
    }
}

/// Checks that only the start has no parent, and that every other room has an edge to its parent and descends from the
/// start.
fn parents(map: &Map) -> Result<(), String> {
    for (room, parent) in map.parents.iter().enumerate() {
        let fits = match parent {
            None => room == map.start,
            Some(parent) => room != map.start && map.near[room].contains(parent),
        };
        let line = std::iter::successors(Some(room), |last| map.parents[*last]);
        if !fits || !line.take(map.near.len()).any(|room| room == map.start) {
            return Err(format!("room {room} has the parent {parent:?}"));
        }
    }
    Ok(())
}

/// Checks that every edge is listed once, that `stats.cycles` counts those beyond a tree, and that the goal has a
/// single open edge, from the boss's room.
fn passages(map: &Map) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    if let Some((a, b)) =
        map.edges.iter().find(|(a, b)| a == b || !seen.insert((a.min(b), a.max(b))))
    {
        return Err(format!("the edge {a} to {b} is a loop, or listed twice"));
    }
    let (links, told) =
        ((map.edges.len() + 1).saturating_sub(map.near.len()), map.mission.stats.cycles);
    if links != told {
        return Err(format!("stats.cycles is {told}, not {links}"));
    }
    let last = map.edges.iter().position(|(a, b)| [a, b].contains(&&map.goal));
    let open = last.is_some_and(|edge| map.mission.edges[edge].symbol.is_none());
    if map.goal == map.boss || open && map.near[map.goal] == [map.boss] {
        return Ok(());
    }
    Err("the goal has another way in than one open edge from the boss's room".to_owned())
}

/// Checks that no cell belongs to two rooms, and that rooms with an edge touch.
fn cells(map: &Map) -> Result<(), String> {
    let mut owners = HashMap::new();
    for (number, room) in map.mission.rooms.iter().enumerate() {
        let cells = room.coords.cells();
        if cells.is_empty() || cells.iter().any(|cell| owners.insert(*cell, number).is_some()) {
            return Err(format!("room {number} lies nowhere, or where another lies"));
        }
    }
    let touch = |&(a, b): &(usize, usize)| {
        map.mission.rooms[a].coords.cells().iter().any(|&[x, y]| {
            let around = [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]];
            around.iter().any(|cell| owners.get(cell) == Some(&b))
        })
    };
    match map.edges.iter().find(|ends| !touch(ends)) {
        Some((a, b)) => Err(format!("rooms {a} and {b} do not touch")),
        None => Ok(()),
    }
}

/// Checks that exactly start, boss and goal have their marks, and that no key lies behind its own lock.
fn items(map: &Map, number: usize) -> Result<(), String> {
    let marks = [(map.start, "start"), (map.boss, "boss"), (map.goal, "goal")];
    let mark = marks.iter().find(|mark| mark.0 == number).map(|mark| mark.1);
    let room = &map.mission.rooms[number];
    let item =
        room.item.as_deref().filter(|item| mark.is_some() || marks.iter().any(|m| m.1 == *item));
    if item != mark {
        return Err(format!("room {number} holds {item:?}, its mark is {mark:?}"));
    }
    let small = map.mission.rooms.iter().filter(|room| room.item.as_deref() == Some("key")).count();
    let behind = match (room.item.as_deref(), &room.precondition.keys) {
        (Some("key"), HeldKeys::Count(count)) => *count >= small,
        (Some(item), HeldKeys::Names(names)) if item.len() == 1 => {
            names.iter().any(|name| name == item)
        }
        (Some(item), _) => {
            let switch =
                item.strip_prefix("switch:").and_then(|number| number.parse::<usize>().ok());
            let position = switch.and_then(|number| room.precondition.switches.get(number));
            position.is_some_and(|position| position == "on")
        }
        _ => false,
    };
    if behind { Err(format!("room {number} asks for what lies there")) } else { Ok(()) }
}

/// Checks everything that needs a search. The error describes an unreadable or too large mission.
fn walk(map: &Map, request: &Request, report: &mut Report) -> Result<(), String> {
    let level = map.level(None)?;
    let world = World::new(&level, &[], Count::All)?;
    let space = Space::of(&world, MOST);
    if !space.complete {
        return Err("too many states".to_owned());
    }
    let reached = space.places();
    let lost = (0..map.near.len()).find(|room| !reached.contains(&(*room as u32)));
    report.expect(lost.is_none(), "unreached", || format!("room {lost:?}, to name the first"));
    let dead = space.dead();
    report.expect(space.least().is_some(), "unwinnable", || "no state wins");
    report.expect(dead.is_empty(), "losable", || format!("{} dead states", dead.len()));
    if let Some(least) = space.least().filter(|least| least.straight != map.mission.stats.solution)
    {
        report.fault("solution", format!("{}, not {}", map.mission.stats.solution, least.straight));
    }
    report.hold("precondition", preconditions(map, &world, &space));
    needs(map, &level, request, (&world, &space), report)?;
    let ordered = if request.small { Ok(()) } else { order(map, request, &world, &space) };
    report.hold("order", ordered);
    Ok(())
}

/// Checks that in every state of a room its precondition holds.
fn preconditions(map: &Map, world: &World, space: &Space) -> Result<(), String> {
    let holds = |state: &State| {
        let Precondition { keys, switches } = &map.mission.rooms[state.at as usize].precondition;
        let has = |name: String| state.facts.meets(world.named(&name));
        let keys = match keys {
            HeldKeys::Names(names) => names.iter().all(|name| has(format!("symbol:{name}"))),
            HeldKeys::Count(count) => {
                (state.facts & world.named("key:")).count() as usize >= *count
            }
        };
        keys && switches.iter().enumerate().all(|(number, position)| match position.as_str() {
            "either" => true,
            "on" => has(format!("toggle:{number}")),
            _ => position == "off" && !has(format!("toggle:{number}")),
        })
    };
    match space.states.iter().find(|state| !holds(state)) {
        Some(state) => Err(format!("room {} with {} facts", state.at, state.facts.count())),
        None => Ok(()),
    }
}

/// Checks that every key, switch and lock is needed, and that the proof agrees with the search.
fn needs(
    map: &Map,
    level: &Level,
    request: &Request,
    (world, space): (&World, &Space),
    report: &mut Report,
) -> Result<(), String> {
    let proof = &map.mission.proof;
    let (mut keys, mut switches) = (BTreeSet::new(), BTreeSet::new());
    for node in &level.graph.nodes {
        for content in &node.contents {
            let is_switch = content.starts_with("toggle:");
            let here = Thing::ItemIn(content.clone(), node.id.0.clone());
            let thing = Thing::read(content).filter(|_| is_switch).unwrap_or(here);
            let without = World::new(level, &[Change::Without(thing)], Count::All)?;
            match least(&without, MOST) {
                Answer::Unknown => return Err("too many states".to_owned()),
                Answer::Solvable(_) => {
                    let law = if is_switch { "idle-switch" } else { "idle-key" };
                    report.fault(law, format!("{content} in room {}", node.id));
                }
                Answer::Unsolvable if is_switch => {
                    switches.insert(content.replacen("toggle:", "switch:", 1));
                }
                Answer::Unsolvable => {
                    keys.insert(content.trim_start_matches("symbol:").to_owned());
                }
            }
        }
    }
    let locks = if request.small { Vec::new() } else { idle_locks(map, world, space)? };
    report.expect(locks.is_empty(), "redundant", || format!("the locks of edges {locks:?}"));
    let told = |names: &[String]| names.iter().cloned().collect::<BTreeSet<String>>();
    let right = proof.winnable == space.least().is_some()
        && proof.unlosable == space.dead().is_empty()
        && (request.small || told(&proof.needed_keys) == keys)
        && told(&proof.needed_switches) == switches
        && proof.redundant_locks == locks.len();
    report.expect(right, "proof", || {
        format!("needed {keys:?} and {switches:?}, idle locks {locks:?}")
    });
    Ok(())
}

/// The edges with useless locks. A lock is useful exactly if crossing it without the requirement leads from a reachable
/// state to an unreachable one.
fn idle_locks(map: &Map, world: &World, space: &Space) -> Result<Vec<usize>, String> {
    let mut by_room: BTreeMap<usize, Vec<State>> = BTreeMap::new();
    space
        .states
        .iter()
        .for_each(|state| by_room.entry(state.at as usize).or_default().push(*state));
    let mut idle = Vec::new();
    for (number, &(a, b)) in map.edges.iter().enumerate() {
        let opens = |from: usize, to: usize| {
            let states = by_room.get(&from).into_iter().flatten();
            let mut live = states.filter(|state| from != map.goal && !world.is_goal(**state));
            live.any(|state| !space.has(world.entered(to as u32, state.facts)))
        };
        let locked = map.mission.edges[number].symbol.is_some();
        if locked && !opens(a, b) && !opens(b, a) {
            idle.push(number);
        }
    }
    Ok(idle)
}

/// Checks the order of keys: `stats.spheres` has every key once, none too early; a partial order of three or more keys
/// has a sphere with two.
fn order(map: &Map, request: &Request, world: &World, space: &Space) -> Result<(), String> {
    let bits: Vec<Facts> =
        (b'A'..=b'Z').map(|key| world.named(&format!("symbol:{}", char::from(key)))).collect();
    let early = |state: &State| {
        bits.windows(2).any(|pair| state.facts.meets(pair[1]) && !state.facts.meets(pair[0]))
    };
    if !request.partial && space.states.iter().any(early) {
        return Err("a key is held without one before it".to_owned());
    }
    let (mut held, mut largest) = (BTreeSet::new(), 0);
    for (number, names) in map.mission.stats.spheres.iter().enumerate() {
        let keys: Vec<&String> = names.iter().filter(|name| name.len() == 1).collect();
        let level = map.level(Some(&held))?;
        let reached = Space::of(&World::new(&level, &[], Count::All)?, MOST).places();
        let within = |key: &&String| {
            let rooms = map.mission.rooms.iter();
            rooms.zip(0..).any(|(room, n)| room.item.as_ref() == Some(key) && reached.contains(&n))
        };
        let new = keys.iter().filter(|key| held.insert(format!("symbol:{key}"))).count();
        if new != keys.len() || !keys.iter().all(within) {
            return Err(format!("sphere {number}, {names:?}, names a key again or too early"));
        }
        largest = largest.max(keys.len());
    }
    let items = map.mission.rooms.iter().filter_map(|room| room.item.as_ref());
    let all: BTreeSet<&String> = items.filter(|item| item.len() == 1).collect();
    if held.len() != all.len() || request.partial && held.len() >= 3 && largest < 2 {
        return Err("a key stands in no sphere, or none holds two".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::{self, spoil};
    use serde_json::{Value, json};

    /// Rooms by id: A, s, x, o, B, b, g. The way: flip, take A, flip back, take B.
    const GOOD: &str = "A1s-x\n  0\n  oAB\n  B\n  b-g";

    /// The request for a drawn mission.
    fn request_of(mission: &Value) -> Request {
        let rooms = mission["rooms"].as_array().unwrap();
        let count = |of: &dyn Fn(&str) -> bool| {
            rooms.iter().filter(|r| r["item"].as_str().is_some_and(of)).count()
        };
        Request {
            rooms: rooms.len(),
            keys: count(&|item| item.len() == 1 || item == "key"),
            switches: count(&|item| item.starts_with("switch")),
            small: count(&|item| item == "key") > 0,
            partial: false,
        }
    }

    /// `map` as in [`sketch`], the claimed solution, and the broken laws.
    fn broken(map: &str, solution: u32, expect: &[&str]) {
        let mission = sketch::mission(map, solution);
        let mut expect = expect.to_vec();
        expect.sort_unstable();
        assert_eq!(check(&mission.to_string(), &request_of(&mission)).laws(), expect, "\n{map}");
    }

    #[test]
    fn good_missions_break_no_law() {
        broken(GOOD, 13, &[]);
        for (map, solution) in [("s-b", 1), ("s-b-g", 2), ("A-sAb", 3), ("x-s-y\n  1\n  o3b-g", 9)]
        {
            broken(map, solution, &[]);
        }
        broken("k-skk\n    k\n    b-g", 5, &[]);
    }

    #[test]
    fn each_spoilt_value_is_seen() {
        let request = request_of(&sketch::mission(GOOD, 13));
        let of = |mission: Value| check(&mission.to_string(), &request).laws();
        spoil(include_str!("spoilt/mission.json"), || sketch::mission(GOOD, 13), of);
        assert_eq!(check("", &request).laws(), ["form"]);
    }

    #[test]
    fn what_cannot_be_counted_is_unknown() {
        broken(&format!("s{}-b", "-k".repeat(260)), 261, &["unknown"]);
    }

    #[test]
    fn what_a_walk_shows_is_seen() {
        broken(
            "sAA\nA\nb-g",
            0,
            &["unreached", "unwinnable", "losable", "items", "order", "proof"],
        );
        broken("x-s1o0o\n  1\n  b-g", 5, &["unreached"]);
        broken("oks-k\n  k\n  b-g", 4, &["losable", "proof"]);
        broken("  o\n  B\nA-sAB\n  A\n  b-g", 4, &["idle-key", "proof"]);
        broken("kks-k\n  k\n  b-g", 4, &["idle-key"]);
        broken("o1s-x\n  |\n  b-g", 2, &["idle-switch", "proof"]);
        broken("A-sAo\n    A\n    b-g", 5, &["redundant", "proof"]);
        broken("A-sAo\n  | |\n  o-o\n  A\n  b-g", 5, &["redundant", "precondition", "proof"]);
        broken("o s-b-g", 2, &["apart", "tree", "unreached"]);
        broken("o-g\n| |\ns-b", 2, &["tree"]);
        broken("A-s-bAg", 4, &["tree"]);
    }

    #[test]
    fn the_order_of_keys_is_checked() {
        let map = "A-s-B\n  A\n  oBC\n  C\n  b-g";
        broken(map, 9, &["order"]);
        let check_spheres = |partial: bool, spheres: Value, expect: &[&str]| {
            let mut mission = sketch::mission(map, 9);
            let request = Request { partial, ..request_of(&mission) };
            mission["stats"]["spheres"] = spheres.clone();
            assert_eq!(check(&mission.to_string(), &request).laws(), expect, "{spheres}");
        };
        check_spheres(true, json!([["A", "B"], ["C"]]), &[]);
        for spheres in [
            json!([["A", "switch:0"], ["B"], ["C"]]),
            json!([["A", "B", "C"]]),
            json!([["A", "B"], ["A", "C"]]),
            json!([["A", "B"]]),
            json!([["A", "B"], ["C"], ["D"]]),
        ] {
            check_spheres(true, spheres, &["order"]);
        }
        check_spheres(false, json!([["A", "B"], ["C"]]), &["order"]);
    }

    #[test]
    fn the_numbers_are_those_asked_for() {
        let mission = sketch::mission(GOOD, 13);
        let request = request_of(&mission);
        for (rooms, keys, switches) in [(8, 2, 1), (7, 1, 1), (7, 3, 1), (7, 2, 0), (7, 2, 2)] {
            let request = Request { rooms, keys, switches, ..request };
            assert_eq!(check(&mission.to_string(), &request).laws(), ["counts"]);
        }
    }
}
