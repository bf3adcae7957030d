//! The figures of one dungeon that many are held against.

use super::kinds::GATES;
use super::patterns::Scene;
use super::rooms::{is_shaped, off_middle, shapes};
use crate::measures::gates::is_key;
use std::collections::{BTreeMap, BTreeSet};

/// The tiles that holders are told by.
const ENEMY: u8 = 20;
const PIT: u8 = 0;
const WATER: u8 = 40;
const WET: u8 = 41;

/// Parts and wholes by the names of figures, and names that came.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    pub(super) shares: BTreeMap<&'static str, (f64, f64)>,
    pub(super) patterns: Vec<String>,
    pub(super) kinds: Vec<&'static str>,
    pub(super) holders: Vec<String>,
    /// True if there is no enemy and no boss.
    pub(super) peaceful: bool,
    /// The silhouettes of the rooms that are not plain.
    pub(super) silhouettes: Vec<Vec<String>>,
}

impl Figures {
    pub(super) fn note(&mut self, name: &'static str, part: usize, whole: usize) {
        self.shares.insert(name, (part as f64, whole as f64));
    }

    pub(super) fn say(&mut self, name: &'static str, right: bool) {
        self.note(name, usize::from(right), 1);
    }
}

/// The figures that are read off.
pub(super) fn read(scene: &Scene<'_>) -> Figures {
    let mut figures = Figures::default();
    gates(scene, &mut figures);
    holders(scene, &mut figures);
    prices(scene, &mut figures);
    foreshadowed(scene, &mut figures);
    loads(scene, &mut figures);
    forms(scene, &mut figures);
    let cycles = &scene.printed.cycles;
    let foe = |name: &String| name == "enemy" || name == "boss";
    let told = scene.printed.rooms.iter().any(|room| room.load > 0 || !room.enemies.is_empty());
    figures.peaceful = !told && !scene.site.held.iter().flatten().any(foe);
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
    // A dungeon without keys has none in a holder.
    figures.note("keys in holders", held, keyed.len().max(1));
    let holders: Vec<String> =
        scene.printed.rooms.iter().filter_map(|room| room.holder.clone()).collect();
    if scene.printed.rooms.len() <= 24 {
        let different: BTreeSet<&String> = holders.iter().collect();
        figures.say("no holder twice", different.len() == holders.len());
    }
    figures.holders = holders;
    let told = scene.printed.rooms.iter().filter_map(|room| Some((room.id, room.holder.as_ref()?)));
    let told: Vec<bool> = told.map(|(room, holder)| is_held(scene, room, holder)).collect();
    figures.note("holders on the tiles", told.iter().filter(|so| **so).count(), told.len());
}

/// True if a room and its ways have what its holder is named for.
fn is_held(scene: &Scene<'_>, room: usize, holder: &str) -> bool {
    let count = |tiles: &[u8]| {
        let cells = scene.site.rectangles.get(&room).into_iter().flatten();
        cells.filter(|(_, tile)| tiles.contains(tile)).count()
    };
    let passages = || scene.joined.passages.iter().filter(|((a, b), _)| [*a, *b].contains(&room));
    let way = |kind: &str| passages().any(|(pair, _)| scene.kind(*pair) == kind);
    let shuts =
        || passages().any(|(_, asked)| asked.names().any(|name| name.starts_with("lacks:")));
    match holder {
        "guarded_altar" => count(&[ENEMY]) >= 2,
        "ambush" => count(&[ENEMY]) >= 1,
        "island" => way("water"),
        "block_puzzle" | "plate_portcullis" => way("plate"),
        "secret_wall" => way("bombable"),
        "lever_tunnel" => way("puzzle"),
        "flooding_vault" => shuts() && count(&[WATER, WET]) > 0,
        "collapsing_bridge" => shuts() && count(&[PIT]) > 0,
        "choice" => scene.site.held[room].iter().any(|name| is_treasure(name)),
        _ => false,
    }
}

fn is_treasure(name: &str) -> bool {
    name.starts_with("symbol:treasure:")
}

/// Treasures that cost something: a fight, a key to choose instead, or whatever a gate on the way asks for.
fn prices(scene: &Scene<'_>, figures: &mut Figures) {
    let held = scene.site.held.iter().enumerate();
    let rooms = held.filter(|(_, held)| held.iter().any(|name| is_treasure(name)));
    let rooms: Vec<usize> = rooms.map(|(room, _)| room).collect();
    let paid = |room: &&usize| {
        let fought = ["enemy", "boss"].iter().any(|name| scene.holds(**room, name));
        let kept = scene.printed.rooms[**room].holder.is_some();
        let ways = scene.joined.passages.keys().filter(|(a, b)| [a, b].contains(room));
        let gated = ways.into_iter().any(|pair| GATES.contains(&scene.kind(*pair)));
        fought || kept || gated
    };
    figures.note("treasures with a price", rooms.iter().filter(paid).count(), rooms.len());
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
    figures.note("locks met before", met, all.max(1));
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
        let points: Vec<(f64, f64)> = points.collect();
        // Where all rooms are alike nothing rises; where nobody is, nothing can.
        if points.iter().any(|(_, load)| *load > 0.0) {
            let rank = spearman(&points).unwrap_or(0.0);
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
    let peaceful = !rooms.iter().any(|room| room.load > 0);
    if let Some(item) = (0..rooms.len()).find(item).filter(|_| !peaceful) {
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
