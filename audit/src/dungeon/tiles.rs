//! The game on tiles: every move, and a plan walked move by move.

use super::ground::{BLOCK, Ground, NONE, STAIR};
use crate::explore::{self, World};
use crate::lock::Lock;
use crate::read::dungeon::Record;

/// The most blocks that a state has room for.
pub(crate) const MOST_BLOCKS: usize = 4;
/// The names of moves, in the order of neighbours; then the others.
const ACTIONS: [&str; 6] = ["up", "down", "left", "right", "warp", "flip"];
const WARP: usize = 4;
const FLIP: usize = 5;

/// The things that were taken and opened, and the cells of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    bits: u64,
    /// The cells of blocks that nobody has pushed, and of those pushed, in order.
    resting: [u32; MOST_BLOCKS],
    pushed: [u32; MOST_BLOCKS],
}

/// The player's cell, and the rest.
type State = explore::State<Key>;

impl Key {
    fn has_block(&self, cell: u32) -> bool {
        self.resting.contains(&cell) || self.pushed.contains(&cell)
    }
}

/// Moves under the strict rules.
pub(crate) struct Tiles<'a> {
    ground: &'a Ground,
    first: State,
}

impl<'a> Tiles<'a> {
    /// At the start, what lies there taken; None if there are more blocks than there is room for.
    pub(crate) fn new(ground: &'a Ground) -> Option<Self> {
        let mut resting = [NONE; MOST_BLOCKS];
        resting.get_mut(..ground.blocks.len())?.copy_from_slice(&ground.blocks);
        let bits = ground.take[ground.start as usize];
        let key = Key { bits, resting, pushed: [NONE; MOST_BLOCKS] };
        Some(Self { ground, first: (ground.start, key) })
    }

    /// Hands over every move: its number among the actions, and the state after it.
    fn actions(&self, cell: u32, key: &Key, mut found: impl FnMut(usize, State)) {
        let ground = self.ground;
        for (action, &to) in ground.near[cell as usize].iter().enumerate() {
            if ground.is_ground(to)
                && let Some(after) = self.push(key, action, to)
            {
                let free = [Lock::default()];
                let any = ground.guard(cell, to).unwrap_or(&free);
                let ways = any.iter().filter_map(|lock| self.enter(&after, to, lock));
                ways.for_each(|state| found(action, state));
            }
        }
        let room = ground.room[cell as usize];
        if ground.tiles[cell as usize] == STAIR && room != NONE {
            let warps = ground.warps[room as usize].iter().filter(|(to, _)| !key.has_block(*to));
            let after = warps.filter_map(|(to, lock)| self.enter(key, *to, lock));
            after.for_each(|state| found(WARP, state));
        }
        for bit in &ground.toggles[cell as usize] {
            found(FLIP, (cell, Key { bits: key.bits ^ bit, ..*key }));
        }
    }

    /// The blocks after a step that way: a block in the way goes on by one cell, once.
    fn push(&self, key: &Key, action: usize, to: u32) -> Option<Key> {
        if !key.has_block(to) {
            return Some(*key);
        }
        let block = key.resting.iter().position(|&block| block == to)?;
        let beyond = self.ground.near[to as usize][action];
        let left = || self.ground.tiles[beyond as usize] == BLOCK; // and none stands there now
        if beyond == NONE || key.has_block(beyond) || !(self.ground.is_smooth(beyond) || left()) {
            return None;
        }
        let mut after = *key;
        after.resting[block] = NONE;
        after.resting.sort_unstable();
        after.pushed[MOST_BLOCKS - 1] = beyond;
        after.pushed.sort_unstable();
        Some(after)
    }

    /// Pays for the tile and for the guard, stands there, and takes all.
    fn enter(&self, key: &Key, to: u32, guard: &Lock) -> Option<State> {
        let bits = self.ground.bits.pass(&self.ground.lock[to as usize], key.bits)?;
        let bits = self.ground.bits.pass(guard, bits)?;
        Some((to, Key { bits: bits | self.ground.take[to as usize], ..*key }))
    }

    /// Walks a plan; says what is wrong with it.
    pub(crate) fn replay(&self, plan: &[Record]) -> Result<(), String> {
        let mut states = vec![self.first];
        for (number, record) in plan.iter().enumerate() {
            let failed = |what: &str| format!("move {number}, {}: {what}", record.action);
            let cell = self.ground.cell(record.cell)?;
            if states.iter().any(|state| self.is_goal(state.0)) {
                return Err(failed("the goal was reached before"));
            }
            // If several edges lead the same way, the plan does not say which one is meant.
            let mut after = Vec::new();
            for (from, key) in &states {
                self.actions(*from, key, |action, state| {
                    let fits = ACTIONS[action] == record.action && state.0 == cell;
                    if fits && !after.contains(&state) {
                        after.push(state);
                    }
                });
            }
            states = after;
            if states.is_empty() {
                return Err(failed(&format!("cannot lead to {:?}", record.cell)));
            }
        }
        let won = states.iter().all(|state| self.is_goal(state.0));
        if won { Ok(()) } else { Err("it does not end at a goal".to_owned()) }
    }
}

