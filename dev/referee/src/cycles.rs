//! The loops of a dungeon: two arcs between two rooms, and the conditions of each pattern.

use crate::change::{Change, Thing};
use crate::claims::{Claim, Querier};
use crate::layout::steps;
use crate::passages::{Pair, Site};
use crate::search::Answer;
use serde::Deserialize;
use std::collections::BTreeSet;

/// Two arcs between two rooms.
#[derive(Deserialize)]
pub(crate) struct Cycle {
    pub(crate) pattern: String,
    pub(crate) entry: usize,
    pub(crate) goal: usize,
    pub(crate) arc_a: Vec<usize>,
    pub(crate) arc_b: Vec<usize>,
    pub(crate) claims: Vec<usize>,
}

/// A dungeon with the data for the patterns.
pub(crate) struct Scene<'a> {
    pub(crate) claims: &'a [Claim],
    pub(crate) site: &'a Site<'a>,
    /// The rooms of the printed route, in order.
    pub(crate) route: &'a [usize],
}

impl Scene<'_> {
    /// The index in the route at which a room is first entered.
    fn entered(&self, room: usize) -> Option<usize> {
        self.route.iter().position(|here| *here == room)
    }

    /// The number of passages between two rooms, ignoring requirements.
    fn apart(&self, from: usize, to: usize) -> Option<usize> {
        steps(&self.site.links(), from).get(to).copied().flatten()
    }

    /// The number of passages from one room to another, respecting directions.
    fn directed(&self, from: usize, to: usize) -> Option<usize> {
        steps(&self.site.directed(), from).get(to).copied().flatten()
    }
}

fn expect(right: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if right { Ok(()) } else { Err(what()) }
}

/// The passages of an arc.
fn passages(arc: &[usize]) -> BTreeSet<Pair> {
    arc.windows(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))).collect()
}

/// Returns an error if a cycle does not have its claimed pattern.
pub(crate) fn check(
    scene: &Scene<'_>,
    cycle: &Cycle,
    querier: &mut Querier<'_>,
) -> Result<(), String> {
    arcs(scene, cycle)?;
    let arcs = [&cycle.arc_a[..], &cycle.arc_b[..]];
    let (long, short) =
        if arcs[0].len() >= arcs[1].len() { (arcs[0], arcs[1]) } else { (arcs[1], arcs[0]) };
    let lengths = || format!("arcs of {} and {} passages", long.len() - 1, short.len() - 1);
    match cycle.pattern.as_str() {
        "two_paths" => arcs.into_iter().try_for_each(|arc| closable(arc, querier)),
        "two_keys" => two_keys(scene, cycle, querier),
        "hidden_shortcut" => {
            expect(long.len() - short.len() >= 4, lengths)?;
            closable(short, querier)
        }
        "dangerous_route" => {
            expect(long.len() > 2 * (short.len() - 1), lengths)?;
            let enemies = |arc: &[usize]| {
                arc[1..arc.len() - 1].iter().any(|room| scene.site.holds(*room, "enemy"))
            };
            let right = enemies(short) && !enemies(long);
            expect(right, || "enemies are not on the short arc alone".to_owned())
        }
        "foreshadowing" => foreshadowing(scene, cycle.goal),
        "lock_and_key" => lock_and_key(scene, arcs),
        "blocked_retreat" => blocked_retreat(scene, arcs),
        "altered_return" => {
            let there = scene.directed(cycle.entry, cycle.goal);
            let back = scene.directed(cycle.goal, cycle.entry);
            let other = there.zip(back).is_some_and(|(there, back)| there.abs_diff(back) >= 3);
            expect(other, || format!("{there:?} passages there, {back:?} back"))
        }
        "false_goal" => false_goal(scene, cycle),
        "gambit" => gambit(scene, arcs, querier),
        name => Err(format!("{name} is no pattern")),
    }
}

/// Checks that the arcs are walks over passages that share their ends and no other room.
fn arcs(scene: &Scene<'_>, cycle: &Cycle) -> Result<(), String> {
    let mut inner = BTreeSet::from([cycle.entry, cycle.goal]);
    let mut rooms = 2;
    for arc in [&cycle.arc_a, &cycle.arc_b] {
        let ends =
            arc.len() >= 2 && arc.first() == Some(&cycle.entry) && arc.last() == Some(&cycle.goal);
        let joined = arc.windows(2).all(|pair| scene.site.joins(pair[0], pair[1]));
        expect(ends && joined, || {
            format!("{arc:?} does not lead from {} to {}", cycle.entry, cycle.goal)
        })?;
        inner.extend(arc);
        rooms += arc.len() - 2;
    }
    expect(inner.len() == rooms && rooms >= 3, || "the arcs share a room".to_owned())?;
    let claim = cycle.claims.iter().find(|claim| **claim >= scene.claims.len());
    expect(claim.is_none(), || format!("there is no claims[{claim:?}]"))
}

fn without((a, b): Pair) -> Change {
    let (a, b) = (a.to_string(), b.to_string());
    Change::Without(Thing::Passage(a.clone().min(b.clone()), a.max(b)))
}

