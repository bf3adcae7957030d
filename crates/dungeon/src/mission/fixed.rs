//! The fixed construction: a mission for any request that has enough rooms, on a half-plane.
//!
//! Random attempts often fail if there is a room for each thing and none to spare; this construction always succeeds.
//! A column of switch rooms rises from the entrance, each locked with the switch before it. Two arms grow west and
//! east from its top, the hub. Named keys alternate between the arms: a key and its lock are on different arms, so the
//! near side of the lock can be reached without the key. Small keys lie along one arm, one behind the other. If two
//! keys may be found in either order, they lie on both sides of the entrance, which is then the hub, and the column
//! stands between their locks: the first key opens it, and the second opens the third key's room at its top. If both
//! positions of switches are requested and there is a spare room, that room stands between the hub and the other arm
//! and requires the last switch to be off, after the key behind the switch. The remaining rooms grow at random,
//! without locks. The stream decides which arm is east.

use super::draft::{Draft, NONE};
use super::graph::{KeyStyle, RoomId};
use super::request::KeyTiers;
use super::request::{KeyOrder, Request};
use super::space::{Constraints, Count};
use super::symbol::{Position, Symbol};
use super::tree;
use crate::reject::MissionFault;
use search::{Attempt, Stream};

/// Builds the whole tree with its keys and switches, without intensities.
pub(crate) fn build(
    draft: &mut Draft,
    space: &Count,
    request: &Request,
    attempt: Attempt,
) -> Result<(), MissionFault> {
    let mut stream = attempt.phase("fixed");
    draft.clear(space.cells(), usize::from(request.keys) + 1);
    draft.tiers = KeyTiers::fixed(request);
    let east = if stream.chance(0.5) { 1 } else { -1 };
    let mut plan = Plan {
        draft: &mut *draft,
        space,
        request,
        east,
        hub_height: 0,
        arms: [0; 3],
        lengths: [0; 3],
        to_toggle: request.spare_for_toggles(space.rooms()) > 0,
    };
    plan.entrance();
    plan.keys();
    plan.end();
    fill(draft, space, &mut stream)
}

/// Grows rooms without locks until the number of rooms is reached, at the level of their parents, from any room but
/// the boss's and the goal.
fn fill<C: Constraints + ?Sized>(
    draft: &mut Draft,
    space: &C,
    stream: &mut Stream,
) -> Result<(), MissionFault> {
    let ends = [draft.boss, draft.goal];
    tree::reopen(draft);
    draft.fringe(None).retain(|room| !ends.contains(room));
    while draft.rooms.len() < space.rooms() {
        let (parent, cell) =
            tree::pick(draft, space, None, 0, stream).ok_or(MissionFault::NoSpace)?;
        let level = draft.rooms[parent as usize].level.into();
        draft.add(cell, parent, None, level);
    }
    Ok(())
}

/// The three directions from the hub.
#[derive(Clone, Copy)]
enum Arm {
    West,
    East,
    Up,
}

impl Arm {
    fn other(self) -> Self {
        match self {
            Arm::West => Arm::East,
            Arm::East | Arm::Up => Arm::West,
        }
    }
}

struct Plan<'a> {
    draft: &'a mut Draft,
    space: &'a Count,
    request: &'a Request,
    east: i32,
    hub_height: i32,
    /// The last room of each arm; the hub if the arm is empty.
    arms: [RoomId; 3],
    lengths: [i32; 3],
    /// True if a room that requires the last switch to be off is still to be built.
    to_toggle: bool,
}

