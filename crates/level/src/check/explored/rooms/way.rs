//! The zones on the way to something, from the beginning on.

use super::Rooms;
use super::place::Entry;
use super::site::Site;
use crate::rules::Location;
use crate::rules::world::Config;
use crate::solve::zones::ZoneIndex;
use rustc_hash::FxHashSet;

impl<const W: usize> Rooms<'_, W> {
    /// True if the zone of a state is one of some.
    pub(super) fn is_among(
        &self,
        zones: &FxHashSet<(u32, ZoneIndex)>,
        location: Location,
        config: &Config<W>,
    ) -> bool {
        self.place(location, config).is_some_and(|(place, config)| {
            let zone = self.sites[self.site(place)].zones.zone(location, &config);
            zone.is_some_and(|zone| zones.contains(&(place, zone)))
        })
    }

    /// The zones on the way to the first goal.
    pub(super) fn first_goal(&self) -> FxHashSet<(u32, ZoneIndex)> {
        let wins = |_: u32, site: &Site<W>, zone: ZoneIndex| site.zones.wins(zone);
        let may_win = |entry: &u32| {
            let Entry { place, zone, .. } = self.entries[*entry as usize];
            self.sites[self.site(place)].ways(zone).wins
        };
        self.first((0..self.entries.len() as u32).filter(may_win), wins)
    }

    /// The zones on the way to the first dead one.
    pub(super) fn first_dead(&self) -> FxHashSet<(u32, ZoneIndex)> {
        let is_dead = |place: u32, site: &Site<W>, zone: ZoneIndex| {
            let alive = &self.places[place as usize].alive;
            alive.get(zone as usize) == Some(&false) && site.zones.weight(zone) > 0
        };
        let places = self.places.iter().filter(|place| place.counted[1] > 0);
        self.first(places.flat_map(|place| place.entries.iter().copied()), is_dead)
    }

    /// The zones on the way to the first that is wanted and that one of the entries leads to within its room.
    fn first(
        &self,
        mut entries: impl Iterator<Item = u32>,
        wanted: impl Fn(u32, &Site<W>, ZoneIndex) -> bool,
    ) -> FxHashSet<(u32, ZoneIndex)> {
        let path = |entry: u32, wanted: &dyn Fn(u32, &Site<W>, ZoneIndex) -> bool| {
            let Entry { place, zone, .. } = self.entries[entry as usize];
            let site = &self.sites[self.site(place)];
            let path = site.zones.path(zone, |zone| wanted(place, site, zone));
            path.into_iter().map(move |zone| (place, zone))
        };
        let found = entries.find_map(|entry| {
            let path: FxHashSet<_> = path(entry, &wanted).collect();
            (!path.is_empty()).then_some((entry, path))
        });
        let Some((mut at, mut way)) = found else { return FxHashSet::default() };
        while let Some((parent, out)) = self.entries[at as usize].parent {
            let leaves = |_: u32, site: &Site<W>, zone: ZoneIndex| site.has_way(zone, out);
            way.extend(path(parent, &leaves));
            at = parent;
        }
        way
    }
}
