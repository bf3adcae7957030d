//! Simulated players in places whose ways can be counted by hand.

use super::dice::Dice;
use super::place::Place;
use super::push::{self, PUSHERS};
use super::wander::{self, EXPLORERS, Explorer};
use super::yard::Yard;
use crate::measures::read::Level;
use serde_json::json;

fn place(contents: &[&[&str]], edges: &[(usize, usize, &str)]) -> Place {
    let nodes: Vec<_> =
        contents.iter().enumerate().map(|(id, held)| json!({"id": id, "contents": held})).collect();
    let both = |&(a, b, requires): &(usize, usize, &str)| {
        [(a, b), (b, a)].map(|(from, to)| json!({"from": from, "to": to, "requires": requires}))
    };
    let edges: Vec<_> = edges.iter().flat_map(both).collect();
    let level: Level =
        serde_json::from_value(json!({"graph": {"nodes": nodes, "edges": edges}})).unwrap();
    Place::read(&level).unwrap()
}

/// An explorer who sees everything and forgets nothing.
const WISE: Explorer = Explorer { ahead: 99, forgets: 0.0 };

#[test]
fn a_corridor_is_walked_straight() {
    let corridor = place(&[&["start"], &[], &["goal"]], &[(0, 1, "open"), (1, 2, "open")]);
    assert_eq!(wander::wander(&corridor, WISE, &mut Dice::of(1, 1)), Some(2));
    assert_eq!(wander::least(&corridor, 100), Some(2));
}

#[test]
fn a_key_is_fetched_and_used_up() {
    // 0 start, 1 key, 2 goal behind a lock of 0; and 3 behind another, which would waste it.
    let edges = [(0, 1, "open"), (0, 2, "key_locked"), (0, 3, "key_locked")];
    let keys = place(&[&["start"], &["key"], &["goal"], &[]], &edges);
    assert_eq!(wander::least(&keys, 100), Some(3));
    let won = (0..100).filter(|&run| wander::wander(&keys, WISE, &mut Dice::of(7, run)).is_some());
    // Of two locks that are as near one is opened, and it is the right one about every other time.
    assert!((30..70).contains(&won.count()));
}

#[test]
fn a_lever_opens_what_asks_for_it() {
    let contents: [&[&str]; 3] = [&["start"], &["toggle:0"], &["goal"]];
    let lever = place(&contents, &[(0, 1, "open"), (0, 2, "toggle:0=on")]);
    assert_eq!(wander::least(&lever, 100), Some(4), "there, flip, back, on");
    assert!(wander::wander(&lever, WISE, &mut Dice::of(3, 1)).is_some());
    assert!(
        Place::read(&serde_json::from_value(json!({"graph": {"nodes": []}})).unwrap()).is_err()
    );
}

#[test]
fn stronger_explorers_need_less() {
    // A tree of three ways at every room, three deep, with the goal in the last leaf.
    let rooms = 1 + 3 + 9 + 27;
    let contents: Vec<Vec<&str>> = (0..rooms)
        .map(|room| match room {
            0 => vec!["start"],
            39 => vec!["goal"],
            _ => vec![],
        })
        .collect();
    let contents: Vec<&[&str]> = contents.iter().map(Vec::as_slice).collect();
    let edges: Vec<_> = (1..rooms).map(|room| ((room - 1) / 3, room, "open")).collect();
    let tree = place(&contents, &edges);
    let moves = EXPLORERS.map(|explorer| {
        let games = (0..200).map(|run| wander::wander(&tree, explorer, &mut Dice::of(9, run)));
        games.map(|moves| moves.unwrap_or(wander::PATIENCE)).sum::<usize>()
    });
    assert!(moves[0] > moves[1] && moves[1] > moves[2], "{moves:?}");
}

/// Looking further is seeing more, and does not make a player of block rooms better: what is near the end from several
/// arrangements is as near from each, and who sees that far dithers among them.
#[test]
fn who_looks_further_sees_no_less() {
    let yards: Vec<_> =
        (0..200).filter_map(|seed| Yard::draw(&mut Dice::of(seed, 0))).take(20).collect();
    assert_eq!(yards.len(), 20);
    for (_, states) in &yards {
        let [near, _, far] = PUSHERS.map(|player| push::sight(states, player.ahead));
        assert!(near.iter().zip(&far).all(|(near, far)| far <= near));
        let games = (0..50).map(|run| push::push(states, &near, PUSHERS[0], &mut Dice::of(4, run)));
        let least = states.left[0].unwrap() as usize;
        assert!(games.flatten().all(|pushes| pushes >= least));
    }
}
