//! Patterns of cycles: what each says of its arcs, read off the graph, the plan and the tiles.

use super::agree::Joined;
use super::asking::Asking;
use super::change::{Change, Thing, changes};
use super::kinds::kind;
use super::print::{Claim, Cycle, Printed};
use super::search::Answer;
use crate::graph::flood;
use crate::measures::links::{Links, Pair};
use crate::measures::site::Site;
use std::collections::{BTreeSet, VecDeque};

/// The patterns of the description.
pub(super) const PATTERNS: [&str; 10] = [
    "two_paths",
    "two_keys",
    "hidden_shortcut",
    "dangerous_route",
    "foreshadowing",
    "lock_and_key",
    "blocked_retreat",
    "altered_return",
    "false_goal",
    "gambit",
];

/// A dungeon with all that patterns are about.
pub(super) struct Scene<'a> {
    pub(super) printed: &'a Printed,
    pub(super) site: &'a Site<'a>,
    pub(super) joined: &'a Joined,
    pub(super) links: &'a Links,
    /// The rooms of the walkthrough.
    pub(super) way: &'a [usize],
}

/// An error where a cycle is not what its pattern says.
pub(super) fn pattern(
    scene: &Scene<'_>,
    cycle: &Cycle,
    asking: &mut Asking<'_>,
) -> Result<(), String> {
    let arcs = [&cycle.arc_a[..], &cycle.arc_b[..]];
    let length = arcs.map(|arc| arc.len() - 1);
    let (long, short) =
        if length[0] >= length[1] { (arcs[0], arcs[1]) } else { (arcs[1], arcs[0]) };
    match cycle.pattern.as_str() {
        "two_paths" => both_closable(arcs, asking),
        "two_keys" => two_keys(scene, cycle, asking),
        "hidden_shortcut" => {
            expect(long.len() - short.len() >= 4, || format!("arcs of {length:?} passages"))?;
            closable(short, asking)
        }
        "dangerous_route" => {
            let (most, least) = (long.len() - 1, short.len() - 1);
            expect(most >= 2 * least, || format!("arcs of {length:?} passages"))?;
            let enemies = |arc: &[usize]| {
                arc[1..arc.len() - 1].iter().any(|room| scene.holds(*room, "enemy"))
            };
            expect(enemies(short), || format!("no enemies on the short arc {short:?}"))?;
            expect(!enemies(long), || format!("enemies on the long arc {long:?}"))
        }
        "foreshadowing" => foreshadowing(scene, cycle.goal),
        "lock_and_key" => lock_and_key(scene, arcs),
        "blocked_retreat" => blocked_retreat(scene, arcs),
        "altered_return" => {
            let there = scene.directed(cycle.entry, cycle.goal);
            let back = scene.directed(cycle.goal, cycle.entry);
            let other = there.zip(back).map(|(there, back)| there.abs_diff(back));
            expect(other.is_some_and(|other| other >= 3), || {
                format!("{there:?} passages there, {back:?} back")
            })
        }
        "false_goal" => false_goal(scene, cycle),
        "gambit" => gambit(scene, cycle, asking),
        name => Err(format!("{name} is no pattern")),
    }
}

fn expect(right: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if right { Ok(()) } else { Err(what()) }
}

