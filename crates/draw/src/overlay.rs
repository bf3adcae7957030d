//! Plans as pictures show them: a way drawn over the level, and the steps of an animated walk.
//!
//! [`steps_of`] turns a plan into [`Step`]s, which hold cells and words and no rules. [`overlay_of`] needs only the
//! steps. Invariant: the first step is the start, and each move adds one step.

use crate::level_picture::{End, Overlay};
use formats::tiled::Way;
use level::plan::{Record, Walk};
use level::play::Ground;
use level::report::solution::{self, InventoryJson};
use level::rules::{Fact, Position, Rules};
use level::{Cell, Level, Tile, Tiles};

/// One move for a picture: the player's cell after it, and its effects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// The cell.
    pub cell: Cell,
    /// True if the cell was reached by a warp.
    pub warp: bool,
    /// True if the player takes something in the cell.
    pub takes: bool,
    /// Effects of the move in words: what was opened, taken, flipped or pushed; empty for a plain step.
    pub happened: String,
    /// The player's inventory after the move, in words.
    pub held: String,
    /// Tiles that the move changes: opened doors, taken items, moved blocks.
    pub changes: Vec<(Cell, Tile)>,
}

/// The way along some steps, to draw over a level.
pub fn overlay_of(steps: &[Step], title: String, end: End) -> Overlay {
    let happened = steps.iter().enumerate().filter(|(_, step)| !step.happened.is_empty());
    Overlay {
        title,
        cells: steps.iter().map(|step| step.cell).collect(),
        warps: (0..).zip(steps).filter(|(_, step)| step.warp).map(|(at, _)| at).collect(),
        events: happened.map(|(at, step)| (at, step.happened.clone())).collect(),
        end,
    }
}

/// A way for a map of Tiled; its words describe the moves with effects.
pub fn way_of(overlay: &Overlay) -> Way {
    let event = |(at, words): &(usize, String)| {
        let cell = overlay.cells.get(*at).copied().unwrap_or_default();
        format!("move {at}, floor {}, row {}, column {}: {words}", cell.floor, cell.row, cell.col)
    };
    let events: Vec<String> = overlay.events.iter().map(event).collect();
    Way {
        title: overlay.title.clone(),
        cells: overlay.cells.clone(),
        words: events.join("\n"),
        dead_state: overlay.end == End::DeadState,
    }
}

/// The steps of a walk through a level with tiles. While a warp passes a node without a rectangle, the player is shown
/// at the last cell.
pub fn steps_of(level: &Level, rules: &Rules, walk: &Walk) -> Vec<Step> {
    let Some(tiles) = &level.tiles else { return Vec::new() };
    let mut cell = tiles.start_cell().unwrap_or_default();
    let mut ground = Ground::of(tiles, rules);
    let mut steps = vec![Step {
        cell,
        held: held(&InventoryJson::new(level, &walk.holdings)),
        changes: taken(tiles, cell).into_iter().collect(),
        ..Step::default()
    }];
    for (record, told) in walk.records.iter().zip(solution::steps(level, walk)) {
        if let Position::Cell(now) = record.position {
            cell = now;
        }
        steps.push(Step {
            cell,
            warp: told.action == "warp",
            takes: !told.collected.is_empty(),
            happened: happened(record, &told),
            held: held(&told.held),
            changes: changes(&mut ground, record),
        });
    }
    steps
}

/// Effects of a move besides moving, in words.
fn happened(record: &Record, told: &solution::StepJson<'_>) -> String {
    let mut words = Vec::new();
    words.extend(record.changed.iter().filter_map(|meaning| match meaning {
        Fact::Toggle(number) => {
            let now = if told.held.toggles.contains(number) { "on" } else { "off" };
            Some(format!("flips toggle {number} {now}"))
        }
        _ => None,
    }));
    let list = |names: &[String]| {
        names.iter().filter(|name| !name.is_empty()).cloned().collect::<Vec<_>>().join(", ")
    };
    let (opened, taken) = (list(&told.opened), list(&told.collected));
    words.extend((!opened.is_empty()).then(|| format!("opens {opened}")));
    let bombs = if told.with_bombs { " with bombs" } else { "" };
    words.extend((!taken.is_empty()).then(|| format!("takes {taken}{bombs}")));
    words.extend(told.pushed.is_some().then(|| "pushes a block".to_owned()));
    let (pressed, released) = (list(&told.pressed), list(&told.released));
    words.extend((!pressed.is_empty()).then(|| format!("presses plate {pressed}")));
    words.extend((!released.is_empty()).then(|| format!("releases plate {released}")));
    words.join(", ")
}

