//! All rows of one dungeon: a part and a whole each.

use super::gates::{Asked, is_key, passages};
use super::inside::{Inside, look};
use super::links::Links;
use super::read::Place;
use super::rows::ROWS;
use super::site::Site;
use std::collections::{BTreeMap, BTreeSet};

/// A part and its whole; a whole of 0 says that nothing was counted.
pub(crate) type Share = (f64, f64);

/// The shares of a dungeon by the names of the rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counted(BTreeMap<&'static str, Share>);

impl Counted {
    /// The share of a row.
    pub(crate) fn share(&self, name: &str) -> Share {
        self.0.get(name).copied().unwrap_or_default()
    }

    /// The value of a row, none where nothing was counted.
    pub(crate) fn value(&self, name: &str) -> Option<f64> {
        let (part, whole) = self.share(name);
        let scale = ROWS.iter().find(|row| row.name == name)?.scale;
        (whole > 0.0).then(|| scale * part / whole)
    }

    /// The shares of some rows.
    #[cfg(test)]
    pub(crate) fn of(shares: &[(&'static str, Share)]) -> Self {
        Self(shares.iter().copied().collect())
    }

    fn note(&mut self, name: &'static str, part: usize, whole: usize) {
        self.0.insert(name, (part as f64, whole as f64));
    }
}

/// Counts everything.
///
/// # Errors
/// Something of the level does not fit together.
pub(crate) fn count(site: &Site<'_>, path: &[Place]) -> Result<Counted, String> {
    let mut counted = Counted::default();
    let asked = passages(site)?;
    let links = Links::new(site.held.len(), asked.keys().copied().collect());
    of_rooms(site, &links, &mut counted);
    of_graph(site, &links, &mut counted);
    of_passages(&asked, site.held.len(), &mut counted);
    of_interiors(site, &mut counted);
    of_plan(site, path, &mut counted);
    Ok(counted)
}

fn of_rooms(site: &Site<'_>, links: &Links, counted: &mut Counted) {
    let held = &site.held;
    let mut some = |name, what: &dyn Fn(&str) -> bool| {
        let rooms = held.iter().filter(|names| names.iter().any(|name| what(name))).count();
        counted.note(name, rooms, held.len());
    };
    some("enemies", &|name| matches!(name, "enemy" | "boss"));
    some("keys", &|name| matches!(name, "key" | "boss_key") || is_key(name));
    let kinds = ["toggle:", "plate:", "symbol:puzzle:", "symbol:plate:"];
    some("puzzles", &|name| name == "puzzle" || kinds.iter().any(|kind| name.starts_with(kind)));
    counted.note("empty", held.iter().filter(|names| names.is_empty()).count(), held.len());
    let ends = held.iter().zip(&links.near).filter(|(_, near)| near.len() == 1);
    let ends: Vec<_> =
        ends.map(|(names, _)| names).filter(|names| !names.contains(&"start".to_owned())).collect();
    let rewarding = ends.iter().filter(|names| names.iter().any(|name| name != "enemy")).count();
    counted.note("dead_ends", rewarding, ends.len());
}

fn of_graph(site: &Site<'_>, links: &Links, counted: &mut Counted) {
    let rooms = site.held.len();
    counted.note("cycles", links.passages.len() + links.components() - rooms, rooms);
    counted.note("on_cycle", links.on_cycle().len(), rooms);
    let holding = |what: &str| -> BTreeSet<usize> {
        (0..rooms).filter(|&room| site.held[room].iter().any(|name| name == what)).collect()
    };
    let (starts, goals) = (holding("start"), holding("goal"));
    let Some(start) = starts.first() else { return };
    let rings = links.rings(*start);
    let Some(goal) = rings.iter().position(|ring| !ring.is_disjoint(&goals)) else { return };
    counted.note("distance", goal, rooms);
    counted.note("eccentric", goal, rings.len() - 1);
}

fn of_passages(asked: &BTreeMap<(usize, usize), Asked>, rooms: usize, counted: &mut Counted) {
    let number = |what: fn(&Asked) -> bool| asked.values().filter(|passage| what(passage)).count();
    counted.note("gated", number(Asked::is_gated), asked.len());
    counted.note("locks", number(Asked::is_locked), rooms);
    counted.note("one_sided", number(Asked::is_one_sided), rooms);
    let bombable = |passage: &Asked| passage.names().any(|name| name == "bombable");
    counted.note("bombable", number(bombable), rooms);
}

fn of_interiors(site: &Site<'_>, counted: &mut Counted) {
    let seen: Vec<Inside> = site.rectangles.values().filter_map(look).collect();
    let number = |what: fn(&&Inside) -> bool| seen.iter().filter(what).count();
    let plain = number(|inside| inside.plain);
    counted.note("plain", plain, seen.len());
    counted.note("symmetric", number(|inside| !inside.plain && inside.mirrors), seen.len() - plain);
    counted.note("split", number(|inside| inside.split), seen.len());
    let features = seen.iter().map(|inside| inside.features).sum();
    counted.0.insert("features", (features, seen.len() as f64));
}

fn of_plan(site: &Site<'_>, path: &[Place], counted: &mut Counted) {
    let way = site.way(path);
    let Some(steps) = way.len().checked_sub(1) else { return };
    let passed: BTreeSet<usize> = way.iter().copied().collect();
    counted.note("reentry", way.len() - passed.len(), steps);
    counted.note("off_plan", site.held.len() - passed.len(), site.held.len());
}

#[cfg(test)]
mod tests {
    use super::super::read::Level;
    use super::*;

    /// Counts the rows of a ring of four rooms with a cellar on the last of them.
    fn counted(contents: bool) -> Counted {
        let level: Level = serde_json::from_str(include_str!("drawn.json")).unwrap();
        let path = "[[1, 1], [2, 5], [2, 3], [0, 5, 2], [7, 5], 4, [7, 8]]";
        let path: Vec<Place> = serde_json::from_str(path).unwrap();
        count(&Site::read(&level, contents).unwrap(), &path).unwrap()
    }

    #[test]
    fn a_ring_of_rooms_is_counted() {
        let counted = counted(false);
        let expected = [
            ("empty", 1.0, 5.0),     // the cellar
            ("dead_ends", 0.0, 1.0), // the cellar too
            ("distance", 2.0, 5.0),
            ("eccentric", 2.0, 3.0), // the cellar is farther
            ("reentry", 2.0, 6.0),   // 0 1 0 two 3 4 3
            ("cycles", 1.0, 5.0),    // 5 passages, 5 rooms, 1 component
            ("on_cycle", 4.0, 5.0),
            ("gated", 3.0, 5.0), // 0-two by its lock, 1-3 off the main floor of 1, two-3 by a key
            ("locks", 1.0, 5.0),
            ("keys", 1.0, 5.0),
            ("bombable", 0.0, 5.0), // of the two edges the other asks for less
            ("one_sided", 1.0, 5.0), // two-3
            ("puzzles", 1.0, 5.0),
            ("enemies", 1.0, 5.0),
            ("plain", 2.0, 4.0), // 0 and 3
            ("symmetric", 2.0, 2.0),
            ("features", 3.0 / 9.0 + 1.0 / 9.0, 4.0),
            ("split", 1.0, 4.0),
            ("off_plan", 0.0, 5.0),
        ];
        for (name, part, whole) in expected {
            assert_eq!(counted.share(name), (part, whole), "{name}");
        }
        assert_eq!(counted.value("keys"), Some(20.0));
    }

    #[test]
    fn contents_of_nodes_count_where_they_are_asked_for() {
        let counted = counted(true);
        let shares = ["empty", "dead_ends", "keys", "puzzles"].map(|name| counted.share(name));
        assert_eq!(shares, [(0.0, 5.0), (1.0, 1.0), (2.0, 5.0), (2.0, 5.0)]);
    }

    #[test]
    fn what_does_not_fit_together_is_told() {
        let spoilt = |from: &str, to: &str| {
            let text = include_str!("drawn.json").replacen(from, to, 1);
            let level: Level = serde_json::from_str(&text).unwrap();
            Site::read(&level, false).and_then(|site| count(&site, &[])).err()
        };
        assert!(
            spoilt("\"cols\": 5", "\"cols\": 50")
                .is_some_and(|said| said.contains("off the floors"))
        );
        assert!(spoilt("\"from\": 0", "\"from\": 9").is_some_and(|said| said.contains("no node")));
        assert!(spoilt("\"row\": 1", "\"row\": 2").is_none());
    }
}
