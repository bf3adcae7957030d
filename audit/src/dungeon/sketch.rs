//! A sound dungeon, laid out for tests, to be broken in one way after another.
//!
//! Two floors of eight rooms. Key A lies in the north-east, behind a lever, and opens the way to the
//! stairs; key B lies below, and opens the boss's room; a door below asks for a key of its own.

use serde_json::{Value, json};

/// Of each room where it is, what lies there for the mission, its kind and its distance.
const ROOMS: [([i64; 3], Option<&str>, &str, u64); 16] = [
    ([0, 0, 0], Some("start"), "entry", 0),
    ([1, 0, 0], None, "chamber", 1),
    ([2, 0, 0], None, "chamber", 2),
    ([3, 0, 0], None, "chamber", 3),
    ([0, 1, 0], None, "chamber", 1),
    ([1, 1, 0], None, "chamber", 2),
    ([2, 1, 0], None, "chamber", 3),
    ([3, 1, 0], Some("A"), "treasure", 4),
    ([3, 0, -1], None, "corridor", 4),
    ([2, 0, -1], None, "corridor", 5),
    ([1, 0, -1], None, "corridor", 6),
    ([0, 0, -1], Some("boss"), "boss_room", 7),
    ([3, 1, -1], Some("B"), "treasure", 5),
    ([2, 1, -1], None, "puzzle", 6),
    ([1, 1, -1], None, "chamber", 7),
    ([0, 1, -1], Some("goal"), "chamber", 8),
];
/// The passages with their locks, and the puzzles that block them.
const EDGES: [(usize, usize, Option<&str>, Option<usize>); 15] = [
    (0, 1, None, None),
    (1, 2, None, None),
    (2, 3, Some("A"), None),
    (0, 4, None, None),
    (4, 5, None, None),
    (5, 6, None, Some(0)),
    (6, 7, None, None),
    (3, 8, None, None),
    (8, 9, None, None),
    (9, 10, None, None),
    (10, 11, Some("B"), None),
    (8, 12, None, None),
    (9, 13, None, Some(1)),
    (10, 14, None, None),
    (11, 15, None, None),
];
/// Rows and columns of a room.
const SIZE: [usize; 2] = [11, 16];
/// A way to the goal, room by room, by directions; X is the stairs.
const WAY: &str = "neeewwwseeeXnswwwn";

fn node([x, y, z]: [i64; 3]) -> String {
    format!("{x},{y},{z}")
}

/// The floor and the upper left corner of a room, and its middle.
fn corner([x, y, z]: [i64; 3]) -> [usize; 3] {
    [-z as usize, (1 - y) as usize * SIZE[0], x as usize * SIZE[1]]
}

fn middle(coords: [i64; 3]) -> [usize; 3] {
    let [floor, row, col] = corner(coords);
    [floor, row + SIZE[0] / 2, col + SIZE[1] / 2]
}

/// The direction from one place to the next.
fn direction(from: [i64; 3], to: [i64; 3]) -> &'static str {
    match [to[0] - from[0], to[1] - from[1], to[2] - from[2]] {
        [1, ..] => "east",
        [-1, ..] => "west",
        [_, 1, _] => "north",
        [_, -1, _] => "south",
        [.., 1] => "up",
        _ => "down",
    }
}

/// The dungeon, its keys named or small.
pub(crate) fn dungeon(small: bool) -> Value {
    let area = area();
    json!({
        "format": "quandary/dungeon/1", "seed": 7, "attempt": 0,
        "mission": mission(small), "area": area, "level": level(small),
        "blocks": {"asked": 4, "drawn": 0, "placed": 0},
        "proof": proof(small), "walkthrough": ["go north"], "rank": {}, "provenance": {},
    })
}

