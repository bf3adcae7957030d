//! Figures of one dungeon that are found by asking: secrets, blocks, drops, treasures, and those of a cheapest plan.

use super::asking::{Asking, Finding};
use super::board::Board;
use super::change::{Change, Thing, changes};
use super::figures::Figures;
use super::game::Game;
use super::hall::Known;
use super::patterns::Scene;
use super::plan::Plan;
use super::print::Printed;
use super::search::{Answer, Until, from, search};
use super::spots::Spots;
use crate::measures::links::Pair;
use std::collections::BTreeSet;

/// The tile of the item that crosses water, and the number of rooms from which there is one.
const KEY_ITEM: u8 = 32;
const ROOMS_OF_WATER: usize = 12;
/// The figures about the item.
const OF_ITEM: [&str; 3] = ["three ask for the item", "item at 1/3 to 2/3", "water seen before"];

/// The figures for which the search is asked; faults are told.
///
/// # Errors
/// Something that the search does not know.
pub(super) fn search_for(
    scene: &Scene<'_>,
    asking: &mut Asking<'_>,
    findings: &[Finding],
    figures: &mut Figures,
    most: usize,
) -> Result<(), String> {
    secrets(scene, asking, figures)?;
    item(scene, asking, figures)?;
    blocks(scene, findings, figures, most)?;
    drops(scene, asking, figures, most)
}

/// Bombable walls: half of them close loops, and all together save moves.
fn secrets(
    scene: &Scene<'_>,
    asking: &mut Asking<'_>,
    figures: &mut Figures,
) -> Result<(), String> {
    let secret: Vec<Pair> = scene
        .joined
        .passages
        .keys()
        .copied()
        .filter(|pair| scene.kind(*pair) == "bombable")
        .collect();
    if secret.is_empty() {
        // What is not there does not save anything.
        figures.say("secrets halved", false);
        figures.say("secrets save 15 %", false);
        return Ok(());
    }
    let loops = secret.iter().filter(|pair| scene.is_around(**pair)).count();
    figures.say("secrets halved", (2 * loops).abs_diff(secret.len()) <= 2);
    let without = |(a, b): &Pair| Change::Without(Thing::Passage(a.to_string(), b.to_string()));
    let closed: Vec<Change> = secret.iter().map(without).collect();
    match (asking.answer(&[])?, asking.answer(&closed)?) {
        (Answer::Moves(open), Answer::Moves(closed)) => {
            let saved = 100 * u64::from(closed - open.min(closed));
            figures.say("secrets save 15 %", saved >= 15 * u64::from(closed));
        }
        (Answer::Moves(_), Answer::Unsolvable) => figures.say("secrets save 15 %", false),
        _ => {}
    }
    Ok(())
}

/// Items that cross water are needed.
fn item(scene: &Scene<'_>, asking: &mut Asking<'_>, figures: &mut Figures) -> Result<(), String> {
    if scene.printed.rooms.len() < ROOMS_OF_WATER {
        return Ok(());
    }
    let tiles = scene.site.rectangles.values().flatten().filter(|(_, tile)| **tile == KEY_ITEM);
    let marks = scene.printed.level.marks.iter().map(|mark| mark.gives.as_str());
    let named = marks.filter_map(|gives| gives.strip_prefix("symbol:"));
    let named = named.filter(|name| name.starts_with("item:"));
    let things: Vec<Thing> = (tiles.map(|(at, _)| Thing::Item(*at)))
        .chain(named.map(|name| Thing::Symbol(name.to_owned())))
        .collect();
    let mut needed = false;
    for thing in things {
        needed |= asking.answer(&[Change::Without(thing)])? == Answer::Unsolvable;
    }
    figures.say("item needed", needed);
    Ok(())
}

/// Rooms whose blocks shut something off.
fn blocks(
    scene: &Scene<'_>,
    findings: &[Finding],
    figures: &mut Figures,
    most: usize,
) -> Result<(), String> {
    let printed = scene.printed;
    let true_claims = || {
        printed.claims.iter().zip(findings).filter(|(_, f)| **f == Finding::Holds).map(|(c, _)| c)
    };
    let gates: Vec<_> = true_claims().filter(|claim| claim.claim == "push_gate").collect();
    if printed.rooms.len() >= 12 {
        figures.say("a block room", !gates.is_empty());
    }
    let blocks = scene.site.rectangles.values().flatten().filter(|(_, tile)| **tile == 3);
    let matters = |at: &[usize; 3]| {
        let ways = [Change::Without(Thing::Block(*at)), Change::Wall(*at)];
        ways.iter().all(|way| {
            true_claims()
                .filter(|claim| claim.claim == "block_matters")
                .any(|claim| changes(&claim.change).is_ok_and(|all| all.contains(way)))
        })
    };
    let (all, working) =
        blocks.fold((0, 0), |sum, (at, _)| (sum.0 + 1, sum.1 + usize::from(matters(at))));
    // Where a question about a block was not decided nothing is said of the blocks.
    let about_blocks =
        printed.claims.iter().zip(findings).filter(|(c, _)| c.claim == "block_matters");
    if about_blocks.into_iter().all(|(_, finding)| *finding != Finding::Undecided) {
        figures.note("blocks with work", working, all);
    }
    let mut pushed = 0;
    for claim in &gates {
        let board = Board::new(&printed.level, &changes(&claim.given)?)?;
        let spots = Spots::new(&board);
        let found = search(&mut Game::new(&board, &spots), Until::Goal, most);
        pushed += usize::from(Plan(found.plan()).pushes(&board, &spots) >= 4);
    }
    figures.note("gates of four pushes", pushed, gates.len());
    Ok(())
}

