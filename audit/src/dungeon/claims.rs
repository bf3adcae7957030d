//! The claims of a dungeon about its things, asked again by the audit's own search: what is called needed, what is
//! called optional, and that nothing lies under a block.
//!
//! A thing is taken away from the level as the program prints it, and the goal is looked for anew. Blocks
//! are made walls first, then taken away: most often one of the two decides, and else all states are looked at.

use super::ground::{BLOCK, FLOOR, Ground};
use super::tiles::Tiles;
use crate::defect::Defect;
use crate::explore::reaches;
use crate::graph::flood;
use crate::ledger::Judged;
use crate::read::dungeon::{Blocks, Claim, Dungeon};
use crate::read::level::{Arrow, Level};
use std::collections::BTreeSet;

/// The most states that one question may take.
const MOST_STATES: usize = 4_000_000;
const WALL: u8 = 2;
const DOOR_BOMB: u8 = 12;
/// The things that lie on tiles: the tile, and its name.
const ITEMS: [(u8, &str); 4] =
    [(30, "key"), (31, "boss_key"), (32, "key_item"), (33, "item_minor")];
/// A tile that is walked on and onto which no block goes.
const BARE: u8 = 43;

/// A thing that lies somewhere: its cell, and its name.
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
    judged.expect(all.iter().copied().eq(&things), Defect::Claims, || {
        format!("{all:?} are told of, and {things:?} lie about")
    });
    for (claims, kind, right) in [(&needed, "needed", false), (&optional, "optional", true)] {
        for thing in claims {
            let found = winnable(level, &[thing]);
            let what = || format!("{thing:?} is called {kind}: {found:?}");
            judged.expect(found == Ok(Some(right)), Defect::Claims, what);
        }
    }
    let together = match optional.len() {
        0 => Ok(None),
        _ => winnable(level, &optional.iter().collect::<Vec<_>>()),
    };
    let told = proof.optional_together;
    let what = || format!("all at once {told:?}, found {together:?}");
    judged.expect(together == Ok(told), Defect::Claims, what);
    for Claim { content, behind: told, .. } in proof.needed.iter().chain(&proof.optional) {
        let found = behind(level, content);
        let what = || format!("{told:?} rooms behind {content}, not {found:?}");
        judged.expect(*told == found, Defect::Claims, what);
        let wanted = content == "item_minor" && asks_for_bombs(level);
        judged.expect(!wanted, Defect::Claims, || "bombs that something asks for");
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
    let items = level.cells().filter_map(|(at, tile)| {
        let (_, name) = ITEMS.iter().find(|(item, _)| *item == tile)?;
        Some((at, (*name).to_owned()))
    });
    let marks = level.marks.iter().map(|mark| (mark.at(), mark.gives.clone()));
    let mut things: Vec<Thing> = items.chain(marks).collect();
    things.sort();
    things
}

/// The level with things taken away.
fn without(level: &Level, things: &[&Thing]) -> Level {
    let mut level = level.clone();
    for (at, name) in things {
        if name.contains(':') {
            level.marks.retain(|mark| (mark.at(), &mark.gives) != (*at, name));
        } else if let Some(tile) = level.tile(*at) {
            *tile = BARE;
        }
    }
    level
}

/// True if the goal can be reached with things taken away; None where that takes too many states.
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

/// Number of rooms that nobody can come to who never passes what asks for a thing.
fn behind(level: &Level, content: &str) -> Option<usize> {
    if !content.contains(':') {
        return None;
    }
    let asks = |name: &str| name == content || name.starts_with(&format!("{content}="));
    let [start, _] = level.graph.ends();
    let open = |edge: &&Arrow| !edge.requires.names().into_iter().any(asks);
    let near = |here| {
        let ways = level.graph.edges.iter().filter(move |edge| edge.from == here).filter(open);
        ways.map(|edge| edge.to.as_str())
    };
    Some(level.graph.nodes.len().saturating_sub(flood([*start.first()?], near).len()))
}

/// True if a wall can be bombed.
fn asks_for_bombs(level: &Level) -> bool {
    let mut edges = level.graph.edges.iter();
    level.count(DOOR_BOMB) > 0 || edges.any(|edge| edge.requires.names().contains(&"bombable"))
}

/// No mark lies where a block stands, or where one can be pushed to.
fn under_blocks(level: &Level, judged: &mut Judged) {
    let blocks: BTreeSet<_> =
        level.cells().filter(|(_, tile)| *tile == BLOCK).map(|(at, _)| at).collect();
    for mark in &level.marks {
        let [floor, row, col] = mark.at();
        let near = [col.wrapping_sub(1), col, col + 1].map(|col| [floor, row, col]);
        let free = !near.iter().any(|at| blocks.contains(at));
        let what = || format!("{} at {:?}", mark.gives, mark.at());
        judged.expect(free, Defect::UnderBlock, what);
    }
}

/// As many blocks as are told of, and a reason where that is not as many as were drawn.
fn blocks(dungeon: &Dungeon, judged: &mut Judged) {
    let Blocks { asked, drawn, placed, reason } = &dungeon.blocks;
    let there = dungeon.level.count(BLOCK);
    let right = *placed == there && drawn <= asked && (placed < drawn) == reason.is_some();
    judged.expect(right, Defect::Blocks, || {
        format!(
            "{asked} asked, {drawn} drawn, {placed} placed because of {reason:?}, {there} there"
        )
    });
}
