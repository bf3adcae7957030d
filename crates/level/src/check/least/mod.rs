//! A proof that nobody can get stuck, without counting states: by what is held at least.
//!
//! Keys and bombs that are used up left aside, more in hand is never worse. So it is enough to know for every *place* (a
//! location, how the blocks of its room stand, which toggles are on) what whoever stands there holds for sure; and to show
//! that with no more than that the way leads back to the start, or to a goal. At the start the walk begins again with more in hand
//! than ever: if the level can be won at all, it can still be won. Where this is too little, places are told apart by
//! what each way there brings.
//!
//! There are as many places as a level has cells, or few more, while its states grow twofold with each key. What this
//! does not prove may yet be so.

mod outings;
mod places;
mod walk;

use crate::limits::{Clock, Limit, Limits};
use crate::model::level::Level;
use crate::plan::{Plan, Walk, replay_in};
use crate::rules::facts::with_width;
use crate::rules::prepared::Prepared;
use crate::rules::world::World;
use crate::rules::{Collect, Rules, TooManyBits};
use places::Places;

/// The outcome of a proof by what is held at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// From everywhere that can be reached a goal can be reached; of so many places this was shown.
    Unlosable {
        /// Number of places.
        places: u64,
    },
    /// Nothing is known: somewhere too little is known to be in hand, or the rules are not of this kind.
    Open,
}

/// Tries to prove that a level can be won, and that nobody can get stuck in it.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
///
/// ```
/// use quandary_level::check::least::{Proof, prove};
/// let level = quandary_level::formats::text::read("#######\n#@..*.#\n#######\n")?;
/// let proof = prove(&level, &Default::default(), &Default::default())?;
/// assert!(matches!(proof, Proof::Unlosable { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove(level: &Level, rules: &Rules, limits: &Limits<'_>) -> Result<Proof, TooManyBits> {
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    with_width!(
        prepared.facts().len(),
        prove_in::<W>(&super::count::contracted(prepared.world()), limits)
    )
}

/// A plan, replayed, that fetches the nearest thing again and again; not a cheapest one. `None` where this leads nowhere,
/// which it never does in a level of which [`prove`] shows that nobody can get stuck.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
pub fn walk(
    level: &Level,
    rules: &Rules,
    limits: &Limits<'_>,
) -> Result<Option<Walk>, TooManyBits> {
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    with_width!(prepared.facts().len(), walk_in::<W>(&prepared.world(), limits))
}

/// True if a level can be won by fetching the nearest thing again and again. False says nothing.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
pub fn wins(level: &Level, rules: &Rules, limits: &Limits<'_>) -> Result<bool, TooManyBits> {
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    let walk = with_width!(
        prepared.facts().len(),
        walk_in::<W>(&super::count::contracted(prepared.world()), limits)
    );
    walk.map(|walk| walk.is_some())
}

fn walk_in<const W: usize>(world: &World<W>, limits: &Limits<'_>) -> Option<Walk> {
    replay_in(world, &plan_in(world, limits)?).ok()
}

/// A plan through a world that fetches the nearest thing again and again; `None` where this leads nowhere.
pub(super) fn plan_in<const W: usize>(world: &World<W>, limits: &Limits<'_>) -> Option<Plan> {
    walk::walk(world, &Clock::start(limits)).ok().flatten()
}

/// Tries to prove it of a world, whose open ground is drawn together.
pub(super) fn prove_in<const W: usize>(world: &World<W>, limits: &Limits<'_>) -> Proof {
    let found = try_in(world, &Clock::start(limits));
    found.ok().flatten().unwrap_or(Proof::Open)
}

/// # Errors
/// The limit that came first.
fn try_in<const W: usize>(world: &World<W>, clock: &Clock<'_>) -> Result<Option<Proof>, Limit> {
    let Some(modes) = world.modes() else { return Ok(None) };
    let Some(places) = Places::find(world, modes, clock)? else { return Ok(None) };
    let number = places.len() as u64;
    if all_lead_out(world, &places, clock)? || all_lead_out(world, &places.split(), clock)? {
        return Ok(Some(Proof::Unlosable { places: number }));
    }
    Ok(None)
}

/// True if ways lead from every place to a goal, or to a start that wins.
fn all_lead_out<const W: usize>(
    world: &World<W>,
    places: &Places<W>,
    clock: &Clock<'_>,
) -> Result<bool, Limit> {
    let homes = outings::homes_that_win(world, places, clock)?;
    let mut back = places.back_to(world, &homes);
    outings::all_get_out(world, places, &mut back, clock)
}
