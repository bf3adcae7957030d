//! The request for a riddle.

use super::algorithm::Algorithm;
use super::banned::BanList;
use super::profile::Profile;
use crate::position::Setting;
use std::collections::BTreeSet;

/// A request for a riddle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Version of the algorithm that makes riddles of a seed.
    pub algorithm: Algorithm,
    /// The language and the board.
    pub setting: Setting,
    /// Requirements on riddles, and the weights of their rank.
    pub profile: Profile,
    /// Words, besides those that the profile bans, that may not be the answer; in lower case.
    pub banned: BTreeSet<String>,
}

impl Request {
    /// Riddles by a profile, with no banned words but its own, made as they are made now.
    #[must_use]
    pub fn new(setting: Setting, profile: Profile) -> Self {
        Self { algorithm: Algorithm::default(), setting, profile, banned: BTreeSet::new() }
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
