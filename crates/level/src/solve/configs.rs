//! Configurations, interned: a number stands for each.
//!
//! Configurations change seldom, so that a state is kept as the number of its configuration and its location.

use crate::rules::world::Config;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// The configurations met so far, by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Configs<const W: usize> {
    all: Vec<Config<W>>,
    numbers: HashTable<u32>,
}

impl<const W: usize> Configs<W> {
    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.numbers.clear();
    }

    /// The number of configurations.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// The configuration with a number.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> &Config<W> {
        &self.all[number as usize]
    }

    /// The number of a configuration that was met.
    #[inline]
    pub(crate) fn find(&self, config: &Config<W>) -> Option<u32> {
        self.numbers.find(hash(config), |&n| self.all[n as usize] == *config).copied()
    }

    /// The number of a configuration; a new one gets the next.
    #[inline]
    pub(crate) fn number(&mut self, config: &Config<W>) -> u32 {
        let Self { all, numbers } = self;
        let hashed = hash(config);
        if let Some(&number) = numbers.find(hashed, |&n| all[n as usize] == *config) {
            return number;
        }
        let number = all.len() as u32;
        all.push(*config);
        numbers.insert_unique(hashed, number, |&n| hash(&all[n as usize]));
        number
    }

    /// The number of bytes they take.
    pub(crate) fn bytes(&self) -> u64 {
        (self.all.len() * (size_of::<Config<W>>() + 5)) as u64
    }
}

#[inline]
fn hash<const W: usize>(config: &Config<W>) -> u64 {
    let mut hasher = FxHasher::default();
    config.bits.hash(&mut hasher);
    if config.blocks != 0 {
        hasher.write_u32(config.blocks);
    }
    hasher.finish()
}
