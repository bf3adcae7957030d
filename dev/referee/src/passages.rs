//! The rooms and passages of a level with tiles: the contents of rooms, the connections, and the kind of a passage.

use crate::layout::flood;
use crate::level::{At, Level, Need, around};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Two rooms by number, the lower first.
pub(crate) type Pair = (usize, usize);

/// The rooms of a level, numbered in the order of its nodes.
pub(crate) struct Site<'a> {
    pub(crate) level: &'a Level,
    /// The cells of each room with their tiles.
    pub(crate) cells: Vec<BTreeMap<At, u8>>,
    room_of: HashMap<At, usize>,
    /// The names of the things on the tiles of each room.
    pub(crate) held: Vec<Vec<String>>,
    /// The cells of each doorway, on both of its sides.
    pub(crate) doorways: BTreeMap<Pair, BTreeSet<At>>,
    pub(crate) passages: BTreeMap<Pair, Passage>,
}

/// A passage: the requirements from the lower room to the higher, and back; `None` if there is no way.
#[derive(Debug, Default)]
pub(crate) struct Passage {
    pub(crate) ways: [Option<BTreeSet<String>>; 2],
    /// True if the doorway does not touch the main floor of a room.
    off: bool,
}

impl Passage {
    /// The names of the requirements in both directions.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.ways.iter().flatten().flatten().map(String::as_str)
    }

    fn asks(&self, of: impl Fn(&str) -> bool) -> bool {
        self.names().any(of)
    }

    /// True if it requires a key.
    pub(crate) fn is_locked(&self) -> bool {
        self.asks(|name| matches!(name, "key_locked" | "boss_locked") || is_key(name))
    }
}

/// True if a name is the symbol of a key, which contains no colon.
pub(crate) fn is_key(name: &str) -> bool {
    name.strip_prefix("symbol:").is_some_and(|name| !name.contains(':'))
}

/// The name of the thing that a tile shows.
fn lying(tile: u8) -> Option<&'static str> {
    Some(match tile {
        20 => "enemy",
        21 => "start",
        22 => "goal",
        23 => "boss",
        30 => "key",
        31 => "boss_key",
        32 => "key_item",
        33 => "item_minor",
        _ => return None,
    })
}

impl<'a> Site<'a> {
    pub(crate) fn of(level: &'a Level) -> Self {
        let nodes = &level.graph.nodes;
        let numbers: HashMap<&str, usize> =
            nodes.iter().map(|node| node.id.0.as_str()).zip(0..).collect();
        let mut cells = vec![BTreeMap::new(); nodes.len()];
        let mut room_of = HashMap::new();
        for rectangle in &level.rooms {
            let room = numbers[rectangle.node.0.as_str()];
            for at in rectangle.cells() {
                cells[room].insert(at, level.tile(at).unwrap_or(0));
                room_of.insert(at, room);
            }
        }
        let (held, doorways) = (vec![Vec::new(); nodes.len()], BTreeMap::new());
        let mut site = Self { level, cells, room_of, held, doorways, passages: BTreeMap::new() };
        site.fill();
        site.join();
        site.ask(&numbers);
        site
    }

    /// Adds the things on tiles to their rooms.
    fn fill(&mut self) {
        let level = self.level;
        let floor = |name: &str| {
            name == "start" && level.start.is_some() || name == "goal" && level.goals.is_some()
        };
        let tiles = level.cells().filter_map(|(at, tile)| Some((at, lying(tile)?)));
        let tiles = tiles.filter(|(_, name)| !floor(name)).map(|(at, name)| (at, name.to_owned()));
        let start = level.start.iter().map(|cell| (cell.at(), "start".to_owned()));
        let goals = level.goals.iter().flatten().map(|cell| (cell.at(), "goal".to_owned()));
        let marks = level.marks.iter().map(|mark| (mark.at(), mark.gives.clone()));
        let plates = level
            .plates
            .iter()
            .flat_map(|plate| plate.cells.iter().map(|at| (*at, format!("plate:{}", plate.name))));
        for (at, name) in tiles.chain(start).chain(goals).chain(marks).chain(plates) {
            if let Some(room) = self.room_of.get(&at) {
                self.held[*room].push(name);
            }
        }
    }

    /// The room of a cell, and its tile.
    pub(crate) fn find(&self, at: At) -> Option<(usize, u8)> {
        let room = *self.room_of.get(&at)?;
        Some((room, *self.cells[room].get(&at)?))
    }

    /// True if a room contains a thing with a name.
    pub(crate) fn holds(&self, room: usize, name: &str) -> bool {
        self.held.get(room).is_some_and(|held| held.iter().any(|held| held == name))
    }

