//! One question: can a changed level be won, and not be lost?

use crate::check::explored::explore;
use crate::check::reversible;
use crate::limits::{Limit, Limits};
use crate::model::level::Level;
use crate::rules::facts::with_width;
use crate::rules::prepared::{Prepared, is_too_large};
use crate::rules::world::World;
use crate::rules::world::contract::Contracted;
use crate::rules::{Collect, Location, Position, Rules};

/// The answer, with the work that it took in states.
pub(super) struct Judged {
    pub(super) answer: Answer,
    pub(super) work: u64,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// It can be won, and cannot be lost.
    Safe,
    /// It can be lost, or cannot be won. With some traps: the places of a way into a dead state, and of all that it leads
    /// to. None where they are not known.
    Losable(Vec<Vec<Position>>),
    /// A limit came first.
    Unknown(Limit),
}

/// Work of a question beside its states, as many states as take so long.
const WORK_OF_A_QUESTION: u64 = 100;

/// The states of a level with blocks that are found at first: among them one is often dead beyond doubt, and no more need
/// be found.
const LOOK: u64 = 2_000;

/// Judges a level as [`check`](super::super::check) does, without a plan or a witness; tells of at most so many traps.
pub(super) fn judge(level: &Level, rules: &Rules, limits: &Limits<'_>, traps: usize) -> Judged {
    let unknown = |limit| Judged { answer: Answer::Unknown(limit), work: WORK_OF_A_QUESTION };
    if is_too_large(level, limits) {
        return unknown(Limit::Memory);
    }
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    let judged = with_width!(prepared.facts().len(), judge_in::<W>(&prepared, limits, traps));
    // No limit can be raised for a level that keeps track of too many things.
    judged.unwrap_or_else(|_| unknown(Limit::Memory))
}

fn judge_in<const W: usize>(prepared: &Prepared<'_>, limits: &Limits<'_>, traps: usize) -> Judged {
    let world = prepared.world::<W>();
    let contracted = world.is_of_tiles().then(|| world.contracted());
    let whole = contracted.as_ref().map_or(&world, |contracted| &contracted.world);
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
        Some(limit) if limit != Limit::Cancelled && reversible::loses_nothing(&world) => {
            match reversible::plan(&world) {
                Some(_) => Answer::Safe,
                None => Answer::Losable(Vec::new()),
            }
        }
        _ if space.has_dead() || limit.is_none() && !space.has_goal() => {
            let traps = space.traps(traps).into_iter();
            Answer::Losable(traps.map(|trap| places(&world, contracted.as_ref(), &trap)).collect())
        }
        Some(limit) => Answer::Unknown(limit),
        None => Answer::Safe,
    };
    let work = work + space.counted().1 + world.locations() as u64 + WORK_OF_A_QUESTION;
    Judged { answer, work }
}

/// The places that some locations of the explored world stand for; what a warp only passes is none.
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
