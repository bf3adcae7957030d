//! A brute force over the candidate changes: an independent implementation of the list and its order that checks every
//! set.

use quandary_level::check::what_if::WhatIf;
use quandary_level::check::{SphereItem, count, spheres};
use quandary_level::rules::{BlockReset, Locks};
use quandary_level::{
    Cell, Content, Edge, Level, Limits, Mark, NodeId, Position, Requirement, Rules, Tile, Tiles,
};
use std::collections::BTreeSet;

/// The first set that repairs the level, by kinds, with the repaired level and its rules.
#[derive(Debug)]
pub(crate) enum Brute {
    Mended {
        kinds: Vec<u32>,
        level: Box<Level>,
        rules: Rules,
    },
    None,
    /// No set up to this size repairs the level; there are too many larger ones.
    TooMany(usize),
}

#[derive(Clone)]
enum Change {
    TwoWay(usize),
    Add(Position, Content),
    Free(String),
    Move(Position, Position, Content),
    Reset,
}

const WORDS: [(Content, Tile); 4] = [
    (Content::Key, Tile::KeySmall),
    (Content::BossKey, Tile::KeyBoss),
    (Content::KeyItem, Tile::KeyItem),
    (Content::ItemMinor, Tile::ItemMinor),
];

/// Checks every set in order, unless there are more than `most` of one size.
pub(crate) fn first(level: &Level, rules: &Rules, most: u64) -> Brute {
    let list = list(level, rules);
    let n = list.len() as u64;
    for many in 1..=3_usize {
        let sets = match many {
            1 => n,
            2 => n * n / 2,
            _ => n * n * n / 6,
        };
        if sets > most {
            return Brute::TooMany(many - 1);
        }
        let mut all = sets_of(&list, many);
        all.sort_by_key(|set| (set.iter().map(|&i| list[i].0).sum::<u32>(), set.clone()));
        for set in all {
            let changes: Vec<&Change> = set.iter().map(|&i| &list[i].1).collect();
            if let Some((level, rules)) = made(level, rules, &changes)
                && is_safe(&level, &rules)
            {
                let kinds = set.iter().map(|&i| list[i].0).collect();
                return Brute::Mended { kinds, level: Box::new(level), rules };
            }
        }
    }
    Brute::None
}

fn is_safe(level: &Level, rules: &Rules) -> bool {
    // In an unwinnable level all states are dead, and there is at least one.
    count(level, rules, &Limits::default()).unwrap().dead_states == Some(0)
}

fn sets_of(list: &[(u32, Change)], many: usize) -> Vec<Vec<usize>> {
    let mut sets = vec![Vec::new()];
    for _ in 0..many {
        let longer = |set: &Vec<usize>| {
            let set = set.clone();
            let next = set.last().map_or(0, |last| last + 1);
            (next..list.len()).map(move |i| [set.clone(), vec![i]].concat())
        };
        sets = sets.iter().flat_map(longer).collect();
    }
    sets
}

fn list(level: &Level, rules: &Rules) -> Vec<(u32, Change)> {
    let mut list = Vec::new();
    let edges = &level.graph.edges;
    for (i, edge) in edges.iter().enumerate() {
        let back = edges.iter().any(|other| other.from == edge.to && other.to == edge.from);
        if edge.from != edge.to && (!back || edge.requires(Requirement::SoftLocked)) {
            list.push((1, Change::TwoWay(i)));
        }
    }
    let places = places(level);
    for &place in &places {
        for (word, _) in WORDS {
            if !held(level, place).contains(&word) {
                list.push((2, Change::Add(place, word)));
            }
        }
    }
    list.extend(free(level, rules).into_iter().map(|name| (3, Change::Free(name))));
    let known = spheres(level, rules);
    let spots: Vec<(Position, Option<usize>)> =
        places.iter().map(|&place| (place, sphere_of(level, rules, place, &known))).collect();
    for (from, word) in pickups(level) {
        let Some(sphere) = known.iter().position(|s| s.contains(&SphereItem::Thing(from, word)))
        else {
            continue;
        };
        for &(to, at) in &spots {
            if at.is_some_and(|at| at + 1 == sphere) && !held(level, to).contains(&word) {
                list.push((4, Change::Move(from, to, word)));
            }
        }
    }
    if let Some(tiles) = &level.tiles
        && !tiles.rooms.is_empty()
        && tiles.cells().any(|(_, tile)| tile == Tile::Block)
        && rules.blocks == BlockReset::Keep
    {
        list.push((5, Change::Reset));
    }
    list
}

/// FLOOR cells without a plate, then nodes whose contents can be taken.
fn places(level: &Level) -> Vec<Position> {
    let mut places = Vec::new();
    if let Some(tiles) = &level.tiles {
        for (cell, tile) in tiles.cells() {
            if tile == Tile::Floor && !tiles.plates.iter().any(|plate| plate.cells.contains(&cell))
            {
                places.push(Position::Cell(cell));
            }
        }
    }
    for node in 0..level.graph.nodes.len() as u32 {
        let rooms = level.tiles.iter().flat_map(|tiles| &tiles.rooms);
        if rooms.clone().all(|room| room.node != node) {
            places.push(Position::Node(node));
        }
    }
    places
}

fn held(level: &Level, place: Position) -> Vec<Content> {
    match place {
        Position::Cell(_) => Vec::new(),
        Position::Node(node) => level.graph.nodes[node as usize].contents.to_vec(),
    }
}

