//! The claims of a dungeon about its things, asked again by the audit's own search: what is called needed, what is
//! called optional, and that nothing lies under a block.
//!
//! A thing is taken away from the level as the program prints it, and the goal is looked for anew. Blocks
//! are made walls first, then taken away: most often one of the two decides, and else all states are looked at.

use super::ground::{BLOCK, Ground};
use super::tiles::Tiles;
use crate::defect::Defect;
use crate::explore::reaches;
use crate::ledger::Judged;
use crate::read::dungeon::{Claim, Dungeon};
use crate::read::level::{Level, Mark};
use std::collections::{BTreeMap, BTreeSet};

/// The most states that one question may take.
const MOST_STATES: usize = 4_000_000;
const FLOOR: u8 = 1;
const WALL: u8 = 2;
const DOOR_BOMB: u8 = 12;
/// What lies on a tile: the tile, and what it is called.
const ITEMS: [(u8, &str); 4] =
    [(30, "key"), (31, "boss_key"), (32, "key_item"), (33, "item_minor")];
/// A tile that is walked on and onto which no block goes.
const BARE: u8 = 43;

/// Where a thing lies, and what it is called.
type Thing = ([usize; 3], String);

/// Goes over everything that a dungeon claims of its things.
pub(crate) fn claims(dungeon: &Dungeon, judged: &mut Judged) {
    let Dungeon { level, proof, .. } = dungeon;
    under_blocks(level, judged);
    blocks(dungeon, judged);
    let things = things(level);
    let told = |claims: &[Claim]| claims.iter().map(thing).collect::<Vec<Thing>>();
    let (needed, optional) = (told(&proof.needed), told(&proof.optional));
    let mut all: Vec<&Thing> = needed.iter().chain(&optional).collect();
    all.sort();
    if !all.iter().copied().eq(&things) {
        judged.fail(Defect::Claims, format!("{all:?} are told of, and {things:?} lie about"));
    }
    for (thing, right) in
        needed.iter().map(|thing| (thing, false)).chain(optional.iter().map(|thing| (thing, true)))
    {
        let found = winnable(level, &[thing]);
        if found != Ok(Some(right)) {
            let kind = if right { "optional" } else { "needed" };
            judged.fail(Defect::Claims, format!("{thing:?} is called {kind}: {found:?}"));
        }
    }
    let together = match optional.len() {
        0 => Ok(None),
        _ => winnable(level, &optional.iter().collect::<Vec<_>>()),
    };
    if together != Ok(proof.optional_together) {
        let what = format!("all at once {:?}, found {together:?}", proof.optional_together);
        judged.fail(Defect::Claims, what);
    }
    for claim in proof.needed.iter().chain(&proof.optional) {
        let found = behind(level, &claim.content);
        if claim.behind != found {
            let what = format!("{:?} rooms behind {}, not {found:?}", claim.behind, claim.content);
            judged.fail(Defect::Claims, what);
        }
        let bombs = claim.content == "item_minor";
        if bombs && asks_for_bombs(level) {
            judged.fail(Defect::Claims, "bombs that something asks for");
        }
    }
    judged.number("things needed", needed.len());
    judged.number("things optional", optional.len());
}

/// A claim by its cell.
pub(crate) fn thing(claim: &Claim) -> Thing {
    let cell = match claim.cell[..] {
        [floor, row, col] => [floor, row, col],
        [row, col] => [0, row, col],
        _ => [usize::MAX; 3],
    };
    (cell, claim.content.clone())
}

/// Everything that lies about, in the order of places.
fn things(level: &Level) -> Vec<Thing> {
    let mut things: Vec<Thing> = Vec::new();
    for (floor, here) in level.floors.iter().enumerate() {
        for (row, line) in here.grid.iter().enumerate() {
            for (col, tile) in line.iter().enumerate() {
                let item = ITEMS.iter().find(|(item, _)| item == tile);
                things.extend(item.map(|(_, name)| ([floor, row, col], (*name).to_owned())));
            }
        }
    }
    let marks = level.marks.iter();
    things.extend(marks.map(|mark| ([mark.floor, mark.row, mark.col], mark.gives.clone())));
    things.sort();
    things
}

