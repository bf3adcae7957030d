//! Lower bounds on the remaining cost of a plan, from the things that it must take.
//!
//! A plan takes everything that a goal requires besides being reached, and every *landmark*: a thing without which no
//! goal is reachable even in the relaxation (Hoffmann, Porteous and Sebastia, 2004). This gives two bounds.
//!
//! First, a plan visits all missing things and then a goal. Its paths between them are at least as long as in the
//! relaxed world in which the next thing opens nothing yet, and no path that joins them all is shorter than their
//! minimum spanning tree (Held and Karp, 1970). The tree depends only on the missing things and is computed once for
//! each configuration.
//!
//! Second, if one thing is unreachable without another, a plan takes them in that order. The longest chain of such
//! things is a bound too; if the first thing of a chain is missing, so are the others.

use super::heuristic::{self, Distances, Relaxed, best};
use crate::rules::{Bits, Location, World};
use std::rc::Rc;

/// The largest number of distances stored: one for each location and thing.
const MOST: usize = 1 << 24;

/// The largest number of locations examined to find landmarks, counted once for each thing.
const MOST_LOOKED_AT: usize = 1 << 22;

/// Things that every plan takes, and the distances to them.
pub(super) struct Landmarks<const W: usize> {
    things: Vec<Thing<W>>,
    /// For each pair of things (the goal is the last), a lower bound on the distance between them, in either
    /// direction.
    between: Vec<Vec<f64>>,
    /// By location, the distance to a goal.
    goal: Rc<Distances>,
}

struct Thing<const W: usize> {
    bit: Bits<W>,
    /// By location, the distance to the thing.
    way: Distances,
    /// For a landmark, a lower bound on the cost from it to a goal, through the landmarks that are unreachable
    /// without it.
    rest: Option<f64>,
}

/// A thing without which no goal is reachable in the relaxation.
struct Landmark<const W: usize> {
    bit: Bits<W>,
    /// The bits that are unreachable without it.
    later: Bits<W>,
    /// By location, the distance to it without what it opens.
    way: Distances,
}

impl<const W: usize> Landmarks<W> {
    /// The things that a goal requires besides being reached; `None` if there are none, or too many.
    pub(super) fn of(world: &World<W>, relaxed: &Relaxed<W>, goal: &Rc<Distances>) -> Option<Self> {
        Self::with(world, relaxed, goal, Vec::new())
    }

    /// The things that a goal requires besides being reached, and the landmarks; `None` if there are none, or too
    /// many.
    pub(super) fn with_landmarks(
        world: &World<W>,
        relaxed: &Relaxed<W>,
        goal: &Rc<Distances>,
    ) -> Option<Self> {
        // The symbol of a plate is gained without visiting the plate.
        let asked =
            world.pickups().intersection(&world.required_bits()).difference(&world.best_bits());
        let mut landmarks = Vec::new();
        if (asked.count() as usize).saturating_mul(world.locations()) <= MOST_LOOKED_AT {
            let mut without = world.clone();
            for bit in asked.iter().map(Bits::one) {
                without.ban(world.banned().union(&bit));
                let rest = best(&without);
                if !rest.could_win(&without) {
                    let later = relaxed.held.difference(&rest.held).difference(&bit);
                    let way = heuristic::distances_to(&without, &rest, lies(world, &rest, bit));
                    landmarks.push(Landmark { bit, later, way });
                }
            }
        }
        Self::with(world, relaxed, goal, landmarks)
    }

