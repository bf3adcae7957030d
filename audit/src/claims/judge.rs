//! All that is found out about one printed dungeon.

use super::ablation;
use super::agree::{Faults, Joined, agree, arcs};
use super::asking::{Asking, Finding};
use super::board::Board;
use super::figures::{self, Figures};
use super::game::Game;
use super::hall::Known;
use super::patterns::{Scene, pattern};
use super::plan::Plan;
use super::print::Printed;
use super::search::{Answer, Until, search};
use super::spots::Spots;
use super::stuck;
use super::walk;
use crate::measures::links::Links;
use crate::measures::site::{At, Site};
use serde_json::Value;
use std::collections::BTreeSet;

/// All that was found of a dungeon.
#[derive(Debug, Default)]
pub(super) struct Judged {
    pub(super) seed: u64,
    pub(super) rooms: usize,
    pub(super) faults: Faults,
    /// The claims by kind, with what was found.
    pub(super) claims: Vec<(String, Finding)>,
    /// Questions beside claims that could not be decided.
    pub(super) open: Vec<&'static str>,
    pub(super) figures: Figures,
    /// Number of states that were looked at.
    pub(super) looked: usize,
}

/// Judges what was printed; `most` is the most states of a search.
pub(super) fn judge(text: &str, most: usize) -> Judged {
    let mut judged = Judged::default();
    match serde_json::from_str::<Printed>(text) {
        Ok(printed) => {
            (judged.seed, judged.rooms) = (printed.seed, printed.rooms.len());
            if printed.format != "quandary/dungeon/2" {
                judged.faults.push(("form", format!("it is {}", printed.format)));
            }
            if let Err(what) = over(&printed, most, &mut judged) {
                judged.faults.push(("form", what));
            }
        }
        Err(error) => judged.faults.push(("form", error.to_string())),
    }
    judged
}

fn over(printed: &Printed, most: usize, judged: &mut Judged) -> Result<(), String> {
    let site = Site::read(&printed.level, false)?;
    let joined = Joined::of(&site)?;
    if site.held.len() != printed.rooms.len() {
        return Err("not as many rooms as nodes".to_owned());
    }
    agree(printed, &site, &joined, &mut judged.faults);
    if printed.rooms.iter().map(|room| room.id).ne(0..printed.rooms.len()) {
        return Ok(()); // which is told, and nothing else can be said
    }
    let board = Board::new(&printed.level, &[])?;
    let mut asking = Asking::new(&printed.level, most);
    let (unlosable, had) = sound(printed, &board, &asking.halls, most, judged);
    judged.claims = (printed.claims.iter())
        .map(|claim| (claim.claim.clone(), asking.claim(claim, unlosable)))
        .collect();
    for (number, (name, finding)) in judged.claims.iter().enumerate() {
        if let Finding::False(what) = finding {
            let about = printed.claims[number].about.join(" ");
            judged.faults.push(("claim", format!("claims[{number}] {name} {about}: {what}")));
        }
    }
    let links = Links::new(site.held.len(), joined.passages.keys().copied().collect());
    let way = walk::rooms(printed);
    let scene = Scene { printed, site: &site, joined: &joined, links: &links, way: &way };
    walked(printed, &board, &mut asking, most, judged)?;
    for (number, cycle) in printed.cycles.iter().enumerate() {
        let said = arcs(printed, &joined, cycle).and_then(|()| pattern(&scene, cycle, &mut asking));
        if let Err(what) = said {
            judged.faults.push(("pattern", format!("cycles[{number}] {}: {what}", cycle.pattern)));
        }
    }
    let findings: Vec<Finding> = judged.claims.iter().map(|(_, finding)| finding.clone()).collect();
    let mut found = figures::read(&scene);
    if let Some(had) = had {
        found.note("treasures to be had", had, ablation::treasures(printed, &board).len());
    }
    ablation::search_for(&scene, &mut asking, &findings, &mut found, most)?;
    let spots = Spots::new(&board);
    let mut game = match ablation::item_among_blocks(&board) {
        true => Game::new(&board, &spots),
        false => Game::contracted(&board, &spots, &asking.halls),
    };
    let plan = Plan(search(&mut game, Until::Goal, most).plan());
    ablation::of_plan(&scene, &board, &plan, &mut found);
    judged.figures = found;
    judged.looked += asking.looked;
    Ok(())
}

/// Looks at all states: it can be won, and never lost; and the number of treasures that are reached. Where there are too
/// many it may still be shown that nobody gets stuck.
fn sound(
    printed: &Printed,
    board: &Board,
    halls: &Known,
    most: usize,
    judged: &mut Judged,
) -> (Option<bool>, Option<usize>) {
    let treasures = ablation::treasures(printed, board);
    let spots = Spots::with(board, &treasures);
    let mut game = Game::contracted(board, &spots, halls);
    let found = search(&mut game, Until::All, most);
    judged.looked += found.len();
    let proof = &printed.proof;
    match found.answer() {
        Answer::Unsolvable => judged.faults.push(("unwinnable", "no goal is reached".to_owned())),
        Answer::Moves(moves) if !is_cost(proof, moves) => {
            judged.faults.push(("cost", format!("{moves} moves, not {}", proof["cost"])));
        }
        _ => {}
    }
    if found.large {
        let mut game = Game::contracted(board, &spots, halls);
        if stuck::nobody(&mut game, most) {
            return (Some(true), None);
        }
        judged.open.push("unlosable");
        return (None, None);
    }
    let place = |cell: u32| board.at[cell as usize];
    let cells = found.states().map(|(state, _)| place(spots.cells[state.0 as usize]));
    let halls = game.halls.iter().flat_map(|halls| halls.cells.iter().copied());
    let reached: BTreeSet<At> = cells.chain(halls).collect();
    let had = treasures.iter().filter(|cell| reached.contains(&place(**cell))).count();
    let dead = found.dead();
    if dead > 0 {
        judged.faults.push(("losable", format!("{dead} of {} states are dead", found.len())));
    }
    if proof["winnable"] != true || proof["unlosable"] != true {
        judged.faults.push(("proof", "it is not said to be winnable and unlosable".to_owned()));
    }
    (Some(dead == 0), Some(had))
}

/// True if the cost that is told may be told where the least is known: it is that, unless the plan is said to be none of
/// the cheapest, and never less.
fn is_cost(proof: &Value, least: u32) -> bool {
    let told = proof["cost"].as_u64().unwrap_or(0);
    told == u64::from(least) || proof["cheapest"] == false && told > u64::from(least)
}

/// The walkthrough leads to the goal, and costs what is told of the plan.
fn walked(
    printed: &Printed,
    board: &Board,
    asking: &mut Asking<'_>,
    most: usize,
    judged: &mut Judged,
) -> Result<(), String> {
    let least = asking.answer(&[])?;
    match walk::replay(printed, board, &asking.halls, most) {
        Err(what) => judged.faults.push(("walkthrough", what)),
        Ok(None) => judged.open.push("walkthrough"),
        Ok(Some(moves))
            if least != Answer::Undecided
                && least != Answer::Moves(moves)
                && printed.proof["cheapest"] != false =>
        {
            judged.faults.push(("walkthrough", format!("{moves} moves, the least: {least:?}")));
        }
        Ok(_) => {}
    }
    Ok(())
}

#[cfg(test)]
#[path = "judge_tests.rs"]
mod tests;