/// Checks that the dungeon can be won with some passage of an arc closed.
fn closable(arc: &[usize], querier: &mut Querier<'_>) -> Result<(), String> {
    let mut open = false;
    for pair in passages(arc) {
        match querier.answer(&[without(pair)])? {
            Answer::Solvable(_) => return Ok(()),
            Answer::Unknown => open = true,
            Answer::Unsolvable => {}
        }
    }
    expect(open, || format!("not won with the arc {arc:?} closed"))
}

/// Checks that neither of two keys alone wins, and that each can be collected without the other.
fn two_keys(scene: &Scene<'_>, cycle: &Cycle, querier: &mut Querier<'_>) -> Result<(), String> {
    let claims = cycle.claims.iter().filter_map(|claim| scene.claims.get(*claim));
    let apart = claims.filter(|claim| claim.claim == "apart");
    let changes = apart.map(|claim| querier.read(&claim.change)).collect::<Result<Vec<_>, _>>()?;
    let keys: BTreeSet<Change> = changes.iter().flatten().cloned().collect();
    expect(changes.len() == 2 && keys.len() == 2, || {
        format!("{} claims of keys apart", changes.len())
    })?;
    for key in &keys {
        let alone = querier.answer(std::slice::from_ref(key))?;
        expect(!matches!(alone, Answer::Solvable(_)), || format!("won with {key:?}"))?;
        let Change::Without(thing) = key else { continue };
        for other in keys.iter().filter(|other| *other != key) {
            let had = querier.answer(&[Change::Goal(thing.clone()), other.clone()])?;
            expect(had != Answer::Unsolvable, || format!("{thing:?} is not had with {other:?}"))?;
        }
    }
    Ok(())
}

/// Checks that the goal is visible in the first third of the route, behind an obstacle, and entered in the last third.
fn foreshadowing(scene: &Scene<'_>, goal: usize) -> Result<(), String> {
    let count = scene.route.len();
    let late = scene.entered(goal).is_some_and(|step| 3 * step >= 2 * (count - 1));
    let seen = scene.route[..count.div_ceil(3)].iter().any(|room| {
        let pair = (*room.min(&goal), *room.max(&goal));
        *room != goal && !matches!(scene.site.kind(pair), "none" | "open" | "stairs")
    });
    expect(late && seen, || format!("room {goal} is not seen early and entered late"))
}

/// Checks that some lock on the arcs comes before its key, which is at most three passages away.
fn lock_and_key(scene: &Scene<'_>, arcs: [&[usize]; 2]) -> Result<(), String> {
    let fine = |&(a, b): &Pair| {
        scene.site.passages[&(a, b)].names().any(|name| {
            let lies = match name {
                "key_locked" => "key",
                "boss_locked" => "boss_key",
                other => other,
            };
            (0..scene.site.held.len()).filter(|room| scene.site.holds(*room, lies)).any(|key| {
                let met = [a, b].iter().filter_map(|room| scene.entered(*room)).min();
                let near = [a, b].iter().filter_map(|room| scene.apart(key, *room)).min();
                let before = met.zip(scene.entered(key)).is_some_and(|(met, had)| met < had);
                before && near.is_some_and(|near| near <= 3)
            })
        })
    };
    let pairs: BTreeSet<Pair> = arcs.into_iter().flat_map(passages).collect();
    let mut locked = pairs.iter().filter(|pair| scene.site.passages[pair].is_locked());
    expect(locked.any(fine), || "no lock is met before a key that lies near it".to_owned())
}

/// Checks that after some one-way crossing the way back has at least four passages.
fn blocked_retreat(scene: &Scene<'_>, arcs: [&[usize]; 2]) -> Result<(), String> {
    let far = arcs.into_iter().flat_map(passages).any(|(a, b)| {
        let back = match scene.site.passages[&(a, b)].ways.each_ref().map(Option::is_some) {
            [true, false] => scene.directed(b, a),
            [false, true] => scene.directed(a, b),
            _ => None,
        };
        back.is_some_and(|back| back >= 4)
    });
    expect(far, || "no one-way crossing has a long way back".to_owned())
}

/// Checks that a decoy on the route is at least five passages from the goal.
fn false_goal(scene: &Scene<'_>, cycle: &Cycle) -> Result<(), String> {
    let goal = (0..scene.site.held.len()).find(|room| scene.site.holds(*room, "goal"));
    let goal = goal.ok_or("there is no goal")?;
    let decoys = [cycle.entry, cycle.goal];
    let mut decoys = decoys.iter().filter(|room| **room != goal && scene.entered(**room).is_some());
    let far = decoys.any(|room| scene.apart(*room, goal).is_some_and(|far| far >= 5));
    expect(far, || "the goal is near".to_owned())
}

/// Checks that something on the arcs consumes a resource and is optional.
fn gambit(scene: &Scene<'_>, arcs: [&[usize]; 2], querier: &mut Querier<'_>) -> Result<(), String> {
    for pair in arcs.into_iter().flat_map(passages) {
        let mut names = scene.site.passages[&pair].names();
        let spends = names.any(|name| name == "key_locked" || name == "bombable");
        if spends && querier.answer(&[without(pair)])? != Answer::Unsolvable {
            return Ok(());
        }
    }
    Err("nothing that uses something up is optional".to_owned())
}
