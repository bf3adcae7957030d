//! The proof of a mission.
//!
//! The verifier gets the mission as a room graph, and uses nothing that the generator computed.

use super::graph::{Mission, RoomId, level_graph, set_level_graph};
use super::request::{KeyOrder, Request};
use super::symbol::{MOST_SWITCHES, Symbol};
use crate::options::Scratch;
use crate::reject::RejectReason;
use level::Limits;
use level::check::SphereItem;
use level::check::certify::{self, certify};
use level::plan::{Move, Plan};
use level::rules::Fact;
use level::rules::Rules;
use level::{Content, Graph, Level};

/// The largest number of states to explore.
const MOST_STATES: u64 = 20_000_000;

/// The proof of a mission: winnable, softlock-free, every key and switch needed, no redundant lock.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    /// A replayed shortest solution; its cost is the number of moves and flips.
    pub plan: Plan,
    /// Number of reachable states.
    pub states: u64,
    /// Number of dead states, from which the goal cannot be reached.
    pub dead_states: u64,
    /// Number of times the solution re-enters a room.
    pub nonlinearity: u32,
    /// By switch: the number of times the solution flips it.
    pub flips: [u32; MOST_SWITCHES],
    /// Keys and switches without which the goal cannot be reached; each was removed alone.
    pub needed: Vec<Fact>,
    /// Number of redundant locks of named keys and switches.
    pub redundant_locks: usize,
}

impl Certificate {
    /// The names of the needed keys; a small key is called `key`.
    #[must_use]
    pub fn needed_keys(&self) -> Vec<String> {
        self.names(|symbol| !matches!(symbol, Symbol::SwitchObject(_)))
    }

    /// The names of the needed switches.
    #[must_use]
    pub fn needed_switches(&self) -> Vec<String> {
        self.names(|symbol| matches!(symbol, Symbol::SwitchObject(_)))
    }

    /// The names of those needed things that satisfy a condition.
    fn names(&self, asked: fn(&Symbol) -> bool) -> Vec<String> {
        let symbol = |meaning: &Fact| match *meaning {
            Fact::Symbol(id) => symbol(Content::Symbol(id)),
            Fact::Taken(_) => Some(Symbol::SmallKey),
            Fact::Toggle(n) => symbol(Content::Toggle(n)),
            _ => None,
        };
        let needed = self.needed.iter().filter_map(symbol).filter(asked);
        needed.map(|symbol| symbol.to_string()).collect()
    }
}

/// The symbol of a content of the room graph.
fn symbol(content: Content) -> Option<Symbol> {
    match content {
        Content::Symbol(id) => Some(Symbol::Key(id as u8 + 1)),
        Content::Key => Some(Symbol::SmallKey),
        Content::Toggle(n) => Some(Symbol::SwitchObject(n as u8)),
        _ => None,
    }
}

/// Proves a mission.
///
/// # Errors
/// The first claim that does not hold.
pub fn prove(
    mission: &Mission,
    request: &Request,
    scratch: &mut Scratch,
) -> Result<Certificate, RejectReason> {
    let Scratch { graph, judge, .. } = scratch;
    set_level_graph(mission, graph);
    let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
    let proof = certify(graph, &Rules::default(), &limits, judge)
        .map_err(|_| RejectReason::TooLargeToProve)?;
    refuse(request, graph, &proof)?;
    let certify::Certificate { plan, states, dead_states, needed, redundant_locks, .. } = proof;
    let plan = plan.ok_or(RejectReason::Unwinnable)?;
    let (nonlinearity, flips) = (nonlinearity(mission, &plan), flips(mission, &plan));
    Ok(Certificate { plan, states, dead_states, nonlinearity, flips, needed, redundant_locks })
}

/// Fails with the first claim that does not hold.
fn refuse(
    request: &Request,
    graph: &Graph,
    proof: &certify::Certificate,
) -> Result<(), RejectReason> {
    let is_switch = |meaning: &Fact| matches!(meaning, Fact::Toggle(_));
    let switches = proof.needed.iter().filter(|meaning| is_switch(meaning)).count();
    let keys = proof.needed.len() - switches;
    let wrong = [
        (proof.plan.is_none(), RejectReason::Unwinnable),
        (proof.unreachable > 0, RejectReason::UnreachableRoom),
        (proof.dead_states > 0, RejectReason::Losable),
        (keys != usize::from(request.keys), RejectReason::NeedlessKey),
        (switches != usize::from(request.switches), RejectReason::NeedlessSwitch),
        (proof.redundant_locks > 0, RejectReason::RedundantLock),
        (lacks_choice(request, graph), RejectReason::NoChoiceOfKeys),
    ];
    RejectReason::first(&wrong)
}

/// True if a partial order was requested and no two keys become reachable together.
fn lacks_choice(request: &Request, graph: &Graph) -> bool {
    let asked = request.order == KeyOrder::Partial && request.keys >= 3;
    let is_key = |found: &SphereItem| matches!(found, SphereItem::Thing(_, Content::Symbol(_)));
    asked && {
        let spheres = level::check::spheres(&Level::of_graph(graph.clone()), &Rules::default());
        !spheres.iter().any(|sphere| sphere.iter().filter(|found| is_key(found)).count() >= 2)
    }
}

/// The spheres of a mission: in each the names of the keys and switches that become reachable with those of the
/// spheres before.
#[must_use]
pub fn spheres(mission: &Mission) -> Vec<Vec<String>> {
    let name = |found: &SphereItem| match *found {
        SphereItem::Thing(_, content) => symbol(content).map(|symbol| symbol.to_string()),
        SphereItem::Plate(_) => None,
    };
    let level = Level::of_graph(level_graph(mission));
    let spheres = level::check::spheres(&level, &Rules::default());
    spheres.iter().map(|sphere| sphere.iter().filter_map(name).collect()).collect()
}

/// The rooms that a plan enters, in order.
pub(crate) fn entered(plan: &Plan) -> impl Iterator<Item = RoomId> + '_ {
    plan.moves.iter().filter_map(|action| match action {
        Move::Goto { to, .. } => Some(*to),
        Move::Flip { .. } => None,
    })
}

/// Number of times that a plan enters a room where it was before.
#[must_use]
pub fn nonlinearity(mission: &Mission, plan: &Plan) -> u32 {
    let mut seen = vec![false; mission.rooms.len()];
    let mut again = 0;
    for room in std::iter::once(mission.start).chain(entered(plan)) {
        if let Some(seen) = seen.get_mut(room as usize) {
            again += u32::from(std::mem::replace(seen, true));
        }
    }
    again
}

/// By switch: the number of times a plan flips it.
#[must_use]
pub fn flips(mission: &Mission, plan: &Plan) -> [u32; MOST_SWITCHES] {
    let mut flips = [0; MOST_SWITCHES];
    let mut here = mission.start;
    for action in &plan.moves {
        let item = match action {
            Move::Goto { to, .. } => {
                here = *to;
                None
            }
            Move::Flip { .. } => mission.rooms.get(here as usize).and_then(|room| room.item),
        };
        if let Some(Symbol::SwitchObject(switch)) = item
            && let Some(count) = flips.get_mut(usize::from(switch))
        {
            *count += 1;
        }
    }
    flips
}
