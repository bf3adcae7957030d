//! Playing areas, held against playing them slowly: every pick-up and every solution in every order.

use super::*;
use std::collections::HashSet;

/// Numbers from 0 up to a limit, the same ones every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % sides
    }
}

/// Rooms in a random tree with a few more passages, puzzles on some and keys of three names, one of them perhaps in
/// a chest that one more key of some name opens.
fn random(dice: &mut Dice) -> (Map, Vec<Puzzle>, Vec<Thing>) {
    let rooms = 4 + dice.roll(4);
    let mut links = vec![Vec::new(); rooms];
    let mut passages = Vec::new();
    for room in 1..rooms + dice.roll(2) {
        let (a, b) = (room % rooms, dice.roll(room.min(rooms)));
        if a != b && !links[a].contains(&b) {
            links[a].push(b);
            links[b].push(a);
            passages.push((a.min(b), a.max(b)));
        }
    }
    let count = 1 + dice.roll(4);
    let gates: Vec<_> = (0..count).map(|_| passages[dice.roll(passages.len())]).collect();
    let mut key = || (dice.roll(3) > 0).then(|| dice.roll(3));
    let mut puzzles: Vec<_> =
        gates.iter().map(|gate| Puzzle { stands: Some(gate.0), key: key() }).collect();
    let mut lie = |name| Thing { name, lies: Some(dice.roll(rooms)), chest: None };
    let mut things: Vec<_> = puzzles.iter().filter_map(|p| p.key).map(&mut lie).collect();
    if !things.is_empty() && dice.roll(2) > 0 {
        let (held, key) = (dice.roll(things.len()), dice.roll(4));
        puzzles.push(Puzzle { stands: things[held].lies.take(), key: Some(key) });
        things[held].chest = Some(count);
        things.push(Thing { name: key, lies: Some(dice.roll(rooms)), chest: None });
    }
    (map(links, gates), puzzles, things)
}

/// A map of nothing but rooms, their passages and those that are blocked.
fn map(links: Vec<Vec<usize>>, gates: Vec<(usize, usize)>) -> Map {
    let gates = gates.into_iter().map(Some).collect();
    let (places, steps, stands, lies) = (HashMap::new(), vec![], vec![], vec![]);
    Map { places, links, entry: 0, steps, gates, stands, lies }
}

/// The rooms that can be reached with these puzzles solved.
fn region(map: &Map, solved: usize) -> Vec<bool> {
    let mut reached = vec![false; map.links.len()];
    let mut stack = vec![map.entry];
    while let Some(here) = stack.pop() {
        if std::mem::replace(&mut reached[here], true) {
            continue;
        }
        let shut = |to: usize| {
            let ends = Some((here.min(to), here.max(to)));
            (0..map.gates.len()).any(|p| map.gates[p] == ends && solved >> p & 1 == 0)
        };
        stack.extend(map.links[here].iter().filter(|&&to| !shut(to)));
    }
    reached
}

/// Every single pick-up and every single solution in every order: rooms, puzzles, stuck or not.
fn slowly(
    map: &Map,
    puzzles: &[Puzzle],
    things: &[Thing],
    without: Option<usize>,
) -> (Vec<bool>, Vec<bool>, bool) {
    let mut after: HashMap<(usize, usize), Vec<(usize, usize)>> = HashMap::new();
    let mut stack = vec![(0, 0)];
    let (mut rooms, mut all) = (vec![false; map.links.len()], vec![false; puzzles.len()]);
    while let Some((solved, taken)) = stack.pop() {
        if after.contains_key(&(solved, taken)) {
            continue;
        }
        let reached = region(map, solved);
        union(&mut rooms, &reached);
        let mut next = Vec::new();
        for item in (0..things.len()).filter(|item| taken >> item & 1 == 0) {
            let opened = |chest: usize| {
                solved >> chest & 1 == 1 && puzzles[chest].stands.is_some_and(|room| reached[room])
            };
            let Thing { lies, chest, .. } = things[item];
            if lies.is_some_and(|room| reached[room]) || chest.is_some_and(opened) {
                next.push((solved, taken | 1 << item));
            }
        }
        let open = |&p: &usize| solved >> p & 1 == 0 && without != Some(p);
        for puzzle in (0..puzzles.len()).filter(open) {
            let means = puzzles[puzzle].key.is_none_or(|key| {
                let had =
                    (0..things.len()).filter(|i| things[*i].name == key && taken >> i & 1 == 1);
                let spent = (0..puzzles.len())
                    .filter(|p| puzzles[*p].key == Some(key) && solved >> p & 1 == 1);
                had.count() > spent.count()
            });
            if means && puzzles[puzzle].stands.is_some_and(|room| reached[room]) {
                all[puzzle] = true;
                next.push((solved | 1 << puzzle, taken));
            }
        }
        stack.extend(&next);
        after.insert((solved, taken), next);
    }
    let done = |solved: usize| {
        solved + 1 == 1 << puzzles.len() && region(map, solved).iter().all(|&room| room)
    };
    let mut fine: HashSet<(usize, usize)> =
        after.keys().filter(|state| done(state.0)).copied().collect();
    loop {
        let more: Vec<_> = after
            .iter()
            .filter(|(state, next)| !fine.contains(state) && next.iter().any(|s| fine.contains(s)))
            .map(|(state, _)| *state)
            .collect();
        if more.is_empty() {
            return (rooms, all, fine.len() < after.len());
        }
        fine.extend(more);
    }
}

#[test]
fn nothing_is_lost_by_doing_at_once_what_harms_nobody() {
    let mut dice = Dice(1);
    let mut stuck = 0;
    for round in 0..2000 {
        let (map, puzzles, things) = random(&mut dice);
        let own = map.gates.len();
        let without = Some(dice.roll(own + 1)).filter(|&puzzle| puzzle < own);
        let found = Play::of(&map, puzzles.clone(), things.clone()).explore(without);
        let (rooms, solved, lost) = slowly(&map, &puzzles, &things, without);
        assert_eq!((found.rooms, found.solved), (rooms, solved), "round {round}");
        assert_eq!(found.stuck.is_some(), lost, "round {round}");
        stuck += usize::from(lost && without.is_none());
    }
    assert!(stuck > 100, "{stuck}");
}

#[test]
fn too_many_orders_are_not_looked_at() {
    // Twenty doors around the entry, and ten keys that fit them all.
    let mut links = vec![vec![0]; 21];
    links[0] = (1..21).collect();
    let map = map(links, (1..21).map(|room| (0, room)).collect());
    let puzzles = vec![Puzzle { stands: Some(0), key: Some(0) }; 20];
    let things = vec![Thing { name: 0, lies: Some(0), chest: None }; 10];
    assert!(Play::of(&map, puzzles, things).explore(None).large);
}