impl Scene<'_> {
    pub(super) fn holds(&self, room: usize, name: &str) -> bool {
        self.site.held.get(room).is_some_and(|held| held.iter().any(|held| held == name))
    }

    /// The kind of a passage.
    pub(super) fn kind(&self, pair: Pair) -> &'static str {
        let asked = self.joined.passages.get(&pair);
        asked.map_or("none", |asked| kind(self.site, pair, asked, self.joined.doorway(pair)))
    }

    /// The place in the plan at which a room is entered first.
    pub(super) fn entered(&self, room: usize) -> Option<usize> {
        self.way.iter().position(|here| *here == room)
    }

    /// True if another way leads around a passage.
    pub(super) fn is_around(&self, (a, b): Pair) -> bool {
        let near = |room: usize| {
            let near = self.links.near[room].iter().copied();
            near.filter(move |&next| (room.min(next), room.max(next)) != (a, b)).collect::<Vec<_>>()
        };
        flood([a], near).contains(&b)
    }

    /// Number of passages between two rooms, whatever they ask for.
    pub(super) fn apart(&self, a: usize, b: usize) -> Option<usize> {
        self.links.rings(a).iter().position(|ring| ring.contains(&b))
    }

    /// Number of passages of a shortest way in the directions that there are.
    pub(super) fn directed(&self, from: usize, to: usize) -> Option<usize> {
        let (mut seen, mut queue) = (BTreeSet::from([from]), VecDeque::from([(from, 0)]));
        while let Some((room, steps)) = queue.pop_front() {
            if room == to {
                return Some(steps);
            }
            for &next in &self.links.near[room] {
                let pair = (room.min(next), room.max(next));
                let asked = self.joined.passages.get(&pair);
                let open =
                    asked.is_some_and(|asked| asked.ways[usize::from(room > next)].is_some());
                if open && seen.insert(next) {
                    queue.push_back((next, steps + 1));
                }
            }
        }
        None
    }

    fn goal(&self) -> Option<usize> {
        (0..self.site.held.len()).find(|room| self.holds(*room, "goal"))
    }
}

/// The passages of an arc.
fn steps(arc: &[usize]) -> BTreeSet<Pair> {
    arc.windows(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))).collect()
}

/// An error unless the dungeon is won with one passage of an arc closed.
fn closable(arc: &[usize], asking: &mut Asking<'_>) -> Result<(), String> {
    let mut undecided = false;
    for (a, b) in steps(arc) {
        let without = Change::Without(Thing::Passage(a.to_string(), b.to_string()));
        match asking.answer(&[without])? {
            Answer::Moves(_) => return Ok(()),
            Answer::Undecided => undecided = true,
            Answer::Unsolvable => {}
        }
    }
    expect(undecided, || format!("not won with the arc {arc:?} closed"))
}

fn both_closable(arcs: [&[usize]; 2], asking: &mut Asking<'_>) -> Result<(), String> {
    arcs.into_iter().try_for_each(|arc| closable(arc, asking))
}

/// The claims that a cycle names.
fn claims<'a>(scene: &'a Scene<'_>, cycle: &'a Cycle) -> impl Iterator<Item = &'a Claim> + 'a {
    cycle.claims.iter().filter_map(|claim| scene.printed.claims.get(*claim))
}

fn two_keys(scene: &Scene<'_>, cycle: &Cycle, asking: &mut Asking<'_>) -> Result<(), String> {
    let apart: Vec<&Claim> = claims(scene, cycle).filter(|claim| claim.claim == "apart").collect();
    let keys: BTreeSet<Change> =
        apart.iter().flat_map(|claim| changes(&claim.change).unwrap_or_default()).collect();
    expect(apart.len() == 2 && keys.len() == 2, || {
        format!("{} claims that two keys are apart", apart.len())
    })?;
    for key in &keys {
        let alone = asking.answer(std::slice::from_ref(key))?;
        expect(!matches!(alone, Answer::Moves(_)), || format!("won with {key:?}"))?;
        let Change::Without(thing) = key else { continue };
        let goal = Change::Goal(thing.clone());
        for other in keys.iter().filter(|other| *other != key) {
            let had = asking.answer(&[goal.clone(), other.clone()])?;
            expect(had != Answer::Unsolvable, || format!("{thing:?} is not had with {other:?}"))?;
        }
    }
    Ok(())
}

