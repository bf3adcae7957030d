//! The entries and zones that are alive: found over the entries alone first, then in each place.

use super::Rooms;
use super::place::Place;
use crate::solve::zones::ZoneIndex;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A site, and its ways out that lead to a goal.
type Leading = (u32, Vec<u32>);

/// The findings about places, by their site and the ways out that lead to a goal, and by their entries.
#[derive(Default)]
struct Known {
    alive: FxHashMap<Leading, Rc<Vec<bool>>>,
    counted: FxHashMap<(Leading, Vec<ZoneIndex>), [u64; 2]>,
}

impl<const W: usize> Rooms<'_, W> {
    /// Finds out which entries lead to a goal, and then which zones do in each place.
    pub(super) fn judge(&mut self) {
        let many = self.entries.len();
        let mut before = vec![Vec::new(); many];
        // Of entries beyond which nobody looked yet everything is hoped.
        let mut alive: Vec<u32> = (self.done as u32..many as u32).collect();
        for (n, entry) in (0..).zip(&self.entries[..self.done]) {
            let ways = self.sites[self.site(entry.place)].ways(entry.zone);
            if ways.wins {
                alive.push(n);
            }
            let beyond = &self.places[entry.place as usize].beyond;
            ways.out.iter().for_each(|way| before[beyond[way] as usize].push(n));
        }
        self.entries.iter_mut().for_each(|entry| entry.is_alive = false);
        alive.iter().for_each(|&n| self.entries[n as usize].is_alive = true);
        while let Some(n) = alive.pop() {
            for &from in &before[n as usize] {
                if !std::mem::replace(&mut self.entries[from as usize].is_alive, true) {
                    alive.push(from);
                }
            }
        }
        let mut known = Known::default();
        for place in 0..self.places.len() {
            self.judge_place(place, &mut known);
        }
    }

    /// Finds out which zones of a place are alive, and counts its states.
    fn judge_place(&mut self, place: usize, known: &mut Known) {
        let Place { site, entries, beyond, .. } = &self.places[place];
        let leads =
            |way: u32| beyond.get(&way).is_none_or(|&entry| self.entries[entry as usize].is_alive);
        let site_number = *site;
        let site = &self.sites[site_number as usize];
        let out: Vec<u32> = (0..site.many_ways()).filter(|&way| leads(way)).collect();
        let mut zones: Vec<ZoneIndex> =
            entries.iter().map(|&entry| self.entries[entry as usize].zone).collect();
        zones.sort_unstable();
        let key = (site_number, out);
        let alive = known.alive.entry(key.clone()).or_insert_with(|| Rc::new(site.alive(leads)));
        let alive = Rc::clone(alive);
        let counted = known.counted.entry((key, zones));
        let counted = counted.or_insert_with_key(|(_, zones)| site.count(zones, &alive));
        let counted = *counted;
        let place = &mut self.places[place];
        (place.alive, place.counted) = (alive, counted);
    }
}
