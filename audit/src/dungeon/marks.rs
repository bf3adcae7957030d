//! How mission and puzzles are written down in a level: requirements of edges, marks on tiles.

use super::ground::Ground;
use super::signs::{key, node, puzzle};
use crate::category::Style;
use crate::defect::Defect;
use crate::graph::way;
use crate::ledger::Judged;
use crate::read::area::Area;
use crate::read::dungeon::Mission;
use crate::read::level::Level;
use crate::read::mission::{Item, Lock};
use std::collections::{BTreeMap, HashMap};

/// Of each passage both ways what must be asked for.
fn expected(
    mission: &Mission,
    area: &Area,
    style: Style,
) -> Result<BTreeMap<(String, String), Vec<String>>, String> {
    let coords: HashMap<u64, [i64; 3]> =
        mission.rooms.iter().map(|room| (room.id, room.coords)).collect();
    let mut all: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    let mut ask = |a: [i64; 3], b: [i64; 3], sign: Option<String>| {
        for (from, to) in [(a, b), (b, a)] {
            let asks = all.entry((node(from), node(to))).or_default();
            if asks.is_empty() && a[2] != b[2] {
                asks.push("stair".to_owned());
            }
            asks.extend(sign.clone());
        }
    };
    for edge in &mission.edges {
        let [a, b] = [edge.a, edge.b].map(|id| coords.get(&id).copied());
        let (a, b) = a.zip(b).ok_or("an edge of the mission without a room")?;
        ask(a, b, edge.symbol.map(Lock::sign));
    }
    for here in &area.puzzles {
        let way = way(&here.direction, here.room);
        let (to, _) = way.ok_or("a puzzle with no direction")?;
        ask(here.room, to, Some(puzzle(here, style)));
    }
    Ok(all)
}

/// The edges of the graph, and what the cells of doorways ask for besides, against the passages.
pub(crate) fn edges(
    mission: &Mission,
    area: &Area,
    level: &Level,
    ground: &Ground,
    style: Style,
    judged: &mut Judged,
) {
    let mut all = match expected(mission, area, style) {
        Ok(all) => all,
        Err(what) => return judged.fail(Defect::Edges, what),
    };
    let asked_by_cells = ground.asked_by_cells(level);
    for arrow in &level.graph.edges {
        let ends = (arrow.from.clone(), arrow.to.clone());
        let Some(mut asks) = all.remove(&ends) else {
            judged.fail(Defect::Edges, format!("one too many: {ends:?}"));
            continue;
        };
        let mut has: Vec<String> = arrow.requires.names().into_iter().map(str::to_owned).collect();
        for need in asked_by_cells.get(&ends).into_iter().flatten() {
            if !has.contains(need) {
                has.push(need.clone());
            }
        }
        asks.sort();
        has.sort();
        if asks != has {
            judged.fail(Defect::Edges, format!("{ends:?} asks for {has:?}, not {asks:?}"));
        }
    }
    if let Some(ends) = all.keys().next() {
        judged.fail(Defect::Edges, format!("none of {ends:?}"));
    }
}

/// What lies on tiles against what lies in the rooms.
pub(crate) fn marks(
    mission: &Mission,
    area: &Area,
    ground: &Ground,
    style: Style,
    judged: &mut Judged,
) {
    let mut all: Vec<(String, String)> = Vec::new();
    for room in &mission.rooms {
        all.extend(room.item.and_then(Item::sign).map(|sign| (node(room.coords), sign)));
    }
    for thing in &area.items {
        let sign = match style {
            Style::Named => key(&thing.name),
            Style::Small => "key".to_owned(),
        };
        all.push((node(thing.room), sign));
    }
    for here in area.puzzles.iter().filter(|puzzle| puzzle.required_key.is_none()) {
        all.push((node(here.room), puzzle(here, style)));
    }
    let mut has = ground.signs();
    all.sort();
    has.sort();
    let missing = all.iter().find(|sign| !has.contains(sign));
    let more = has.iter().find(|sign| !all.contains(sign));
    if all != has {
        let (all, has) = (all.len(), has.len());
        let what = format!("{has}, not {all}; missing {missing:?}, too many {more:?}");
        judged.fail(Defect::Marks, what);
    }
}
