//! Pairs of configurations of which the richer has one pick-up more and is the same otherwise.

use super::super::configs::Configs;
use super::super::slots::NONE;
use crate::rules::bits::Bits;
use crate::rules::world::Config;

/// Links from configurations to those with one pick-up more.
pub(super) struct Richer<const W: usize> {
    /// The bits that are only ever gained, and never asked to be missing.
    pickups: Bits<W>,
    /// By configuration: its first link, or [`NONE`].
    first: Vec<u32>,
    /// A configuration, and the next link of the same poorer one.
    links: Vec<(u32, u32)>,
}

impl<const W: usize> Richer<W> {
    /// Nothing is known yet.
    pub(super) fn new(pickups: Bits<W>) -> Self {
        Self { pickups, first: Vec::new(), links: Vec::new() }
    }

    /// The number of configurations that are known.
    pub(super) fn len(&self) -> usize {
        self.first.len()
    }

    /// The number of bytes the links take.
    pub(super) fn bytes(&self) -> u64 {
        (self.first.len() * 4 + self.links.len() * 8) as u64
    }

    /// The number of pick-ups that were taken.
    pub(super) fn taken(&self, config: &Config<W>) -> u32 {
        config.bits.intersection(&self.pickups).count()
    }

    /// Finds the configurations that have one pick-up more or less than a new one.
    pub(super) fn learn(&mut self, configs: &Configs<W>, number: u32, config: &Config<W>) {
        self.first.push(NONE);
        for bit in self.pickups.iter() {
            let one = Bits::one(bit);
            let bits = config.bits.symmetric_difference(&one);
            let Some(other) = configs.find(&Config { bits, ..*config }) else { continue };
            let has_it = config.bits.meets(&one);
            let (poorer, richer) = if has_it { (other, number) } else { (number, other) };
            let link = self.links.len() as u32;
            self.links.push((richer, std::mem::replace(&mut self.first[poorer as usize], link)));
        }
    }

    /// The configurations with one pick-up more.
    pub(super) fn than(&self, config: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.first.get(config as usize).copied().unwrap_or(NONE);
        let link = |link: u32| self.links.get(link as usize).copied();
        std::iter::successors(link(first), move |&(_, next)| link(next)).map(|(richer, _)| richer)
    }
}
