//! Small levels with known answers, on spots and on every cell.

use super::*;
use crate::claims::board::Board;
use crate::claims::change::changes;
use crate::claims::search::{Answer, Until, is_won, search};
use crate::claims::spots::Spots;
use crate::claims::stuck::nobody;
use crate::measures::read::Level;
use serde_json::{Value, json};

const MOST: usize = 1_000_000;

/// A level of a drawing with rectangles of so many columns side by side, edges and more fields.
fn level(drawing: &str, cols: usize, edges: &[(usize, usize, &str)], more: &Value) -> Level {
    let tile = |sign| match sign {
        '#' => 2,
        'o' => 3,
        'S' => 21,
        'G' => 22,
        'k' => 30,
        'I' => 32,
        'i' => 33,
        '~' => 40,
        '/' => 10,
        _ => 1,
    };
    let grid: Vec<Vec<i32>> =
        drawing.split('|').map(|line| line.chars().map(tile).collect()).collect();
    let rooms = grid[0].len() / cols;
    let rectangles: Vec<Value> = (0..rooms)
        .map(|n| json!({"node": n, "floor": 0, "row": 0, "col": n * cols, "rows": grid.len(), "cols": cols}))
        .collect();
    let nodes: Vec<Value> = (0..rooms).map(|n| json!({"id": n})).collect();
    let edges: Vec<Value> = edges
        .iter()
        .map(|(a, b, asked)| {
            let asked: Vec<&str> = asked.split_whitespace().collect();
            json!({"from": a, "to": b, "requires": asked})
        })
        .collect();
    let mut level = json!({
        "format": "quandary/level/1", "floors": [{"grid": grid}], "rooms": rectangles,
        "graph": {"nodes": nodes, "edges": edges},
        "rules": {"push": "free", "blocks": "reset", "bombs": "unlimited"},
    });
    for (name, value) in more.as_object().unwrap() {
        level[name] = value.clone();
    }
    serde_json::from_value(level).unwrap()
}

/// The answer and the number of dead states, on spots and on every cell, which must say the same.
fn asked(level: &Level, options: &str) -> (Answer, bool) {
    let options: Vec<String> = options.split_whitespace().map(str::to_owned).collect();
    let board = Board::new(level, &changes(&options).unwrap()).unwrap();
    let known = crate::claims::hall::Known::default();
    let spots = [Spots::new(&board), Spots::every(&board)];
    let found = [(0, false), (0, true), (1, false), (1, true)].map(|(spots_of, halls)| {
        let game = || match halls {
            true => Game::contracted(&board, &spots[spots_of], &known),
            false => Game::new(&board, &spots[spots_of]),
        };
        let goal = search(&mut game(), Until::Goal, MOST).answer();
        let all = search(&mut game(), Until::All, MOST);
        let won = is_won(&mut game(), MOST);
        // What is shown without looking at all states is so.
        assert!(!nobody(&mut game(), MOST) || all.dead() == 0, "{options:?}");
        assert!(won.is_none_or(|won| won == matches!(goal, Answer::Moves(_))));
        assert_eq!(goal, all.answer());
        (goal, all.dead() > 0)
    });
    assert!(found.iter().all(|other| *other == found[0]), "{options:?}: {found:?}");
    found[0]
}

fn mark(col: usize, gives: &str) -> Value {
    json!({"floor": 0, "row": 1, "col": col, "gives": gives})
}

use Answer::{Moves, Unsolvable};

#[test]
fn passages_ask_for_symbols_that_lie_about() {
    let marks = json!({"marks": [mark(1, "symbol:A"), mark(3, "symbol:treasure:x")]});
    let edges = [(0, 1, "symbol:A"), (1, 0, "symbol:A")];
    let level = level("##########|#..S...G.#|##########", 5, &edges, &marks);
    assert_eq!(asked(&level, ""), (Moves(8), false));
    assert_eq!(asked(&level, "--without symbol:A"), (Unsolvable, true));
    assert_eq!(asked(&level, "--without passage:1-0"), (Unsolvable, true));
    assert_eq!(asked(&level, "--goal symbol:A"), (Moves(2), false));
    assert_eq!(asked(&level, "--goal room:1"), (Moves(6), false));
    assert_eq!(asked(&level, "--goal symbol:treasure:x"), (Moves(0), false));
}

#[test]
fn a_drop_cannot_be_climbed_and_may_lose_everything() {
    let marks = json!({"marks": [mark(1, "symbol:A")]});
    let edges = [(0, 1, "soft_locked"), (1, 2, "symbol:A"), (2, 1, "")];
    let level = level("###############|#..S........G.#|###############", 5, &edges, &marks);
    // Whoever drops without the symbol does not get back.
    assert_eq!(asked(&level, ""), (Moves(13), true));
}

