//! Keepers: each key is held by something that suits the family, and in a dungeon of few rooms no two by the same.

use super::gating::Gating;
use super::site::RoomId;
use super::{Gate, Passage, Thing, enemies};
use crate::designed::holder::Holder;
use crate::designed::rooms::Family;
use crate::designed::texts::Texts;
use search::Stream;

/// Number of a family's holders, the first of them, that come before its others.
const FAVOURED: usize = 3;
/// Number of rooms up to which no holder comes twice.
const EACH_ONCE: usize = 24;

/// Chance of a dungeon that one of its keys lies behind a secret wall, so that bombs are needed.
const WALLED: f64 = 0.15;

/// Gives every key a holder, as far as there are any that fit.
pub(super) fn keep(gating: &mut Gating<'_>, family: Family, stream: &mut Stream) {
    let mut rooms: Vec<RoomId> =
        (0..gating.full.len()).filter(|&room| key_in(gating, room).is_some()).collect();
    stream.shuffle(&mut rooms);
    // The item comes last: there are as many holders as there are, and most keys are to have one.
    rooms.sort_by_key(|&room| key_in(gating, room) == Some(None));
    let walled = stream.chance(WALLED);
    let all: Vec<Holder> = Texts::of(family).holders().collect();
    let of_family = |holder: Holder| all.iter().position(|&one| one == holder);
    let mut left = all.clone();
    left.retain(|&holder| walled || holder != Holder::SecretWall);
    stream.shuffle(&mut left);
    // What suits the family comes first, and a holder that takes passages before one that only takes the room.
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

/// True of a holder that is in the room alone.
fn takes_no_passage(holder: Holder) -> bool {
    matches!(holder, Holder::Choice | Holder::GuardedAltar | Holder::Ambush)
}

/// True if enemies can stand in a room.
fn can_be_fought_in(gating: &Gating<'_>, room: RoomId) -> bool {
    let plan = &gating.plan;
    let (quiet, _) = enemies::routes(plan);
    let spared = [plan.start(), plan.goal(), plan.boss()].contains(&room);
    !gating.peaceful && !spared && !quiet.contains(&room)
}

/// The key, if a room holds one; that of the item is none.
fn key_in(gating: &Gating<'_>, room: RoomId) -> Option<Option<usize>> {
    gating.plan.things[room].iter().find_map(|thing| match thing {
        Thing::Key(key) => Some(Some(*key)),
        Thing::Item => Some(None),
        _ => None,
    })
}

/// Builds a holder; false where it does not fit.
fn build(gating: &mut Gating<'_>, room: RoomId, holder: Holder, stream: &mut Stream) -> bool {
    let on = gating.leaf_on(room);
    match holder {
        Holder::CollapsingBridge | Holder::FloodingVault => {
            let key = key_in(gating, room).flatten();
            on.zip(key).is_some_and(|(on, key)| shut(gating, [on, room], key, stream))
        }
        Holder::PlatePortcullis | Holder::BlockPuzzle => {
            gating.is_plated(room) || on.is_some_and(|on| gating.plate(on, room))
        }
        Holder::LeverTunnel => on.is_some_and(|on| gating.puzzle(on, room)),
        Holder::Island => {
            let item = gating.plan.things.iter().position(|held| held.contains(&Thing::Item));
            let before = |key: usize, item: RoomId| {
                gating.lock_at.get(key).copied().flatten() > Some(gating.plan.at[item])
            };
            let key = key_in(gating, room).flatten();
            let later = key.zip(item).is_some_and(|(key, item)| before(key, item));
            let dry = |on: &RoomId| !gating.is_yard(*on);
            later && on.filter(dry).is_some_and(|on| gating.close(on, room, Gate::Water))
        }
        Holder::SecretWall => {
            gating.has_bombs() && on.is_some_and(|on| gating.close(on, room, Gate::Bombable))
        }
        Holder::Choice => {
            let free = !gating.plan.things[room].iter().any(|t| matches!(t, Thing::Treasure(_)));
            if free && room != gating.plan.start() {
                let treasure = gating.new_treasure();
                gating.lay(room, Thing::Treasure(treasure));
                return true;
            }
            false
        }
        Holder::GuardedAltar | Holder::Ambush => can_be_fought_in(gating, room),
    }
}

/// Shuts the way into a room behind whoever takes its key, and opens a drop out of it to where they were before.
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