fn pickups(level: &Level) -> Vec<(Position, Content)> {
    let mut found = Vec::new();
    for (cell, tile) in level.tiles.iter().flat_map(Tiles::cells) {
        let word = WORDS.iter().find(|(_, lies)| *lies == tile);
        found.extend(word.map(|(word, _)| (Position::Cell(cell), *word)));
    }
    for place in places(level) {
        let words = held(level, place).into_iter();
        let words = words.filter(|word| WORDS.iter().any(|(known, _)| known == word));
        found.extend(words.map(|word| (place, word)));
    }
    found
}

/// The names that `--free` takes.
fn free(level: &Level, rules: &Rules) -> Vec<String> {
    let pairs = level.graph.edges.iter().filter(|edge| edge.from != edge.to);
    let pairs: BTreeSet<(u32, u32)> =
        pairs.map(|edge| (edge.from.min(edge.to), edge.from.max(edge.to))).collect();
    let name = |node: u32| match &level.graph.nodes[node as usize].id {
        NodeId::Number(number) => number.to_string(),
        NodeId::Name(name) => name.clone(),
    };
    let mut names: Vec<String> =
        pairs.iter().map(|&(a, b)| format!("passage:{}-{}", name(a), name(b))).collect();
    let Some(tiles) = &level.tiles else { return names };
    names.extend((0..tiles.locks.len()).map(|lock| format!("lock:{lock}")));
    let mut done: Vec<Cell> = Vec::new();
    for (cell, tile) in tiles.cells() {
        if !matches!(tile, Tile::DoorLocked | Tile::DoorBomb | Tile::DoorBoss)
            || done.contains(&cell)
        {
            continue;
        }
        names.push(format!("door:{},{}", cell.row, cell.col));
        let mut door = vec![cell];
        while let Some(cell) = door.pop() {
            done.push(cell);
            let beside = cell.neighbours().filter(|_| rules.locks == Locks::Doorway);
            door.extend(beside.filter(|c| tiles.tile(*c) == Some(tile) && !done.contains(c)));
        }
    }
    names
}

/// The sphere in which a place comes into reach, found by placing an unused symbol there.
fn sphere_of(
    level: &Level,
    rules: &Rules,
    place: Position,
    known: &[Vec<SphereItem>],
) -> Option<usize> {
    let mut level = level.clone();
    let probe = Content::Symbol(level.graph.symbols.len() as u32);
    level.graph.symbols.push("probe".to_owned());
    match place {
        Position::Cell(cell) => {
            level.tiles.as_mut().unwrap().marks.push(Mark { cell, gives: probe });
        }
        Position::Node(node) => level.graph.nodes[node as usize].contents.push(probe),
    }
    let spheres = spheres(&level, rules);
    let sphere =
        spheres.iter().position(|sphere| sphere.contains(&SphereItem::Thing(place, probe)))?;
    // The earlier spheres are those of the level itself. If the symbol is alone in its sphere, the next sphere is the
    // place's own.
    assert!(known.iter().zip(&spheres[..sphere]).all(|(a, b)| a == b));
    Some(sphere)
}

/// The level with changes; `None` if they conflict.
fn made(level: &Level, rules: &Rules, changes: &[&Change]) -> Option<(Level, Rules)> {
    let (mut level, mut rules) = (level.clone(), rules.clone());
    let mut names = Vec::new();
    for change in changes.iter().filter(|c| matches!(c, Change::TwoWay(_) | Change::Add(..))) {
        match change {
            Change::TwoWay(i) => {
                let edge = &mut level.graph.edges[*i];
                edge.requires.retain(|r| *r != Requirement::SoftLocked);
                let back = Edge { from: edge.to, to: edge.from, requires: edge.requires.clone() };
                let mut edges = level.graph.edges.iter();
                if edges.all(|edge| edge.from != back.from || edge.to != back.to) {
                    level.graph.edges.push(back);
                }
            }
            Change::Add(at, word) => put(&mut level, *at, *word)?,
            _ => {}
        }
    }
    names.extend(changes.iter().filter_map(|change| match change {
        Change::Free(name) => Some(name.clone()),
        _ => None,
    }));
    if !names.is_empty() {
        level = WhatIf { free: names, ..WhatIf::default() }.of(&level, &rules).unwrap();
    }
    for change in changes {
        match change {
            Change::Move(Position::Cell(from), to, word) => {
                let grid = &mut level.tiles.as_mut().unwrap().floors[from.floor as usize];
                if !grid.get(from.row, from.col).unwrap().is_item() {
                    return None;
                }
                grid.set(from.row, from.col, Tile::Floor);
                put(&mut level, *to, *word)?;
            }
            Change::Move(Position::Node(from), to, word) => {
                let contents = &mut level.graph.nodes[*from as usize].contents;
                let at = contents.iter().position(|held| held == word)?;
                contents.remove(at);
                put(&mut level, *to, *word)?;
            }
            Change::Reset => {
                rules.blocks = BlockReset::Reset;
                let mut own = level.rules.clone().unwrap_or_default();
                own.blocks = BlockReset::Reset;
                level.rules = Some(own);
            }
            _ => {}
        }
    }
    Some((level, rules))
}

fn put(level: &mut Level, at: Position, word: Content) -> Option<()> {
    match at {
        Position::Node(node) => {
            let contents = &mut level.graph.nodes[node as usize].contents;
            if contents.contains(&word) {
                return None;
            }
            contents.push(word);
        }
        Position::Cell(cell) => {
            let grid = &mut level.tiles.as_mut()?.floors[cell.floor as usize];
            if grid.get(cell.row, cell.col) != Some(Tile::Floor) {
                return None;
            }
            grid.set(cell.row, cell.col, WORDS.iter().find(|(known, _)| *known == word)?.1);
        }
    }
    Some(())
}
