//! One dungeon against everything.

use super::again;
use super::agree::{agree, unlocked};
use super::claims::claims;
use super::explore::explore;
use super::ground::Ground;
use super::play::play;
use super::rooms::{Found, Rooms, Without};
use super::shape::shape;
use super::signs::{edges, marks};
use super::tiles::Tiles;
use super::wire::Dungeon;
use super::{Defect, signs};
use crate::audit::area::{Defect as Law, Map, Reach, Style, depths, fields, laws};
use crate::audit::ledger::Judged;
use std::collections::HashSet;
use std::path::Path;

/// The most states of tiles that a dungeon may have.
const MOST_STATES: usize = 1_000_000;

/// What was asked for.
pub(in crate::audit) struct Asked<'a> {
    pub(in crate::audit) category: &'a str,
    pub(in crate::audit) generator: &'a str,
    pub(in crate::audit) style: Style,
    pub(in crate::audit) floors: i64,
    /// Every how manyth dungeon is looked at more deeply, from this seed on; 0 is none.
    pub(in crate::audit) deep: u64,
    pub(in crate::audit) first: u64,
    /// Of every how manyth dungeon the printed claims are asked again of the program; 0 is none.
    pub(in crate::audit) claims: u64,
    /// The options of the program that make them.
    pub(in crate::audit) arguments: &'a [String],
    /// The program that plays walkthroughs, and is asked again.
    pub(in crate::audit) program: &'a Path,
}

/// Reads a line and goes over it.
pub(in crate::audit) fn judge(asked: &Asked<'_>, seed: u64, line: &str) -> Judged<Defect> {
    let mut judged = Judged::default();
    let dungeon: Dungeon = match serde_json::from_str(line) {
        Ok(dungeon) => dungeon,
        Err(error) => {
            judged.fail(Defect::Law(Law::Form), error.to_string());
            return judged;
        }
    };
    agree(asked, seed, &dungeon, &mut judged);
    let mut of_area = Judged::default();
    fields(&dungeon.area, asked.style, &mut of_area);
    if let Some(map) = Map::read(&dungeon.area, &mut of_area) {
        unlocked(&dungeon.mission, &dungeon.area, &map, &mut judged);
        if let Err(what) = by_rooms(asked.style, &dungeon, &map, &mut of_area, &mut judged) {
            judged.fail(Defect::Agree, what);
        }
    }
    let laws = of_area.defects.into_iter().map(|(law, what)| (Defect::Law(law), what));
    judged.defects.extend(laws);
    judged.numbers.extend(of_area.numbers);
    let every = |many: u64| many > 0 && (seed - asked.first).is_multiple_of(many);
    let deep = every(asked.deep);
    match Ground::new(&dungeon.level) {
        Err(what) => judged.fail(Defect::Law(Law::Form), format!("the level: {what}")),
        Ok(ground) => by_tiles(asked.style, &dungeon, &ground, deep, &mut judged),
    }
    claims(&dungeon, &mut judged);
    if every(asked.claims) {
        again::check(asked.program, line, &dungeon, &mut judged);
        again::text(asked.program, asked.arguments, &dungeon, &mut judged);
        judged.number("asked again", 1);
    }
    let played = deep.then(|| play(asked.program, line, &dungeon.walkthrough));
    if let Some(Err(what)) = played {
        judged.fail(Defect::Walkthrough, what);
    } else if dungeon.walkthrough.is_empty() {
        judged.fail(Defect::Walkthrough, "there is none");
    }
    judged
}

/// Searches the rooms: everything, and with one thing left out after another.
fn by_rooms(
    style: Style,
    dungeon: &Dungeon,
    map: &Map,
    of_area: &mut Judged<Law>,
    judged: &mut Judged<Defect>,
) -> Result<(), String> {
    let Dungeon { mission, area, proof, .. } = dungeon;
    let search = |without| -> Result<Found, String> {
        Ok(Rooms::new(mission, area, map, style, without)?.search())
    };
    let all = search(Without::Nothing)?;
    let without = (0..area.puzzles.len()).map(|puzzle| search(Without::Puzzle(puzzle)));
    let without = without.map(|found| Ok(found?.reach)).collect::<Result<Vec<Reach>, String>>()?;
    laws(area, map, style, &all.reach, &without, of_area);
    if all.least.is_none() || all.dead > 0 || all.reach.large {
        judged.fail(Defect::Losable, format!("{} of {} states dead", all.dead, all.states));
    }
    let (states, solution) = (proof.rooms.states, proof.rooms.solution);
    if (all.states as u64, all.least) != (states, Some(solution)) {
        let what = format!("{} states, {:?} long: not {states}, {solution}", all.states, all.least);
        judged.fail(Defect::Figures, what);
    }
    for (number, room) in mission.rooms.iter().enumerate() {
        let sign = room.item.as_deref().map(signs::item).transpose()?.flatten();
        if sign.is_some() && search(Without::ItemOf(number))?.least.is_some() {
            judged.fail(Defect::Unneeded, format!("{:?} in room {}", room.item, room.id));
        }
    }
    area.puzzles.iter().for_each(|puzzle| judged.name("kinds", puzzle.kind.clone()));
    judged.number("puzzles a dungeon", area.puzzles.len());
    judged.number("puzzles one behind the other", depths(&without).into_iter().max().unwrap_or(0));
    judged.number("states by rooms", all.states);
    judged.number("length by rooms", solution as usize);
    Ok(())
}

