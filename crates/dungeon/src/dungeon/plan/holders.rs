//! Purposes and enemies of rooms, and the holders of keys.

use super::Steps;
use super::gating::Gating;
use super::playthrough::Playthrough;
use super::site::RoomId;
use super::{Gate, Passage, Pattern, Plan, Thing};
use crate::dungeon::rooms::Family;
use crate::dungeon::texts::Texts;
use crate::purpose::Holder;
use crate::purpose::Purpose;
use search::Stream;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// Maximum enemy load of a room.
const HEAVIEST: f64 = 5.0;
/// Minimum load of the guards of an altar: there are two of them.
const GUARDS: u8 = 4;

/// Assigns a load to every room with enemies, and a purpose to every room.
pub(super) fn assign_purposes(
    plan: &mut Plan,
    playthrough: Option<&Playthrough>,
    stream: &mut Stream,
) {
    let steps = Steps::of(plan).from(plan.start());
    let far = steps.iter().copied().max().unwrap_or(1).max(1) as f64;
    let loads: Vec<u8> = (0..plan.enemies.len())
        .map(|room| {
            if plan.enemies[room] == 0 {
                return 0;
            }
            // The load rises with the distance; now and then a room is easier.
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
            // These holders need enemies.
            Some(Holder::GuardedAltar | Holder::Ambush) if *load == 0 => *holder = None,
            Some(Holder::GuardedAltar) => *load = (*load).max(GUARDS),
            _ => {}
        }
    }
    let entered = |room: RoomId| playthrough.and_then(|playthrough| playthrough.entered.at(room));
    let boss_met = entered(boss);
    let rests = |room: RoomId| entered(room).is_some_and(|at| Some(at) < boss_met);
    plan.purposes = (0..plan.enemies.len()).map(|room| purpose(plan, room, rests(room))).collect();
    let item = plan.things.iter().position(|things| things.contains(&Thing::Item));
    let lesser = [Purpose::Fight, Purpose::Passage, Purpose::Hub, Purpose::LockView];
    // On the way to the item, as near to it as possible.
    let before = item.filter(|_| !plan.peaceful).and_then(|item| {
        let fits = |&room: &usize| {
            room != item && plan.at[room] <= plan.at[item] && lesser.contains(&plan.purposes[room])
        };
        let rooms = (0..plan.things.len()).filter(fits);
        let on_the_way = |room: usize| entered(room).filter(|&at| Some(at) < entered(item));
        let passed = |room: &usize| on_the_way(*room).is_some();
        let last = rooms.filter(passed).max_by_key(|&room| (on_the_way(room), plan.at[room]));
        // Otherwise the item itself is guarded.
        last.or((item != plan.start()).then_some(item))
    });
    if let Some(room) = before {
        plan.purposes[room] = Purpose::MiniBoss;
        plan.enemies[room] = HEAVIEST as u8;
    }
}

