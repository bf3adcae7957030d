//! Passages: doors, locks, secrets and one-way passages, each with what it asks for in both directions.
//!
//! A step between two rooms asks for what the edges between their nodes ask for, as the rules of the judge have it; a door
//! that no edge guards asks by itself, and a lock of the level asks wherever it lies.

use super::asked::of_door;
use super::{Gathered, is_need, of_tile, refs, texts};
use crate::area::Area;
use crate::kind::{Field, Kind};
use crate::place::{Thing, Value};
use crate::ways::Way;
use level::rules::{Locks, OneWay};
use level::{Cell, NodeIndex, Requirement, Tile};
use std::iter::once;

/// What a step asks for: lists any of which will do; none of them where there is no way.
type Lists = Vec<Vec<Requirement>>;

impl Gathered<'_> {
    /// Adds a thing for each way, and one for each part of a lock.
    pub(super) fn passages(&mut self, ways: &mut [Way]) {
        let locks = self.locks(ways);
        for way in ways {
            let lock =
                locks.iter().find(|(_, area)| way.cells.iter().any(|&cell| area.contains(cell)));
            let lists = self.lists(way);
            let is_free = lists.iter().all(|lists| lists.first().is_some_and(Vec::is_empty));
            way.thing = match lock {
                Some(&(thing, _)) if is_free => thing,
                _ => self.passage(way, lists),
            };
        }
    }

    /// The locks of the level, apart from rooms: a thing for each rectangle.
    fn locks(&mut self, ways: &[Way]) -> Vec<(usize, Area)> {
        let mut locks = Vec::new();
        for (number, lock) in (0..).zip(&self.tiles.locks) {
            let keys = self.keys(lock.needs.iter().copied());
            let needs = self.names(&lock.needs);
            for area in Area::all(&lock.cells) {
                let crossed = |way: &&Way| way.cells.iter().any(|&cell| area.contains(cell));
                let rooms = ways.iter().find(crossed).map_or([None; 2], |way| way.rooms);
                let fields = vec![
                    (Field::Number, Some(Value::Int(number))),
                    (Field::Needs, texts(needs.clone())),
                    (Field::NeedsBack, texts(needs.clone())),
                    (Field::Keys, refs(keys.clone())),
                    (Field::From, rooms[0].map(Value::Ref)),
                    (Field::Into, rooms[1].map(Value::Ref)),
                ];
                let thing = self.put(Kind::Lock, &self.opened_by(&lock.needs), area, fields);
                locks.push((thing, area));
            }
        }
        locks
    }

    /// The thing that is passed on a way.
    fn passage(&mut self, way: &Way, [onward, back]: [Lists; 2]) -> usize {
        let (mut rooms, mut lists) = (way.rooms, [onward, back]);
        let one_way = lists[0].is_empty() != lists[1].is_empty();
        if lists[0].is_empty() {
            rooms.reverse();
            lists.reverse();
        }
        let all: Vec<Requirement> = lists.iter().flatten().flatten().copied().collect();
        let kind = match all.is_empty() {
            _ if one_way => Kind::OneWay,
            true => Kind::Door,
            false if all.contains(&Requirement::Bombable) => Kind::Secret,
            false => Kind::Lock,
        };
        let doors: Vec<Cell> =
            way.cells.iter().copied().filter(|&cell| self.door(cell).is_some()).collect();
        let area = bounds(if doors.is_empty() { &way.cells } else { &doors });
        let mut tiles = area.cells().map(|cell| self.tiles.tile(cell));
        let tile = tiles
            .next()
            .flatten()
            .filter(|&tile| tile.is_door() && tiles.all(|other| other == Some(tile)));
        let first = |lists: &Lists| lists.first().cloned().unwrap_or_default();
        let (needs, needs_back) = (self.names(&first(&lists[0])), self.names(&first(&lists[1])));
        let others = lists.iter().flat_map(|lists| lists.iter().skip(1));
        let mut otherwise: Vec<String> = Vec::new();
        for list in others {
            let said = self.names(list).join(", ");
            if !otherwise.contains(&said) {
                otherwise.push(said);
            }
        }
        let asked = first(&lists[usize::from(needs.is_empty())]);
        let name = match kind {
            Kind::Secret => "cracked wall".to_owned(),
            _ if asked.is_empty() => kind.name().replace('_', "-"),
            _ => self.opened_by(&asked),
        };
        let fields = vec![
            (Field::Tile, tile.and_then(of_tile)),
            (Field::Needs, texts(needs)),
            (Field::NeedsBack, texts(needs_back)),
            (Field::Otherwise, texts(otherwise)),
            (Field::Keys, refs(self.keys(all.into_iter()))),
            (Field::From, rooms[0].map(Value::Ref)),
            (Field::Into, rooms[1].map(Value::Ref)),
        ];
        self.put(kind, &name, area, fields)
    }

    /// The name of what opens by some needs.
    fn opened_by(&self, needs: &[Requirement]) -> String {
        let openers: Vec<String> = needs.iter().map(|&need| self.opener(need)).collect();
        format!("opened by {}", openers.join(" and "))
    }

    /// What the thing is called that gives what is asked for.
    fn opener(&self, need: Requirement) -> String {
        let key = self.keys(once(need)).first().and_then(|&key| self.things.get(key));
        let is_told = |key: &&Thing| !key.name.contains(':');
        let name = key.filter(is_told).map(|key| key.name.clone());
        name.unwrap_or_else(|| self.level.graph.requirement_name(need))
    }

    fn door(&self, cell: Cell) -> Option<Tile> {
        self.tiles.tile(cell).filter(|tile| tile.is_door())
    }

    /// What a way asks for in both directions.
    fn lists(&self, way: &Way) -> [Lists; 2] {
        let node = |room: Option<usize>| Some(self.tiles.rooms.get(room?)?.node);
        let [a, b] = way.rooms.map(node);
        let own = way.cells.iter().filter_map(|&cell| self.door(cell)).find_map(of_door);
        let own: Lists = vec![own.into_iter().collect()];
        match (a, b) {
            (Some(a), Some(b)) if a != b && self.joins(a, b) => {
                let is_doorway = self.rules.locks == Locks::Doorway;
                [(a, b), (b, a)].map(|(from, to)| match is_doorway {
                    true => self.step(from, to),
                    false if self.is_shut(from, to) => Lists::new(),
                    false => own.clone(),
                })
            }
            _ => [own.clone(), own],
        }
    }

    fn joins(&self, a: NodeIndex, b: NodeIndex) -> bool {
        self.between(a, b).next().is_some() || self.between(b, a).next().is_some()
    }

    /// The edges from one node to another, stairs aside.
    fn between(&self, from: NodeIndex, to: NodeIndex) -> impl Iterator<Item = &level::Edge> {
        let edges = self.level.graph.edges.iter();
        edges.filter(move |edge| {
            (edge.from, edge.to) == (from, to) && !edge.asks(Requirement::Stair)
        })
    }

    /// What the edges ask for of a step from a room into another that they join.
    fn step(&self, from: NodeIndex, to: NodeIndex) -> Lists {
        let asks = |edge: &level::Edge| edge.requires.iter().copied().filter(is_need).collect();
        let mut onward = self.between(from, to).peekable();
        if onward.peek().is_some() {
            return onward.map(asks).collect();
        }
        let ignored = self.rules.one_way == OneWay::Ignored;
        let back = self.between(to, from);
        back.filter(|edge| !edge.asks(Requirement::SoftLocked) || ignored).map(asks).collect()
    }

    /// True if the edges between two nodes lead the other way only, where doors ask by themselves.
    fn is_shut(&self, from: NodeIndex, to: NodeIndex) -> bool {
        self.rules.one_way == OneWay::Enforced
            && self.between(from, to).next().is_none()
            && self.between(to, from).all(|edge| edge.asks(Requirement::SoftLocked))
    }
}

/// The smallest area that holds some cells.
fn bounds(cells: &[Cell]) -> Area {
    let low = |at: fn(&Cell) -> u32| cells.iter().map(at).min().unwrap_or_default();
    let high = |at: fn(&Cell) -> u32| cells.iter().map(at).max().unwrap_or_default();
    let (top, left) = (low(|cell| cell.row), low(|cell| cell.col));
    let floor = cells.first().map_or(0, |cell| cell.floor);
    let (rows, cols) = (high(|cell| cell.row) - top + 1, high(|cell| cell.col) - left + 1);
    Area { corner: Cell::new(floor, top, left), rows, cols }
}