    fn with(
        world: &World<W>,
        relaxed: &Relaxed<W>,
        goal: &Rc<Distances>,
        mut landmarks: Vec<Landmark<W>>,
    ) -> Option<Self> {
        let wanted = world.required_by_goals().difference(&world.best_bits());
        let others = landmarks.iter().fold(wanted, |all, one| all.difference(&one.bit));
        let many = landmarks.len() + others.count() as usize;
        if many == 0 || many.saturating_mul(world.locations()) > MOST {
            return None;
        }
        let from = |at: Bits<W>, way: &Distances| {
            let ways = lies(world, relaxed, at).map(|location| way.value(location));
            ways.fold(f64::INFINITY, f64::min)
        };
        // What is unreachable without a thing is also unreachable without the things it needs: the last ones come
        // first.
        landmarks.sort_by_key(|one| one.later.count());
        let mut things: Vec<Thing<W>> = Vec::new();
        for bit in others.iter().map(Bits::one) {
            let way = heuristic::distances_to(world, relaxed, lies(world, relaxed, bit));
            things.push(Thing { bit, way, rest: None });
        }
        for Landmark { bit, later, way } in landmarks {
            let chains = things.iter().filter(|thing| later.meets(&thing.bit));
            let chains =
                chains.map(|thing| finite(from(bit, &thing.way) + thing.rest.unwrap_or(0.0)));
            let rest = Some(chains.fold(finite(from(bit, goal)), f64::max));
            things.push(Thing { bit, way, rest });
        }
        let mut between = vec![vec![f64::INFINITY; many + 1]; many + 1];
        for (i, one) in things.iter().enumerate() {
            for (j, other) in things.iter().enumerate().filter(|(j, _)| *j != i) {
                let way = from(one.bit, &other.way);
                between[i][j] = between[i][j].min(way);
                between[j][i] = between[j][i].min(way);
            }
            let last = from(one.bit, goal);
            (between[i][many], between[many][i]) = (last, last);
        }
        Some(Self { things, between, goal: Rc::clone(goal) })
    }

    /// The cost of the minimum spanning tree of the missing things and a goal (Prim, 1957); 0 if there is none, which
    /// is also a bound.
    pub(super) fn tree(&self, held: &Bits<W>) -> f64 {
        let mut left: Vec<usize> =
            (0..self.things.len()).filter(|&i| !held.meets(&self.things[i].bit)).collect();
        let goal = self.things.len();
        let mut near: Vec<f64> = left.iter().map(|&i| self.between[goal][i]).collect();
        let mut sum = 0.0;
        while let Some(next) = (0..left.len()).min_by(|&a, &b| near[a].total_cmp(&near[b])) {
            let (joined, cost) = (left.swap_remove(next), near.swap_remove(next));
            sum += cost;
            for (way, &thing) in near.iter_mut().zip(&left) {
                *way = way.min(self.between[joined][thing]);
            }
        }
        finite(sum)
    }

    /// A lower bound on the remaining cost from a location; `tree` is the cost of the tree of the missing things.
    pub(super) fn ahead(&self, held: &Bits<W>, location: Location, tree: f64) -> f64 {
        let (mut nearest, mut chain) = (f64::INFINITY, 0.0_f64);
        for thing in self.things.iter().filter(|thing| !held.meets(&thing.bit)) {
            nearest = nearest.min(thing.way.value(location));
            chain = chain.max(thing.chain(location));
        }
        let nearest = if nearest.is_finite() { nearest } else { self.goal.value(location) };
        chain.max(tree + nearest)
    }
}

impl<const W: usize> Thing<W> {
    /// A lower bound on the cost of taking a landmark and the things that are unreachable without it, from a
    /// location.
    fn chain(&self, location: Location) -> f64 {
        self.rest.map_or(0.0, |rest| finite(self.way.value(location) + rest))
    }
}

/// The reachable locations that give a thing.
fn lies<const W: usize>(
    world: &World<W>,
    relaxed: &Relaxed<W>,
    bit: Bits<W>,
) -> impl Iterator<Item = Location> {
    (0..world.locations() as Location).filter(move |&location| {
        relaxed.reached[location as usize] && world.gives(location).meets(&bit)
    })
}

