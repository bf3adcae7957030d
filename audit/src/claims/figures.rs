//! The figures of one dungeon that many are held against.

use super::asking::{Asking, Finding};
use super::board::Board;
use super::change::{Change, Thing, changes};
use super::game::Game;
use super::halls::Known;
use super::kinds::GATES;
use super::patterns::Scene;
use super::plan::Plan;
use super::print::Printed;
use super::rooms::{is_shaped, off_middle, shapes};
use super::search::{Answer, Until, from, search};
use super::spots::Spots;
use crate::measures::gates::is_key;
use crate::measures::links::Pair;
use std::collections::{BTreeMap, BTreeSet};

/// Parts and wholes by the names of figures, and names that came.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    pub(super) shares: BTreeMap<&'static str, (f64, f64)>,
    pub(super) patterns: Vec<String>,
    pub(super) kinds: Vec<&'static str>,
    pub(super) holders: Vec<String>,
    /// The silhouettes of the rooms that are not plain.
    pub(super) silhouettes: Vec<Vec<String>>,
}

impl Figures {
    pub(super) fn note(&mut self, name: &'static str, part: usize, whole: usize) {
        self.shares.insert(name, (part as f64, whole as f64));
    }

    fn say(&mut self, name: &'static str, right: bool) {
        self.note(name, usize::from(right), 1);
    }
}

/// The figures that are read off.
pub(super) fn read(scene: &Scene<'_>) -> Figures {
    let mut figures = Figures::default();
    gates(scene, &mut figures);
    holders(scene, &mut figures);
    foreshadowed(scene, &mut figures);
    loads(scene, &mut figures);
    forms(scene, &mut figures);
    let cycles = &scene.printed.cycles;
    figures.patterns = cycles.iter().map(|cycle| cycle.pattern.clone()).collect();
    if scene.printed.rooms.len() >= 12 {
        let long = cycles.iter().any(|cycle| cycle.arc_a.len().max(cycle.arc_b.len()) > 6);
        figures.say("an arc of six", long);
    }
    figures
}

fn gates(scene: &Scene<'_>, figures: &mut Figures) {
    let kinds = scene.joined.passages.keys().map(|pair| scene.kind(*pair));
    figures.kinds = kinds.filter(|kind| GATES.contains(kind)).collect();
    let kinds = &figures.kinds;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    kinds.iter().for_each(|kind| *counts.entry(kind).or_default() += 1);
    let (different, gates) = (counts.len(), kinds.len());
    let most = counts.values().max().copied().unwrap_or(0);
    if scene.printed.rooms.len() >= 16 {
        figures.say("five kinds of gate", different >= 5);
    }
    figures.say("no kind over 40 %", 10 * most <= 4 * gates);
}

fn holders(scene: &Scene<'_>, figures: &mut Figures) {
    let key = |name: &str| matches!(name, "key" | "boss_key") || is_key(name);
    let rooms = scene.printed.rooms.iter();
    let keyed: Vec<_> =
        rooms.filter(|room| scene.site.held[room.id].iter().any(|name| key(name))).collect();
    let held = keyed.iter().filter(|room| room.holder.is_some()).count();
    figures.note("keys in holders", held, keyed.len());
    let holders: Vec<String> =
        scene.printed.rooms.iter().filter_map(|room| room.holder.clone()).collect();
    if scene.printed.rooms.len() <= 24 {
        let different: BTreeSet<&String> = holders.iter().collect();
        figures.say("no holder twice", different.len() == holders.len());
    }
    figures.holders = holders;
}

/// Locks that are met before their key.
fn foreshadowed(scene: &Scene<'_>, figures: &mut Figures) {
    let (mut met, mut all) = (0, 0);
    for (&(a, b), asked) in &scene.joined.passages {
        let names: BTreeSet<&str> = asked.names().filter(|name| is_key(name)).collect();
        let rooms = 0..scene.site.held.len();
        let keys = rooms.filter(|room| names.iter().any(|name| scene.holds(*room, name)));
        let had = keys.filter_map(|room| scene.entered(room)).max();
        let Some(had) = had else { continue };
        all += 1;
        let seen = [a, b].iter().filter_map(|room| scene.entered(*room)).min();
        met += usize::from(seen.is_some_and(|seen| seen < had));
    }
    figures.note("locks met before", met, all);
}

