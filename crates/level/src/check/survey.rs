//! Survey of a made level: the number of states and of dead ones, and whether each thing that lies about is
//! needed.
//!
//! The same questions as [`crate::check`](mod@crate::check), answered from one world: a thing taken away is a bit that is never
//! set, and open ground is drawn together once for all of them. `check` changes the level and begins anew,
//! so that either is a twin of the other.

use super::change::{Change, changed};
use super::explored::Counted;
use super::locks::things;
use super::needed::{Need, Visited};
use super::winnable::winnable;
use super::{contracted, count_in};
use crate::limits::{Limit, Limits};
use crate::model::{Content, Level};
use crate::plan::Walk;
use crate::rules::{
    Bits, Collect, Fact, Facts, Position, Prepared, Rules, TooManyBits, World, in_world,
    is_too_large,
};
use crate::solve::explore::{Scope, Space};
use crate::solve::{Options, Verdict, solve_in};

/// A survey of a level that a walk wins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Survey {
    /// The number of states there are, and how many of them are dead.
    pub counted: Counted,
    /// Each thing that lies about, in the order of the file, with whether the level can be won without it alone.
    pub things: Vec<Need>,
    /// True if it can be won without all of those at once that are not needed; `None` when a limit came first.
    pub together: Option<bool>,
}

/// Counts the states of a level and asks about each thing that lies about in it.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
///
/// ```
/// // A key for the door, and bombs that nothing asks for.
/// let level = quandary_level::formats::text::read("#######\n#@ki+*#\n#######\n")?;
/// let solution = quandary_level::solve::solve(&level, &Default::default(), &Default::default(), &Default::default())?;
/// let quandary_level::solve::Verdict::Solvable { walk, .. } = solution.verdict else { panic!() };
/// let survey = quandary_level::check::survey::survey(&level, &Default::default(), &walk, &Default::default())?;
/// let needed: Vec<_> = survey.things.iter().map(|need| need.needed).collect();
/// assert_eq!(needed, [Some(true), Some(false)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn survey(
    level: &Level,
    rules: &Rules,
    walk: &Walk,
    limits: &Limits<'_>,
) -> Result<Survey, TooManyBits> {
    if is_too_large(level, limits) {
        return Ok(Survey::default());
    }
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    in_world!(prepared, world => survey_in((level, &prepared), world, walk, limits))
}

/// Solves a level and, if a plan is found, surveys it: both in one world, which is laid out once.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
pub fn solve_and_survey(
    level: &Level,
    rules: &Rules,
    limits: &Limits<'_>,
) -> Result<(Verdict, Survey), TooManyBits> {
    if is_too_large(level, limits) {
        return Ok((Verdict::Unknown(Limit::Memory), Survey::default()));
    }
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    in_world!(prepared, world => {
        let verdict = solve_in(&world, Some(level), &Options::default(), limits).verdict;
        let survey = match &verdict {
            Verdict::Solvable { walk, .. } => survey_in((level, &prepared), world, walk, limits),
            _ => Survey::default(),
        };
        (verdict, survey)
    })
}

fn survey_in<const W: usize>(
    (level, prepared): (&Level, &Prepared<'_>),
    world: World<W>,
    walk: &Walk,
    limits: &Limits<'_>,
) -> Survey {
    let visited = Visited::by(level, walk);
    let mut worlds = Worlds::of(world);
    let lying = things(level);
    let counted = count_in(&worlds.whole, limits);
    let facts = prepared.facts();
    let mut without = |changes: &[&Change]| {
        let bit = |change: &&Change| bit(level, &lying, facts, change).map(Bits::one);
        let bits: Option<Bits<W>> = changes.iter().map(bit).collect();
        bits.and_then(|bits| worlds.winnable_without(bits, limits)).or_else(|| {
            let (level, rules) = changed(level, prepared.rules, changes);
            winnable(&level, &rules, Collect::Nothing, limits)
        })
    };
    let all = lying.iter().map(|&(at, content)| Change::Remove(at, content));
    let need = |change: Change| {
        let needed = match visited.touches(level, &change) {
            true => without(&[&change]).map(|winnable| !winnable),
            false => Some(false),
        };
        Need { without: change, needed }
    };
    let things: Vec<Need> = all.map(need).collect();
    let optional = things.iter().filter(|need| need.needed == Some(false));
    let optional: Vec<&Change> = optional.map(|need| &need.without).collect();
    let together = match optional[..] {
        [] | [_] => Some(true),
        _ => without(&optional),
    };
    Survey { counted, things, together }
}

/// The bit that is never set when one thing is taken away; none where that is not all there is to it.
fn bit(
    level: &Level,
    lying: &[(Position, Content)],
    facts: &Facts,
    change: &Change,
) -> Option<usize> {
    let Change::Remove(Position::Cell(cell), content) = *change else { return None };
    let is_given =
        level.plates().iter().any(|plate| plate.gives.map(Content::Symbol) == Some(content));
    let only = || !is_given && lying.iter().filter(|(_, other)| *other == content).count() == 1;
    let fact = match content {
        Content::Symbol(id) => Fact::Symbol(id),
        Content::Toggle(id) => Fact::Toggle(id),
        _ => return facts.bit(Fact::Item(cell)),
    };
    only().then(|| facts.bit(fact))?
}

/// A world with its open ground drawn together, and two easier questions about its blocks.
struct Worlds<const W: usize> {
    whole: World<W>,
    /// The world with blocks that cannot be pushed: if it can be won, so can the real one.
    fixed: Option<World<W>>,
    /// The world with blocks that are in nobody's way: if it cannot be won, neither can the real one.
    bare: Option<World<W>>,
    space: Space<W>,
}

impl<const W: usize> Worlds<W> {
    fn of(world: World<W>) -> Self {
        // Where blocks can ever stand the ground is not drawn together, so that theirs follow from what is left.
        let whole = contracted(world);
        let blocks = whole.has_blocks();
        Self {
            fixed: blocks.then(|| contracted(whole.with_fixed_blocks())),
            bare: blocks.then(|| contracted(whole.with_real_blocks(&[]))),
            whole,
            space: Space::default(),
        }
    }

    /// True if it can be won without some bits; `None` where it is the blocks that decide, or a limit came
    /// first.
    fn winnable_without(&mut self, bits: Bits<W>, limits: &Limits<'_>) -> Option<bool> {
        let mut ask = |world: &mut World<W>| {
            world.ban(bits);
            let ended = self.space.explore(world, Scope::FirstGoal, limits);
            world.ban(Bits::default());
            match self.space.goal() {
                Some(_) => Some(true),
                None => ended.is_ok().then_some(false),
            }
        };
        match (&mut self.fixed, &mut self.bare) {
            (Some(fixed), Some(bare)) => match ask(fixed) {
                Some(true) => Some(true),
                _ => ask(bare).filter(|winnable| !winnable),
            },
            _ => ask(&mut self.whole),
        }
    }
}
