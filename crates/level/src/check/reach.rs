//! The things of a level without a goal: those that come into reach, the locks before the others, and those that can be
//! lost for good.
//!
//! Each thing is the goal of a question of its own: it comes into reach if that level can be won, and it can be lost if
//! that level has a softlock. A lock is before a thing if the thing comes into reach once that lock alone is open.

use super::change::{Change, changed};
use super::locks::{Lock, locks, things};
use super::spheres::{SphereItem, of_world};
use super::what_if::aimed;
use super::winnable::winnable;
use crate::limits::Limits;
use crate::model::{Content, Level, Tile};
use crate::plan::Walk;
use crate::rules::{Collect, Location, Position, Prepared, Rules, TooManyBits, World, in_world};
use clock::Instant;

/// A thing of a level: its position and its content.
pub type ThingAt = (Position, Content);

/// The things of a level without a goal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reach {
    /// Number of things.
    pub many: usize,
    /// The things that never come into reach, grouped by the locks before them.
    pub never: Vec<Never>,
    /// The things of which a limit left undecided whether they come into reach.
    pub undecided: Vec<ThingAt>,
    /// The things that come into reach and can be lost for good.
    pub losable: Vec<ThingAt>,
    /// Number of further things that come into reach, of which a limit left undecided whether they can be lost.
    pub unknown: usize,
    /// A way into a state from which a thing of `losable` can no longer be reached, cheapest over all of them; and that
    /// thing.
    pub witness: Option<(ThingAt, Walk)>,
    /// True if it is proved that no such way is cheaper.
    pub shortest: bool,
}

/// Things that never come into reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Never {
    /// The things.
    pub things: Vec<ThingAt>,
    /// The locks of which each alone, opened, lets all of them come into reach; empty if there is none, or none was
    /// found within the limits.
    pub behind: Vec<Lock>,
}

/// The answer to the question about a thing.
#[derive(Default)]
pub(super) struct ThingAnswer {
    /// True if it comes into reach; `None` if a limit came first.
    pub(super) comes: Option<bool>,
    /// True if it can be lost; `None` if a limit came first.
    pub(super) can_be_lost: Option<bool>,
    /// A cheapest way to lose it, if all states were found.
    pub(super) witness: Option<Walk>,
    /// True if not all states were found.
    pub(super) is_cut: bool,
}

/// Answers a question about a level with a thing as its only goal; `None` if the level keeps track of too many things.
pub(super) type Ask = fn(&Level, &Rules, &Limits<'_>) -> Option<ThingAnswer>;

/// Limit on things and on locks about which questions are asked.
const MOST: usize = 64;
/// Limit on states of a question.
const MOST_STATES: u64 = 100_000;
/// Limit on states of a question after another came to its limit.
const MOST_AFTER: u64 = 10_000;
/// Limit on cells in all worlds of one kind of questions.
const MOST_CELLS: usize = 4_000_000;

/// Finds the things of a level without a goal.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
pub(super) fn reach(
    level: &Level,
    rules: &Rules,
    limits: &Limits<'_>,
    ask: Ask,
) -> Result<Reach, TooManyBits> {
    let asker = Asker { level, rules, limits, ask, begin: Instant::now(), is_cut: false };
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    in_world!(prepared, world => reach_in(asker, &world))
}

fn reach_in<const W: usize>(mut asker: Asker<'_>, world: &World<W>) -> Reach {
    let level = asker.level;
    let all = things(level);
    let near = in_spheres(level, world);
    let (relaxed, mut never): (Vec<ThingAt>, Vec<ThingAt>) =
        all.iter().partition(|thing| near.contains(thing));
    let mut reach = Reach { many: all.len(), shortest: true, ..Reach::default() };
    if !keeps_everything(world) {
        let walked = freely_reached(level, world);
        let most = asker.most();
        for (number, thing) in relaxed.into_iter().enumerate() {
            let answer = if number < most { asker.answer(thing) } else { ThingAnswer::default() };
            asker.is_cut |= number >= most;
            match answer.comes {
                _ if walked.contains(&thing) => reach.adds(thing, answer),
                Some(true) => reach.adds(thing, answer),
                Some(false) => never.push(thing),
                None => reach.undecided.push(thing),
            }
        }
        reach.shortest = !asker.is_cut;
    }
    // In the order of the file.
    let never = all.into_iter().filter(|thing| never.contains(thing)).collect();
    reach.never = asker.behind(never);
    reach
}

impl Reach {
    /// Number of things that come into reach.
    #[must_use]
    pub fn comes(&self) -> usize {
        let never: usize = self.never.iter().map(|group| group.things.len()).sum();
        self.many.saturating_sub(never + self.undecided.len())
    }

    /// Adds a thing that comes into reach.
    fn adds(&mut self, thing: ThingAt, answer: ThingAnswer) {
        match answer.can_be_lost {
            Some(true) => self.losable.push(thing),
            Some(false) => {}
            None => self.unknown += 1,
        }
        if let Some(walk) = answer.witness {
            let known = self.witness.as_ref().map(|(_, known)| known.cost);
            if known.is_none_or(|known| walk.cost < known) {
                self.witness = Some((thing, walk));
            }
        }
    }
}

/// The things in the spheres of a world. No other thing comes into reach.
fn in_spheres<const W: usize>(level: &Level, world: &World<W>) -> Vec<ThingAt> {
    let items = of_world(level, world).into_iter().flatten();
    let things = items.filter_map(|item| match item {
        SphereItem::Thing(position, content) => Some((position, content)),
        SphereItem::Plate(_) => None,
    });
    things.collect()
}

/// True if a player never loses a way: nothing is pushed, flipped or used up, and every door leads back by the same
/// requirements or by none. Then all things in the spheres come into reach, and none can be lost.
fn keeps_everything<const W: usize>(world: &World<W>) -> bool {
    let leads_back = |from: Location| {
        world.doors(from).iter().all(|door| {
            let mut back = world.doors(door.to).iter().filter(|back| back.to == from);
            world.stays_open(*door) && back.any(|back| back.lock == 0 || back.lock == door.lock)
        })
    };
    let mut locations = 0..world.locations() as Location;
    !world.has_blocks() && locations.all(|at| world.flips(at).is_empty() && leads_back(at))
}

/// The things on cells, or in nodes of a level without tiles, to which a way without any lock leads. Blocks stay where
/// they are.
fn freely_reached<const W: usize>(level: &Level, world: &World<W>) -> Vec<ThingAt> {
    let world = if world.has_blocks() { world.with_fixed_blocks() } else { world.clone() };
    let mut is_met = vec![false; world.locations()];
    let mut open: Vec<Location> = world.start_location().into_iter().collect();
    while let Some(at) = open.pop() {
        let Some(met) = is_met.get_mut(at as usize).filter(|met| !**met) else { continue };
        *met = true;
        let free = world.doors(at).iter().filter(|door| door.lock == 0);
        open.extend(free.map(|door| door.to).filter(|to| is_met.get(*to as usize) == Some(&false)));
    }
    let is_near = |(position, _): &ThingAt| {
        let is_place = level.tiles.is_none() || matches!(position, Position::Cell(_));
        let mut places = world.locations_of(*position, level).into_iter();
        is_place && places.any(|at| is_met.get(at as usize) == Some(&true))
    };
    things(level).into_iter().filter(is_near).collect()
}

/// Asks questions about a level within limits.
struct Asker<'a> {
    level: &'a Level,
    rules: &'a Rules,
    limits: &'a Limits<'a>,
    ask: Ask,
    begin: Instant,
    /// True if a question came to a limit, or was not asked.
    is_cut: bool,
}

