//! The request for a mission, and its limits.

use super::graph::KeyStyle;
use super::symbol::{MOST_KEYS, MOST_SWITCHES};
use search::Attempt;
use serde::{Deserialize, Serialize};

/// The version of the algorithm: with it, a request, a seed and an attempt give the same mission.
pub const ALGORITHM: &str = "mission/2";

/// The order in which keys can be had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum KeyOrder {
    /// To get a key one needs all before it
    #[default]
    Total,
    /// Some keys can be had in either order
    Partial,
}

/// In which positions switches are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SwitchStyle {
    /// On: one flip will do
    Once,
    /// On for a key and off after that, where the rooms allow it
    #[default]
    Toggle,
}

/// A mission to be made. The number of rooms is a matter of the constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Number of keys, the boss's among them; at most [`MOST_KEYS`].
    pub keys: u8,
    /// Number of switches; at most [`MOST_SWITCHES`].
    pub switches: u8,
    /// In which positions switches are asked for.
    pub switch_style: SwitchStyle,
    /// Order in which keys can be had.
    pub order: KeyOrder,
    /// Kind of keys.
    pub key_style: KeyStyle,
    /// True if there is a goal room behind the boss's; otherwise the boss's room is the goal.
    pub goal_room: bool,
    /// True if the boss's room is locked with the last key; ignored without keys.
    pub boss_locked: bool,
    /// Number of attempts of which the most linear is taken; `None` for the first that is accepted.
    pub linearity: Option<u64>,
    /// Number of attempts before the fixed construction.
    pub attempts: u64,
}

impl Default for Request {
    /// Four named keys in a total order, no switch, a locked boss before a goal, 20 attempts.
    fn default() -> Self {
        Self {
            keys: 4,
            switches: 0,
            switch_style: SwitchStyle::default(),
            order: KeyOrder::Total,
            key_style: KeyStyle::Named,
            goal_room: true,
            boss_locked: true,
            linearity: None,
            attempts: 20,
        }
    }
}

/// A request that nothing can satisfy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// More keys than there are letters.
    #[error("{}", voice::asked((*.0).into(), "key", "keys", 0..=MOST_KEYS as u64))]
    Keys(u8),
    /// More switches than a condition keeps.
    #[error("{}", voice::asked((*.0).into(), "switch", "switches", 0..=MOST_SWITCHES as u64))]
    Switches(u8),
    /// Fewer rooms than symbols that need a room each.
    #[error("{} too few: {least} is the least for {what}", voice::counted(*rooms as u64, "room is", "rooms are"))]
    Rooms {
        /// Number of rooms.
        rooms: usize,
        /// Least number of rooms.
        least: usize,
        /// The things that take a room each.
        what: String,
    },
    /// Small keys are alike, so there is no order among them.
    #[error("small keys are all alike and know no partial order")]
    SmallPartial,
}

impl Request {
    /// True if the boss's room is locked with a key.
    #[must_use]
    pub fn boss_has_key(&self) -> bool {
        self.boss_locked && self.keys > 0
    }

    /// True if both positions of switches are to be asked for.
    #[must_use]
    pub fn toggles(&self) -> bool {
        // The thing that a switch must be on for is a key.
        self.switch_style == SwitchStyle::Toggle && self.switches > 0 && self.keys > 0
    }

    /// Least number of switches whose both positions must be asked for in an attempt that is not to be
    /// rejected: all of them in the beginning, falling to 0 at half of all attempts, so that the best that the
    /// rooms allow is found in the end. It is 0 where attempts are compared by linearity.
    pub(super) fn least_toggled(&self, attempt: Attempt) -> u8 {
        let half = self.attempts / 2;
        let left = half.saturating_sub(attempt.number());
        if self.linearity.is_some() || !self.toggles() || left == 0 {
            return 0;
        }
        (u64::from(self.switches) * left).div_ceil(half) as u8
    }

