//! Passages of a designed dungeon, and what they ask for.

use crate::designed::lay::{key_name, plate_name, symbol};
use crate::designed::plan::{Gate, Passage, Plan, Thing};
use crate::layout::Direction;
use level::Requirement;
use serde::Serialize;
use std::collections::BTreeSet;

/// A passage.
#[derive(Serialize)]
pub(super) struct Way {
    a: usize,
    b: usize,
    kind: &'static str,
    needs: Needs,
}

/// The requirements of each direction; `None` where there is no way.
#[derive(Serialize)]
struct Needs {
    a_to_b: Option<Vec<String>>,
    b_to_a: Option<Vec<String>>,
}

/// A passage. `off` has the pairs of rooms between which blocks or water are in the way.
pub(super) fn way(passage: &Passage, plan: &Plan, off: &BTreeSet<(u32, u32)>) -> Way {
    let [from, to] = passage.ends;
    let stair = matches!(passage.side.direction, Direction::Up | Direction::Down);
    let boss = passage.ends.contains(&plan.boss()) && !plan.peaceful;
    let pair = (from.min(to) as u32, from.max(to) as u32);
    let kind = match &passage.gate {
        Gate::Bombable => "bombable",
        Gate::Keys(_) if boss => "boss_lock",
        Gate::Keys(_) => "lock",
        Gate::Puzzle(_) => "puzzle",
        Gate::Plate(_) => "plate",
        Gate::Water => "water",
        Gate::OneWay | Gate::Shutter(_) => "one_way",
        Gate::SmallLock => "small_lock",
        Gate::Switch(..) => "switch",
        Gate::Open if off.contains(&pair) => "blocks",
        Gate::Open if stair => "stairs",
        Gate::Open => "open",
    };
    let there = asked(plan, &passage.gate, stair);
    let back = match passage.gate {
        Gate::OneWay => None,
        Gate::Puzzle(_) | Gate::Plate(_) => Some(asked(plan, &Gate::Open, stair)),
        _ => Some(there.clone()),
    };
    let turned = from > to;
    let [a_to_b, b_to_a] = if turned { [back, Some(there)] } else { [Some(there), back] };
    Way { a: from.min(to), b: from.max(to), kind, needs: Needs { a_to_b, b_to_a } }
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