fn loads(scene: &Scene<'_>, figures: &mut Figures) {
    let rooms = &scene.printed.rooms;
    let purpose = |name: &str| rooms.iter().find(|room| room.purpose == name).map(|room| room.id);
    let start = (0..rooms.len()).find(|room| scene.holds(*room, "start"));
    let asked = |name: &str| !matches!(name, "entrance" | "rest" | "goal");
    if let Some(start) = start {
        let rings = scene.links.rings(start);
        let points = rooms.iter().filter(|room| asked(&room.purpose)).filter_map(|room| {
            let far = rings.iter().position(|ring| ring.contains(&room.id))?;
            Some((far as f64, room.load as f64))
        });
        if let Some(rank) = spearman(&points.collect::<Vec<_>>()) {
            figures.shares.insert("load rises", (rank, 1.0));
        }
    }
    let mut seen = BTreeSet::new();
    let firsts: Vec<usize> = scene.way.iter().copied().filter(|room| seen.insert(*room)).collect();
    let load = |room: usize| rooms.get(room).map_or(0, |room| room.load);
    let falls = firsts.windows(2).filter(|pair| load(pair[1]) < load(pair[0])).count();
    figures.note("load falls", falls, firsts.len().saturating_sub(1));
    let before = |one: Option<usize>, other: usize| {
        let entered = one.and_then(|one| scene.entered(one));
        entered.zip(scene.entered(other)).is_some_and(|(one, other)| one < other)
    };
    if let Some(boss) = (0..rooms.len()).find(|room| scene.holds(*room, "boss")) {
        figures.say("rest before the boss", before(purpose("rest"), boss));
    }
    let item = |room: &usize| {
        scene.site.held[*room]
            .iter()
            .any(|name| name == "key_item" || name.starts_with("symbol:item:"))
    };
    if let Some(item) = (0..rooms.len()).find(item) {
        let mini = purpose("mini_boss");
        figures.say("mini-boss before the item", before(mini, item) || mini == Some(item));
    }
}

/// The rank correlation, with the mean rank of what is equal; none where nothing differs.
fn spearman(points: &[(f64, f64)]) -> Option<f64> {
    let ranks = |of: &dyn Fn(&(f64, f64)) -> f64| -> Vec<f64> {
        let rank = |point: &(f64, f64)| {
            let below = points.iter().filter(|other| of(other) < of(point)).count();
            let equal = points.iter().filter(|other| of(other) == of(point)).count();
            below as f64 + (equal as f64 - 1.0) / 2.0
        };
        points.iter().map(rank).collect()
    };
    let (one, other) = (ranks(&|point| point.0), ranks(&|point| point.1));
    let mean = (points.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    let whole = (product(&one, &one) * product(&other, &other)).sqrt();
    (whole > 0.0).then(|| product(&one, &other) / whole)
}

fn forms(scene: &Scene<'_>, figures: &mut Figures) {
    let shapes = shapes(scene.site);
    let shaped = shapes.iter().filter(|(room, shape)| is_shaped(scene.printed, **room, shape));
    figures.note("no plain rectangle", shaped.count(), shapes.len());
    let off = off_middle(scene.printed, scene.site, scene.joined);
    figures.note("doorways off the middle", off.iter().filter(|off| **off).count(), off.len());
    let mut times: BTreeMap<&Vec<String>, usize> = BTreeMap::new();
    for shape in shapes.values().filter(|shape| !shape.plain) {
        *times.entry(&shape.silhouette).or_default() += 1;
    }
    if scene.printed.rooms.len() <= 40 {
        figures.say("no silhouette thrice", times.values().all(|times| *times <= 2));
    }
    figures.silhouettes = shapes.values().map(|shape| shape.silhouette.clone()).collect();
}

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
        return Ok(());
    }
    let loops = secret.iter().filter(|pair| scene.is_around(**pair)).count();
    figures.say("secrets halved", (2 * loops).abs_diff(secret.len()) <= 2);
    let without = |(a, b): &Pair| Change::Without(Thing::Passage(a.to_string(), b.to_string()));
    let closed: Vec<Change> = secret.iter().map(without).collect();
    if let (Answer::Moves(open), Answer::Moves(closed)) =
        (asking.answer(&[])?, asking.answer(&closed)?)
    {
        figures.say(
            "secrets save 15 %",
            100 * u64::from(closed - open.min(closed)) >= 15 * u64::from(closed),
        );
    }
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
    figures.note("blocks with work", working, all);
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
    for (&(a, b), asked) in &scene.joined.passages {
        let lacks = asked.names().any(|name| name.starts_with("lacks:"));
        if scene.kind((a, b)) != "one_way" || !(asked.is_one_way() || lacks) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_correlated() {
        let rank =
            |points: &[(f64, f64)]| spearman(points).map(|rank| (1000.0 * rank).round() as i64);
        assert_eq!(rank(&[(1.0, 1.0), (2.0, 5.0), (3.0, 90.0)]), Some(1000));
        assert_eq!(rank(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]), Some(-1000));
        // Ranks 0, 1.5, 1.5, 3 and 0, 1, 2, 3: 4.5 of the root of 4.5 times 5.
        assert_eq!(rank(&[(1.0, 1.0), (2.0, 2.0), (2.0, 3.0), (3.0, 4.0)]), Some(949));
        assert_eq!(rank(&[(1.0, 1.0), (2.0, 1.0)]), None);
    }
}
