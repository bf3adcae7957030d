//! Search for the first set of changes that repairs a level.
//!
//! Each question that fails yields a *lesson*: the tested set, and all changes that may undo its trap. A set that
//! contains the same of these changes fails as well and needs no question.

use super::{Ground, MOST_CHANGES, Outcome, Repair, RepairChange, mended, repair_changes};
use crate::check::explored::explore;
use crate::check::reversible;
use crate::limits::{Limit, Limits};
use crate::model::Level;
use crate::rules::world::contract::Contracted;
use crate::rules::{Collect, Location, Position, Prepared, Rules, World, in_world, is_too_large};
use clock::Instant;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ops::{ControlFlow, Range};

/// A set of changes, as ascending indices of candidates.
type Set = SmallVec<[u32; MOST_CHANGES]>;

/// Limit on states of all questions together, as a multiple of the limit for one question.
const QUESTIONS_WORTH: u64 = 6;

/// Number of traps examined: of the original level, and of a changed level.
const TRAPS: (usize, usize) = (64, 4);

/// Limits on lessons: of one set, and in total.
const LESSONS: (usize, usize) = (64, 20_000);

/// Number of kinds of changes.
const KINDS: u32 = 5;

pub(super) fn search(level: &Level, rules: &Rules, limits: &Limits<'_>) -> Outcome {
    let ground = Ground::of(level, rules);
    // A level that was checked before has few enough bits.
    let Ok(mut changes) = repair_changes(level, rules) else {
        return Outcome::Unknown(Limit::Memory);
    };
    changes.retain(|change| !ground.is_idle(change));
    let kind = |kind: u32| {
        let begin = changes.partition_point(|change| change.kind() < kind) as u32;
        begin..changes.partition_point(|change| change.kind() <= kind) as u32
    };
    let mut search = Search {
        level,
        rules,
        limits,
        begin: Instant::now(),
        kinds: std::array::from_fn(|i| kind(i as u32 + 1)),
        ground,
        changes: &changes,
        lessons: FxHashMap::default(),
        many_lessons: 0,
        work: 0,
        unanswered: None,
    };
    search.run()
}

struct Search<'a> {
    level: &'a Level,
    rules: &'a Rules,
    limits: &'a Limits<'a>,
    begin: Instant,
    ground: Ground<'a>,
    changes: &'a [RepairChange],
    /// By kind: the range of its candidates.
    kinds: [Range<u32>; KINDS as usize],
    /// Lessons. Key: the members of the tested set that may undo its trap. Value: all changes that may undo it.
    lessons: FxHashMap<Set, Vec<Places>>,
    many_lessons: usize,
    /// The work of all questions, in states.
    work: u64,
    /// The limit that left a question open, if any.
    unanswered: Option<Limit>,
}

/// The end of the search.
enum End {
    Found(Box<Repair>),
    Limit(Limit),
}