/// The level with things taken away.
fn without(level: &Level, things: &[&Thing]) -> Level {
    let mut level = level.clone();
    for ([floor, row, col], name) in things {
        if name.contains(':') {
            let is = |mark: &Mark| {
                ([mark.floor, mark.row, mark.col], &mark.gives) == ([*floor, *row, *col], name)
            };
            level.marks.retain(|mark| !is(mark));
        } else if let Some(tile) = level.tile([*floor, *row, *col]) {
            *tile = BARE;
        }
    }
    level
}

/// Whether the goal can be reached with things taken away; None where that takes too many states.
fn winnable(level: &Level, away: &[&Thing]) -> Result<Option<bool>, String> {
    let level = without(level, away);
    let search = |level: &Level| {
        let ground = Ground::new(level)?;
        let tiles = Tiles::new(&ground).ok_or("more blocks than there is room for")?;
        Ok::<_, String>(reaches(&tiles, MOST_STATES))
    };
    let blocks_as = |tile: u8| {
        let mut other = level.clone();
        let cells = other.floors.iter_mut().flat_map(|floor| &mut floor.grid).flatten();
        cells.filter(|cell| **cell == BLOCK).for_each(|cell| *cell = tile);
        other
    };
    if search(&blocks_as(WALL))? == Some(true) {
        return Ok(Some(true));
    }
    if search(&blocks_as(FLOOR))? == Some(false) {
        return Ok(Some(false));
    }
    search(&level)
}

/// How many rooms nobody can come to who never passes what asks for a thing.
fn behind(level: &Level, content: &str) -> Option<usize> {
    if !content.contains(':') {
        return None;
    }
    let asks = |name: &str| name == content || name.starts_with(&format!("{content}="));
    let start = level.graph.start.clone().or_else(|| {
        let is_start = |content: &String| content == "start";
        let nodes = &mut level.graph.nodes.iter();
        nodes.find(|node| node.contents.iter().any(is_start)).map(|node| node.id.clone())
    });
    let mut ways: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for edge in &level.graph.edges {
        if !edge.requires.names().into_iter().any(asks) {
            ways.entry(&edge.from).or_default().push(&edge.to);
        }
    }
    let (mut seen, mut open) = (BTreeSet::new(), vec![start.as_deref()?]);
    while let Some(here) = open.pop() {
        if seen.insert(here) {
            open.extend(ways.get(here).into_iter().flatten());
        }
    }
    Some(level.graph.nodes.len() - seen.len())
}

/// Whether a wall can be bombed.
fn asks_for_bombs(level: &Level) -> bool {
    let mut edges = level.graph.edges.iter();
    level.count(DOOR_BOMB) > 0 || edges.any(|edge| edge.requires.names().contains(&"bombable"))
}

/// No mark lies where a block stands, or where one can be pushed to.
fn under_blocks(level: &Level, judged: &mut Judged) {
    let tile = |floor: usize, row: usize, col: usize| {
        level.floors.get(floor).and_then(|floor| floor.grid.get(row)?.get(col)).copied()
    };
    for mark in &level.marks {
        let beside = [mark.col.wrapping_sub(1), mark.col, mark.col + 1];
        if beside.into_iter().any(|col| tile(mark.floor, mark.row, col) == Some(BLOCK)) {
            let at = [mark.floor, mark.row, mark.col];
            judged.fail(Defect::UnderBlock, format!("{} at {at:?}", mark.gives));
        }
    }
}

/// As many blocks as are told of, and a reason where that is not as many as were drawn.
fn blocks(dungeon: &Dungeon, judged: &mut Judged) {
    let told = &dungeon.blocks;
    let there = dungeon.level.count(BLOCK);
    let short = told.placed < told.drawn;
    if told.placed != there || told.drawn > told.asked || short != told.reason.is_some() {
        let what = format!(
            "{} asked, {} drawn, {} placed because of {:?}, {there} there",
            told.asked, told.drawn, told.placed, told.reason
        );
        judged.fail(Defect::Blocks, what);
    }
}
