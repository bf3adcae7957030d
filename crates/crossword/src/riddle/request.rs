//! The request for a riddle.

use super::banned::BanList;
use super::profile::Profile;
use crate::position::Setting;
use std::collections::BTreeSet;

/// The version of the algorithm that makes riddles of a seed: with it, a seed and an attempt give the same riddle.
pub const ALGORITHM: &str = "riddle/2";

/// A request for a riddle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The language and the board.
    pub setting: Setting,
    /// Requirements on riddles, and the weights of their rank.
    pub profile: Profile,
    /// Words, besides those that the profile bans, that may not be the answer; in lower case.
    pub banned: BTreeSet<String>,
}

impl Request {
    /// Riddles by a profile, with no banned words but its own.
    #[must_use]
    pub fn new(setting: Setting, profile: Profile) -> Self {
        Self { setting, profile, banned: BTreeSet::new() }
    }

    /// True if a word, in lower case, may not be the answer.
    #[must_use]
    pub fn bans(&self, word: &str) -> bool {
        let shipped = || BanList::shipped(self.setting.tiles().alphabet().name());
        self.banned.contains(word)
            || self.profile.banned.iter().any(|banned| banned == word)
            || (self.profile.shipped_bans && shipped().bans(word))
    }
}
