//! What a generated level must prove before it leaves: winnable, unlosable, everything needed, no lock
//! redundant. The same questions as [`crate::check`], answered fast and without words.

use super::{dead, locks};
use crate::graph::Graph;
use crate::plan::Plan;
use crate::rules::Rules;
use crate::rules::bits::Bits;
use crate::rules::room::{Layout, Meaning, TooManyBits, World};
use crate::solve::space::{Limit, Limits, Scope, Space};
use crate::solve::{Verdict, verdict};
use crate::with_width;

/// A judge's working memory, to be used from level to level.
#[derive(Default)]
pub struct Judge {
    space: Space<1>,
}

/// What was proved of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// A cheapest plan, replayed; `None` for a level that cannot be won.
    pub plan: Option<Plan>,
    /// How many states can be reached.
    pub states: u64,
    /// How many of them are dead.
    pub dead_states: u64,
    /// How many nodes no state is in.
    pub unreachable: usize,
    /// The pick-ups, symbols and toggles without which the level can still be won.
    pub needless: Vec<Meaning>,
    /// The pick-ups, symbols and toggles without which it cannot.
    pub needed: Vec<Meaning>,
    /// How many locks change nothing; see [`super::check`].
    pub redundant_locks: usize,
}

/// Why a level was not certified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Uncertified {
    /// It keeps track of too many things.
    #[error(transparent)]
    TooManyBits(#[from] TooManyBits),
    /// A limit came first.
    #[error("a limit came before the proof: {0:?}")]
    Limit(Limit),
}

/// Proves what can be proved of a graph.
///
/// # Errors
/// When the proof could not be finished.
pub fn certify(
    graph: &Graph,
    rules: &Rules,
    limits: &Limits<'_>,
    judge: &mut Judge,
) -> Result<Certificate, Uncertified> {
    let layout = Layout::of(graph, rules);
    if layout.len() <= Bits::<1>::CAPACITY {
        return certify_in(graph, rules, &layout, limits, &mut judge.space);
    }
    with_width!(graph, rules, |layout| certify_wide::<W>(graph, rules, &layout, limits))?
}

fn certify_wide<const W: usize>(
    graph: &Graph,
    rules: &Rules,
    layout: &Layout,
    limits: &Limits<'_>,
) -> Result<Certificate, Uncertified> {
    certify_in::<W>(graph, rules, layout, limits, &mut Space::default())
}

fn certify_in<const W: usize>(
    graph: &Graph,
    rules: &Rules,
    layout: &Layout,
    limits: &Limits<'_>,
    space: &mut Space<W>,
) -> Result<Certificate, Uncertified> {
    let mut world = World::<W>::new(graph, rules, layout);
    space.explore(&world, Scope::Transitions, limits).map_err(Uncertified::Limit)?;
    let dead = dead::dead(&world, space);
    let mut certificate = Certificate {
        plan: match verdict(&world, space, None) {
            Verdict::Solvable { plan, .. } => Some(plan),
            Verdict::Unsolvable | Verdict::Unknown(_) => None,
        },
        states: space.len() as u64,
        dead_states: dead.iter().filter(|&&dead| dead).count() as u64,
        unreachable: unreachable(space, world.nodes()),
        needless: Vec::new(),
        needed: Vec::new(),
        redundant_locks: locks::redundant(&world, space),
    };
    for (bit, meaning) in world.meanings().to_vec().into_iter().enumerate() {
        if matches!(meaning, Meaning::KeyPair(..) | Meaning::BombPair(..)) {
            continue;
        }
        world.ban(Bits::one(bit));
        space.explore(&world, Scope::FirstGoal, limits).map_err(Uncertified::Limit)?;
        let kept = if space.goal().is_some() {
            &mut certificate.needless
        } else {
            &mut certificate.needed
        };
        kept.push(meaning);
    }
    Ok(certificate)
}

fn unreachable<const W: usize>(space: &Space<W>, nodes: usize) -> usize {
    let mut reached = vec![false; nodes];
    space.states().for_each(|(_, node)| reached[node as usize] = true);
    reached.iter().filter(|&&reached| !reached).count()
}