    /// Finds the cells at which rooms touch, except wall and void.
    fn join(&mut self) {
        let open = |at: At| self.find(at).filter(|(_, tile)| !matches!(tile, 0 | 2));
        let mut doorways: BTreeMap<Pair, BTreeSet<At>> = BTreeMap::new();
        for at in self.cells.iter().flat_map(BTreeMap::keys) {
            let Some((here, _)) = open(*at) else { continue };
            for (there, _) in around(*at).filter_map(open).filter(|(there, _)| *there != here) {
                doorways.entry((here.min(there), here.max(there))).or_default().insert(*at);
            }
        }
        self.doorways = doorways;
    }

    /// Adds the requirements of the edges of the graph and of the locks on doorways.
    fn ask(&mut self, numbers: &HashMap<&str, usize>) {
        let mut passages: BTreeMap<Pair, Passage> = BTreeMap::new();
        for edge in &self.level.graph.edges {
            let [from, to] = [&edge.from, &edge.to].map(|id| numbers[id.0.as_str()]);
            if from != to {
                let passage = passages.entry((from.min(to), from.max(to))).or_default();
                let way = &mut passage.ways[usize::from(from > to)];
                let names: BTreeSet<String> = edge.requires.names().into_iter().collect();
                if way.as_ref().is_none_or(|known| names.len() < known.len()) {
                    *way = Some(names);
                }
            }
        }
        for (pair, passage) in &mut passages {
            let Some(doorway) = self.doorways.get(pair) else { continue };
            let on_it = self
                .level
                .locks
                .iter()
                .filter(|lock| lock.cells.iter().any(|at| doorway.contains(at)));
            let needs: Vec<&Need> = on_it.flat_map(|lock| &lock.needs).collect();
            let names = || needs.iter().map(ToString::to_string);
            passage.ways.iter_mut().flatten().for_each(|way| way.extend(names()));
            passage.off = [pair.0, pair.1].iter().any(|room| self.is_off(*room, doorway));
        }
        self.passages = passages;
    }

    /// True if a doorway does not touch the main floor of a room: the piece that touches most doorways; ties go to the
    /// largest, then to the first.
    fn is_off(&self, room: usize, doorway: &BTreeSet<At>) -> bool {
        let floor = self.cells[room].iter().filter(|(_, tile)| !matches!(tile, 0 | 2 | 3 | 40));
        let pieces = pieces(floor.map(|(at, _)| *at));
        let touches = |piece: &BTreeSet<At>, doorway: &BTreeSet<At>| !piece.is_disjoint(doorway);
        let mine = || self.doorways.iter().filter(|((a, b), _)| *a == room || *b == room);
        let rank = |piece: &&BTreeSet<At>| {
            let touched = mine().filter(|(_, doorway)| touches(piece, doorway)).count();
            (touched, piece.len(), std::cmp::Reverse(piece.first().copied()))
        };
        pieces.iter().max_by_key(rank).is_none_or(|main| !touches(main, doorway))
    }

    /// True if a passage joins two rooms.
    pub(crate) fn joins(&self, a: usize, b: usize) -> bool {
        self.passages.contains_key(&(a.min(b), a.max(b)))
    }

    /// The kind of a passage: the first match in the table.
    pub(crate) fn kind(&self, pair: Pair) -> &'static str {
        let Some(passage) = self.passages.get(&pair) else { return "none" };
        let doorway = self.doorways.get(&pair);
        let is_bombed = |at: &At| self.find(*at).is_some_and(|(_, tile)| tile == 12);
        let boss = self.holds(pair.0, "boss") || self.holds(pair.1, "boss");
        let has = |prefix: &str| passage.asks(|name| name.starts_with(prefix));
        match () {
            () if has("bombable") || doorway.is_some_and(|cells| cells.iter().any(is_bombed)) => {
                "bombable"
            }
            () if has("key_locked") => "small_lock",
            () if has("boss_locked") || boss && passage.asks(is_key) => "boss_lock",
            () if passage.asks(is_key) => "lock",
            () if has("toggle:") => "switch",
            () if has("symbol:puzzle:") => "puzzle",
            () if has("plate:") || has("symbol:plate:") => "plate",
            () if has("symbol:item:") || has("item_locked") && self.is_wet(pair) => "water",
            () if has("soft_locked") || has("lacks:") || passage.ways[0] != passage.ways[1] => {
                "one_way"
            }
            () if passage.names().next().is_none() && passage.off => "blocks",
            () if doorway.is_none() => "stairs",
            () => "open",
        }
    }

    /// True if there is water on the way: at the doorway, or between it and the floor of one of the rooms.
    fn is_wet(&self, pair: Pair) -> bool {
        let Some(doorway) = self.doorways.get(&pair) else { return false };
        let wet = |at: At| self.find(at).is_some_and(|(_, tile)| tile == 40);
        let dry_reach = |room: usize, shut: &[u8]| {
            let open = self.cells[room].iter().filter(|(_, tile)| !shut.contains(tile));
            let pieces = pieces(open.map(|(at, _)| *at));
            let own = pieces.into_iter().find(|piece| !piece.is_disjoint(doorway));
            own.map_or(0, |piece| piece.iter().filter(|at| !wet(**at)).count())
        };
        doorway.iter().any(|at| wet(*at) || around(*at).any(wet))
            || [pair.0, pair.1]
                .iter()
                .any(|room| dry_reach(*room, &[0, 2]) > dry_reach(*room, &[0, 2, 40]))
    }

    /// The neighbours of each room, ignoring requirements.
    pub(crate) fn links(&self) -> Vec<Vec<usize>> {
        let mut links = vec![Vec::new(); self.cells.len()];
        for &(a, b) in self.passages.keys() {
            links[a].push(b);
            links[b].push(a);
        }
        links
    }

    /// The neighbours of each room, respecting directions.
    pub(crate) fn directed(&self) -> Vec<Vec<usize>> {
        let mut links = vec![Vec::new(); self.cells.len()];
        for (&(a, b), passage) in &self.passages {
            for (from, to) in [(a, b), (b, a)] {
                links[from].extend(passage.ways[usize::from(from > to)].is_some().then_some(to));
            }
        }
        links
    }
}