#[test]
fn water_bombs_and_small_keys_are_asked_for() {
    let edges = [(0, 1, "bombable"), (1, 0, "bombable")];
    let wet = level("##########|#.IS....~G|##########", 5, &edges, &json!({}));
    assert_eq!(asked(&wet, ""), (Moves(8), false));
    assert_eq!(asked(&wet, "--without item:1,2"), (Unsolvable, true));
    let edges = [
        (0, 1, "key_locked"),
        (1, 0, "key_locked"),
        (0, 2, ""),
        (1, 2, "key_locked"),
        (2, 1, "key_locked"),
    ];
    let one = level("###############|#.kS........G.#|###############", 5, &edges, &json!({}));
    assert_eq!(asked(&one, ""), (Unsolvable, true));
    let two = level("###############|#kkS........G.#|###############", 5, &edges, &json!({}));
    assert_eq!(asked(&two, ""), (Moves(13), false));
    assert_eq!(asked(&two, "--without item:1,1"), (Unsolvable, true));
}

#[test]
fn a_symbol_may_shut_a_way_and_toggles_go_back() {
    let marks = json!({"marks": [mark(2, "symbol:flood")]});
    let edges = [(0, 1, "lacks:symbol:flood"), (1, 0, "")];
    let flooded = level("##########|#..S...G.#|##########", 5, &edges, &marks);
    // Whoever takes it is shut in.
    assert_eq!(asked(&flooded, ""), (Moves(4), true));
    let marks = json!({"marks": [mark(3, "toggle:0")]});
    let edges = [(0, 1, "toggle:0=on"), (1, 0, ""), (1, 2, "toggle:0=on"), (2, 1, "")];
    let lever = level("###############|#..S........G.#|###############", 5, &edges, &marks);
    assert_eq!(asked(&lever, ""), (Moves(10), false));
    assert_eq!(asked(&lever, "--without toggle:0"), (Unsolvable, true));
}

#[test]
fn blocks_hold_plates_down_and_go_back_when_the_room_is_left() {
    let plates =
        |gives: Value| json!({"plates": [{"name": "p", "cells": [[0, 1, 4]], "gives": gives}]});
    let edges = |asked| [(0, 1, asked), (1, 0, "")];
    let drawing = "############|#S.o....G..#|#.....######|############";
    // The player pushes twice, walks around the block and along it.
    let gate = level(drawing, 6, &edges("symbol:plate:p"), &plates(json!("symbol:plate:p")));
    // Pushed on into the doorway, the block stands in the way for good.
    assert_eq!(asked(&gate, ""), (Moves(9), true));
    assert_eq!(asked(&gate, "--rule push=off"), (Unsolvable, true));
    assert_eq!(asked(&gate, "--without block:1,3"), (Unsolvable, true));
    assert_eq!(asked(&gate, "--wall block:1,3"), (Unsolvable, true));
    assert_eq!(asked(&gate, "--without plate:p"), (Unsolvable, true));
    // The plate has to be down while one goes.
    let held = level(drawing, 6, &edges("plate:p"), &plates(Value::Null));
    assert_eq!(asked(&held, ""), (Moves(9), true));
    // Two doors: what was pushed into a corner is at home again after leaving.
    let drawing = "############|#..o.S....G#|############";
    let edges = [(0, 1, ""), (1, 0, "")];
    let plates = json!({"plates": [{"name": "p", "cells": [[0, 1, 2]], "gives": "symbol:plate:p"}], "win": ["symbol:plate:p"]});
    let reset = level(drawing, 6, &edges, &plates);
    assert_eq!(asked(&reset, "").0, Moves(2));
    let mut keep = plates;
    keep["rules"] = json!({"push": "free", "blocks": "keep"});
    assert_eq!(asked(&level(drawing, 6, &edges, &keep), "").0, Moves(2));
}

#[test]
fn locks_on_cells_and_doors_of_their_own_are_asked_on_entering() {
    let locks = json!({"locks": [{"cells": [[0, 1, 6]], "needs": ["symbol:A"]}], "marks": [mark(1, "symbol:A")]});
    let edges = [(0, 1, ""), (1, 0, "")];
    let locked = level("##########|#..S...G.#|##########", 5, &edges, &locks);
    assert_eq!(asked(&locked, ""), (Moves(8), false));
    let door = level("##########|#..S./.G.#|##########", 5, &edges, &json!({}));
    assert_eq!(asked(&door, ""), (Moves(4), false));
    assert_eq!(asked(&door, "--without door:1,5"), (Unsolvable, true));
}

#[test]
fn rules_that_are_not_known_are_no_answer() {
    let level =
        level("#####|#S.G#|#####", 5, &[], &json!({"rules": {"push": "once", "blocks": "reset"}}));
    assert!(Board::new(&level, &[]).is_err_and(|what| what.contains("push=once")));
}
