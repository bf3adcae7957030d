//! Rows of five levels counted by hand, and statistics of sets of levels.

use quandary_level::formats::{json, text};
use quandary_level::model::level::Level;
use quandary_level::survey::sets::{Axis, Range};
use quandary_level::survey::sets::{Distance, diversity, duplicates};
use quandary_level::survey::sets::{against, median};
use quandary_level::survey::{Column, Read, Row, row};
use serde_json::{Value, json};

/// A level of square rooms of five rows, from their corners, the contents of their centres, and edges.
fn rooms(corners: &[[u32; 2]], middles: &str, edges: &[(usize, usize, &str)]) -> Level {
    let [rows, cols] = [0, 1].map(|n| 5 + corners.iter().map(|at| at[n]).max().unwrap() as usize);
    let mut grid = vec![vec![2_u8; cols]; rows];
    for (corner, letter) in corners.iter().zip(middles.chars()) {
        let [row, col] = corner.map(|n| n as usize);
        (row + 1..row + 4).for_each(|r| grid[r][col + 1..col + 4].fill(1));
        grid[row + 2][col + 2] = quandary_level::Tile::from_letter(letter).unwrap().id();
    }
    let room = |(node, [row, col]): (usize, &[u32; 2])| json!({ "node": node, "floor": 0, "row": row, "col": col, "rows": 5, "cols": 5 });
    // Doors between rooms side by side or one below the other.
    for &(a, b, _) in edges {
        let [a, b] = [corners[a], corners[b]].map(|at| at.map(|n| n as usize));
        let [first, last] = [a.min(b), a.max(b)];
        let cells = match first[0] == last[0] {
            true => [[first[0] + 2, first[1] + 4], [last[0] + 2, last[1]]],
            false => [[first[0] + 4, first[1] + 2], [last[0], last[1] + 2]],
        };
        cells.iter().for_each(|&[row, col]| grid[row][col] = 10);
    }
    let both = |&(a, b, requires): &(usize, usize, &str)| {
        [(a, b), (b, a)].map(|(from, to)| json!({"from": from, "to": to, "requires": requires}))
    };
    let value: Value = json!({
        "format": "quandary/level/1", "floors": [{ "grid": grid }],
        "rooms": corners.iter().enumerate().map(room).collect::<Vec<_>>(),
        "graph": {
            "nodes": (0..corners.len()).map(|id| json!({ "id": id })).collect::<Vec<_>>(),
            "edges": edges.iter().flat_map(both).collect::<Vec<_>>(),
        },
    });
    json::read(&value.to_string()).unwrap()
}

fn surveyed(level: &Level) -> Row {
    row(level, &level.rules_under(None), Read::Plain, &Default::default()).unwrap()
}

/// Compares the columns other than room measures with the counted values; `None` if not applicable.
fn check(level: &Level, counted: [(Column, Option<f64>); 7]) {
    let row = surveyed(level);
    for (column, counted) in counted {
        let value = row.value(column);
        let alike = match (value, counted) {
            (Some(value), Some(counted)) => (value - counted).abs() < 1e-9,
            (value, counted) => value == counted,
        };
        assert!(alike, "{}: {value:?} in place of {counted:?}", column.name());
    }
    assert_eq!((row.winnable, row.value(Column::Difficulty).is_some()), (Some(true), true));
}

#[test]
fn three_rooms_in_a_row_lie_on_a_line() {
    let level = rooms(&[[0, 0], [0, 5], [0, 10]], "@e*", &[(0, 1, "open"), (1, 2, "open")]);
    check(
        &level,
        [
            (Column::Linearity, Some(1.0)),
            (Column::Leniency, Some(2.0 / 3.0)), // an enemy in the middle
            (Column::LinearCoefficient, Some(1.0)),
            (Column::Exploration, Some(1.0)), // the goal is the last of three
            (Column::Spheres, Some(0.0)),     // nothing is needed
            (Column::Nonlinearity, Some(0.0)),
            (Column::Softlock, Some(0.0)),
        ],
    );
}

/// An L of three rooms with room 0 at the corner. The key is below, the locked goal on the right.
fn corner() -> Level {
    rooms(&[[0, 0], [0, 5], [5, 0]], "@*k", &[(0, 1, "key_locked"), (0, 2, "open")])
}