/// One-way crossings that shorten the way home.
fn drops(
    scene: &Scene<'_>,
    asking: &mut Asking<'_>,
    figures: &mut Figures,
    most: usize,
) -> Result<(), String> {
    let (mut optional, mut shorter, mut all) = (0, 0, 0);
    let start = (0..scene.site.held.len()).find(|room| scene.holds(*room, "start")).unwrap_or(0);
    // A vault that shuts behind whoever takes its key is left by a drop: that one is needed.
    let vault = |room: usize| {
        let holder = scene.printed.rooms[room].holder.as_deref();
        matches!(holder, Some("collapsing_bridge" | "flooding_vault"))
    };
    let is_of_vault = |(a, b): Pair| vault(a) || vault(b);
    for (&(a, b), asked) in &scene.joined.passages {
        let lacks = asked.names().any(|name| name.starts_with("lacks:"));
        if scene.kind((a, b)) != "one_way" || !(asked.is_one_way() || lacks) || is_of_vault((a, b))
        {
            continue;
        }
        all += 1;
        let without = Change::Without(Thing::Passage(a.to_string(), b.to_string()));
        optional +=
            usize::from(matches!(asking.answer(std::slice::from_ref(&without))?, Answer::Moves(_)));
        let from = if asked.ways[0].is_some() { a } else { b };
        let home = |more: &[Change]| way_home(scene, [from, start], (a, b), more, most);
        let (open, closed) = (home(&[])?, home(&[without])?);
        shorter += usize::from(open.is_some_and(|open| closed.is_none_or(|closed| open < closed)));
    }
    figures.note("drops not needed", optional, all);
    figures.note("drops that shorten", shorter, all);
    Ok(())
}

/// Number of moves from a doorway's cell in a room to the start's room, with everything in hand.
fn way_home(
    scene: &Scene<'_>,
    [room, start]: [usize; 2],
    pair: Pair,
    more: &[Change],
    most: usize,
) -> Result<Option<u32>, String> {
    let goal = Change::Goal(Thing::Room(start.to_string()));
    let board = Board::new(&scene.printed.level, &[&[goal], more].concat())?;
    let inside = |at: &&[usize; 3]| scene.site.find(**at).is_some_and(|(here, _)| here == room);
    let door = scene.joined.doorway(pair).iter().find(inside);
    let cell = door.and_then(|door| board.at.iter().position(|at| at == door));
    let Some(cell) = cell else { return Ok(None) };
    let spots = Spots::with(&board, &[cell as u32]);
    let given = board.gives.iter().chain(board.plates.iter().map(|plate| &plate.gives));
    let all = given.fold(0, |all, gives| all | gives);
    let state = (spots.of[cell], 0, all);
    let mut game = Game::contracted(&board, &spots, &Known::default());
    let found = from(&mut game, &[(state, 0)], Until::Goal, most);
    Ok(match found.answer() {
        Answer::Moves(moves) => Some(moves),
        _ => None,
    })
}

/// The cells of treasures for which nothing asks.
pub(super) fn treasures(printed: &Printed, board: &Board) -> Vec<u32> {
    let idle = |gives: &str| gives.starts_with("symbol:treasure:") && board.facts.bit(gives) == 0;
    let marks = printed.level.marks.iter().filter(|mark| idle(&mark.gives));
    let cell = |mark: &crate::read::level::Mark| board.at.iter().position(|at| *at == mark.at());
    marks.filter_map(cell).map(|cell| cell as u32).collect()
}

/// True if the item lies where blocks do, so that a walk through the room as one would not tell when it is had.
pub(super) fn item_among_blocks(board: &Board) -> bool {
    let item = board.item | board.facts.beginning("symbol:item:");
    let blocks: BTreeSet<u32> = board
        .home
        .iter()
        .zip(&board.room)
        .filter(|(home, _)| **home)
        .map(|(_, room)| *room)
        .collect();
    let gives = board.gives.iter().zip(&board.room);
    gives.into_iter().any(|(gives, room)| gives & item != 0 && blocks.contains(room))
}

/// The figures of a cheapest plan.
pub(super) fn of_plan(scene: &Scene<'_>, board: &Board, plan: &Plan, figures: &mut Figures) {
    let toggles = board.facts.beginning("toggle:");
    if toggles != 0 {
        figures.say("two flips", plan.flips(toggles) >= 2);
    }
    let item = board.item | board.facts.beginning("symbol:item:");
    if scene.printed.rooms.len() >= ROOMS_OF_WATER {
        // Until they are found to be so.
        OF_ITEM.iter().for_each(|name| figures.say(name, false));
    }
    if item == 0 {
        return;
    }
    let asks = |name: &str| name == "item_locked" || name.starts_with("symbol:item:");
    let asking: Vec<Pair> = (scene.joined.passages.iter())
        .filter(|(_, asked)| asked.names().any(asks))
        .map(|(pair, _)| *pair)
        .collect();
    figures.say("three ask for the item", asking.len() >= 3);
    let Some(had) = plan.had(item) else { return };
    let share = f64::from(had) / f64::from(plan.moves().max(1));
    figures.say("item at 1/3 to 2/3", (1.0 / 3.0..=2.0 / 3.0).contains(&share));
    let lies = (0..scene.site.held.len()).filter(|room| {
        scene.site.held[*room]
            .iter()
            .any(|name| name == "key_item" || name.starts_with("symbol:item:"))
    });
    let taken = lies.filter_map(|room| scene.entered(room)).min();
    let seen =
        asking.iter().flat_map(|(a, b)| [*a, *b]).filter_map(|room| scene.entered(room)).min();
    figures.say("water seen before", seen.zip(taken).is_some_and(|(seen, taken)| seen < taken));
}