impl Plan<'_> {
    /// The entrance; unless two keys may be found in either order, also the column of switches, with its top as the
    /// hub.
    fn entrance(&mut self) {
        let entrance = self.draft.add(self.space.cell(0, 0), NONE, None, 0);
        self.draft.rooms[entrance as usize].item = Some(Symbol::Start);
        self.arms = [entrance; 3];
        if !self.partial() {
            self.column(None, 0);
            self.hub_height = self.lengths[Arm::Up as usize];
            self.arms = [self.arms[Arm::Up as usize]; 3];
            self.lengths = [0; 3];
        }
    }

    fn partial(&self) -> bool {
        self.request.order == KeyOrder::Partial && self.request.keys >= 3
    }

    /// The switch rooms, each locked with the switch before it, the first with `first`.
    fn column(&mut self, first: Option<Symbol>, level: usize) {
        let mut lock = first;
        for switch in 0..self.request.switches {
            let room = self.grow(Arm::Up, lock, level);
            self.draft.rooms[room as usize].item = Some(Symbol::SwitchObject(switch));
            self.draft.switch_rooms.push(room);
            lock = Some(Symbol::Switch(switch, Position::On));
        }
    }

    /// The keys, each in a room behind the lock of the key before it, the first behind the last switch. A pair of keys
    /// lies without locks, and its locks guard the column and its top.
    fn keys(&mut self) {
        let mut arm = Arm::West;
        for n in 1..=self.request.keys {
            let lock = match n {
                1 | 2 if self.partial() => None,
                1 => self.last_switch(),
                _ => self.lock_of(n - 1),
            };
            if self.partial() && n == 3 {
                let first = self.lock_of(1);
                self.column(first, 1);
                let last_switch = self.last_switch();
                self.grow(Arm::Up, last_switch.or(first), 1);
                self.place_key(Arm::Up, lock, n);
            } else {
                self.turn_off(arm, n);
                self.place_key(arm, lock, n);
                arm = self.next(arm);
            }
        }
    }

    /// If it is still to be built, grows the room that requires the last switch to be off, in front of the lock of the
    /// key that lies where the switch is on.
    fn turn_off(&mut self, arm: Arm, n: u8) {
        let first = if self.partial() { 3 } else { 1 };
        if n > first && self.to_toggle {
            let last = self.request.switches.checked_sub(1);
            self.grow(arm, last.map(|last| Symbol::Switch(last, Position::Off)), 0);
            self.to_toggle = false;
        }
    }

    /// The boss and the goal, behind the last lock.
    fn end(&mut self) {
        let keys = self.request.keys;
        // The boss goes on another arm than the last key. That key is at the top if it is the third and there is a
        // pair; else keys alternate between west and east, and a third key at the top shifts the later ones by one.
        let arm = match (self.request.key_style, keys) {
            (KeyStyle::Small, _) if self.toggles() => Arm::East,
            (KeyStyle::Small, _) | (_, 0) => Arm::West,
            _ if (keys % 2 == 1) != (self.partial() && keys > 3) => Arm::East,
            _ => Arm::West,
        };
        self.turn_off(arm, keys.saturating_add(1));
        let lock = if keys == 0 { self.last_switch() } else { self.lock_of(keys) };
        let level = usize::from(keys);
        let boss_lock = if keys > 0 && !self.request.boss_locked {
            self.grow(arm, lock, level);
            None
        } else {
            lock
        };
        let boss = self.grow(arm, boss_lock, level);
        self.draft.rooms[boss as usize].item = Some(Symbol::Boss);
        (self.draft.boss, self.draft.goal) = (boss, boss);
        if self.request.goal_room {
            self.draft.goal = self.grow(arm, None, level);
            self.draft.rooms[self.draft.goal as usize].item = Some(Symbol::Goal);
        }
    }

    /// True if some room requires the last switch to be off.
    fn toggles(&self) -> bool {
        self.request.spare_for_toggles(self.space.rooms()) > 0
    }

    /// The next arm: small keys stay on one arm (the east one after the first key, if a switch is flipped back); named
    /// keys alternate.
    fn next(&self, arm: Arm) -> Arm {
        match self.request.key_style {
            KeyStyle::Small if self.toggles() => Arm::East,
            KeyStyle::Small => arm,
            KeyStyle::Named => arm.other(),
        }
    }

    fn last_switch(&self) -> Option<Symbol> {
        self.request.switches.checked_sub(1).map(|last| Symbol::Switch(last, Position::On))
    }

    fn lock_of(&self, n: u8) -> Option<Symbol> {
        Some(self.request.key_style.key(n))
    }

    /// A room with key `n` at the end of an arm.
    fn place_key(&mut self, arm: Arm, lock: Option<Symbol>, n: u8) {
        let level = usize::from(n) - 1;
        let room = self.grow(arm, lock, level);
        self.draft.rooms[room as usize].item = self.lock_of(n);
        self.draft.key_rooms.push(room);
    }

    /// One more room at the end of an arm.
    fn grow(&mut self, arm: Arm, lock: Option<Symbol>, level: usize) -> RoomId {
        let (last, length) = (&mut self.arms[arm as usize], &mut self.lengths[arm as usize]);
        *length += 1;
        let (x, y) = match arm {
            Arm::West => (-self.east * *length, self.hub_height),
            Arm::East => (self.east * *length, self.hub_height),
            Arm::Up => (0, self.hub_height + *length),
        };
        *last = self.draft.add(self.space.cell(x, y), *last, lock, level);
        *last
    }
}