#[test]
fn a_corner_of_three_rooms_is_no_line() {
    // From the centroid, in units of 5/3: (-1,-1), (-1,2), (2,-1). The line has the direction (1,-1), so their
    // distances from it are 2/√2, 1/√2 and 1/√2, and from the centroid √2, √5 and √5.
    let (two, five) = (2.0_f64.sqrt(), 5.0_f64.sqrt());
    check(
        &corner(),
        [
            (Column::Linearity, Some(1.0 - 2.0 * two / (two + 2.0 * five))),
            (Column::Leniency, Some(1.0)),
            (Column::LinearCoefficient, Some(2.0)), // 0 leads on to both
            // Start to goal: the start is nearer, with the goal 2 of 3. Key to lock: room 0 is one step away, and only
            // the key's room is nearer: 2 of 3.
            (Column::Exploration, Some(2.0 / 3.0)),
            (Column::Spheres, Some(1.0)),
            (Column::Nonlinearity, Some(1.0)), // 0, 2, 0, 1
            (Column::Softlock, Some(0.0)),
        ],
    );
}

#[test]
fn a_graph_that_branches_has_no_line() {
    // 0 leads to 1, 2, 3; 3 leads to 4 and 5; 5 is the goal. The enemy is in 1.
    let edge = |from: u32, to: u32| json!({ "from": from, "to": to });
    let both = |&(a, b): &(u32, u32)| [edge(a, b), edge(b, a)];
    let contents = [vec!["start"], vec!["enemy"], vec![], vec![], vec![], vec!["goal"]];
    let nodes: Vec<Value> =
        contents.iter().enumerate().map(|(id, held)| json!({"id": id, "contents": held})).collect();
    let edges: Vec<Value> =
        [(0, 1), (0, 2), (0, 3), (3, 4), (3, 5)].iter().flat_map(both).collect();
    let level = json!({"format": "quandary/level/1", "graph": {"nodes": nodes, "edges": edges}});
    check(
        &json::read(&level.to_string()).unwrap(),
        [
            (Column::Linearity, None), // no rectangles
            (Column::Leniency, Some(5.0 / 6.0)),
            (Column::LinearCoefficient, Some(2.5)), // three of 0, two of 3
            (Column::Exploration, Some(5.0 / 6.0)), // 0 to 3 are nearer than 5; 4 is as far
            (Column::Spheres, Some(0.0)),
            (Column::Nonlinearity, Some(0.0)),
            (Column::Softlock, Some(0.0)),
        ],
    );
}

#[test]
fn a_map_without_rooms_is_flooded_by_cells() {
    // One key, and a side room that wastes it. Seven open cells: . + . @ k + *
    let level = text::read("#########\n#.+.@k+*#\n#########\n").unwrap();
    // Start to goal: cells at distances 0,1,1,2,2 are nearer, with the goal six. Key to the nearest lock: the lock is
    // at distance 1, and only the key's cell is nearer: two. The other lock is at distance 3; cells at 0,1,1,2,2 are
    // nearer, with it six.
    let mean = (6.0 + 2.0 + 6.0) / 7.0 / 3.0;
    check(
        &level,
        [
            (Column::Linearity, None),
            (Column::Leniency, None),
            (Column::LinearCoefficient, None),
            (Column::Exploration, Some(mean)),
            (Column::Spheres, Some(1.0)),
            (Column::Nonlinearity, None),
            (Column::Softlock, Some(5.0 / 15.0)),
        ],
    );
}

#[test]
fn a_ring_of_four_rooms_is_as_round_as_can_be() {
    let edges = [(0, 1, "open"), (1, 3, "open"), (3, 2, "open"), (2, 0, "open")];
    let level = rooms(&[[0, 0], [0, 5], [5, 0], [5, 5]], "@ee*", &edges);
    // All four are √2 from the centroid (in half sides), and 1 from a line parallel to a side.
    check(
        &level,
        [
            (Column::Linearity, Some(1.0 - 1.0 / 2.0_f64.sqrt())),
            (Column::Leniency, Some(0.5)),
            (Column::LinearCoefficient, Some(1.5)), // 0 leads to 1 and 2, 1 to 3
            (Column::Exploration, Some(1.0)),
            (Column::Spheres, Some(0.0)),
            (Column::Nonlinearity, Some(0.0)),
            (Column::Softlock, Some(0.0)),
        ],
    );
}