impl World for Tiles<'_> {
    type Key = Key;

    fn places(&self) -> usize {
        self.ground.tiles.len()
    }

    fn start(&self) -> State {
        self.first
    }

    fn is_goal(&self, cell: u32) -> bool {
        self.ground.goal[cell as usize]
    }

    fn moves(&self, cell: u32, key: &Key, into: &mut Vec<State>) {
        self.actions(cell, key, |_, state| into.push(state));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::explore;
    use crate::read::level::Level;
    use serde_json::json;

    /// A level drawn in the characters of the text form, one room as large as the drawing.
    fn level(rows: &[&str]) -> Level {
        let tile = |c: char| match c {
            '#' => 2,
            'o' => 3,
            '+' => 11,
            '@' => 21,
            '*' => 22,
            'k' => 30,
            'I' => 32,
            '~' => 40,
            '>' => 42,
            '?' => 43,
            _ => 1,
        };
        let grid: Vec<Vec<u8>> = rows.iter().map(|row| row.chars().map(tile).collect()).collect();
        let (height, width) = (rows.len(), rows[0].len());
        let value = json!({
            "format": "quandary/level/1", "floors": [{"grid": grid}],
            "rooms": [
                {"node": "a", "floor": 0, "row": 0, "col": 0, "rows": height, "cols": width},
            ],
            "graph": {"nodes": [{"id": "a"}], "edges": []},
            "marks": [], "locks": [],
        });
        serde_json::from_value(value).unwrap()
    }

    /// States, dead states and the least cost.
    fn counts(rows: &[&str]) -> (usize, usize, Option<u64>) {
        let ground = Ground::new(&level(rows)).unwrap();
        let space = explore(&Tiles::new(&ground).unwrap(), 1 << 20);
        (space.len(), space.dead, space.least)
    }

    #[test]
    fn a_key_can_be_wasted() {
        let rows = [
            "###############",
            "#.....#...#...#",
            "#.@...+...+.*.#",
            "#..k..#.k.#...#",
            "###+###########",
            "#.....#########",
            "#.....#########",
            "###############",
        ];
        let (_, dead, least) = counts(&rows);
        assert!(dead > 0 && least == Some(14), "{dead} {least:?}");
        // With a key in place of the bombs all three doors can be opened.
        let mut rows = rows;
        rows[6] = "#..k..#########";
        assert_eq!(counts(&rows).1, 0);
    }

    #[test]
    fn a_block_is_pushed_once_onto_floor() {
        // Pushed to the right it stands in the way for good.
        assert_eq!(counts(&["#####", "#@o.*", "#####"]), (3, 3, None));
        assert_eq!(counts(&["#@o.#", "#.#*#", "#...#"]), (13, 0, Some(5)));
    }

    /// Onto no key, no stair and no goal, which the rule `push_onto` may have otherwise.
    #[test]
    fn a_block_is_pushed_onto_nothing_but_floor() {
        for row in ["@ok.", "@o>.", "@o*.", "@o?."] {
            assert_eq!(counts(&[row]).0, 1, "{row}");
        }
    }

    /// A cell with a puzzle is one to land on; an edge that is no stair leads no stair anywhere.
    #[test]
    fn a_stair_leads_to_the_middle_of_a_room() {
        let counts = |requires: &str| {
            let mut rooms = level(&["@>####.?*"]);
            let edge = json!({"from": "a", "to": "b", "requires": requires});
            rooms.graph.nodes.push(serde_json::from_value(json!({"id": "b"})).unwrap());
            rooms.graph.edges.push(serde_json::from_value(edge).unwrap());
            rooms.rooms[0].cols = 2;
            let b = json!({"node": "b", "floor": 0, "row": 0, "col": 6, "rows": 1, "cols": 3});
            rooms.rooms.push(serde_json::from_value(b).unwrap());
            let ground = Ground::new(&rooms).unwrap();
            let space = explore(&Tiles::new(&ground).unwrap(), 1 << 20);
            (space.len(), space.least)
        };
        assert_eq!(counts("stair"), (5, Some(3)));
        assert_eq!(counts("open"), (2, None));
    }

    #[test]
    fn water_asks_for_the_key_item() {
        assert_eq!(counts(&["I@~*"]), (5, 0, Some(4)));
        assert_eq!(counts(&["@~*"]), (1, 1, None));
    }

    #[test]
    fn a_plan_is_walked_to_the_goal() {
        let level = level(&["I@~*"]);
        let ground = Ground::new(&level).unwrap();
        let tiles = Tiles::new(&ground).unwrap();
        let plan = |moves: &[(&str, usize)]| {
            let record = |&(action, col): &(&str, usize)| Record {
                action: action.to_owned(),
                cell: [0, 0, col],
            };
            tiles.replay(&moves.iter().map(record).collect::<Vec<_>>())
        };
        let way = [("left", 0), ("right", 1), ("right", 2), ("right", 3)];
        assert_eq!(plan(&way), Ok(()));
        assert!(plan(&way[..3]).is_err());
        assert!(plan(&way[2..]).is_err());
        assert!(plan(&[("right", 2)]).is_err());
        assert!(plan(&[&way[..], &[("left", 2)]].concat()).is_err());
    }
}
