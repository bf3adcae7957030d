//! One dungeon against everything.

use super::again;
use super::agree::{agree, unlocked};
use super::asked::Asked;
use super::claims::claims;
use super::ground::Ground;
use super::marks::{edges, marks};
use super::play::play;
use super::shape::shape;
use super::tiles::Tiles;
use super::world::{Without, search};
use crate::area::{Map, Reach, depths, fields, laws};
use crate::category::Style;
use crate::defect::Defect;
use crate::explore::explore;
use crate::ledger::Judged;
use crate::read::dungeon::{Dungeon, Proof};
use std::collections::BTreeSet;
use std::path::Path;

/// The most states of tiles that a dungeon may have.
const MOST_STATES: usize = 1_000_000;

/// The checks that take long and are made of some dungeons only.
#[derive(Clone, Copy)]
pub(crate) struct Deeper<'a> {
    /// The program that plays walkthroughs, and is asked again.
    pub(crate) program: &'a Path,
    /// The first seed, from which dungeons are counted.
    pub(crate) first: u64,
    /// Every how manyth dungeon has all states of its tiles looked at; 0 is none.
    pub(crate) deep: u64,
    /// Of every how manyth dungeon the printed claims are asked again of the program; 0 is none.
    pub(crate) claims: u64,
}

/// Reads a line and goes over it.
pub(crate) fn judge(asked: &Asked, deeper: &Deeper<'_>, seed: u64, line: &str) -> Judged {
    Judged::read(line, |dungeon, judged| one(asked, deeper, seed, line, dungeon, judged))
}

/// Goes over a dungeon.
fn one(
    asked: &Asked,
    deeper: &Deeper<'_>,
    seed: u64,
    line: &str,
    dungeon: &Dungeon,
    judged: &mut Judged,
) {
    agree(asked, seed, dungeon, judged);
    fields(&dungeon.area, asked.style, judged);
    if let Some(map) = Map::read(&dungeon.area, judged) {
        unlocked(dungeon, &map, judged);
        let found = by_rooms(asked.style, dungeon, &map, judged);
        judged.hold(Defect::Agree, found);
    }
    let every = |many: u64| many > 0 && (seed - deeper.first).is_multiple_of(many);
    let deep = every(deeper.deep);
    match Ground::new(&dungeon.level) {
        Err(what) => judged.fail(Defect::Form, format!("the level: {what}")),
        Ok(ground) => by_tiles(asked.style, dungeon, &ground, deep, judged),
    }
    claims(dungeon, judged);
    if every(deeper.claims) {
        again::check(deeper.program, line, dungeon, judged);
        again::text(deeper.program, &asked.arguments(), dungeon, judged);
        judged.number("asked again", 1);
    }
    let played = if deep { play(deeper.program, line, &dungeon.walkthrough) } else { Ok(()) };
    let none = played.is_ok() && dungeon.walkthrough.is_empty();
    judged.hold(Defect::Walkthrough, played);
    judged.expect(!none, Defect::Walkthrough, || "there is none");
}

/// Searches the rooms: everything, and with one thing left out after another.
fn by_rooms(style: Style, dungeon: &Dungeon, map: &Map, judged: &mut Judged) -> Result<(), String> {
    let Dungeon { mission, area, proof, .. } = dungeon;
    let search = |without| search(dungeon, map, style, without);
    let all = search(Without::Nothing)?;
    let without = (0..area.puzzles.len()).map(|puzzle| search(Without::Puzzle(puzzle)));
    let without = without.map(|found| Ok(found?.reach)).collect::<Result<Vec<Reach>, String>>()?;
    laws(area, map, style, &all.reach, &without, None, judged);
    let (count, dead, least) = (all.states, all.dead, all.least);
    let sound = least.is_some() && dead == 0 && !all.reach.large;
    judged.expect(sound, Defect::Losable, || format!("{dead} of {count} states dead"));
    let (states, solution) = (proof.rooms.states, proof.rooms.solution);
    let right = (count as u64, least) == (states, Some(solution));
    let what = || format!("{count} states, {least:?} long: not {states}, {solution}");
    judged.expect(right, Defect::Figures, what);
    for (number, room) in mission.rooms.iter().enumerate() {
        let is_thing = room.item.is_some_and(|item| !item.is_mark());
        if is_thing && search(Without::ItemOf(number))?.least.is_some() {
            judged.fail(Defect::Unneeded, format!("{:?} in room {}", room.item, room.id));
        }
    }
    area.puzzles.iter().for_each(|puzzle| judged.name("kinds", puzzle.kind.clone()));
    judged.number("puzzles a dungeon", area.puzzles.len());
    judged.number("puzzles one behind the other", depths(&without).into_iter().max().unwrap_or(0));
    judged.number("states by rooms", count);
    judged.number("length by rooms", solution as usize);
    Ok(())
}