impl Asker<'_> {
    /// Limit on questions of one kind.
    fn most(&self) -> usize {
        let floors = self.level.tiles.iter().flat_map(|tiles| &tiles.floors);
        let open = |tile: &&Tile| !tile.is_solid();
        let cells: usize = floors.map(|grid| grid.tiles().iter().filter(open).count()).sum();
        (MOST_CELLS / cells.max(1)).min(MOST)
    }

    /// The limits of the next question.
    fn next(&self) -> Limits<'_> {
        let most = if self.is_cut { MOST_AFTER } else { MOST_STATES };
        let states = self.limits.states.map_or(most, |states| states.min(most));
        Limits { states: Some(states), ..self.limits.since(self.begin) }
    }

    /// The answer about a thing.
    fn answer(&mut self, (position, content): ThingAt) -> ThingAnswer {
        let aimed = aimed(self.level, position, content);
        let answer = match self.limits.reached_since(self.begin) {
            Some(_) => None,
            None => (self.ask)(&aimed, self.rules, &self.next()),
        };
        self.is_cut |= answer.as_ref().is_none_or(|answer| answer.is_cut);
        answer.unwrap_or_default()
    }

    /// Groups things that never come into reach by the locks before them. Things without such a lock are one group.
    fn behind(&mut self, never: Vec<ThingAt>) -> Vec<Never> {
        let mut behind: Vec<Vec<Lock>> = vec![Vec::new(); never.len()];
        let most = self.most();
        let mut questions = 0;
        for lock in locks(self.level, self.rules).into_iter().take(most) {
            if never.is_empty() || self.limits.reached_since(self.begin).is_some() {
                break;
            }
            let (open, rules) = changed(self.level, self.rules, &[&Change::Open(lock.clone())]);
            let prepared = Prepared::of(&open, &rules, Collect::Nothing);
            let near = in_world!(prepared, world => in_spheres(&open, &world)).unwrap_or_default();
            for (thing, behind) in never.iter().zip(&mut behind) {
                if near.contains(thing) && questions < most {
                    questions += 1;
                    let aimed = aimed(&open, thing.0, thing.1);
                    let comes = winnable(&aimed, &rules, Collect::Nothing, &self.next());
                    behind.extend((comes == Some(true)).then(|| lock.clone()));
                }
            }
        }
        let mut groups: Vec<Never> = Vec::new();
        for (thing, behind) in never.into_iter().zip(behind) {
            match groups.iter_mut().find(|group| group.behind == behind) {
                Some(group) => group.things.push(thing),
                None => groups.push(Never { things: vec![thing], behind }),
            }
        }
        groups.sort_by_key(|group| group.behind.is_empty());
        groups
    }
}