/// The tiles that a move changes: an item is taken, doors are open, blocks have moved.
fn changes(ground: &mut Ground, record: &Record) -> Vec<(Cell, Tile)> {
    let edits = ground.after(record);
    let shown = |cell| (cell, ground.tiles().tile(cell).unwrap_or_default());
    edits.cells().map(shown).collect()
}

/// The cell from which an item was taken, and the tile it has now.
fn taken(tiles: &Tiles, cell: Cell) -> Option<(Cell, Tile)> {
    tiles.tile(cell)?.is_item().then_some((cell, Tile::Floor))
}

/// The player's inventory in words, without empty entries.
fn held(held: &InventoryJson) -> String {
    let mut words = vec![format!("keys {}", held.keys), format!("bombs {}", held.bombs)];
    words.extend(held.boss_key.then(|| "boss key".to_owned()));
    words.extend(held.key_item.then(|| "key item".to_owned()));
    words.extend(held.symbols.iter().cloned());
    words.extend(held.toggles.iter().map(|toggle| format!("{toggle} on")));
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_become_a_way() {
        let at = |col| Cell::new(0, 0, col);
        let steps = vec![
            Step { cell: at(0), ..Step::default() },
            Step {
                cell: at(5),
                warp: true,
                takes: true,
                happened: "takes key".to_owned(),
                held: "keys 1".to_owned(),
                changes: vec![(at(5), Tile::Floor)],
            },
        ];
        let way = overlay_of(&steps, "t".to_owned(), End::Goal);
        assert_eq!((way.cells, way.warps), (vec![at(0), at(5)], [1].into()));
        assert_eq!(way.events, [(1, "takes key".to_owned())]);
    }

    #[test]
    fn a_walk_tells_what_changes() {
        let drawn = "#########\n#@k+o.###\n####...*#\n#########\n";
        let level = level::formats::text::read(drawn).unwrap();
        let rules = Rules::default();
        let limits = level::Limits::default();
        let search = level::solve::Options::default();
        let solution = level::solve::solve(&level, &rules, &search, &limits).unwrap();
        let level::solve::Verdict::Solvable { walk, .. } = solution.verdict else { panic!() };
        let steps = steps_of(&level, &rules, &walk);
        assert_eq!(steps.len(), walk.records.len() + 1);
        let (key, door) = (Cell::new(0, 1, 2), Cell::new(0, 1, 3));
        assert_eq!(steps[1].changes, [(key, Tile::Floor)]);
        assert_eq!(steps[1].happened, "takes key");
        assert!(steps[1].held.starts_with("keys 1"), "{}", steps[1].held);
        assert!(steps[2].changes.contains(&(door, Tile::DoorOpen)), "{:?}", steps[2]);
        let pushed = [(Cell::new(0, 1, 4), Tile::Floor), (Cell::new(0, 1, 5), Tile::Block)];
        assert!(pushed.iter().all(|change| steps[3].changes.contains(change)), "{steps:?}");
    }

    #[test]
    fn plates_are_pressed_and_released_and_blocks_go_home() {
        let drawn = "quandary/level/1\n\
            rooms: [{\"node\":0,\"floor\":0,\"row\":0,\"col\":0,\"rows\":3,\"cols\":5}]\n\
            locks: [{\"cells\":[[0,2,3]],\"needs\":[\"plate:p\"]}]\n\
            plates: [{\"name\":\"p\",\"cells\":[[0,1,3]]}]\n\
            graph: {\"nodes\":[{\"id\":0}]}\n\
            rules: {\"blocks\":\"reset\"}\n\n\
            #########\n#@o.#####\n#......*#\n#########\n";
        let level = level::formats::text::read(drawn).unwrap();
        let rules = level.rules_under(None);
        let (limits, search) = (level::Limits::default(), level::solve::Options::default());
        let solution = level::solve::solve(&level, &rules, &search, &limits).unwrap();
        let level::solve::Verdict::Solvable { walk, .. } = solution.verdict else { panic!() };
        let steps = steps_of(&level, &rules, &walk);
        assert_eq!(steps[1].happened, "pushes a block, presses plate p");
        let leaves = steps.iter().find(|step| step.happened.contains("releases")).unwrap();
        assert_eq!(
            (leaves.happened.as_str(), leaves.cell),
            ("releases plate p", Cell::new(0, 2, 5))
        );
        let back = [(Cell::new(0, 1, 3), Tile::Floor), (Cell::new(0, 1, 2), Tile::Block)];
        assert_eq!(leaves.changes, back);
    }
}
