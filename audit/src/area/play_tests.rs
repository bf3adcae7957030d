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

/// Rooms in a random tree with a few more passages, puzzles on some and keys of three names, some of them in
/// a chest that one more key of some name opens.
fn random(dice: &mut Dice) -> (Map, Vec<Option<usize>>, Vec<usize>, Vec<Locked>) {
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
    let gates: Vec<_> = (0..count).map(|_| Some(passages[dice.roll(passages.len())])).collect();
    let keys: Vec<Option<usize>> =
        (0..count).map(|_| (dice.roll(3) > 0).then(|| dice.roll(3))).collect();
    let mut names: Vec<usize> = keys.iter().flatten().copied().collect();
    let mut lies: Vec<Option<usize>> = names.iter().map(|_| Some(dice.roll(rooms))).collect();
    let mut chests = Vec::new();
    if !names.is_empty() && dice.roll(2) > 0 {
        let (held, key) = (dice.roll(names.len()), dice.roll(4));
        let room = lies[held].take();
        chests.push(Locked { key, room, holds: vec![names[held]] });
        names.push(key);
        lies.push(Some(dice.roll(rooms)));
    }
    let stands = gates.iter().map(|gate| gate.map(|(a, _)| a)).collect();
    let (places, steps) = (HashMap::new(), Vec::new());
    (Map { places, links, entry: 0, steps, gates, stands, lies }, keys, names, chests)
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
    keys: &[Option<usize>],
    names: &[usize],
    chests: &[Locked],
    without: Option<usize>,
) -> (Vec<bool>, Vec<bool>, bool) {
    // A chest is one more puzzle, and the first key of what it holds that lies nowhere is in it.
    let own = keys.len();
    let keys: Vec<Option<usize>> =
        keys.iter().copied().chain(chests.iter().map(|chest| Some(chest.key))).collect();
    let stands: Vec<Option<usize>> =
        map.stands.iter().copied().chain(chests.iter().map(|chest| chest.room)).collect();
    let mut after: HashMap<(usize, usize), Vec<(usize, usize)>> = HashMap::new();
    let mut stack = vec![(0, 0)];
    let (mut rooms, mut all) = (vec![false; map.links.len()], vec![false; keys.len()]);
    while let Some((solved, taken)) = stack.pop() {
        if after.contains_key(&(solved, taken)) {
            continue;
        }
        let reached = region(map, solved);
        union(&mut rooms, &reached);
        let mut next = Vec::new();
        for item in (0..names.len()).filter(|item| taken >> item & 1 == 0) {
            let within = chests.first().is_some_and(|chest| {
                solved >> own & 1 == 1 && chest.room.is_some_and(|room| reached[room])
            });
            if map.lies[item].map_or(within, |room| reached[room]) {
                next.push((solved, taken | 1 << item));
            }
        }
        for puzzle in (0..keys.len()).filter(|&p| solved >> p & 1 == 0 && without != Some(p)) {
            let means = keys[puzzle].is_none_or(|key| {
                let had = (0..names.len()).filter(|&i| names[i] == key && taken >> i & 1 == 1);
                let spent =
                    (0..keys.len()).filter(|&p| keys[p] == Some(key) && solved >> p & 1 == 1);
                had.count() > spent.count()
            });
            if means && stands[puzzle].is_some_and(|room| reached[room]) {
                all[puzzle] = true;
                next.push((solved | 1 << puzzle, taken));
            }
        }
        stack.extend(&next);
        after.insert((solved, taken), next);
    }
    let done = |solved: usize| {
        solved + 1 == 1 << keys.len() && region(map, solved).iter().all(|&room| room)
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
        let (map, keys, names, chests) = random(&mut dice);
        let without = Some(dice.roll(keys.len() + 1)).filter(|&puzzle| puzzle < keys.len());
        let play = Play::of(&map, keys.clone(), &names, &map.lies, &chests);
        let found = play.explore(without);
        let (rooms, solved, lost) = slowly(&map, &keys, &names, &chests, without);
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
    let gates = (1..21).map(|room| Some((0, room))).collect();
    let (stands, lies) = (vec![Some(0); 20], vec![Some(0); 10]);
    let (places, steps) = (HashMap::new(), Vec::new());
    let map = Map { places, links, entry: 0, steps, gates, stands, lies };
    let play = Play::of(&map, vec![Some(0); 20], &[0; 10], &map.lies, &[]);
    assert!(play.explore(None).large);
}