#[test]
fn a_value_has_its_place_along_an_axis() {
    let axis = Axis { name: "a".to_owned(), ends: [2.0, 6.0], cells: 4 };
    let places = [1.0, 2.0, 3.0, 5.0, 6.0, 7.0].map(|value| axis.along(value));
    assert_eq!(places, [0.0, 0.0, 0.25, 0.75, 1.0, 1.0]);
}

#[test]
fn a_range_counts_each_level_once() {
    let axis = |name| Axis::holding(name, [0.1, 0.9].into_iter(), 10);
    let range = Range::of(axis("x"), axis("y"), &[[0.1, 0.95], [0.05, 1.0], [1.0, 0.0]]);
    assert_eq!(range.x.ends, [0.0, 1.0], "shares keep their ends");
    assert_eq!((range.counts[9][0], range.counts[9][1], range.counts[0][9]), (1, 1, 1));
    assert_eq!(range.counts.iter().flatten().sum::<usize>(), 3);
    assert!((range.covered() - 0.03).abs() < 1e-12);
    assert_eq!(Axis::holding("x", [4.0, 2.0].into_iter(), 3).ends, [2.0, 4.0]);
    assert_eq!(Axis::holding("x", [4.0].into_iter(), 3).ends, [3.5, 4.5]);
    assert_eq!(Axis::holding("x", std::iter::empty(), 3).ends, [0.0, 1.0]);
}

#[test]
fn distances_are_those_counted_by_hand() {
    let of = |text: &str| {
        let level = text::read(text).unwrap();
        let row = surveyed(&level);
        (level, row)
    };
    // Fifteen cells each; the first and the second differ in two.
    let set = [
        of("#####\n#@.*#\n#####\n"),
        of("#####\n#@*.#\n#####\n"),
        of("#####\n#@.*#\n#####\n"),
        of("######\n#@..*#\n######\n"),
    ];
    let found = diversity(Distance::Tiles, &set[..3]).unwrap();
    assert_eq!((found.pairs, found.least), (3, 0.0));
    assert!((found.mean - 4.0 / 45.0).abs() < 1e-12 && (found.most - 2.0 / 15.0).abs() < 1e-12);
    // 15 of 18 cells lie in both. "#@.*#" and "#@..*#" share three of them and the walls above and below.
    let wide = diversity(Distance::Tiles, &[set[0].clone(), set[3].clone()]).unwrap();
    assert!((wide.mean - (1.0 - 13.0 / 18.0)).abs() < 1e-12, "{wide:?}");
    assert_eq!(diversity(Distance::Rows, &set[..1]), None);
    let rows = diversity(Distance::Rows, &set[..3]).unwrap();
    assert!(rows.least.abs() < 1e-12 && rows.most > 1.0, "{rows:?}");
    let firsts = duplicates(set.iter().map(|(level, _)| level));
    assert_eq!(firsts, [None, None, Some(0), None]);
}

#[test]
fn a_set_is_held_against_the_corpus() {
    let row = surveyed(&corner());
    let lines = against(&[&row, &row]);
    assert_eq!(lines.len(), quandary_level::measure::Measure::ALL.len());
    let line = |name| lines.iter().find(|line| line.measure == name).unwrap();
    // One of three rooms has a key: 33 per hundred, with 12 to 20 required.
    assert_eq!(
        (line("keys").within, line("keys").figure.map(f64::round)),
        (Some(false), Some(33.0))
    );
    assert_eq!(line("empty").within, Some(true), "none is empty");
    assert_eq!(median([3.0, 1.0, 2.0].into_iter()), Some(2.0));
    assert_eq!(median([4.0, 1.0].into_iter()), Some(2.5));
    assert_eq!(median(std::iter::empty()), None);
}

#[test]
fn the_corpus_is_read_along_its_graph() {
    // A wall requires a bomb, and there is none.
    let level = json!({"format": "quandary/level/1", "graph": {
        "nodes": [{"id": 0, "contents": ["start"]}, {"id": 1, "contents": ["goal"]}],
        "edges": [{"from": 0, "to": 1, "requires": "bombable"}]}});
    let level = json::read(&level.to_string()).unwrap();
    assert_eq!(surveyed(&level).winnable, Some(false));
    let read = row(&level, &level.rules_under(None), Read::Corpus, &Default::default()).unwrap();
    assert_eq!(read.winnable, Some(true));
}

#[test]
fn every_column_is_found_by_its_name() {
    for column in Column::all() {
        assert_eq!(Column::named(column.name()), Some(column));
    }
    assert_eq!((Column::named("nothing"), Column::all().len()), (None, 27));
}
