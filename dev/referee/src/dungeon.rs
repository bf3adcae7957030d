//! The laws of a dungeon (`quandary/dungeon/2`): its lists compared with its level, its claims, its route.

use crate::build::Count;
use crate::change::Thing;
use crate::claims::{Claim, Querier, moves};
use crate::cycles::{self, Cycle, Scene};
use crate::fault::{Law, Report};
use crate::level::Level;
use crate::passages::{Passage, Site};
use crate::search::{Answer, Space};
use crate::visits::Visits;
use crate::world::{Cost, Facts, World};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The laws, in the order of the table.
pub const LAWS: [Law; 24] = [
    ("form", "a line is the requested quandary/dungeon/2, and its level is consistent"),
    ("rooms", "rooms are numbered in the order of the nodes, as many as requested"),
    ("fields", "every room and every enemy has all its fields"),
    ("holds", "a room holds the things on its tiles"),
    ("contents", "a node contains the things on the tiles of its room"),
    ("enemies", "the lists of enemies match the tiles, with a load if there are any"),
    ("purpose", "the rooms of start, goal and boss have these purposes"),
    ("edges", "there is at most one edge per direction, and none to itself"),
    ("rectangle", "every node has a rectangle"),
    ("doorway", "rooms touch exactly at passages"),
    ("passages", "the passages are those of the graph"),
    ("kind", "the kind of a passage is the first match"),
    ("needs", "a passage has the requirements of its edges and locks"),
    ("cycle", "a cycle is two arcs that satisfy its pattern"),
    ("puzzle", "a puzzle is in a room and on a passage"),
    ("unwinnable", "the dungeon can be won"),
    ("losable", "a player cannot get stuck"),
    ("unreached", "every treasure can be collected"),
    ("cost", "the printed cost is the least"),
    ("proof", "it is claimed to be winnable and unlosable"),
    ("claim", "every claim is true"),
    ("unclaimed", "the dungeon is claimed to be sound, and each thing needed or optional"),
    ("pushes", "the cheapest way through a block room has at least four pushes"),
    ("route", "the route leads to the goal, at the least cost"),
];

/// The parsed fields.
#[derive(Deserialize)]
struct Printed {
    format: String,
    seed: u64,
    rooms: Vec<Room>,
    passages: Vec<PrintedPassage>,
    cycles: Vec<Cycle>,
    #[serde(default)]
    puzzles: Vec<Puzzle>,
    claims: Vec<Claim>,
    level: Level,
    proof: Value,
    route: Vec<String>,
}