fn mission(small: bool) -> Value {
    let name = |name: &str| match name {
        "A" | "B" if small => "key".to_owned(),
        _ => name.to_owned(),
    };
    let rooms = (0..).zip(ROOMS).map(|(id, (coords, item, ..)): (u64, _)| {
        json!({"id": id, "coords": coords, "item": item.map(name), "precondition": {},
               "intensity": 0.5, "parent": null})
    });
    let edges = EDGES.map(|(a, b, symbol, _)| json!({"a": a, "b": b, "symbol": symbol.map(name)}));
    json!({"rooms": rooms.collect::<Vec<_>>(), "edges": edges, "start": 0, "boss": 11, "goal": 15})
}

fn area() -> Value {
    let rooms = (0..16).map(|room: usize| {
        let (coords, _, kind, distance) = ROOMS[room];
        let ways = |blocked: bool| {
            let here = EDGES.iter().filter(|edge| !blocked || edge.3.is_some());
            let to = here.filter_map(|&(a, b, ..)| match room {
                _ if room == a => Some(b),
                _ if room == b => Some(a),
                _ => None,
            });
            to.map(|to| direction(coords, ROOMS[to].0)).collect::<Vec<_>>()
        };
        json!({"coords": coords, "kind": kind, "connections": ways(false),
               "entry": kind == "entry", "distance": distance, "blocked_directions": ways(true)})
    });
    json!({
        "format": "quandary/area/1", "category": "dungeon", "generator": "bsp",
        "bounds": [0, 3, 0, 1, -1, 0], "seed": 7, "rooms": rooms.collect::<Vec<_>>(),
        "puzzles": [
            {"id": "p1", "kind": "lever", "name": "Rusty lever", "description": "It points up.",
             "room": [1, 1, 0], "direction": "east", "hint_threshold": 12, "hint_text": "Pull."},
            {"id": "p2", "kind": "locked_door", "name": "Bone door", "description": "Ribs.",
             "room": [2, 0, -1], "direction": "north", "required_key": "bone key",
             "hint_threshold": 14, "hint_text": "A key."},
        ],
        "items": [{"name": "bone key", "description": "A rib with teeth.", "room": [3, 0, -1], "holder": null}],
        "report": {"asked": 2, "placed": 2},
        "proof": {"winnable": true, "unlosable": true}, "provenance": {},
    })
}

/// What a passage asks for.
fn asks(edge: usize, small: bool) -> Vec<String> {
    let (a, b, symbol, puzzle) = EDGES[edge];
    let mut asks = Vec::new();
    if ROOMS[a].0[2] != ROOMS[b].0[2] {
        asks.push("stair".to_owned());
    }
    asks.extend(match (symbol, puzzle, small) {
        (Some(_), _, true) | (None, Some(1), true) => Some("key_locked".to_owned()),
        (Some(name), ..) => Some(format!("symbol:{name}")),
        (None, Some(0), _) => Some("symbol:solved Rusty lever".to_owned()),
        (None, Some(_), _) => Some("symbol:bone key".to_owned()),
        (None, None, _) => None,
    });
    asks
}

