//! Purposes of rooms, and the loads of their enemies.

use super::outing::Outing;
use super::site::RoomId;
use super::steps::Steps;
use super::{Gate, Passage, Plan, Thing};
use crate::designed::holder::Holder;
use crate::purpose::Purpose;
use search::Stream;
use smallvec::SmallVec;

/// The largest load of a room's enemies.
const HEAVIEST: f64 = 5.0;
/// The least load of the guards of an altar: there are two of them.
const GUARDS: u8 = 4;

/// Gives every room with enemies a load, and every room its purpose.
pub(super) fn tell(plan: &mut Plan, outing: Option<&Outing>, stream: &mut Stream) {
    let steps = Steps::of(plan).from(plan.start());
    let far = steps.iter().copied().max().unwrap_or(1).max(1) as f64;
    let loads: Vec<u8> = (0..plan.enemies.len())
        .map(|room| {
            if plan.enemies[room] == 0 {
                return 0;
            }
            // It rises with the way, and every so often there is an easier room.
            let rise = 1.0 + (HEAVIEST - 0.6) * steps[room] as f64 / far;
            let ease = if stream.chance(0.25) { 1.2 } else { 0.0 };
            (rise - ease).round().clamp(1.0, HEAVIEST) as u8
        })
        .collect();
    plan.enemies = loads;
    let boss = plan.boss();
    if plan.enemies[boss] > 0 {
        plan.enemies[boss] = HEAVIEST as u8;
    }
    for (load, holder) in plan.enemies.iter_mut().zip(&mut plan.holders) {
        match holder {
            // Nobody is there: then nobody is told of.
            Some(Holder::GuardedAltar | Holder::Ambush) if *load == 0 => *holder = None,
            Some(Holder::GuardedAltar) => *load = (*load).max(GUARDS),
            _ => {}
        }
    }
    let entered = |room: RoomId| outing.and_then(|outing| outing.entered(room));
    let boss_met = entered(boss);
    let rests = |room: RoomId| entered(room).is_some_and(|at| Some(at) < boss_met);
    plan.purposes = (0..plan.enemies.len()).map(|room| purpose(plan, room, rests(room))).collect();
    let item = plan.things.iter().position(|things| things.contains(&Thing::Item));
    let lesser = [Purpose::Fight, Purpose::Passage, Purpose::Hub, Purpose::LockView];
    // On the way to the item, as near to it as may be.
    let before = item.filter(|_| !plan.peaceful).and_then(|item| {
        let fits = |&room: &usize| {
            room != item && plan.at[room] <= plan.at[item] && lesser.contains(&plan.purposes[room])
        };
        let rooms = (0..plan.things.len()).filter(fits);
        let on_the_way = |room: usize| entered(room).filter(|&at| Some(at) < entered(item));
        let passed = |room: &usize| on_the_way(*room).is_some();
        let last = rooms.filter(passed).max_by_key(|&room| (on_the_way(room), plan.at[room]));
        // Else the item itself is guarded.
        last.or((item != plan.start()).then_some(item))
    });
    if let Some(room) = before {
        plan.purposes[room] = Purpose::MiniBoss;
        plan.enemies[room] = HEAVIEST as u8;
    }
}

/// The first purpose that fits a room, in which one `rests` where it lies on the way to the boss.
pub(super) fn purpose(plan: &Plan, room: RoomId, rests: bool) -> Purpose {
    let things = &plan.things[room];
    let has = |wanted: fn(&Thing) -> bool| things.iter().any(wanted);
    // Asked for again and again, of every plan that is drawn.
    let around: SmallVec<[&Passage; 8]> = plan.passages_of(room).collect();
    let passages = around.len();
    let bombable = around.iter().all(|passage| passage.gate == Gate::Bombable);
    let plates = around
        .iter()
        .any(|passage| matches!(passage.gate, Gate::Plate(_)) && passage.ends[0] == room);
    let fits = |purpose| match purpose {
        Purpose::Entrance => room == plan.start(),
        Purpose::Goal => room == plan.goal(),
        Purpose::Boss => !plan.peaceful && room == plan.boss(),
        Purpose::Secret => bombable,
        Purpose::Key => has(|thing| matches!(thing, Thing::Key(_) | Thing::Item)),
        Purpose::Treasure => has(|thing| matches!(thing, Thing::Treasure(_))),
        Purpose::Puzzle => plates || has(|thing| matches!(thing, Thing::Solution(_))),
        Purpose::LockView => is_lock_view(plan, room, &around),
        Purpose::Rest => rests && plan.enemies[room] == 0,
        Purpose::Hub => passages >= 4,
        Purpose::Fight => plan.enemies[room] > 0,
        Purpose::Vista => shows_something(plan, room, &around),
        Purpose::MiniBoss => false,
        Purpose::Passage => true,
    };
    Purpose::ALL.into_iter().find(|&purpose| fits(purpose)).unwrap_or(Purpose::Passage)
}

/// True if a passage of a room asks for what lies no nearer to the entrance than the room.
fn is_lock_view(plan: &Plan, room: RoomId, around: &[&Passage]) -> bool {
    let later = |thing: Thing| {
        let holder = plan.things.iter().position(|things| things.contains(&thing));
        holder.is_some_and(|holder| holder != room && plan.at[holder] >= plan.at[room])
    };
    around.iter().any(|passage| match &passage.gate {
        Gate::Keys(keys) => keys.iter().any(|&key| later(Thing::Key(key))),
        Gate::Water => later(Thing::Item),
        _ => false,
    })
}

/// True if something that is worth having can be seen from a room, over water or behind a lock.
fn shows_something(plan: &Plan, room: RoomId, around: &[&Passage]) -> bool {
    around.iter().any(|passage| {
        let beyond = passage.ends[usize::from(passage.ends[0] == room)];
        let barred = matches!(passage.gate, Gate::Water | Gate::Keys(_) | Gate::SmallLock);
        barred && passage.ends[0] == room && !plan.things[beyond].is_empty()
    })
}
