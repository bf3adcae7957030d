//! The lists of a printed dungeon held against its level: rooms, passages, cycles, and tiles against the graph.

use super::change::{Change, Thing, thing, told};
use super::kinds::kind;
use super::print::{Cycle, Needs, Printed, Room};
use crate::measures::count::count;
use crate::measures::gates::{Asked, doorways, passages};
use crate::measures::links::Pair;
use crate::measures::read::Id;
use crate::measures::rows::ROWS;
use crate::measures::site::{At, Site};
use std::collections::{BTreeMap, BTreeSet};

/// Faults: the kind of each, and its place in words.
pub(super) type Faults = Vec<(&'static str, String)>;

/// The passages with what they ask for, and the doorways.
pub(crate) struct Joined {
    pub(crate) passages: BTreeMap<Pair, Asked>,
    pub(crate) doorways: BTreeMap<Pair, BTreeSet<At>>,
}

impl Joined {
    pub(crate) fn of(site: &Site<'_>) -> Result<Self, String> {
        Ok(Self { passages: passages(site)?, doorways: doorways(site) })
    }

    /// The cells of a doorway; none of stairs.
    pub(crate) fn doorway(&self, pair: Pair) -> &BTreeSet<At> {
        const NO: &BTreeSet<At> = &BTreeSet::new();
        self.doorways.get(&pair).unwrap_or(NO)
    }

    /// True if a passage joins two rooms.
    pub(crate) fn joins(&self, a: usize, b: usize) -> bool {
        self.passages.contains_key(&(a.min(b), a.max(b)))
    }
}

/// The fields that a room has beside those that are read always.
const FIELDS: [&str; 6] = ["coords", "template", "kind", "intensity", "name", "text"];

/// Everything that can be read off.
pub(super) fn agree(printed: &Printed, site: &Site<'_>, joined: &Joined, faults: &mut Faults) {
    rooms(printed, site, faults);
    edges(printed, faults);
    tiles(site, joined, faults);
    list(printed, site, joined, faults);
    for (number, cycle) in printed.cycles.iter().enumerate() {
        if let Err(what) = arcs(printed, joined, cycle) {
            faults.push(("cycle", format!("cycles[{number}] {}: {what}", cycle.pattern)));
        }
    }
    for puzzle in &printed.puzzles {
        let [a, b] = puzzle.passage;
        if puzzle.room >= printed.rooms.len() || !joined.joins(a, b) {
            faults.push(("puzzle", format!("room {}, passage {a}-{b}", puzzle.room)));
        }
    }
    metrics(printed, site, faults);
    complete(printed, site, faults);
}

fn rooms(printed: &Printed, site: &Site<'_>, faults: &mut Faults) {
    let nodes = &printed.level.graph.nodes;
    let ids = nodes
        .iter()
        .map(|node| node.id.clone())
        .eq((0..printed.rooms.len()).map(|id| Id::Number(id as i64)));
    if !ids || printed.rooms.iter().map(|room| room.id).ne(0..nodes.len()) {
        faults.push(("rooms", "ids are not 0 to n-1, as the nodes stand".to_owned()));
        return;
    }
    for room in &printed.rooms {
        let id = room.id;
        let held = &site.held[id];
        let lacking = FIELDS.iter().find(|name| !room.more.contains_key(**name));
        if let Some(name) = lacking {
            faults.push(("fields", format!("rooms[].{name} is missing")));
        }
        if room
            .enemies
            .iter()
            .any(|enemy| ["kind", "cell", "load"].iter().any(|f| enemy.get(f).is_none()))
        {
            faults.push(("fields", "rooms[].enemies[] lacks kind, cell or load".to_owned()));
        }
        let names = |lists: &[String]| -> BTreeSet<String> {
            let plain = |name: &&String| {
                !matches!(name.as_str(), "enemy" | "boss" | "start" | "goal")
                    && !name.starts_with("plate:")
                    && !name.starts_with("symbol:plate:")
            };
            lists.iter().filter(plain).cloned().collect()
        };
        if names(&room.holds) != names(held) {
            faults.push(("holds", format!("room {id} holds {held:?}, not {:?}", room.holds)));
        }
        let contents = names(&nodes[id].contents);
        if contents != names(held) {
            faults.push(("contents", format!("node {id} has {contents:?}, its tiles {held:?}")));
        }
        enemies(room, held, faults);
        purpose(printed, site, id, faults);
    }
}

/// Enemies are told as they stand; whether the boss is told among them is left open.
fn enemies(room: &Room, held: &[String], faults: &mut Faults) {
    let number = |name: &str| held.iter().filter(|held| *held == name).count();
    let (least, boss) = (number("enemy"), number("boss"));
    let told = room.enemies.len();
    if told < least || told > least + boss || (room.load == 0) != (told == 0) {
        let what = format!("room {}: load {}, {told} told, {least} on tiles", room.id, room.load);
        faults.push(("enemies", what));
    }
}

/// The purposes that follow from what a room holds.
fn purpose(printed: &Printed, site: &Site<'_>, id: usize, faults: &mut Faults) {
    let has = |name: &str| site.held[id].iter().any(|held| held == name);
    let due = match () {
        () if has("start") => "entrance",
        () if has("goal") => "goal",
        () if has("boss") => "boss",
        () => return,
    };
    let told = &printed.rooms[id].purpose;
    if told != due {
        faults.push(("purpose", format!("room {id} is {told}, not {due}")));
    }
}

/// At most one edge a way, and a rectangle for every node.
fn edges(printed: &Printed, faults: &mut Faults) {
    let mut seen = BTreeSet::new();
    for edge in &printed.level.graph.edges {
        let ends = (told(&edge.from), told(&edge.to));
        if ends.0 == ends.1 || !seen.insert(ends.clone()) {
            faults.push(("edges", format!("{}-{} twice, or to itself", ends.0, ends.1)));
        }
    }
    let rectangles: BTreeSet<String> =
        printed.level.rooms.iter().map(|room| told(&room.node)).collect();
    for node in printed.level.graph.nodes.iter().map(|node| told(&node.id)) {
        if !rectangles.contains(&node) {
            faults.push(("rectangle", format!("node {node} has none")));
        }
    }
}

/// Doorways where the graph has edges, and nowhere else.
fn tiles(site: &Site<'_>, joined: &Joined, faults: &mut Faults) {
    for pair in joined.doorways.keys().filter(|pair| !joined.passages.contains_key(pair)) {
        faults.push(("doorway", format!("{pair:?} touch without a passage")));
    }
    let stairs = |room: usize| {
        site.rectangles.get(&room).is_some_and(|cells| cells.values().any(|tile| *tile == 42))
    };
    for &(a, b) in joined.passages.keys() {
        if !(joined.doorways.contains_key(&(a, b)) || stairs(a) && stairs(b)) {
            faults.push(("doorway", format!("{a}-{b} has neither doorway nor stairs")));
        }
    }
}

/// The list of passages.
fn list(printed: &Printed, site: &Site<'_>, joined: &Joined, faults: &mut Faults) {
    let told: BTreeSet<Pair> =
        printed.passages.iter().map(|passage| (passage.a, passage.b)).collect();
    if told.len() != printed.passages.len() || !told.iter().eq(joined.passages.keys()) {
        faults.push(("passages", "not those of the graph, a below b, each once".to_owned()));
    }
    for passage in &printed.passages {
        let pair = (passage.a, passage.b);
        let Some(asked) = joined.passages.get(&pair) else { continue };
        let due = kind(site, pair, asked, joined.doorway(pair));
        if passage.kind != due {
            let what = format!("{}-{} is told as {}, and is {due}", pair.0, pair.1, passage.kind);
            faults.push(("kind", what));
        }
        if !needs(&passage.needs, asked) {
            faults.push(("needs", format!("{}-{} asks for {:?}", pair.0, pair.1, asked.ways)));
        }
    }
}

/// True if what is told is what both ways ask for.
fn needs(told: &Needs, asked: &Asked) -> bool {
    [&told.a_to_b, &told.b_to_a].into_iter().zip(&asked.ways).all(|(told, asked)| {
        let told = told.as_ref().map(|names| {
            let names = names.iter().filter(|name| !matches!(name.as_str(), "open" | "stair"));
            names.cloned().collect::<BTreeSet<String>>()
        });
        told == *asked
    })
}

/// Two walks over passages that share their ends and no other room.
pub(super) fn arcs(printed: &Printed, joined: &Joined, cycle: &Cycle) -> Result<(), String> {
    let arcs = [&cycle.arc_a, &cycle.arc_b];
    for arc in arcs {
        if arc.len() < 2 || arc.first() != Some(&cycle.entry) || arc.last() != Some(&cycle.goal) {
            return Err(format!("{arc:?} does not lead from {} to {}", cycle.entry, cycle.goal));
        }
        if let Some(gap) = arc.windows(2).find(|pair| !joined.joins(pair[0], pair[1])) {
            return Err(format!("no passage joins {gap:?}"));
        }
    }
    let inner = |arc: &[usize]| arc[1..arc.len() - 1].to_vec();
    let all: Vec<usize> = [inner(arcs[0]), inner(arcs[1]), vec![cycle.entry, cycle.goal]].concat();
    if all.iter().collect::<BTreeSet<_>>().len() != all.len() || all.len() < 3 {
        return Err("the arcs share a room, or one has a room twice".to_owned());
    }
    match cycle.claims.iter().find(|claim| **claim >= printed.claims.len()) {
        Some(claim) => Err(format!("there is no claims[{claim}]")),
        None => Ok(()),
    }
}

/// The measures that need no plan.
fn metrics(printed: &Printed, site: &Site<'_>, faults: &mut Faults) {
    let Ok(counted) = count(site, &[]) else { return };
    for row in ROWS.iter().filter(|row| !["reentry", "off_plan"].contains(&row.name)) {
        let (told, own) = (printed.metrics.get(row.name), counted.value(row.name));
        let alike = match (told, own) {
            (Some(Some(told)), Some(own)) => (told - own).abs() < 1e-9,
            (Some(None), None) => true,
            _ => false,
        };
        if !alike {
            faults.push(("metrics", format!("{} is told as {told:?}, and is {own:?}", row.name)));
        }
    }
}

/// Each key, switch, item and treasure is claimed to be needed or optional.
fn complete(printed: &Printed, site: &Site<'_>, faults: &mut Faults) {
    let claims = printed.claims.iter();
    let said: Vec<Thing> = claims
        .filter(|claim| matches!(claim.claim.as_str(), "needed" | "optional"))
        .flat_map(|claim| super::change::changes(&claim.change).unwrap_or_default())
        .filter_map(|change| if let Change::Without(thing) = change { Some(thing) } else { None })
        .collect();
    let marks = printed.level.marks.iter().filter_map(|mark| thing(&mark.gives));
    let items = site.rectangles.values().flatten().filter(|(_, tile)| matches!(tile, 30..=33));
    let due: BTreeSet<Thing> = marks.chain(items.map(|(at, _)| Thing::Item(*at))).collect();
    for thing in due.iter().filter(|thing| !said.contains(thing)) {
        faults.push(("unclaimed", format!("{thing:?} is neither needed nor optional")));
    }
    if !printed.claims.iter().any(|claim| claim.claim == "sound") {
        faults.push(("unclaimed", "the dungeon is not claimed to be sound".to_owned()));
    }
}