#[derive(Deserialize)]
struct Room {
    id: usize,
    purpose: String,
    load: u64,
    enemies: Vec<Value>,
    holds: Vec<String>,
    #[serde(flatten)]
    more: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
struct PrintedPassage {
    a: usize,
    b: usize,
    kind: String,
    needs: Needs,
}

/// The requirements of a passage in each direction; `None` if there is no way.
#[derive(Deserialize)]
struct Needs {
    a_to_b: Option<Vec<String>>,
    b_to_a: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Puzzle {
    room: usize,
    passage: [usize; 2],
}

/// Checks a printed dungeon of a seed and a number of rooms; `most` limits the states per search.
pub fn check(line: &str, seed: Option<u64>, rooms: Option<usize>, most: usize) -> Report {
    Report::of(line, |printed: Printed, report| {
        let right =
            printed.format == "quandary/dungeon/2" && seed.is_none_or(|seed| seed == printed.seed);
        report.expect(right, "form", || format!("{} of seed {}", printed.format, printed.seed));
        let count = printed.rooms.len();
        report
            .expect(rooms.is_none_or(|rooms| rooms == count), "rooms", || format!("{count} rooms"));
        let found = printed.level.fits().and_then(|()| whole(&printed, most, report));
        report.hold("form", found);
    })
}

fn whole(printed: &Printed, most: usize, report: &mut Report) -> Result<(), String> {
    let site = Site::of(&printed.level);
    let ids = printed.level.graph.nodes.iter().map(|node| node.id.0.clone());
    let numbered = ids.eq((0..printed.rooms.len()).map(|id| id.to_string()))
        && printed.rooms.iter().map(|room| room.id).eq(0..site.cells.len());
    if !numbered {
        report.fault("rooms", "ids are not 0 to n-1, as the nodes stand");
        return Ok(());
    }
    (0..printed.rooms.len()).for_each(|id| room(printed, &site, id, report));
    graph(printed, &site, report);
    passages(printed, &site, report);
    for puzzle in &printed.puzzles {
        let [a, b] = puzzle.passage;
        let right = puzzle.room < printed.rooms.len() && site.joins(a, b);
        report.expect(right, "puzzle", || format!("room {}, passage {a}-{b}", puzzle.room));
    }
    unclaimed(printed, report)?;
    let mut querier = Querier::new(&printed.level, most);
    let unlosable = sound(printed, &site, &mut querier, most, report)?;
    claims(printed, &mut querier, unlosable, report)?;
    let route = route(printed, &site, &mut querier, report)?;
    let scene = Scene { claims: &printed.claims, site: &site, route: &route };
    for (number, cycle) in printed.cycles.iter().enumerate() {
        let found = cycles::check(&scene, cycle, &mut querier);
        report.hold(
            "cycle",
            found.map_err(|what| format!("cycles[{number}] {}: {what}", cycle.pattern)),
        );
    }
    Ok(())
}

/// Checks the lists of one room.
fn room(printed: &Printed, site: &Site<'_>, id: usize, report: &mut Report) {
    let (room, held) = (&printed.rooms[id], &site.held[id]);
    let fields = ["coords", "cells", "template", "kind", "holder", "intensity", "name", "text"];
    let lacking = fields.iter().find(|name| !room.more.contains_key(**name));
    report.expect(lacking.is_none(), "fields", || format!("rooms[{id}] lacks {lacking:?}"));
    let whole =
        |enemy: &Value| ["kind", "cell", "load"].iter().all(|name| enemy.get(name).is_some());
    report.expect(room.enemies.iter().all(whole), "fields", || format!("an enemy of rooms[{id}]"));
    let things = |names: &[String]| -> BTreeSet<String> {
        let plain = |name: &&String| {
            !matches!(name.as_str(), "enemy" | "boss" | "start" | "goal")
                && !name.starts_with("plate:")
                && !name.starts_with("symbol:plate:")
        };
        names.iter().filter(plain).cloned().collect()
    };
    let (lie, node) = (things(held), things(&printed.level.graph.nodes[id].contents));
    report.expect(things(&room.holds) == lie, "holds", || format!("room {id} holds {lie:?}"));
    report.expect(node == lie, "contents", || format!("node {id} has {node:?}, its tiles {lie:?}"));
    // The list of enemies may or may not contain the boss.
    let count = |name: &str| held.iter().filter(|held| *held == name).count();
    let (told, least) = (room.enemies.len(), count("enemy"));
    let right = (least..=least + count("boss")).contains(&told) && (room.load == 0) == (told == 0);
    report.expect(right, "enemies", || {
        format!("room {id}: load {}, {told} told, {least} there", room.load)
    });
    let purposes = [("start", "entrance"), ("goal", "goal"), ("boss", "boss")];
    let due = purposes.iter().find(|(lies, _)| site.holds(id, lies)).map(|due| due.1);
    let right = due.is_none_or(|due| due == room.purpose);
    report.expect(right, "purpose", || format!("room {id} is {}, not {due:?}", room.purpose));
}

/// Checks that there is one edge per direction, a rectangle per node, and doorways exactly at passages.
fn graph(printed: &Printed, site: &Site<'_>, report: &mut Report) {
    let mut seen = BTreeSet::new();
    for edge in &printed.level.graph.edges {
        let new = edge.from != edge.to && seen.insert((&edge.from, &edge.to));
        report.expect(new, "edges", || format!("{} to {}", edge.from, edge.to));
    }
    let bare = (0..site.cells.len()).find(|room| site.cells[*room].is_empty());
    report.expect(bare.is_none(), "rectangle", || format!("node {bare:?} has none"));
    let stray = site.doorways.keys().find(|pair| !site.passages.contains_key(pair));
    report.expect(stray.is_none(), "doorway", || format!("{stray:?} touch without a passage"));
    let stairs = |room: usize| site.cells[room].values().any(|tile| *tile == 42);
    let joined =
        |&(a, b): &(usize, usize)| site.doorways.contains_key(&(a, b)) || stairs(a) && stairs(b);
    let shut = site.passages.keys().find(|pair| !joined(pair));
    report
        .expect(shut.is_none(), "doorway", || format!("{shut:?} have neither doorway nor stairs"));
}

/// Compares the list of passages with the graph.
fn passages(printed: &Printed, site: &Site<'_>, report: &mut Report) {
    let told: BTreeSet<_> = printed.passages.iter().map(|passage| (passage.a, passage.b)).collect();
    let right = told.len() == printed.passages.len() && told.iter().eq(site.passages.keys());
    report.expect(right, "passages", || "not those of the graph, a below b, each once");
    for passage in &printed.passages {
        let pair = (passage.a, passage.b);
        let Some(derived) = site.passages.get(&pair) else { continue };
        let due = site.kind(pair);
        report.expect(passage.kind == due, "kind", || {
            format!("{pair:?} is {due}, not {}", passage.kind)
        });
        report.expect(matches(&passage.needs, derived), "needs", || {
            format!("{pair:?}: {:?}", derived.ways)
        });
    }
}

/// True if the printed requirements equal those of both directions.
fn matches(printed: &Needs, passage: &Passage) -> bool {
    let names = |printed: &Vec<String>| -> BTreeSet<String> {
        printed.iter().filter(|name| !matches!(name.as_str(), "open" | "stair")).cloned().collect()
    };
    [&printed.a_to_b, &printed.b_to_a]
        .into_iter()
        .zip(&passage.ways)
        .all(|(printed, passage)| printed.as_ref().map(names) == *passage)
}

/// Checks that there are claims that the dungeon is sound, and that every key, switch, item and treasure is needed or
/// optional.
fn unclaimed(printed: &Printed, report: &mut Report) -> Result<(), String> {
    let named = |claim: &&Claim| matches!(claim.claim.as_str(), "needed" | "optional");
    let words = printed
        .claims
        .iter()
        .filter(named)
        .flat_map(|claim| claim.change.iter().skip(1).step_by(2));
    let said: BTreeSet<Thing> = words.filter_map(|word| Thing::read(word)).collect();
    let marks = printed.level.marks.iter().filter_map(|mark| Thing::read(&mark.gives));
    let items = printed.level.cells().filter(|(_, tile)| matches!(tile, 30..=33));
    for thing in marks.chain(items.map(|(at, _)| Thing::Item(at))) {
        report.expect(said.contains(&thing), "unclaimed", || format!("{thing:?}"));
    }
    let sound = printed.claims.iter().any(|claim| claim.claim == "sound");
    report.expect(sound, "unclaimed", || "that the dungeon is sound");
    Ok(())
}

/// Checks that it can be won at the printed cost, is softlock-free, and that every treasure can be collected. Returns
/// whether it is softlock-free, if decided.
fn sound(
    printed: &Printed,
    site: &Site<'_>,
    querier: &mut Querier<'_>,
    most: usize,
    report: &mut Report,
) -> Result<Option<bool>, String> {
    let proof = &printed.proof;
    let claimed = proof["winnable"] == true && proof["unlosable"] == true;
    report.expect(claimed, "proof", || "it says so itself");
    match querier.answer(&[])? {
        Answer::Unsolvable => report.fault("unwinnable", "no goal is reached"),
        Answer::Unknown => report.open.push("cost"),
        Answer::Solvable(cost) => {
            // A plan that is not marked as cheapest may cost more.
            let told = proof["cost"].as_u64().unwrap_or(0);
            let least = u64::from(cost.straight);
            let right = told == least || proof["cheapest"] == false && told > least;
            report.expect(right, "cost", || format!("{told}, not {least}"));
        }
    }
    let world = World::new(&printed.level, &[], Count::Required)?;
    let found = match Visits::new(&world, &querier.memory) {
        Some(visits) => visits
            .soundness(most)
            .map(|found| (found.stuck.and_then(|s| world.cell(s)), found.places)),
        None => {
            let space = Space::of(&world, most);
            let dead = space.dead().first().and_then(|dead| world.cell(space.states[*dead]));
            space.complete.then(|| (dead, space.places()))
        }
    };
    let Some((stuck, places)) = found else {
        report.open.push("losable");
        return Ok(None);
    };
    report
        .expect(stuck.is_none(), "losable", || format!("in the room that is entered at {stuck:?}"));
    for mark in printed.level.marks.iter().filter(|mark| mark.gives.starts_with("symbol:treasure:"))
    {
        let cell = world.cells.iter().position(|at| *at == mark.at());
        let had = cell.is_some_and(|cell| places.contains(&(cell as u32)));
        report.expect(had, "unreached", || {
            format!("{} in room {:?}", mark.gives, site.find(mark.at()).map(|f| f.0))
        });
    }
    Ok(Some(stuck.is_none()))
}

/// Checks every claim.
fn claims(
    printed: &Printed,
    querier: &mut Querier<'_>,
    unlosable: Option<bool>,
    report: &mut Report,
) -> Result<(), String> {
    for (number, claim) in printed.claims.iter().enumerate() {
        match querier.claim(claim, unlosable) {
            Ok(true) => report.decided += 1,
            Ok(false) => report.open.push("claim"),
            Err(what) => report.fault("claim", format!("claims[{number}] {}: {what}", claim.claim)),
        }
        if claim.claim == "push_gate" {
            let given = querier.read(&claim.given)?;
            if let Answer::Solvable(Cost { pushes, .. }) = querier.answer(&given)? {
                report.expect(pushes >= 4, "pushes", || format!("claims[{number}]: {pushes}"));
            }
        }
    }
    Ok(())
}

/// Checks the rooms of the route, with the things collected there: its least cost must equal that of the dungeon.
fn route(
    printed: &Printed,
    site: &Site<'_>,
    querier: &mut Querier<'_>,
    report: &mut Report,
) -> Result<Vec<usize>, String> {
    let world = World::new(&printed.level, &[], Count::Required)?;
    let mut stops: Vec<(usize, Vec<Facts>)> = Vec::new();
    for (number, line) in printed.route.iter().enumerate() {
        let room = line.strip_prefix(if number == 0 { "start in room " } else { "go to room " });
        if let Some(room) = room {
            stops.push((room.parse().unwrap_or(usize::MAX), Vec::new()));
        } else if let (Some(name), Some((room, taken))) =
            (line.strip_prefix("take "), stops.last_mut())
        {
            let lies = site.holds(*room, name);
            report.expect(lies, "route", || format!("line {number}: {name} is not in room {room}"));
            taken
                .extend(Some(taken_in(&world, site, *room, name)).filter(|facts| !facts.is_none()));
        }
    }
    let rooms = stops.iter().map(|stop| stop.0).collect();
    let least = moves(querier.answer(&[])?);
    let Some(visits) = Visits::new(&world, &querier.memory) else {
        report.open.push("route");
        return Ok(rooms);
    };
    match visits.along(&stops) {
        Err(stop) => report.fault("route", format!("cannot go on from stop {stop} as told")),
        Ok(None) => report.open.push("route"),
        Ok(Some(cost)) => {
            let right = least.is_none_or(|least| cost.straight == least)
                || printed.proof["cheapest"] == false;
            report.expect(right, "route", || {
                format!("{} moves, the least: {least:?}", cost.straight)
            });
        }
    }
    Ok(rooms)
}

/// The facts of a name that the tiles of a room give.
fn taken_in(world: &World, site: &Site<'_>, room: usize, name: &str) -> Facts {
    let kind = match name {
        "key" => "key:",
        "item_minor" => "bombs",
        other => other,
    };
    let cells = (0..world.len()).filter(|cell| site.cells[room].contains_key(&world.cells[*cell]));
    let gives: Facts = cells.map(|cell| world.place(cell as u32).gives).collect();
    gives & world.named(kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::{read, spoil};
    use serde_json::json;

    const MOST: usize = 400_000;
    const SEED: u64 = 17;

    /// Eight rooms with a gating block room, a key, a treasure and a loop.
    fn sketch() -> Value {
        read(include_str!("spoilt/dungeon.json"))
    }

    fn laws(dungeon: &Value) -> Vec<&'static str> {
        check(&dungeon.to_string(), Some(SEED), Some(8), MOST).laws()
    }

    #[test]
    fn each_spoilt_value_is_seen() {
        spoil(include_str!("spoilt/dungeon_spoilt.json"), sketch, |dungeon| laws(&dungeon));
    }

    #[test]
    fn each_spoilt_tile_is_seen() {
        let tiles = |cells: &[(usize, usize, u8)]| {
            let mut dungeon = sketch();
            let grid = &mut dungeon["level"]["floors"][0]["grid"];
            cells.iter().for_each(|&(row, col, tile)| grid[row][col] = json!(tile));
            laws(&dungeon)
        };
        let walls = [(6, 39, 2), (6, 40, 2), (6, 41, 2), (7, 42, 2), (8, 41, 2)];
        let found = tiles(&walls);
        assert!(
            ["unwinnable", "claim", "route"].iter().all(|law| found.contains(law)),
            "{found:?}"
        );
        // A treasure enclosed by walls.
        let found = tiles(&[(14, 55, 2), (16, 55, 2), (15, 54, 2), (15, 56, 2)]);
        assert!(found.contains(&"unreached"), "{found:?}");
    }

    #[test]
    fn each_part_that_is_missing_is_seen() {
        let broken = |law: &str, change: &dyn Fn(&mut Value)| {
            let mut dungeon = sketch();
            change(&mut dungeon);
            let found = laws(&dungeon);
            assert!(found.contains(&law), "{law}: {found:?}");
        };
        broken("fields", &|dungeon| {
            drop(dungeon["rooms"][0].as_object_mut().unwrap().remove("template"));
        });
        broken("fields", &|dungeon| dungeon["rooms"][0]["enemies"][0] = json!({"kind": "rat"}));
        broken("rectangle", &|dungeon| {
            drop(dungeon["level"]["rooms"].as_array_mut().unwrap().pop());
        });
        let edges = |dungeon: &mut Value| {
            drop(dungeon["level"]["graph"]["edges"].as_array_mut().unwrap().drain(12..14));
        };
        broken("doorway", &edges);
        broken("passages", &edges);
        broken("puzzle", &|dungeon| dungeon["puzzles"][0]["room"] = json!(99));
        broken("pushes", &|dungeon| dungeon["level"]["plates"][0]["cells"] = json!([[0, 17, 21]]));
    }

    #[test]
    fn a_sound_dungeon_breaks_no_law_and_leaves_nothing_open() {
        let report = check(&sketch().to_string(), None, Some(8), MOST);
        assert_eq!((report.faults, report.open, report.decided), (vec![], vec![], 12));
    }

    #[test]
    fn what_takes_too_many_states_is_open_and_no_fault() {
        let report = check(&sketch().to_string(), None, None, 2);
        assert_eq!(report.faults, []);
        assert!(report.open.contains(&"losable") && report.open.contains(&"claim"));
    }
}