impl Search<'_> {
    fn run(&mut self) -> Outcome {
        let mut found = self.ask(&Set::new());
        for many in 1..=MOST_CHANGES as u32 {
            for sum in many..=many * KINDS {
                if found.is_continue() {
                    found = self.extend(&mut Set::new(), many, sum);
                }
            }
        }
        match found {
            ControlFlow::Break(End::Found(repair)) => Outcome::Mended(repair),
            ControlFlow::Break(End::Limit(limit)) => Outcome::Unknown(limit),
            ControlFlow::Continue(()) => {
                self.unanswered.map_or(Outcome::Impossible, Outcome::Unknown)
            }
        }
    }

    /// Tries all sets that begin with `set` and have `more` further changes whose kinds add up to `sum`.
    fn extend(&mut self, set: &mut Set, more: u32, sum: u32) -> ControlFlow<End> {
        let after = set.last().map_or(0, |last| last + 1);
        if more == 1 {
            return self.finish(set, after, sum);
        }
        // Kinds of later changes are never smaller.
        for kind in
            (1..=KINDS).filter(|kind| kind * more <= sum && sum <= kind + (more - 1) * KINDS)
        {
            let Range { start, end } = self.kinds[kind as usize - 1];
            for place in start.max(after)..end {
                set.push(place);
                self.extend(set, more - 1, sum - kind)?;
                set.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// Tries all sets that extend `set` by one change of a kind.
    fn finish(&mut self, set: &mut Set, after: u32, kind: u32) -> ControlFlow<End> {
        let Some(Range { start, end }) = self.kinds.get(kind as usize - 1).cloned() else {
            return ControlFlow::Continue(());
        };
        let wanted = self.wanted(set);
        for place in start.max(after)..end {
            if wanted.as_ref().is_some_and(|wanted| !wanted.contains(place)) {
                continue;
            }
            set.push(place);
            if !self.is_known(set) {
                self.ask(set)?;
            }
            set.pop();
        }
        ControlFlow::Continue(())
    }

    /// The changes of which one must be added to a set, by the lessons about it.
    fn wanted(&self, set: &Set) -> Option<Places> {
        let mut wanted: Option<Places> = None;
        self.lessons_of(set, &mut |places| {
            wanted = Some(wanted.as_ref().map_or_else(|| places.clone(), |w| w.and(places)));
            false
        });
        wanted
    }

    /// True if a lesson shows that a set does not repair the level.
    fn is_known(&self, set: &Set) -> bool {
        self.lessons_of(set, &mut |_| true)
    }

    /// Calls `stop` with each lesson about a set until it returns true. Returns true if it did.
    fn lessons_of(&self, set: &Set, stop: &mut dyn FnMut(&Places) -> bool) -> bool {
        (0..1_u32 << set.len()).any(|chosen| {
            let part = (0..).zip(set).filter(|(i, _)| chosen >> i & 1 != 0).map(|(_, &c)| c);
            let part: Set = part.collect();
            let others = || set.iter().filter(|change| !part.contains(change));
            let lessons = self.lessons.get(&part).into_iter().flatten();
            lessons.filter(|places| !others().any(|&other| places.contains(other))).any(&mut *stop)
        })
    }

    /// Checks the level with a set of changes.
    fn ask(&mut self, set: &Set) -> ControlFlow<End> {
        let changes: Vec<&RepairChange> =
            set.iter().map(|&place| &self.changes[place as usize]).collect();
        let Some((level, rules)) = mended(self.level, self.rules, &changes) else {
            return ControlFlow::Continue(());
        };
        let most = self.limits.states.map_or(u64::MAX, |most| most.saturating_mul(QUESTIONS_WORTH));
        if self.work > most {
            return ControlFlow::Break(End::Limit(Limit::States));
        }
        let traps = if set.is_empty() { TRAPS.0 } else { TRAPS.1 };
        let answered = answer(&level, &rules, &self.limits.since(self.begin), traps);
        self.work = self.work.saturating_add(answered.work);
        match answered.answer {
            Answer::Safe => {
                let changes = changes.into_iter().cloned().collect();
                let repair = Repair { changes, smallest: self.unanswered.is_none(), level };
                return ControlFlow::Break(End::Found(Box::new(repair)));
            }
            Answer::CanSoftlock(traps) => self.learn(set, traps),
            Answer::Unknown(limit @ (Limit::Time | Limit::Cancelled)) => {
                return ControlFlow::Break(End::Limit(limit));
            }
            Answer::Unknown(limit) => self.unanswered = Some(limit),
        }
        ControlFlow::Continue(())
    }

    /// Stores the lessons of a set that does not repair the level.
    fn learn(&mut self, set: &Set, traps: Vec<Vec<Position>>) {
        for trap in traps {
            let may = Places::of(&self.ground.may_undo(&trap, self.changes));
            let part: Set = set.iter().copied().filter(|&place| may.contains(place)).collect();
            let known = self.lessons.entry(part).or_default();
            let is_full = known.len() >= LESSONS.0 || self.many_lessons >= LESSONS.1;
            if !is_full && !known.contains(&may) {
                known.push(may);
                self.many_lessons += 1;
            }
        }
    }
}

/// A set of changes, as bits.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Places(Vec<u64>);

impl Places {
    fn of(flags: &[bool]) -> Self {
        let word = |flags: &[bool]| {
            let bits = (0..).zip(flags).filter(|(_, flag)| **flag);
            bits.fold(0, |word, (bit, _): (u32, _)| word | 1 << bit)
        };
        Self(flags.chunks(64).map(word).collect())
    }

    #[inline]
    fn contains(&self, place: u32) -> bool {
        let word = self.0.get(place as usize / 64);
        word.is_some_and(|word| word >> (place % 64) & 1 != 0)
    }

    fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }
}

// -------------------------------------------------------------------------------------------------
// One question: is a changed level winnable and softlock-free?

/// The answer, and the work in states.
pub(super) struct Answered {
    pub(super) answer: Answer,
    work: u64,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The level is winnable and softlock-free.
    Safe,
    /// The level has a softlock or cannot be won. Each entry is a trap: the positions of a path into a dead state and
    /// of everything reachable from there. Empty if no traps are known.
    CanSoftlock(Vec<Vec<Position>>),
    /// A limit came first.
    Unknown(Limit),
}

/// Fixed work of a question, in states.
const WORK_OF_A_QUESTION: u64 = 100;

/// Limit on states of a first, short exploration of a level with blocks. It often finds a dead state, which decides the
/// question.
const LOOK: u64 = 2_000;

/// Checks a level as [`check`](crate::check::check) does, without plan and witness, and returns at most `traps` traps.
pub(super) fn answer(level: &Level, rules: &Rules, limits: &Limits<'_>, traps: usize) -> Answered {
    let unknown = |limit| Answered { answer: Answer::Unknown(limit), work: WORK_OF_A_QUESTION };
    if is_too_large(level, limits) {
        return unknown(Limit::Memory);
    }
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    let answered = in_world!(prepared, world => answer_in(&world, limits, traps));
    // A level with too many bits is unanswerable under any limit.
    answered.unwrap_or_else(|_| unknown(Limit::Memory))
}

fn answer_in<const W: usize>(world: &World<W>, limits: &Limits<'_>, traps: usize) -> Answered {
    let contracted = world.is_of_tiles().then(|| world.contracted());
    let whole = contracted.as_ref().map_or(world, |contracted| &contracted.world);
    let few = Limits { states: Some(limits.states.map_or(LOOK, |most| most.min(LOOK))), ..*limits };
    let looked = (whole.has_blocks() && !whole.resets()).then(|| explore(whole, &few));
    let (looked, work) = match looked {
        Some(space) if space.limit() == Some(Limit::States) && !space.has_dead() => {
            (None, space.counted().1)
        }
        looked => (looked, 0),
    };
    let space = looked.unwrap_or_else(|| explore(whole, limits));
    let limit = space.limit().or_else(|| space.is_vast().then_some(Limit::Rooms));
    let answer = match limit {
        Some(limit) if limit != Limit::Cancelled && reversible::loses_nothing(world) => {
            match reversible::plan(world) {
                Some(_) => Answer::Safe,
                None => Answer::CanSoftlock(Vec::new()),
            }
        }
        _ if space.has_dead() || limit.is_none() && !space.has_goal() => {
            let traps = space.traps(traps).into_iter();
            Answer::CanSoftlock(
                traps.map(|trap| places(world, contracted.as_ref(), &trap)).collect(),
            )
        }
        Some(limit) => Answer::Unknown(limit),
        None => Answer::Safe,
    };
    let work = work + space.counted().1 + world.locations() as u64 + WORK_OF_A_QUESTION;
    Answered { answer, work }
}

/// The positions behind some locations of the explored world. Locations that a warp only passes have none.
fn places<const W: usize>(
    world: &World<W>,
    contracted: Option<&Contracted<W>>,
    trap: &[Location],
) -> Vec<Position> {
    let explored = contracted.map_or(world, |contracted| &contracted.world);
    let mut is_met = vec![false; explored.locations()];
    trap.iter().for_each(|&location| is_met[location as usize] = true);
    let stands_for = |location: Location| match contracted {
        Some(contracted) => contracted.stands_for[location as usize],
        None => location,
    };
    let locations = 0..world.locations() as Location;
    let met = locations.filter(|&location| is_met[stands_for(location) as usize]);
    met.filter_map(|location| world.position(location)).collect()
}