fn foreshadowing(scene: &Scene<'_>, goal: usize) -> Result<(), String> {
    let steps = scene.way.len();
    let late = scene.entered(goal).is_some_and(|step| 3 * step >= 2 * (steps - 1));
    expect(late, || format!("room {goal} is not entered in the last third of the plan"))?;
    let seen = scene.way[..steps.div_ceil(3)].iter().any(|room| {
        let pair = (*room.min(&goal), *room.max(&goal));
        *room != goal
            && scene.joined.passages.contains_key(&pair)
            && !matches!(scene.kind(pair), "open" | "stairs")
    });
    expect(seen, || format!("no room of the first third is next to {goal}, behind something"))
}

fn lock_and_key(scene: &Scene<'_>, arcs: [&[usize]; 2]) -> Result<(), String> {
    let pairs: BTreeSet<Pair> = arcs.into_iter().flat_map(steps).collect();
    let locked: Vec<Pair> =
        pairs.into_iter().filter(|pair| scene.joined.passages[pair].is_locked()).collect();
    expect(!locked.is_empty(), || "no lock on the arcs".to_owned())?;
    let fine = |&(a, b): &Pair| {
        let names: Vec<&str> = scene.joined.passages[&(a, b)].names().collect();
        names.iter().any(|name| {
            let lies = match *name {
                "key_locked" => "key",
                "boss_locked" => "boss_key",
                other => other,
            };
            (0..scene.site.held.len()).filter(|room| scene.holds(*room, lies)).any(|key| {
                let met = [a, b].iter().filter_map(|room| scene.entered(*room)).min();
                let near = [a, b].iter().filter_map(|room| scene.apart(key, *room)).min();
                near.is_some_and(|near| near <= 3)
                    && met.zip(scene.entered(key)).is_some_and(|(met, had)| met < had)
            })
        })
    };
    expect(locked.iter().any(fine), || {
        format!("the locks {locked:?} are not met before their keys, or farther than 3 from them")
    })
}

fn blocked_retreat(scene: &Scene<'_>, arcs: [&[usize]; 2]) -> Result<(), String> {
    let mut ways = Vec::new();
    for (a, b) in arcs.into_iter().flat_map(steps) {
        let asked = &scene.joined.passages[&(a, b)];
        let crossing = match asked.ways.each_ref().map(Option::is_some) {
            [true, false] => (a, b),
            [false, true] => (b, a),
            _ => continue,
        };
        ways.push((crossing, scene.directed(crossing.1, crossing.0)));
    }
    let far = ways.iter().any(|(_, back)| back.is_some_and(|back| back >= 4));
    expect(far, || format!("one-way crossings with ways back of {ways:?}"))
}

fn false_goal(scene: &Scene<'_>, cycle: &Cycle) -> Result<(), String> {
    let goal = scene.goal().ok_or("there is no goal")?;
    let decoys = [cycle.entry, cycle.goal];
    let decoys = decoys.into_iter().filter(|room| *room != goal && scene.entered(*room).is_some());
    let far: Vec<Option<usize>> = decoys.map(|room| scene.apart(room, goal)).collect();
    expect(far.iter().flatten().any(|far| *far >= 5), || format!("the goal is {far:?} rooms on"))
}

fn gambit(scene: &Scene<'_>, cycle: &Cycle, asking: &mut Asking<'_>) -> Result<(), String> {
    let spends = |pair: &Pair| {
        scene.joined.passages[pair].names().any(|name| name == "key_locked" || name == "bombable")
    };
    let spent: Vec<Pair> = [&cycle.arc_a, &cycle.arc_b]
        .into_iter()
        .flat_map(|arc| steps(arc))
        .filter(spends)
        .collect();
    expect(!spent.is_empty(), || "nothing on the arcs uses anything up".to_owned())?;
    for (a, b) in spent {
        let without = Change::Without(Thing::Passage(a.to_string(), b.to_string()));
        if asking.answer(&[without])? != Answer::Unsolvable {
            return Ok(());
        }
    }
    Err("what uses something up is not optional".to_owned())
}
