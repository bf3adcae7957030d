//! The proof required of every generated level: winnable, softlock-free, every thing needed, no lock redundant. It
//! answers the same questions as [`crate::check`](mod@crate::check), faster and without explanations.

use super::{explored, locks};
use crate::limits::{Limit, Limits};
use crate::model::Graph;
use crate::plan::{Plan, follow};
use crate::rules::facts::with_width;
use crate::rules::world::builder::WorldBuilder;
use crate::rules::{
    Bits, Blocks, Config, Door, Fact, Facts, Location, Rules, TooManyBits, World, prepared,
};
use crate::solve::explore::{Scope, Space};

/// The working memory of [`certify`], reused from level to level.
#[derive(Default)]
pub struct Scratch {
    memory: Memory<1>,
}

/// The world of a level, its state space, and its state space without one thing.
#[derive(Default)]
struct Memory<const W: usize> {
    builder: WorldBuilder<W>,
    whole: Space<W>,
    without: Space<W>,
}

/// The properties proved of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Certificate {
    /// A cheapest plan, replayed; `None` if the level cannot be won.
    pub plan: Option<Plan>,
    /// Number of reachable states.
    pub states: u64,
    /// Number of dead states.
    pub dead_states: u64,
    /// Number of unreachable nodes.
    pub unreachable: usize,
    /// The pick-ups, symbols and toggles without which the level can still be won.
    pub needless: Vec<Fact>,
    /// The pick-ups, symbols and toggles without which the level cannot be won.
    pub needed: Vec<Fact>,
    /// Number of locks whose removal leaves the reachable states unchanged.
    pub redundant_locks: usize,
}

/// The reason why a level was not certified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Uncertified {
    /// The level needs more state bits than the engine has.
    #[error(transparent)]
    TooManyBits(#[from] TooManyBits),
    /// A limit came first.
    #[error("{0} came before the proof")]
    Limit(Limit),
}

/// Proves the properties of a graph.
///
/// # Errors
/// [`Uncertified`] if the proof could not be finished.
pub fn certify(
    graph: &Graph,
    rules: &Rules,
    limits: &Limits<'_>,
    scratch: &mut Scratch,
) -> Result<Certificate, Uncertified> {
    let facts = Facts::of(graph, rules);
    if facts.len() <= Bits::<1>::CAPACITY {
        return certify_in(graph, rules, &facts, limits, &mut scratch.memory);
    }
    with_width!(facts.len(), certify_wide::<W>(graph, rules, &facts, limits))?
}

fn certify_wide<const W: usize>(
    graph: &Graph,
    rules: &Rules,
    facts: &Facts,
    limits: &Limits<'_>,
) -> Result<Certificate, Uncertified> {
    certify_in::<W>(graph, rules, facts, limits, &mut Memory::default())
}

fn certify_in<const W: usize>(
    graph: &Graph,
    rules: &Rules,
    facts: &Facts,
    limits: &Limits<'_>,
    memory: &mut Memory<W>,
) -> Result<Certificate, Uncertified> {
    let Memory { builder, whole: space, without } = memory;
    prepared::describe(builder, graph, rules, facts);
    let world = builder.finish();
    let reversible = world.is_reversible();
    let scope = if reversible { Scope::Everything } else { Scope::Transitions };
    space.explore(world, scope, limits).map_err(Uncertified::Limit)?;
    let mut certificate = Certificate {
        plan: space.goal().map(|goal| space.plan(goal)).filter(|plan| wins(world, plan)),
        states: space.len() as u64,
        dead_states: match (reversible, space.goal()) {
            (true, Some(_)) => 0,
            (true, None) => space.len() as u64,
            (false, _) => explored::dead(world, space).iter().filter(|&&dead| dead).count() as u64,
        },
        unreachable: unreachable(space, world.locations()),
        needless: Vec::new(),
        needed: Vec::new(),
        redundant_locks: locks::redundant(world, space),
    };
    for (bit, fact) in facts.iter().enumerate() {
        let bit = Bits::one(bit);
        world.ban(bit);
        let needed = match fact {
            Fact::KeyPair(..) | Fact::BombPair(..) => continue,
            // A player who starts with bombs needs no bomb pick-up.
            Fact::BombsHeld if rules.start.bombs > 0 => certificate.plan.is_none(),
            Fact::Toggle(_) => stuck_loses(world, &bit, space, without, limits)?,
            _ => untaken_loses(world, &bit, space, without, limits)?,
        };
        let kept = if needed { &mut certificate.needed } else { &mut certificate.needless };
        kept.push(fact);
    }
    Ok(certificate)
}

/// True if the replay of a plan wins.
pub(super) fn wins<const W: usize>(world: &World<W>, plan: &Plan) -> bool {
    follow(world, plan, &mut Blocks::default(), |_, _| ())
        .is_ok_and(|(location, config)| world.is_goal(location, &config))
}

/// True if no goal can be reached while a toggle stays off.
///
/// Plays that never flip the toggle are a subset of all plays. If the toggle is on in every goal state, none of them
/// wins.
fn stuck_loses<const W: usize>(
    world: &World<W>,
    toggle: &Bits<W>,
    whole: &Space<W>,
    without: &mut Space<W>,
    limits: &Limits<'_>,
) -> Result<bool, Uncertified> {
    if whole.goals().all(|(config, _)| config.bits.meets(toggle)) {
        return Ok(true);
    }
    without.explore(world, Scope::FirstGoal, limits).map_err(Uncertified::Limit)?;
    Ok(without.goal().is_none())
}

/// True if no goal can be reached while one thing cannot be taken.
///
/// A thing once taken is never lost. So every state of the whole space without the thing is reached without ever taking
/// it, and remains reachable here. Only the states behind the moves that take the thing are left to explore.
fn untaken_loses<const W: usize>(
    world: &World<W>,
    thing: &Bits<W>,
    whole: &Space<W>,
    without: &mut Space<W>,
    limits: &Limits<'_>,
) -> Result<bool, Uncertified> {
    let holds_none = |(config, location): (&Config<W>, Location)| {
        world.is_goal(location, config) && !config.bits.meets(thing)
    };
    if whole.goals().any(holds_none) {
        return Ok(false);
    }
    let takes = |(config, _, door): &(&Config<W>, Location, Door)| {
        world.gives(door.to).meets(thing) && !config.bits.meets(thing)
    };
    let enter = |(config, _, door): (&Config<W>, Location, Door)| {
        Some((door.to, world.step(config, door, &mut Blocks::default())?))
    };
    let entered = whole.gains().filter(takes).filter_map(enter);
    let known = |location, config: &Config<W>| whole.contains(config, location);
    without
        .explore_from(
            world,
            world.start(&mut Blocks::default()).into_iter().chain(entered),
            known,
            Scope::FirstGoal,
            limits,
        )
        .map_err(Uncertified::Limit)?;
    Ok(without.goal().is_none())
}

fn unreachable<const W: usize>(space: &Space<W>, nodes: usize) -> usize {
    let mut reached = vec![false; nodes];
    space.states().for_each(|(_, node)| reached[node as usize] = true);
    reached.iter().filter(|&&reached| !reached).count()
}