/// The 4-connected components of cells.
fn pieces(cells: impl IntoIterator<Item = At>) -> Vec<BTreeSet<At>> {
    let mut left: BTreeSet<At> = cells.into_iter().collect();
    let mut pieces = Vec::new();
    while let Some(first) = left.first() {
        let piece = flood([*first], |at| {
            around(at).filter(|beside| left.contains(beside)).collect::<Vec<_>>()
        });
        left.retain(|at| !piece.contains(at));
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kind of the passage between two adjacent rooms of 3 × 3 cells; `tile` is the left cell of the doorway.
    fn kind(tile: u8, there: &str, back: Option<&str>, more: &str) -> &'static str {
        let back = back.map_or(String::new(), |back| {
            format!(r#", {{"from": 1, "to": 0, "requires": {back}}}"#)
        });
        let text = format!(
            r#"{{"format": "quandary/level/1", "floors": [{{"grid": [[2, 2, 2, 2, 2, 2], [21, 1, {tile}, 1, 1, 22], [2, 2, 2, 2, 2, 2]]}}],
            "rooms": [{{"node": 0, "floor": 0, "row": 0, "col": 0, "rows": 3, "cols": 3}},
                {{"node": 1, "floor": 0, "row": 0, "col": 3, "rows": 3, "cols": 3}}],
            "graph": {{"nodes": [{{"id": 0}}, {{"id": 1}}], "edges": [{{"from": 0, "to": 1, "requires": {there}}}{back}]}}{more}}}"#
        );
        let level = Level::read(&text).unwrap();
        let site = Site::of(&level);
        assert_eq!(site.held, [vec!["start".to_owned()], vec!["goal".to_owned()]]);
        assert_eq!(site.doorways.get(&(0, 1)).map(BTreeSet::len), (tile != 2).then_some(2));
        site.kind((0, 1))
    }

    #[test]
    fn the_kind_of_a_passage_is_the_first_that_fits() {
        let same = |need: &str| kind(1, need, Some(need), "");
        assert_eq!(same(r#"["bombable", "key_locked"]"#), "bombable");
        assert_eq!(kind(12, "[]", Some("[]"), ""), "bombable");
        assert_eq!(same(r#"["key_locked", "symbol:A"]"#), "small_lock");
        assert_eq!(same(r#""boss_locked""#), "boss_lock");
        assert_eq!(same(r#""symbol:A""#), "lock");
        assert_eq!(same(r#""toggle:0=on""#), "switch");
        assert_eq!(same(r#""symbol:puzzle:1""#), "puzzle");
        assert_eq!(same(r#""symbol:plate:p""#), "plate");
        assert_eq!(same(r#""symbol:item:hook""#), "water");
        assert_eq!(kind(40, r#""item_locked""#, Some(r#""item_locked""#), ""), "water");
        assert_eq!(kind(1, "[]", None, ""), "one_way");
        assert_eq!(same(r#""lacks:symbol:A""#), "one_way");
        assert_eq!(kind(3, "[]", Some("[]"), ""), "blocks");
        assert_eq!(kind(2, r#""stair""#, Some(r#""stair""#), ""), "stairs");
        assert_eq!(same("[]"), "open");
        let lock = r#", "locks": [{"cells": [[0, 1, 3]], "needs": ["symbol:A"]}]"#;
        assert_eq!(kind(1, "[]", Some("[]"), lock), "lock");
    }
}
