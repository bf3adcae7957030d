//! What a player does on tiles: every move, and a plan walked move by move.

use super::explore::World;
use super::ground::{BLOCK, Ground, NONE, STAIR};
use super::lock::Lock;
use super::wire::Record;

/// The most blocks that a state has room for.
pub(super) const MOST_BLOCKS: usize = 4;
/// What moves are called, in the order of neighbours; then the others.
const ACTIONS: [&str; 6] = ["up", "down", "left", "right", "warp", "flip"];
const WARP: usize = 4;
const FLIP: usize = 5;

/// Where the player stands, what was taken and opened, and where blocks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) cell: u32,
    bits: u64,
    /// The cells of blocks that nobody has pushed, and of those pushed, in order.
    resting: [u32; MOST_BLOCKS],
    pushed: [u32; MOST_BLOCKS],
}

impl State {
    fn has_block(&self, cell: u32) -> bool {
        self.resting.contains(&cell) || self.pushed.contains(&cell)
    }
}

/// Moves under the strict rules.
pub(super) struct Tiles<'a> {
    ground: &'a Ground,
    first: State,
}

impl<'a> Tiles<'a> {
    /// At the start, what lies there taken; None if there are more blocks than there is room for.
    pub(super) fn new(ground: &'a Ground) -> Option<Self> {
        let mut resting = [NONE; MOST_BLOCKS];
        resting.get_mut(..ground.blocks.len())?.copy_from_slice(&ground.blocks);
        let (cell, bits) = (ground.start, ground.take[ground.start as usize]);
        Some(Self { ground, first: State { cell, bits, resting, pushed: [NONE; MOST_BLOCKS] } })
    }

    /// Puts all moves into the list, with their numbers among the actions.
    fn actions(&self, state: &State, into: &mut Vec<(usize, State)>) {
        let ground = self.ground;
        for (action, &to) in ground.near[state.cell as usize].iter().enumerate() {
            if ground.is_ground(to)
                && let Some(after) = self.push(state, action, to)
            {
                match ground.guard(state.cell, to) {
                    None => into.extend(self.enter(&after, to, None).map(|s| (action, s))),
                    Some(any) => {
                        let ways = any.iter().filter_map(|lock| self.enter(&after, to, Some(lock)));
                        into.extend(ways.map(|state| (action, state)));
                    }
                }
            }
        }
        let room = ground.room[state.cell as usize];
        if ground.tiles[state.cell as usize] == STAIR && room != NONE {
            for (to, lock) in &ground.warps[room as usize] {
                if !state.has_block(*to) {
                    into.extend(self.enter(state, *to, Some(lock)).map(|state| (WARP, state)));
                }
            }
        }
        let toggles = ground.toggles[state.cell as usize].iter();
        into.extend(toggles.map(|bit| (FLIP, State { bits: state.bits ^ bit, ..*state })));
    }

    /// The blocks after a step that way: a block in the way goes on by one cell, once.
    fn push(&self, state: &State, action: usize, to: u32) -> Option<State> {
        if !state.has_block(to) {
            return Some(*state);
        }
        let block = state.resting.iter().position(|&block| block == to)?;
        let beyond = self.ground.near[to as usize][action];
        let left = || self.ground.tiles[beyond as usize] == BLOCK; // and none stands there now
        if beyond == NONE || state.has_block(beyond) || !(self.ground.is_smooth(beyond) || left()) {
            return None;
        }
        let mut after = *state;
        after.resting[block] = NONE;
        after.resting.sort_unstable();
        after.pushed[MOST_BLOCKS - 1] = beyond;
        after.pushed.sort_unstable();
        Some(after)
    }

    /// Pays for the tile, for the guard and for what the cell asks, stands there, and takes all.
    fn enter(&self, state: &State, to: u32, guard: Option<&Lock>) -> Option<State> {
        let bits = self.ground.bits.pass(&self.ground.lock[to as usize], state.bits)?;
        let bits = guard.map_or(Some(bits), |lock| self.ground.bits.pass(lock, bits))?;
        Some(State { cell: to, bits: bits | self.ground.take[to as usize], ..*state })
    }

    /// Walks a plan; says what is wrong with it.
    pub(super) fn replay(&self, plan: &[Record]) -> Result<(), String> {
        let (mut states, mut moves) = (vec![self.first], Vec::new());
        for (number, record) in plan.iter().enumerate() {
            let failed = |what: &str| format!("move {number}, {}: {what}", record.action);
            let cell = self.ground.cell(record.cell)?;
            moves.clear();
            for state in &states {
                if self.is_goal(state) {
                    return Err(failed("the goal was reached before"));
                }
                self.actions(state, &mut moves);
            }
            // Where several edges lead the same way, the plan does not say which one is meant.
            let fits = |(action, state): &(usize, State)| {
                ACTIONS[*action] == record.action && state.cell == cell
            };
            states.clear();
            for (_, state) in moves.iter().filter(|after| fits(after)) {
                if !states.contains(state) {
                    states.push(*state);
                }
            }
            if states.is_empty() {
                return Err(failed(&format!("cannot lead to {:?}", record.cell)));
            }
        }
        if states.iter().all(|state| self.is_goal(state)) {
            Ok(())
        } else {
            Err("it does not end at a goal".to_owned())
        }
    }
}

impl World for Tiles<'_> {
    type State = State;

    fn start(&self) -> State {
        self.first
    }

    fn is_goal(&self, state: &State) -> bool {
        self.ground.goal[state.cell as usize]
    }

    fn moves(&self, state: &State, into: &mut Vec<State>) {
        let mut moves = Vec::with_capacity(6);
        self.actions(state, &mut moves);
        into.extend(moves.into_iter().map(|(_, state)| state));
    }
}

#[cfg(test)]
mod tests {
    use super::super::explore::explore;
    use super::super::wire::Level;
    use super::*;
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
        (space.states.len(), space.dead, space.least)
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
            (space.states.len(), space.least)
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