/// The first purpose that fits a room. `rests` is true if the room is entered before the boss room.
fn purpose(plan: &Plan, room: RoomId, rests: bool) -> Purpose {
    let things = &plan.things[room];
    let has = |wanted: fn(&Thing) -> bool| things.iter().any(wanted);
    // Collected once; this function runs often, for every drawn plan.
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

/// True if a passage of a room requires a thing that lies at least as far from the entrance as the room.
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

/// True if something valuable is visible from a room, across water or behind a lock.
fn shows_something(plan: &Plan, room: RoomId, around: &[&Passage]) -> bool {
    around.iter().any(|passage| {
        let beyond = passage.ends[usize::from(passage.ends[0] == room)];
        let barred = matches!(passage.gate, Gate::Water | Gate::Keys(_) | Gate::SmallLock);
        barred && passage.ends[0] == room && !plan.things[beyond].is_empty()
    })
}

/// The minimum share of rooms with enemies, and the maximum excess over it.
const SHARE: [f64; 2] = [0.62, 0.16];

/// Places enemies in about two of three rooms, rather far away than near, not at the entrance nor in block rooms.
/// Leaves a rest room without enemies on the way to the boss.
pub(super) fn place_enemies(
    gating: &mut Gating<'_>,
    playthrough: Option<&Playthrough>,
    stream: &mut Stream,
) {
    if gating.peaceful {
        finds(gating, stream);
        return;
    }
    let plan = &gating.plan;
    let (quiet, fought) = routes(plan);
    let mut spared = vec![plan.start(), plan.goal(), plan.boss()];
    spared.extend(playthrough.and_then(|playthrough| rest(plan, playthrough)));
    spared.extend(quiet);
    let many = plan.things.len();
    let fits = |room: &RoomId| !spared.contains(room) && !gating.is_block_room(*room);
    let mut rooms: Vec<RoomId> = (0..many).filter(fits).collect();
    stream.shuffle(&mut rooms);
    let guarded = |room: RoomId| {
        let holder = plan.holders[room];
        let waited = matches!(holder, Some(Holder::GuardedAltar | Holder::Ambush));
        fought.contains(&room) || waited || is_free(plan, room)
    };
    let steps = Steps::of(plan).from(plan.start());
    let far = steps.iter().copied().max().unwrap_or(0);
    rooms.sort_by_cached_key(|&room| {
        // Prefers rooms without things.
        let bare = usize::from(plan.things[room].is_empty());
        (!guarded(room), Reverse(steps[room] + bare * far / 4))
    });
    rooms.truncate((many as f64 * (SHARE[0] + SHARE[1] * stream.unit())).round() as usize);
    rooms.push(plan.boss());
    for room in rooms {
        gating.plan.enemies[room] = 1;
    }
}

/// True if a treasure lies in an ungated room; the price is a fight.
fn is_free(plan: &Plan, room: RoomId) -> bool {
    let treasure = plan.things[room].iter().any(|thing| matches!(thing, Thing::Treasure(_)));
    treasure && plan.passages_of(room).all(|passage| passage.gate == Gate::Open)
}

/// The last room on the way to the boss that can be a rest room.
fn rest(plan: &Plan, playthrough: &Playthrough) -> Option<RoomId> {
    let boss = playthrough.entered.at(plan.boss())?;
    let fits =
        |&room: &RoomId| plan.things[room].is_empty() && purpose(plan, room, true) == Purpose::Rest;
    let rooms = (0..plan.things.len()).filter(fits);
    let entered = rooms.filter_map(|room| Some((playthrough.entered.at(room)?, room)));
    entered.filter(|&(at, _)| at < boss).max().map(|(_, room)| room)
}

/// Places things in most of the empty rooms.
fn finds(gating: &mut Gating<'_>, stream: &mut Stream) {
    let bare = |room: &RoomId| {
        !gating.full[*room] && gating.plan.things[*room].is_empty() && !gating.is_block_room(*room)
    };
    let mut rooms: Vec<RoomId> = (0..gating.full.len()).filter(bare).collect();
    stream.shuffle(&mut rooms);
    rooms.truncate(rooms.len() * 4 / 5);
    for room in rooms {
        let treasure = gating.new_treasure();
        gating.place(room, Thing::Treasure(treasure));
    }
}

/// The rooms inside the safe arc and inside the dangerous arc of each dangerous route.
fn routes(plan: &Plan) -> (Vec<RoomId>, Vec<RoomId>) {
    let (mut quiet, mut fought) = (Vec::new(), Vec::new());
    for cycle in plan.cycles.iter().filter(|cycle| cycle.pattern == Pattern::DangerousRoute) {
        let mut arcs = [&cycle.arc_a, &cycle.arc_b];
        arcs.sort_by_key(|arc| arc.len());
        let [short, long] = arcs.map(|arc| arc[1..arc.len() - 1].to_vec());
        quiet.extend(long);
        fought.extend(short);
    }
    (quiet, fought)
}

/// Number of a family's first holders that are preferred.
const FAVOURED: usize = 3;
/// Maximum number of rooms for which no holder is repeated.
const EACH_ONCE: usize = 24;

/// Probability that a key lies behind a secret wall, which makes bombs necessary.
const WALLED: f64 = 0.15;

/// Gives a holder to every key, as far as one fits.
pub(super) fn assign_holders(gating: &mut Gating<'_>, family: Family, stream: &mut Stream) {
    let mut rooms: Vec<RoomId> =
        (0..gating.full.len()).filter(|&room| key_in(gating, room).is_some()).collect();
    stream.shuffle(&mut rooms);
    // The item comes last: the number of holders is limited, and most keys should get one.
    rooms.sort_by_key(|&room| key_in(gating, room) == Some(None));
    let walled = stream.chance(WALLED);
    let all: Vec<Holder> = Texts::of(family).holders().collect();
    let of_family = |holder: Holder| all.iter().position(|&one| one == holder);
    let mut left = all.clone();
    left.retain(|&holder| walled || holder != Holder::SecretWall);
    stream.shuffle(&mut left);
    // Holders that suit the family come first, then holders that use passages before those that use only the room.
    left.sort_by_key(|&holder| (of_family(holder) >= Some(FAVOURED), takes_no_passage(holder)));
    let again = left.clone();
    for room in rooms {
        let mut fits = |holder: &Holder| build(gating, room, *holder, stream);
        let holder = left.iter().copied().find(&mut fits);
        let many = gating.full.len() > EACH_ONCE;
        let holder = holder.or_else(|| {
            let mut fits = |holder: &Holder| build(gating, room, *holder, stream);
            again.iter().copied().find(|holder| many && fits(holder))
        });
        left.retain(|&other| Some(other) != holder);
        gating.plan.holders[room] = holder;
    }
}

/// True if a holder uses only the room.
fn takes_no_passage(holder: Holder) -> bool {
    matches!(holder, Holder::Choice | Holder::GuardedAltar | Holder::Ambush)
}

/// True if enemies can be placed in a room.
fn can_be_fought_in(gating: &Gating<'_>, room: RoomId) -> bool {
    let plan = &gating.plan;
    let (quiet, _) = routes(plan);
    let spared = [plan.start(), plan.goal(), plan.boss()].contains(&room);
    !gating.peaceful && !spared && !quiet.contains(&room)
}

/// The key in a room: `Some(None)` for the item, `None` without a key.
fn key_in(gating: &Gating<'_>, room: RoomId) -> Option<Option<usize>> {
    gating.plan.things[room].iter().find_map(|thing| match thing {
        Thing::Key(key) => Some(Some(*key)),
        Thing::Item => Some(None),
        _ => None,
    })
}

/// Builds a holder; false if it does not fit.
fn build(gating: &mut Gating<'_>, room: RoomId, holder: Holder, stream: &mut Stream) -> bool {
    let on = gating.leaf_on(room);
    match holder {
        Holder::CollapsingBridge | Holder::FloodingVault => {
            let key = key_in(gating, room).flatten();
            on.zip(key).is_some_and(|(on, key)| shut(gating, [on, room], key, stream))
        }
        Holder::PlatePortcullis => {
            gating.is_plated(room) || on.is_some_and(|on| gating.plate(on, room))
        }
        Holder::BlockPuzzle => {
            let pushed = gating.is_plated(room) || gating.is_bridged(room);
            pushed || on.is_some_and(|on| gating.block_room(on, room))
        }
        Holder::LeverTunnel => on.is_some_and(|on| gating.puzzle(on, room)),
        Holder::Island => {
            let item = gating.plan.things.iter().position(|held| held.contains(&Thing::Item));
            let before = |key: usize, item: RoomId| {
                gating.lock_at.get(key).copied().flatten() > Some(gating.plan.at[item])
            };
            let key = key_in(gating, room).flatten();
            let later = key.zip(item).is_some_and(|(key, item)| before(key, item));
            let dry = |on: &RoomId| !gating.is_block_room(*on);
            later && on.filter(dry).is_some_and(|on| gating.close(on, room, Gate::Water))
        }
        Holder::SecretWall => {
            gating.has_bombs() && on.is_some_and(|on| gating.close(on, room, Gate::Bombable))
        }
        Holder::Choice => {
            let free = !gating.plan.things[room].iter().any(|t| matches!(t, Thing::Treasure(_)));
            if free && room != gating.plan.start() {
                let treasure = gating.new_treasure();
                gating.place(room, Thing::Treasure(treasure));
                return true;
            }
            false
        }
        Holder::GuardedAltar | Holder::Ambush => can_be_fought_in(gating, room),
    }
}

/// Closes the way into a room once its key is taken, and opens a drop from it to the room before.
fn shut(gating: &mut Gating<'_>, [on, room]: [RoomId; 2], key: usize, stream: &mut Stream) -> bool {
    let plan = &gating.plan;
    let regions = gating.regions();
    let spared = [plan.start(), plan.goal(), plan.boss(), on];
    let contacts = plan.site.contacts.iter().filter(|contact| contact.ends.contains(&room));
    let sides = contacts.flat_map(|contact| {
        let other = contact.ends[usize::from(contact.ends[0] == room)];
        let out = |side: &super::site::Side| {
            if contact.ends[0] == room { *side } else { side.beyond() }
        };
        contact.sides.iter().map(move |side| (other, out(side)))
    });
    let drops: Vec<Passage> = sides
        .filter(|(other, _)| !spared.contains(other))
        .filter(|(other, _)| regions[*other].is_some() && regions[*other] <= regions[on])
        .map(|(other, side)| Passage { ends: [room, other], side, gate: Gate::OneWay })
        .filter(|drop| !drop.is_stair())
        .collect();
    let Some(drop) = stream.pick(&drops).cloned() else { return false };
    if regions[on].is_none() || !gating.close(on, room, Gate::Shutter(key)) {
        return false;
    }
    gating.plan.passages.push(drop);
    true
}