/// Goes over the tiles, walks the plan, and for some looks at every state.
fn by_tiles(
    style: Style,
    dungeon: &Dungeon,
    ground: &Ground,
    deep: bool,
    judged: &mut Judged<Defect>,
) {
    let Dungeon { mission, area, level, proof, .. } = dungeon;
    shape(mission, area, level, ground, judged);
    edges(mission, area, level, ground, style, judged);
    marks(mission, area, ground, style, judged);
    judged.number("blocks a dungeon", ground.blocks.len());
    judged.number("cost by tiles", proof.tiles.cost as usize);
    judged.number("states by tiles, told", proof.tiles.states as usize);
    if proof.tiles.states > MOST_STATES as u64 {
        judged.fail(Defect::TileStates, format!("{} states are told", proof.tiles.states));
    }
    let Some(tiles) = Tiles::new(ground) else { return };
    if let Err(what) = tiles.replay(&proof.plan) {
        judged.fail(Defect::Plan, what);
    }
    if proof.plan.len() as u64 != proof.tiles.cost {
        let what = format!("{} moves, and a cost of {}", proof.plan.len(), proof.tiles.cost);
        judged.fail(Defect::Plan, what);
    }
    if !deep {
        return;
    }
    let space = explore(&tiles, MOST_STATES);
    if space.large {
        return judged.fail(Defect::TileStates, "more than a million states");
    }
    let (states, told) = (space.states.len(), proof.tiles.states);
    if states as u64 != told {
        judged.fail(Defect::TileStates, format!("{states} states, not {told}"));
    }
    if space.dead > 0 || space.least.is_none() {
        judged.fail(Defect::TilesLosable, format!("{} of {states} states dead", space.dead));
    }
    let entered: HashSet<u32> =
        space.states.iter().map(|state| ground.room[state.cell as usize]).collect();
    if let Some(room) = (0..ground.nodes.len() as u32).find(|room| !entered.contains(room)) {
        judged.fail(Defect::Apart, format!("{} is never entered", ground.nodes[room as usize]));
    }
    let over = proof.tiles.cost.saturating_sub(space.least.unwrap_or(0));
    judged.number("moves more than the fewest", over as usize);
    judged.number("looked at deeply", 1);
}

#[cfg(test)]
mod tests {
    use super::super::sketch;
    use super::*;
    use serde_json::{Value, json};

    fn judge_it(style: Style, deep: u64, change: impl Fn(&mut Value)) -> Vec<(Defect, String)> {
        let mut dungeon = sketch::dungeon(style == Style::Small);
        change(&mut dungeon);
        let (category, generator, program) = ("dungeon", "bsp", Path::new("no program"));
        let asked = Asked {
            category,
            generator,
            style,
            floors: 2,
            deep,
            first: 7,
            claims: 0,
            arguments: &[],
            program,
        };
        judge(&asked, 7, &dungeon.to_string()).defects
    }

    #[test]
    fn a_sound_dungeon_has_no_defects() {
        for style in [Style::Named, Style::Small] {
            assert_eq!(judge_it(style, 0, |_| ()), [], "{style:?}");
            let found = judge_it(style, 1, |_| ());
            let [(Defect::Walkthrough, what)] = &found[..] else { panic!("{found:?}") };
            assert!(what.contains("cannot run"), "{what}");
        }
    }

    fn defects(change: impl Fn(&mut Value)) -> Vec<Defect> {
        let mut found: Vec<Defect> =
            judge_it(Style::Named, 0, change).into_iter().map(|defect| defect.0).collect();
        found.sort();
        found.dedup();
        found
    }

