//! Tests of the tiles as they are drawn.

use super::*;

#[test]
fn runs_are_found() {
    let says = |text: &str| runs(text.chars().map(|c| c == '#'));
    assert_eq!(says("##.#..###"), [(0, 2), (3, 1), (6, 3)]);
    assert_eq!(says("..."), []);
}

#[test]
fn start_and_goals_that_are_said_replace_their_tiles() {
    let mut tiles = level::formats::text::read("@.*\n").unwrap().tiles.unwrap();
    assert!(TileView::of(&tiles).has(Tile::Start) && TileView::of(&tiles).has(Tile::Goal));
    tiles.start = Some(Cell::new(0, 0, 1));
    tiles.goals = Some(vec![]);
    assert!(!TileView::of(&tiles).has(Tile::Start) && !TileView::of(&tiles).has(Tile::Goal));
}