    /// The least number of rooms, and the list of things that need a room each.
    #[must_use]
    pub fn least_rooms(&self) -> (usize, String) {
        let mut what = vec!["the entrance", "the boss"];
        if self.goal_room {
            what.push("the goal");
        }
        if self.order == KeyOrder::Partial && self.keys >= 3 {
            what.push("the meeting of two key orders");
        }
        if !self.boss_locked && self.keys > 0 {
            what.push("the room behind the last lock");
        }
        let mut what = what.join(", ");
        for (number, one, many) in
            [(self.keys, "key", "keys"), (self.switches, "switch", "switches")]
        {
            if number > 0 {
                what += &format!(", {}", voice::counted(number.into(), one, many));
            }
        }
        (self.least(), what)
    }

    /// The least number of rooms.
    pub(super) fn least(&self) -> usize {
        let meeting = self.order == KeyOrder::Partial && self.keys >= 3;
        let behind_the_last_lock = !self.boss_locked && self.keys > 0;
        let more = [self.goal_room, meeting, behind_the_last_lock];
        let ends = 2 + more.iter().filter(|&&one| one).count();
        ends + usize::from(self.keys) + usize::from(self.switches)
    }

    /// Number of switches for which there is a room to spare, which both positions of one take.
    pub(super) fn spare_for_toggles(&self, rooms: usize) -> usize {
        let spare = rooms.saturating_sub(self.least());
        if self.toggles() { spare.min(self.switches.into()) } else { 0 }
    }

    /// Checks the limits of the request in a space of `rooms` rooms.
    ///
    /// # Errors
    /// The limit that is broken.
    pub fn check(&self, rooms: usize) -> Result<(), RequestError> {
        if usize::from(self.keys) > MOST_KEYS {
            return Err(RequestError::Keys(self.keys));
        }
        if usize::from(self.switches) > MOST_SWITCHES {
            return Err(RequestError::Switches(self.switches));
        }
        if self.key_style == KeyStyle::Small && self.order == KeyOrder::Partial {
            return Err(RequestError::SmallPartial);
        }
        let (least, what) = self.least_rooms();
        if rooms < least { Err(RequestError::Rooms { rooms, least, what }) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_number_of_rooms() {
        let least = |change: &dyn Fn(&mut Request)| {
            let mut request = Request { keys: 3, switches: 2, ..Request::default() };
            change(&mut request);
            request.least_rooms().0
        };
        assert_eq!(least(&|_| ()), 8);
        assert_eq!(least(&|r| r.goal_room = false), 7);
        assert_eq!(least(&|r| r.order = KeyOrder::Partial), 9);
        assert_eq!(least(&|r| r.boss_locked = false), 9);
        assert_eq!(least(&|r| (r.keys, r.boss_locked) = (0, false)), 5);
        assert_eq!(least(&|r| (r.keys, r.order) = (2, KeyOrder::Partial)), 7);
    }

    #[test]
    fn early_attempts_insist_on_both_positions() {
        let least = |request: &Request| {
            let attempt = |n| search::Seed::new(1).unwrap().attempt(n);
            [0, 1, 4, 9, 10, 99].map(|n| request.least_toggled(attempt(n)))
        };
        let request = Request { switches: 1, ..Request::default() };
        assert_eq!(least(&request), [1, 1, 1, 1, 0, 0]);
        assert_eq!(least(&Request { switches: 4, ..request.clone() }), [4, 4, 3, 1, 0, 0]);
        assert_eq!(least(&Request { linearity: Some(5), ..request.clone() }), [0; 6]);
        assert_eq!(least(&Request { switch_style: SwitchStyle::Once, ..request }), [0; 6]);
    }

    #[test]
    fn what_cannot_be_had_says_which_limit() {
        let check = |request: Request, rooms, part: &str| {
            let said = request.check(rooms).unwrap_err().to_string();
            assert!(said.contains(part), "{said}");
        };
        check(Request::default(), 6, "6 rooms are too few: 7 is the least for the entrance");
        check(Request { keys: 27, ..Request::default() }, 99, "from 0 to 26");
        check(Request { switches: 5, ..Request::default() }, 99, "from 0 to 4");
        let small = Request { key_style: KeyStyle::Small, ..Request::default() };
        check(Request { order: KeyOrder::Partial, ..small }, 99, "no partial order");
        assert_eq!(Request::default().check(7), Ok(()));
    }
}