    #[test]
    fn each_broken_value_is_seen() {
        let cases = [
            ("/mission/rooms/3/coords", json!([9, 9, 0]), Defect::Agree),
            ("/mission/rooms/3/id", json!(4), Defect::Rooms),
            ("/mission/start", json!(1), Defect::Agree),
            ("/mission/edges/0/b", json!(5), Defect::Agree),
            ("/mission/rooms/12/item", json!(null), Defect::Keys),
            ("/mission/rooms/12/item", json!(null), Defect::Losable),
            ("/mission/edges/2/symbol", json!(null), Defect::Unneeded),
            ("/mission/edges/5/symbol", json!("A"), Defect::Locked),
            ("/mission/edges/5/symbol", json!("A"), Defect::Losable),
            ("/area/report/asked", json!(3), Defect::Keys),
            ("/area/rooms/11/kind", json!("chamber"), Defect::Agree),
            ("/area/rooms/15/connections", json!([]), Defect::Law(Law::OneWay)),
            ("/area/rooms/6/blocked_directions", json!([]), Defect::Law(Law::Blocked)),
            ("/area/items/0/room", json!([2, 1, -1]), Defect::Law(Law::NoPickUp)),
            ("/area/items/0/room", json!([1, 0, -1]), Defect::Law(Law::KeyBefore)),
            ("/area/items/0/room", json!([1, 0, 0]), Defect::Law(Law::KeyFar)),
            ("/area/puzzles/0/hint_threshold", json!(20), Defect::Law(Law::Threshold)),
            ("/area/puzzles/0/room", json!([0, 0, 0]), Defect::Law(Law::EntryRoom)),
            ("/proof/rooms/states", json!(46), Defect::Figures),
            ("/proof/rooms/solution", json!(17), Defect::Figures),
            ("/proof/winnable", json!(false), Defect::Law(Law::Proof)),
            ("/proof/tiles/cost", json!(1), Defect::Plan),
            ("/proof/tiles/states", json!(1_000_001), Defect::TileStates),
            ("/proof/plan/3/action", json!("left"), Defect::Plan),
            ("/proof/plan/3/cell", json!([0, 0, 0]), Defect::Plan),
            ("/walkthrough", json!([]), Defect::Walkthrough),
            ("/level/rooms/1/col", json!(0), Defect::Law(Law::Form)),
            ("/level/rooms/0/node", json!("1,0,0"), Defect::Law(Law::Form)),
            ("/level/marks/0/col", json!(1), Defect::Marks),
            ("/level/marks/0/gives", json!("symbol:C"), Defect::Marks),
            ("/level/graph/edges/4/requires", json!("open"), Defect::Edges),
            ("/level/graph/edges/4/requires", json!("symbol:B"), Defect::Edges),
            ("/level/graph/edges/4/to", json!("0,0,0"), Defect::Edges),
            ("/level/graph/nodes/3/contents", json!(["goal"]), Defect::Ends),
            ("/level/format", json!("quandary/level/2"), Defect::Law(Law::Form)),
            ("/seed", json!(8), Defect::Law(Law::Form)),
            ("/proof/needed", json!([]), Defect::Claims),
            ("/proof/needed/0/content", json!("symbol:C"), Defect::Claims),
            ("/proof/needed/0/behind", json!(99), Defect::Claims),
            ("/proof/optional_together", json!(false), Defect::Claims),
            ("/blocks/placed", json!(1), Defect::Blocks),
            ("/blocks/drawn", json!(1), Defect::Blocks),
        ];
        for (path, value, expected) in cases {
            let found = defects(|dungeon| match dungeon.pointer_mut(path) {
                Some(place) => *place = value.clone(),
                None => dungeon["level"]["graph"]["nodes"][3]["contents"] = value.clone(),
            });
            assert!(found.contains(&expected), "{path} {value}: {found:?}");
        }
    }

    /// Sets tiles of a floor.
    fn tiles(floor: usize, cells: &[(usize, usize, u8)]) -> Vec<Defect> {
        defects(|dungeon| {
            let grid = &mut dungeon["level"]["floors"][floor]["grid"];
            cells.iter().for_each(|&(row, col, tile)| grid[row][col] = json!(tile));
            let blocks = cells.iter().filter(|cell| cell.2 == 3).count();
            dungeon["blocks"] = json!({"asked": blocks, "drawn": blocks, "placed": blocks});
        })
    }