/// A bound if it is finite, otherwise 0, which is also a bound.
fn finite(bound: f64) -> f64 {
    if bound.is_finite() { bound } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::Landmarks;
    use crate::formats::text;
    use crate::limits::Limits;
    use crate::model::level::Level;
    use crate::rules::prepared::Prepared;
    use crate::rules::{Bombs, Collect, Locks, Rules};
    use crate::solve::plain::least;
    use crate::solve::{Verdict, best, by_landmarks, heuristic};
    use std::rc::Rc;
    use testing::dice::Random;
    use testing::{rooms, times};

    /// Four chambers in a row, with one or two passages between neighbours, which require symbols and keys that lie
    /// anywhere.
    fn chambers(dice: &mut Random) -> String {
        const COLS: u32 = 15;
        let mut rows = vec![vec!['.'; COLS as usize]; 5];
        for cell in rows.iter_mut().flatten() {
            *cell = dice.pick(&['.', '.', '.', '.', '.', '.', '#', 'e', '~']);
        }
        let mut locks = Vec::new();
        for (wall, symbol) in [(3, 'A'), (7, 'B'), (11, 'C')] {
            rows.iter_mut().for_each(|row| row[wall] = '#');
            for _ in 0..=dice.below(2) {
                let row = dice.below(5) as usize;
                rows[row][wall] = dice.pick(&['+', 'X', '~', '|', '.', '.', '.']);
                locks.push(format!(
                    "{{\"cells\":[[0,{row},{wall}]],\"needs\":[\"symbol:{symbol}\"]}}"
                ));
            }
        }
        let mut marks = Vec::new();
        for symbol in ['A', 'B', 'C', 'A', 'B'].into_iter().take(3 + dice.below(3) as usize) {
            let (row, col) = (dice.below(5), dice.below(COLS));
            rows[row as usize][col as usize] = '.';
            marks.push(format!(
                "{{\"floor\":0,\"row\":{row},\"col\":{col},\"gives\":\"symbol:{symbol}\"}}"
            ));
        }
        for thing in ['k', 'k', 'K', 'I', '*', '@'] {
            rows[dice.below(5) as usize][dice.below(COLS) as usize] = thing;
        }
        let drawn: String = rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
        format!(
            "quandary/level/1\nmarks: [{}]\nlocks: [{}]\n\n{drawn}",
            marks.join(","),
            locks.join(",")
        )
    }

    fn landmarks(level: &Level, rules: &Rules) -> usize {
        let prepared = Prepared::of(level, rules, Collect::Nothing);
        let world = prepared.world::<1>();
        let relaxed = best(&world);
        let goal = Rc::new(heuristic::distances(&world, &relaxed));
        let landmarks = Landmarks::with_landmarks(&world, &relaxed, &goal);
        let things = landmarks.map_or(Vec::new(), |landmarks| landmarks.things);
        things.iter().filter(|thing| thing.rest.is_some()).count()
    }

    #[test]
    fn a_plan_by_landmarks_costs_what_a_plain_search_finds() {
        let levels = 4_000 * times();
        let (mut won, mut several) = (0, 0);
        for seed in 0..levels {
            let dice = &mut Random(seed);
            let drawing = if dice.chance(50) { chambers(dice) } else { rooms::drawing(dice) };
            let rules = Rules {
                bombs: dice.pick(&[Bombs::Unlimited, Bombs::Consumed]),
                locks: dice.pick(&[Locks::Doorway, Locks::Tile]),
                diagonals: dice.chance(20),
                ..Rules::default()
            };
            let Ok(level) = text::read(&drawing) else { continue };
            let Some(least) = least(&level, &rules, Collect::Nothing) else { continue };
            let found = by_landmarks(&level, &rules, &Limits::default()).unwrap().verdict;
            let found = match found {
                Verdict::Solvable { walk, optimal, .. } => {
                    assert!(optimal, "seed {seed}\n{drawing}");
                    Some(walk.cost)
                }
                Verdict::Unsolvable => None,
                Verdict::Unknown(limit) => panic!("seed {seed}: {limit}"),
            };
            assert_eq!(found, least, "seed {seed}\n{rules:?}\n{drawing}");
            won += u32::from(least.is_some());
            several += u32::from(least.is_some() && landmarks(&level, &rules) > 1);
        }
        assert!(won > 1_200 && several > 80, "{won} {several}");
    }
}
