//! Random levels of two or three rooms in a row, as texts: blocks and plates, locks, marks, and edges with
//! requirements.

use crate::dice::Random;

const ROWS: u32 = 5;
const COLS: u32 = 5;

/// The requirements of edges, besides those that a plate before the edge satisfies.
const EDGE_NEEDS: [&str; 19] = [
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "symbol:P0",
    "symbol:P0",
    "symbol:P1",
    "symbol:M",
    "key_locked",
    "soft_locked",
    "item_locked",
    "plate:p0",
    "lacks:symbol:P0",
    "toggle:0=on",
    "toggle:0=on",
    "toggle:0=off",
];

/// The requirements of cells.
const CELL_NEEDS: [&str; 8] = [
    "plate:p0",
    "plate:p0",
    "plate:p1",
    "symbol:P0",
    "symbol:P1",
    "symbol:M",
    "toggle:0=on",
    "lacks:symbol:P1",
];

fn edges(dice: &mut Random, rooms: u32) -> String {
    let mut edges = Vec::new();
    for room in 1..rooms {
        for (from, to) in [(room - 1, room), (room, room - 1)] {
            let onward = from < to && dice.below(2) == 0;
            let asked = if onward {
                ["symbol:P0", "symbol:P1"][from as usize]
            } else {
                dice.pick(&EDGE_NEEDS)
            };
            let asked = if asked.is_empty() { String::new() } else { format!("\"{asked}\"") };
            if asked.is_empty() || dice.below(8) > 0 {
                edges.push(format!(r#"{{"from":{from},"to":{to},"requires":[{asked}]}}"#));
            }
        }
    }
    edges.join(",")
}

/// A random level of two or three rooms in a row, with blocks and plates, and things that force a choice.
pub fn drawing(dice: &mut Random) -> String {
    let rooms = 2 + dice.below(2);
    let mut rows = vec![vec!['.'; (COLS * rooms) as usize]; ROWS as usize];
    for cell in rows.iter_mut().flatten() {
        *cell = match dice.below(80) {
            0..2 => 'o',
            2..12 => '#',
            12..14 => dice.pick(&['k', '+', 'I', '~', ',', 'i', '%']),
            _ => '.',
        };
    }
    let mut put = |room: u32, tile: char, dice: &mut Random| {
        let (row, col) = (dice.below(ROWS), COLS * room + dice.below(COLS));
        rows[row as usize][col as usize] = tile;
        format!("[0,{row},{col}]")
    };
    let mut plates = Vec::new();
    for plate in 0..2 {
        let room = if dice.below(4) == 0 { dice.below(rooms) } else { plate };
        let cells: Vec<String> = (0..1 + dice.below(2)).map(|_| put(room, '.', dice)).collect();
        for _ in &cells {
            put(room, 'o', dice);
        }
        let gives = match dice.below(8) {
            0 => String::new(),
            1 => r#","gives":"symbol:M""#.to_string(),
            _ => format!(r#","gives":"symbol:P{plate}""#),
        };
        plates.push(format!(r#"{{"name":"p{plate}","cells":[{}]{gives}}}"#, cells.join(",")));
    }
    put(0, '@', dice);
    put(dice.pick(&[rooms - 1, rooms - 1, rooms - 1, 0]), '*', dice);
    let mark = |gives: &str, dice: &mut Random| {
        let (row, col) = (dice.below(ROWS), dice.below(COLS * rooms));
        format!(r#"{{"floor":0,"row":{row},"col":{col},"gives":"{gives}"}}"#)
    };
    let marks: Vec<String> = ["symbol:M", "symbol:T", "toggle:0", "toggle:0"]
        .into_iter()
        .filter(|_| dice.below(3) == 0)
        .collect::<Vec<_>>()
        .into_iter()
        .map(|gives| mark(gives, dice))
        .collect();
    let lock = |needs: &str, dice: &mut Random| {
        let (row, col) = (dice.below(ROWS), dice.below(COLS * rooms));
        format!(r#"{{"cells":[[0,{row},{col}]],"needs":["{needs}"]}}"#)
    };
    let locks: Vec<String> =
        (0..dice.below(4)).map(|_| lock(dice.pick(&CELL_NEEDS), dice)).collect();
    let room = |n: u32| {
        format!(
            r#"{{"node":{n},"floor":0,"row":0,"col":{},"rows":{ROWS},"cols":{COLS}}}"#,
            COLS * n
        )
    };
    let rectangles: Vec<String> = (0..rooms).map(room).collect();
    let nodes: Vec<String> = (0..rooms).map(|n| format!(r#"{{"id":{n}}}"#)).collect();
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    format!(
        "quandary/level/1\nrooms: [{}]\nmarks: [{}]\nlocks: [{}]\nplates: [{}]\n\
         graph: {{\"nodes\":[{}],\"edges\":[{}]}}\n\n{}\n",
        rectangles.join(","),
        marks.join(","),
        locks.join(","),
        plates.join(","),
        nodes.join(","),
        edges(dice, rooms),
        rows.join("\n")
    )
}