    #[test]
    fn each_broken_tile_is_seen() {
        let wall = |col: usize| (0..22).map(|row| (row, col, 2)).collect::<Vec<_>>();
        assert!(tiles(0, &wall(5)).contains(&Defect::Apart));
        assert!(tiles(0, &wall(13)).contains(&Defect::Plan));
        // A door between two rooms that no passage joins, one that faces a wall, floor for a door.
        let both = [(10, 30, 10), (11, 30, 10)];
        assert_eq!(tiles(0, &both), [Defect::Joins]);
        assert_eq!(tiles(0, &both[..1]), [Defect::Joins]);
        assert_eq!(tiles(0, &[(5, 63, 10)]), [Defect::Joins]);
        assert!(tiles(0, &[(16, 31, 1)]).contains(&Defect::Joins));
        assert!(tiles(0, &[(16, 31, 2)]).contains(&Defect::Joins));
        // No stairs, a second goal, a key too many, and blocks: four may be, five may not.
        assert!(tiles(0, &[(16, 56, 1)]).contains(&Defect::Joins));
        assert_eq!(tiles(0, &[(1, 1, 22)]), [Defect::Ends, Defect::Claims]);
        assert_eq!(tiles(0, &[(1, 1, 30)]), [Defect::Marks, Defect::Claims]);
        assert!(tiles(0, &[(1, 1, 21)]).contains(&Defect::Law(Law::Form)));
        let blocks = [1, 3, 5, 7, 9].map(|col| (1, col, 3));
        assert_eq!(tiles(0, &blocks[..4]), []);
        assert_eq!(tiles(0, &blocks), [Defect::Blocks]);
        // A block on key A, and one that can be pushed onto it.
        for col in [55, 56, 57] {
            assert!(tiles(0, &[(5, col, 3)]).contains(&Defect::UnderBlock), "{col}");
        }
        assert!(tiles(0, &[(1, 1, 99)]).contains(&Defect::Law(Law::Form)));
    }

    #[test]
    fn rooms_stand_where_their_places_are() {
        // Two rooms in each other's places.
        let found = defects(|dungeon| {
            let rooms = dungeon["level"]["rooms"].as_array_mut().unwrap();
            let (a, b) = (rooms[1]["node"].clone(), rooms[2]["node"].clone());
            (rooms[1]["node"], rooms[2]["node"]) = (b, a);
        });
        assert!(found.contains(&Defect::Shape) && found.contains(&Defect::Joins), "{found:?}");
        let found = defects(|dungeon| dungeon["level"]["rooms"][1]["cols"] = json!(15));
        assert!(found.contains(&Defect::Shape), "{found:?}");
    }

    #[test]
    fn a_puzzle_with_a_way_round_gates_nothing() {
        let found = defects(|dungeon| {
            for (room, way) in [(2, "north"), (6, "south")] {
                let ways = dungeon["area"]["rooms"][room]["connections"].as_array_mut().unwrap();
                ways.push(json!(way));
            }
            let edges = dungeon["mission"]["edges"].as_array_mut().unwrap();
            edges.push(json!({"a": 2, "b": 6, "symbol": null}));
        });
        assert!(found.contains(&Defect::Law(Law::Gates)), "{found:?}");
    }

    #[test]
    fn all_states_of_tiles_are_looked_at() {
        let deep = |style, change: &dyn Fn(&mut Value)| -> Vec<Defect> {
            judge_it(style, 1, change).into_iter().map(|defect| defect.0).collect()
        };
        let told = |dungeon: &mut Value| dungeon["proof"]["tiles"]["states"] = json!(8940);
        assert!(deep(Style::Named, &told).contains(&Defect::TileStates));
        // A soft lock lets nobody back from the room in the east.
        let soft = |dungeon: &mut Value| {
            let edges = dungeon["level"]["graph"]["edges"].as_array_mut().unwrap();
            edges.retain(|edge| edge["from"] != "1,0,0" || edge["to"] != "0,0,0");
            let there = |edge: &&mut Value| edge["from"] == "0,0,0" && edge["to"] == "1,0,0";
            edges.iter_mut().find(there).unwrap()["requires"] = json!("soft_locked");
        };
        assert!(deep(Style::Named, &soft).contains(&Defect::TilesLosable));
        // With a small key too few below, the others can be spent on the wrong door.
        let wasted = |dungeon: &mut Value| {
            dungeon["level"]["floors"][1]["grid"][5][56] = json!(1);
        };
        assert!(deep(Style::Small, &wasted).contains(&Defect::TilesLosable));
    }
}
