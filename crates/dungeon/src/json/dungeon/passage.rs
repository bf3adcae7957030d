//! Passages of a dungeon, and what they ask for.

use crate::designed::lay::{key_name, plate_name, symbol};
use crate::designed::plan::{self, Gate, Plan, Thing};
use crate::layout::Direction;
use crate::named::named;
use level::Requirement;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

named! {
    /// The kind of a passage: the first that fits.
    pub enum Lock {
        /// A wall that bombs open.
        Bombable = "bombable",
        /// Asks for any small key, and uses it up.
        SmallLock = "small_lock",
        /// The door of the boss, which asks for a key.
        BossLock = "boss_lock",
        /// Asks for a key.
        Lock = "lock",
        /// Asks for a position of a switch.
        Switch = "switch",
        /// Asks for a puzzle to be solved in the room before it.
        Puzzle = "puzzle",
        /// A portcullis that blocks on plates raise.
        Plate = "plate",
        /// Leads through water.
        Water = "water",
        /// Leads one way only, or shuts behind.
        OneWay = "one_way",
        /// Asks for nothing, but blocks or water are in the way.
        Blocks = "blocks",
        /// Leads to another floor.
        Stairs = "stairs",
        /// Asks for nothing.
        Open = "open",
    }
}

/// A passage between two rooms.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Passage {
    /// The room with the smaller number.
    pub a: usize,
    /// The other room.
    pub b: usize,
    /// What bars it.
    pub kind: Lock,
    /// What it asks for.
    pub needs: Needs,
}

/// The requirements of each direction by their names in the level; `None` where there is no way.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Needs {
    /// From `a` to `b`.
    pub a_to_b: Option<Vec<String>>,
    /// From `b` to `a`.
    pub b_to_a: Option<Vec<String>>,
}

/// A passage. `off` has the pairs of rooms between which blocks or water are in the way.
pub(super) fn passage(passage: &plan::Passage, plan: &Plan, off: &BTreeSet<(u32, u32)>) -> Passage {
    let [from, to] = passage.ends;
    let stair = matches!(passage.side.direction, Direction::Up | Direction::Down);
    let boss = passage.ends.contains(&plan.boss()) && !plan.peaceful;
    let pair = (from.min(to) as u32, from.max(to) as u32);
    let kind = match &passage.gate {
        Gate::Bombable => Lock::Bombable,
        Gate::Keys(_) if boss => Lock::BossLock,
        Gate::Keys(_) => Lock::Lock,
        Gate::Puzzle(_) => Lock::Puzzle,
        Gate::Plate(_) => Lock::Plate,
        Gate::Water => Lock::Water,
        Gate::OneWay | Gate::Shutter(_) => Lock::OneWay,
        Gate::SmallLock => Lock::SmallLock,
        Gate::Switch(..) => Lock::Switch,
        Gate::Open if off.contains(&pair) => Lock::Blocks,
        Gate::Open if stair => Lock::Stairs,
        Gate::Open => Lock::Open,
    };
    let there = asked(plan, &passage.gate, stair);
    let back = match passage.gate {
        Gate::OneWay => None,
        Gate::Puzzle(_) | Gate::Plate(_) => Some(asked(plan, &Gate::Open, stair)),
        _ => Some(there.clone()),
    };
    let turned = from > to;
    let [a_to_b, b_to_a] = if turned { [back, Some(there)] } else { [Some(there), back] };
    Passage { a: from.min(to), b: from.max(to), kind, needs: Needs { a_to_b, b_to_a } }
}

/// The requirements of a gate, by their names in the level.
fn asked(plan: &Plan, gate: &Gate, stair: bool) -> Vec<String> {
    let mut asked: Vec<String> = match gate {
        Gate::Open => Vec::new(),
        Gate::Bombable => vec![Requirement::Bombable],
        Gate::Water => vec![Requirement::ItemLocked],
        Gate::OneWay => vec![Requirement::SoftLocked],
        Gate::SmallLock => vec![Requirement::KeyLocked],
        Gate::Switch(switch, on) => vec![Requirement::Toggle(*switch as u32, *on)],
        Gate::Keys(_) | Gate::Puzzle(_) | Gate::Plate(_) | Gate::Shutter(_) => Vec::new(),
    }
    .into_iter()
    .map(|requirement| level::Graph::default().requirement_name(requirement))
    .collect();
    match gate {
        Gate::Keys(keys) => {
            asked.extend(keys.iter().map(|&key| format!("symbol:{}", key_name(key))));
        }
        Gate::Puzzle(puzzle) => {
            let name = symbol(plan, Thing::Solution(*puzzle));
            asked.extend(name.map(|name| format!("symbol:{name}")));
        }
        Gate::Plate(plate) => asked.push(format!("symbol:plate:{}", plate_name(*plate))),
        Gate::Shutter(key) => asked.push(format!("lacks:symbol:{}", key_name(*key))),
        Gate::Open
        | Gate::Bombable
        | Gate::Water
        | Gate::OneWay
        | Gate::SmallLock
        | Gate::Switch(..) => {}
    }
    asked.extend(stair.then(|| "stair".to_owned()));
    asked
}
