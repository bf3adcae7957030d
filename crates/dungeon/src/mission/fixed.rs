//! The fixed construction: a mission for any request that has enough rooms, on a half-plane.
//!
//! Random attempts fail if there is a room for each thing and none to spare. This one always
//! stands. From the entrance a column of switch rooms rises, each locked with the switch before it. From
//! its top, the hub, two arms grow west and east. Named keys are laid alternately: the lock of each key
//! stands on the other arm than the key itself, so that its near side can be reached without it. Small
//! keys lie along one arm, one behind the other. Where two keys may be had in either order, they lie on
//! both sides of the entrance, which is the hub, and the column stands between their locks: the first
//! opens it, the second opens the third key's room at its top. Where both positions of switches are wanted and a room
//! is to spare, it stands between the hub and the other arm and asks for the last switch off, when the key behind it
//! has been had. Rooms that are left grow at random, without locks. The stream decides which arm is east.

use super::draft::{Draft, NONE};
use super::graph::{KeyStyle, RoomId};
use super::request::KeyTiers;
use super::request::{KeyOrder, Request};
use super::space::{Constraints, Count};
use super::symbol::{Position, Symbol};
use super::tree;
use crate::reject::MissionFault;
use search::{Attempt, Stream};

/// Lays the whole tree with its keys and switches; intensities are still to be worked out.
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

/// Grows rooms without locks until the budget of rooms is spent, at the level of their parents, from any room
/// but the boss's and the goal.
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
    /// The last room of each arm; the hub where it has none yet.
    arms: [RoomId; 3],
    lengths: [i32; 3],
    /// True if a room is still to ask for the last switch off.
    to_toggle: bool,
}

impl Plan<'_> {
    /// The entrance; without a choice of keys, the column of switches above it, its top the hub.
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

    /// The switch rooms, each locked with the switch before it, the first as given.
    fn column(&mut self, first: Option<Symbol>, level: usize) {
        let mut lock = first;
        for switch in 0..self.request.switches {
            let room = self.grow(Arm::Up, lock, level);
            self.draft.rooms[room as usize].item = Some(Symbol::SwitchObject(switch));
            self.draft.switch_rooms.push(room);
            lock = Some(Symbol::Switch(switch, Position::On));
        }
    }

    /// The keys, each in a room behind the lock of the key before it, the first behind the last switch.
    /// A pair lies free, and its locks guard the column and its top.
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
                self.lay(Arm::Up, lock, n);
            } else {
                self.turn_off(arm, n);
                self.lay(arm, lock, n);
                arm = self.next(arm);
            }
        }
    }

    /// Grows a room that asks for the last switch off, before the lock of the key for which that switch is on,
    /// if such a room is still to be made.
    fn turn_off(&mut self, arm: Arm, n: u8) {
        let first = if self.partial() { 3 } else { 1 };
        if n > first && self.to_toggle {
            let last = self.request.switches.checked_sub(1);
            self.grow(arm, last.map(|last| Symbol::Switch(last, Position::Off)), 0);
            self.to_toggle = false;
        }
    }

    /// The boss and the goal behind the last lock.
    fn end(&mut self) {
        let keys = self.request.keys;
        // The boss goes on another arm than the last key, which lies up where a pair's third is the last,
        // and otherwise west and east in turn; the third key up puts the turns of later ones off by one.
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

    /// True if there is a room that asks for the last switch off, or is to be.
    fn toggles(&self) -> bool {
        self.request.spare_for_toggles(self.space.rooms()) > 0
    }

    /// Small keys stay on one arm, after the first one if a switch is flipped back for the others; named ones change
    /// sides.
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
    fn lay(&mut self, arm: Arm, lock: Option<Symbol>, n: u8) {
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