/// Goes over the tiles, walks the plan, and for some looks at every state.
fn by_tiles(style: Style, dungeon: &Dungeon, ground: &Ground, deep: bool, judged: &mut Judged) {
    shape(dungeon, ground, judged);
    edges(dungeon, ground, style, judged);
    marks(dungeon, ground, style, judged);
    let proof = &dungeon.proof;
    let (told, moves, cost) = (proof.tiles.states, proof.plan.len() as u64, proof.tiles.cost);
    judged.number("blocks a dungeon", ground.blocks.len());
    judged.number("cost by tiles", cost as usize);
    judged.number("states by tiles, told", told as usize);
    let few = told <= MOST_STATES as u64;
    judged.expect(few, Defect::TileStates, || format!("{told} states are told"));
    let Some(tiles) = Tiles::new(ground) else { return };
    judged.hold(Defect::Plan, tiles.replay(&proof.plan));
    judged.expect(moves == cost, Defect::Plan, || format!("{moves} moves, and a cost of {cost}"));
    if deep {
        every_tile(proof, ground, &tiles, judged);
    }
}

/// Looks at every state of the tiles.
fn every_tile(proof: &Proof, ground: &Ground, tiles: &Tiles<'_>, judged: &mut Judged) {
    let space = explore(tiles, MOST_STATES);
    if space.large {
        return judged.fail(Defect::TileStates, "more than a million states");
    }
    let (states, dead, told) = (space.len(), space.dead, proof.tiles.states);
    let right = states as u64 == told;
    judged.expect(right, Defect::TileStates, || format!("{states} states, not {told}"));
    let sound = dead == 0 && space.least.is_some();
    judged.expect(sound, Defect::TilesLosable, || format!("{dead} of {states} states dead"));
    let cells = space.reached().into_iter().zip(&ground.room).filter(|(reached, _)| *reached);
    let entered: BTreeSet<u32> = cells.map(|(_, room)| *room).collect();
    let mut rooms = (0..).zip(&ground.nodes);
    if let Some((_, node)) = rooms.find(|(room, _)| !entered.contains(room)) {
        judged.fail(Defect::Pieces, format!("{node} is never entered"));
    }
    let over = proof.tiles.cost.saturating_sub(space.least.unwrap_or(0));
    judged.number("moves more than the fewest", over as usize);
    judged.number("looked at deeply", 1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dungeon::sketch;
    use crate::spoil;
    use serde_json::{Value, json};

    fn judge_it(style: Style, deep: u64, change: impl Fn(&mut Value)) -> Judged {
        let mut dungeon = sketch::dungeon(style == Style::Small);
        change(&mut dungeon);
        let (category, generator, program) = ("dungeon", "bsp", Path::new("no program"));
        let asked = Asked { category, generator, style, floors: 2 };
        let deeper = Deeper { program, first: 7, deep, claims: 0 };
        judge(&asked, &deeper, 7, &dungeon.to_string())
    }

    #[test]
    fn a_sound_dungeon_has_no_defects() {
        for style in [Style::Named, Style::Small] {
            assert_eq!(judge_it(style, 0, |_| ()).defects, [], "{style:?}");
            let found = judge_it(style, 1, |_| ()).defects;
            let [(Defect::Walkthrough, what)] = &found[..] else { panic!("{found:?}") };
            assert!(what.contains("cannot run"), "{what}");
        }
    }

    fn defects(change: impl Fn(&mut Value)) -> Vec<Defect> {
        judge_it(Style::Named, 0, change).kinds()
    }

    #[test]
    fn each_broken_value_is_seen() {
        spoil::each(include_str!("spoilt.json"), |change| defects(change));
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
        assert!(tiles(0, &wall(5)).contains(&Defect::Pieces));
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
        assert_eq!(tiles(0, &[(1, 1, 22)]), [Defect::StartGoal, Defect::Claims]);
        assert_eq!(tiles(0, &[(1, 1, 30)]), [Defect::Marks, Defect::Claims]);
        assert!(tiles(0, &[(1, 1, 21)]).contains(&Defect::Form));
        let blocks = [1, 3, 5, 7, 9].map(|col| (1, col, 3));
        assert_eq!(tiles(0, &blocks[..4]), []);
        assert_eq!(tiles(0, &blocks), [Defect::Blocks]);
        // A block on key A, and one that can be pushed onto it.
        for col in [55, 56, 57] {
            assert!(tiles(0, &[(5, col, 3)]).contains(&Defect::UnderBlock), "{col}");
        }
        assert!(tiles(0, &[(1, 1, 99)]).contains(&Defect::Form));
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
        assert!(found.contains(&Defect::Gates), "{found:?}");
    }

    #[test]
    fn all_states_of_tiles_are_looked_at() {
        let deep = |style, change: &dyn Fn(&mut Value)| -> Vec<Defect> {
            judge_it(style, 1, change).kinds()
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
