//! Handmade missions for tests.

use dungeon::mission::{Condition, Coords, Edge, KeyStyle, Mission, Position, Room, Symbol};

fn room(
    coords: Coords,
    item: Option<Symbol>,
    keys: u32,
    intensity: f64,
    parent: Option<u32>,
) -> Room {
    Room { coords, item, precondition: Condition::of_keys(keys), intensity, parent }
}

fn edge(a: u32, b: u32, symbol: Option<Symbol>) -> Edge {
    Edge { a, b, symbol }
}

/// A start beside a boss.
pub(crate) fn two_rooms() -> Mission {
    let cell = |x, item, parent| room(Coords::Cell(x, -4), Some(item), 0, 0.0, parent);
    Mission {
        rooms: vec![cell(2, Symbol::Start, None), cell(3, Symbol::Boss, Some(0))],
        edges: vec![edge(0, 1, None)],
        start: 0,
        boss: 1,
        goal: 1,
        keys: 0,
        switches: 0,
        key_style: KeyStyle::Named,
    }
}

/// Two keys, one switch, and passages in every direction.
pub(crate) fn grid() -> Mission {
    let cell = |x, y, item, keys, intensity, parent| {
        room(Coords::Cell(x, y), item, keys, intensity, parent)
    };
    let mut rooms = vec![
        cell(0, 0, Some(Symbol::Start), 0, 0.0, None),
        cell(1, 0, Some(Symbol::Key(1)), 0, 0.2, Some(0)),
        cell(0, 1, None, 0, 0.2, Some(0)),
        cell(1, 1, Some(Symbol::SwitchObject(0)), 0, 0.4, Some(2)),
        cell(-1, 1, Some(Symbol::Key(2)), 1, 0.5, Some(2)),
        cell(0, 2, Some(Symbol::Boss), 3, 1.0, Some(2)),
        cell(-1, 2, Some(Symbol::Goal), 3, 0.0, Some(5)),
    ];
    rooms[3].precondition = Condition::default().and_switch(0, Position::On);
    Mission {
        rooms,
        edges: vec![
            edge(0, 1, None),
            edge(0, 2, None),
            edge(2, 3, Some(Symbol::Switch(0, Position::On))),
            edge(2, 4, Some(Symbol::Key(1))),
            edge(2, 5, Some(Symbol::Key(2))),
            edge(5, 6, None),
            edge(3, 1, Some(Symbol::Switch(0, Position::Off))),
        ],
        start: 0,
        boss: 5,
        goal: 6,
        keys: 2,
        switches: 1,
        key_style: KeyStyle::Named,
    }
}

/// Four free-form rooms, one of them L-shaped.
pub(crate) fn freeform() -> Mission {
    let cells = |cells: &[(i32, i32)], item, keys, intensity, parent| {
        room(Coords::Cells(cells.into()), item, keys, intensity, parent)
    };
    Mission {
        rooms: vec![
            cells(&[(0, 1), (0, 0), (1, 0)], Some(Symbol::Start), 0, 0.0, None),
            cells(&[(1, 1)], Some(Symbol::SmallKey), 0, 0.4, Some(0)),
            cells(&[(2, 1), (2, 0)], Some(Symbol::Boss), 1, 1.0, Some(0)),
            cells(&[(0, 2), (1, 2), (2, 2)], Some(Symbol::Goal), 1, 0.0, Some(2)),
        ],
        edges: vec![edge(0, 1, None), edge(0, 2, Some(Symbol::SmallKey)), edge(2, 3, None)],
        start: 0,
        boss: 2,
        goal: 3,
        keys: 1,
        switches: 0,
        key_style: KeyStyle::Small,
    }
}
