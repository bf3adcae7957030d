//! One area against every law.

use super::asked::Asked;
use super::chests::chests;
use super::fields::fields;
use super::laws::{Reach, depths, laws};
use super::map::Map;
use super::play::Play;
use crate::defect::Defect;
use crate::graph::boss;
use crate::ledger::Judged;
use crate::read::area::Area;

/// The INT of a player who does not say otherwise.
const USUAL_INT: u64 = 14;

/// Reads a line and goes over it.
pub(crate) fn judge(asked: &Asked, seed: u64, line: &str) -> Judged {
    Judged::read(line, |area, judged| one(asked, seed, area, judged))
}

/// Goes over an area.
fn one(asked: &Asked, seed: u64, area: &Area, judged: &mut Judged) {
    form(asked, seed, area, judged);
    let proved = area.proof.as_ref().is_some_and(|proof| proof.winnable && proof.unlosable);
    judged.expect(proved, Defect::Proof, || "it says so itself");
    let Some(map) = Map::read(area, judged) else { return };
    boss(&area.generator, &area.rooms, judged);
    shares(asked, area, &map, judged);
    let play = Play::new(area, &map);
    let without: Vec<Reach> = (0..area.puzzles.len()).map(|p| play.explore(Some(p))).collect();
    let all = play.explore(None);
    let passed = |room, to: usize, shut| !play.explore_past(Some(shut), Some(room)).rooms[to];
    laws(area, &map, asked.style, &all, &without, Some(&passed), judged);
    chests(area, &map, asked.style, &play, &all, judged);
    figures(area, &map, &without, judged);
}

/// Goes over all that stands outside the rooms, and the fields of the puzzles.
fn form(asked: &Asked, seed: u64, area: &Area, judged: &mut Judged) {
    let Area { format, category, generator, seed: is, .. } = area;
    let right = format == "quandary/area/1";
    judged.expect(right, Defect::Form, || format!("the format is {format:?}"));
    let right = category == asked.category && generator == asked.generator;
    judged.expect(right, Defect::Form, || format!("{category} by {generator}"));
    fields(area, asked.style, judged);
    judged.expect(*is == seed, Defect::Form, || format!("seed {is} in the place of {seed}"));
}

/// As many puzzles as were asked for, or a reason.
fn shares(asked: &Asked, area: &Area, map: &Map, judged: &mut Judged) {
    let (report, placed) = (&area.report, area.puzzles.len());
    let range = asked.range(area.rooms.len());
    let right = range.contains(&report.asked) && report.placed == placed;
    judged.expect(right, Defect::Form, || {
        format!("{} asked, {} placed, {placed} there", report.asked, report.placed)
    });
    let told = report.reason.as_ref().is_some_and(|reason| !reason.trim().is_empty());
    let right = placed == report.asked || placed < report.asked && told;
    judged.expect(right, Defect::Short, || format!("{placed} of {}", report.asked));
    let lacks = report.reasons.as_deref().unwrap_or_default();
    let known = ["dead_end", "no_gate", "no_template"];
    let named = lacks.iter().all(|lack| known.contains(&lack.reason.as_str()) && lack.puzzles > 0);
    let sum: usize = lacks.iter().map(|lack| lack.puzzles).sum();
    let passages = map.links.iter().map(Vec::len).sum::<usize>() / 2;
    // Whatever was closed, every passage that is left to a room but the entry is one of a connected whole.
    let told =
        report.closed.is_some() && report.reasons.is_some() && passages + 1 >= area.rooms.len();
    let right = told && named && placed + sum == report.asked;
    judged.expect(right, Defect::Placement, || format!("{placed} and {sum} of {}", report.asked));
    judged.number("puzzles asked for", report.asked);
    judged.number("passages closed", report.closed.unwrap_or(0));
    for lack in lacks {
        (0..lack.puzzles).for_each(|_| judged.name("why puzzles are missing", lack.reason.clone()));
    }
    // A puzzle stands in a room other than the entry and leads to another: where all connections are
    // the entry's, there is no place for one.
    let links = map.links.iter().enumerate().filter(|(room, _)| *room != map.entry);
    let fits = links.flat_map(|(_, links)| links).any(|&to| to != map.entry);
    let none = placed == 0 && report.asked > 0 && fits;
    judged.expect(!none, Defect::NoPuzzle, || format!("{:?}", report.reason));
    let met = if placed == report.asked { "as asked" } else { "fewer, with a reason" };
    judged.name("number of puzzles", met);
}

/// Notes the numbers of puzzles, rooms and chests.
fn figures(area: &Area, map: &Map, without: &[Reach], judged: &mut Judged) {
    judged.number("puzzles an area", area.puzzles.len());
    judged.number("rooms an area", area.rooms.len());
    judged.number("puzzles one behind the other", depths(without).into_iter().max().unwrap_or(0));
    judged.number("chests an area", area.chests.len());
    if area.puzzles.iter().any(|puzzle| puzzle.kind == "locked_door") {
        let has = if area.chests.is_empty() { "without a chest" } else { "with a chest" };
        judged.name("areas with a locked door", has);
    }
    let mut rooms = vec![0; area.rooms.len()];
    for (puzzle, room) in area.puzzles.iter().zip(&map.stands) {
        judged.name("kinds", puzzle.kind.clone());
        judged.number("threshold of a hint", puzzle.hint_threshold as usize);
        let seen = if puzzle.hint_threshold <= USUAL_INT { "shown" } else { "not shown" };
        judged.name("hints to a usual player", seen);
        if let Some(room) = *room {
            rooms[room] += 1;
        }
    }
    rooms.swap_remove(map.entry);
    rooms.into_iter().for_each(|count| judged.number("puzzles a room but the entry", count));
}

#[cfg(test)]
#[path = "judge_tests.rs"]
mod tests;
