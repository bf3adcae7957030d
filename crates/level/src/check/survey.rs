//! Survey of a generated level: number of states and of dead states, and for each thing whether it is needed.
//!
//! The questions are those of [`crate::check`](mod@crate::check), answered from one world: a removed thing is a bit
//! that is never set, and the world is contracted once for all questions. `check` changes the level and builds a new
//! world for each question, so each implementation tests the other.

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

/// A survey of a winnable level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Survey {
    /// Number of states, and of dead states.
    pub counted: Counted,
    /// Each thing in the order of the file, with whether the level can be won without it alone.
    pub things: Vec<Need>,
    /// True if the level can be won without all unneeded things at once; `None` if a limit came first.
    pub together: Option<bool>,
}

/// Counts the states of a level and decides for each thing whether it is needed.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
///
/// ```
/// // A key for the door, and bombs that no lock requires.
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

/// Solves a level and, if a plan is found, surveys it. Both use one world.
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

/// The bit of a removed thing; `None` if its removal changes more than that bit.
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

/// A contracted world, and two simplifications of its blocks.
struct Worlds<const W: usize> {
    whole: World<W>,
    /// The world with immovable blocks: if it can be won, so can the real one.
    fixed: Option<World<W>>,
    /// The world without blocks in the way: if it cannot be won, neither can the real one.
    bare: Option<World<W>>,
    space: Space<W>,
}

impl<const W: usize> Worlds<W> {
    fn of(world: World<W>) -> Self {
        // Cells on which blocks can ever stand are not contracted. So both simplifications follow from the contracted
        // world.
        let whole = contracted(world);
        let blocks = whole.has_blocks();
        Self {
            fixed: blocks.then(|| contracted(whole.with_fixed_blocks())),
            bare: blocks.then(|| contracted(whole.with_real_blocks(&[]))),
            whole,
            space: Space::default(),
        }
    }

    /// True if the world can be won without some bits; `None` if the blocks decide, or a limit came first.
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
