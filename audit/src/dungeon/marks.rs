//! The way in which mission and puzzles are written down in a level: requirements of edges, marks on tiles.

use super::ground::Ground;
use super::signs::{key, node, puzzle};
use crate::category::Style;
use crate::defect::Defect;
use crate::graph::way;
use crate::ledger::Judged;
use crate::read::dungeon::Dungeon;
use crate::read::mission::{Item, Lock};
use std::collections::BTreeMap;

/// By the nodes of two rooms what a way from one to the other asks for.
type Asks = BTreeMap<(String, String), Vec<String>>;

/// Of each passage both ways what must be asked for.
fn expected(dungeon: &Dungeon, style: Style) -> Result<Asks, String> {
    let mut all = Asks::new();
    let mut ask = |a: [i64; 3], b: [i64; 3], sign: Option<String>| {
        for (from, to) in [(a, b), (b, a)] {
            let asks = all.entry((node(from), node(to))).or_default();
            if asks.is_empty() && a[2] != b[2] {
                asks.push("stair".to_owned());
            }
            asks.extend(sign.clone());
        }
    };
    for edge in &dungeon.mission.edges {
        let ends = dungeon.mission.ends(edge);
        let (a, b) = ends.ok_or("an edge of the mission without a room")?;
        ask(a, b, edge.symbol.map(Lock::sign));
    }
    for here in &dungeon.area.puzzles {
        let way = way(&here.direction, here.room);
        let (to, _) = way.ok_or("a puzzle with no direction")?;
        ask(here.room, to, Some(puzzle(here, style)));
    }
    Ok(all)
}

/// The edges of the graph, and what the cells of doorways ask for besides, against the passages.
pub(crate) fn edges(dungeon: &Dungeon, ground: &Ground, style: Style, judged: &mut Judged) {
    let mut all = match expected(dungeon, style) {
        Ok(all) => all,
        Err(what) => return judged.fail(Defect::Edges, what),
    };
    let asked_by_cells = ground.asked_by_cells(&dungeon.level);
    for arrow in &dungeon.level.graph.edges {
        let ends = (arrow.from.clone(), arrow.to.clone());
        let Some(mut asks) = all.remove(&ends) else {
            judged.fail(Defect::Edges, format!("one too many: {ends:?}"));
            continue;
        };
        let mut has = arrow.requires.names();
        for need in asked_by_cells.get(&ends).into_iter().flatten() {
            if !has.contains(&need.as_str()) {
                has.push(need);
            }
        }
        asks.sort();
        has.sort();
        let what = || format!("{ends:?} asks for {has:?}, not {asks:?}");
        judged.expect(asks == has, Defect::Edges, what);
    }
    if let Some(ends) = all.keys().next() {
        judged.fail(Defect::Edges, format!("none of {ends:?}"));
    }
}

/// Holds the things that lie on tiles against those that lie in the rooms.
pub(crate) fn marks(dungeon: &Dungeon, ground: &Ground, style: Style, judged: &mut Judged) {
    let Dungeon { mission, area, .. } = dungeon;
    let sign = |name: &str| if style == Style::Named { key(name) } else { "key".to_owned() };
    let unlocked = area.puzzles.iter().filter(|puzzle| puzzle.required_key.is_none());
    let signs = mission.rooms.iter().map(|room| (room.coords, room.item.and_then(Item::sign)));
    let signs = signs.chain(area.items.iter().map(|key| (key.room, Some(sign(&key.name)))));
    let signs = signs.chain(unlocked.map(|here| (here.room, Some(puzzle(here, style)))));
    let signs = signs.filter_map(|(room, sign)| Some((node(room), sign?)));
    let (mut all, mut has) = (signs.collect::<Vec<_>>(), ground.signs());
    all.sort();
    has.sort();
    let missing = all.iter().find(|sign| !has.contains(sign));
    let more = has.iter().find(|sign| !all.contains(sign));
    judged.expect(all == has, Defect::Marks, || {
        let (all, has) = (all.len(), has.len());
        format!("{has}, not {all}; missing {missing:?}, too many {more:?}")
    });
}