fn level(small: bool) -> Value {
    let mut floors = vec![vec![vec![2u8; 4 * SIZE[1]]; 2 * SIZE[0]]; 2];
    let [rows, cols] = SIZE;
    let rectangles = ROOMS.map(|(coords, ..)| {
        let [floor, row, col] = corner(coords);
        for line in &mut floors[floor][row + 1..row + rows - 1] {
            line[col + 1..col + cols - 1].fill(1);
        }
        json!({"node": node(coords), "floor": floor, "row": row, "col": col,
               "rows": rows, "cols": cols})
    });
    let mut marks = Vec::new();
    let mut lay = |floors: &mut Vec<Vec<Vec<u8>>>, room: usize, name: &str, small: bool| {
        let [floor, row, col] = middle(ROOMS[room].0);
        if small {
            floors[floor][row][col] = 30;
        } else {
            marks.push(json!({"floor": floor, "row": row, "col": col, "gives": name}));
        }
    };
    lay(&mut floors, 7, "symbol:A", small);
    lay(&mut floors, 12, "symbol:B", small);
    lay(&mut floors, 5, "symbol:solved Rusty lever", false);
    // Beside the stairs, which stand in the middle of that room.
    let [floor, row, col] = middle(ROOMS[8].0);
    match small {
        true => floors[floor][row][col - 1] = 30,
        false => marks
            .push(json!({"floor": floor, "row": row, "col": col - 1, "gives": "symbol:bone key"})),
    }
    let mut edges = Vec::new();
    for (number, (a, b, ..)) in EDGES.into_iter().enumerate() {
        let [from, to] = [ROOMS[a].0, ROOMS[b].0];
        for (from, to) in [(from, to), (to, from)] {
            let [floor, row, col] = middle(from);
            let [_, top, left] = corner(from);
            match direction(from, to) {
                "east" => floors[floor][row][left + cols - 1] = 13,
                "west" => floors[floor][row][left] = 13,
                "north" => floors[floor][top][col] = 13,
                "south" => floors[floor][top + rows - 1][col] = 13,
                _ => floors[floor][row][col] = 42,
            }
            edges
                .push(json!({"from": node(from), "to": node(to), "requires": asks(number, small)}));
        }
    }
    for (room, tile) in [(0, 21), (15, 22)] {
        let [floor, row, col] = middle(ROOMS[room].0);
        floors[floor][row][col] = tile;
    }
    json!({
        "format": "quandary/level/1", "name": "sketch",
        "floors": floors.iter().map(|grid| json!({"grid": grid})).collect::<Vec<_>>(),
        "rooms": rectangles, "marks": marks, "locks": [],
        "graph": {"start": node(ROOMS[0].0), "nodes": ROOMS.map(|room| json!({"id": node(room.0)})), "edges": edges},
    })
}

/// The plan goes from the middle of a room to that of the next.
fn proof(small: bool) -> Value {
    let mut plan = Vec::new();
    let mut cell = middle(ROOMS[0].0);
    for step in WAY.chars() {
        let (action, count, by): (&str, usize, [isize; 3]) = match step {
            'n' => ("up", SIZE[0], [0, -1, 0]),
            's' => ("down", SIZE[0], [0, 1, 0]),
            'e' => ("right", SIZE[1], [0, 0, 1]),
            'w' => ("left", SIZE[1], [0, 0, -1]),
            _ => ("warp", 1, [1, 0, 0]),
        };
        for _ in 0..count {
            (0..3).for_each(|axis| cell[axis] = cell[axis].wrapping_add_signed(by[axis]));
            plan.push(json!({"action": action, "cell": cell}));
        }
    }
    let [by_rooms, solution, by_tiles] = if small { SMALL } else { NAMED };
    let claim = |room: usize, aside: usize, content: &str, behind: Option<usize>| {
        let [floor, row, col] = middle(ROOMS[room].0);
        let claim =
            json!({"kind": "pickup", "cell": [floor, row, col - aside], "content": content});
        match behind {
            Some(rooms) => {
                let mut claim = claim;
                claim["behind"] = json!(rooms);
                claim
            }
            None => claim,
        }
    };
    let lever = claim(5, 0, "symbol:solved Rusty lever", Some(2));
    // Of the two small keys beyond the first lock either will do, for what is needed has one lock more.
    let (needed, optional) = match small {
        false => (
            vec![claim(7, 0, "symbol:A", Some(9)), claim(12, 0, "symbol:B", Some(2)), lever],
            vec![claim(8, 1, "symbol:bone key", Some(1))],
        ),
        true => (
            vec![claim(7, 0, "key", None), lever],
            vec![claim(12, 0, "key", None), claim(8, 1, "key", None)],
        ),
    };
    json!({
        "winnable": true, "unlosable": true, "rooms": {"states": by_rooms, "solution": solution},
        "tiles": {"states": by_tiles, "cost": plan.len()}, "plan": plan,
        "needed": needed, "optional": optional, "optional_together": !small,
    })
}

/// States by rooms, a shortest solution by rooms, and states by tiles: the states as the program's judge
/// counts them. With small keys the one beside the stairs opens the boss's room as well as key B.
const NAMED: [u64; 3] = [47, 18, 8941];
const SMALL: [u64; 3] = [122, 16, 22230];
